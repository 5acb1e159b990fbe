"""The crate's own checks: format, clippy, tests, and the stub against the compiled module."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

CRATE = Path(__file__).resolve().parent.parent / "kernel"
STEPS = (
    ("cargo", "fmt", "--check"),
    (
        "cargo",
        "clippy",
        "--quiet",
        "--all-targets",
        "--no-default-features",
        "--",
        "-D",
        "warnings",
    ),
    ("cargo", "test", "--quiet", "--no-default-features"),
)


def main() -> int:
    if shutil.which("cargo") is None or importlib.util.find_spec("netnew_kernel") is None:
        print("check: the crate is not built here (no cargo, or it did not build): not checked")
        return 1 if "crate" in os.environ.get("NETNEW_REQUIRE", "").split() else 0
    # `cargo test` links the Python that runs this script.
    environment = os.environ | {"PYO3_PYTHON": sys.executable, "MYPYPATH": str(CRATE)}
    allowed = ("--allowlist", "stubtest-allowlist.txt")
    stubtest = (sys.executable, "-m", "mypy.stubtest", "netnew_kernel", *allowed)
    for step in (*STEPS, stubtest):
        if subprocess.run(step, cwd=CRATE, env=environment, check=False).returncode:
            print(f"check: `{' '.join(step)}` failed in kernel/", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
