"""What is installed, what is in use and whether it works: the facts behind `netnew doctor`."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal, NamedTuple, cast

from netnew.app import connect
from netnew.foundation.config_file import find_config
from netnew.foundation.errors import NetnewError
from netnew.foundation.settings import Settings, misspelt_variables
from netnew.kernel.implementation import Choice, implementation, use

State = Literal["ok", "absent", "wrong"]

# What each extra brings, by the package that shows it is there.
EXTRAS = {
    "kernel": ("netnew-kernel", "the Rust speed-up; without it the Python definitions run"),
    "postgres": ("psycopg", "PostgreSQL databases"),
    "plot": ("altair", "charts"),
    "embed": ("wordllama", "offline embeddings"),
    "parquet": ("pyarrow", "claims and records in Parquet files"),
    "http": ("fastapi", "the HTTP service"),
    "mcp": ("mcp", "the instruments as tools of agents"),
    "stats": ("scipy", "intervals and verdicts of benchmarks"),
    "inspect": ("zstandard", "packed logs of Inspect"),
}
LOW_DISK_BYTES = 100 * 2**20


class Check(NamedTuple):
    """One thing looked at: `absent` is a choice, `wrong` needs a hand."""

    name: str
    state: State
    found: str
    way_out: str = ""


def checkup(
    settings: Settings,
    *,
    start: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> list[Check]:
    """Look at everything once; nothing is changed but that an absent database is made.

    >>> [check.name for check in checkup(Settings(db="sqlite://"))][:3]
    ['python', 'netnew', 'sqlite']
    """
    return [
        Check("python", "ok", f"{platform.python_version()} on {platform.platform(terse=True)}"),
        Check("netnew", "ok", _version("netnew") or "not installed"),
        Check("sqlite", "ok", sqlite3.sqlite_version),
        _kernel(settings),
        *_extras(),
        _config(start or Path.cwd()),
        *_variables(os.environ if environment is None else environment),
        _disk(settings),
        *_database(settings),
    ]


def _kernel(settings: Settings) -> Check:
    try:
        use(cast(Choice, settings.kernel))
    except NetnewError as error:
        return Check("kernel", "wrong", error.problem, error.way_out)
    spoken = "the Rust crate" if implementation() == "rust" else "the Python definitions"
    return Check("kernel", "ok", f"{spoken} (setting `{settings.kernel}`)")


def _extras() -> Iterator[Check]:
    for extra, (package, purpose) in EXTRAS.items():
        version = _version(package)
        if version:
            yield Check(f"extra {extra}", "ok", f"{package} {version}: {purpose}")
        else:
            yield Check(f"extra {extra}", "absent", purpose, f"pip install 'netnew[{extra}]'")


def _config(here: Path) -> Check:
    file = find_config(here.resolve())
    return Check("configuration", "ok", str(file) if file else "no netnew.toml; defaults")


def _variables(environment: Mapping[str, str]) -> Iterator[Check]:
    for variable, meant in misspelt_variables(environment).items():
        problem = f"{variable} is no setting"
        yield Check("environment", "wrong", problem, f"did you mean {meant}?")


def _disk(settings: Settings) -> Check:
    folder = Path(settings.home)
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    free = shutil.disk_usage(nearest).free
    found = f"{free / 2**30:.1f} GiB free for {settings.home}"
    if free < LOW_DISK_BYTES:
        return Check("disk", "wrong", found, "free some, or set NETNEW_HOME")
    return Check("disk", "ok", found)


def _database(settings: Settings) -> Iterator[Check]:
    try:
        with connect(settings=settings) as nn:
            yield Check("database", "ok", nn.database_name)
            yield _vectors(nn.database_name)
            faults = [fault for found in nn.ledger.verify().values() for fault in found]
            rows = sum(head.seq for head in nn.ledger.heads())
    except NetnewError as error:
        yield Check("database", "wrong", error.problem, error.way_out)
        return
    if faults:
        yield Check(
            "ledger", "wrong", f"faults in the chains: {len(faults)}", "netnew ledger verify"
        )
    else:
        yield Check("ledger", "ok", f"{rows} {'row' if rows == 1 else 'rows'}, every chain whole")


def _vectors(database_name: str) -> Check:
    # One answer on every database; docs/decisions/0008 says why pgvector is left aside.
    aside = "; pgvector is not used" if database_name.startswith("postgresql") else ""
    return Check("vectors", "ok", f"exact search in the kernel{aside}")


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
