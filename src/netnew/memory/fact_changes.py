"""Does a new statement give a property of an old one another value? The rules, in order.

Version `fact-changes/2`. Each rule answers with the share of the new statement's topic that
the old one has, and the share it asks for; a rule that does not apply answers None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from netnew.memory.fact_endings import (
    begun,
    ended,
    given_up,
    handed_over,
    replaced,
    succeeded,
    switched,
)
from netnew.memory.fact_labels import changed_release, other_label
from netnew.memory.fact_names import changed_name, moved, same_role
from netnew.memory.fact_reading import Reading
from netnew.memory.fact_shares import Asked, Change
from netnew.memory.fact_states import changed_state, opposite
from netnew.memory.fact_values import changed_value

VERSION: Final = "fact-changes/2"

Rule = Callable[[Reading, Reading, Asked], Change | None]
# The surest first: what names the old value, then what an act ends, then what merely differs.
RULES: Final[tuple[Rule, ...]] = (
    replaced,
    ended,
    given_up,
    begun,
    changed_value,
    changed_state,
    opposite,
    handed_over,
    switched,
    succeeded,
    moved,
    same_role,
    changed_name,
)


def changes(old: Reading, new: Reading, asked: Asked) -> Iterator[Change]:
    """Every rule's answer, the surest first."""
    release = changed_release(old, new, asked)
    if release is not None:
        yield release
    if other_label(old, new) or (old.names and new.names and old.names != new.names):
        return
    for rule in RULES:
        found = rule(old, new, asked)
        if found is not None:
            yield found
