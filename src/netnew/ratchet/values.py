"""Values by key, with who set them, when, for which project and why: `connect(…).values`.

The store that the ratchet keeps its cycles in, open to agents under every other namespace. What
lies under `eval-harness/saturation` is read like any value and written by the ratchet alone: an
aggregate or an approval that anyone could set would be worth nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from netnew.foundation.canonical import canonical_json
from netnew.foundation.clock import Clock, timestamp
from netnew.foundation.errors import InputError, NotFoundError
from netnew.foundation.ids import digest
from netnew.ratchet.ports import Archive, Shelf, Stored
from netnew.ratchet.snapshot import NAMESPACE, SCHEMA_VERSION

LONGEST_KEY: Final = 400
LONGEST_TEXT: Final = 200
LARGEST_VALUE_BYTES: Final = 256 * 1024
PART: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@+-]{0,119}")
TAG: Final = re.compile(r"x-[a-z0-9][a-z0-9-]{0,60}")
# Set by every `put`, and therefore not for callers to set.
OWN_TAGS: Final = ("x-intent", "x-namespace", "x-schema-version", "x-version", "x-when", "x-who")
RATCHET_ITSELF: Final = "saturation-monitor"


@dataclass(frozen=True, slots=True)
class Value:
    """A value with the four things that everyone may ask of it."""

    key: str
    value: Mapping[str, Any]
    who: str
    when: str
    project: str
    why: str
    version: int | None
    """Counts the changes from 1; None for what the ratchet writes."""
    tags: Mapping[str, str]
    """All tags, as they are stored."""


class Values:
    """Every project's values of one workspace."""

    def __init__(self, archive: Callable[[str], Archive], clock: Clock) -> None:
        self._archive, self._clock = archive, clock

    def put(
        self,
        key: str,
        value: Mapping[str, Any],
        *,
        project: str,
        who: str,
        why: str,
        tags: Mapping[str, str] | None = None,
        expected_version: int | None = None,
    ) -> Value:
        """Set a value and record it; the same value for the same reason again changes nothing.

        Parameters
        ----------
        expected_version
            The version that the caller read: set only if that is still the newest; 0: only if
            there is none yet.
        """
        writable(check_key(key))
        size = len(canonical_json(value))
        if size > LARGEST_VALUE_BYTES:
            raise InputError(
                f"the value has {size:,} bytes", f"store at most {LARGEST_VALUE_BYTES:,}"
            )
        given = _given_tags(tags or {})
        for name, text in (("who", who), ("why", why)):
            _check_text(name, text)
        now = timestamp(self._clock())
        with self._archive(project).write() as shelf:
            before = shelf.get(key)
            version = 0 if before is None else int(before.tags["x-version"])
            if expected_version is not None and expected_version != version:
                raise InputError(
                    f"`{key}` is at version {version}, not {expected_version}",
                    "read it again and decide anew",
                )
            meant = {**given, "project": project, "x-who": who, "x-intent": why}
            if before is not None and _same(before, value, meant):
                return _value_of(before)
            stamped = meant | {"x-when": now, "x-namespace": key, "x-version": str(version + 1),
                               "x-schema-version": SCHEMA_VERSION}  # fmt: skip
            return _store(shelf, key, value, stamped, now)

    def get(self, key: str, *, project: str) -> Value:
        """The value under this key."""
        with self._archive(project).read() as shelf:
            found = shelf.get(check_key(key))
        if found is None:
            raise NotFoundError(
                f"project `{project}` has nothing under `{key}`", "list a namespace to see its keys"
            )
        return _value_of(found)

    def list(
        self, namespace: str = "", *, project: str, newest: int | None = None
    ) -> Sequence[Value]:
        """The values under a namespace (none: all), oldest first, or so many last ones."""
        prefix = f"{check_key(namespace.rstrip('/'))}/" if namespace.strip("/") else ""
        with self._archive(project).read() as shelf:
            return [_value_of(found) for found in shelf.find(prefix, newest=newest)]


def check_key(key: str) -> str:
    """The key, if it is a path of plain names.

    >>> check_key("notes/2026/plan")
    'notes/2026/plan'
    >>> check_key("notes/../secrets")
    Traceback (most recent call last):
    netnew.foundation.errors.InputError: 'notes/../secrets' is no key; write names joined by /, \
each of letters, digits and . _ : @ + -, a letter or digit first
    """
    parts = key.split("/")
    if len(key) > LONGEST_KEY or not all(PART.fullmatch(part) for part in parts):
        raise InputError(
            f"{key[:80]!r} is no key",
            "write names joined by /, each of letters, digits and . _ : @ + -, a letter or digit "
            "first",
        )
    return key


def writable(key: str) -> None:
    """Raise for a key that the ratchet alone writes."""
    if key == NAMESPACE or key.startswith(f"{NAMESPACE}/"):
        raise InputError(
            f"`{key}` is written by the ratchet alone",
            "record a cycle: its snapshot, the aggregate and expansions follow from that",
        )


def _store(
    shelf: Shelf, key: str, value: Mapping[str, Any], tags: Mapping[str, str], now: str
) -> Value:
    body = {"key": key, "value": dict(value), "tags": dict(tags)}
    name = digest({"key": key, "version": tags["x-version"]})
    shelf.log("ratchet.value", body, {}, f"value/{name}", now)
    shelf.put(key, value, tags, now)
    return _value_of(Stored(key, 0, now, tags, value))


def _same(before: Stored, value: Mapping[str, Any], meant: Mapping[str, str]) -> bool:
    stamps = {"x-when", "x-namespace", "x-version", "x-schema-version"}
    told = {name: text for name, text in before.tags.items() if name not in stamps}
    return told == dict(meant) and digest(dict(before.value)) == digest(dict(value))


def _value_of(found: Stored) -> Value:
    tags = dict(sorted(found.tags.items()))
    version = tags.get("x-version")
    return Value(
        key=found.key,
        value=found.value,
        who=tags.get("x-who", RATCHET_ITSELF),
        when=tags.get("x-when", found.recorded_at),
        project=tags["project"],
        why=tags["x-intent"],
        version=None if version is None else int(version),
        tags=tags,
    )


def _given_tags(tags: Mapping[str, str]) -> dict[str, str]:
    for name, text in tags.items():
        if not TAG.fullmatch(name) or name in OWN_TAGS:
            raise InputError(
                f"no tag can be called {name[:40]!r}",
                f"write x- and lower-case letters, none of {', '.join(OWN_TAGS)}",
            )
        _check_text(name, text)
    return dict(tags)


def _check_text(name: str, text: str) -> None:
    if not 0 < len(text.strip()) <= LONGEST_TEXT or not text.isprintable():
        raise InputError(
            f"{name} is {text[:40]!r}", f"give 1 to {LONGEST_TEXT} characters on one line"
        )
