"""What a database does wrong arrives as one readable line, and nothing half-written stays."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from urllib.parse import quote

import pytest

from netnew.app import connect
from netnew.foundation.errors import (
    DamagedError,
    DatabaseBusyError,
    DatabaseUnreachableError,
    DiskFullError,
    SettingError,
    StorageError,
)
from netnew.foundation.ledger import Entry
from netnew.foundation.settings import Settings
from netnew.stores import ledger
from netnew.stores.database import Database
from tests.parts import ordinary_user, postgres_database

NOTE = Entry("note", {"text": "x" * 10_000})


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("nonsense", "is no database URL"),
        ("mysql://host/x", "no database that netnew knows"),
        ("sqlite+aiosqlite:///x", "no database that netnew knows"),
        ("postgresql://h:port/x", "`postgresql://h:port/x` is no database URL"),
        ("postgresql://me:s3@cret@h/x", r"`postgresql://\*\*\*@h/x` has a second @"),
    ],
)
def test_a_url_that_names_no_database_we_know(url: str, says: str) -> None:
    with pytest.raises(SettingError, match=says):
        connect(url, settings=Settings())


def test_a_password_is_never_shown() -> None:
    for url in (
        "postgresql://me:s3cret@127.0.0.1:1/x",
        "postgresql://127.0.0.1:1/x?password=s3cret",
        "postgresql://me:x/s3cret:x@127.0.0.1:1/x",
        "postgresql://me:x@s3cret@127.0.0.1:1/x",
        "mysql://me:s3cret@host/x",
        "x:s3cret@y",
    ):
        with pytest.raises((SettingError, DatabaseUnreachableError)) as caught:
            connect(url, settings=Settings())
        assert "s3cret" not in str(caught.value)


@pytest.mark.needs("postgres")
def test_settings_reach_a_postgres_session_beside_the_options_of_its_url(
    postgres_server: str,
) -> None:
    asked = Settings(busy_timeout_seconds=0.0015, durability="normal")
    with postgres_database(postgres_server) as url:
        options = quote("-c search_path=public,foo -c statement_timeout=7s")
        database = Database(f"{url}&options={options}", asked)
        with database.read("w") as scope:
            shown = [
                scope._connection.exec_driver_sql(f"SHOW {name}").scalar_one()
                for name in ("lock_timeout", "synchronous_commit", "search_path",
                             "statement_timeout")
            ]  # fmt: skip
        database.close()
    assert shown == ["2ms", "off", "public,foo", "7s"]


@pytest.mark.needs("postgres")
def test_a_server_that_is_not_there() -> None:
    with pytest.raises(DatabaseUnreachableError, match="does not answer"):
        connect("postgresql://127.0.0.1:1/nowhere", settings=Settings())


@pytest.mark.needs("postgres")
def test_a_database_that_is_not_there(postgres_server: str) -> None:
    url = postgres_server.rsplit("/", 1)[0] + "/nowhere" + "?" + postgres_server.partition("?")[2]
    with pytest.raises(DatabaseUnreachableError, match="nowhere"):
        connect(url, settings=Settings())


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    file.write_bytes(b"this is no database" * 100)
    with pytest.raises(DamagedError, match="no database"):
        connect(f"sqlite:///{file}", settings=Settings())
    assert file.read_bytes() == b"this is no database" * 100


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnreachableError, match="does not answer"):
        connect(f"sqlite:///{tmp_path}", settings=Settings())


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(DatabaseUnreachableError, match="cannot be made"):
        connect(f"sqlite:///{tmp_path}/home/x.db", settings=Settings())


def test_another_writer_that_holds_the_lock(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'x.db'}"
    impatient = Settings(busy_timeout_seconds=0.05)
    with connect(url, settings=impatient) as nn:
        holder = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseBusyError, match=r"over 0\.05 seconds"):
            nn.ledger.append("s", [NOTE])
        holder.execute("ROLLBACK")
        holder.close()
        assert nn.ledger.append("s", [NOTE])[0].seq == 1


@pytest.mark.needs("postgres")
def test_another_writer_that_holds_the_stream_on_postgres(postgres_server: str) -> None:
    with postgres_database(postgres_server) as url:
        holder = connect(url, settings=Settings())
        holder.ledger.append("s", [NOTE])
        with holder._database.write("default") as scope:
            ledger.append(scope, "s", [NOTE], "now")
            with (
                connect(url, settings=Settings(busy_timeout_seconds=0.05)) as nn,
                pytest.raises(DatabaseBusyError, match="another writer"),
            ):
                nn.ledger.append("s", [NOTE])
        holder.close()


@pytest.mark.needs("tmpfs")
def test_a_full_disk_keeps_what_was_acknowledged(small_disk: Path) -> None:
    url = f"sqlite:///{small_disk / 'x.db'}"
    written = 0

    def fill() -> None:
        nonlocal written
        for _ in range(10_000):
            nn.ledger.append("s", [NOTE])
            written += 1

    with connect(url, settings=Settings()) as nn:
        with pytest.raises(DiskFullError, match="no room is left"):
            fill()
        assert nn.ledger.verify() == {"s": []}
    (small_disk / "ballast").unlink()
    with connect(url, settings=Settings()) as nn:
        assert len(list(nn.ledger.rows("s"))) == written > 0
        assert nn.ledger.append("s", [NOTE])[0].seq == written + 1


def test_a_file_that_may_only_be_read() -> None:
    with ordinary_user() as folder:
        url = f"sqlite:///{folder / 'x.db'}"
        connect(url, settings=Settings()).close()
        (folder / "x.db").chmod(0o444)
        folder.chmod(0o555)

        def write() -> None:
            with connect(url, settings=Settings()) as nn:
                nn.ledger.append("s", [NOTE])

        with pytest.raises(StorageError) as caught:
            write()
        assert "may only be read; copy it to a folder that you may write in" in str(caught.value)


def test_a_folder_that_may_not_be_entered() -> None:
    with ordinary_user() as folder:
        folder.chmod(0o000)
        with pytest.raises(DatabaseUnreachableError, match="cannot be made"):
            connect(f"sqlite:///{folder / 'deeper' / 'x.db'}", settings=Settings())
