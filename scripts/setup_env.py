"""Makes `.venv`: pinned packages, then netnew itself, then the crate where it can be built.

Usage: python3 scripts/setup_env.py demo|dev|bench [--retry]
Does nothing when what it would install has not changed since the last run. A crate that did
not build is tried again only with --retry, when its sources changed, or when NETNEW_REQUIRE
names it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import venv
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
# Each level installs all that the ones before it do.
LEVELS = ("demo", "dev", "bench")
CRATE_SECONDS = 90
TOO_LONG = 124  # as coreutils' `timeout` says it


def main() -> int:
    level, *rest = sys.argv[1:] or [""]
    if level not in LEVELS or rest not in ([], ["--retry"]):
        print(f"setup_env.py takes one of {', '.join(LEVELS)}, then --retry", file=sys.stderr)
        return 2
    if sys.version_info < (3, 11):
        found = sys.version.split()[0]
        print(
            f"netnew needs Python 3.11 or newer, this is {found}; "
            "try `make PYTHON=python3.12 setup`",
            file=sys.stderr,
        )
        return 2
    make_venv()
    return install(level, retry=bool(rest))


def make_venv() -> None:
    """Make `.venv`, anew where an earlier attempt was cut off before it had pip."""
    if has_pip():
        return
    print("setup: making .venv", flush=True)
    venv.create(VENV, with_pip=True, clear=True)


def has_pip() -> bool:
    command = [str(PYTHON), "-c", "import pip"]
    return (
        PYTHON.exists()
        and subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0
    )


def install(level: str, *, retry: bool) -> int:
    wanted = ROOT / "requirements" / f"{level}.txt"
    if not any(
        is_done(f"packages-{name}", [ROOT / "requirements" / f"{name}.txt"])
        for name in LEVELS[LEVELS.index(level) :]
    ):
        print(f"setup: installing requirements/{level}.txt (pinned, hashed)", flush=True)
        if pip("--require-hashes", "-r", str(wanted)).returncode:
            print("setup: the packages could not be installed; see above", file=sys.stderr)
            return 1
        mark_done(f"packages-{level}", [wanted])
    project = [ROOT / "pyproject.toml"]
    if not is_done("netnew", project):
        if pip("--no-deps", "--no-build-isolation", "-e", str(ROOT)).returncode:
            return 1
        mark_done("netnew", project)
    build_crate(retry=retry)
    return 0


def build_crate(*, retry: bool) -> None:
    """Install the Rust speed-up, or say in one line why not; the definitions serve either way."""
    sources = crate_sources()
    required = "crate" in os.environ.get("NETNEW_REQUIRE", "").split()
    if is_done("crate", sources):
        return
    if os.environ.get("NETNEW_NO_CRATE"):
        print("setup: crate left out (NETNEW_NO_CRATE is set); using the Python definitions")
        return
    if shutil.which("cargo") is None:
        print("setup: no `cargo` here, so no crate; using the Python definitions (slower, equal)")
        return
    log = VENV / "crate-build.log"
    seen = f"see {log.relative_to(ROOT)}"
    if is_done("crate-failed", sources) and not (retry or required):
        print(f"setup: crate did not build before ({seen}); `make setup` tries again")
        return
    limit = None if required else CRATE_SECONDS
    print(
        f"setup: building the crate ({f'{limit} seconds at most' if limit else 'required'})",
        flush=True,
    )
    with log.open("wb") as out:
        code = run_for_a_while(
            pip_command(
                "--no-deps", "--no-build-isolation", "--force-reinstall", str(ROOT / "kernel")
            ),
            out,
            limit,
        )
    if code:
        # An older build of the same version would answer in place of this one's definitions.
        subprocess.run(
            [str(PYTHON), "-m", "pip", "uninstall", "-q", "-y", "netnew-kernel"],
            stderr=subprocess.DEVNULL,
            check=False,
        )
        stamp("crate").unlink(missing_ok=True)
        mark_done("crate-failed", sources)
        why = f"not built in {CRATE_SECONDS} seconds" if code == TOO_LONG else "did not build"
        print(f"setup: crate {why} ({seen}); using the Python definitions (slower, equal)")
        return
    mark_done("crate", sources)


def run_for_a_while(command: list[str], out: IO[bytes], limit: float | None) -> int:
    """Exit code of `command`, or TOO_LONG: then it and all that it started have been ended."""
    environment = os.environ | {"CARGO_NET_RETRY": "0", "PIP_NO_INPUT": "1"}
    process = subprocess.Popen(
        command, stdout=out, stderr=out, env=environment, start_new_session=True
    )
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        # pip has started the builder, and that has started cargo: end the whole group.
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
        return TOO_LONG


def crate_sources() -> list[Path]:
    crate = ROOT / "kernel"
    return sorted(
        path
        for pattern in ("Cargo.toml", "pyproject.toml", "*.pyi", "src/**/*.rs")
        for path in crate.glob(pattern)
    )


def pip_command(*arguments: str) -> list[str]:
    return [str(PYTHON), "-m", "pip", "install", "-q", "--disable-pip-version-check", *arguments]


def pip(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(pip_command(*arguments), check=False)


def stamp(name: str) -> Path:
    return VENV / f".installed-{name}"


def fingerprint(files: list[Path]) -> str:
    hasher = hashlib.sha256()
    for path in files:
        hasher.update(path.name.encode() + b"\0" + path.read_bytes())
    return hasher.hexdigest()


def is_done(name: str, files: list[Path]) -> bool:
    return stamp(name).exists() and stamp(name).read_text() == fingerprint(files)


def mark_done(name: str, files: list[Path]) -> None:
    stamp(name).write_text(fingerprint(files))


if __name__ == "__main__":
    sys.exit(main())
