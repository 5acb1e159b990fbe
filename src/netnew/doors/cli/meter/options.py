"""Flags that the meter's commands share, and the rules that flags and `netnew.toml` make."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Annotated, Any

import typer

import netnew

FileArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="Transcript (JSON), trace (JSONL) or a log; - is stdin, no log."
    ),
]
FormatOption = Annotated[
    str,
    typer.Option(
        "--from", metavar="NAME",
        help="openai, autogen, langgraph, claude-code or markdown; auto finds out.",
    ),
]  # fmt: skip
ProfileOption = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="0.3 (adaptive, default) or 0.2 (the specification)."),
]
EmbedderOption = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Also compare meanings; wordllama works offline."),
]

GOOD_ROUND = '{"round": 1, "outputs": {"claims": ["…"]}}'
GOOD_TURN = '{"role": "assistant", "content": "…"}'


class Rules:
    """How to score: what `[meter]` of `netnew.toml` says, and the flags above it."""

    def __init__(self, profile: str | None, embedder: str | None) -> None:
        table = dict(netnew.read_table("meter"))
        file_profile, file_embedder = table.pop("profile", None), table.pop("embedder", None)
        self.profile = str(profile or file_profile or "0.3")
        self.policy: Mapping[str, Any] = table
        name = embedder or file_embedder
        self.embedder = netnew.load_embedder(str(name)) if name else None

    def meter(self) -> netnew.Meter:
        """A meter under these rules."""
        return netnew.Meter(self.profile, policy=self.policy, embedder=self.embedder)

    def score(self, file: str, log_format: str = "auto") -> netnew.Reading:
        """The reading after the last round in `file`, a transcript, a trace or a log."""
        if log_format != "auto" or file.endswith((".md", ".markdown")):
            return self._read(netnew.extract(file, log_format).rounds, file)
        try:
            return self._read(netnew.read_rounds(file, stdin=sys.stdin.buffer), file)
        except netnew.RecordError as error:
            # What begins as a trace is one, and may be too large to be read as anything else.
            if file == "-" or error.line not in (None, 1):
                raise
            rounds = _found_in(file)
            if rounds is None:
                raise
        return self._read(rounds, file)

    def _read(self, rounds: Iterable[netnew.Round], file: str) -> netnew.Reading:
        every = iter(rounds)
        first = next(every, None)
        if first is None:
            raise netnew.RecordError(
                file,
                "holds no rounds",
                f"write {GOOD_ROUND} on a line, or give a log with an agent's turn such as "
                f"{GOOD_TURN}",
                line=1,
            )
        return netnew.score_rounds(
            chain([first], every),
            profile=self.profile,
            policy=self.policy,
            embedder=self.embedder,
        )


def _found_in(file: str) -> Sequence[netnew.Round] | None:
    try:
        return netnew.extract(file).rounds
    except netnew.RecordError as error:
        # An entry that it names shows that it is a log after all.
        if error.key is None and error.line in (None, 1):
            return None
        raise
