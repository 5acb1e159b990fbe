"""Every key of a policy pack: its path, what it holds, when it is required. One table for all."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

Kind = Literal["bool", "int", "decimal", "text", "texts"]
# When a key must be there: always; while its channel is switched on; once an orphan is produced.
When = Literal["always", "near_dup", "semantic", "orphan", "optional"]


@dataclass(frozen=True, slots=True)
class Key:
    """One key path and what its value must be."""

    path: str
    kind: Kind
    when: When
    help: str
    least: int = 0
    most: int = 1
    choices: tuple[str, ...] = ()
    default: bool | int | Fraction | str | tuple[str, ...] | None = None
    """What an optional key means when it is left out."""

    @property
    def expected(self) -> str:
        """The type in words, with its range.

        >>> KEYS["policy.step4.scoring.alpha"].expected
        'a number from 0 to 1'
        """
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        return {
            "bool": "true or false",
            "int": f"a whole number from {self.least:,} to {self.most:,}",
            "decimal": f"a number from {self.least} to {self.most}",
            "text": "a text",
            "texts": "a list of texts",
        }[self.kind]


_STEP: Final = "policy.step4"
_NEAR: Final = f"{_STEP}.near_dup"
_ORPHAN: Final = "policy.orphan_consensus"
MOST_NEIGHBOURS: Final = 10_000
MOST_CLAIM_CHARACTERS: Final = 1 << 20

_ALL: Final = (
    Key("policy_config_ref", "text", "always", "name and version of this pack, as records cite it"),
    Key(f"{_STEP}.scoring.use_semantic", "bool", "always", "whether embeddings count"),
    Key(f"{_STEP}.scoring.alpha", "decimal", "always", "weight of C_lex; 1 without embeddings"),
    Key("policy.versions.normalizer_version", "text", "always", "how texts are normalised"),
    Key("policy.versions.retrieval_impl_version", "text", "always", "how neighbours are found"),
    Key("policy.versions.similarity_impl_version", "text", "always", "how vectors are compared"),
    Key(f"{_STEP}.thresholds.tau_known", "decimal", "always", "C_connect from which it is KNOWN"),
    Key(f"{_STEP}.thresholds.tau_near", "decimal", "always", "C_connect from which it is NEAR_DUP"),
    Key(
        f"{_STEP}.thresholds.tau_orphan", "decimal", "always", "C_connect below which it is orphan"
    ),
    Key(
        f"{_STEP}.retrieval.K_default", "int", "always", "neighbours of each base",
        least=1, most=MOST_NEIGHBOURS,
    ),
    Key(f"{_NEAR}.enabled", "bool", "optional", "whether fingerprints count", default=False),
    Key(f"{_NEAR}.shingle_k", "int", "near_dup", "length of a shingle", least=1, most=32),
    Key(f"{_NEAR}.minhash_k", "int", "near_dup", "lanes of a signature", least=1, most=4096),
    Key(f"{_NEAR}.lsh_bands", "int", "near_dup", "bands of the LSH table", least=1, most=4096),
    Key(
        f"{_NEAR}.lsh_rows", "int", "near_dup", "lanes a band; bands times rows is minhash_k",
        least=1, most=4096,
    ),
    Key(
        f"{_NEAR}.simhash_bits", "int", "optional", "bits of a fingerprint",
        least=1, most=64, default=64,
    ),
    Key(f"{_NEAR}.tau_dup_jaccard_est", "decimal", "near_dup", "J_est from which it is one"),
    Key(
        f"{_NEAR}.tau_dup_simhash_hamming", "int", "near_dup", "distance up to which it is one",
        least=0, most=64,
    ),
    Key("policy.versions.minhash_impl_version", "text", "near_dup", "how signatures are made"),
    Key("policy.versions.lsh_impl_version", "text", "near_dup", "how buckets are made"),
    Key("policy.versions.simhash_impl_version", "text", "near_dup", "how fingerprints are made"),
    Key(f"{_ORPHAN}.enabled", "bool", "orphan", "whether orphans need a quorum"),
    Key(f"{_ORPHAN}.protocol_ref", "text", "orphan", "the protocol that a consensus follows"),
    Key(
        f"{_ORPHAN}.quorum.min_humans", "int", "orphan", "people who must approve at HIGH risk",
        most=1000,
    ),
    Key(
        f"{_ORPHAN}.quorum.min_agents", "int", "orphan", "agents who must approve at MED and HIGH",
        most=1000,
    ),
    Key(f"{_ORPHAN}.required_fields", "texts", "orphan", "what a reviewer must be shown"),
    Key(
        "policy.versions.lex_impl_version", "text", "optional",
        "the n-grams of C_lex; left out: those that the bases are indexed by",
    ),
    Key(
        "policy.versions.embedding_model_id", "text", "semantic",
        "the model that the thresholds were calibrated for",
    ),
    Key(
        "policy.versions.embedding_impl_version", "text", "semantic", "version of the model's code"
    ),
    Key(
        f"{_STEP}.retrieval.retrieval_filters.tags_any", "texts", "optional",
        "only candidates with one of these tags", default=(),
    ),
    Key(
        f"{_STEP}.retrieval.retrieval_filters.tags_none", "texts", "optional",
        "no candidates with any of these tags", default=(),
    ),
    Key(
        f"{_STEP}.retrieval.language_mode", "text", "optional",
        "same: only candidates whose tag `lang:…` is the claim's", choices=("any", "same"),
        default="any",
    ),
    Key(
        f"{_STEP}.retrieval.min_candidate_len", "int", "optional", "characters of a candidate",
        most=MOST_CLAIM_CHARACTERS, default=0,
    ),
    Key(
        f"{_STEP}.retrieval.max_candidate_len", "int", "optional", "characters of a candidate",
        least=1, most=MOST_CLAIM_CHARACTERS, default=MOST_CLAIM_CHARACTERS,
    ),
    Key(
        f"{_STEP}.gate.min_novelty", "decimal", "optional",
        "claims with less (1 − C_connect) are dropped", default=Fraction(0),
    ),
    Key(
        f"{_STEP}.gate.min_connectedness", "decimal", "optional",
        "claims with less C_connect are dropped", default=Fraction(0),
    ),
    Key(
        f"{_STEP}.gate.rewrite_on_unknown_diff", "bool", "optional",
        "ask for a rewrite where nothing says what differs", default=False,
    ),
    Key(
        f"{_STEP}.gate.wording_only_is_known", "bool", "optional",
        "treat a near-duplicate that differs in wording alone as known", default=False,
    ),
    Key(
        f"{_STEP}.gate.near_dup_approvals", "int", "optional",
        "people who must approve a near-duplicate before it goes on", default=0,
    ),
    Key(
        f"{_STEP}.gate.max_claim_len", "int", "optional", "characters; longer ones are sent back",
        least=1, most=MOST_CLAIM_CHARACTERS, default=MOST_CLAIM_CHARACTERS,
    ),
    Key(
        f"{_STEP}.clusters.tau_cluster", "decimal", "optional",
        "C_lex from which two deferred claims belong together", default=Fraction(1, 2),
    ),
)  # fmt: skip

KEYS: Final = {key.path: key for key in _ALL}
