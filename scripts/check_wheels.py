"""Builds both wheels and runs the tests of the public surface against what users install.

First `netnew` with no more than it declares to need; then beside everything that the tests
need, on the Python definitions; then with `netnew-kernel` beside it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = tuple(f"tests/surface/test_{name}.py" for name in ("public_names", "error_tree", "typing"))


def main() -> int:
    with_crate = shutil.which("cargo") is not None
    if not with_crate:
        print("wheels: no cargo here, so no wheel of the crate")
        if "crate" in os.environ.get("NETNEW_REQUIRE", "").split():
            return 1
    with tempfile.TemporaryDirectory(prefix="netnew-wheels") as folder:
        wheels = Path(folder) / "wheels"
        for project in (ROOT, ROOT / "kernel") if with_crate else (ROOT,):
            run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation",
                "-w", str(wheels), str(project))  # fmt: skip
        for wheel in wheels.iterdir():
            if not any(name.endswith("/LICENSE") for name in zipfile.ZipFile(wheel).namelist()):
                sys.exit(f"wheels: {wheel.name} carries no LICENSE")
        venv.create(Path(folder) / "venv", with_pip=True)
        python = Path(folder) / "venv" / "bin" / "python"
        pip = (str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check")
        pinned = (*pip, "--require-hashes", "-r")
        run(*pinned, str(ROOT / "requirements" / "demo.txt"))
        run(*pip, "--no-deps", *map(str, wheels.glob("netnew-*.whl")))
        run(str(python), "-m", "pip", "check")
        try_out(python, Path(folder))
        run(*pinned, str(ROOT / "requirements" / "dev.txt"))
        exercise(python, Path(folder), "python")
        if with_crate:
            run(*pip, "--no-deps", *map(str, wheels.glob("netnew_kernel-*.whl")))
            exercise(python, Path(folder), "rust")
    built = "both built; the public surface holds bare, with the crate and without it"
    print(f"wheels: {built if with_crate else 'built; the public surface holds without the crate'}")
    return 0


def exercise(python: Path, folder: Path, implementation: str) -> None:
    code = (
        "import netnew, netnew.kernel.implementation\n"
        f"assert netnew.kernel.implementation.implementation() == {implementation!r}\n"
        f"assert not netnew.__file__.startswith({str(ROOT / 'src')!r}), netnew.__file__"
    )
    run(str(python), "-c", code, cwd=folder)
    run(str(python), "-m", "pytest", "-p", "no:cacheprovider", *TESTS)
    try_out(python, folder)


def try_out(python: Path, folder: Path) -> None:
    for command in ("demo", "doctor"):
        run(str(python.parent / "netnew"), command, cwd=folder, quiet=True)


def run(*command: str, cwd: Path = ROOT, quiet: bool = False) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "NETNEW_REQUIRE"}
    out = subprocess.DEVNULL if quiet else None
    code = subprocess.run(command, cwd=cwd, env=environment, stdout=out, check=False).returncode
    if code:
        print(f"wheels: `{' '.join(command)}` failed", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    sys.exit(main())
