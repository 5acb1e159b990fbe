"""Reads result files: finds out whose they are, and hands each to its importer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, get_args

from netnew.foundation.errors import FileUnreadableError, InputError, RecordError
from netnew.ratchet.document import Document
from netnew.ratchet.importers import inspect, junit, lm_eval, openai_evals, promptfoo, table
from netnew.ratchet.importers.run import Run

Source = Literal["lm-eval", "inspect", "promptfoo", "junit", "openai-evals", "csv", "json"]
SOURCES: tuple[str, ...] = get_args(Source)


def import_results(
    paths: Sequence[Path | str], source: str = "auto", *, harness_hash: str | None = None
) -> list[dict[str, Any]]:
    """The cycles that these files tell of, oldest first; `ratchet.record_cycle` takes each.

    Parameters
    ----------
    paths
        Result files; the `samples_*.jsonl` of lm-eval beside their `results_*.json` are found.
    source
        The tool that wrote them; `auto` looks into each file.
    harness_hash
        What the cycles' series is keyed by; None: what the files say of versions and items.
    """
    if source not in ("auto", *SOURCES):
        raise InputError(f"nothing imports from `{source}`", f"choose auto, {', '.join(SOURCES)}")
    cycles: list[dict[str, Any]] = []
    for path in map(Path, paths):
        if source in {"auto", "lm-eval"} and path.name.startswith("samples_"):
            continue  # read with the results file that it belongs to
        cycles += _cycles(path, source, harness_hash)
    return sorted(cycles, key=lambda cycle: str(cycle.get("timestamp", "")))


def _cycles(path: Path, source: str, harness_hash: str | None) -> list[dict[str, Any]]:
    content = _content(path)
    found = recognise(path.name, content) if source == "auto" else source
    if found == "json":
        document = _json(content, str(path))
        cycles = document if isinstance(document, list) else [document]
        for at, cycle in enumerate(cycles):
            Document(cycle, str(path), f"[{at}]").needed("cycle_id", "give each cycle an id")
        keyed = {} if harness_hash is None else {"harness_hash": harness_hash}
        return [{**cycle, **keyed} for cycle in cycles]
    return [run.cycle(harness_hash) for run in _runs(path, content, found)]


def _runs(path: Path, content: bytes, source: str) -> list[Run]:
    name = str(path)
    if source == "csv":
        return table.read(_text(content, name), name)
    return [_run(path, content, source, name)]


def _run(path: Path, content: bytes, source: str, name: str) -> Run:
    if source == "junit":
        return junit.read(content, name)
    if source == "openai-evals":
        return openai_evals.read(_lines(content, name))
    packed = source == "inspect" and content.startswith(b"PK")
    document = Document(inspect.unpack(content, name) if packed else _json(content, name), name)
    if source == "inspect":
        return inspect.read(document)
    if source == "promptfoo":
        return promptfoo.read(document)
    return lm_eval.read(document, _samples(path))


def recognise(name: str, content: bytes) -> str:
    """Which tool wrote a file, by what is in it rather than by its name.

    >>> recognise("report.xml", b"<testsuites/>")
    'junit'
    """
    start = content.lstrip()[:1]
    if content.startswith(b"PK"):
        return "inspect"
    if start == b"<":
        return "junit"
    if start in (b"{", b"["):
        return _recognise_json(name, content)
    if name.endswith(".csv"):
        return "csv"
    raise RecordError(name, "is of no tool that is known", f"name it: --from {'|'.join(SOURCES)}")


def _recognise_json(name: str, content: bytes) -> str:
    first = content.lstrip().split(b"\n", 1)[0]
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        if b'"spec"' in first or b'"run_id"' in first or b'"final_report"' in first:
            return "openai-evals"
        _json(content, name)
    keys = document.keys() if isinstance(document, dict) else set()
    if "cycle_id" in keys or isinstance(document, list):
        return "json"
    if {"eval", "status"} <= keys:
        return "inspect"
    if "results" in keys and {"evalId", "config"} & keys and "n-samples" not in keys:
        inner = document["results"]
        if isinstance(inner, dict) and ("stats" in inner or "prompts" in inner):
            return "promptfoo"
    if "results" in keys and {"n-samples", "versions", "lm_eval_version"} & keys:
        return "lm-eval"
    if "spec" in keys or "final_report" in keys:
        return "openai-evals"
    raise RecordError(name, "is of no tool that is known", f"name it: --from {'|'.join(SOURCES)}")


def _samples(path: Path) -> Mapping[str, Sequence[Document]]:
    """The sample files of the same run: same folder, same date in the name."""
    date = path.stem.removeprefix("results_")
    found = {}
    for file in sorted(path.parent.glob(f"samples_*_{date}.jsonl")):
        task = file.stem.removeprefix("samples_").removesuffix(f"_{date}")
        found[task] = _lines(_content(file), str(file))
    return found


def _lines(content: bytes, source: str) -> list[Document]:
    found = []
    for number, line in enumerate(content.splitlines(), 1):
        if line.strip():
            place = f"{source}:{number}"
            found.append(Document(_json(line, place), place))
    return found


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileUnreadableError(
            f"{path} cannot be read ({error.strerror})", "check its name and owner"
        ) from error


def _text(content: bytes, source: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(source, f"is no UTF-8 ({error.reason})", "save it as UTF-8") from error


def _json(content: bytes, source: str) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise RecordError(
            source, f"is no JSON ({error})", "give the file as it was written"
        ) from error
