"""The least that a service with a database does: FastAPI takes JSON, inserts a row, echoes it.

Started by `benchmarks.service` with the database's URL in ECHO_DB.
"""

from __future__ import annotations

import json
import os
import sqlite3
import threading

import psycopg
from fastapi import FastAPI, Request

app = FastAPI()
URL = os.environ["ECHO_DB"]
POSTGRES = URL.startswith("postgresql")
PLACE = "%s" if POSTGRES else "?"
_own = threading.local()


def connection():
    """One connection a thread, as durable as the service's own."""
    if not hasattr(_own, "held"):
        if POSTGRES:
            _own.held = psycopg.connect(URL.replace("+psycopg", ""))
        else:
            _own.held = sqlite3.connect(URL.removeprefix("sqlite:///"), timeout=30)
            _own.held.execute("PRAGMA journal_mode=WAL")
            _own.held.execute("PRAGMA synchronous=FULL")
    return _own.held


with connection() as first:
    first.execute("CREATE TABLE IF NOT EXISTS echo (body TEXT)")


@app.get("/health")
def health() -> dict:
    return {"ok": True}


def insert(body: dict) -> None:
    held = connection()
    held.execute(f"INSERT INTO echo VALUES ({PLACE})", (json.dumps(body),))
    held.commit()


@app.post("/echo")
def echo(body: dict) -> dict:
    insert(body)
    return body


@app.get("/echo")
def read(request: Request) -> dict:
    held = connection()
    found = held.execute("SELECT body FROM echo LIMIT 1").fetchone()
    held.rollback()
    return {"found": found[0] if found else None, "q": request.query_params.get("q")}
