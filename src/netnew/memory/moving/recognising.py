"""Whose a file is, by what is in it rather than by its name. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from netnew.memory.moving import adr, decision_log
from netnew.memory.moving.arrival import Form

# Enough to tell a format by.
LOOKED_AT: Final = 1 << 16
MARKDOWN: Final = (".md", ".markdown", ".mdown", ".mkd")
_PLAIN_KEYS: Final = {"content", "text", "summary"}


def recognise(name: str, opening: str) -> Form | None:
    """The format of a text that opens so; None for one that is not known.

    >>> recognise("a.jsonl", '{"type": "entity", "name": "ann"}'), recognise("x", "hello")
    ('mcp-memory', None)
    """
    first = opening.lstrip("\ufeff \t\r\n")
    if name.lower().endswith(MARKDOWN) or first.startswith(("# ", "---\n", "---\r\n")):
        return _of_markdown(opening)
    if first[:1] not in {"{", "["}:
        # A first line that is broken, perhaps, before others that can be read.
        return _of_lines(first)
    return _of_lines(first) or _of_document(first)


def _of_markdown(text: str) -> Form | None:
    if adr.is_record(text):
        # A log has several dated headings, and each may have a status of its own.
        return "decision-log" if decision_log.dated_entries(text) > 1 else "adr"
    return "decision-log" if decision_log.dated_entries(text) else None


def _of_lines(text: str) -> Form | None:
    """By the first line that is an object of its own."""
    for line in text.split("\n")[:50]:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            known = _of_object(found)
            if known is not None:
                return known
    return None


def _of_object(found: Mapping[str, Any]) -> Form | None:
    if found.get("type") in {"entity", "relation", "observation"} or "entities" in found:
        return "mcp-memory"
    if "memory" in found or "results" in found or "memories" in found:
        return "mem0"
    if found.get("kind") in {"fact", "decision", "episode", "attribute", "memory"}:
        return "jsonl"
    return "jsonl" if found.keys() & _PLAIN_KEYS and "kind" not in found else None


def _of_document(text: str) -> Form | None:
    """By the keys that the beginning of a document over several lines names."""
    if text.startswith("[") and not text[1:].lstrip().startswith(("{", "]")):
        return None
    if re.search(r'"(?:entities|entityType|relationType)"\s*:', text):
        return "mcp-memory"
    if re.search(r'"(?:memory|memories|results)"\s*:', text):
        return "mem0"
    if re.match(r'\{\s*"(?:kind|content|text|summary|subject)"\s*:', text):
        return "jsonl"  # one line that is longer than what was looked at
    return "mem0" if text[1:].lstrip().startswith("]") and text.startswith("[") else None
