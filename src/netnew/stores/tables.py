"""Every table. Each carries the workspace that owns its rows, as the first part of its key."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, LargeBinary, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)


def _owner() -> Column[str]:
    return Column("workspace", String(200), primary_key=True)


ledger_rows = Table(
    "ledger_rows",
    metadata,
    _owner(),
    Column("stream", String(200), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("row_id", String(64), nullable=False),
    Column("content_id", String(64), nullable=False),
    Column("kind", String(100), nullable=False),
    Column("body_json", Text, nullable=False),
    Column("aside_json", Text, nullable=False),
    Column("key", String(200)),
    Column("recorded_at", String(32), nullable=False),
    Column("previous", String(64), nullable=False),
    Column("seal", String(64), nullable=False),
)
# NULL keys never collide, on SQLite and PostgreSQL alike.
Index(None, ledger_rows.c.workspace, ledger_rows.c.stream, ledger_rows.c.key, unique=True)
Index(None, ledger_rows.c.workspace, ledger_rows.c.row_id)
Index(None, ledger_rows.c.workspace, ledger_rows.c.content_id)

ledger_heads = Table(
    "ledger_heads",
    metadata,
    _owner(),
    Column("stream", String(200), primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("seal", String(64), nullable=False),
)

# One row a workspace: where its segment files lie, and the lock that every change of bases takes.
base_shelves = Table(
    "base_shelves",
    metadata,
    _owner(),
    Column("shelf", String(64), nullable=False),
)

base_heads = Table(
    "base_heads",
    metadata,
    _owner(),
    Column("name", String(100), primary_key=True),
    Column("hash", String(64), nullable=False),
    Column("manifest_json", Text, nullable=False),
    Column("moved_at", String(32), nullable=False),
)

base_snapshots = Table(
    "base_snapshots",
    metadata,
    _owner(),
    Column("snapshot_id", String(64), primary_key=True),
    Column("base", String(100), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("manifest_json", Text, nullable=False),
    Column("taken_at", String(32), nullable=False),
)
Index(None, base_snapshots.c.workspace, base_snapshots.c.base)

# Values by key: cycles, aggregates and expansions of each harness.
ratchet_values = Table(
    "ratchet_values",
    metadata,
    _owner(),
    Column("harness", String(200), primary_key=True),
    Column("key", String(400), primary_key=True),
    # Order of first arrival within the harness.
    Column("seq", BigInteger, nullable=False),
    Column("value_json", Text, nullable=False),
    Column("tags_json", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("recorded_at", String(32), nullable=False),
)
Index(None, ratchet_values.c.workspace, ratchet_values.c.harness, ratchet_values.c.seq)

# One row a harness: what its writers take turns on.
ratchet_heads = Table(
    "ratchet_heads",
    metadata,
    _owner(),
    Column("harness", String(200), primary_key=True),
    Column("seq", BigInteger, nullable=False),
)

# Harness files as they were before an expansion, by their SHA-256.
ratchet_archives = Table(
    "ratchet_archives",
    metadata,
    _owner(),
    Column("harness", String(200), primary_key=True),
    Column("digest", String(64), primary_key=True),
    Column("content", LargeBinary, nullable=False),
)

gate_judgements = Table(
    "gate_judgements",
    metadata,
    _owner(),
    Column("kgr_id", String(64), primary_key=True),
    Column("row_id", String(64), nullable=False),
    Column("claim_id", String(200), nullable=False),
    Column("class", String(40), nullable=False),
    Column("route", String(40), nullable=False),
)
Index(None, gate_judgements.c.workspace, gate_judgements.c.claim_id)

gate_policies = Table(
    "gate_policies",
    metadata,
    _owner(),
    Column("hash", String(64), primary_key=True),
    Column("document_json", Text, nullable=False),
)

# Claims that wait: what clusters are made of, and what may be opened again.
gate_deferred = Table(
    "gate_deferred",
    metadata,
    _owner(),
    Column("side_record_id", String(64), primary_key=True),
    Column("kgr_id", String(64), nullable=False),
    Column("co_id", String(64), nullable=False),
    Column("source", String(200), nullable=False),
    Column("text", Text, nullable=False),
    Column("lex_impl_version", String(40), nullable=False),
    Column("thresholds_json", Text, nullable=False),
    Column("cluster_json", Text),
    Column("state", String(20), nullable=False),
)

review_items = Table(
    "review_items",
    metadata,
    _owner(),
    Column("item_id", String(64), primary_key=True),
    Column("kind", String(40), nullable=False),
    Column("subject_id", String(64), nullable=False),
    Column("submitted_by", String(200)),
    Column("min_humans", BigInteger, nullable=False),
    Column("min_agents", BigInteger, nullable=False),
    Column("document_json", Text, nullable=False),
    Column("opened_at", String(32), nullable=False),
    Column("state", String(20), nullable=False),
    Column("told_at", String(32)),
    Column("telling_since", String(32)),
)

review_votes = Table(
    "review_votes",
    metadata,
    _owner(),
    Column("item_id", String(64), primary_key=True),
    Column("reviewer", String(200), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("verdict", String(10), nullable=False),
    Column("reason", Text, nullable=False),
    Column("voted_at", String(32), nullable=False),
)

# Tokens of the service: hashes of their secrets, never the secrets.
access_tokens = Table(
    "access_tokens",
    metadata,
    _owner(),
    Column("token_id", String(64), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("secret_hash", String(64), nullable=False),
    Column("scopes_json", Text, nullable=False),
    Column("agent", String(200)),
    Column("created_at", String(32), nullable=False),
    Column("expires_at", String(32), nullable=False),
    Column("revoked_at", String(32)),
)

# What is left of each token's rate, in millionths of a request, at a moment in microseconds.
access_buckets = Table(
    "access_buckets",
    metadata,
    _owner(),
    Column("token_id", String(64), primary_key=True),
    Column("level", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Requests that came with a key, and what was answered.
access_answers = Table(
    "access_answers",
    metadata,
    _owner(),
    Column("caller", String(200), primary_key=True),
    Column("key", String(200), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("owner", String(64), nullable=False),
    Column("started_at", String(32), nullable=False),
    Column("status", BigInteger),
    Column("media_type", String(100)),
    Column("body", LargeBinary),
)
Index(None, access_answers.c.workspace, access_answers.c.started_at)

# One row a session of the meter: its rules, and the lock that its observers take turns on.
meter_sessions = Table(
    "meter_sessions",
    metadata,
    _owner(),
    Column("session_id", String(200), primary_key=True),
    Column("agent", String(200)),
    Column("rules_json", Text, nullable=False),
    Column("rounds", BigInteger, nullable=False),
    Column("created_at", String(32), nullable=False),
    Column("observed_at", String(32), nullable=False),
)

meter_rounds = Table(
    "meter_rounds",
    metadata,
    _owner(),
    Column("session_id", String(200), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("round_json", Text, nullable=False),
    Column("digest", String(64), nullable=False),
)
# One row an agent: what its writers take turns on, and the number of its last change.
memory_agents = Table(
    "memory_agents",
    metadata,
    _owner(),
    Column("agent_id", String(180), primary_key=True),
    Column("seq", BigInteger, nullable=False),
)

# Facts, episodes, decisions: what each says (erased on `forget`) and how it stands.
memory_items = Table(
    "memory_items",
    metadata,
    _owner(),
    Column("agent_id", String(180), primary_key=True),
    Column("item_id", String(64), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("at", String(32), nullable=False),
    Column("state", String(20), nullable=False),
    Column("subject_hash", String(64)),
    Column("content_hash", String(64)),
    Column("session_id", String(200)),
    Column("salt", String(64), nullable=False),
    Column("standing_json", Text, nullable=False),
    Column("document_json", Text, nullable=False),
)
Index(None, memory_items.c.workspace, memory_items.c.agent_id, memory_items.c.seq)
Index(None, memory_items.c.workspace, memory_items.c.agent_id, memory_items.c.subject_hash)
Index(None, memory_items.c.workspace, memory_items.c.agent_id, memory_items.c.content_hash)
Index(
    None,
    memory_items.c.workspace,
    memory_items.c.agent_id,
    memory_items.c.kind,
    memory_items.c.state,
    memory_items.c.at,
)

# How each change left each item: what `why`, `history` and `undo` read.
memory_steps = Table(
    "memory_steps",
    metadata,
    _owner(),
    Column("agent_id", String(180), primary_key=True),
    Column("item_id", String(64), primary_key=True),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("act", String(40), nullable=False),
    Column("at", String(32), nullable=False),
    Column("row_id", String(64), nullable=False),
    Column("before_json", Text),
    Column("after_json", Text, nullable=False),
    Column("evidence_json", Text, nullable=False),
    Column("undone_by", BigInteger),
)
Index(None, memory_steps.c.workspace, memory_steps.c.agent_id, memory_steps.c.seq)

memory_vectors = Table(
    "memory_vectors",
    metadata,
    _owner(),
    Column("agent_id", String(180), primary_key=True),
    Column("item_id", String(64), primary_key=True),
    Column("model", String(200), primary_key=True),
    Column("seq", BigInteger, nullable=False),
    Column("vector", LargeBinary, nullable=False),
)
Index(None, memory_vectors.c.workspace, memory_vectors.c.agent_id, memory_vectors.c.seq)
