"""The packs that come with netnew: a commented default, and a strict and a lenient profile."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from netnew.foundation.errors import InputError
from netnew.gate.policy import Policy, parse_policy

# Where the profiles differ. `balanced` is what audits/gate chose on one half of its sources:
# thresholds.py tau_known and tau_near, classes.py tau_orphan, which has to stand above what a
# stranger shares with the best match of a whole base. docs/guide/gate.md says what each costs.
PROFILES: Final[Mapping[str, Mapping[str, str]]] = {
    "balanced": {
        "tau_known": "0.80", "tau_near": "0.60", "tau_orphan": "0.16",
        "wording_only_is_known": "false", "rewrite_on_unknown_diff": "false",
    },
    "strict": {
        "tau_known": "0.95", "tau_near": "0.40", "tau_orphan": "0.20",
        "wording_only_is_known": "false", "rewrite_on_unknown_diff": "false",
    },
    "lenient": {
        "tau_known": "0.70", "tau_near": "0.60", "tau_orphan": "0.12",
        "wording_only_is_known": "true", "rewrite_on_unknown_diff": "false",
    },
}  # fmt: skip
DEFAULT_PROFILE: Final = "balanced"

_TEXT: Final = """\
# A policy of the gate. Every key is explained in docs/reference/gate-policy.md;
# `netnew policy check FILE` lists everything that is wrong with a changed one.

# How records cite this pack. Change it whenever you change what stands below.
policy_config_ref: netnew-{profile}/2

policy:
  versions:
    # How texts are read before they are compared. claim/1 keeps case, claim-lower/1 does not.
    # The bases must have been made with the same one.
    normalizer_version: claim/1
    # The n-grams that overlap is measured in (docs/decisions/0005-default-ngrams.md).
    # Left out, it is what the bases are indexed by.
    # lex_impl_version: char5/1
    # The model of the bases' vectors, for use_semantic below; `netnew base show NAME` names it.
    # embedding_model_id: wordllama-256
    # embedding_impl_version: wordllama-0.4.0.post1
    retrieval_impl_version: exact/1
    similarity_impl_version: int8-cosine/1
    # For near_dup below.
    minhash_impl_version: minhash/1
    lsh_impl_version: lsh/1
    simhash_impl_version: simhash/1

  step4:
    scoring:
      # Without embeddings alpha must be 1: only the overlap of n-grams counts.
      use_semantic: false
      alpha: 1.0

    thresholds:
      # From tau_known on a claim is KNOWN, from tau_near NEAR_DUP, from tau_orphan
      # NOVEL_CONNECTED, below it NOVEL_ORPHAN.
      tau_known: {tau_known}
      tau_near: {tau_near}
      tau_orphan: {tau_orphan}

    retrieval:
      # Neighbours taken from each base.
      K_default: 10
      # any, or same: only items whose tag `lang:…` is the claim's.
      language_mode: any
      # retrieval_filters:
      #   tags_any: [reviewed]
      #   tags_none: [draft]

    near_dup:
      # Fingerprints beside the exact search. They find nothing that it does not; they confirm.
      enabled: false
      shingle_k: 5
      minhash_k: 128
      lsh_bands: 32
      lsh_rows: 4
      simhash_bits: 64
      tau_dup_jaccard_est: 0.8
      tau_dup_simhash_hamming: 3

    gate:
      # Claims under this bar are dropped; 0 drops none.
      min_novelty: 0
      min_connectedness: 0
      # Send a claim back where nothing says what differs from its anchor.
      rewrite_on_unknown_diff: {rewrite_on_unknown_diff}
      # Treat a near-duplicate that differs in wording alone as known.
      wording_only_is_known: {wording_only_is_known}
      # People who must approve any other near-duplicate before it goes on.
      # near_dup_approvals: 1

    clusters:
      # Deferred claims that overlap this much belong together.
      tau_cluster: 0.5

  orphan_consensus:
    # What an orphan needs before it goes on: nothing at LOW risk, agents at MED,
    # people and agents at HIGH.
    enabled: true
    protocol_ref: netnew-quorum/1
    quorum:
      min_humans: 1
      min_agents: 2
    required_fields: [verdict, reason]
"""


def pack_text(profile: str = DEFAULT_PROFILE) -> str:
    """Write out a pack, with comments, ready to be saved and changed.

    >>> pack_text("strict").splitlines()[4]
    'policy_config_ref: netnew-strict/2'
    """
    if profile not in PROFILES:
        raise InputError(
            f"no profile is called {profile!r:.40}", f"choose one of {', '.join(PROFILES)}"
        )
    return _TEXT.format(profile=profile, **PROFILES[profile])


# Every claim that names no policy is judged by one of these.
@cache
def default_policy(profile: str = DEFAULT_PROFILE) -> Policy:
    """Read a pack that comes with netnew.

    >>> default_policy().problems
    ()
    """
    return parse_policy(pack_text(profile), f"the {profile} pack")
