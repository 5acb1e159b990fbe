"""`python -m audits.decisions.verdicts --agent NAME [--db URL] > FILE`: what people decided.

Each quarantined decision that people approved or rejected becomes a line that the training
reads: {"text", "verdict": "approve" or "reject", "source", "frame", "confidence", "stakes"}.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from netnew import Memory, NetnewError, connect

# A held decision leaves its state by a vote alone; an undone vote brings it back.
SAID = {"active": "approve", "rejected": "reject"}


def verdicts(memory: Memory) -> Iterator[dict[str, Any]]:
    """Every verdict of people on a decision of this agent that the gate was not sure of."""
    for decision in memory.decisions.all(inactive=True):
        held = decision.verdict.get("outcome") == "quarantine"
        if held and decision.state in SAID:
            yield {
                "text": decision.text,
                "verdict": SAID[decision.state],
                "source": f"review:{memory.agent_id}",
                "frame": decision.frame,
                "confidence": decision.confidence,
                "stakes": decision.stakes,
            }


def export(arguments: Sequence[str] | None = None) -> int:
    """Print the verdicts as JSON Lines."""
    parser = argparse.ArgumentParser(prog="python -m audits.decisions.verdicts")
    parser.add_argument("--agent", required=True, help="whose decisions")
    parser.add_argument("--db", default=None, help="where they are; left out: as configured")
    given = parser.parse_args(arguments)
    try:
        with connect(given.db) as nn:
            for row in verdicts(nn.memory(agent_id=given.agent)):
                print(json.dumps(row, ensure_ascii=False))
    except NetnewError as error:
        print(f"verdicts: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(export())
