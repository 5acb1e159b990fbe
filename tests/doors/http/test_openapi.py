"""The service keeps to its own OpenAPI document, whatever is sent: driven by Schemathesis."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import netnew
from tests import soak
from tests.doors.http.conftest import fill
from tests.doors.http.serving import served

HERE = Path(__file__).parent
# The short form sends the same requests in every run; the long one goes on with new ones.
SECONDS = 1800
SHORT = ("--generation-deterministic", "--max-examples", "10")
LONG = ("--max-time", str(SECONDS), "--seed", "1")


@pytest.mark.soak
@pytest.mark.timeout(4000)
def test_no_request_finds_an_answer_that_the_document_does_not_tell_of(
    tmp_path: Path, soak_report: soak.Report
) -> None:
    url = f"sqlite:///{tmp_path / 'x.db'}"
    with netnew.connect(url, settings=netnew.Settings()) as nn:
        known = fill(nn)
        token = nn.tokens.create("ann", scopes=["admin"]).text
    settings = {"http_requests_per_minute": 10**6, "durability": "normal"}
    with served(url, "--require-token", **settings) as address:
        done = driven(address, token, known, tmp_path)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said[-6000:]
    cases = int(re.findall(r"(\d+) generated", said)[-1])
    assert cases > 300
    soak_report.add("schemathesis", seconds=SECONDS, requests=cases, drift=0)


def driven(
    address: str, token: str, known: dict[str, str], folder: Path
) -> subprocess.CompletedProcess[str]:
    """Run Schemathesis with every check on."""
    command = [
        sys.executable, "-m", "schemathesis.cli", "--config-file",
        str(HERE / "drift" / "schemathesis.toml"), "run", f"{address}/openapi.json",
        "--header", f"Authorization: Bearer {token}", "--checks", "all",
        *(LONG if soak.LONG else SHORT),
        "--no-color", "--continue-on-failure", "--warnings", "off",
    ]  # fmt: skip
    hooks = str(HERE / "drift" / "hooks.py")
    told = {"SCHEMATHESIS_HOOKS": hooks, "DRIFT_KNOWN": json.dumps(known)}
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **told}, capture_output=True, text=True,
        timeout=SECONDS + 300, check=False,
    )  # fmt: skip
