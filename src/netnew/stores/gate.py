"""Judgements in the database: one transaction for the ledger, the index, and what waits."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, func

from netnew.foundation.canonical import canonical_json, canonical_object
from netnew.foundation.clock import Clock, timestamp
from netnew.foundation.ids import content_id
from netnew.foundation.ledger import Entry, Row
from netnew.gate.clusters import Deferred, Outcome, Reopened
from netnew.gate.policy import Policy
from netnew.gate.ports import Judged
from netnew.gate.records import ClusterRef
from netnew.review.rules import ReviewItem
from netnew.stores import ledger
from netnew.stores.database import Database
from netnew.stores.scope import Scope, own_update
from netnew.stores.tables import (
    gate_deferred,
    gate_judgements,
    gate_policies,
    ledger_rows,
    review_items,
)
from netnew.stores.waiting import open_items

STREAM = "gate"
KIND = "gate.judged"
UNKNOWN_SOURCE = ""
REVIEWED = ("orphan", "diff")
_OUTCOMES: dict[str, Outcome] = {"approved": "released", "rejected": "rejected"}
_RECORD = own_update(gate_deferred).where(gate_deferred.c.side_record_id == bindparam("of_record"))
_CLUSTER = _RECORD.values(cluster_json=bindparam("to_cluster"))
_OPEN = _RECORD.values(state="reopened")


class JudgementStore:
    """What `netnew.gate.ports.JudgementStore` promises, for one workspace of one database."""

    def __init__(self, database: Database, workspace: str, clock: Clock) -> None:
        self._database, self._workspace, self._clock = database, workspace, clock

    def record(self, policy: Policy | None, judged: Sequence[Judged]) -> None:
        """Append judgements to the ledger and keep what depends on them, all or none."""
        now = timestamp(self._clock())
        with self._database.write(self._workspace) as scope:
            if policy is not None:
                _keep(scope, policy)
            rows = ledger.append(scope, STREAM, [_entry(one) for one in judged], now)
            placed = list(zip(judged, rows, strict=True))
            scope.insert_if_absent(gate_judgements, *(_index(one, row) for one, row in placed))
            scope.insert_if_absent(gate_deferred, *filter(None, map(_deferral, judged)))
            open_items(scope, list(filter(None, map(_waiting, judged))), now)

    def known(self, keys: Sequence[str]) -> dict[str, dict[str, Any]]:
        """Documents that were recorded under these keys."""
        found: dict[str, dict[str, Any]] = {}
        with self._database.read(self._workspace) as scope:
            # Databases bound the number of parameters of one statement.
            for start in range(0, len(keys), 500):
                wanted = scope.select(ledger_rows).where(
                    ledger_rows.c.stream == STREAM, ledger_rows.c.key.in_(keys[start : start + 500])
                )
                for row in scope.rows(wanted):
                    body, aside = json.loads(row.body_json), json.loads(row.aside_json)
                    found[row.key] = _document(body, aside)
        return found

    def find(self, kgr_id: str) -> dict[str, Any] | None:
        """The recorded judgement of this id with its claim and time, or None."""
        with self._database.read(self._workspace) as scope:
            wanted = scope.select(gate_judgements).where(gate_judgements.c.kgr_id == kgr_id)
            indexed = scope.one(wanted)
            row = None if indexed is None else ledger.find(scope, indexed.row_id)
        return None if row is None else _recorded(row)

    def newest(
        self, *, label: str | None, route: str | None, limit: int, before: int | None
    ) -> list[dict[str, Any]]:
        """The last judgements, newest first, as `find` gives them, each with its place."""
        with self._database.read(self._workspace) as scope:
            indexed = scope.select(gate_judgements)
            if label is not None:
                indexed = indexed.where(gate_judgements.c["class"] == label)
            if route is not None:
                indexed = indexed.where(gate_judgements.c.route == route)
            # A judgement that came out again is one row of the index: its first.
            wanted = scope.select(ledger_rows).where(
                ledger_rows.c.stream == STREAM,
                ledger_rows.c.row_id.in_(indexed.with_only_columns(gate_judgements.c.row_id)),
            )
            if before is not None:
                wanted = wanted.where(ledger_rows.c.seq < before)
            last = wanted.order_by(ledger_rows.c.seq.desc()).limit(limit)
            rows = [Row(**found._mapping) for found in scope.rows(last)]
        return [{**_recorded(row), "seq": row.seq} for row in rows]

    def counts(self) -> dict[str, int]:
        """How many judgements there are of each class."""
        label = gate_judgements.c["class"]
        with self._database.read(self._workspace) as scope:
            wanted = scope.select(gate_judgements).with_only_columns(label, func.count().label("n"))
            found = scope.rows(wanted.group_by(label).order_by(label))
            return {str(row._mapping[label]): int(row.n) for row in found}

    def judged(self) -> Iterator[dict[str, Any]]:
        """Every recorded judgement with its claim, oldest first."""
        with self._database.read(self._workspace) as scope:
            for row in ledger.rows(scope, STREAM):
                if row.kind == KIND:
                    yield row.body

    def deferred(self) -> Sequence[Deferred]:
        """Every claim that was deferred, by the id of its side record."""
        with self._database.read(self._workspace) as scope:
            wanted = scope.select(gate_deferred).order_by(gate_deferred.c.side_record_id)
            reviewed = _reviewed(scope)
            return [_deferred(row, reviewed.get(row.kgr_id)) for row in scope.rows(wanted)]

    def reviewed(self, kgr_id: str) -> Outcome | None:
        """What people decided of a judgement that waited for them, None where nothing is."""
        with self._database.read(self._workspace) as scope:
            return _reviewed(scope, review_items.c.subject_id == kgr_id).get(kgr_id)

    def settle(
        self, clusters: Mapping[str, ClusterRef], reopened: Sequence[Reopened], by: str | None
    ) -> None:
        """Keep clusters, and open side records again with a ledger row each, all or none."""
        now = timestamp(self._clock())
        found = [
            {"of_record": name, "to_cluster": canonical_json(clusters[name].as_dict()).decode()}
            for name in sorted(clusters)
        ]
        open_again = sorted({one.side_record_id for one in reopened})
        with self._database.write(self._workspace) as scope:
            scope.set_each(_CLUSTER, found)
            scope.set_each(_OPEN, [{"of_record": name} for name in open_again])
            entries = [_reopening(one, by) for one in reopened]
            if entries:
                ledger.append(scope, STREAM, entries, now)

    def keep_policy(self, policy: Policy) -> None:
        """Store a policy, unless it is there."""
        with self._database.write(self._workspace) as scope:
            _keep(scope, policy)

    def policies(self) -> dict[str, dict[str, Any]]:
        """Every stored policy by its hash."""
        with self._database.read(self._workspace) as scope:
            rows = scope.rows(scope.select(gate_policies))
            return {row.hash: json.loads(row.document_json) for row in rows}

    def policy(self, policy_hash: str) -> dict[str, Any] | None:
        """The policy of this hash, by key path, or None."""
        with self._database.read(self._workspace) as scope:
            row = scope.one(scope.select(gate_policies).where(gate_policies.c.hash == policy_hash))
        return None if row is None else json.loads(row.document_json)


def _keep(scope: Scope, policy: Policy) -> None:
    kept = {"hash": policy.hash, "document_json": canonical_json(policy.told).decode()}
    scope.insert_if_absent(gate_policies, kept)


def _entry(one: Judged) -> Entry:
    aside = {"gating_time_utc": one.document["kgr"]["gating_time_utc"]}
    written = canonical_object({"claim": canonical_json(one.claim), "judgement": one.written})
    return Entry(KIND, {"claim": one.claim, "judgement": one.sealed}, aside, one.key, written)


def _reviewed(scope: Scope, *conditions: Any) -> dict[str, Outcome]:
    """What was decided of judgements that waited for people, by their ids."""
    decided = scope.select(review_items).where(
        review_items.c.kind.in_(REVIEWED), review_items.c.state.in_(_OUTCOMES), *conditions
    )
    return {row.subject_id: _OUTCOMES[row.state] for row in scope.rows(decided)}


def _deferred(row: Any, review: Outcome | None) -> Deferred:
    cluster = None if row.cluster_json is None else ClusterRef(**json.loads(row.cluster_json))
    return Deferred(
        row.side_record_id, row.kgr_id, row.co_id, row.source, row.text, row.lex_impl_version,
        json.loads(row.thresholds_json), row.state, cluster, review,
    )  # fmt: skip


def _reopening(one: Reopened, by: str | None) -> Entry:
    body = {
        "side_record_id": one.side_record_id,
        "kgr_id": one.kgr_id,
        "trigger": one.trigger,
        "detail": one.detail,
        "cluster_ref": one.cluster.as_dict() if one.cluster else None,
    }
    return Entry("gate.reopened", body, {} if by is None else {"by": by})


def _recorded(row: Row) -> dict[str, Any]:
    return {
        "claim": row.body["claim"],
        "judgement": _document(row.body, row.aside),
        "row_id": row.row_id,
        "recorded_at": row.recorded_at,
    }


def _document(body: Mapping[str, Any], aside: Mapping[str, Any]) -> dict[str, Any]:
    judgement = body["judgement"]
    return {**judgement, "kgr": {**judgement["kgr"], **aside}}


def _index(one: Judged, row: Row) -> dict[str, Any]:
    kgr = one.document["kgr"]
    return {
        "kgr_id": kgr["kgr_id"],
        "row_id": row.row_id,
        "claim_id": one.document["claim_id"],
        "class": kgr["class"],
        "route": one.document["route"]["label"],
    }


def _deferral(one: Judged) -> dict[str, Any] | None:
    """The row of a claim that is deferred, None of every other."""
    kgr = one.document["kgr"]
    if one.document["route"]["label"] != "DROP_DEFER" or not one.document["side_records"]:
        return None
    return {
        "side_record_id": one.document["side_records"][0]["side_record_id"],
        "kgr_id": kgr["kgr_id"],
        "co_id": kgr["co_id"],
        "source": _source(one.claim),
        "text": kgr["normalized_claim"],
        "lex_impl_version": kgr["index_snapshot_binding"]["lex_impl_version"],
        "thresholds_json": canonical_json(kgr["thresholds"]).decode(),
        "state": "deferred",
    }


def _waiting(one: Judged) -> ReviewItem | None:
    """What people are asked about a claim that waits for a quorum, None of every other."""
    quorum = one.document["route"].get("quorum")
    if quorum is None:
        return None
    kgr = one.document["kgr"]
    kind, shown = ("orphan", "oir") if kgr["class"] == "NOVEL_ORPHAN" else ("diff", "diff_stub")
    document = {
        "claim": one.claim,
        shown: one.document.get(shown),
        "route": one.document["route"],
    }
    return ReviewItem(
        content_id("review", kind, kgr["kgr_id"]), kind, kgr["kgr_id"],
        quorum["min_humans"], quorum["min_agents"], _author(one.claim), document,
    )  # fmt: skip


def _source(claim: Mapping[str, Any]) -> str:
    metadata = claim.get("metadata", {})
    # Claims that name no source count as one: they are not known to be independent.
    found = metadata.get("source") or metadata.get("author_id") or UNKNOWN_SOURCE
    return str(found)[:200]


def _author(claim: Mapping[str, Any]) -> str | None:
    author = claim.get("metadata", {}).get("author_id")
    return None if author is None else str(author)[:200]
