"""`Gate`: judges claims against two bases. Pure but for the clock that it is given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, NamedTuple

from netnew.bases.items import Item
from netnew.embed.protocol import Embedder
from netnew.foundation.canonical import canonical_json, canonical_object
from netnew.foundation.clock import Clock, system_clock, timestamp
from netnew.foundation.errors import DamagedError, InputError, SchemaVersionError
from netnew.gate.binding import BASES, bind, shingler_version
from netnew.gate.candidates import Meaning, Near, acceptance, nearest, nearest_many
from netnew.gate.claim import Claim, given
from netnew.gate.fingerprints import LshTable
from netnew.gate.gaps import (
    blank_claim,
    damaged_snapshot,
    evidence_gap_plan,
    no_risk_class,
    orphan_keys,
)
from netnew.gate.gated import Gated, Library, compare
from netnew.gate.policy import Policy, load_policy
from netnew.gate.ports import Snapshot
from netnew.gate.recording import orphan_record, record
from netnew.gate.records import BaseName, Judgement, Missing, Route
from netnew.gate.routing import Standing, blocked, route
from netnew.gate.rules import Rules, rules_of
from netnew.gate.side_records import asks_for_side_record, side_record
from netnew.kernel.normalizers import NORMALIZERS, normalize
from netnew.kernel.tokens import tokens

# What a changed byte comes to: in the header it may look like another version.
UNREADABLE: Final = (DamagedError, SchemaVersionError)


class Found(NamedTuple):
    """A claim with its normalised text, and what both bases hold that is like it."""

    claim: Claim
    text: str | None
    near: Near | None = None


class Told(NamedTuple):
    """A judgement, and its document as `gate judge` writes it."""

    judgement: Judgement
    document: dict[str, Any]
    written: bytes
    """Canonical JSON of the document without the time, which is what every digest covers."""


class Gate:
    """Judges claims under one policy against a snapshot of the user's base and one of the core.

    Parameters
    ----------
    policy
        What `load_policy` gave; a mapping or a path is read with it. None blocks.
    user, core
        Snapshots (`nn.bases.snapshot(…, verify_first=True)`: bytes that are not those of the hash
        block; without it nobody looks). None blocks.
    binding
        An `index_snapshot_binding` that must fit what was opened; None binds to it.
    embedder
        The one that the policy and both bases name, where the policy says `use_semantic`; it is
        asked for the vectors of claims. A wrong one, or none, blocks.
    clock
        Stamps records; the stamp is outside every digest.
    """

    def __init__(
        self,
        policy: Policy | Mapping[str, Any] | str | Path | None,
        *,
        user: Snapshot | None,
        core: Snapshot | None,
        binding: Mapping[str, Any] | None = None,
        embedder: Embedder | None = None,
        clock: Clock = system_clock,
    ) -> None:
        for snapshot in (user, core):
            if snapshot is not None and not hasattr(snapshot, "recipe"):
                raise InputError(
                    f"{snapshot!r:.40} is no snapshot",
                    "give `nn.bases.snapshot(…)`, or open the gate by names with `nn.gate.open(…)`",
                )
        self.policy, self.embedder = _read(policy), embedder
        self.bound = bind(self.policy, user, core, binding, embedder)
        self._clock = clock
        self.rules: Rules | None = None
        if self.policy is not None and not self.policy.problems:
            self.rules = rules_of(self.policy)
        self._snapshots: dict[BaseName, Snapshot] = {
            base: snapshot
            for base, snapshot in zip(BASES, (user, core), strict=True)
            if snapshot is not None
        }
        self._filtered: dict[frozenset[str], dict[BaseName, Snapshot]] = {}
        self._tables: dict[BaseName, LshTable] | None = None

    def judge(
        self,
        raw_idea: str | None,
        claim_id: str | None = None,
        risk_class: str | None = "LOW",
        metadata: Mapping[str, Any] | None = None,
        scope_ref: str | None = None,
        *,
        terms_ref: str | None = None,
        constraints: Any = None,
        k: int | None = None,
    ) -> Judgement:
        """Judge one claim. The same input under the same binding has the same ids everywhere."""
        return self.judge_claim(
            given(
                raw_idea, claim_id=claim_id, risk_class=risk_class, metadata=metadata,
                scope_ref=scope_ref, terms_ref=terms_ref, constraints=constraints, k=k,
            )
        )  # fmt: skip

    def judge_claim(self, claim: Claim) -> Judgement:
        """Do what `judge` does with a claim that was checked already."""
        return self.judge_found(Found(claim, self._normalized(claim)))

    def look_up(self, claims: Sequence[Claim]) -> list[Found]:
        """Search for many claims at once, on all cores; `judge_found` takes them one by one."""
        found = [Found(claim, self._normalized(claim)) for claim in claims]
        rules = self.rules
        if self.bound.missing or rules is None:
            return found
        alike: dict[int, list[int]] = {}
        for at, one in enumerate(found):
            if one.text and acceptance(rules.filters, one.claim) is None:
                alike.setdefault(one.claim.k or rules.k_default, []).append(at)
        for k, places in alike.items():
            self._search(rules, k, found, places)
        return found

    def _search(self, rules: Rules, k: int, found: list[Found], places: list[int]) -> None:
        texts = [str(found[at].text) for at in places]
        meanings = self._meanings(rules, texts)
        try:
            lex = self.bound.lex_impl_version or ""
            near = nearest_many(texts, k, lex, self._snapshots, meanings)
        except UNREADABLE:
            # Each claim meets the damage itself, and its record says so.
            return
        for at, one in zip(places, near, strict=True):
            found[at] = found[at]._replace(near=one)

    def judge_found(self, found: Found) -> Judgement:
        """Judge a claim that was looked up already."""
        return self.told(found).judgement

    def told(self, found: Found) -> Told:
        """Do what `judge_found` does, and give the document too: it is made for the ids anyway."""
        claim, text = found.claim, found.text
        gated, chosen = self._decide(found)
        now = timestamp(self._clock())
        kgr, document, written = record(
            claim, text, gated, self.bound, self.policy, self.rules, gating_time_utc=now
        )
        goes_aside = asks_for_side_record(chosen)
        judgement = Judgement(
            claim.claim_id,
            kgr,
            chosen,
            (side_record(kgr, chosen, gated.measured(text), self.rules),) if goes_aside else (),
            gated.diff,
            orphan_record(claim, kgr, chosen, self.rules),
            evidence_gap_plan(kgr, chosen),
        )
        told = judgement.told_with(document)
        members = {name: canonical_json(told[name]) for name in told if name != "kgr"}
        return Told(judgement, told, canonical_object({**members, "kgr": written}))

    def _decide(self, found: Found) -> tuple[Gated, Route]:
        claim, text = found.claim, found.text
        blank = claim.text is None or not tokens(claim.text)
        missing = (*self.bound.missing, *((blank_claim(),) if blank else ()))
        if missing or self.rules is None or text is None:
            return _stopped(missing)
        if not text or len(text) > self.rules.bar.max_claim_len:
            reason = "claim_too_long" if text else "normalizes_to_nothing"
            unread = Gated("NOVEL_ORPHAN", connect=Fraction(0))
            return unread, Route("REWRITE_REQUIRED", ("rewrite_required", reason), None)
        try:
            accepts = acceptance(self.rules.filters, claim)
            library = self._library(self.rules, claim, accepts)
            near = found.near or self._nearest(self.rules, claim, text, library)
            gated = compare(claim, text, self.rules, library, accepts, near)
            return self._route(claim, gated)
        except UNREADABLE as error:
            return _stopped((damaged_snapshot(error),))

    def _route(self, claim: Claim, gated: Gated) -> tuple[Gated, Route]:
        if self.rules is None or self.policy is None:
            return _stopped(gated.missing)
        if gated.verdict == "NOVEL_ORPHAN" and self.rules.orphans is None:
            missing = orphan_keys(self.policy)
            kept = replace(gated, verdict="BLOCKED_POLICY_MISSING", missing=missing)
            return kept, blocked("BLOCKED_POLICY_MISSING", missing)
        standing = Standing(
            gated.verdict,
            gated.connect or Fraction(0),
            dup_signal=gated.likeness is not None and gated.likeness.dup_signal,
            canonical=gated.canonical,
            diff=gated.diff,
            risk_class=claim.risk_class,
        )
        chosen = route(standing, self.rules)
        if chosen.label == "BLOCKED_CONTEXT_MISSING":
            gated = replace(gated, missing=(no_risk_class(),))
        # Nobody works on the difference of a claim that is resolved or dropped; people who are
        # asked whether it differs are shown what does.
        keeps_stub = chosen.label in {"FORWARD_TO_STEP5", "REWRITE_REQUIRED"} or (
            gated.verdict != "NOVEL_ORPHAN" and chosen.quorum is not None
        )
        return (gated if keeps_stub else replace(gated, diff=None)), chosen

    def _library(
        self, rules: Rules, claim: Claim, accepts: Callable[[Item], bool] | None
    ) -> Library:
        lex = self.bound.lex_impl_version or ""
        shingler = shingler_version(self.policy, lex) or ""
        if rules.near_dup is not None and self._tables is None:
            self._tables = {
                base: LshTable(snapshot, rules.near_dup, shingler)
                for base, snapshot in self._snapshots.items()
            }
        return Library(self._searched(claim, accepts), lex, self._tables, shingler)

    def _nearest(self, rules: Rules, claim: Claim, text: str, library: Library) -> Near:
        meanings = self._meanings(rules, [text])
        k, lex = claim.k or rules.k_default, library.lex_impl_version
        return nearest(text, k, lex, library.snapshots, meanings[0] if meanings else None)

    def _meanings(self, rules: Rules, texts: list[str]) -> list[Meaning] | None:
        """What normalised texts mean, where the semantic channel is on."""
        if not rules.use_semantic:
            return None
        if self.embedder is None:
            raise InputError("no embedder was given", "give the one that the policy names")
        vectors = self._snapshots["B_core"].recipe.embedded(texts, self.embedder)
        return [Meaning(vector, rules.alpha) for vector in vectors]

    def _searched(
        self, claim: Claim, accepts: Callable[[Item], bool] | None
    ) -> Mapping[BaseName, Snapshot]:
        if accepts is None:
            return self._snapshots
        # Filters look at every item once, and then serve all claims of these languages.
        languages = claim.languages
        if languages not in self._filtered:
            self._filtered[languages] = {
                base: snapshot.where(accepts) for base, snapshot in self._snapshots.items()
            }
        return self._filtered[languages]

    def _normalized(self, claim: Claim) -> str | None:
        name = "policy.versions.normalizer_version"
        version = self.policy.values.get(name) if self.policy else None
        if claim.text is None or version not in NORMALIZERS:
            return None
        return normalize(claim.text, str(version))


def _read(policy: Policy | Mapping[str, Any] | str | Path | None) -> Policy | None:
    return policy if policy is None or isinstance(policy, Policy) else load_policy(policy)


def _stopped(missing: tuple[Missing, ...]) -> tuple[Gated, Route]:
    """A claim that is not compared at all: policy before index before the claim itself."""
    codes = {one.code for one in missing}
    if "blocked_policy_missing" in codes:
        gated = Gated("BLOCKED_POLICY_MISSING", missing=missing)
        return gated, blocked("BLOCKED_POLICY_MISSING", missing)
    if "blocked_index_snapshot_missing" in codes:
        gated = Gated("BLOCKED_INDEX_UNBOUND", missing=missing)
        return gated, blocked("BLOCKED_INDEX_UNBOUND", missing)
    gated = Gated("NOVEL_ORPHAN", connect=Fraction(0), missing=missing)
    return gated, blocked("BLOCKED_CONTEXT_MISSING", missing)
