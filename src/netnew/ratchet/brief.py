"""The research brief: what saturated, what still fails, and what the numbers themselves propose."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from netnew.ratchet.harness import Harness
from netnew.ratchet.proposals import Increase, Proposal
from netnew.ratchet.verdicts import BenchmarkVerdict, Run

# How far below the worst of the last cycles a new threshold stays.
MARGIN = Fraction(1, 100)
LOOKED_AT = 10
MOST_NAMED = 10


@dataclass(frozen=True, slots=True)
class Findings:
    """What the data say before anybody researches: the computed half of an expansion."""

    proposal: Proposal
    needed_items: Mapping[str, int]
    still_failing: Mapping[str, Sequence[str]]
    untested: Sequence[str]


def findings(
    harness: Harness | None, runs: Mapping[str, Sequence[Run]], verdicts: Sequence[BenchmarkVerdict]
) -> Findings:
    """Computed proposals: higher thresholds that the last cycles would have passed, and more."""
    return Findings(
        proposal=Proposal(
            increases=() if harness is None else tuple(_increases(harness, runs)),
            retire=tuple(v.benchmark for v in verdicts if v.word == "solved"),
        ),
        needed_items={
            v.benchmark: v.items_for_one_point
            for v in verdicts
            if v.items_for_one_point is not None
        },
        still_failing={
            name: sorted(item for item, passed in found[-1].result.items.items() if not passed)
            for name, found in runs.items()
            if found and found[-1].result.items
        },
        untested=_untested(harness),
    )


def _increases(harness: Harness, runs: Mapping[str, Sequence[Run]]) -> list[Increase]:
    found = []
    for entry in harness.section("benchmarks"):
        threshold = entry.values["threshold"]
        scores = [run.result.score for run in runs.get(entry.id, ())][-LOOKED_AT:]
        known = [score for score in scores if score is not None]
        if threshold is None or len(known) < LOOKED_AT or entry.values["direction"] == "lower":
            continue
        # Down to a whole percent, so that the file reads well.
        proposed = Fraction(int((min(known) - MARGIN) * 100), 100)
        if proposed > threshold:
            rationale = (
                f"the last {len(known)} cycles scored {float(min(known)):.3f} or more; "
                f"{float(MARGIN):g} below that all of them would have passed"
            )
            found.append(Increase(entry.id, proposed, rationale, threshold))
    return found


def _untested(harness: Harness | None) -> list[str]:
    """Categories that only one section knows: there is a benchmark and no edge case, say."""
    if harness is None:
        return []
    known = {
        section: {
            entry.values["category"]
            for entry in harness.section(section)
            if entry.values.get("category") and entry.values["enabled"]
        }
        for section in ("benchmarks", "regression_tests", "edge_cases")
    }
    everywhere = set().union(*known.values())
    return [
        f"{category}: no {section.replace('_', ' ')}"
        for category in sorted(everywhere)
        for section, there in known.items()
        if category not in there
    ]


def research_brief(
    expansion: Mapping[str, Any],
    aggregate: Mapping[str, Any],
    verdicts: Sequence[BenchmarkVerdict],
    found: Findings,
) -> str:
    """The brief as Markdown: context, data, objectives, constraints, format of the answer."""
    rolling = aggregate["rolling_metrics"]
    return "\n".join(
        [
            "## Eval Harness Expansion Research",
            "",
            "### Context",
            "The eval harness has been consistently saturated:",
            f"- Expansion: {expansion['expansion_id']}",
            f"- Saturation Score: {rolling['avg_saturation_score']:.2f}",
            f"- Consecutive HIGH cycles: {rolling['consecutive_high_count']}",
            f"- Trigger Reason: {expansion['trigger_reason']}",
            "",
            "### Ceiling cases",
            *_ceilings(verdicts),
            "",
            "### What still fails",
            *_failing(found, verdicts),
            "",
            "### Untested categories",
            *([f"- {line}" for line in found.untested] or ["- none that the harness file names"]),
            "",
            "### Items needed to see a difference of one point",
            *([f"- {name}: {count:,}" for name, count in sorted(found.needed_items.items())]
              or ["- not computed"]),
            "",
            "### Proposals that the data make",
            "```yaml",
            _yaml(found.proposal),
            "```",
            "",
            *_ASK,
        ]
    )  # fmt: skip


def _ceilings(verdicts: Sequence[BenchmarkVerdict]) -> list[str]:
    lines = []
    for verdict in verdicts:
        if verdict.word != "discriminating":
            lines.append(f"- {verdict.benchmark}: {verdict.word} ({verdict.because})")
    return lines or ["- none: every benchmark still discriminates"]


def _failing(found: Findings, verdicts: Sequence[BenchmarkVerdict]) -> list[str]:
    suspects = {verdict.benchmark: set(verdict.suspects) for verdict in verdicts}
    lines = []
    for name, items in sorted(found.still_failing.items()):
        if items:
            shown = ", ".join(items[:MOST_NAMED]) + (", …" if len(items) > MOST_NAMED else "")
            noisy = len(suspects.get(name, set()) & set(items))
            why = (
                f"; {noisy} of them fail for every good system, suspect their labels"
                if noisy
                else ""
            )
            lines.append(f"- {name}: {len(items)} items ({shown}){why}")
    return lines or ["- nothing, as far as single items were reported"]


def _yaml(proposal: Proposal) -> str:
    """The proposal in the asked format; JSON values are YAML."""
    lines = ["expansion_proposals:"]
    for key, entries in proposal.document().items():
        lines.append(f"  {key}:" + ("" if entries else " []"))
        lines += [f"    - {json.dumps(entry, ensure_ascii=False)}" for entry in entries]
    return "\n".join(lines)


_ASK = """### Research Objectives
1. Analyze recent benchmark results: identify ceiling cases
2. Analyze what passes and fails: what still fails, and why?
3. Survey external benchmarks for inspiration, and identify untested edge cases
4. Propose specific threshold increases
5. Propose new benchmarks (harder, more discriminative)

### Constraints
- ONE-WAY RATCHET: only propose MORE rigorous changes
- FORBIDDEN: lowering thresholds, removing tests, weakening gates
- REQUIRED: human approval before any change

### Output Format
Print this YAML and nothing else:
```yaml
expansion_proposals:
  threshold_increases:
    - benchmark: "an-existing-benchmark"
      current: 0.70
      proposed: 0.75
      rationale: "consistently above 0.85"
  new_benchmarks:
    - id: "new-benchmark-id"
      name: "short name"
      purpose: "what it tests"
      expected_difficulty: "harder than existing"
  new_edge_cases:
    - category: "category"
      description: "the situation"
      expected_failure_mode: "what should fail"
```""".splitlines()
