"""Expansions of one harness: opened by saturation, researched, approved by people, applied."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from netnew.foundation.clock import Clock, timestamp
from netnew.foundation.errors import ConflictError, InputError, NotFoundError
from netnew.foundation.ids import content_id
from netnew.ratchet.applying import Application, Trial
from netnew.ratchet.approval import Decision, Review
from netnew.ratchet.edits import loosened_by
from netnew.ratchet.harness import read_harness
from netnew.ratchet.harness_file import HarnessFile, text_of
from netnew.ratchet.lifecycle import CLOSED, IN_PROGRESS, State, state_of
from netnew.ratchet.ports import Archive, Shelf
from netnew.ratchet.proposals import Proposal
from netnew.ratchet.records import Consistency
from netnew.ratchet.reviewing import said, save, step
from netnew.ratchet.snapshot import NAMESPACE, SCHEMA_VERSION, aggregate_key, expansion_key

PREFIX = f"{NAMESPACE}/expansions/"


class Expansions:
    """What happens after a trigger. Nothing is applied that people have not approved."""

    def __init__(self, harness: str, archive: Archive, clock: Clock) -> None:
        self._harness, self._archive, self._clock = harness, archive, clock

    def open(
        self,
        shelf: Shelf,
        consistency: Consistency,
        aggregate: Mapping[str, Any],
        now: str,
        *,
        may_open: bool,
    ) -> str | None:
        """Open an expansion within a running transaction, or give the one that is open already."""
        running = self._running(shelf)
        if running is not None:
            return str(running["expansion_id"])
        if not may_open:
            return None
        reason = consistency.reason or "asked for"
        document = self._new(aggregate, reason, consistency.urgency, now)
        save(shelf, self._harness, document, now)
        return str(document["expansion_id"])

    def request(self, *, by: str, reason: str) -> dict[str, Any]:
        """Open an expansion by hand, without a trigger."""
        now = timestamp(self._clock())
        with self._archive.write() as shelf:
            running = self._running(shelf)
            if running is not None:
                raise ConflictError(
                    f"expansion `{running['expansion_id']}` is still {running['state']}",
                    "finish it first: one is open at a time",
                )
            aggregate = shelf.get(aggregate_key())
            value = {} if aggregate is None else aggregate.value
            document = self._new(value, f"requested by {by}: {reason}", "LOW", now)
            save(shelf, self._harness, document, now)
        return document

    def all(self) -> list[dict[str, Any]]:
        """Every expansion, oldest first."""
        with self._archive.read() as shelf:
            return self.listed(shelf)

    def listed(self, shelf: Shelf) -> list[dict[str, Any]]:
        """Every expansion, read within a running transaction."""
        return [dict(stored.value) for stored in shelf.find(PREFIX)]

    def find(self, expansion_id: str | None = None) -> dict[str, Any]:
        """The expansion of this id; without one, the one that is still running."""
        with self._archive.read() as shelf:
            if expansion_id is None:
                found = self._running(shelf)
            else:
                stored = shelf.get(expansion_key(expansion_id))
                found = None if stored is None else dict(stored.value)
        if found is None:
            named = f"`{expansion_id}`" if expansion_id else "that is still running"
            raise NotFoundError(
                f"harness `{self._harness}` has no expansion {named}",
                "`netnew ratchet status` lists them; `netnew ratchet propose` opens one",
            )
        return found

    def propose(
        self, proposal: Proposal, file: HarnessFile, *, by: str, expansion_id: str | None = None
    ) -> dict[str, Any]:
        """Store what research found, once it is shown that it only tightens the harness."""
        if not by.strip():
            raise InputError("a proposal needs a proposer", "give --by NAME")
        document = self.find(expansion_id)
        harness = read_harness(text_of(file.read(), file.name), file.name)
        refuse(loosened_by(proposal, harness))
        spawned = {**document["research_spawned"], "status": "completed", "findings": None}
        changed = {
            "research_spawned": spawned,
            "proposed_expansions": [proposal.document()],
            "proposed_by": by,
            "approvals_needed": harness.top["approvals"],
            "reviews": [],
        }
        return self._step(document, "researched", by, "proposal passes the one-way rule", changed)

    def review(
        self, decision: Decision, *, by: str, reason: str, expansion_id: str | None = None
    ) -> dict[str, Any]:
        """Record one person's word; the last one needed approves, a rejection ends it."""
        document, now = self.find(expansion_id), timestamp(self._clock())
        with self._archive.write() as shelf:
            return said(shelf, self._harness, document, Review(by, decision, reason), now)

    def apply(
        self,
        file: HarnessFile,
        *,
        by: str,
        trial: Trial | None = None,
        expansion_id: str | None = None,
    ) -> dict[str, Any]:
        """Carry an approved expansion out, or go on where a killed one stopped.

        Without a `trial` it ends with the new tests added but disabled.
        """
        document = self.find(expansion_id)
        application = Application(self._archive, file, trial, self._step, by)
        return application.run(document)

    def rollback(
        self, file: HarnessFile, *, by: str, reason: str, expansion_id: str | None = None
    ) -> dict[str, Any]:
        """Restore the archived harness byte for byte; only before it is committed."""
        document = self.find(expansion_id)
        state = state_of(document)
        if state not in IN_PROGRESS:
            raise InputError(
                f"expansion `{document['expansion_id']}` is {state} and cannot be rolled back",
                f"that is possible while it is {', '.join(sorted(IN_PROGRESS))}",
            )
        return Application(self._archive, file, None, self._step, by).roll_back(document, reason)

    def _new(
        self, aggregate: Mapping[str, Any], reason: str, urgency: str, now: str
    ) -> dict[str, Any]:
        rolling = aggregate.get("rolling_metrics", {})
        newest = str(aggregate.get("newest_cycle"))
        key = content_id("exp", self._harness, newest, reason, now)
        expansion_id = key.replace("_", "-")
        return {
            "expansion_id": expansion_id,
            "triggered_at": now,
            "trigger_reason": reason,
            "urgency": urgency,
            "series": aggregate.get("series"),
            "saturation_score_at_trigger": rolling.get("avg_saturation_score"),
            "research_spawned": {
                "task_id": f"research-{expansion_id}",
                "status": "pending",
                "findings": None,
            },
            "proposed_expansions": [],
            "human_approved": None,
            "applied_at": None,
            "x-schema-version": SCHEMA_VERSION,
            "state": "open",
            "proposed_by": None,
            "approvals_needed": 1,
            "reviews": [],
            "runs": {},
            "history": [{"state": "open", "at": now, "by": "netnew", "note": reason}],
        }

    def _running(self, shelf: Shelf) -> dict[str, Any] | None:
        return next((found for found in self.listed(shelf) if found["state"] not in CLOSED), None)

    def _step(
        self,
        document: Mapping[str, Any],
        to: State,
        by: str,
        note: str,
        changed: Mapping[str, Any],
    ) -> dict[str, Any]:
        """Move one step in a transaction of its own."""
        now = timestamp(self._clock())
        with self._archive.write() as shelf:
            return step(
                shelf, self._harness, {**document, **changed}, to, by=by, note=note, now=now
            )


def refuse(found: list[Any]) -> None:
    """Raise for the first violation of the one-way rule; there is no override."""
    if found:
        first = found[0]
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise InputError(
            f"{first.path} {first.problem}: {first.old} → {first.new}{more}",
            "a harness only tightens; propose at least what is demanded now",
        )
