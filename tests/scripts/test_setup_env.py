"""Setting up goes on without the crate, says why in one line, and repeats nothing."""

from __future__ import annotations

import os
import shutil
import sys
import time
import venv
from pathlib import Path

import pytest

from scripts import setup_env


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of what the crate is built from, with stamps of its own."""
    shutil.copytree(
        setup_env.ROOT / "kernel", tmp_path / "kernel", ignore=shutil.ignore_patterns("target")
    )
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(setup_env, "ROOT", tmp_path)
    monkeypatch.setattr(setup_env, "VENV", tmp_path / ".venv")
    python = tmp_path / ".venv" / "python"
    # Builds with this environment's packages, but forgets to uninstall from it.
    python.write_text(
        f'#!/bin/sh\necho "$@" >> {tmp_path}/asked\n'
        f'[ "$3" = uninstall ] || exec {sys.executable} "$@"\n'
    )
    python.chmod(0o755)
    monkeypatch.setattr(setup_env, "PYTHON", python)
    monkeypatch.delenv("NETNEW_NO_CRATE", raising=False)
    monkeypatch.delenv("NETNEW_REQUIRE", raising=False)
    return tmp_path


def put_cargo(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a `cargo` of our own first on the path."""
    (folder / "bin").mkdir()
    cargo = folder / "bin" / "cargo"
    cargo.write_text(f"#!/bin/sh\n{script}\n")
    cargo.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder / 'bin'}:{os.environ['PATH']}")


def said(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_without_cargo_one_line_says_so(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(checkout))
    setup_env.build_crate(retry=False)
    (line,) = said(capsys)
    assert "no `cargo` here" in line
    assert not (checkout / "asked").exists()


def test_a_build_that_fails_is_one_line_and_a_log(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_cargo(checkout, "echo no crates to be had >&2; exit 101", monkeypatch)
    setup_env.build_crate(retry=False)
    first, line = said(capsys)
    assert first.startswith("setup: building the crate")
    assert "crate did not build (see .venv/crate-build.log)" in line
    assert "uninstall -q -y netnew-kernel" in (checkout / "asked").read_text()
    assert "no crates to be had" in (checkout / ".venv" / "crate-build.log").read_text()


def test_a_build_that_takes_too_long_is_given_up(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_cargo(checkout, f"echo $$ >> {checkout}/pids; exec sleep 600", monkeypatch)
    monkeypatch.setattr(setup_env, "CRATE_SECONDS", 4)
    setup_env.build_crate(retry=False)
    assert "crate not built in 4 seconds" in said(capsys)[-1]
    started = [Path("/proc", pid) for pid in (checkout / "pids").read_text().split()]
    deadline = time.monotonic() + 10
    while any(process.exists() for process in started):
        assert time.monotonic() < deadline, "cargo was left running"
        time.sleep(0.05)


def test_the_crate_can_be_left_out(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NETNEW_NO_CRATE", "1")
    setup_env.build_crate(retry=False)
    assert "crate left out" in said(capsys)[0]


def test_what_is_done_is_not_done_again(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_cargo(checkout, "exit 101", monkeypatch)
    setup_env.mark_done("crate", setup_env.crate_sources())
    setup_env.build_crate(retry=False)
    assert said(capsys) == []
    (checkout / "kernel" / "src" / "lib.rs").write_text("// changed")
    setup_env.build_crate(retry=False)
    assert "did not build" in said(capsys)[-1]


def test_a_build_that_failed_is_tried_again_only_when_asked(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_cargo(checkout, "exit 101", monkeypatch)
    monkeypatch.delenv("NETNEW_REQUIRE", raising=False)
    setup_env.build_crate(retry=False)
    said(capsys)

    setup_env.build_crate(retry=False)
    (line,) = said(capsys)
    assert "`make setup` tries again" in line
    setup_env.build_crate(retry=True)
    assert "crate did not build (see" in said(capsys)[-1]
    (checkout / "kernel" / "src" / "lib.rs").write_text("// changed")
    setup_env.build_crate(retry=False)
    assert "crate did not build (see" in said(capsys)[-1]


def test_a_required_crate_has_no_time_limit_and_is_always_tried(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_cargo(checkout, "sleep 2; exit 101", monkeypatch)
    monkeypatch.setattr(setup_env, "CRATE_SECONDS", 0.1)
    monkeypatch.setenv("NETNEW_REQUIRE", "data crate")
    setup_env.mark_done("crate-failed", setup_env.crate_sources())
    setup_env.build_crate(retry=False)
    assert said(capsys)[0] == "setup: building the crate (required)"
    assert (checkout / ".venv" / "crate-build.log").exists()
    assert setup_env.is_done("crate-failed", setup_env.crate_sources())


def test_an_environment_without_pip_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    half = tmp_path / ".venv"
    monkeypatch.setattr(setup_env, "VENV", half)
    monkeypatch.setattr(setup_env, "PYTHON", half / "bin" / "python")
    venv.create(half, with_pip=False)
    (half / ".installed-netnew").write_text("believed")

    setup_env.make_venv()

    assert said(capsys) == ["setup: making .venv"]
    assert setup_env.has_pip()
    assert not (half / ".installed-netnew").exists()
    setup_env.make_venv()
    assert said(capsys) == []
