"""What every record of the gate is: frozen, read by attribute or key, plain JSON on request."""

from __future__ import annotations

import dataclasses
import types
import typing
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, TypeVar, overload

from pydantic.fields import FieldInfo


class Record:
    """A frozen dataclass that becomes a document whose keys are those of the specification."""

    __slots__ = ()
    ABSENT: ClassVar[frozenset[str]] = frozenset()
    """Keys that are left out, rather than null, where they do not apply."""

    def as_dict(self) -> dict[str, Any]:
        """The record as plain values."""
        layout = _LAYOUTS[type(self)]
        document = dict(zip(layout.keys, layout.values_of(self), strict=True))
        for key, made_plain in layout.nested:
            document[key] = made_plain(document[key])
        for key in layout.may_be_absent:
            if document[key] is None:
                del document[key]
        return document

    def __getitem__(self, key: str) -> Any:
        return self.as_dict()[key]


R = TypeVar("R", bound=Record)


class Listing(Sequence[R], ABC):
    """Records of a record that are made only where one is looked at: most are only written down.

    It equals the tuple of them.
    """

    @abstractmethod
    def made(self) -> tuple[R, ...]:
        """Make the records."""

    @abstractmethod
    def as_list(self) -> list[dict[str, Any]]:
        """Give what the records would give as plain values, without making them."""

    @overload
    def __getitem__(self, at: int) -> R: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[R, ...]: ...
    def __getitem__(self, at: int | slice) -> R | tuple[R, ...]:
        return self.made()[at]

    def __iter__(self) -> Iterator[R]:
        return iter(self.made())

    def __eq__(self, other: object) -> bool:
        return self.made() == (other.made() if isinstance(other, Listing) else other)

    def __hash__(self) -> int:
        return hash(self.made())

    def __repr__(self) -> str:
        return repr(self.made())


class _Layout(NamedTuple):
    """How a class of records becomes a document, worked out once."""

    keys: tuple[str, ...]
    values_of: Callable[[Any], tuple[Any, ...]]
    nested: tuple[tuple[str, Callable[[Any], Any]], ...]
    """Keys whose values are records or hold some, and what makes them plain; all others are."""
    may_be_absent: tuple[str, ...]


class _Layouts(dict[type[Record], _Layout]):
    def __missing__(self, kind: type[Record]) -> _Layout:
        self[kind] = _layout(kind)
        return self[kind]


_LAYOUTS = _Layouts()


def _layout(kind: type[Any]) -> _Layout:
    hints = typing.get_type_hints(kind, include_extras=True)
    names = [field.name for field in dataclasses.fields(kind)]
    keys = {name: _key(name, hints[name]) for name in names}
    return _Layout(
        tuple(keys.values()),
        # Of one name it gives the bare value; of none it cannot be made.
        attrgetter(*names) if len(names) > 1 else lambda record: (getattr(record, names[0]),),
        tuple((keys[name], _maker(hints[name])) for name in names if not _is_plain(hints[name])),
        tuple(key for key in keys.values() if key in kind.ABSENT),
    )


def _is_plain(hint: Any) -> bool:
    """Whether every value of this annotation is plain JSON that nobody changes."""
    origin = typing.get_origin(hint)
    if origin is typing.Annotated:
        return _is_plain(typing.get_args(hint)[0])
    if origin in {types.UnionType, typing.Union}:
        return all(map(_is_plain, typing.get_args(hint)))
    return origin is typing.Literal or hint in _SCALARS


def _maker(hint: Any) -> Callable[[Any], Any]:
    """Choose by the annotation what makes a value plain, so that most need not be looked into."""
    one, *more = [part for part in _alternatives(hint) if part is not type(None)]
    if more:
        return _plain
    if isinstance(one, type) and issubclass(one, Record):
        return _record
    inner, *rest = typing.get_args(one) or (None,)
    if rest in ([], [...]) and isinstance(inner, type) and issubclass(inner, Record):
        return _records
    return list if rest == [...] and _is_plain(inner) else _plain


def _alternatives(hint: Any) -> tuple[Any, ...]:
    if typing.get_origin(hint) is typing.Annotated:
        return _alternatives(typing.get_args(hint)[0])
    is_union = typing.get_origin(hint) in {types.UnionType, typing.Union}
    return typing.get_args(hint) if is_union else (hint,)


def _record(value: Record | None) -> dict[str, Any] | None:
    return None if value is None else value.as_dict()


def _records(values: Sequence[Record]) -> list[dict[str, Any]]:
    return values.as_list() if isinstance(values, Listing) else [one.as_dict() for one in values]


def _key(name: str, hint: Any) -> str:
    for extra in getattr(hint, "__metadata__", ()):
        if isinstance(extra, FieldInfo) and extra.alias:
            return extra.alias
    return name


_SCALARS = frozenset({str, int, float, bool, type(None)})


def _plain(value: Any) -> Any:
    if type(value) in _SCALARS:
        return value
    if isinstance(value, Record):
        return value.as_dict()
    if isinstance(value, (tuple, list)):
        return [one if type(one) in _SCALARS else _plain(one) for one in value]
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    raise TypeError(f"{type(value).__name__} is no part of a record")
