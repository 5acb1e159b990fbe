"""A judgement in words and colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import netnew
from netnew.doors.cli.screen import plain_table

if TYPE_CHECKING:
    from rich.console import RenderableType

COLOURS = {
    "KNOWN": "green",
    "NEAR_DUP": "yellow",
    "NOVEL_CONNECTED": "cyan",
    "NOVEL_ORPHAN": "magenta",
}
MOST_GRAMS = 24


def explanation(found: dict[str, Any], why: netnew.Explanation) -> list[RenderableType]:
    """Lines and tables to print."""
    document = found["judgement"]
    kgr, route = document["kgr"], document["route"]
    colour = COLOURS.get(kgr["class"], "red")
    shown: list[RenderableType] = [
        f"[bold {colour}]{kgr['class']}[/] → [bold]{route['label']}[/] "
        f"({_plain(', '.join(route['reasons']))})",
        f"claim   {_plain(str(kgr['normalized_claim']))}",
    ]
    if why.anchor_text is not None:
        where = f"{kgr['best_match_base']}/{kgr['best_match_id']}"
        scores = kgr["best_match_scores"]
        shown += [
            f"anchor  {_plain(why.anchor_text)}  [dim]{_plain(where)}[/]",
            f"overlap {scores['intersection']} of {scores['union']} n-grams "
            f"= {scores['C_lex']:.3f}",
            "",
            f"[green]both[/]    {_grams(why.shared_grams)}",
            f"[yellow]claim[/]   {_grams(why.only_in_claim)}",
            f"[cyan]anchor[/]  {_grams(why.only_in_anchor)}",
        ]
    if why.differences:
        shown += ["", *(f"[red]differs[/] {_plain(one)}" for one in why.differences)]
    if why.thresholds:
        table = plain_table("threshold", "at", "value", "margin", "")
        for row in why.thresholds:
            mark = "[bold]decided[/]" if row.decided else ""
            margin = f"[{'green' if row.margin >= 0 else 'red'}]{row.margin:+.3f}[/]"
            table.add_row(row.name, f"{row.threshold:g}", f"{row.value:.3f}", margin, mark)
        shown += ["", table]
    if why.would_flip:
        shown += ["", "What would change it:", *(f"  • {_plain(one)}" for one in why.would_flip)]
    return shown


def _grams(some: tuple[str, ...]) -> str:
    told = " · ".join(gram.replace(" ", "␣") for gram in some[:MOST_GRAMS])
    more = f" … and {len(some) - MOST_GRAMS} more" if len(some) > MOST_GRAMS else ""
    return _plain(told) + more if some else "[dim]nothing[/]"


def _plain(text: str) -> str:
    return text.replace("[", "\\[")
