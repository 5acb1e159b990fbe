"""What a base holds: items, checked once where they come in."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal, Self, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    model_validator,
)

from netnew.foundation.canonical import canonical_json
from netnew.foundation.errors import DamagedError, InputError, RecordError

IdType = Literal["knowledge_item_id", "co_id", "assertion_id"]
ID_TYPES: Final[tuple[IdType, ...]] = get_args(IdType)

LONGEST_ID: Final = 200
MOST_TEXT_BYTES: Final = 1 << 20
MOST_FIELD_BYTES: Final = 1 << 20
EXAMPLE: Final = '{"id": "k1", "text": "Water boils at 100 °C at sea level."}'

# Id, text, and the canonical JSON of the explicit fields (empty where there are none).
Encoded = tuple[bytes, bytes, bytes]


def _plain(name: str) -> str:
    if "\0" in name:
        raise ValueError("it holds NUL")
    return name


def _sized(text: str) -> str:
    if not text.strip():
        raise ValueError("it is blank")
    # No character takes more than four bytes, so most texts need not be measured.
    if len(text) * 4 > MOST_TEXT_BYTES:
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > MOST_TEXT_BYTES:
            raise ValueError(f"it has {size:,} bytes, the most is {MOST_TEXT_BYTES:,}")
    return text


class Item(BaseModel):
    """One piece of knowledge: an id, a text, and what is known about it explicitly.

    >>> Item(id="k1", text="Water boils at 100 °C.", tags=["physics"]).tags
    ('physics',)
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    id: Annotated[str, Field(min_length=1, max_length=LONGEST_ID), AfterValidator(_plain)]
    """Its name in the base: 1 to 200 characters, no NUL, no lone surrogate."""
    text: Annotated[str, AfterValidator(_sized)]
    """What it says, up to 1 MiB (1,048,576 bytes) in UTF-8; not blank."""
    scope_ref: str | None = None
    """The scope in which it holds."""
    terms_ref: str | None = None
    """The definitions that its words refer to."""
    constraints: JsonValue = None
    """Conditions under which it holds; any JSON."""
    canonical: bool | None = None
    """Whether it is the canonical entry for what it says."""
    tags: Annotated[tuple[str, ...], Field(strict=False)] = ()
    source: str | None = None
    """Where it came from. All fields but id and text together may take 1 MiB."""

    @model_validator(mode="after")
    def _sized_fields(self) -> Self:
        size = len(self._fields())
        if size > MOST_FIELD_BYTES:
            raise ValueError(f"the fields have {size:,} bytes, the most is {MOST_FIELD_BYTES:,}")
        return self

    def encoded(self) -> Encoded:
        """Return the three parts that a segment stores."""
        return self.id.encode(), self.text.encode("utf-8", "surrogatepass"), self._fields()

    def _fields(self) -> bytes:
        if self.model_fields_set <= {"id", "text"}:
            return b""
        given = {name: getattr(self, name) for name in EXPLICIT}
        told = {name: value for name, value in given.items() if value is not None and value != ()}
        return canonical_json(told) if told else b""


EXPLICIT: Final = tuple(name for name in Item.model_fields if name not in {"id", "text"})


def decoded(encoded: Encoded) -> Item:
    """Make the item of its stored parts; bytes that are no item are a DamagedError.

    >>> decoded(Item(id="a", text="b", canonical=True).encoded()).canonical
    True
    """
    name, text, fields = encoded
    try:
        explicit = json.loads(fields) if fields else {}
        return Item(id=name.decode(), text=text.decode("utf-8", "surrogatepass"), **explicit)
    except (ValueError, TypeError, RecursionError) as error:
        raise DamagedError(
            "a segment holds bytes that are no item", "run `netnew base verify` and restore it"
        ) from error


def checked(given: Iterable[Item | Mapping[str, Any]], *, source: str = "item") -> Iterator[Item]:
    """Check each item as it passes; what is wrong names its place, from 1.

    >>> list(checked([{"id": "a", "text": "b", "tag": ["c"]}]))
    Traceback (most recent call last):
    netnew.foundation.errors.RecordError: item:1: tag: there is no such key; did you mean `tags`?
    """
    if not hasattr(given, "__iter__") or isinstance(given, str | Mapping):
        raise InputError(f"the items are {given!r:.40}", f"give a list of items like {EXAMPLE}")
    for line, one in enumerate(given, start=1):
        yield check(one, source=source, line=line)


def check(given: Item | Mapping[str, Any], *, source: str, line: int) -> Item:
    """Make an item of what was given, or raise a RecordError that names `source` and `line`."""
    if isinstance(given, Item):
        return given
    way_out = f"write it like {EXAMPLE}"
    if not isinstance(given, Mapping):
        raise RecordError(source, "is no JSON object", way_out, line=line)
    try:
        return Item.model_validate(dict(given))
    except ValidationError as error:
        raise _explained(error, source, line) from error
    except (RecursionError, UnicodeEncodeError) as error:
        raise RecordError(
            source, "is nested too deeply or no Unicode", way_out, line=line
        ) from error


def _explained(error: ValidationError, source: str, line: int) -> RecordError:
    wrong = error.errors(include_url=False, include_input=False, include_context=False)
    # A misspelt key makes a required one missing; the misspelling is what to tell.
    first = min(wrong, key=lambda one: one["type"] != "extra_forbidden")
    key = ".".join(str(part) for part in first["loc"]) or None
    if key and first["type"] == "extra_forbidden":
        close = difflib.get_close_matches(key, Item.model_fields, n=1)
        known = f"the keys are {', '.join(Item.model_fields)}"
        way_out = f"did you mean `{close[0]}`?" if close else known
        return RecordError(source, "there is no such key", way_out, line=line, key=key)
    said = first["msg"].removeprefix("Value error, ")
    problem = "is missing" if first["type"] == "missing" else said[0].lower() + said[1:]
    return RecordError(source, problem, f"write it like {EXAMPLE}", line=line, key=key)
