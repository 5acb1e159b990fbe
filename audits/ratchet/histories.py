"""Replays public leaderboards: when would each profile have called them saturated?

A cycle is a day with new results; its score is the best one so far, because a benchmark is
used up when the best systems no longer differ on it. What nobody reported (regressions,
proposals, auditors) is unknown in profile 1.1 and taken at its most saturated in 1.0, which
knows no unknown. FLAT is the trend signal by itself: in 1.1 the plateau test, in 1.0 the fall of
the improvements.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from statistics import mode
from typing import Any, NamedTuple

from netnew.ratchet.consistency import check_consistency, roll
from netnew.ratchet.cycles import read_cycle
from netnew.ratchet.metrics import Past, metrics_of
from netnew.ratchet.profiles import PROFILES
from netnew.ratchet.score import read_saturation
from netnew.ratchet.snapshot import past_of
from netnew.ratchet.trend import PLATEAU_CYCLES, PLATEAU_MARGIN, plateau

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "saturation"
RESULTS = Path(__file__).parent / "results" / "histories.md"
# Split by source. The margin of the plateau test was looked at on the first half alone.
TUNED_ON = ("aider", "simple_evals")
REPORTED_ON = ("alpacaeval", "nyt_connections", "swebench")
SIGNS = ("HIGH", "CRITICAL", "TRIGGER", "FLAT")
MARGINS = (Fraction(25, 10000), Fraction(5, 1000), Fraction(1, 100))
# A benchmark that later told apart systems by five points more had not been used up.
STILL_DISCRIMINATING = 0.05
FEWEST_DAYS = 8


class History(NamedTuple):
    """One benchmark: the best score so far on each day with results."""

    source: str
    benchmark: str
    n: int | None
    days: tuple[date, ...]
    best: tuple[float, ...]


class Replay(NamedTuple):
    """When one profile first said what, and how often it did too early."""

    first: dict[str, date | None]
    false_alarms: int
    years: float


def histories() -> list[History]:
    found = []
    for source in (*TUNED_ON, *REPORTED_ON):
        rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for line in (DATA / f"{source}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            rows[row["benchmark"]].append(row)
        for benchmark, results in sorted(rows.items()):
            history = _history(source, benchmark, results)
            if len(history.days) >= FEWEST_DAYS:
                found.append(history)
    return found


def _history(source: str, benchmark: str, results: Sequence[dict[str, Any]]) -> History:
    by_day: dict[date, float] = {}
    best = 0.0
    for row in sorted(results, key=lambda row: row["date"]):
        best = max(best, row["score"])
        by_day[date.fromisoformat(row["date"])] = best
    sizes = [row["n"] for row in results if row["n"]]
    return History(
        source, benchmark, mode(sizes) if sizes else None, tuple(by_day), tuple(by_day.values())
    )


def replay(history: History, profile_name: str) -> Replay:
    profile = PROFILES[profile_name]
    first: dict[str, date | None] = dict.fromkeys(SIGNS)
    past: list[Past] = []
    alarms = 0
    alarmed = False
    for number, (day, best) in enumerate(zip(history.days, history.best, strict=True)):
        cycle = read_cycle(_document(history, number, best, profile_name))
        metrics = metrics_of(cycle, past, profile.name)
        reading = read_saturation(metrics, profile)
        past.append(past_of(cycle, metrics, reading))
        said = [reading.level] if reading.level in SIGNS else []
        if reading.level == "CRITICAL":
            said.append("HIGH")
        triggers = check_consistency(roll(past)).action == "TRIGGER_EXPANSION_RESEARCH"
        flat = (reading.signals[2].normalized or 0) > 0
        for sign in (*said, *(["TRIGGER"] if triggers else []), *(["FLAT"] if flat else [])):
            first[sign] = first[sign] or day
        if triggers and not alarmed and history.best[-1] - best >= STILL_DISCRIMINATING:
            alarms += 1
        alarmed = triggers
    span = (history.days[-1] - history.days[0]).days
    return Replay(first, alarms, span / 365.25)


def _document(history: History, number: int, best: float, profile: str) -> dict[str, Any]:
    benchmark = {"id": history.benchmark, "score": best, "n": history.n}
    document: dict[str, Any] = {"cycle_id": f"c{number}", "benchmarks": [benchmark]}
    if profile == "1.0":
        document["metrics"] = {"regression_pass_rate": 1, "proposal_pass_rate": 1,
                               "auditor_unanimous_rate": 1}  # fmt: skip
    return document


def events() -> dict[str, tuple[date, str]]:
    lines = (DATA / "events.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return {row["benchmark"]: (date.fromisoformat(row["date"]), row["kind"]) for row in rows}


def rows(sources: Sequence[str]) -> Iterator[str]:
    dated = events()
    for history in histories():
        if history.source in sources:
            event = dated.get(history.benchmark)
            for name in PROFILES:
                done = replay(history, name)
                cells = [_against(done.first[sign], event) for sign in SIGNS]
                rate = f"{done.false_alarms / done.years:.1f}" if done.years > 0.25 else "short"
                retired = f"{event[0]} {event[1]}" if event else "none"
                best = f"{history.best[-1]:.3f}"
                about = (history.benchmark, len(history.days), history.n or "", best, retired)
                yield "| " + " | ".join(map(str, (*about, name, *cells, rate))) + " |"


def _against(day: date | None, event: tuple[date, str] | None) -> str:
    if day is None:
        return "never"
    if event is None:
        return str(day)
    apart = (day - event[0]).days
    return f"{day} ({abs(apart)} days {'early' if apart < 0 else 'late'})"


def totals(sources: Sequence[str]) -> Iterator[str]:
    dated = events()
    for name in PROFILES:
        done = [(h, replay(h, name)) for h in histories() if h.source in sources]
        retired = [(h, r) for h, r in done if h.benchmark in dated]
        for sign in SIGNS:
            said = sum(r.first[sign] is not None for _, r in retired)
            before = sum(
                r.first[sign] is not None and r.first[sign] <= dated[h.benchmark][0]
                for h, r in retired
            )
            yield f"| {name} | {sign} | {before} of {len(retired)} | {said} of {len(retired)} |"
        alarms, years = sum(r.false_alarms for _, r in done), sum(r.years for _, r in done)
        rate = f"{alarms / years:.2f} a year"
        yield f"| {name} | false TRIGGERs | {alarms} in {years:.1f} years | {rate} |"


def margins() -> Iterator[str]:
    """How the plateau test fares at other margins, on the half that it was looked at."""
    tuned = [history for history in histories() if history.source in TUNED_ON]
    for margin in MARGINS:
        days = risen = 0
        for history in tuned:
            scores = [Fraction(str(best)) for best in history.best]
            for end in range(PLATEAU_CYCLES, len(scores) + 1):
                found = plateau(scores[:end], margin)
                if found is not None and found.holds:
                    days += 1
                    risen += history.best[-1] - history.best[end - 1] >= STILL_DISCRIMINATING
        mark = " (chosen)" if margin == PLATEAU_MARGIN else ""
        yield f"| {float(margin):g}{mark} | {days} | {risen} |"


def main() -> None:
    head = (
        "| benchmark | days | items | best | retired | profile | HIGH | CRITICAL | TRIGGER | FLAT "
        "| false TRIGGERs a year |\n" + "|---" * 11 + "|\n"
    )
    parts = [f"# When would each profile have called a leaderboard saturated?\n\n{__doc__}"]
    for title, sources in (("Reported", REPORTED_ON), ("Tuned on", TUNED_ON)):
        total = "\n".join(totals(sources))
        table = "\n".join(rows(sources))
        parts.append(
            f"\n## {title}: {', '.join(sources)}\n\n"
            "| profile | sign | before the event | ever |\n|---|---|---|---|\n"
            f"{total}\n\n{head}{table}\n"
        )
    parts.append(
        "\n## Margin of the plateau test, on the tuned half\n\n"
        "| margin a cycle | days called flat | of those, best score later rose by five points |\n"
        "|---|---|---|\n" + "\n".join(margins()) + "\n"
    )
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text("".join(parts), encoding="utf-8")
    print(RESULTS.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
