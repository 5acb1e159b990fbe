"""The ledger: heads, rows, verification."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

from fastapi import APIRouter, Response
from pydantic import BaseModel

import netnew
from netnew.doors.http.access import Asked, needs
from netnew.doors.http.encoded import Encoded
from netnew.doors.http.etags import TAGGED, IfNoneMatch, tagged
from netnew.doors.http.pages import Cursor, Limit, cursor_of, page, place_of

router = APIRouter(route_class=Encoded, prefix="/v1/ledger", tags=["ledger"])

HEAD: Any = {"stream": "gate", "seq": 2, "seal": "9f2c…"}
ROW: Any = {
    "stream": "gate", "seq": 1, "row_id": "row_3f…", "content_id": "ent_9a…", "kind": "note",
    "body": {"text": "hello"}, "aside": {}, "key": None,
    "recorded_at": "2026-02-14T09:30:00.000000Z", "previous": "52d1…", "seal": "9f2c…",
}  # fmt: skip


class HeadModel(BaseModel):
    """The last row of a stream: kept elsewhere, it proves later that nothing before it moved."""

    stream: str
    seq: int
    seal: str


class Heads(BaseModel):
    """Every stream's length and last seal."""

    model_config = {"json_schema_extra": {"example": {"heads": [HEAD]}}}

    heads: list[HeadModel]


class RowModel(BaseModel):
    """One row in its place."""

    model_config = {"json_schema_extra": {"example": ROW}}

    stream: str
    seq: int
    row_id: str
    content_id: str
    kind: str
    body: dict[str, Any]
    aside: dict[str, Any]
    key: str | None
    recorded_at: str
    previous: str
    seal: str


class Rows(BaseModel):
    """A page of rows, in their order."""

    model_config = {"json_schema_extra": {"example": {"rows": [ROW], "next": None}}}

    rows: list[RowModel]
    next: str | None


class FaultModel(BaseModel):
    """One thing wrong with a stream, at one place."""

    stream: str
    seq: int
    damage: str
    detail: str


class Verified(BaseModel):
    """What is wrong, over all streams."""

    model_config = {"json_schema_extra": {"example": {"ok": True, "streams": 3, "faults": []}}}

    ok: bool
    streams: int
    faults: list[FaultModel]


@router.get("/heads", summary="Every stream's length and last seal", responses=TAGGED)
def heads(
    response: Response,
    asked: Annotated[Asked, needs("ledger:read")],
    if_none_match: IfNoneMatch = None,
) -> Heads:
    """Keep them elsewhere: `netnew ledger verify --against` checks against them."""
    found = asked.nn.ledger.heads()
    seals = "".join(f"{head.stream}\0{head.seal}\0" for head in found)
    workspace = asked.caller.workspace
    digest = hashlib.sha256(f"{workspace}\0{seals}".encode("utf-8", "replace")).hexdigest()
    tagged(if_none_match, response, digest)
    return Heads(heads=[HeadModel(**head._asdict()) for head in found])


@router.get("/streams/{stream:path}/rows", summary="The rows of a stream, in pages")
def rows(
    stream: str,
    asked: Annotated[Asked, needs("ledger:read")],
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Rows:
    """From the first on; a stream that is not there has none."""
    place = place_of(cursor, int)
    found, more = page(asked.nn.ledger.rows(stream, after=place[0] if place else 0), limit)
    return Rows(rows=[_row(row) for row in found], next=cursor_of(found[-1].seq) if more else None)


@router.get("/rows/{row_id}", summary="One row by its id")
def row(row_id: str, asked: Annotated[Asked, needs("ledger:read")]) -> RowModel:
    """The row with its body, as it was sealed."""
    return _row(asked.nn.ledger.find(row_id))


@router.get("/verify", summary="Every row that is not what was recorded")
def verify(asked: Annotated[Asked, needs("ledger:read")]) -> Verified:
    """Read every stream from end to end."""
    found = asked.nn.ledger.verify()
    faults = [fault._asdict() for stream in found.values() for fault in stream]
    return Verified(ok=not faults, streams=len(found), faults=[FaultModel(**one) for one in faults])


def _row(row: netnew.Row) -> RowModel:
    return RowModel(
        stream=row.stream, seq=row.seq, row_id=row.row_id, content_id=row.content_id,
        kind=row.kind, body=row.body, aside=row.aside, key=row.key,
        recorded_at=row.recorded_at, previous=row.previous, seal=row.seal,
    )  # fmt: skip
