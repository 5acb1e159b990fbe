"""Judges a body line by line, holding a few lines at a time, whatever its length."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final, NamedTuple

import anyio
from fastapi import Request
from starlette.requests import ClientDisconnect

import netnew
from netnew.doors.http.bodies import check_json, too_large, too_slow
from netnew.doors.http.judging import Judging, line_key
from netnew.doors.http.offload import offload
from netnew.doors.http.problems import Problem, of_error

# One transaction for so many lines; what has come is never made to wait for more.
MOST_AT_ONCE: Final = 64


class _Line(NamedTuple):
    number: int
    text: bytes


async def judged_lines(
    request: Request, judging: Judging, key: str | None, settings: netnew.Settings
) -> AsyncIterator[dict[str, Any]]:
    """A judgement for each line, in order; a line that is wrong is answered with its problem."""
    try:
        async for lines in _portions(request, settings):
            for answer in await offload(_judged, judging, key, settings, lines):
                yield answer
    except Problem as problem:
        # The status is sent already: the end of the answer has to say it.
        yield {"problem": problem.document()}
    except netnew.NetnewError as error:
        yield {"problem": of_error(error).document()}
    except ClientDisconnect:
        return


async def _portions(request: Request, settings: netnew.Settings) -> AsyncIterator[Sequence[_Line]]:
    number, rest, chunks = 0, b"", request.stream()
    while True:
        try:
            with anyio.fail_after(settings.http_body_seconds):
                chunk = await anext(chunks, None)
        except TimeoutError as error:
            raise too_slow(settings.http_body_seconds) from error
        whole = chunk is None
        *complete, rest = (rest + (chunk or b"")).split(b"\n")
        if whole and rest:
            complete, rest = [*complete, rest], b""
        for start in range(0, len(complete), MOST_AT_ONCE):
            portion = complete[start : start + MOST_AT_ONCE]
            yield [_Line(number + at, text) for at, text in enumerate(portion, start=1)]
            number += len(portion)
        if len(rest) > settings.http_body_bytes:
            raise too_large(settings.http_body_bytes)
        if whole:
            return


def _judged(
    judging: Judging, key: str | None, settings: netnew.Settings, lines: Sequence[_Line]
) -> list[dict[str, Any]]:
    answers: dict[int, dict[str, Any]] = {}
    good: list[tuple[_Line, dict[str, Any]]] = []
    for line in lines:
        if not line.text.strip():
            continue
        try:
            good.append((line, _read(line, settings, judging)))
        except (Problem, netnew.InputError) as error:
            told = error if isinstance(error, Problem) else of_error(error)
            answers[line.number] = {"line": line.number, "problem": told.document()}
    keys = None
    if key is not None:
        keys = [line_key(judging.asked, key, line.number, line.text) for line, _ in good]
    documents = judging.judge([claim for _, claim in good], keys) if good else []
    for (line, _), document in zip(good, documents, strict=True):
        answers[line.number] = {"line": line.number, **document}
    return [answers[number] for number in sorted(answers)]


def _read(line: _Line, settings: netnew.Settings, judging: Judging) -> dict[str, Any]:
    if len(line.text) > settings.http_body_bytes:
        raise too_large(settings.http_body_bytes)
    check_json(line.text, settings)
    try:
        found = json.loads(line.text)
    except (ValueError, RecursionError) as error:
        raise netnew.RecordError(
            "stream", "is no JSON", "write one claim a line", line=line.number
        ) from error
    if not isinstance(found, dict):
        raise netnew.RecordError(
            "stream", "is no JSON object", "write one claim a line", line=line.number
        )
    # What is wrong with one claim must not stop those beside it.
    judging.check(found)
    return found
