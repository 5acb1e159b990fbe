"""Facts out of a file, a line at a time: JSON Lines. A bad line is named, with a good one."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from netnew.foundation.errors import InputError, RecordError
from netnew.foundation.json_problem import json_problem
from netnew.foundation.opening import opened
from netnew.memory.intake import checked_fact
from netnew.memory.records import FactInput

EXAMPLE: Final = '{"subject": "api", "content": "The API allows 250 requests a minute."}'
WAY_OUT: Final = f"write it like {EXAMPLE}"
KEYS: Final = tuple(field.name for field in fields(FactInput))
# The longest text with every character escaped; a file without line ends must not fill memory.
LONGEST_LINE: Final = 1 << 23


class FactLine(NamedTuple):
    """One line of input: its fact, or what is wrong with it."""

    number: int
    fact: FactInput | RecordError


def read_facts(
    source: Path | BinaryIO,
    *,
    name: str | None = None,
    defaults: Mapping[str, Any] | None = None,
    heard: Callable[[int], object] | None = None,
) -> Iterator[FactLine]:
    r"""Facts of a file or an open stream, in order, bad lines among them; memory stays bounded.

    Parameters
    ----------
    name
        What errors call the source; None: the path.
    defaults
        What a line that leaves a key out means.
    heard
        Is told the bytes of each line, for a progress bar.

    >>> import io
    >>> lines = read_facts(io.BytesIO(b'{"content": "x"}\n{"contend": "y"}'), name="facts.jsonl")
    >>> [str(line.fact) for line in lines if line.number == 2]
    ['facts.jsonl:2: there is no key `contend`; did you mean `content`?']
    """
    shown = name or str(source)
    with opened(source, shown) as stream:
        for number, data in _lines(stream, heard or (lambda _size: None)):
            try:
                yield FactLine(number, fact_given({**(defaults or {}), **_object(data, number)}))
            except InputError as error:
                yield FactLine(
                    number, RecordError(shown, error.problem, error.way_out, line=number)
                )


def fact_given(document: Mapping[str, Any]) -> FactInput:
    """The fact that a JSON object describes; an unknown key or a bad value is an InputError.

    >>> fact_given({"content": "The API is public", "tags": ["api"]}).tags
    ('api',)
    """
    for key in document:
        if key not in KEYS:
            close = difflib.get_close_matches(key, KEYS, n=1)
            known = f"the keys are {', '.join(KEYS)}"
            raise InputError(
                f"there is no key `{key:.40}`", f"did you mean `{close[0]}`?" if close else known
            )
    given = FactInput(**document)
    checked_fact(given)
    return FactInput(**{**document, "tags": tuple(given.tags)})


def _lines(stream: BinaryIO, heard: Callable[[int], object]) -> Iterator[tuple[int, bytes]]:
    """Every line with something on it; of one that is too long a piece that is too long, too."""
    number = 0
    while data := stream.readline(LONGEST_LINE + 1):
        number += 1
        heard(len(data))
        rest = data
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE + 1)
            heard(len(rest))
        if data.strip():
            yield number, data


def _object(data: bytes, number: int) -> dict[str, Any]:
    if len(data) > LONGEST_LINE:
        raise InputError(f"is longer than {LONGEST_LINE:,} bytes", "write one fact a line")
    try:
        found = json.loads(data.decode("utf-8-sig" if number == 1 else "utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(f"is no UTF-8 (byte {error.start + 1})", "save it as UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"is no JSON ({json_problem(error)})", WAY_OUT) from error
    if not isinstance(found, dict):
        raise InputError("is no JSON object", WAY_OUT)
    return found
