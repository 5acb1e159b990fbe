"""Parts of the world that tests need for real, and the databases that they run on.

A test marked `needs("postgres")` is skipped, visibly, where that part is absent. Name the
parts in NETNEW_REQUIRE (CI names all) and the run fails when a test of one was skipped, or
when none ran.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest
from sqlalchemy import Engine, event

from netnew.foundation.settings import Settings
from netnew.stores.database import Database
from tests import parts, soak, workspaces

ROOT = Path(__file__).resolve().parent.parent
# How long one example takes says something about the machine, not about netnew.
hypothesis.settings.register_profile(
    "steady", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("steady")
OUTCOMES = pytest.StashKey[Counter[tuple[str, str]]]()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(part): a real part of the world, see tests/parts.py")
    config.addinivalue_line("markers", "soak: has a long form that `make soak` runs")
    config.stash[OUTCOMES] = Counter()
    unknown = required() - set(parts.FINDERS)
    if unknown:
        raise pytest.UsageError(f"NETNEW_REQUIRE names unknown parts: {sorted(unknown)}")


def required() -> set[str]:
    return set(os.environ.get("NETNEW_REQUIRE", "").split())


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        part = mark.args[0]
        item.user_properties.append(("needs", part))
        absent = parts.why_absent(part)
        if absent:
            pytest.skip(f"{part}: {absent}")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" or report.skipped:
        for name, part in report.user_properties:
            if name == "needs":
                _config.stash[OUTCOMES][str(part), report.outcome] += 1


def pytest_sessionstart(session: pytest.Session) -> None:
    global _config  # noqa: PLW0603  (the report hook is handed no config)
    _config = session.config


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workerinput") or session.config.option.collectonly:
        return
    outcomes = session.config.stash[OUTCOMES]
    for part in sorted(required()):
        ran, left_out = outcomes[part, "passed"], outcomes[part, "skipped"]
        if left_out or not ran:
            print(f"\nrequired part `{part}`: {ran} tests passed, {left_out} were skipped")
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="rewrite golden files; read the diff")


Golden = Callable[[str, str], None]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compare a text with a file under tests/golden; `make golden` rewrites the file instead."""

    def compare(name: str, text: str) -> None:
        file = ROOT / "tests" / "golden" / name
        if request.config.getoption("--golden"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        assert text == file.read_text(encoding="utf-8"), "if meant: `make golden`, read the diff"

    return compare


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """URL of a real PostgreSQL server that this session owns."""
    with parts.postgres_server() as url:
        yield url


@pytest.fixture(
    params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs("postgres"))],
)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database, once on SQLite and once on PostgreSQL."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'netnew.db'}"
    else:
        with parts.postgres_database(request.getfixturevalue("postgres_server")) as url:
            yield url


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    opened = Database(database_url, Settings())
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def soak_report() -> Iterator[soak.Report]:
    """What the long suites did, for the report that `make soak` commits."""
    report = soak.Report()
    yield report
    if soak.LONG:
        report.write()


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A disk of four megabytes, one of them taken by a file called `ballast`."""
    with parts.small_disk(4) as folder:
        (folder / "ballast").write_bytes(b"\0" * 2**20)
        yield folder


@event.listens_for(Engine, "before_execute")
def every_statement_is_bound_to_a_workspace(
    _connection: object, statement: object, *_rest: object
) -> None:
    """Whatever a test makes netnew do: a statement on our tables that names no workspace fails."""
    found = workspaces.unbound(statement)
    assert not found, f"{', '.join(found)} crosses workspaces: {statement}"
