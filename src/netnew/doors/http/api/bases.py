"""Knowledge bases: items go in, snapshots are taken, texts are searched."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

import netnew
from netnew.doors.http.access import Asked, needs
from netnew.doors.http.encoded import Encoded
from netnew.doors.http.etags import TAGGED, IfNoneMatch, tagged
from netnew.doors.http.pages import Cursor, Limit, cursor_of, page, place_of
from netnew.doors.http.whole import WHOLE

router = APIRouter(route_class=Encoded, prefix="/v1", tags=["bases"])

NAME_PATTERN = "^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$"
BaseName = Annotated[str, Path(pattern=NAME_PATTERN, description="A base's name.")]
IdType = Literal["knowledge_item_id", "co_id", "assertion_id"]
MOST_ITEMS = 10_000
MOST_NEIGHBOURS = 1000

ITEM: Any = {"id": "k1", "text": "Water boils at 100 °C at sea level.", "tags": ["physics"]}
RECIPE: Any = {
    "normalizer_version": "claim/1", "lex_impl_versions": ["char5/1"],
    "index_version": "setindex/1", "retrieval_impl_version": "exact/1", "embedding": None,
}  # fmt: skip
BASE: Any = {
    "base": "core", "items": 1, "id_type": "knowledge_item_id", "segments": 1, "snapshots": 1,
    "bytes": 4096,
}  # fmt: skip
SNAPSHOT: Any = {
    "snapshot_id": "snap_3f…", "base": "core", "hash": "9f2c…", "items": 1,
    "taken_at": "2026-02-14T09:30:00.000000Z",
}  # fmt: skip

# The library checks an item, with its own words; the document says the same to programs.
ITEM_SCHEMA: Any = netnew.Item.model_json_schema()
ITEM_SCHEMA["properties"]["text"]["pattern"] = r"\S"
ITEM_SCHEMA["properties"]["constraints"] = {"description": "Any JSON."}
ITEM_SCHEMA["description"] = "One piece of knowledge."
del ITEM_SCHEMA["$defs"]


class RecipeRequest(BaseModel):
    """How a new base reads its texts; what is left out is the default."""

    model_config = ConfigDict(extra="forbid", strict=True)

    normalizer_version: str | None = None
    lex_impl_versions: Annotated[list[str] | None, Field(min_length=1, max_length=8)] = None


class AddRequest(BaseModel):
    """Items to add, all or none."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"example": {"items": [ITEM]}}
    )

    items: Annotated[
        list[Annotated[dict[str, Any], WithJsonSchema(ITEM_SCHEMA)]],
        Field(
            min_length=1,
            max_length=MOST_ITEMS,
            description="As lines of `netnew base add`: id, text, and what is known explicitly.",
        ),
    ]
    id_type: IdType | None = None
    replace: Annotated[bool, Field(description="Let an item replace one with its id.")] = False
    recipe: RecipeRequest | None = None


class AddedModel(BaseModel):
    """What an add did, and how many items the base has now."""

    model_config = ConfigDict(
        json_schema_extra={"example": {"added": 1, "replaced": 0, "unchanged": 0, "items": 1}}
    )

    added: int
    replaced: int
    unchanged: int
    items: int


class RemoveRequest(BaseModel):
    """Items to remove by id, all or none."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"example": {"ids": ["k1"]}}
    )

    ids: Annotated[list[str], Field(min_length=1, max_length=MOST_ITEMS)]


class Removed(BaseModel):
    """How many items are left."""

    model_config = ConfigDict(json_schema_extra={"example": {"items": 0}})

    items: int


class BaseModelOut(BaseModel):
    """A base in numbers."""

    model_config = ConfigDict(title="Base", json_schema_extra={"example": BASE})

    base: str
    items: int
    id_type: str
    segments: int
    snapshots: int
    bytes: int


class BasesOut(BaseModel):
    """A page of bases, by name."""

    model_config = ConfigDict(json_schema_extra={"example": {"bases": [BASE], "next": None}})

    bases: list[BaseModelOut]
    next: str | None


class SnapshotModel(BaseModel):
    """A state of a base that never changes."""

    model_config = ConfigDict(json_schema_extra={"example": SNAPSHOT})

    snapshot_id: str
    base: str
    hash: str
    items: int
    taken_at: str


class BaseDetail(BaseModelOut):
    """A base with how it reads its texts, and its snapshots."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {**BASE, "hash": "9f2c…", "recipe": RECIPE, "kept": [SNAPSHOT]}
        }
    )

    hash: str
    recipe: dict[str, Any]
    kept: list[SnapshotModel]


class SnapshotDetail(SnapshotModel):
    """A snapshot with how it reads its texts."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {**SNAPSHOT, "id_type": "knowledge_item_id", "recipe": RECIPE}
        }
    )

    id_type: str
    recipe: dict[str, Any]


class SearchRequest(BaseModel):
    """A text, and how many neighbours to give."""

    model_config = ConfigDict(
        extra="forbid", strict=True,
        json_schema_extra={"example": {"text": "Water boils at 100 degrees.", "k": 5}},
    )  # fmt: skip

    text: str
    k: Annotated[int, Field(ge=1, le=MOST_NEIGHBOURS), WHOLE] = 10
    lex_impl_version: str | None = None


class Hit(BaseModel):
    """A neighbour: its similarity is intersection / union, exact."""

    id: str
    intersection: int
    union: int
    overlap: float
    item: dict[str, Any]


class Hits(BaseModel):
    """The most similar items, best first."""

    model_config = ConfigDict(
        json_schema_extra={
            "example": {
                "hits": [
                    {"id": "k1", "intersection": 17, "union": 30, "overlap": 0.5667, "item": ITEM}
                ]
            }
        }
    )

    hits: list[Hit]


@router.get("/bases", summary="Every base, in pages")
def list_bases(
    asked: Annotated[Asked, needs("bases:read")], limit: Limit = 50, cursor: Cursor = None
) -> BasesOut:
    """By name."""
    place = place_of(cursor, str)
    known = sorted(asked.nn.bases.list(), key=lambda base: base.name)
    found, more = page((one for one in known if not place or one.name > place[0]), limit)
    return BasesOut(
        bases=[BaseModelOut(**_numbers(base)) for base in found],
        next=cursor_of(found[-1].name) if more else None,
    )


@router.get("/bases/{base}", summary="One base with its snapshots")
def show(base: BaseName, asked: Annotated[Asked, needs("bases:read")]) -> BaseDetail:
    """How it reads its texts, and what is kept of it."""
    found = asked.nn.bases.show(base)
    kept = [
        SnapshotModel(
            snapshot_id=one.snapshot_id, base=base, hash=one.hash, items=one.manifest.items,
            taken_at=one.taken_at,
        )
        for one in found.snapshots
    ]  # fmt: skip
    recipe = found.manifest.recipe.as_dict()
    return BaseDetail(**_numbers(found), hash=found.manifest.hash, recipe=recipe, kept=kept)


@router.post("/bases/{base}/items", summary="Add items, all or none; the first add makes the base")
def add(
    base: BaseName, body: AddRequest, asked: Annotated[Asked, needs("bases:write")]
) -> AddedModel:
    """The same item again changes nothing; another one under its id needs `replace`."""
    recipe = None
    if body.recipe is not None:
        default = netnew.Recipe()
        recipe = netnew.Recipe(
            normalizer_version=body.recipe.normalizer_version or default.normalizer_version,
            lex_impl_versions=tuple(body.recipe.lex_impl_versions or default.lex_impl_versions),
        )
    added = asked.nn.bases.add(
        base, body.items, id_type=body.id_type, recipe=recipe, replace=body.replace
    )
    return AddedModel(**added._asdict())


@router.post("/bases/{base}/items/remove", summary="Remove items by id, all or none")
def remove(
    base: BaseName, body: RemoveRequest, asked: Annotated[Asked, needs("bases:write")]
) -> Removed:
    """Snapshots that were taken before keep them."""
    return Removed(items=asked.nn.bases.remove(base, body.ids))


@router.post("/bases/{base}/snapshots", status_code=201, summary="Keep the present state")
def take(base: BaseName, asked: Annotated[Asked, needs("bases:write")]) -> SnapshotDetail:
    """The same state has the same id, however often it is taken."""
    return _detail(asked.nn.bases.snapshot(base))


@router.get("/snapshots/{snapshot_id}", summary="One snapshot", responses=TAGGED)
def snapshot(
    snapshot_id: str,
    response: Response,
    asked: Annotated[Asked, needs("bases:read")],
    if_none_match: IfNoneMatch = None,
) -> SnapshotDetail:
    """It never changes, so its hash is its ETag."""
    found = asked.nn.bases.open(snapshot_id)
    tagged(if_none_match, response, found.hash)
    return _detail(found)


@router.post("/snapshots/{snapshot_id}/search", summary="The most similar items, exact")
def search(
    snapshot_id: str, body: SearchRequest, asked: Annotated[Asked, needs("bases:read")]
) -> Hits:
    """Fewer than `k` come back only where fewer share an n-gram with the text."""
    found = asked.nn.bases.open(snapshot_id)
    hits = found.top_k(body.text, body.k, lex_impl_version=body.lex_impl_version)
    return Hits(
        hits=[
            Hit(
                id=one.id, intersection=one.intersection, union=one.union,
                overlap=one.intersection / one.union,
                item=one.item.model_dump(mode="json", exclude_unset=True),
            )
            for one in hits
        ]
    )  # fmt: skip


def _numbers(base: netnew.Base) -> dict[str, Any]:
    return {
        "base": base.name,
        "items": base.manifest.items,
        "id_type": base.manifest.id_type,
        "segments": len(base.manifest.parts),
        "snapshots": len(base.snapshots),
        "bytes": base.size,
    }


def _detail(snapshot: netnew.Snapshot) -> SnapshotDetail:
    return SnapshotDetail(
        snapshot_id=snapshot.id, base=snapshot.base, hash=snapshot.hash, items=len(snapshot),
        taken_at=snapshot.taken_at, id_type=snapshot.id_type, recipe=snapshot.recipe.as_dict(),
    )  # fmt: skip
