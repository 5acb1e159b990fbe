"""How claims that come over HTTP are judged: whose they are, by which policy, once a key."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import netnew
from netnew.doors.http.access import Asked
from netnew.doors.http.problems import Problem


@dataclass
class Judging:
    """One request's gate, and what becomes of its claims."""

    asked: Asked
    gate: netnew.Gate
    user: str
    admit: bool
    counted: Any
    """The counter of verdicts."""

    def check(self, line: Mapping[str, Any]) -> None:
        """Raise what `judge` would raise for this claim alone."""
        netnew.claim_of(authored(line, self.asked))

    def judge(
        self, lines: Sequence[Mapping[str, Any]], keys: Sequence[str] | None
    ) -> list[dict[str, Any]]:
        """Judge claims in order; where they are admitted, each before the next is judged."""
        claims = [netnew.claim_of(authored(line, self.asked)) for line in lines]
        desk = self.asked.nn.gate
        if not self.admit:
            return self._count(desk.judge(self.gate, claims, keys=keys))
        documents = []
        for at, claim in enumerate(claims):
            key = None if keys is None else [keys[at]]
            documents += self._count(desk.judge(self.gate, [claim], keys=key))
            self._learn(documents[-1])
        return documents

    def _learn(self, document: Mapping[str, Any]) -> None:
        connected = document["kgr"]["class"] == "NOVEL_CONNECTED"
        if connected and document["route"]["label"] == "FORWARD_TO_STEP5":
            self.gate = self.asked.nn.gate.admit(self.gate, self.user, document)

    def _count(self, documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
        for document in documents:
            self.counted.labels("gate", document["kgr"]["class"]).inc()
        return documents


def policy_of(asked: Asked, given: str | Mapping[str, Any] | None) -> netnew.Policy | None:
    """The policy that a request gives inline, or names."""
    if given is None:
        return None
    return asked.nn.gate.policy(given) if isinstance(given, str) else netnew.load_policy(given)


def authored(line: Mapping[str, Any], asked: Asked) -> Mapping[str, Any]:
    """The claim as its sender's: nobody releases as a reviewer what they sent under another name.

    Without a token nobody is known, and the claim stays as it is.
    """
    caller = asked.caller
    metadata = line.get("metadata")
    if caller.token_id is None or not (metadata is None or isinstance(metadata, Mapping)):
        return line
    told = dict(metadata or {})
    author = told.setdefault("author_id", caller.name)
    if author != caller.name and not caller.allows("gate:admin"):
        raise Problem(
            403,
            f"metadata.author_id is {author!r:.80}, and the token is of `{caller.name}`",
            "leave it out; a token with gate:admin may send what others wrote",
            title="AccessError",
        )
    return {**line, "metadata": told}


def keys_of(asked: Asked, key: str | None, count: int) -> list[str] | None:
    """The ledger keys of a request's claims: the same request again is judged once."""
    if key is None:
        return None
    return [line_key(asked, key, number, b"") for number in range(count)]


def line_key(asked: Asked, key: str, number: int, line: bytes) -> str:
    """The ledger key of one line: the same line under the same key is judged once."""
    whole = b"\0".join((asked.caller.key.encode(), key.encode(), str(number).encode(), line))
    return f"http:{hashlib.sha256(whole).hexdigest()}"
