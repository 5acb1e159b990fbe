"""Applies an approved expansion, step by step. Killed anywhere, it goes on to the same bytes.

What the file must hold after a step follows from the archived bytes and the proposal alone.
So a step is: make sure of the file, then record that it was made sure of; done twice, it
comes to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any, Protocol

from netnew.foundation.errors import InputError
from netnew.ratchet.edits import expand, loosened_by
from netnew.ratchet.harness import read_harness
from netnew.ratchet.harness_file import HarnessFile, text_of
from netnew.ratchet.lifecycle import CLOSED, State, runs_for_each, state_of, too_aggressive
from netnew.ratchet.ports import Archive
from netnew.ratchet.proposals import Proposal, proposal_from

# Runs one new test, or with None everything that was there before; tells whether it passed.
Trial = Callable[[str | None], bool]
Document = dict[str, Any]


class Step(Protocol):
    """Records that an expansion came to a state."""

    def __call__(
        self,
        document: Mapping[str, Any],
        to: State,
        by: str,
        note: str,
        changed: Mapping[str, Any],
        /,
    ) -> Document:
        """The expansion as it is stored now."""


class Application:
    """One expansion on its way into one harness file."""

    def __init__(
        self, archive: Archive, file: HarnessFile, trial: Trial | None, step: Step, by: str
    ) -> None:
        self._archive, self._file, self._trial, self._step, self._by = (
            archive, file, trial, step, by,
        )  # fmt: skip

    def run(self, document: Document) -> Document:
        """Go on from the state that it is in, to the end or to where a trial is needed."""
        steps: dict[State, Callable[[Document], Document]] = {
            "approved": self._verify,
            "ratchet_verified": self._archive_base,
            "archived": self._add_disabled,
            "applied_disabled": self._enable_next,
            "enabling": self._enable_next,
            "baseline_verified": self._commit,
        }
        while (state := state_of(document)) not in CLOSED:
            if state not in steps:
                raise InputError(
                    f"expansion `{document['expansion_id']}` is {state}, not approved",
                    "somebody other than its proposer has to approve it first",
                )
            if self._trial is None and state in {"applied_disabled", "enabling"}:
                break
            document = steps[state](document)
        return document

    def roll_back(self, document: Document, reason: str) -> Document:
        """Put the archived bytes back and say why."""
        base = self._base(document)
        self._replace(document, base, range(len(_proposal(document).new_tests) + 1))
        changed = {"flagged_for_review": True}
        return self._step(document, "rolled_back", self._by, reason, changed)

    def _verify(self, document: Document) -> Document:
        base, proposal = self._file.read(), _proposal(document)
        harness = read_harness(text_of(base, self._file.name), self._file.name)
        found = loosened_by(proposal, harness)
        if found:
            raise InputError(
                f"{found[0].path} {found[0].problem} in {self._file.name} as it is now",
                "the harness changed since the approval; propose again",
            )
        changed = {"base_digest": sha256(base).hexdigest()}
        note = "the one-way rule holds against the file as it is"
        return self._step(document, "ratchet_verified", self._by, note, changed)

    def _archive_base(self, document: Document) -> Document:
        base = self._file.read()
        if sha256(base).hexdigest() != document["base_digest"]:
            raise self._changed_meanwhile(document)
        with self._archive.write() as shelf:
            shelf.keep_bytes(base)
        return self._step(document, "archived", self._by, document["base_digest"], {})

    def _add_disabled(self, document: Document) -> Document:
        base, proposal = self._base(document), _proposal(document)
        self._replace(document, self._stage(base, proposal, 0), [0])
        note = f"{len(proposal.increases)} thresholds raised, {len(proposal.new_tests)} tests added"
        return self._step(document, "applied_disabled", self._by, note, {})

    def _enable_next(self, document: Document) -> Document:
        tests = [test.id for test in _proposal(document).new_tests]
        done = len(document["runs"])
        if done == len(tests):
            return self._verify_baseline(document)
        base, proposal = self._base(document), _proposal(document)
        self._replace(document, self._stage(base, proposal, done + 1), [done, done + 1])
        outcomes = [self._passes(tests[done]) for _ in range(runs_for_each(len(tests)))]
        runs = {**document["runs"], tests[done]: outcomes}
        note = f"{tests[done]}: {sum(outcomes)} of {len(outcomes)} runs passed"
        return self._step(document, "enabling", self._by, note, {"runs": runs})

    def _verify_baseline(self, document: Document) -> Document:
        outcomes = [passed for runs in document["runs"].values() for passed in runs]
        if too_aggressive(outcomes):
            failed = f"{outcomes.count(False)} of {len(outcomes)} runs of the new tests failed"
            return self.roll_back(document, f"{failed}: too aggressive, needs calibration")
        if self._trial is None or not self._passes(None):
            return self.roll_back(document, "the system does not pass what it passed before")
        note = "the system still passes at baseline"
        return self._step(document, "baseline_verified", self._by, note, {})

    def _commit(self, document: Document) -> Document:
        base, proposal = self._base(document), _proposal(document)
        final = self._stage(base, proposal, None)
        self._replace(document, final, [len(proposal.new_tests)])
        changed = {"final_digest": sha256(final).hexdigest()}
        return self._step(document, "committed", self._by, "new harness version", changed)

    def _passes(self, test: str | None) -> bool:
        return self._trial is not None and self._trial(test)

    def _base(self, document: Document) -> bytes:
        with self._archive.read() as shelf:
            return shelf.bytes_of(document["base_digest"])

    def _stage(self, base: bytes, proposal: Proposal, enabled: int | None) -> bytes:
        """The file with the first `enabled` new tests switched on; None: all of them."""
        names = [test.id for test in proposal.new_tests[:enabled]]
        return expand(text_of(base, self._file.name), proposal, names, self._file.name).encode()

    def _replace(self, document: Document, content: bytes, stages: Any) -> None:
        """Write `content`, unless the file holds what none of our own steps left there."""
        now = self._file.read()
        if now == content:
            return
        base, proposal = self._base(document), _proposal(document)
        ours = [base, *(self._stage(base, proposal, stage) for stage in stages)]
        if now not in ours:
            raise self._changed_meanwhile(document)
        self._file.write(content)

    def _changed_meanwhile(self, document: Document) -> InputError:
        return InputError(
            f"{self._file.name} was changed while expansion `{document['expansion_id']}` "
            "is being applied",
            "restore what the last step left there, then go on or roll back",
        )


def _proposal(document: Document) -> Proposal:
    return proposal_from(document["proposed_expansions"][0])
