"""What every record of the gate is: frozen, read by attribute or key, plain JSON on request."""

from __future__ import annotations

import dataclasses
import typing
from typing import Any, ClassVar

from pydantic.fields import FieldInfo


class Record:
    """A frozen dataclass that becomes a document whose keys are those of the specification."""

    __slots__ = ()
    ABSENT: ClassVar[frozenset[str]] = frozenset()
    """Keys that are left out, rather than null, where they do not apply."""

    def as_dict(self) -> dict[str, Any]:
        """The record as plain values."""
        document: dict[str, Any] = {}
        for name, key, may_be_absent in _LAYOUTS[type(self)]:
            value = getattr(self, name)
            if type(value) in _SCALARS:
                if value is not None or not may_be_absent:
                    document[key] = value
            else:
                document[key] = _plain(value)
        return document

    def __getitem__(self, key: str) -> Any:
        return self.as_dict()[key]


class _Layouts(dict[type[Record], tuple[tuple[str, str, bool], ...]]):
    """Field, key and whether it may be absent, worked out once a class."""

    def __missing__(self, kind: type[Record]) -> tuple[tuple[str, str, bool], ...]:
        self[kind] = _layout(kind)
        return self[kind]


_LAYOUTS = _Layouts()


def _layout(kind: type[Any]) -> tuple[tuple[str, str, bool], ...]:
    hints = typing.get_type_hints(kind, include_extras=True)
    return tuple(
        (field.name, key := _key(field.name, hints[field.name]), key in kind.ABSENT)
        for field in dataclasses.fields(kind)
    )


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
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    raise TypeError(f"{type(value).__name__} is no part of a record")
