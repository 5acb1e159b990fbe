"""The demo's act of memory: what an agent learns and decides, and what of it is kept."""

from __future__ import annotations

from typing import Any

import netnew
from netnew.doors.cli.demo.acts import Act
from netnew.doors.cli.demo.story import ASKED, BUDGET, LEARNED, TURNS
from netnew.doors.cli.screen import line, plain_table, tint

AGENT = "scout"
COLOURS = {
    "kept": "green", "superseded": "green", "supersedes": "green", "confirmed": "cyan",
    "duplicate": "cyan", "quarantined": "yellow", "conflict": "yellow",
}  # fmt: skip


def keep_what_is_worth_it(nn: netnew.Netnew) -> Act:
    """Learn facts, take turns, repeat the prompt as if it were news, and recall within a budget."""
    memory = nn.memory(agent_id=AGENT)
    found = [_learn(memory, subject, text) for subject, text in LEARNED]
    found += [_take_turn(memory, asked, said) for asked, said in TURNS]
    context = memory.context(ASKED, budget_tokens=BUDGET, kinds=("decision", "fact"))
    back = memory.learn(netnew.FactInput("prompt", str(context)))
    found.append({"text": "(its own prompt, said again)", "outcome": back.outcome,
                  "reason": back.reason})  # fmt: skip
    table = plain_table("what came", "outcome", "because")
    for one in found:
        outcome = "supersedes" if one["outcome"] == "superseded" else one["outcome"]
        table.add_row(one["text"], tint(outcome, COLOURS.get(outcome, "red")), one["reason"])
    tokens = 0 if context.recall is None else context.recall.tokens
    told = [text for text in context.splitlines() if not text.startswith("<!--")]
    return Act(
        "memory",
        f"What is worth keeping: {len(found)} things that an agent would remember",
        [
            table, "",
            line(tint("the next prompt", "bold"), f" ({tokens} of {BUDGET} tokens)"),
            *(tint(text, "dim") for text in told),
        ],
        {"outcomes": [one["outcome"] for one in found], "tokens": tokens},
    )  # fmt: skip


def _learn(memory: netnew.Memory, subject: str, text: str) -> dict[str, Any]:
    learned = memory.learn(netnew.FactInput(subject, text))
    return {"text": text, "outcome": learned.outcome, "reason": learned.reason}


def _take_turn(memory: netnew.Memory, asked: str, said: str) -> dict[str, Any]:
    turn = memory.pre_turn(netnew.TurnInput(asked, session_id="hunt"))
    report = memory.post_turn(turn, netnew.TurnResult(said))
    if report.recorded is None:
        return {"text": said, "outcome": "skipped", "reason": str(report.skipped)}
    outcome, reasons = report.recorded.outcome, report.recorded.reasons
    return {"text": said, "outcome": outcome, "reason": reasons[0] if reasons else ""}
