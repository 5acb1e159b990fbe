"""Defaults < file < environment < flags, and each wrong value is named with its source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from netnew.app import connect, database_url, read_settings
from netnew.foundation.errors import FileUnreadableError, SettingError
from netnew.foundation.settings import (
    Settings,
    misspelt_variables,
    resolve,
    settings_table,
    without_password,
)


def test_later_sources_win() -> None:
    file = {"workspace": "file", "durability": "normal", "busy_timeout_seconds": 5}
    environment = {
        "NETNEW_WORKSPACE": "environment",
        "NETNEW_BUSY_TIMEOUT_SECONDS": "7",
        "PATH": "x",
    }
    found = resolve(file, environment, {"workspace": "flag", "db": None})
    assert found == Settings(workspace="flag", durability="normal", busy_timeout_seconds=7.0)


@pytest.mark.parametrize(
    ("file", "environment", "says"),
    [
        ({"workspcae": "x"}, {}, "there is no setting `workspcae`; did you mean `workspace`"),
        ({"zzz": "x"}, {}, "there is no setting `zzz`; there is home, db"),
        ({"workspace": 5}, {}, "netnew.toml: workspace is 5; give it as a text"),
        ({"workspace": " "}, {}, "workspace is empty"),
        ({"durability": "lax"}, {}, "durability is 'lax'; choose one of full, normal"),
        ({}, {"NETNEW_DURABILITY": "lax"}, "NETNEW_DURABILITY is 'lax'"),
        ({}, {"NETNEW_BUSY_TIMEOUT_SECONDS": "soon"}, "is 'soon'; give a number from 0.001 to"),
        ({"busy_timeout_seconds": -1}, {}, "is -1; give a number from 0.001 to"),
        ({"busy_timeout_seconds": True}, {}, "is True; give a number from 0.001 to"),
        ({"busy_timeout_seconds": float("nan")}, {}, "is nan; give a number from 0.001 to"),
    ],
)  # fmt: skip
def test_a_wrong_setting_is_named(
    file: dict[str, Any], environment: dict[str, str], says: str
) -> None:
    with pytest.raises(SettingError) as caught:
        resolve(file, environment, {})
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"durability": "full; DROP TABLE x"}, "durability is 'full; DROP TABLE x'; choose"),
        ({"kernel": "c"}, "kernel is 'c'; choose one of auto, rust, python"),
        ({"home": ""}, "home is empty"),
        ({"home": "a\0b"}, "home holds a NUL"),
        ({"db": 7}, "db is 7; give it as a text"),
        ({"workspace": ""}, "workspace is empty"),
        ({"workspace": "x" * 201}, "workspace has 201 characters; give at most 200"),
        ({"workspace": "\udc80"}, "workspace holds half a character"),
        ({"busy_timeout_seconds": "5"}, "busy_timeout_seconds is '5'; give a number"),
        ({"busy_timeout_seconds": 0.0004}, "busy_timeout_seconds is 0.0004; give a number"),
        ({"busy_timeout_seconds": 1e300}, "busy_timeout_seconds is 1e+300; give a number"),
        ({"busy_timeout_seconds": 10**400}, "busy_timeout_seconds is 1000000"),
    ],
)
def test_settings_made_by_hand_are_checked_as_well(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(SettingError) as caught:
        Settings(**wrong)
    assert says in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("seconds", [0.001, 1, 86_400])
def test_the_bounds_of_the_timeout_are_allowed(seconds: float) -> None:
    assert Settings(busy_timeout_seconds=seconds).busy_timeout_seconds == seconds


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://me:s3cret@host/name", "postgresql://***@host/name"),
        ("postgresql://me:s3c/re:t@host/name", "postgresql://***@host/name"),
        ("postgresql://me:s3@cret@host", "postgresql://***@host"),
        ("postgresql://h/x?password=s3cret", "postgresql://h/x?password=***"),
        ("postgresql://h/x?sslmode=require&PASSWD=s3cret&p%61ss=s3cret",
         "postgresql://h/x?sslmode=require&PASSWD=***&p%61ss=***"),
        ("postgresql://h/x?api_key=s3cret&authToken=s3cret&client_secret=s3cret",
         "postgresql://h/x?api_key=***&authToken=***&client_secret=***"),
        ("postgresql://me:s3?cret@host/x?a=1", "postgresql://***@host/x?a=1"),
        ("x:s3cret@y", "***@y"),
        ("sqlite:////home/me@work/netnew.db", "sqlite:////home/me@work/netnew.db"),
        ("sqlite://", "sqlite://"),
    ],
)  # fmt: skip
def test_what_is_secret_in_a_url_is_not_shown(url: str, shown: str) -> None:
    assert without_password(url) == shown


def test_a_table_that_nobody_reads_is_refused() -> None:
    with pytest.raises(SettingError, match=r"no table `\[metre\]`; did you mean `meter`"):
        resolve({"metre": {"profile": "0.2"}}, {}, {})


def test_variables_close_to_a_setting_are_named_and_others_left_alone() -> None:
    variables = {"NETNEW_DURABLITY": "x", "NETNEW_REQUIRE": "x", "NETNEW_DB": "x", "DURABLITY": "x"}
    assert misspelt_variables(variables) == {"NETNEW_DURABLITY": "NETNEW_DURABILITY"}


def test_tables_of_the_file_belong_to_the_instruments() -> None:
    assert resolve({"meter": {"profile": "0.2"}}, {}, {}) == Settings()


def test_the_nearest_file_above_is_read_and_home_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "netnew.toml").write_text('workspace = "team"\n')
    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    found = read_settings(deep, {})
    assert found.workspace == "team"
    assert database_url(found) == f"sqlite:///{tmp_path}/.netnew/netnew.db"
    assert database_url(read_settings(deep, {}, db="sqlite://")) == "sqlite://"


def test_a_home_of_ones_own(tmp_path: Path) -> None:
    settings = read_settings(tmp_path, {"NETNEW_HOME": str(tmp_path / "data")})
    with connect(settings=settings):
        assert (tmp_path / "data" / "netnew.db").exists()


@pytest.mark.parametrize("text", ["workspace = ", "\udcff", '"a" = 1\n"a" = 2'])
def test_a_file_that_is_no_toml(tmp_path: Path, text: str) -> None:
    (tmp_path / "netnew.toml").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(SettingError, match=r"netnew\.toml is no TOML"):
        read_settings(tmp_path, {})


def test_a_file_that_cannot_be_read() -> None:
    from tests.parts import ordinary_user

    with ordinary_user() as folder:
        (folder / "netnew.toml").write_text("")
        (folder / "netnew.toml").chmod(0o000)
        with pytest.raises(FileUnreadableError, match="Permission denied"):
            read_settings(folder, {})


def test_every_setting_explains_itself() -> None:
    for row in settings_table():
        assert row.help, row.name
        assert row.variable == f"NETNEW_{row.name.upper()}"
        assert not row.choices or row.default in row.choices
