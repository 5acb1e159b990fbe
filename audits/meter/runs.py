"""Coding-agent runs: stuck runs caught against resolved runs stopped before their last edit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from audits.meter.agents import Run, read_runs
from netnew.meter.meter import Meter

RESULTS = Path(__file__).resolve().parent / "results"
REPORTED = ("o1", "Qwen2.5")
# No patience that is tried is longer.
LONGEST = {"rounds": 6, "laps": 4}
# Profile and what patience counts.
SETTINGS = (("0.2", "rounds"), ("0.3", "rounds"), ("0.3", "laps"))
# Shaded in the picture: at least 80 % caught, at most 3 % stopped early.
GOAL = {"x": 0, "x2": 0.03, "y": 0.8, "y2": 1}
VERDICT = (
    "Profile 0.3 counts laps: how often the low rounds have gone through what they repeat "
    "([decision 30](../../../docs/decisions/0030-patience-in-laps.md)). Two laps, three on weak "
    "evidence, were chosen on the first half, and meet the goal on both: at least 80 % of stuck "
    "runs at no more than 3 % of resolved ones, with observations. Counted in rounds no patience "
    "meets it. With 114 resolved runs in all, 3 % is about one run in each half.",
    "",
    "One run of each half is still stopped early; that of the first went through its first thirty "
    "steps again, word for word, four times, and then recovered. What is missed: runs that end at "
    "the second repeat, and runs whose tests print something new each time. Without observations "
    "a repeated call says little: add each answer as a claim (`netnew.observation_claim`).",
    "",
    '"As a log" is what `netnew meter score` reads from such a session: a turn that calls no tool '
    "may leave questions and actions, and then the rules for conversations hold. Before "
    '`extract/2` every "let me" was an action, and 18 of 49 resolved runs of the first half were '
    "stopped.",
    "",
    "The second half had been seen, at patience in rounds, before laps were thought of; of laps, "
    "two settings were read on it: two laps (112/134 caught, 3/65 stopped early) and this one. So "
    "it is no untouched test. The meter advises; it stops nothing by itself.",
)


def stops(items: Sequence[dict[str, Any]], profile: str, counts: str) -> Mapping[int, int | None]:
    """Patience -> the round at which it stops the run, if it does."""
    tried = range(1, LONGEST[counts] + 1)
    if counts == "laps":
        return {
            laps: first_signal(items, profile, {"claims_only": laps, "claims_only_counts": "laps"})
            for laps in tried
        }
    meter = Meter(profile)
    readings = (meter.observe(item) for item in items)
    low = [(each.round.number, each.recommendation.low_rounds) for each in readings]
    return {rounds: next((n for n, k in low if k >= rounds), None) for rounds in tried}


def first_signal(
    items: Iterable[dict[str, Any]], profile: str, patience: Mapping[str, Any] | None = None
) -> int | None:
    """The round of the first signal to stop."""
    meter = Meter(profile, policy={"patience": patience or {}})
    readings = (meter.observe(item) for item in items)
    return next((each.round.number for each in readings if each.signal != "CONTINUE"), None)


@dataclass(frozen=True)
class Outcome:
    """What one patience does to a set of runs."""

    caught: int
    stuck: int
    stopped_early: int
    resolved: int

    def __str__(self) -> str:
        return (
            f"{self.caught}/{self.stuck} ({self.caught / self.stuck:.2f}) | "
            f"{self.stopped_early}/{self.resolved} ({self.stopped_early / self.resolved:.3f})"
        )


def outcome(runs: Sequence[Run], stops: Sequence[int | None]) -> Outcome:
    stuck = [stop for run, stop in zip(runs, stops, strict=True) if run.stuck]
    resolved = [(run, stop) for run, stop in zip(runs, stops, strict=True) if run.resolved]
    early = [run for run, stop in resolved if stop is not None and stop < run.last_edit]
    caught = [stop for stop in stuck if stop is not None]
    return Outcome(len(caught), len(stuck), len(early), len(resolved))


def half(runs: Sequence[Run], stops: Sequence[int | None], reported: bool) -> Outcome:
    kept = [i for i, run in enumerate(runs) if reports(run) is reported]
    return outcome([runs[i] for i in kept], [stops[i] for i in kept])


def reports(run: Run) -> bool:
    """Whether a run is in the half that is reported; families of models stay together."""
    return run.model.startswith(REPORTED)


def chart(points: list[dict[str, Any]]) -> Any:
    import altair

    base = altair.Chart(altair.InlineData(values=points)).encode(
        x=altair.X("early:Q", title="resolved runs stopped before their last edit (share)"),
        y=altair.Y("caught:Q", title="stuck runs caught (share)"),
        color=altair.Color("setting:N", title="profile, patience in"),
    )
    curve = base.mark_line(point=True).encode(order="patience:Q")
    labels = base.mark_text(dx=8, dy=-6).encode(text="patience:Q")
    goal = altair.Chart(altair.InlineData(values=[GOAL])).mark_rect(opacity=0.15, color="green")
    corners = {name: altair.datum(GOAL[name]) for name in ("x", "x2", "y", "y2")}
    return (goal.encode(**corners) + curve + labels).properties(
        width=420,
        height=300,
        title="Patience, on the half that is reported, with observations; shaded: the goal",
    )


def main() -> None:
    runs = [run for run in read_runs() if run.stuck or run.resolved]
    lines = [
        "# Coding-agent runs: stuck runs caught, resolved runs stopped early",
        "",
        "Written by `make audit` (audits/meter/runs.py). Patience in rounds: so many low rounds in "
        "a row. In laps: the signal itself, with so many laps. A stop before the last edit of a "
        "run that was later resolved is the error that matters. Chosen on one half of the models, "
        "reported on the other; families of models are never split.",
        "",
        "| profile | observations | patience | chosen on: caught | stopped early | "
        "reported on: caught | stopped early |",
        "|---|---|---|---|---|---|---|",
    ]
    points = []
    for (profile, counts), observed in product(SETTINGS, (True, False)):
        found = [
            stops(run.with_observations if observed else run.without_observations, profile, counts)
            for run in runs
        ]
        for patience in found[0]:
            at = [each[patience] for each in found]
            halves = [half(runs, at, reported) for reported in (False, True)]
            what = "yes" if observed else "no"
            said = f"{patience} {counts if patience > 1 else counts.removesuffix('s')}"
            lines.append(f"| {profile} | {what} | {said} | {halves[0]} | {halves[1]} |")
            if observed:
                points.append(
                    {
                        "setting": f"{profile}, {counts}",
                        "patience": patience,
                        "caught": halves[1].caught / halves[1].stuck,
                        "early": halves[1].stopped_early / halves[1].resolved,
                    }
                )
    logged = [first_signal(run.as_log, "0.3") for run in runs]
    halves = [half(runs, logged, reported) for reported in (False, True)]
    lines.append(f"| 0.3 | as a log | the default | {halves[0]} | {halves[1]} |")
    lines += ["", *VERDICT, ""]
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "runs.md").write_text("\n".join(lines), encoding="utf-8")
    chart(points).save(str(RESULTS / "runs.svg"))
    print("\n".join(lines))
