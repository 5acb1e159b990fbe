"""A folder of records split by kind, that a killed run can be taken up in again."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from netnew.foundation.errors import DamagedError, InputError
from netnew.foundation.files import FolderLock, disk_errors, make_folder, write_atomically
from netnew.gate.columns import check_parquet, to_parquet

PROGRESS: Final = "progress.json"
REJECTED: Final = "rejected"
# File → key of the judgement that goes there; a list goes there one by one.
KINDS: Final = {
    "kgr": "kgr",
    "routes": "route",
    "diff_stubs": "diff_stub",
    "oirs": "oir",
    "side_records": "side_records",
    "evidence_gap_plans": "evidence_gap_plan",
}


class Progress(NamedTuple):
    """How far a run came, and what it is a run of."""

    run_id: str
    run: Mapping[str, Any]
    binding: Mapping[str, Any]
    line: int = 0
    sizes: Mapping[str, int] = {}
    finished: bool = False


class OutputFolder:
    """Appends records; what is behind the last progress written never happened.

    With `parquet`, a run that comes to its end leaves a Parquet file beside each JSONL file.
    """

    def __init__(
        self,
        folder: Path,
        run: Mapping[str, Any],
        binding: Mapping[str, Any],
        *,
        parquet: bool = False,
    ) -> None:
        self.folder, self._parquet = folder, parquet
        if parquet:
            check_parquet()
        make_folder(folder, durable=True)
        # Two runs that append to the same files would each cut off what the other wrote.
        self._lock = FolderLock(folder)
        found = read_progress(folder)
        if found is not None and dict(found.run) != dict(run):
            raise InputError(
                f"{folder} holds another run", "name an empty folder, or repeat that run as it was"
            )
        self.progress = found or Progress(f"run_{secrets.token_hex(8)}", dict(run), dict(binding))
        self._cut_back()

    def write(
        self,
        documents: Sequence[Mapping[str, Any]],
        rejected: Sequence[Mapping[str, Any]],
        *,
        line: int,
        binding: Mapping[str, Any],
    ) -> None:
        """Append what came of the lines up to `line`; then, in one step, say so."""
        texts: dict[str, list[str]] = {name: [] for name in (*KINDS, REJECTED)}
        for document in documents:
            for name, key in KINDS.items():
                texts[name] += [_line(one, document) for one in _parts(document.get(key))]
        texts[REJECTED] = [json.dumps(one) + "\n" for one in rejected]
        with disk_errors(self.folder):
            sizes = {name: self._append(name, lines) for name, lines in texts.items()}
        self._say(self.progress._replace(line=line, sizes=sizes, binding=dict(binding)))

    def finish(self) -> None:
        """Say that the input was read to its end."""
        if self._parquet:
            with disk_errors(self.folder):
                for name in (*KINDS, REJECTED):
                    to_parquet(self._path(name), self.folder / f"{name}.parquet")
        self._say(self.progress._replace(finished=True))

    def close(self) -> None:
        """Let another run write here."""
        self._lock.release()

    def _append(self, name: str, lines: Sequence[str]) -> int:
        with self._path(name).open("ab") as file:
            file.write("".join(lines).encode("utf-8", "backslashreplace"))
            file.flush()
            os.fsync(file.fileno())
            return file.tell()

    def _say(self, progress: Progress) -> None:
        text = json.dumps(progress._asdict())
        write_atomically(self.folder / PROGRESS, [text.encode()], durable=True)
        self.progress = progress

    def _cut_back(self) -> None:
        with disk_errors(self.folder):
            for name in (*KINDS, REJECTED):
                size = self.progress.sizes.get(name, 0)
                path = self._path(name)
                if size > (path.stat().st_size if path.exists() else 0):
                    raise DamagedError(
                        f"{path} is shorter than the run left it", "start again in an empty folder"
                    )
                with path.open("ab") as file:
                    file.truncate(size)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.jsonl"


def read_progress(folder: Path) -> Progress | None:
    """Give the progress of an earlier run in this folder, or None."""
    path = folder / PROGRESS
    if not path.exists():
        return None
    try:
        return Progress(**json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as error:
        raise DamagedError(f"{path} cannot be read", "start again in an empty folder") from error


def _parts(found: Any) -> Sequence[Any]:
    if found is None:
        return ()
    return found if isinstance(found, list) else (found,)


def _line(one: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    # Every line says whose it is, so that the files can be joined.
    told = {"claim_id": document["claim_id"], "kgr_ref": document["kgr"]["kgr_id"], **one}
    return json.dumps(told) + "\n"
