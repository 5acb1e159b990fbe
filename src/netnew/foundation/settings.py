"""Settings: one table for code, docs and command line.

Defaults < `netnew.toml` < `NETNEW_*` environment < flags. This module only decides; the
file and the environment are read once, at the door, by `netnew.app`.
"""

from __future__ import annotations

import difflib
import re
import reprlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from typing import Any
from urllib.parse import unquote

from netnew.foundation.errors import SettingError
from netnew.foundation.names import LONGEST_NAME, flaw

ENVIRONMENT_PREFIX = "NETNEW_"


# Tables of `netnew.toml` that belong to an instrument, which checks what is in them.
TABLES = ("meter",)
SHORTEST_TIMEOUT_SECONDS = 0.001  # databases count in milliseconds, and read 0 as no limit
LONGEST_TIMEOUT_SECONDS = 86_400.0
SECONDS = (SHORTEST_TIMEOUT_SECONDS, LONGEST_TIMEOUT_SECONDS)
_SECRET = re.compile("pass|secret|token|key", re.IGNORECASE)


def _setting(
    default: Any,
    text: str,
    choices: tuple[str, ...] = (),
    *,
    bounds: tuple[float, float] = (0, 0),
) -> Any:
    return field(default=default, metadata={"help": text, "choices": choices, "bounds": bounds})


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
        30.0,
        "how long a writer waits for another before it gives up, 0.001 to 86400",
        bounds=SECONDS,
    )
    kernel: str = _setting(
        "auto",
        "`rust`: the crate; `python`: the definitions; `auto`: the crate where it is installed",
        ("auto", "rust", "python"),
    )
    gate_hashing: str = _setting(
        "first_use",
        "`first_use`: the gate hashes a segment before it searches it, once a process; `never`: "
        "a changed byte may pass",
        ("first_use", "never"),
    )
    review_command: str = _setting(
        "", "command that is run for each thing that waits for people, a line of JSON on its stdin"
    )
    review_command_seconds: float = _setting(
        30.0, "how long that command may take, 0.001 to 86400", bounds=SECONDS
    )
    http_local: str = _setting(
        "admin",
        "what programs on this machine may do over HTTP without a token",
        ("admin", "write", "read", "none"),
    )
    http_requests_per_minute: int = _setting(
        6000, "requests a token may make in a minute, over all processes", bounds=(1, 10**9)
    )
    http_body_bytes: int = _setting(
        16_777_216, "the longest body of a request, and line of a stream", bounds=(1024, 2**30)
    )
    http_body_seconds: float = _setting(
        30.0,
        "how long a body may take to arrive, and the next piece of a stream",
        bounds=SECONDS,
    )
    http_depth: int = _setting(64, "how deep the JSON of a request may nest", bounds=(8, 190))
    http_text_chars: int = _setting(
        1_048_576, "the longest text in the JSON of a request", bounds=(256, 2**30)
    )
    http_stop_seconds: float = _setting(
        30.0, "how long requests have to finish when the service stops", bounds=SECONDS
    )

    def __post_init__(self) -> None:
        for row in settings_table():
            _check(row, getattr(self, row.name), row.name)


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A setting as the docs and the command line show it."""

    name: str
    kind: str
    default: Any
    help: str
    choices: tuple[str, ...]
    bounds: tuple[float, float] = (0, 0)

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return ENVIRONMENT_PREFIX + self.name.upper()


def settings_table() -> tuple[SettingRow, ...]:
    """Every setting, in the order of the class."""
    return tuple(
        SettingRow(item.name, str(item.type), item.default, item.metadata["help"],
            item.metadata["choices"], item.metadata["bounds"])
        for item in fields(Settings)
    )  # fmt: skip


def without_password(url: str) -> str:
    """The URL as it may be shown: without user and password, nor anything secret in its query.

    >>> without_password("postgresql://me:secret@host/name?password=secret&connect_timeout=3")
    'postgresql://***@host/name?password=***&connect_timeout=3'
    """
    # A password may hold any sign, so all up to the last @ goes; `sqlite:///a@b` has none.
    shown = re.sub(r"(^(?!.*://)|://(?!/)).*@", r"\1***@", url, flags=re.DOTALL)
    address, mark, query = shown.partition("?")
    return address + mark + "&".join(_without_secret(part) for part in query.split("&"))


def _without_secret(part: str) -> str:
    key, equals, _ = part.partition("=")
    return f"{key}=***" if equals and _SECRET.search(unquote(key)) else part


def resolve(
    file: Mapping[str, Any],
    environment: Mapping[str, str],
    flags: Mapping[str, Any],
    *,
    file_name: str = "netnew.toml",
) -> Settings:
    """Settings from the three sources, later ones winning; a flag of None was not given.

    Tables of the file (`[meter]` and the like) belong to the instruments; here only their
    names are checked.

    >>> resolve({"workspace": "a"}, {"NETNEW_WORKSPACE": "b"}, {"workspace": None}).workspace
    'b'
    """
    rows = {row.name: row for row in settings_table()}
    values: dict[str, Any] = {}
    for name, value in file.items():
        if isinstance(value, Mapping):
            _known_name(name, TABLES, f"{file_name}: there is no table `[{name}]`")
        else:
            _known_name(name, rows, f"{file_name}: there is no setting `{name}`")
            values[name] = _fit(rows[name], value, f"{file_name}: {name}")
    for variable, text in environment.items():
        if variable.startswith(ENVIRONMENT_PREFIX):
            name = variable.removeprefix(ENVIRONMENT_PREFIX).lower()
            if name in rows:
                values[name] = _fit(rows[name], text, variable)
    for name, value in flags.items():
        if value is not None:
            values[name] = _fit(rows[name], value, f"--{name.replace('_', '-')}")
    return Settings(**values)


def environment_of(settings: Settings) -> dict[str, str]:
    """The variables that give another process of netnew the same settings.

    >>> environment_of(Settings(workspace="team"))["NETNEW_WORKSPACE"]
    'team'
    """
    return {row.variable: str(getattr(settings, row.name)) for row in settings_table()}


def misspelt_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Variables that set nothing, though their name is close to one that does, which is given.

    >>> misspelt_variables({"NETNEW_DURABLITY": "full", "NETNEW_DB": "", "PATH": ""})
    {'NETNEW_DURABLITY': 'NETNEW_DURABILITY'}
    """
    known = {row.name: row.variable for row in settings_table()}
    found: dict[str, str] = {}
    for variable in sorted(environment):
        # Compared without the prefix, which would make all of them look alike.
        name = variable.removeprefix(ENVIRONMENT_PREFIX).lower()
        close = _close(name, known)
        if variable.startswith(ENVIRONMENT_PREFIX) and name not in known and close:
            found[variable] = known[close[0]]
    return found


def _close(name: str, known: Iterable[str]) -> list[str]:
    return difflib.get_close_matches(name, list(known), n=1)


def _known_name(name: str, known: Iterable[str], problem: str) -> None:
    if name not in known:
        close = _close(name, known)
        hint = f"did you mean `{close[0]}`?" if close else f"there is {', '.join(known)}"
        raise SettingError(problem, hint)


def _fit(row: SettingRow, value: Any, source: str) -> Any:
    """The value in its own type, which a text of the environment is not; checked."""
    if row.kind in {"float", "int"} and isinstance(value, str):
        # What is no number is refused below, as it was given.
        with suppress(ValueError):
            value = float(value) if row.kind == "float" else int(value)
    _check(row, value, source)
    return float(value) if row.kind == "float" else value


def _check(row: SettingRow, value: Any, source: str) -> None:
    if row.kind in {"float", "int"}:
        _check_number(row, value, source)
        return
    if not isinstance(value, str):
        raise SettingError(f"{source} is {_shown(value)}", "give it as a text in quotes")
    if row.choices and value not in row.choices:
        raise SettingError(
            f"{source} is {_shown(value)}", f"choose one of {', '.join(row.choices)}"
        )
    if row.name in {"home", "workspace"} and not value.strip():
        raise SettingError(f"{source} is empty", "leave it out, or name one")
    longest = LONGEST_NAME if row.name == "workspace" else len(value)
    found = flaw(value, longest) if value else None
    if found:
        raise SettingError(f"{source} {found}", f"give at most {longest} characters without NUL")


def _check_number(row: SettingRow, value: Any, source: str) -> None:
    kinds = (int, float) if row.kind == "float" else int
    numeric = isinstance(value, kinds) and not isinstance(value, bool)
    least, most = row.bounds
    if not numeric or not least <= value <= most:
        called = "number" if row.kind == "float" else "whole number"
        raise SettingError(
            f"{source} is {_shown(value)}", f"give a {called} from {least:.15g} to {most:.15g}"
        )


def _shown(value: Any) -> str:
    # One short line, whatever was given.
    return reprlib.repr(value)
