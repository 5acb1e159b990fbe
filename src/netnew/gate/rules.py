"""What a sound policy says, typed: the only form in which decisions see it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from netnew.gate.policy import Policy
from netnew.gate.records import Quorum


@dataclass(frozen=True, slots=True)
class Thresholds:
    """C_connect from which a claim is known, near, or at least no orphan."""

    known: Fraction
    near: Fraction
    orphan: Fraction

    def as_dict(self) -> dict[str, float]:
        """The thresholds as records carry them."""
        return {
            "tau_known": float(self.known),
            "tau_near": float(self.near),
            "tau_orphan": float(self.orphan),
        }


@dataclass(frozen=True, slots=True)
class NearDup:
    """How fingerprints are made and when they call something a duplicate."""

    shingle_k: int
    minhash_k: int
    lsh_bands: int
    lsh_rows: int
    simhash_bits: int
    tau_dup_jaccard_est: Fraction
    tau_dup_simhash_hamming: int

    def as_dict(self) -> dict[str, Any]:
        """`near_dup_policy` of the record."""
        return {
            "shingle_k": self.shingle_k,
            "minhash_k": self.minhash_k,
            "simhash_bits": self.simhash_bits,
            "tau_dup_jaccard_est": float(self.tau_dup_jaccard_est),
            "tau_dup_simhash_hamming": self.tau_dup_simhash_hamming,
            "lsh_bands": self.lsh_bands,
            "lsh_rows": self.lsh_rows,
        }


@dataclass(frozen=True, slots=True)
class Filters:
    """Which items may be candidates at all."""

    tags_any: tuple[str, ...]
    tags_none: tuple[str, ...]
    language_mode: str
    min_candidate_len: int
    max_candidate_len: int


@dataclass(frozen=True, slots=True)
class OrphanConsensus:
    """What an orphan of some risk must pass before it goes on."""

    enabled: bool
    protocol_ref: str
    quorum: Quorum
    required_fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """The optional bar: claims that are not new, or not connected enough, are dropped."""

    min_novelty: Fraction
    min_connectedness: Fraction
    rewrite_on_unknown_diff: bool
    wording_only_is_known: bool
    near_dup_approvals: int
    """People who must look at a near-duplicate before it goes on; 0: nobody."""
    max_claim_len: int


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything that decides."""

    ref: str
    normalizer_version: str
    use_semantic: bool
    alpha: Fraction
    thresholds: Thresholds
    k_default: int
    filters: Filters
    bar: Bar
    near_dup: NearDup | None
    orphans: OrphanConsensus | None
    """None where the policy lacks a key of it; then an orphan is blocked."""
    tau_cluster: Fraction


def rules_of(policy: Policy) -> Rules:
    """Read a policy that has no problems."""
    step, versions = "policy.step4", "policy.versions"
    enabled = policy.get(f"{step}.near_dup.enabled", bool)
    return Rules(
        policy.get("policy_config_ref", str),
        policy.get(f"{versions}.normalizer_version", str),
        policy.get(f"{step}.scoring.use_semantic", bool),
        policy.get(f"{step}.scoring.alpha", Fraction),
        Thresholds(
            *(policy.get(f"{step}.thresholds.tau_{name}", Fraction)
              for name in ("known", "near", "orphan"))
        ),
        policy.get(f"{step}.retrieval.K_default", int),
        _filters(policy, f"{step}.retrieval"),
        _bar(policy, f"{step}.gate"),
        _near_dup(policy, f"{step}.near_dup") if enabled else None,
        None if policy.orphan_problems else _orphans(policy, "policy.orphan_consensus"),
        policy.get(f"{step}.clusters.tau_cluster", Fraction),
    )  # fmt: skip


def _filters(policy: Policy, at: str) -> Filters:
    return Filters(
        policy.get(f"{at}.retrieval_filters.tags_any", tuple),
        policy.get(f"{at}.retrieval_filters.tags_none", tuple),
        policy.get(f"{at}.language_mode", str),
        policy.get(f"{at}.min_candidate_len", int),
        policy.get(f"{at}.max_candidate_len", int),
    )


def _bar(policy: Policy, at: str) -> Bar:
    return Bar(
        policy.get(f"{at}.min_novelty", Fraction),
        policy.get(f"{at}.min_connectedness", Fraction),
        policy.get(f"{at}.rewrite_on_unknown_diff", bool),
        policy.get(f"{at}.wording_only_is_known", bool),
        policy.get(f"{at}.near_dup_approvals", int),
        policy.get(f"{at}.max_claim_len", int),
    )


def _near_dup(policy: Policy, at: str) -> NearDup:
    return NearDup(
        policy.get(f"{at}.shingle_k", int),
        policy.get(f"{at}.minhash_k", int),
        policy.get(f"{at}.lsh_bands", int),
        policy.get(f"{at}.lsh_rows", int),
        policy.get(f"{at}.simhash_bits", int),
        policy.get(f"{at}.tau_dup_jaccard_est", Fraction),
        policy.get(f"{at}.tau_dup_simhash_hamming", int),
    )


def _orphans(policy: Policy, at: str) -> OrphanConsensus:
    return OrphanConsensus(
        policy.get(f"{at}.enabled", bool),
        policy.get(f"{at}.protocol_ref", str),
        Quorum(
            policy.get(f"{at}.quorum.min_humans", int),
            policy.get(f"{at}.quorum.min_agents", int),
        ),
        policy.get(f"{at}.required_fields", tuple),
    )
