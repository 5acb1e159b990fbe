import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from netnew.kernel.segments import Segment, at_least_over, top_k_batch_over, top_k_over
from netnew.kernel.setsearch import SetIndex
from tests.kernel.claims import brute_force, collections, laid_out, query


def split(sets, ranks, parts, random):
    """Deal the items to segments at random; each segment ranks its own ids."""
    owner = random.integers(0, parts, len(sets))
    segments, members = [], []
    for part in range(parts):
        mine = np.flatnonzero(owner == part)
        own_rank = np.argsort(np.argsort(ranks[mine])).astype(np.uint32)
        segments.append(Segment(SetIndex.build(*laid_out([sets[i] for i in mine]), own_rank)))
        members.append(mine)
    return segments, members


@given(case=collections(), parts=st.sampled_from([1, 3, 17]), k=st.sampled_from([1, 5, 50]))
@settings(max_examples=100, deadline=None)
def test_the_answer_is_the_same_for_any_split_into_segments(case, parts, k):
    sets, ranks, asked = case
    segments, members = split(sets, ranks, parts, np.random.default_rng(k))

    def external_id(segment, item):
        return f"{ranks[members[segment][item]]:05d}"

    batch = top_k_batch_over(segments, *laid_out(asked), k, external_id)
    for number, grams in enumerate(asked):
        whole = brute_force(sets, ranks, grams)
        expected = [(f"{ranks[item]:05d}", shared, union) for item, shared, union in whole]
        assert plain(top_k_over(segments, query(grams), k, external_id)) == expected[:k]
        assert plain(batch[number]) == expected[:k]
        alike = [hit for hit in expected if hit[1] * 3 >= hit[2]]
        assert plain(at_least_over(segments, query(grams), 1, 3, external_id)) == alike


def plain(found):
    return [(one.external_id, one.hit.intersection, one.hit.union) for one in found]
