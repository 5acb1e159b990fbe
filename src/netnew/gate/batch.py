"""A whole stream of claims through a gate: recorded, counted, resumed, and learnt from."""

from __future__ import annotations

import gc
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from netnew.foundation.errors import NetnewError, RecordError
from netnew.gate.desk import GateDesk
from netnew.gate.gate import Found, Gate
from netnew.gate.output import OutputFolder
from netnew.gate.reading import ClaimLine

# One transaction and one fsync for so many claims; a kill repeats at most these.
CHUNK: Final = 256


@dataclass
class Summary:
    """The closing table of a run."""

    judged: int = 0
    rejected: int = 0
    admitted: int = 0
    skipped: int = 0
    """Lines that an earlier run in the same folder had done."""
    reopened: int = 0
    """Deferred claims that this run opened again."""
    classes: Counter[str] = field(default_factory=Counter)
    routes: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    slowest_claim: str | None = None
    slowest_seconds: float = 0.0

    def count(self, document: dict[str, Any]) -> None:
        """Count one judgement."""
        self.judged += 1
        self.classes[document["kgr"]["class"]] += 1
        self.routes[document["route"]["label"]] += 1
        self.reasons.update(document["route"]["reasons"])

    def timed(self, claim_id: str, seconds: float) -> None:
        """Remember the claim that took longest."""
        if seconds > self.slowest_seconds:
            self.slowest_claim, self.slowest_seconds = claim_id, seconds

    def as_dict(self) -> dict[str, Any]:
        """The summary as plain values."""
        return {
            "judged": self.judged,
            "rejected": self.rejected,
            "admitted": self.admitted,
            "skipped": self.skipped,
            "reopened": self.reopened,
            "classes": dict(sorted(self.classes.items())),
            "routes": dict(sorted(self.routes.items())),
            "reasons": dict(self.reasons.most_common(10)),
            "slowest_claim": self.slowest_claim,
            "slowest_seconds": self.slowest_seconds,
        }


@dataclass
class Batch:
    """One run over a stream of lines.

    Parameters
    ----------
    strict
        Stop at the first bad line, rather than set it aside.
    admit
        Add each NOVEL_CONNECTED claim that goes to step 5 to the user's base of this name; the
        next claim is judged against it.
    """

    desk: GateDesk
    gate: Gate
    output: OutputFolder | None = None
    strict: bool = False
    admit: str | None = None
    summary: Summary = field(default_factory=Summary)

    @property
    def done(self) -> int:
        """The last line that an earlier run in the same folder finished."""
        return self.output.progress.line if self.output else 0

    def run(
        self, lines: Iterable[ClaimLine], heard: Callable[[int], object] = lambda _n: None
    ) -> Iterator[dict[str, Any]]:
        """Judge every line; give the documents in the order of the input."""
        with closing(self.output) if self.output else nullcontext():
            with ThreadPoolExecutor(1) as ahead:
                for chunk, found in self._looked_up(iter(lines), ahead):
                    yield from self._chunk(chunk, found.result())
                    heard(len(chunk))
            self.summary.reopened = len(self.desk.settle(self.gate))
            if self.output:
                self.output.finish()

    def _looked_up(
        self, lines: Iterator[ClaimLine], ahead: Executor
    ) -> Iterator[tuple[list[ClaimLine], Future[list[Found]]]]:
        """Chunks of fresh lines; while one is judged, the next one is searched for already."""
        # The order of the input decides what is learnt, so claims are admitted one by one, and
        # none is searched for before the one ahead of it was.
        size, depth = (1, 1) if self.admit else (CHUNK, 2)
        done = self.done
        waiting: deque[tuple[list[ClaimLine], Future[list[Found]]]] = deque()
        chunk, fault = _taken(lines, size)
        while chunk:
            fresh = [line for line in chunk if line.number > done]
            self.summary.skipped += len(chunk) - len(fresh)
            if fresh:
                claims = [line.claim for line in fresh if line.claim is not None]
                waiting.append((fresh, ahead.submit(self.gate.look_up, claims)))
            if len(waiting) == depth:
                yield waiting.popleft()
            chunk, fault = ([], fault) if fault else _taken(lines, size)
        yield from waiting
        if fault:
            raise fault

    def _chunk(self, lines: list[ClaimLine], found: list[Found]) -> list[dict[str, Any]]:
        faults = [line.problem for line in lines if line.problem is not None]
        if faults and self.strict:
            raise faults[0]
        numbers = [line.number for line in lines if line.claim is not None]
        run_id = self.output.progress.run_id if self.output else None
        keys = [f"{run_id}:{number}" for number in numbers] if run_id else None
        with _collection_put_off():
            documents = self.desk.judge_found(self.gate, found, keys=keys, timed=self.summary.timed)
        for document in documents:
            self.summary.count(document)
        self.summary.rejected += len(faults)
        if self.admit and documents:
            self._learn(self.admit, documents[0])
        if self.output:
            rejected = [_rejected(fault) for fault in faults]
            binding = self.gate.bound.document
            self.output.write(documents, rejected, line=lines[-1].number, binding=binding)
        return documents

    def _learn(self, base: str, document: dict[str, Any]) -> None:
        connected = document["kgr"]["class"] == "NOVEL_CONNECTED"
        if connected and document["route"]["label"] == "FORWARD_TO_STEP5":
            self.gate = self.desk.admit(self.gate, base, document)
            self.summary.admitted += 1


def _taken(lines: Iterator[ClaimLine], size: int) -> tuple[list[ClaimLine], NetnewError | None]:
    """The next lines; what cannot be read on is told, and takes nothing from what was read."""
    chunk: list[ClaimLine] = []
    try:
        chunk.extend(islice(lines, size))
    except NetnewError as fault:
        return chunk, fault
    return chunk, None


@contextmanager
def _collection_put_off() -> Iterator[None]:
    """Look for reference cycles after a chunk: judgements hold none, and are many.

    Looking while they are made took a seventh of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _rejected(fault: RecordError) -> dict[str, Any]:
    return {"line": fault.line, "problem": fault.problem, "way_out": fault.way_out}
