"""The object users hold: one harness, its cycles, and what they say together."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from netnew.foundation.clock import Clock, timestamp
from netnew.foundation.errors import ConflictError, InputError, NotFoundError
from netnew.foundation.ids import digest
from netnew.ratchet.brief import Findings, findings, research_brief
from netnew.ratchet.consistency import FEWEST_CYCLES, check_consistency, roll
from netnew.ratchet.cycles import read_cycle
from netnew.ratchet.decision import decide
from netnew.ratchet.expansions import Expansions
from netnew.ratchet.harness import Harness
from netnew.ratchet.ports import Archive, Shelf
from netnew.ratchet.profiles import Profile
from netnew.ratchet.records import Consistency, Cycle
from netnew.ratchet.snapshot import (
    NAMESPACE,
    aggregate_key,
    aggregate_of,
    consistency_document,
    cycle_key,
    past_in,
)
from netnew.ratchet.verdicts import BenchmarkVerdict, Run, judge_benchmark

RETENTION_DAYS = 90


class Ratchet:
    """Watches one harness: record each cycle, and it says when the harness has gone soft."""

    def __init__(
        self,
        name: str,
        archive: Archive,
        clock: Clock,
        profile: Profile,
        *,
        flake_tolerance: int = 0,
    ) -> None:
        self.name, self.profile, self.flake_tolerance = name, profile, flake_tolerance
        self._archive, self._clock = archive, clock
        self.expansions = Expansions(name, archive, clock)

    def record_cycle(self, cycle: Mapping[str, Any], *, source: str = "cycle") -> dict[str, Any]:
        """Score a cycle, add it to its series, and say whether saturation has lasted.

        The same cycle recorded again gives the first answer; another one under its id is an
        error. All of it is stored together, or nothing is. `source` is what errors call it.
        """
        read = read_cycle(cycle, source)
        now = timestamp(self._clock())
        with self._archive.write() as shelf:
            known = shelf.get(cycle_key(read.cycle_id))
            if known is not None:
                return _first_answer(known.value, read)
            return self._record(shelf, read, now)

    def _record(self, shelf: Shelf, cycle: Cycle, now: str) -> dict[str, Any]:
        before = shelf.get(aggregate_key(cycle.harness_hash))
        past = past_in(None if before is None else before.value)
        decided = decide(cycle, past, self.profile, flake_tolerance=self.flake_tolerance)
        since = None if before is None else before.value.get("cycles_since_expansion")
        since = None if since is None else since + 1

        snapshot, consistency = decided.snapshot, decided.consistency
        answer = {"snapshot": snapshot, "consistency": consistency_document(consistency)}
        aggregate = aggregate_of(cycle.harness_hash, decided.past, decided.rolling, since)
        body = {"cycle": dict(cycle.document), "flake_tolerance": self.flake_tolerance, **answer}
        verdict_id = shelf.log("ratchet.cycle", body, {}, f"cycle/{cycle.cycle_id}", now)
        snapshot |= {"verdict_id": verdict_id, "timestamp": cycle.timestamp or now}
        opened = self._open_expansion(shelf, consistency, aggregate, now)
        if opened is not None:
            answer["consistency"]["expansion_id"] = opened
        self._store(shelf, cycle, answer, aggregate, now)
        return answer

    def _open_expansion(
        self, shelf: Shelf, consistency: Consistency, aggregate: Mapping[str, Any], now: str
    ) -> str | None:
        if consistency.action != "TRIGGER_EXPANSION_RESEARCH":
            return None
        since = aggregate["cycles_since_expansion"]
        # After a person has said no, the same cycles must not ask the same question again.
        may_open = since is None or since >= FEWEST_CYCLES
        return self.expansions.open(shelf, consistency, aggregate, now, may_open=may_open)

    def _store(
        self,
        shelf: Shelf,
        cycle: Cycle,
        answer: Mapping[str, Any],
        aggregate: Mapping[str, Any],
        now: str,
    ) -> None:
        snapshot, key = answer["snapshot"], cycle_key(cycle.cycle_id)
        stored = {
            **snapshot,
            "consistency": answer["consistency"],
            "input": dict(cycle.document),
            "input_digest": digest(dict(cycle.document)),
        }
        tags = {"project": self.name, "x-intent": "saturation_tracking", "x-namespace": key,
                "x-level": snapshot["saturation_level"]}  # fmt: skip
        shelf.put(key, stored, tags, now)
        value = {**aggregate, "last_updated": now}
        for place in (aggregate_key(), aggregate_key(cycle.harness_hash)):
            tags = {"project": self.name, "x-intent": "saturation_aggregate", "x-namespace": place}
            shelf.put(place, value, tags, now)

    def status(self) -> dict[str, Any]:
        """Where the newest series stands: its aggregate, the last reading, and open expansions."""
        with self._archive.read() as shelf:
            aggregate = shelf.get(aggregate_key())
            last = shelf.find(f"{NAMESPACE}/cycles/", newest=1)
            expansions = self.expansions.listed(shelf)
        past = past_in(None if aggregate is None else aggregate.value)
        consistency = check_consistency(roll(past, flake_tolerance=self.flake_tolerance))
        return {
            "harness": self.name,
            "profile": self.profile.name,
            "aggregate": None if aggregate is None else dict(aggregate.value),
            "consistency": consistency_document(consistency),
            "last": _without_input(last[-1].value) if last else None,
            "expansions": expansions,
        }

    def cycles(self, *, newest: int | None = None) -> list[dict[str, Any]]:
        """The stored cycles, oldest first, each with the input that it was read from."""
        with self._archive.read() as shelf:
            found = shelf.find(f"{NAMESPACE}/cycles/", newest=newest)
        return [dict(stored.value) for stored in found]

    def runs(self) -> dict[str, list[Run]]:
        """The results of the newest series by benchmark, oldest first."""
        stored = self.cycles()
        found: dict[str, list[Run]] = {}
        for value in stored:
            if value["series"] == stored[-1]["series"]:
                cycle = read_cycle(value["input"])
                for result in cycle.benchmarks:
                    run = Run(cycle.cycle_id, cycle.system, result)
                    found.setdefault(result.id, []).append(run)
        return found

    def verdicts(self) -> list[BenchmarkVerdict]:
        """What each benchmark of the newest series is still good for, by name."""
        return [judge_benchmark(runs) for _, runs in sorted(self.runs().items())]

    def brief(
        self, harness: Harness | None = None, *, expansion_id: str | None = None
    ) -> tuple[str, Findings]:
        """The research brief of an expansion, and what the data propose by themselves."""
        expansion = self.expansions.find(expansion_id)
        aggregate = self.status()["aggregate"]
        if aggregate is None:
            raise NotFoundError(f"`{self.name}` has no cycles", "record some first")
        verdicts = self.verdicts()
        found = findings(harness, self.runs(), verdicts)
        return research_brief(expansion, aggregate, verdicts, found), found

    def prune(self, *, days: int = RETENTION_DAYS) -> int:
        """Remove snapshots older than `days`; the aggregate and the expansions stay for ever."""
        if days < 1:
            raise InputError(f"{days} days keep nothing", "give 1 or more")
        oldest = timestamp(self._clock() - timedelta(days=days))
        with self._archive.write() as shelf:
            return shelf.remove_before(f"{NAMESPACE}/cycles/", oldest)


def _first_answer(stored: Mapping[str, Any], cycle: Cycle) -> dict[str, Any]:
    if stored["input_digest"] != digest(dict(cycle.document)):
        raise ConflictError(
            f"cycle `{cycle.cycle_id}` is already recorded with other content",
            "give a new run a new cycle_id",
        )
    snapshot = _without_input(stored)
    return {"snapshot": snapshot, "consistency": snapshot.pop("consistency")}


def _without_input(stored: Mapping[str, Any]) -> dict[str, Any]:
    return {name: v for name, v in stored.items() if name not in {"input", "input_digest"}}
