"""Pictures of a harness: its score over cycles, the headroom of each benchmark, its items."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from netnew.foundation.errors import FileUnreadableError, InputError, MissingExtraError
from netnew.ratchet.profiles import LEVELS
from netnew.ratchet.verdicts import BenchmarkVerdict, Run

FORMATS = (".svg", ".png", ".html")
COLOURS = {"NORMAL": "#8cc08a", "ELEVATED": "#f0d264", "HIGH": "#ee9b5f", "CRITICAL": "#d4574e"}
WIDTH = 640
MOST_ITEMS = 60


def draw_ratchet(
    cycles: Sequence[Mapping[str, Any]],
    runs: Mapping[str, Sequence[Run]],
    verdicts: Sequence[BenchmarkVerdict],
) -> Any:
    """One chart of three parts; a part without data is left out."""
    alt = _altair()
    parts = [_score(alt, cycles)]
    if any(verdict.interval for verdict in verdicts):
        parts.append(_headroom(alt, verdicts))
    parts += [_items(alt, name, found) for name, found in sorted(runs.items()) if _has_items(found)]
    return alt.vconcat(*parts).resolve_scale(color="independent")


def save_chart(chart: Any, path: Path) -> None:
    """Write the chart as SVG, PNG or one HTML file that needs no network."""
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        raise InputError(f"{path} is no picture that we write", f"name it {', '.join(FORMATS)}")
    try:
        if suffix == ".html":
            path.write_text(chart.to_html(inline=True), encoding="utf-8")
        else:
            chart.save(str(path), format=suffix[1:])
    except OSError as error:
        raise FileUnreadableError(
            f"{path} cannot be written ({error.strerror})", "check the folder"
        ) from error


def _score(alt: Any, cycles: Sequence[Mapping[str, Any]]) -> Any:
    tops = [1.0, *(float(bound) for _, bound in LEVELS)]
    bands = [
        {"level": level, "from": float(bound), "to": top}
        for (level, bound), top in zip(LEVELS, tops, strict=False)
    ]
    points = [
        {
            "n": number,
            "cycle": cycle["cycle_id"],
            "score": cycle["saturation_score"],
            "low": cycle["score_bounds"][0],
            "high": cycle["score_bounds"][1],
            "level": cycle["saturation_level"],
        }
        for number, cycle in enumerate(cycles, 1)
    ]
    colour = alt.Color("level:N", scale=alt.Scale(domain=list(COLOURS), range=[*COLOURS.values()]))
    band = alt.Chart(alt.Data(values=bands)).mark_rect(opacity=0.25).encode(
        y=alt.Y("from:Q", title="saturation", scale=alt.Scale(domain=[0, 1])),
        y2="to:Q", color=colour,
    )  # fmt: skip
    base = alt.Chart(alt.Data(values=points)).encode(x=alt.X("n:Q", title="cycle"))
    unknown = base.mark_rule(color="#888888").encode(y="low:Q", y2="high:Q")
    line = base.mark_line(color="#333333").encode(y="score:Q")
    dots = base.mark_point(filled=True, size=50, color="#333333").encode(
        y="score:Q", tooltip=["cycle:N", "score:Q", "low:Q", "high:Q", "level:N"]
    )
    title = "Saturation over cycles; bars show what is unknown"
    return (band + unknown + line + dots).properties(width=WIDTH, height=220, title=title)


def _headroom(alt: Any, verdicts: Sequence[BenchmarkVerdict]) -> Any:
    rows = [
        {
            "benchmark": verdict.benchmark,
            "verdict": verdict.word,
            "score": float(verdict.score),
            "low": verdict.interval.low,
            "high": verdict.interval.high,
        }
        for verdict in verdicts
        if verdict.interval is not None and verdict.score is not None
    ]
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("benchmark:N", title=None), color=alt.Color("verdict:N")
    )
    domain = alt.Scale(domain=[0, 1])
    spans = base.mark_rule(size=3).encode(
        x=alt.X("low:Q", title="score", scale=domain), x2="high:Q"
    )
    dots = base.mark_point(filled=True, size=60).encode(
        x="score:Q", tooltip=["benchmark:N", "verdict:N", "score:Q", "low:Q", "high:Q"]
    )
    title = "Headroom: the last score with its 95 % interval"
    return (spans + dots).properties(width=WIDTH, title=title)


def _items(alt: Any, name: str, runs: Sequence[Run]) -> Any:
    failures = Counter(
        item for run in runs for item, passed in run.result.items.items() if not passed
    )
    # Items that never failed would fill the picture and show nothing.
    drawn = sorted(failures, key=lambda item: (-failures[item], item))[:MOST_ITEMS]
    cells = [
        {"n": number, "item": item, "outcome": "passed" if run.result.items[item] else "failed"}
        for number, run in enumerate(runs, 1)
        for item in drawn
        if item in run.result.items
    ]
    everything = len({item for run in runs for item in run.result.items})
    title = f"Items of {name}: {len(drawn)} of {len(failures)} that failed, of {everything}"
    scale = alt.Scale(domain=["passed", "failed"], range=["#dfeadf", "#d4574e"])
    return alt.Chart(alt.Data(values=cells)).mark_rect().encode(
        x=alt.X("n:O", title="cycle"),
        y=alt.Y("item:N", title=None, sort=drawn),
        color=alt.Color("outcome:N", scale=scale),
    ).properties(width=WIDTH, height=alt.Step(12), title=title)  # fmt: skip


def _has_items(runs: Sequence[Run]) -> bool:
    return any(not all(run.result.items.values()) for run in runs)


def _altair() -> Any:
    try:
        import altair
        import vl_convert  # noqa: F401  (altair draws through it, and says so only late)
    except ImportError as error:
        raise MissingExtraError("charts", "plot") from error
    return altair
