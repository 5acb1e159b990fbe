"""What a judgement is bound to: policy, snapshots, implementations. What is missing blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from netnew.embed.protocol import Embedder
from netnew.foundation.errors import InputError
from netnew.gate.policy import Policy
from netnew.gate.ports import Snapshot
from netnew.gate.records import BaseName, IdType, Missing
from netnew.gate.versions import GATE_VERSION, known_versions

ID_TYPES: Final[tuple[IdType, ...]] = get_args(IdType)
REQUIRED: Final = ("b_user_snapshot_id", "b_core_snapshot_id", "retrieval_impl_version")
BASES: Final[tuple[BaseName, ...]] = get_args(BaseName)
_VERSIONS: Final = "policy.versions"


@dataclass(frozen=True, slots=True)
class Bound:
    """The binding as records carry it, and everything that is wrong with it."""

    document: Mapping[str, Any]
    lex_impl_version: str | None
    missing: tuple[Missing, ...] = ()

    def of_code(self, code: str) -> tuple[Missing, ...]:
        """What is missing of one kind."""
        return tuple(one for one in self.missing if one.code == code)


def bind(
    policy: Policy | None,
    user: Snapshot | None,
    core: Snapshot | None,
    given: Mapping[str, Any] | None,
    embedder: Embedder | None = None,
) -> Bound:
    """Bind to what was opened, or hold what was opened against the binding that was given."""
    if given is not None and not isinstance(given, Mapping):
        raise InputError(f"the binding is {given!r:.40}", "give an object, or leave it out")
    snapshots = {"B_user": user, "B_core": core}
    lex = _lex(policy, snapshots)
    opened = _opened(policy, snapshots, lex)
    document = opened | {"bound_to": "opened"} if given is None else _told(given, opened)
    missing = [
        *_policy_faults(policy, given or {}),
        *_snapshot_faults(snapshots),
        *_version_faults(policy, snapshots, lex),
        *_embedder_faults(policy, embedder),
        *(_binding_faults(given, opened) if given is not None else ()),
    ]
    return Bound(document, lex, tuple(missing))


def _lex(policy: Policy | None, snapshots: Mapping[str, Snapshot | None]) -> str | None:
    named: str | None = policy.values.get(f"{_VERSIONS}.lex_impl_version") if policy else None
    if named is not None:
        return named
    firsts = [snap.recipe.lex_impl_versions[0] for snap in snapshots.values() if snap]
    return firsts[0] if firsts else None


def _opened(
    policy: Policy | None, snapshots: Mapping[str, Snapshot | None], lex: str | None
) -> dict[str, Any]:
    user, core = snapshots["B_user"], snapshots["B_core"]
    values = policy.values if policy else {}
    found = {
        "b_user_snapshot_id": user.id if user else None,
        "b_core_snapshot_id": core.id if core else None,
        "b_user_snapshot_hash": user.hash if user else None,
        "b_core_snapshot_hash": core.hash if core else None,
        "policy_config_ref": policy.ref if policy else None,
        "policy_config_hash": policy.hash if policy else None,
        "retrieval_impl_version": values.get(f"{_VERSIONS}.retrieval_impl_version"),
        "lex_impl_version": lex,
        "gate_version": GATE_VERSION,
    }
    if values.get("policy.step4.scoring.use_semantic"):
        for name in ("embedding_model_id", "embedding_impl_version", "similarity_impl_version"):
            found[name] = values.get(f"{_VERSIONS}.{name}")
    if values.get("policy.step4.near_dup.enabled"):
        found["shingler_version"] = shingler_version(policy, lex)
        for name in ("minhash_impl_version", "lsh_impl_version", "simhash_impl_version"):
            found[name] = values.get(f"{_VERSIONS}.{name}")
    return found


def shingler_version(policy: Policy | None, lex: str | None) -> str | None:
    """Name the shingles that are fingerprinted: of the kind of `lex`, in the policy's length.

    >>> from netnew.gate.policy import load_policy
    >>> shingler_version(load_policy({"step4": {"near_dup": {"shingle_k": 3}}}), "char5/1")
    'char3/1'
    """
    length = policy.values.get("policy.step4.near_dup.shingle_k") if policy else None
    return f"{lex[:4]}{length}/1" if lex and length else None


def _told(given: Mapping[str, Any], opened: Mapping[str, Any]) -> dict[str, Any]:
    # Records carry the whole binding: what was told, and of the rest what was opened.
    extra = {name: value for name, value in opened.items() if name not in REQUIRED}
    return extra | dict(given) | {"bound_to": "given"}


def _policy_faults(policy: Policy | None, given: Mapping[str, Any]) -> Iterator[Missing]:
    way_out = "mend the policy; `netnew policy check` lists all that is wrong"
    if policy is None:
        yield Missing("blocked_policy_missing", "policy_config_ref", "there is no policy", way_out)
        return
    for fault in policy.problems:
        problem = f"{fault.problem}; expected {fault.expected}"
        yield Missing("blocked_policy_missing", fault.key, problem, way_out)
    for name, value in (("policy_config_ref", policy.ref), ("policy_config_hash", policy.hash)):
        bound = given.get(name)
        if bound is not None and bound != value:
            yield Missing(
                "blocked_policy_missing", name, f"is {value!r:.80}, the binding says {bound!r:.80}",
                "give the policy that was bound, or bind anew",
            )  # fmt: skip


def _snapshot_faults(snapshots: Mapping[str, Snapshot | None]) -> Iterator[Missing]:
    for name, snapshot in snapshots.items():
        if snapshot is None:
            yield _unbound(f"{name.lower()}_snapshot_id", "there is no snapshot", "open one")
        elif snapshot.id_type not in ID_TYPES:
            yield _unbound(
                "neighbor_id_type", f"{name} has {snapshot.id_type!r:.40}",
                f"make the base with one of {', '.join(ID_TYPES)}",
            )  # fmt: skip


def _version_faults(
    policy: Policy | None, snapshots: Mapping[str, Snapshot | None], lex: str | None
) -> Iterator[Missing]:
    values, known = policy.values if policy else {}, known_versions()
    for name, snapshot in snapshots.items():
        if snapshot is None:
            continue
        recipe = snapshot.recipe
        for key, has in (
            ("normalizer_version", (recipe.normalizer_version,)),
            ("retrieval_impl_version", (recipe.retrieval_impl_version,)),
            ("lex_impl_version", recipe.lex_impl_versions),
        ):
            asked = lex if key == "lex_impl_version" else values.get(f"{_VERSIONS}.{key}")
            # A version that this build does not have is the policy's fault alone.
            if asked is not None and asked not in has and known[f"{_VERSIONS}.{key}"].has(asked):
                yield _unbound(
                    key, f"the policy asks for {asked}, {name} was made with {', '.join(has)}",
                    "name that in the policy, or compact the base with another recipe",
                )  # fmt: skip
        yield from _embedding_faults(values, name, snapshot)


def _embedder_faults(policy: Policy | None, embedder: Embedder | None) -> Iterator[Missing]:
    """Claims must be embedded by the very model that the policy's thresholds were made for."""
    asked = _embedding_asked(policy.values if policy else {})
    if None in asked:
        return
    has = (embedder.model_id, embedder.implementation_version) if embedder else None
    if has != asked:
        yield _unbound(
            "embedder", f"the policy asks for {' '.join(map(str, asked))}, "
            f"given was {' '.join(has) if has else 'none'}", "give that embedder",
        )  # fmt: skip


def _embedding_asked(values: Mapping[str, Any]) -> tuple[str | None, ...]:
    if not values.get("policy.step4.scoring.use_semantic"):
        return (None,)
    keys = ("embedding_model_id", "embedding_impl_version")
    return tuple(values.get(f"{_VERSIONS}.{key}") for key in keys)


def _embedding_faults(
    values: Mapping[str, Any], name: str, snapshot: Snapshot
) -> Iterator[Missing]:
    asked = _embedding_asked(values)
    model = snapshot.recipe.embedding
    has = (model.model_id, model.implementation_version) if model else None
    if None not in asked and has != asked:
        shown = " ".join(has) if has else "no embeddings"
        yield _unbound(
            "embedding_model_id", f"the policy asks for {' '.join(map(str, asked))}, "
            f"{name} was made with {shown}", "make the base with that embedder",
        )  # fmt: skip


def _binding_faults(given: Mapping[str, Any], opened: Mapping[str, Any]) -> Iterator[Missing]:
    for name in REQUIRED:
        if not given.get(name):
            yield _unbound(name, "is missing in the binding", "add it; it is required")
    for name, value in opened.items():
        bound = given.get(name)
        if bound is not None and not name.startswith("policy_config") and bound != value:
            yield _unbound(
                name, f"the binding says {bound!r:.80}, opened was {value!r:.80}",
                "open what was bound, or bind anew",
            )  # fmt: skip


def _unbound(where: str, problem: str, way_out: str) -> Missing:
    return Missing("blocked_index_snapshot_missing", where, problem, way_out)
