"""Inspect logs: `.json`, and `.eval`, a zip whose members may be packed with Zstandard."""

from __future__ import annotations

import io
import json
import math
import struct
import zipfile
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from netnew.foundation.errors import MissingExtraError, RecordError
from netnew.ratchet.document import Document
from netnew.ratchet.importers.run import Run

ZSTANDARD = 93
LOCAL_HEADER = struct.Struct("<4s22xHH")
# No header or table of reductions of a real log comes near; a packed bomb would.
MOST_BYTES = 512 * 2**20
# How Inspect writes correct, incorrect, partial and no answer.
LETTERS = {"C": 1.0, "I": 0.0, "P": 0.5, "N": 0.0}


def read(document: Document) -> Run:
    """The run of one log."""
    evaluation = document.inside("eval")
    status = document.text("status")
    if status != "success":
        raise document.wrong("status", "import logs of runs that ended in success")
    task = evaluation.needed("task", "give a log that Inspect wrote")
    scores = list(document.inside("results").each("scores"))
    if not scores:
        raise document.wrong("results", "give a log with scores")
    benchmarks = [_score(document, task, score, len(scores) > 1) for score in scores]
    data = evaluation.inside("dataset")
    ids = [str(item) for item in data.list("sample_ids")]
    return Run(
        source="inspect",
        run_id=evaluation.text("eval_id") or evaluation.text("run_id"),
        system=evaluation.text("model"),
        timestamp=evaluation.text("created"),
        benchmarks=tuple(benchmarks),
        harness={
            "task": task,
            "version": evaluation.values.get("task_version"),
            "samples": ids or data.count("samples"),
            "scorers": sorted(str(score.values.get("name")) for score in scores),
        },
    )


def _score(document: Document, task: str, score: Document, many: bool) -> dict[str, Any]:
    name = score.needed("name", "name the scorer")
    scorer = score.text("scorer") or name
    metrics = score.inside("metrics")
    found: dict[str, Any] = {"id": f"{task}/{name}" if many else task, "metric": name}
    n = score.count("scored_samples")
    if n is not None:
        found["n"] = n
    for metric in ("accuracy", "mean"):
        if metric in metrics.values:
            value = metrics.inside(metric).values.get("value")
            # NaN is Inspect's word for unscored.
            if not _is_nan(value):
                number = metrics.inside(metric).number("value")
                if number is not None and 0 <= number <= 1:
                    found["score"] = value
            break
    stderr = metrics.inside("stderr").values.get("value")
    if isinstance(stderr, (int, float)) and not _is_nan(stderr):
        found["stderr"] = stderr
    items = dict(_items(document, scorer, name))
    return found | ({"items": items} if items else {})


def _items(document: Document, scorer: str, name: str) -> Iterator[tuple[str, int | None]]:
    """One outcome a sample over its epochs: passed or failed in all, else neither."""
    reductions = [r for r in document.each("reductions") if r.text("scorer") in {scorer, name}]
    if reductions:
        for sample in reductions[0].each("samples"):
            yield str(sample.values.get("sample_id")), _passed(sample.values.get("value"))
        return
    outcomes: dict[str, set[int | None]] = defaultdict(set)
    for sample in document.each("samples"):
        score = sample.inside("scores").inside(name)
        bad = sample.values.get("error") or sample.values.get("invalidation")
        outcome = None if bad else _passed(score.values.get("value"))
        outcomes[str(sample.values.get("id"))].add(outcome)
    for item, seen in outcomes.items():
        yield item, seen.pop() if len(seen) == 1 else None


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


def _passed(value: Any) -> int | None:
    number = LETTERS.get(value) if isinstance(value, str) else value
    return int(number) if number in (0, 1) else None


def unpack(content: bytes, source: str) -> dict[str, Any]:
    """The parts of an `.eval` file that matter, as the one object that `.json` would be."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = {info.filename: info for info in archive.infolist()}
            header = _member(content, archive, members, "header.json", source)
            reductions = _member(content, archive, members, "reductions.json", source)
    except (zipfile.BadZipFile, struct.error, zlib.error) as error:
        raise RecordError(
            source, f"is no zip ({error})", "give the log as it was written"
        ) from error
    if not isinstance(header, dict):
        raise RecordError(source, "holds no header.json", "give a log of a run that ended")
    return header | ({"reductions": reductions} if reductions is not None else {})


def _member(
    content: bytes,
    archive: zipfile.ZipFile,
    members: Mapping[str, zipfile.ZipInfo],
    name: str,
    source: str,
) -> Any:
    info = members.get(name)
    if info is None:
        return None
    if info.file_size > MOST_BYTES:
        raise RecordError(
            source, f"unpacks to {info.file_size} bytes", "give a smaller log", key=name
        )
    if info.compress_type == ZSTANDARD:
        data = _zstandard(content, info, source)
    else:
        data = archive.read(info)
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise RecordError(
            source, f"is no JSON ({error})", "give the log as written", key=name
        ) from error


def _zstandard(content: bytes, info: zipfile.ZipInfo, source: str) -> bytes:
    try:
        import zstandard
    except ImportError as error:
        raise MissingExtraError("Inspect's `.eval` logs", "inspect") from error
    start = info.header_offset
    _, name_length, extra_length = LOCAL_HEADER.unpack_from(content, start)
    start += LOCAL_HEADER.size + name_length + extra_length
    packed = content[start : start + info.compress_size]
    try:
        with zstandard.ZstdDecompressor().stream_reader(packed) as reader:
            return reader.read(info.file_size)
    except zstandard.ZstdError as error:
        raise RecordError(
            source, f"cannot be unpacked ({error})", "give the log as written", key=info.filename
        ) from error
