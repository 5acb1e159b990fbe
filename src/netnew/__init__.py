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
    from netnew.embed.choice import load_embedder
    from netnew.embed.protocol import Embedder
    from netnew.foundation.config_file import read_table
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
    from netnew.meter.calibrate import Calibration, calibrate_meter
    from netnew.meter.chart import meter_chart
    from netnew.meter.extract.extraction import Extraction, extract
    from netnew.meter.follow import follow_rounds
    from netnew.meter.meter import Meter, score_rounds, score_transcript
    from netnew.meter.observations import observation_claim
    from netnew.meter.policy import MeterPolicy, meter_policy
    from netnew.meter.reading import Reading
    from netnew.meter.records import Round
    from netnew.meter.transcript import Transcript, read_rounds

__version__ = VERSION

# Where each public name is defined. A test holds this, `__all__` and the imports above together.
_HOMES = {
    "Added": "bases.records",
    "Base": "bases.records",
    "Bases": "bases.bases",
    "Calibration": "meter.calibrate",
    "Check": "diagnosis",
    "Compacted": "bases.records",
    "DamagedError": "foundation.errors",
    "DatabaseBusyError": "foundation.errors",
    "DatabaseUnreachableError": "foundation.errors",
    "DiskFullError": "foundation.errors",
    "Embedder": "embed.protocol",
    "Entry": "foundation.ledger",
    "Extraction": "meter.extract.extraction",
    "Fault": "foundation.ledger",
    "FileUnreadableError": "foundation.errors",
    "Head": "foundation.ledger",
    "InputError": "foundation.errors",
    "Item": "bases.items",
    "Ledger": "app",
    "Meter": "meter.meter",
    "MeterPolicy": "meter.policy",
    "MissingExtraError": "foundation.errors",
    "Neighbour": "bases.snapshot",
    "Netnew": "app",
    "NetnewError": "foundation.errors",
    "NotFoundError": "foundation.errors",
    "Reading": "meter.reading",
    "Recipe": "bases.recipe",
    "RecordError": "foundation.errors",
    "Round": "meter.records",
    "Row": "foundation.ledger",
    "SchemaVersionError": "foundation.errors",
    "SegmentFault": "bases.records",
    "SettingError": "foundation.errors",
    "SettingRow": "foundation.settings",
    "Settings": "foundation.settings",
    "Snapshot": "bases.snapshot",
    "StorageError": "foundation.errors",
    "Transcript": "meter.transcript",
    "calibrate_meter": "meter.calibrate",
    "checkup": "diagnosis",
    "connect": "app",
    "extract": "meter.extract.extraction",
    "follow_rounds": "meter.follow",
    "load_embedder": "embed.choice",
    "meter_chart": "meter.chart",
    "meter_policy": "meter.policy",
    "observation_claim": "meter.observations",
    "read_items": "bases.reading",
    "read_rounds": "meter.transcript",
    "read_settings": "app",
    "read_table": "foundation.config_file",
    "score_rounds": "meter.meter",
    "score_transcript": "meter.meter",
    "settings_table": "foundation.settings",
    "without_password": "foundation.settings",
}

__all__ = [
    "Added",
    "Base",
    "Bases",
    "Calibration",
    "Check",
    "Compacted",
    "DamagedError",
    "DatabaseBusyError",
    "DatabaseUnreachableError",
    "DiskFullError",
    "Embedder",
    "Entry",
    "Extraction",
    "Fault",
    "FileUnreadableError",
    "Head",
    "InputError",
    "Item",
    "Ledger",
    "Meter",
    "MeterPolicy",
    "MissingExtraError",
    "Neighbour",
    "Netnew",
    "NetnewError",
    "NotFoundError",
    "Reading",
    "Recipe",
    "RecordError",
    "Round",
    "Row",
    "SchemaVersionError",
    "SegmentFault",
    "SettingError",
    "SettingRow",
    "Settings",
    "Snapshot",
    "StorageError",
    "Transcript",
    "__version__",
    "calibrate_meter",
    "checkup",
    "connect",
    "extract",
    "follow_rounds",
    "load_embedder",
    "meter_chart",
    "meter_policy",
    "observation_claim",
    "read_items",
    "read_rounds",
    "read_settings",
    "read_table",
    "score_rounds",
    "score_transcript",
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
