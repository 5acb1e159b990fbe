"""Recall from a store: live things alone, the latest of near-copies, within a budget, by words."""

from __future__ import annotations

import numpy as np
import pytest

from netnew import DecisionInput, FactInput, Netnew
from netnew.memory.memory import Memory
from netnew.memory.word_index import LONGEST_TAIL, WordIndex, words_of
from tests.memory.times import Hand


def test_a_search_finds_by_a_rare_word_among_many_texts(memory: Memory) -> None:
    for n in range(LONGEST_TAIL + 50):
        memory.learn(FactInput(f"s{n}", f"The value of the setting is {n}"))
    wanted = memory.learn(FactInput("backup", "The nightly tarball of the store goes to Glacier"))
    found = memory.facts.search("where is the value of the glacier", limit=3)
    assert found[0].id == wanted.id


def test_five_near_copies_come_back_as_the_latest(memory: Memory, clock: Hand) -> None:
    ids = []
    for n in range(5):
        clock.move(minutes=10)
        text = "Here's my full live status for the project" + " again" * (n % 2)
        ids.append(memory.record_decision(DecisionInput(text)).id)
    assert [one.id for one in memory.decisions.search("live status")] == [ids[-1]]
    assert memory.context("live status").count("full live status") == 1
    assert len(memory.decisions.search("live status", inactive=True)) == 5


def test_a_context_holds_every_kind_within_its_budget(memory: Memory) -> None:
    memory.learn(FactInput("deploy target", "Deploys go to AWS"))
    memory.record_decision(DecisionInput("Deploy on Fridays only", confidence=0.8))
    memory.start_episode("Deploy the new release")
    text = memory.context("how do we deploy and where do deploys go")
    assert "## Known Facts\n- deploy target: Deploys go to AWS" in text
    assert "## Related Decisions\n- [pending] Deploy on Fridays only (confidence: 0.80)" in text
    assert "## Recent Episodes\n- [ongoing] Deploy the new release" in text
    assert memory.context("deploy", budget_tokens=0) == ""
    short = memory.context("how do we deploy, where do deploys go", budget_tokens=40)
    assert short.recall is not None
    assert 0 < short.recall.tokens <= 40
    assert any(one.rule == "budget" for one in short.recall.left_out)


def test_a_fact_is_found_by_its_subject_and_attribute(memory: Memory) -> None:
    lead = memory.learn(FactInput("payments team", "Ann", attribute="lead"))
    for query in ("payments", "who is lead"):
        assert [fact.id for fact in memory.facts.search(query)] == [lead.id]
    assert "- payments team lead: Ann" in memory.context("who is the lead of payments")


def test_reading_changes_nothing(nn: Netnew, memory: Memory) -> None:
    fact = memory.learn(FactInput("deploy target", "Deploys go to AWS")).fact
    heads = nn.ledger.heads()
    memory.context("deploys")
    memory.facts.search("deploys")
    assert fact is not None
    assert memory.facts.get(fact.id) == fact
    assert nn.ledger.heads() == heads


def test_recalled_text_is_not_learned_again(nn: Netnew, memory: Memory) -> None:
    memory.learn(FactInput("deploy target", "Deploys go to AWS"))
    memory.record_decision(DecisionInput("Use Postgres for storage", confidence=0.8))
    text = memory.context("where do deploys go")
    back = memory.learn(FactInput("notes", text))
    assert (back.outcome, back.fact) == ("refused", None)
    line = "- [pending] Use Postgres for storage (confidence: 0.80)"
    assert memory.learn(FactInput("notes", line)).outcome == "refused"
    mixed = memory.learn(FactInput("notes", f"{text}\n\nThe staging cluster is new"))
    assert mixed.fact is not None
    assert mixed.fact.content == "The staging cluster is new"
    assert len(memory.facts.all()) == 2
    assert [row.body["outcome"] for row in nn.ledger.rows("memory/a1")].count("refused") == 2


def test_a_long_statement_said_again_is_confirmed_not_refused(memory: Memory) -> None:
    text = "The nightly backup of the production database goes to a bucket in another region"
    memory.learn(FactInput("backup", text))
    assert memory.learn(FactInput("backup", text)).outcome == "confirmed"


class Toy:
    """Meaning by a list: `car` and `automobile` mean the same."""

    model_id = "toy-3"
    implementation_version = "toy/1"

    def embed(self, texts: list[str]) -> np.ndarray:
        rows = [[1.0 if any(w in text.lower() for w in words) else 0.0 for words in GROUPS]
                for text in texts]  # fmt: skip
        return np.array(rows, np.float32)


GROUPS = (("car", "automobile"), ("deploy", "release"), ("lunch", "dinner"))


def test_an_embedder_finds_by_meaning(nn: Netnew) -> None:
    memory = nn.memory(agent_id="m", embedder=Toy())
    wanted = memory.learn(FactInput("garage", "Ann bought an automobile"))
    memory.learn(FactInput("food", "Lunch is at noon"))
    assert memory.facts.search("which car")[0].id == wanted.id
    memory.undo(str(wanted.id))
    assert str(wanted.id) not in {fact.id for fact in memory.facts.search("which car")}


def test_decisions_that_mean_the_same_are_one(nn: Netnew) -> None:
    memory = nn.memory(agent_id="m", embedder=Toy())
    keep = {"outcome": "keep"}
    first = memory.decisions.admit(DecisionInput("Buy the automobile"), keep)
    assert memory.decisions.admit(DecisionInput("Get that car"), keep).id == first.id
    assert memory.decisions.admit(DecisionInput("Do not get that car"), keep).outcome == "kept"


@pytest.mark.parametrize("count", [3, LONGEST_TAIL * 4 + 7])
def test_the_index_finds_what_a_loop_over_all_finds(count: int) -> None:
    index, texts = WordIndex(), {}
    for n in range(count):
        texts[f"i{n:05}"] = " ".join(f"w{(n * k) % 37}" for k in range(1, 2 + n % 6))
        index.put(f"i{n:05}", texts[f"i{n:05}"], live=True)
    for n in range(0, count, 3):
        index.put(f"i{n:05}", texts[f"i{n:05}"], live=False)
    query = set("w1 w2 w3 w9".split())
    for inactive in (False, True):
        expected = []
        for n, (name, text) in enumerate(texts.items()):
            words = set(text.split())
            if words & query and (inactive or n % 3):
                expected.append((-len(words & query) / len(words | query), name))
        found = index.top("w1 w2 w3 w9", 20, inactive=inactive)
        assert [hit.item_id for hit in found] == [name for _, name in sorted(expected)[:20]]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("postgres", "The ledger is kept in PostgreSQL"),
        ("deploy", "Deployments go out on Tuesdays"),
        ("how are policies versioned?", "Each policy carries its version"),
        ("caching", "Answers are cached for an hour"),
    ],
)
def test_other_forms_of_a_word_are_found(memory: Memory, query: str, said: str) -> None:
    memory.learn(FactInput("system", said))
    memory.learn(FactInput("lunch", "Lunch is at noon"))

    assert [fact.content for fact in memory.facts.search(query)] == [said]


def test_one_rare_word_beats_what_is_newer(memory: Memory, clock: Hand) -> None:
    for n in range(300):
        clock.move(minutes=1)
        memory.learn(FactInput(f"thing {n}", f"The limit of thing {n} is {n * 7} requests"))

    found = memory.facts.search("what is the limit of thing 77", limit=3)

    assert found[0].subject == "thing 77"


def test_words_of_grammar_bring_nothing_back(memory: Memory) -> None:
    memory.learn(FactInput("lunch", "The lunch is what the cook has of it"))
    memory.learn(FactInput("api", "Its limit is 100 requests"))

    assert [fact.subject for fact in memory.facts.search("what is the limit of the api")] == ["api"]


def test_what_shares_enough_words_is_found_as_among_the_most_alike() -> None:
    chance, index = np.random.default_rng(5), WordIndex()
    texts = [
        " ".join(f"word{n}" for n in chance.geometric(0.03, chance.integers(3, 25)))
        for _ in range(LONGEST_TAIL + 200)
    ]
    for n, text in enumerate(texts):
        index.put(f"fact_{n:04}", text, live=bool(n % 7))
    for text in texts[::9]:
        asked = " ".join(text.split()[: int(chance.integers(1, 25))])
        words = words_of(asked)
        for least in (1, 2, len(words) // 2, len(words) - 1, len(words), len(words) + 3):
            alike = [hit.item_id for hit in index.top(asked, 8) if hit.shared >= least]
            assert index.sharing(words, 8, least) == alike
