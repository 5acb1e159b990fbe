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
