"""Defaults < file < environment < flags, and each wrong value is named with its source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from netnew.app import connect, database_url, read_settings
from netnew.foundation.errors import FileUnreadableError, SettingError
from netnew.foundation.settings import Settings, resolve, settings_table


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
        ({"zzz": "x"}, {}, "`netnew doctor` lists the settings"),
        ({"workspace": 5}, {}, "netnew.toml: workspace is 5; give it as a text"),
        ({"workspace": " "}, {}, "workspace is empty"),
        ({"durability": "lax"}, {}, "durability is 'lax'; choose one of full, normal"),
        ({}, {"NETNEW_DURABILITY": "lax"}, "NETNEW_DURABILITY is 'lax'"),
        ({}, {"NETNEW_BUSY_TIMEOUT_SECONDS": "soon"}, "is 'soon'; give a number above 0"),
        ({"busy_timeout_seconds": -1}, {}, "is -1; give a number above 0"),
        ({"busy_timeout_seconds": True}, {}, "is True; give a number above 0"),
        ({"busy_timeout_seconds": float("nan")}, {}, "is nan; give a number above 0"),
    ],
)  # fmt: skip
def test_a_wrong_setting_is_named(
    file: dict[str, Any], environment: dict[str, str], says: str
) -> None:
    with pytest.raises(SettingError) as caught:
        resolve(file, environment, {})
    assert says in str(caught.value)


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
