"""`netnew.toml`: found here or above, read once at the door."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from netnew.foundation.errors import FileUnreadableError, SettingError

CONFIG_FILE = "netnew.toml"


def find_config(here: Path) -> Path | None:
    """The nearest `netnew.toml` in this folder or one above it."""
    return next(
        (path for folder in (here, *here.parents) if (path := folder / CONFIG_FILE).is_file()), None
    )


def read_config(file: Path) -> dict[str, Any]:
    """All of a `netnew.toml`."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise FileUnreadableError(
            f"{file} cannot be read ({error.strerror})", "check who owns it"
        ) from error
    # No TOML, no UTF-8, a number too long to read, or tables without end.
    except (ValueError, RecursionError) as error:
        raise SettingError(f"{file} is no TOML ({error})", "mend that place") from error


def read_table(name: str, start: Path | None = None) -> Mapping[str, Any]:
    """The table `[name]` of the nearest `netnew.toml`; empty where there is none."""
    file = find_config((start or Path.cwd()).resolve())
    table = read_config(file).get(name, {}) if file else {}
    if not isinstance(table, Mapping):
        raise SettingError(f"{file}: {name} is {table!r}", f"write a table [{name}]")
    return table
