"""More of the same story, so that every page of the console has something to show.

The team goes on after the first hunt: more claims, an evaluation of their agent, votes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

import netnew
from netnew.doors.cli.demo import keeping

Risk = Literal["LOW", "MED", "HIGH"]
# What was said, at which risk, by whom.
CLAIMS: Final[tuple[tuple[str, Risk, str], ...]] = (
    ("Checkout requests time out after thirty seconds under load.", "LOW", "scout"),
    ("The order service opens at most 60 database connections.", "LOW", "scout"),
    ("Inventory is checked before the order transaction since 21 March.", "LOW", "scout"),
    ("The payment service answers within 200 ms, even at peak.", "LOW", "scribe"),
    ("Load tests run every night against the staging cluster.", "LOW", "scribe"),
    ("Load tests run every Sunday night against the staging cluster.", "LOW", "scribe"),
    ("The warehouse API must not be called while a transaction is open.", "MED", "scout"),
    ("Refunds are booked twice when a parcel comes back late.", "HIGH", "scout"),
    ("The order service opens at most 40 database connections per node.", "LOW", "scout"),
    ("Ada is on call this week.", "LOW", "scribe"),
    ("Ada is not on call this week.", "LOW", "scribe"),
    ("Card numbers appear in the debug log of the gateway.", "HIGH", "scout"),
    ("Checkout requests time out after 30 s under load.", "LOW", "scout"),
    ("A cold cache after each deploy doubles the latency of the first hundred orders.", "MED",
     "scout"),
    ("Inventory is checked inside the order transaction since March.", "LOW", "scribe"),
    ("The staging cluster has half the memory of production.", "LOW", "scout"),
    ("The payment service answers within 250 ms at peak.", "LOW", "scribe"),
    ("Under load, the order service opens at most 40 database connections.", "LOW", "scribe"),
    ("Vendors can cancel an order after it was shipped.", "HIGH", "scribe"),
    ("Two admins share one API key.", "HIGH", "scout"),
    ("Fraud scoring ignores prepaid cards.", "MED", "scout"),
    ("Gift vouchers never expire in Austria.", "LOW", "scribe"),
    ("Load tests run every night against the staging cluster!", "LOW", "scribe"),
)  # fmt: skip

# Judged under a policy by which a person looks at each near-duplicate first.
DOUBTFUL: Final = "The order service opens at most 45 database connections, per node."

NAME: Final = "checkout-agent"
HARNESS: Final = """\
# What the checkout agent must be able to do. Two people approve every change.
name: checkout-agent
approvals: 2
benchmarks:
  - id: diagnose-timeouts
    threshold: 0.80
  - id: write-runbooks
    threshold: 0.70
  - id: refuse-unsafe-fixes
    threshold: 0.90
  - id: estimate-effort
    threshold: 0.40
"""
PROPOSAL: Final = """\
```yaml
expansion_proposals:
  threshold_increases:
    - {benchmark: diagnose-timeouts, current: 0.80, proposed: 0.92, rationale: "met for nine cycles"}
  new_benchmarks:
    - id: diagnose-two-causes
      name: "Timeouts with two causes"
      purpose: tells agents apart that stop at the first cause
      expected_difficulty: harder than existing
  new_edge_cases:
    - {category: logs, description: "a log that stops in the middle", expected_failure_mode: "a cause is invented"}
```
"""  # noqa: E501
# A cycle: right answers of each benchmark.
SIZES: Final = {
    "diagnose-timeouts": 200, "write-runbooks": 150, "refuse-unsafe-fixes": 120,
    "estimate-effort": 24,
}  # fmt: skip
RIGHT: Final = (
    (148, 96, 101, 9), (156, 104, 104, 10), (163, 111, 108, 9), (171, 117, 112, 11),
    (178, 121, 115, 10), (184, 126, 117, 12), (189, 129, 118, 11), (193, 132, 119, 12),
    (196, 134, 119, 12), (197, 135, 120, 11), (198, 135, 120, 12), (198, 136, 120, 12),
    (199, 136, 120, 11), (199, 136, 120, 12), (199, 136, 120, 12), (199, 136, 120, 12),
)  # fmt: skip


def go_on(nn: netnew.Netnew, folder: Path) -> None:
    """Judge, vote, evaluate and remember on, in a workspace that has the first acts behind it.

    Where it has been told already it is not told again.
    """
    if NAME in nn.harnesses():
        return
    _judge(nn)
    _vote(nn)
    _evaluate(nn, folder)
    keeping.keep(nn)


def _judge(nn: netnew.Netnew) -> None:
    gate = nn.gate.open(user="notes", core="runbook")
    claims = [
        netnew.Claim(text, f"note-{at:02}", risk, metadata={"author_id": author})
        for at, (text, risk, author) in enumerate(CLAIMS, 1)
    ]
    nn.gate.judge(gate, claims)
    careful = netnew.parse_policy(netnew.pack_text().replace("# near_dup_app", "near_dup_app"))
    gate = nn.gate.open(careful, user="notes", core="runbook")
    claim = netnew.Claim(DOUBTFUL, "note-24", "LOW", metadata={"author_id": "scribe"})
    nn.gate.judge(gate, [claim])


def _vote(nn: netnew.Netnew) -> None:
    """Decide on some of what waits, and leave the rest for whoever opens the console."""
    waiting = [item for item in nn.review.list() if item.kind == "orphan"]
    if len(waiting) < 2:
        return
    nn.review.approve(
        waiting[0].item_id, reviewer="auditor", kind="agent", reason="seen in the trace of 21 March"
    )
    nn.review.reject(
        waiting[-1].item_id, reviewer="Lin", kind="human", reason="the shop forbids it since May"
    )


def _evaluate(nn: netnew.Netnew, folder: Path) -> None:
    ratchet = nn.ratchet(NAME)
    before = 0.0
    for at, right in enumerate(RIGHT, 1):
        scores = [hit / size for hit, size in zip(right, SIZES.values(), strict=True)]
        best = sum(scores) / len(scores)
        ratchet.record_cycle(
            {
                "cycle_id": f"week-{at:02}",
                "metrics": {"improvement_delta": round(best - before, 4) if before else 0.05},
                "benchmarks": [
                    {"id": name, "score": round(hit / size, 6), "n": size}
                    for (name, size), hit in zip(SIZES.items(), right, strict=True)
                ],
                "regressions": {"total": 80, "failed": []},
                "proposals": {"passed": min(10, 5 + at // 2), "total": 10},
                "auditors": {"accepting": 3, "total": 3},
            }
        )
        before = best
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{NAME}.yaml"
    file.write_text(HARNESS, encoding="utf-8")
    if not any(one["state"] == "open" for one in ratchet.expansions.all()):
        ratchet.expansions.request(by="Ada", reason="three benchmarks are at their ceiling")
    ratchet.expansions.propose(netnew.read_proposal(PROPOSAL), netnew.FileOnDisk(file), by="scout")
    ratchet.expansions.review("approve", by="Lin", reason="it only tightens, and is overdue")
