"""A judgement in words and colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import netnew
from netnew.doors.cli.screen import line, plain_table, tint

if TYPE_CHECKING:
    from rich.console import RenderableType

COLOURS = {
    "KNOWN": "green",
    "NEAR_DUP": "yellow",
    "NOVEL_CONNECTED": "cyan",
    "NOVEL_ORPHAN": "magenta",
}
MOST_GRAMS = 24


def explanation(
    found: dict[str, Any], why: netnew.Explanation, alpha: float | None = None
) -> list[RenderableType]:
    """Lines and tables to print; `alpha` is the lexical share where meaning counted too."""
    document = found["judgement"]
    kgr, route = document["kgr"], document["route"]
    colour = COLOURS.get(kgr["class"], "red")
    shown: list[RenderableType] = [
        line(
            tint(kgr["class"], f"bold {colour}"), " → ", tint(route["label"], "bold"),
            f" ({', '.join(route['reasons'])})",
        ),
        f"claim   {kgr['normalized_claim']}",
    ]  # fmt: skip
    if why.anchor_text is not None:
        where = f"{kgr['best_match_base']}/{kgr['best_match_id']}"
        scores = kgr["best_match_scores"]
        shown += [
            line(f"anchor  {why.anchor_text}  ", tint(where, "dim")),
            f"overlap {scores['intersection']} of {scores['union']} n-grams "
            f"= {scores['C_lex']:.3f}",
            *([] if alpha is None else [_meaning(scores, alpha)]),
            "",
            line(tint("both", "green"), f"    {_grams(why.shared_grams)}"),
            line(tint("claim", "yellow"), f"   {_grams(why.only_in_claim)}"),
            line(tint("anchor", "cyan"), f"  {_grams(why.only_in_anchor)}"),
        ]
    if why.differences:
        shown += ["", *(line(tint("differs", "red"), f" {one}") for one in why.differences)]
    if why.thresholds:
        table = plain_table("threshold", "at", "value", "margin", "")
        for row in why.thresholds:
            margin = tint(f"{row.margin:+.3f}", "green" if row.margin >= 0 else "red")
            mark = tint("decided" if row.decided else "", "bold")
            table.add_row(row.name, f"{row.threshold:g}", f"{row.value:.3f}", margin, mark)
        shown += ["", table]
    if why.would_flip:
        shown += ["", "What would change it:", *(f"  • {one}" for one in why.would_flip)]
    return shown


def _meaning(scores: dict[str, Any], alpha: float) -> str:
    lex, sem01, both = (scores[name] for name in ("C_lex", "C_sem01", "C_connect"))
    mixed = f"{alpha:g} × {lex:.3f} + {1 - alpha:g} × {sem01:.3f} = {both:.3f}"
    return f"meaning {sem01:.3f}; {mixed}"


def _grams(some: tuple[str, ...]) -> str:
    told = " · ".join(gram.replace(" ", "␣") for gram in some[:MOST_GRAMS])
    more = f" … and {len(some) - MOST_GRAMS} more" if len(some) > MOST_GRAMS else ""
    return told + more if some else "nothing"
