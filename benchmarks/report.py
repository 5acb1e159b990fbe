"""A run's numbers as a Markdown table, JSON and a plot, in `benchmarks/results/`."""

from __future__ import annotations

import json
from pathlib import Path

import altair

RESULTS = Path(__file__).with_name("results")


def write(name: str, facts: dict, rows: list[dict], *, plotted: bool = True) -> None:
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(
        json.dumps({"facts": facts, "rows": rows}, indent=1, ensure_ascii=False) + "\n"
    )
    text = f"# {name}\n\n" + "".join(f"- {key}: {value}\n" for key, value in facts.items())
    text += "\n" + table(rows)
    (RESULTS / f"{name}.md").write_text(text)
    if plotted:
        plot(rows).save(str(RESULTS / f"{name}.svg"))
    print(text)


def table(rows: list[dict]) -> str:
    columns = list(rows[0])
    lines = [columns, ["---"] * len(columns)]
    lines += [[shown(row[column]) for column in columns] for row in rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def shown(value) -> str:
    if not isinstance(value, float):
        return str(value)
    return f"{value:.4g}" if value < 1000 else f"{value:.0f}"


def plot(rows: list[dict]) -> altair.Chart:
    """Draw p50 to p99 of each engine, on a logarithmic scale."""
    values = altair.Data(values=rows)
    axis = altair.X("p50 µs:Q", scale=altair.Scale(type="log"), title="µs a query, p50 to p99")
    names = altair.Y("engine:N", sort=None, title=None)
    lines = altair.Chart(values).mark_rule(strokeWidth=3).encode(x=axis, x2="p99 µs:Q", y=names)
    return lines.encode(color=altair.Color("task:N")).properties(width=480)
