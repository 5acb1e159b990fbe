"""Tells AI agents what is net-new, what they already know, and when to stop.

The public API, and nothing else. Names load on first use, so that importing the package
costs next to nothing and loads no heavy module.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from netnew.foundation.version import VERSION

if TYPE_CHECKING:
    from netnew.app import Ledger, Netnew, connect, read_settings
    from netnew.bases.bases import Bases
    from netnew.bases.items import Item
    from netnew.bases.reading import read_items
    from netnew.bases.recipe import Recipe
    from netnew.bases.records import Added, Base, Compacted, SegmentFault
    from netnew.bases.snapshot import Neighbour, Snapshot
    from netnew.diagnosis import Check, checkup
    from netnew.foundation.errors import (
        DamagedError,
        DatabaseBusyError,
        DatabaseUnreachableError,
        DiskFullError,
        FileUnreadableError,
        InputError,
        MissingExtraError,
        NetnewError,
        NotFoundError,
        RecordError,
        SchemaVersionError,
        SettingError,
        StorageError,
    )
    from netnew.foundation.ledger import Entry, Fault, Head, Row
    from netnew.foundation.settings import SettingRow, Settings, settings_table, without_password
    from netnew.meter.meter import Meter

__version__ = VERSION

# Where each public name is defined. A test holds this, `__all__` and the imports above together.
_HOMES = {
    "Added": "bases.records",
    "Base": "bases.records",
    "Bases": "bases.bases",
    "Check": "diagnosis",
    "Compacted": "bases.records",
    "DamagedError": "foundation.errors",
    "DatabaseBusyError": "foundation.errors",
    "DatabaseUnreachableError": "foundation.errors",
    "DiskFullError": "foundation.errors",
    "Entry": "foundation.ledger",
    "Fault": "foundation.ledger",
    "FileUnreadableError": "foundation.errors",
    "Head": "foundation.ledger",
    "InputError": "foundation.errors",
    "Item": "bases.items",
    "Ledger": "app",
    "Meter": "meter.meter",
    "MissingExtraError": "foundation.errors",
    "Neighbour": "bases.snapshot",
    "Netnew": "app",
    "NetnewError": "foundation.errors",
    "NotFoundError": "foundation.errors",
    "Recipe": "bases.recipe",
    "RecordError": "foundation.errors",
    "Row": "foundation.ledger",
    "SchemaVersionError": "foundation.errors",
    "SegmentFault": "bases.records",
    "SettingError": "foundation.errors",
    "SettingRow": "foundation.settings",
    "Settings": "foundation.settings",
    "Snapshot": "bases.snapshot",
    "StorageError": "foundation.errors",
    "checkup": "diagnosis",
    "connect": "app",
    "read_items": "bases.reading",
    "read_settings": "app",
    "settings_table": "foundation.settings",
    "without_password": "foundation.settings",
}

__all__ = [
    "Added",
    "Base",
    "Bases",
    "Check",
    "Compacted",
    "DamagedError",
    "DatabaseBusyError",
    "DatabaseUnreachableError",
    "DiskFullError",
    "Entry",
    "Fault",
    "FileUnreadableError",
    "Head",
    "InputError",
    "Item",
    "Ledger",
    "Meter",
    "MissingExtraError",
    "Neighbour",
    "Netnew",
    "NetnewError",
    "NotFoundError",
    "Recipe",
    "RecordError",
    "Row",
    "SchemaVersionError",
    "SegmentFault",
    "SettingError",
    "SettingRow",
    "Settings",
    "Snapshot",
    "StorageError",
    "__version__",
    "checkup",
    "connect",
    "read_items",
    "read_settings",
    "settings_table",
    "without_password",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
