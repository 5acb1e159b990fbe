"""`nn.gate`: opens gates on bases by name, records every judgement, explains and replays them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from netnew.bases.bases import Bases
from netnew.bases.snapshot import Snapshot
from netnew.embed.choice import offline_embedder
from netnew.embed.protocol import Embedder
from netnew.foundation.clock import Clock
from netnew.foundation.errors import DamagedError, InputError, NotFoundError
from netnew.foundation.ids import digest
from netnew.gate.binding import BASES
from netnew.gate.claim import Claim, claim_of
from netnew.gate.clusters import Deferred, Reopened, clustered, grown, outdated
from netnew.gate.explanation import Explanation, explained
from netnew.gate.gate import Found, Gate
from netnew.gate.packs import PROFILES, default_policy
from netnew.gate.policy import Policy, load_policy
from netnew.gate.ports import Judged, JudgementStore
from netnew.kernel.normalizers import normalize

SNAPSHOT_IDS = ("b_user_snapshot_id", "b_core_snapshot_id")
NEIGHBOURS = ("top_neighbors_user", "top_neighbors_core")
EXPLICIT = ("scope_ref", "terms_ref", "constraints")


class Replayed(NamedTuple):
    """What a replay of one recorded judgement came to."""

    kgr_id: str
    claim_id: str
    agrees: bool
    detail: str = ""


class NeighbourText(NamedTuple):
    """An item near a judged claim, as the gate saw it."""

    base: str
    id: str
    text: str | None
    scores: Mapping[str, Any]


class GateDesk:
    """The gate of one workspace, with its record: `connect(…).gate`."""

    def __init__(
        self, store: JudgementStore, bases: Bases, clock: Clock, *, verify_first: bool = True
    ) -> None:
        self._store, self._bases, self._clock = store, bases, clock
        self._verify_first = verify_first

    def open(
        self,
        policy: Policy | Mapping[str, Any] | str | Path | None = None,
        *,
        user: str,
        core: str,
        binding: Mapping[str, Any] | None = None,
        embedder: Embedder | None = None,
    ) -> Gate:
        """Open a gate on two bases as they are now, or on the snapshots that a binding names.

        Parameters
        ----------
        policy
            None: the default pack.
        user, core
            Names of the bases.
        embedder
            Of a policy that says `use_semantic`. None: the offline default, where the policy
            names that.
        """
        chosen = _policy(policy)
        embedder = embedder or _offline(chosen)
        if binding is None:
            snap_u, snap_c = self._snapshot(user), self._snapshot(core)
            return Gate(chosen, user=snap_u, core=snap_c, embedder=embedder, clock=self._clock)
        bound_u, bound_c = (self._bound(binding.get(name)) for name in SNAPSHOT_IDS)
        return Gate(
            chosen, user=bound_u, core=bound_c, binding=binding, embedder=embedder,
            clock=self._clock,
        )  # fmt: skip

    def reopen(
        self, policy: Policy | None, binding: Mapping[str, Any], embedder: Embedder | None = None
    ) -> Gate:
        """Open the gate of an earlier judgement, on the very snapshots that it was bound to."""
        user, core = (self._bound(binding.get(name)) for name in SNAPSHOT_IDS)
        told = {name: value for name, value in binding.items() if name != "bound_to"}
        given = told if binding.get("bound_to") == "given" else None
        embedder = embedder or _offline(policy)
        return Gate(
            policy, user=user, core=core, binding=given, embedder=embedder, clock=self._clock
        )

    def judge(
        self,
        gate: Gate,
        claims: Sequence[Claim],
        *,
        keys: Sequence[str] | None = None,
        timed: Callable[[str, float], object] = lambda _claim_id, _seconds: None,
    ) -> list[dict[str, Any]]:
        """Judge claims in order and record them, all or none; give the documents of `gate judge`.

        A claim whose key was recorded before is not judged again: its first document is given.
        `timed` is told how many seconds each judgement took once its neighbours were found.
        """
        return self.judge_found(gate, gate.look_up(claims), keys=keys, timed=timed)

    def judge_found(
        self,
        gate: Gate,
        found: Sequence[Found],
        *,
        keys: Sequence[str] | None = None,
        timed: Callable[[str, float], object] = lambda _claim_id, _seconds: None,
    ) -> list[dict[str, Any]]:
        """Do what `judge` does with claims that `gate.look_up` searched for already."""
        known = self._store.known(keys) if keys else {}
        names: list[str | None] = list(keys) if keys else [None] * len(found)
        fresh = []
        for one, key in zip(found, names, strict=True):
            if key is None or key not in known:
                started = perf_counter()
                fresh.append(judged_from(gate, one, key))
                timed(one.claim.claim_id, perf_counter() - started)
        self._store.record(gate.policy, fresh)
        new = iter(fresh)
        return [
            known[key] if key is not None and key in known else next(new).document for key in names
        ]

    def admit(self, gate: Gate, user: str, document: Mapping[str, Any]) -> Gate:
        """Add a judged claim to the user's base, and open the same gate on what that is now."""
        kgr, claim = document["kgr"], self.explain(document["kgr"]["kgr_id"])["claim"]
        snapshot = self._snapshot(user)
        by_co_id, model = snapshot.id_type == "co_id", snapshot.recipe.embedding
        explicit = {key: claim[key] for key in EXPLICIT if key in claim}
        tags = claim.get("metadata", {}).get("tags")
        item = {
            "id": kgr["co_id"] if by_co_id else claim["claim_id"],
            "text": claim["raw_idea"],
            **explicit,
            **({"tags": tags} if tags else {}),
            "source": kgr["kgr_id"],
        }
        # An id that was admitted before stands for what the newer claim says.
        embedder = (gate.embedder or offline_embedder(model.model_id)) if model else None
        self._bases.add(user, [item], replace=True, embedder=embedder)
        core = self._bound(kgr["index_snapshot_binding"]["b_core_snapshot_id"])
        return Gate(
            gate.policy, user=self._snapshot(user), core=core, embedder=gate.embedder,
            clock=self._clock,
        )  # fmt: skip

    def keep(self, policy: Policy) -> Policy:
        """Store a sound policy, so that it can be named by its hash or its ref."""
        self._store.keep_policy(policy.require())
        return policy

    def policies(self) -> list[Policy]:
        """Every policy that was stored or judged by, by hash."""
        return [load_policy(document) for _, document in sorted(self._store.policies().items())]

    def policy(self, name: str) -> Policy:
        """A policy by its hash, by its `policy_config_ref`, or a pack by its profile."""
        if name in PROFILES:
            return default_policy(name)
        document = self._store.policy(name)
        found = (
            [one for one in self.policies() if one.ref == name]
            if document is None
            else [load_policy(document)]
        )
        if len(found) == 1:
            return found[0]
        if found:
            raise InputError(
                f"{len(found)} stored policies are called `{name:.100}`", "give a hash"
            )
        raise NotFoundError(
            f"no policy `{name:.100}` is stored", f"store it, or name {', '.join(PROFILES)}"
        )

    def deferred(self) -> Sequence[Deferred]:
        """Every claim that waits, with its cluster as it was last settled."""
        return self._store.deferred()

    def settle(self, gate: Gate) -> Sequence[Reopened]:
        """Cluster all deferred claims anew, and open again those that a change concerns.

        That is, those whose cluster grew, and those deferred under other thresholds than this
        gate's.
        """
        if gate.rules is None:
            return []
        waiting = self._store.deferred()
        clusters = clustered(waiting, gate.rules.tau_cluster)
        thresholds = gate.rules.thresholds.as_dict()
        reopened = [
            found
            for one in waiting
            if (found := grown(one, clusters[one.side_record_id]) or outdated(one, thresholds))
        ]
        changed = {
            one.side_record_id: clusters[one.side_record_id]
            for one in waiting
            if one.cluster != clusters[one.side_record_id]
        }
        if changed or reopened:
            self._store.settle(changed, reopened, None)
        return reopened

    def challenge(self, side_record_id: str, *, by: str, reason: str) -> Reopened:
        """Open a side record again because a person says so."""
        if not by.strip() or not reason.strip():
            raise InputError("a challenge has no name or no reason", "give both")
        known = {one.side_record_id: one for one in self._store.deferred()}
        if side_record_id not in known:
            raise NotFoundError(
                f"no deferred claim has the side record `{side_record_id:.100}`",
                "`netnew gate deferred` lists them",
            )
        one = known[side_record_id]
        found = Reopened(side_record_id, one.kgr_id, "HUMAN_CHALLENGE", reason, one.cluster)
        self._store.settle({}, [found], by)
        return found

    def explain(self, kgr_id: str) -> dict[str, Any]:
        """Give a recorded judgement with its claim: `{"claim", "judgement", …}`."""
        found = self._store.find(kgr_id)
        if found is None:
            raise NotFoundError(
                f"no judgement `{kgr_id:.100}` is recorded",
                "`netnew ledger show gate --json` lists them",
            )
        return found

    def newest(
        self,
        *,
        label: str | None = None,
        route: str | None = None,
        limit: int = 50,
        before: int | None = None,
    ) -> list[dict[str, Any]]:
        """Give the last judgements as `explain` does, newest first, each with its place `seq`.

        Parameters
        ----------
        label, route
            Only those of this class, of this route.
        before
            Only those from in front of this place: how to read on.
        """
        return self._store.newest(label=label, route=route, limit=limit, before=before)

    def counts(self) -> dict[str, int]:
        """How many judgements are recorded of each class."""
        return self._store.counts()

    def neighbours(self, kgr_id: str) -> list[NeighbourText]:
        """The neighbours that a recorded judgement names, best first, each with its text.

        The text is None where the snapshot that was searched is not kept any more.
        """
        kgr = self.explain(kgr_id)["judgement"]["kgr"]
        found = []
        for base, place, key in zip(BASES, SNAPSHOT_IDS, NEIGHBOURS, strict=True):
            snapshot = self._bound(kgr["index_snapshot_binding"].get(place))
            for one in kgr[key] or ():
                text = None if snapshot is None else snapshot.get(one["id"]).text
                found.append(NeighbourText(base, one["id"], text, one["scores"]))
        return sorted(found, key=lambda one: -one.scores["C_connect"])

    def reasons(self, kgr_id: str) -> Explanation:
        """Say why a recorded judgement came out so, and what would have changed it."""
        document = self.explain(kgr_id)["judgement"]
        kgr = document["kgr"]
        anchor = None
        if kgr["best_match_id"] is not None:
            place = SNAPSHOT_IDS[BASES.index(kgr["best_match_base"])]
            snapshot = self._bound(kgr["index_snapshot_binding"][place])
            if snapshot is not None:
                text = snapshot.get(kgr["best_match_id"]).text
                anchor = normalize(text, kgr["normalizer_version"])
        return explained(document, anchor, self._store.reviewed(kgr_id))

    def replay(self, *, embedder: Embedder | None = None) -> Iterator[Replayed]:
        """Judge every recorded claim again under its policy and snapshots; each must agree.

        `embedder` is that of semantic policies which name another than the offline default.
        """
        gates: dict[tuple[str, str], Gate] = {}
        for body in self._store.judged():
            claim, document = claim_of(body["claim"]), body["judgement"]
            kgr = document["kgr"]
            binding = kgr["index_snapshot_binding"]
            key = (str(kgr["policy_config_hash"]), digest(binding))
            if key not in gates:
                gates[key] = self._gate_of(key[0], binding, embedder)
            again = without_time(gates[key].judge_claim(claim).as_dict())
            agrees = digest(again) == digest(document)
            detail = "" if agrees else _difference(again["kgr"])
            yield Replayed(str(kgr["kgr_id"]), claim.claim_id, agrees, detail)

    def _gate_of(
        self, policy_hash: str, binding: Mapping[str, Any], embedder: Embedder | None
    ) -> Gate:
        document = self._store.policy(policy_hash)
        policy = None if document is None else load_policy(document)
        if policy is not None and policy.hash != policy_hash:
            raise DamagedError(
                f"the policy {policy_hash[:16]}… is not what was stored", "restore the database"
            )
        return self.reopen(policy, binding, embedder)

    def _snapshot(self, base: str) -> Snapshot:
        return self._bases.snapshot(base, verify_first=self._verify_first)

    def _bound(self, snapshot_id: Any) -> Snapshot | None:
        if not isinstance(snapshot_id, str):
            return None
        try:
            return self._bases.open(snapshot_id, verify_first=self._verify_first)
        except NotFoundError:
            # The gate itself says that what was bound is not there.
            return None


def _difference(again: Mapping[str, Any]) -> str:
    """What a judgement is now; where it is blocked, by what."""
    faults = "; ".join(one["problem"] for one in again["missing"])
    return f"is {again['kgr_id']} now" + (f": {faults}" if faults else "")


def _policy(policy: Policy | Mapping[str, Any] | str | Path | None) -> Policy:
    if policy is None:
        return default_policy()
    return policy if isinstance(policy, Policy) else load_policy(policy)


def _offline(policy: Policy | None) -> Embedder | None:
    values = policy.values if policy else {}
    if not values.get("policy.step4.scoring.use_semantic"):
        return None
    return offline_embedder(str(values.get("policy.versions.embedding_model_id")))


def judged_from(gate: Gate, found: Found, key: str | None) -> Judged:
    """Judge a claim and lay the judgement out for the record."""
    told = gate.told(found)
    sealed = without_time(told.document)
    return Judged(found.claim.as_dict(), told.document, sealed, told.written, key)


def without_time(document: Mapping[str, Any]) -> dict[str, Any]:
    """Drop the one field that no digest covers."""
    kgr = {name: value for name, value in document["kgr"].items() if name != "gating_time_utc"}
    return {**document, "kgr": kgr}
