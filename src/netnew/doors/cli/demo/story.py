"""The demo's story: a team of agents hunts a checkout that times out.

Round by round they say less that is new; some of what they want to write down is known.
"""

from __future__ import annotations

from typing import Any

CONVERSATION: list[dict[str, Any]] = [
    {
        "round": 1,
        "outputs": {
            "claims": [
                "Checkout requests time out after 30 seconds under load.",
                "The payment service answers within 200 ms even at peak.",
                "Connection pools of the order service are exhausted at 40 connections.",
                "Timeouts began with the release of 14 March.",
            ],
            "open_questions": ["What holds the connections?", "Did the release change the pool?"],
        },
    },
    {
        "round": 2,
        "outputs": {
            "claims": [
                "The release of 14 March put an inventory check inside the order transaction.",
                "Each inventory check keeps a database connection while it waits for the warehouse",
                "Checkout requests time out after 30 seconds under load",
            ],
            "open_questions": ["Can the check run before the transaction?"],
            "next_actions": ["Explore moving the inventory check."],
        },
    },
    {
        "round": 3,
        "outputs": {
            "claims": [
                "Moving the inventory check before the transaction frees the connection early.",
                "The payment service answers within 200 ms even at peak!",
            ],
            "next_actions": [
                "Move the inventory check before the transaction, owner: Ada",
                "Add a load test for 60 concurrent checkouts, owner: Lin",
            ],
        },
    },
    {
        "round": 4,
        "outputs": {
            "claims": [
                "Each inventory check keeps a database connection while it waits on the warehouse.",
                "Under load, checkout requests time out after 30 seconds.",
            ],
            "next_actions": [
                "Move the inventory check before the transaction, owner: Ada",
                "Add a load test for 60 concurrent checkouts, owner: Lin",
            ],
        },
    },
    {
        "round": 5,
        "outputs": {
            "claims": [
                "Connection pools of the order service are exhausted at 40 connections.",
                "The release of 14 March put an inventory check inside the order transaction",
            ],
            "next_actions": [
                "Move the inventory check before the transaction, owner: Ada",
                "Add a load test for 60 concurrent checkouts, owner: Lin",
            ],
        },
    },
]

KNOWN: list[dict[str, str]] = [
    {"id": "runbook-07", "text": "Checkout requests time out after 30 seconds under load."},
    {"id": "runbook-12", "text": "The order service opens at most 40 database connections."},
    {"id": "runbook-15", "text": "The payment service answers within 200 ms even at peak."},
    {"id": "adr-031", "text": "Inventory is checked inside the order transaction since March."},
    {"id": "adr-033", "text": "Load tests run every night against the staging cluster."},
]

CLAIMS: list[str] = [
    "Checkout requests time out after 30 seconds under load.",
    "Under load checkout requests time out after 30 seconds.",
    "Checkout requests time out after 300 seconds under load.",
    "Load tests run every night against the production cluster.",
    "The warehouse API rate limits us to nine calls a second.",
]

# The user's own base starts with one note; the runbook above is the core base.
NOTES: list[dict[str, str]] = [{"id": "note-1", "text": "Ada is on call this week."}]

# Twelve runs of the team's evaluation: share of benchmarks at their ceiling, share of proposals
# that pass, share of cycles with unanimous auditors, and how much the best score rose.
CYCLES: list[tuple[float, float, float, float]] = [
    (0.20, 0.40, 0.50, 0.050),
    (0.40, 0.55, 0.60, 0.040),
    (0.60, 0.70, 0.75, 0.030),
    (0.70, 0.80, 0.80, 0.020),
    (0.80, 0.85, 0.90, 0.010),
    (0.80, 0.90, 0.90, 0.004),
    (0.85, 0.90, 0.95, 0.002),
    (0.90, 0.92, 0.95, 0.001),
    (0.90, 0.95, 0.95, 0.001),
    (0.95, 0.95, 0.98, 0.000),
    (0.95, 0.95, 0.98, 0.000),
    (0.95, 0.96, 0.98, 0.000),
]

# What the agent `scout` learns on the way: subject and text.
LEARNED: list[tuple[str, str]] = [
    ("connection pool", "The order service opens at most 40 database connections."),
    ("connection pool", "The order service opens at most 60 database connections."),
    ("connection pool", "The order service opens at most 60 database connections!"),
]

# What its turns are asked, and end in.
TURNS: list[tuple[str, str]] = [
    (
        "Should we check the inventory before or inside the transaction?",
        "We will check the inventory before the transaction because that frees the connection.",
    ),
    (
        "Should we really check the inventory before the transaction?",
        "We will check the inventory before the transaction because that frees the connection!",
    ),
    ("Which fix should we choose?", "Done! Moved the check and pushed to main."),
    ("Should we choose another store for sessions?", "Postgres for the session store"),
]

ASKED = "Where is the inventory checked, and how many connections does the pool have?"
BUDGET = 100
