"""The gate on repositories that its scorer never saw; thresholds chosen without them too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from audits.decisions import fitting, thresholds
from audits.decisions.examples import Example, read_examples, read_written, repositories
from audits.decisions.fitting import Numbers
from netnew.memory import judge_decision
from netnew.memory.turn import ToolResult

RESULTS = Path(__file__).parent / "results" / "held-out.md"
Flags = NDArray[np.bool_]


class Outcomes(NamedTuple):
    """What became of each text."""

    kept: Flags
    rejected: Flags
    scores: Numbers

    def of(self, some: Flags) -> Outcomes:
        """The same of some texts."""
        return Outcomes(self.kept[some], self.rejected[some], self.scores[some])


def nested(
    examples: Sequence[Example], signs: Numbers, priors: Numbers = fitting.PRIORS
) -> Outcomes:
    """Outcome of each text from weights and thresholds that saw nothing of its repository."""
    of = np.array([example.repository for example in examples])
    known = thresholds.facts(examples)
    labels = np.array([example.decision for example in examples])
    kept, rejected = np.zeros(len(of), bool), np.zeros(len(of), bool)
    scores = np.zeros(len(of))
    for repository in repositories(examples):
        there, rest = of == repository, [e for e in examples if e.repository != repository]
        inner = fitting.held_out_scores(rest, signs[~there], priors)
        model = fitting.fit(rest, signs[~there], priors)
        bounds = thresholds.choose(inner, known.of(~there), labels[~there], model.bias)
        scores[there] = model.scores(signs[there])
        points = np.rint(scores[there] * 100)
        kept[there], rejected[there] = thresholds.outcome(points, known.of(there), bounds)
    return Outcomes(kept, rejected, scores)


def layers_alone(examples: Sequence[Example]) -> Outcomes:
    """Profile `003`: a hit rejects, all else is kept."""
    hit = thresholds.hits(examples)
    return Outcomes(~hit, hit, np.zeros(len(hit)))


def after_tools(examples: Sequence[Example]) -> list[Example]:
    """The same texts, each from a turn in which a tool was used and a confidence was said.

    The data says nothing of turns, so all get the same: no label can show through.
    """
    turn = {"tool_results": (ToolResult("shell"),), "confidence": 0.8}
    return [e._replace(candidate=replace(e.candidate, **turn)) for e in examples]


def auc(scores: Numbers, labels: Flags) -> float:
    """How often a decision scores above noise."""
    decisions, noise = scores[labels], scores[~labels]
    above = (decisions[:, None] > noise).mean() + (decisions[:, None] == noise).mean() / 2
    return float(above)


def wilson(part: int, whole: int) -> str:
    """A share in percent with its 95 % interval."""
    if not whole:
        return "–"
    z, share = 1.959964, part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * sqrt(share * (1 - share) / whole + z * z / (4 * whole**2)) / (1 + z * z / whole)
    low, high = max(0.0, middle - half), min(1.0, middle + half)
    return f"{100 * share:.1f} % ({100 * low:.1f}–{100 * high:.1f})"


def row(name: str, got: Outcomes, labels: Flags, among: Flags) -> str:
    """One line of a table: counts with intervals, for some of the texts."""
    kept, rejected, yes = got.kept[among], got.rejected[among], labels[among]
    held = ~kept & ~rejected
    cells = [
        wilson(int(kept[~yes].sum()), int((~yes).sum())),
        wilson(int(rejected[yes].sum()), int(yes.sum())),
        wilson(int(held[yes].sum()), int(yes.sum())),
        wilson(int(held[~yes].sum()), int((~yes).sum())),
    ]
    return f"| {name} | {int(yes.sum())} + {int((~yes).sum())} | " + " | ".join(cells) + " |"


HEAD = (
    "| | decisions + noise | noise kept | decisions lost | decisions waiting | noise waiting |\n"
    "|---|---|---|---|---|---|"
)


def summary(name: str, got: Outcomes, labels: Flags) -> str:
    """One line of the main table: the three rates that have goals, at the base rate."""
    rates = thresholds.rates(got.kept, got.rejected, labels)
    scored = f"{auc(got.scores, labels):.3f}" if got.scores.any() else "–"
    shares = " | ".join(f"{100 * rate:.1f} %" for rate in rates)
    return f"| {name} | {shares} | {scored} |"


def by(examples: Sequence[Example], got: Outcomes, key: Callable[[Example], str]) -> list[str]:
    """A table with a row for each value of a key."""
    labels = np.array([example.decision for example in examples])
    values = np.array([key(example) for example in examples])
    return [HEAD, *(row(str(v), got, labels, values == v) for v in sorted(set(values)))]


def held_out(examples: Sequence[Example], signs: Numbers, priors: Numbers) -> Outcomes:
    """Like `nested`, but with thresholds chosen on the scores that they are then used on."""
    labels = np.array([example.decision for example in examples])
    known = thresholds.facts(examples)
    scores = fitting.held_out_scores(examples, signs, priors)
    bias = fitting.fit(examples, signs, priors).bias
    bounds = thresholds.choose(scores, known, labels, bias)
    return Outcomes(*thresholds.outcome(np.rint(scores * 100), known, bounds), scores)


def ablations(examples: Sequence[Example], signs: Numbers, shown: Flags) -> list[str]:
    """The whole gate without each group of signs, and without priors, on the texts shown."""
    labels = np.array([example.decision for example in examples])[shown]
    lines = [summary("all", held_out(examples, signs, fitting.PRIORS).of(shown), labels)]
    for group in dict.fromkeys(fitting.GROUPS):
        present = np.array([one != group for one in fitting.GROUPS])
        if group != "turn":
            got = held_out(examples, signs * present, fitting.PRIORS).of(shown)
            lines.append(summary(f"without *{group}*", got, labels))
    flat = np.zeros_like(fitting.PRIORS)
    got = held_out(examples, signs, flat).of(shown)
    return [*lines, summary("priors of 0", got, labels)]


def top_weights(examples: Sequence[Example], signs: Numbers) -> list[str]:
    """Every sign of a text with its weight and where it is found, heaviest first."""
    labels = np.array([example.decision for example in examples])
    model = fitting.fit(examples, signs)
    order = sorted(range(len(fitting.NAMES)), key=lambda at: -abs(model.weights[at]))
    return [
        f"| `{fitting.NAMES[at]}` | {fitting.GROUPS[at]} | {model.weights[at]:+.2f} |"
        f" {int(signs[labels, at].sum())} | {int(signs[~labels, at].sum())} |"
        for at in order
        if fitting.GROUPS[at] != "turn"
    ]


def shipped_gate(examples: Sequence[Example]) -> Outcomes:
    """What the gate makes of each text with the weights that come with it."""
    verdicts = [judge_decision(example.candidate) for example in examples]
    outcomes = np.array([verdict.outcome for verdict in verdicts])
    points = np.array([float(verdict.points) for verdict in verdicts])
    return Outcomes(outcomes == "keep", outcomes == "reject", points)


def written(chosen: Sequence[Example], left_out: Outcomes) -> list[str]:
    """The texts written for this audit: the half that shaped the signs, and the other one."""
    lines, details = [MAIN_HEAD], [HEAD]
    reported = read_written("report")
    halves = (("choose", chosen, left_out), ("report", reported, shipped_gate(reported)))
    for name, examples, got in halves:
        labels = np.array([example.decision for example in examples])
        lines.append(summary(f"half *{name}*", got, labels))
        hard = np.array([example.hard for example in examples])
        details += [
            row(f"*{name}*, all", got, labels, np.ones(len(labels), bool)),
            row(f"*{name}*, misleading", got, labels, hard),
            row(f"*{name}*, inside decision logs", got, labels, in_logs(examples)),
        ]
    return [*lines, "", *details]


def in_logs(examples: Sequence[Example]) -> Flags:
    """Which texts stand in a log of decisions."""
    return np.array(["decision-log" in e.kind or "decisions-md" in e.kind for e in examples])


MAIN_HEAD = "| | noise among kept | decisions lost | quarantined | AUC |\n|---|---|---|---|---|"


def main() -> None:
    """Measure, and write the report."""
    examples, chosen = read_examples(), read_written("choose")
    taught = [*examples, *chosen]
    tuned = np.arange(len(taught)) < len(examples)
    labels = np.array([example.decision for example in examples])
    signs = fitting.sign_matrix(taught)
    turned = after_tools(taught)
    all_whole = nested(taught, signs)
    alone, whole = layers_alone(examples), all_whole.of(tuned)
    with_turn = nested(turned, fitting.sign_matrix(turned)).of(tuned)
    logs = in_logs(examples)
    lines = [
        "# Decisions worth keeping, on repositories never seen",
        "",
        f"{len(examples)} texts of {len(repositories(examples))} repositories. Weights and both "
        "thresholds are made without the repository that is judged (nested leave-one-repository-"
        f"out), and with {len(chosen)} texts written for this audit, which are one more source. "
        "Rates are at the 43 % base rate of noise; in brackets 95 % Wilson intervals. Goals:"
        " noise among kept and decisions lost below 5 %, quarantined at most 15 %. The signs were"
        " designed with these texts in view, so other repositories will do somewhat worse.",
        "",
        "## Layers alone and whole gate",
        "",
        MAIN_HEAD,
        summary("layers alone, text only", alone, labels),
        summary("layers alone, after a tool call", layers_alone(turned).of(tuned), labels),
        summary("whole gate, text only", whole, labels),
        summary("whole gate, after a tool call, confidence 0.8", with_turn, labels),
        "",
        "The data holds no turns. *After a tool call* gives every text, decision or noise, the same"
        " turn: it shows what the rules and signs for turns do, not what true turns would tell.",
        "",
        HEAD,
        row("layers alone", alone, labels, np.ones(len(labels), bool)),
        row("whole gate", whole, labels, np.ones(len(labels), bool)),
        row("inside decision logs: layers alone", alone, labels, logs),
        row("inside decision logs: whole gate", whole, labels, logs),
        "",
        "## Written for this audit",
        "",
        "Texts of many trades, in `written.jsonl`, by an author who had not seen the signs; a "
        "third of them misleading on purpose. Signs were added with the half *choose* in view, and "
        "it teaches the weights; here it is judged by weights made without it. The half *report* "
        "was neither read nor used before these figures, and is judged by the weights that ship.",
        "",
        *written(chosen, all_whole.of(~tuned)),
        "",
        "## By kind",
        "",
        *by(examples, whole, lambda e: e.kind),
        "",
        "## By repository",
        "",
        *by(examples, whole, lambda e: e.repository),
        "",
        "## Lexically misleading texts",
        "",
        *by(examples, whole, lambda e: "misleading" if e.hard else "others"),
        "",
        "## Each group of signs left out",
        "",
        "Here the thresholds are chosen on the held-out scores themselves.",
        "",
        MAIN_HEAD,
        *ablations(taught, signs, tuned),
        "",
        "## Weights",
        "",
        "| sign | group | weight | in decisions | in noise |\n|---|---|---|---|---|",
        *top_weights(taught, signs),
    ]
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines[6:21]))


if __name__ == "__main__":
    main()
