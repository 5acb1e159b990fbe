"""Settings: one table for code, docs and command line.

Defaults < `netnew.toml` < `NETNEW_*` environment < flags. This module only decides; the
file and the environment are read once, at the door, by `netnew.app`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from netnew.foundation.errors import SettingError

ENVIRONMENT_PREFIX = "NETNEW_"


def _setting(default: Any, text: str, choices: tuple[str, ...] = ()) -> Any:
    return field(default=default, metadata={"help": text, "choices": choices})


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be set, with defaults that work.

    >>> Settings().workspace, Settings(workspace="team").workspace
    ('default', 'team')
    """

    home: str = _setting(
        ".netnew", "folder of all data; a relative one lies beside `netnew.toml`, or here"
    )
    db: str = _setting(
        "", "database URL, `sqlite:///FILE` or `postgresql+psycopg://…`; empty: SQLite in `home`"
    )
    workspace: str = _setting("default", "whose rows are read and written; no query crosses it")
    durability: str = _setting(
        "full",
        "`full`: what was acknowledged survives a power cut; `normal`: it survives a crash",
        ("full", "normal"),
    )
    busy_timeout_seconds: float = _setting(
        30.0, "how long a writer waits for another before it gives up"
    )
    kernel: str = _setting(
        "auto",
        "`rust`: the crate; `python`: the definitions; `auto`: the crate where it is installed",
        ("auto", "rust", "python"),
    )


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting as the docs and the command line show it."""

    name: str
    kind: str
    default: Any
    help: str
    choices: tuple[str, ...]

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return ENVIRONMENT_PREFIX + self.name.upper()


def settings_table() -> tuple[SettingRow, ...]:
    """Every setting, in the order of the class."""
    return tuple(
        SettingRow(item.name, str(item.type), item.default, item.metadata["help"],
            item.metadata["choices"])
        for item in fields(Settings)
    )  # fmt: skip


def without_password(url: str) -> str:
    """The URL as it may be shown.

    >>> without_password("postgresql://me:secret@host/name")
    'postgresql://me:***@host/name'
    """
    return re.sub(r":[^:@/]*@", ":***@", url)


def resolve(
    file: Mapping[str, Any],
    environment: Mapping[str, str],
    flags: Mapping[str, Any],
    *,
    file_name: str = "netnew.toml",
) -> Settings:
    """Settings from the three sources, later ones winning; a flag of None was not given.

    Tables of the file (`[meter]` and the like) belong to the instruments and are not read here.

    >>> resolve({"workspace": "a"}, {"NETNEW_WORKSPACE": "b"}, {"workspace": None}).workspace
    'b'
    """
    rows = {row.name: row for row in settings_table()}
    values: dict[str, Any] = {}
    for name, value in file.items():
        if not isinstance(value, Mapping):
            values[name] = _fit(_known(rows, name, file_name), value, f"{file_name}: {name}")
    for variable, text in environment.items():
        if variable.startswith(ENVIRONMENT_PREFIX):
            name = variable.removeprefix(ENVIRONMENT_PREFIX).lower()
            if name in rows:
                values[name] = _fit(rows[name], text, variable)
    for name, value in flags.items():
        if value is not None:
            values[name] = _fit(rows[name], value, f"--{name.replace('_', '-')}")
    return Settings(**values)


def _known(rows: Mapping[str, SettingRow], name: str, file_name: str) -> SettingRow:
    if name in rows:
        return rows[name]
    close = difflib.get_close_matches(name, rows, n=1)
    hint = f"did you mean `{close[0]}`?" if close else "`netnew doctor` lists the settings"
    raise SettingError(f"{file_name}: there is no setting `{name}`", hint)


def _fit(row: SettingRow, value: Any, source: str) -> Any:
    if row.kind == "float":
        return _positive_number(value, source)
    if not isinstance(value, str):
        raise SettingError(f"{source} is {value!r}", "give it as a text in quotes")
    if row.choices and value not in row.choices:
        raise SettingError(f"{source} is {value!r}", f"choose one of {', '.join(row.choices)}")
    if row.name in {"home", "workspace"} and not value.strip():
        raise SettingError(f"{source} is empty", "leave it out, or name one")
    return value


def _positive_number(value: Any, source: str) -> float:
    try:
        number = float(value) if not isinstance(value, bool) else -1.0
    except (TypeError, ValueError):
        number = -1.0
    if not 0 < number < float("inf"):
        raise SettingError(f"{source} is {value!r}", "give a number above 0")
    return number
