"""Tells AI agents what is net-new, what they already know, and when to stop.

The public API, and nothing else. Names load on first use, so that importing the package
costs next to nothing and loads no heavy module.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from netnew.foundation.version import VERSION

if TYPE_CHECKING:
    from netnew.access.answers import Answers, Begun
    from netnew.access.ports import Answer
    from netnew.access.scopes import allows, parse_scopes
    from netnew.access.token import Token
    from netnew.access.tokens import NewToken, Tokens
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
        AccessError,
        ConflictError,
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
    from netnew.gate.batch import Batch, Summary
    from netnew.gate.claim import Claim, claim_of
    from netnew.gate.desk import GateDesk, NeighbourText, Replayed
    from netnew.gate.explanation import Explanation
    from netnew.gate.gate import Gate
    from netnew.gate.output import OutputFolder, read_progress
    from netnew.gate.packs import default_policy, pack_text
    from netnew.gate.policy import Policy, PolicyProblem, load_policy, parse_policy
    from netnew.gate.reading import ClaimLine, read_claims
    from netnew.gate.records import (
        DiffStub,
        EvidenceGapPlan,
        Judgement,
        KnownnessGateRecord,
        OrphanIncidentRecord,
        Route,
        SideRecord,
    )
    from netnew.memory.explaining import Told, Why
    from netnew.memory.keeping import Retention
    from netnew.memory.memory import Memory
    from netnew.memory.moving.arrival import Arrival
    from netnew.memory.moving.auditing import AuditFinding, MemoryAudit
    from netnew.memory.moving.holding import audit_arrivals
    from netnew.memory.moving.plain_schema import memory_line_schema
    from netnew.memory.moving.reading import read_memories
    from netnew.memory.moving.saving import export_form, json_lines, save_lines
    from netnew.memory.moving.tally import Brought, Tally
    from netnew.memory.moving.tidying import Tidied
    from netnew.memory.reading import FactLine, fact_given, read_facts
    from netnew.memory.recall import Recall
    from netnew.memory.records import (
        Compared,
        Decision,
        DecisionInput,
        Episode,
        Fact,
        FactInput,
        Learned,
        Recorded,
    )
    from netnew.memory.searching import Context
    from netnew.memory.turn import Frame, ToolResult, TurnContext, TurnInput, TurnReport, TurnResult
    from netnew.meter.calibrate import Calibration, calibrate_meter
    from netnew.meter.chart import meter_chart
    from netnew.meter.extract.extraction import Extraction, extract
    from netnew.meter.extract.turns import outputs_of
    from netnew.meter.follow import follow_rounds
    from netnew.meter.meter import Meter, score_rounds, score_transcript
    from netnew.meter.observations import observation_claim
    from netnew.meter.policy import MeterPolicy, meter_policy
    from netnew.meter.ports import Session
    from netnew.meter.reading import Reading
    from netnew.meter.records import Round
    from netnew.meter.sessions import MeterSessions
    from netnew.meter.transcript import Transcript, read_rounds
    from netnew.ratchet.charts import draw_ratchet, save_chart
    from netnew.ratchet.checking import check_files, check_refs
    from netnew.ratchet.expansions import Expansions
    from netnew.ratchet.fields import harness_schema
    from netnew.ratchet.harness import Harness, read_harness
    from netnew.ratchet.harness_file import FileOnDisk
    from netnew.ratchet.importers.files import import_results
    from netnew.ratchet.proposals import Proposal, read_proposal
    from netnew.ratchet.ratchet import Ratchet
    from netnew.ratchet.research import ask_command, ask_endpoint
    from netnew.ratchet.tightening import Violation
    from netnew.ratchet.trial import trial_by_command
    from netnew.ratchet.values import Value, Values
    from netnew.ratchet.verdicts import BenchmarkVerdict
    from netnew.review.notices import Notices
    from netnew.review.queue import ReviewQueue
    from netnew.review.rules import ReviewItem, Vote
    from netnew.review.verdicts import decision_verdicts

__version__ = VERSION

# Where each public name is defined. A test holds this, `__all__` and the imports above together.
_HOMES = {
    "AccessError": "foundation.errors",
    "Added": "bases.records",
    "Answer": "access.ports",
    "Answers": "access.answers",
    "Arrival": "memory.moving.arrival",
    "AuditFinding": "memory.moving.auditing",
    "Base": "bases.records",
    "Bases": "bases.bases",
    "Batch": "gate.batch",
    "Begun": "access.answers",
    "BenchmarkVerdict": "ratchet.verdicts",
    "Brought": "memory.moving.tally",
    "Calibration": "meter.calibrate",
    "Check": "diagnosis",
    "Claim": "gate.claim",
    "ClaimLine": "gate.reading",
    "Compacted": "bases.records",
    "Compared": "memory.records",
    "ConflictError": "foundation.errors",
    "Context": "memory.searching",
    "DamagedError": "foundation.errors",
    "DatabaseBusyError": "foundation.errors",
    "DatabaseUnreachableError": "foundation.errors",
    "Decision": "memory.records",
    "DecisionInput": "memory.records",
    "DiffStub": "gate.records",
    "DiskFullError": "foundation.errors",
    "Embedder": "embed.protocol",
    "Entry": "foundation.ledger",
    "Episode": "memory.records",
    "EvidenceGapPlan": "gate.records",
    "Expansions": "ratchet.expansions",
    "Explanation": "gate.explanation",
    "Extraction": "meter.extract.extraction",
    "Fact": "memory.records",
    "FactInput": "memory.records",
    "FactLine": "memory.reading",
    "Fault": "foundation.ledger",
    "FileOnDisk": "ratchet.harness_file",
    "FileUnreadableError": "foundation.errors",
    "Frame": "memory.turn",
    "Gate": "gate.gate",
    "GateDesk": "gate.desk",
    "Harness": "ratchet.harness",
    "Head": "foundation.ledger",
    "InputError": "foundation.errors",
    "Item": "bases.items",
    "Judgement": "gate.records",
    "KnownnessGateRecord": "gate.records",
    "Learned": "memory.records",
    "Ledger": "app",
    "Memory": "memory.memory",
    "MemoryAudit": "memory.moving.auditing",
    "Meter": "meter.meter",
    "MeterPolicy": "meter.policy",
    "MeterSessions": "meter.sessions",
    "MissingExtraError": "foundation.errors",
    "Neighbour": "bases.snapshot",
    "NeighbourText": "gate.desk",
    "Netnew": "app",
    "NetnewError": "foundation.errors",
    "NewToken": "access.tokens",
    "NotFoundError": "foundation.errors",
    "Notices": "review.notices",
    "OrphanIncidentRecord": "gate.records",
    "OutputFolder": "gate.output",
    "Policy": "gate.policy",
    "PolicyProblem": "gate.policy",
    "Proposal": "ratchet.proposals",
    "Ratchet": "ratchet.ratchet",
    "Reading": "meter.reading",
    "Recall": "memory.recall",
    "Recipe": "bases.recipe",
    "RecordError": "foundation.errors",
    "Recorded": "memory.records",
    "Replayed": "gate.desk",
    "Retention": "memory.keeping",
    "ReviewItem": "review.rules",
    "ReviewQueue": "review.queue",
    "Round": "meter.records",
    "Route": "gate.records",
    "Row": "foundation.ledger",
    "SchemaVersionError": "foundation.errors",
    "SegmentFault": "bases.records",
    "Session": "meter.ports",
    "SettingError": "foundation.errors",
    "SettingRow": "foundation.settings",
    "Settings": "foundation.settings",
    "SideRecord": "gate.records",
    "Snapshot": "bases.snapshot",
    "StorageError": "foundation.errors",
    "Summary": "gate.batch",
    "Tally": "memory.moving.tally",
    "Tidied": "memory.moving.tidying",
    "Token": "access.token",
    "Tokens": "access.tokens",
    "Told": "memory.explaining",
    "ToolResult": "memory.turn",
    "Transcript": "meter.transcript",
    "TurnContext": "memory.turn",
    "TurnInput": "memory.turn",
    "TurnReport": "memory.turn",
    "TurnResult": "memory.turn",
    "Value": "ratchet.values",
    "Values": "ratchet.values",
    "Violation": "ratchet.tightening",
    "Vote": "review.rules",
    "Why": "memory.explaining",
    "allows": "access.scopes",
    "ask_command": "ratchet.research",
    "ask_endpoint": "ratchet.research",
    "audit_arrivals": "memory.moving.holding",
    "calibrate_meter": "meter.calibrate",
    "check_files": "ratchet.checking",
    "check_refs": "ratchet.checking",
    "checkup": "diagnosis",
    "claim_of": "gate.claim",
    "connect": "app",
    "decision_verdicts": "review.verdicts",
    "default_policy": "gate.packs",
    "draw_ratchet": "ratchet.charts",
    "export_form": "memory.moving.saving",
    "extract": "meter.extract.extraction",
    "fact_given": "memory.reading",
    "follow_rounds": "meter.follow",
    "harness_schema": "ratchet.fields",
    "import_results": "ratchet.importers.files",
    "json_lines": "memory.moving.saving",
    "load_embedder": "embed.choice",
    "load_policy": "gate.policy",
    "memory_line_schema": "memory.moving.plain_schema",
    "meter_chart": "meter.chart",
    "meter_policy": "meter.policy",
    "observation_claim": "meter.observations",
    "outputs_of": "meter.extract.turns",
    "pack_text": "gate.packs",
    "parse_policy": "gate.policy",
    "parse_scopes": "access.scopes",
    "read_claims": "gate.reading",
    "read_facts": "memory.reading",
    "read_harness": "ratchet.harness",
    "read_items": "bases.reading",
    "read_memories": "memory.moving.reading",
    "read_progress": "gate.output",
    "read_proposal": "ratchet.proposals",
    "read_rounds": "meter.transcript",
    "read_settings": "app",
    "read_table": "foundation.config_file",
    "save_chart": "ratchet.charts",
    "save_lines": "memory.moving.saving",
    "score_rounds": "meter.meter",
    "score_transcript": "meter.meter",
    "settings_table": "foundation.settings",
    "trial_by_command": "ratchet.trial",
    "without_password": "foundation.settings",
}

__all__ = [
    "AccessError",
    "Added",
    "Answer",
    "Answers",
    "Arrival",
    "AuditFinding",
    "Base",
    "Bases",
    "Batch",
    "Begun",
    "BenchmarkVerdict",
    "Brought",
    "Calibration",
    "Check",
    "Claim",
    "ClaimLine",
    "Compacted",
    "Compared",
    "ConflictError",
    "Context",
    "DamagedError",
    "DatabaseBusyError",
    "DatabaseUnreachableError",
    "Decision",
    "DecisionInput",
    "DiffStub",
    "DiskFullError",
    "Embedder",
    "Entry",
    "Episode",
    "EvidenceGapPlan",
    "Expansions",
    "Explanation",
    "Extraction",
    "Fact",
    "FactInput",
    "FactLine",
    "Fault",
    "FileOnDisk",
    "FileUnreadableError",
    "Frame",
    "Gate",
    "GateDesk",
    "Harness",
    "Head",
    "InputError",
    "Item",
    "Judgement",
    "KnownnessGateRecord",
    "Learned",
    "Ledger",
    "Memory",
    "MemoryAudit",
    "Meter",
    "MeterPolicy",
    "MeterSessions",
    "MissingExtraError",
    "Neighbour",
    "NeighbourText",
    "Netnew",
    "NetnewError",
    "NewToken",
    "NotFoundError",
    "Notices",
    "OrphanIncidentRecord",
    "OutputFolder",
    "Policy",
    "PolicyProblem",
    "Proposal",
    "Ratchet",
    "Reading",
    "Recall",
    "Recipe",
    "RecordError",
    "Recorded",
    "Replayed",
    "Retention",
    "ReviewItem",
    "ReviewQueue",
    "Round",
    "Route",
    "Row",
    "SchemaVersionError",
    "SegmentFault",
    "Session",
    "SettingError",
    "SettingRow",
    "Settings",
    "SideRecord",
    "Snapshot",
    "StorageError",
    "Summary",
    "Tally",
    "Tidied",
    "Token",
    "Tokens",
    "Told",
    "ToolResult",
    "Transcript",
    "TurnContext",
    "TurnInput",
    "TurnReport",
    "TurnResult",
    "Value",
    "Values",
    "Violation",
    "Vote",
    "Why",
    "__version__",
    "allows",
    "ask_command",
    "ask_endpoint",
    "audit_arrivals",
    "calibrate_meter",
    "check_files",
    "check_refs",
    "checkup",
    "claim_of",
    "connect",
    "decision_verdicts",
    "default_policy",
    "draw_ratchet",
    "export_form",
    "extract",
    "fact_given",
    "follow_rounds",
    "harness_schema",
    "import_results",
    "json_lines",
    "load_embedder",
    "load_policy",
    "memory_line_schema",
    "meter_chart",
    "meter_policy",
    "observation_claim",
    "outputs_of",
    "pack_text",
    "parse_policy",
    "parse_scopes",
    "read_claims",
    "read_facts",
    "read_harness",
    "read_items",
    "read_memories",
    "read_progress",
    "read_proposal",
    "read_rounds",
    "read_settings",
    "read_table",
    "save_chart",
    "save_lines",
    "score_rounds",
    "score_transcript",
    "settings_table",
    "trial_by_command",
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
