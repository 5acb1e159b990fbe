"""The object users hold: what one agent remembers. `connect(…).memory(agent_id=…)`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, cast, get_args

from netnew.foundation.errors import InputError, NotFoundError
from netnew.foundation.names import check_name
from netnew.memory.decisions import Decisions
from netnew.memory.desk import Desk
from netnew.memory.episodes import Episodes
from netnew.memory.explaining import Told, Why, told, why
from netnew.memory.fact_relation import Profile
from netnew.memory.facts import Facts
from netnew.memory.intake import check_count, check_result, check_text, expect
from netnew.memory.keeping import Retention, archive_old, forget
from netnew.memory.layers import Profile as Gate
from netnew.memory.moving.arrival import Arrival
from netnew.memory.moving.auditing import MemoryAudit, audit
from netnew.memory.moving.bringing import bring_in
from netnew.memory.moving.exporting import export_lines
from netnew.memory.moving.holding import held_by
from netnew.memory.moving.readable import markdown
from netnew.memory.moving.tally import Brought
from netnew.memory.moving.tidying import CARRIED_OUT, Tidied, tidy, untidy
from netnew.memory.records import (
    ONE_SESSION,
    DecisionInput,
    Episode,
    FactInput,
    Kind,
    Learned,
    Recorded,
)
from netnew.memory.rejudging import rejudged
from netnew.memory.replaying import Redecided, replayed
from netnew.memory.scoring.weights import Weights
from netnew.memory.searching import CONTEXT_KINDS, Context, context
from netnew.memory.turn import TurnContext, TurnInput, TurnReport, TurnResult
from netnew.memory.turns import Turns, advice_on
from netnew.memory.undoing import last_change, undo_change

PROFILES: Final = get_args(Profile)


class Memory:
    """Facts, episodes and decisions of one agent; it can touch no other agent's.

    Every act says what was done and why, is recorded in the ledger with it, and can be undone.
    """

    def __init__(
        self, desk: Desk, *, profile: Profile = "default", weights: Weights | None = None
    ) -> None:
        self.agent_id, self.profile = desk.agent_id, profile
        self._desk = desk
        self.facts = Facts(desk, profile)
        self.episodes = Episodes(desk, profile)
        self.decisions = Decisions(desk, profile)
        # The letter of one spec goes with the letter of the other.
        self._gate: Gate = "003" if profile == "004" else "default"
        self._weights = weights
        self._turns = Turns(desk, self.episodes, self.decisions, profile, self._gate, weights)

    def learn(self, given: FactInput) -> Learned:
        """Keep a fact, or confirm, supersede, flag, hold or refuse: what, and why, comes back."""
        expect(given, FactInput, 'FactInput("subject", "content")')
        return self.facts.learn(given)

    def start_episode(self, summary: str | None, *, session_id: str = ONE_SESSION) -> Episode:
        """Start an episode, or join one that is under way with nearly the same summary."""
        return self.episodes.start(summary, session_id=session_id)

    def end_episode(self, episode_id: str, *, session_id: str | None = None) -> Episode:
        """Take a session out; the episode ends once each session that joined has ended."""
        return self.episodes.end(episode_id, session_id=session_id)

    def record_decision(self, given: DecisionInput) -> Recorded:
        """Record a decision on purpose: no gate stops it, and what they say is kept as advice."""
        expect(given, DecisionInput, 'DecisionInput("text")')
        return self.decisions.record(given, advice=advice_on(given, self._gate, self._weights))

    def pre_turn(self, given: TurnInput) -> TurnContext:
        """Before a turn: its frame, its context, its episode, and whether it deliberates."""
        expect(given, TurnInput, 'TurnInput("text")')
        return self._turns.before(given)

    def post_turn(self, turn: TurnContext, result: TurnResult) -> TurnReport:
        """After a turn: what it ended in is judged and recorded, and the episode counts it."""
        expect(turn, TurnContext, "what pre_turn returned")
        expect(result, TurnResult, 'TurnResult("response")')
        check_result(result)
        return self._turns.after(turn, result)

    def context(
        self,
        query: str,
        *,
        budget_tokens: int = 1000,
        kinds: Sequence[Kind] = CONTEXT_KINDS,
    ) -> Context:
        """What is known for `query`, as Markdown that fits into a budget of tokens.

        It comes back marked, so that `learn` knows it again when an agent repeats it.
        """
        return context(
            self._desk, query, budget_tokens=budget_tokens, kinds=kinds, profile=self.profile
        )

    def why(self, item_id: str) -> Why:
        """Why a fact, episode or decision stands as it does, in words with the numbers."""
        with self._desk.archive.read() as shelf:
            item = shelf.get(item_id)
            if item is None:
                raise _unknown(item_id)
            return why(item, list(shelf.past(item_id)))

    def history(self, item_id: str | None = None, *, limit: int = 50) -> Sequence[Told]:
        """The changes of one item, oldest first; without an id the latest changes of all."""
        check_count("limit", limit)
        with self._desk.archive.read() as shelf:
            if item_id is None:
                return [
                    told(step.item_id, one) for one in shelf.latest(limit) for step in one.steps
                ]
            found = shelf.past(item_id)
            if not found:
                raise _unknown(item_id)
            return [told(item_id, one) for one in found]

    def undo(self, item_id: str, *, steps: int = 1, by: str | None = None) -> Sequence[str]:
        """Take the last change of an item back, or the last `steps`; return all ids that it moved.

        What was superseded stands again, what was learned does not; each undo is recorded too.
        """
        check_count("steps", steps, 1)
        if by is not None:
            check_name("name in `by`", by)
        now, moved = self._desk.now(), list[str]()
        with self._desk.archive.write() as shelf:
            for _ in range(steps):
                moved += undo_change(shelf, last_change(shelf, item_id), now, by=by)
        return sorted(set(moved))

    def replay(self) -> Iterator[Redecided]:
        """Decide again every recorded fact and decision; each must come out as it did.

        What was forgotten, and what was only repeated, left nothing to decide on; what was judged
        by weights that are not at hand cannot be judged again.
        """
        with self._desk.archive.read() as shelf:
            yield from replayed(shelf, partial(rejudged, weights=self._weights))

    def forget(self, item_id: str, *, by: str, reason: str) -> None:
        """Erase all that an item says, for good; that it was there, and when, stays provable."""
        forget(self._desk, item_id, by=by, reason=reason)

    def archive(self, rule: Retention) -> Sequence[str]:
        """Archive what a retention rule names: it stays, inactive, and `undo` brings it back."""
        expect(rule, Retention, 'Retention("fact", 90)')
        return archive_old(self._desk, rule)

    def bring_in(self, arrivals: Iterable[Arrival], *, rehearse: bool = False) -> Iterator[Brought]:
        """Bring in what `read_memories` reads, through the gates; say what became of each.

        What came before adds nothing again. With `rehearse` nothing is changed.
        """
        return bring_in(self._desk, arrivals, self.profile, self._gate, rehearse=rehearse)

    def export(self) -> Iterator[Mapping[str, Any]]:
        """Everything that says something still, as the lines of an export, with its links."""
        return export_lines(self._desk)

    def export_markdown(self) -> Iterator[str]:
        """What is live, as a page for people."""
        return markdown(
            self.agent_id,
            self.decisions.all(inactive=True),
            self.facts.all(),
            self.episodes.all(),
        )

    def audit(self) -> MemoryAudit:
        """How much of it is duplicate, out of date, noise or contradictory; nothing is changed."""
        return audit(held_by(self._desk), self.profile)

    def tidy(self, found: MemoryAudit, only: Collection[str] = CARRIED_OUT) -> Tidied:
        """Carry out what an audit found, in changes that `untidy` and `undo` take back."""
        expect(found, MemoryAudit, "what audit returned")
        return tidy(self._desk, found, only)

    def untidy(self, audit_id: str, *, by: str | None = None) -> Sequence[str]:
        """Take back what was carried out of an audit; return the ids that it moved."""
        check_text("id", audit_id)
        return untidy(self._desk, audit_id, by=by)


def profile_named(name: str) -> Profile:
    """The profile of this name: `004` is the letter of the spec, `default` what audits chose."""
    if name not in PROFILES:
        raise InputError(
            f"no memory profile is called {name!r:.40}", f"choose one of {', '.join(PROFILES)}"
        )
    return cast(Profile, name)


def _unknown(item_id: str) -> NotFoundError:
    return NotFoundError(
        f"nothing called `{item_id:.100}` is remembered",
        "it may be another agent's; `netnew memory history` lists changes",
    )
