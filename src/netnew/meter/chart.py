"""The net-new curve: one chart definition for every door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from netnew.foundation.errors import MissingExtraError

COLOURS = {"CONTINUE": "#4c78a8", "SHIP": "#54a24b", "ESCALATE": "#e45756", "STOP": "#9d755d"}


def meter_chart(
    score: Mapping[str, Any], *, title: str = "Net-new claims by round"
) -> altair.LayerChart:
    """Bars of new claims a round, readiness as a line, the recommended round as a rule."""
    try:
        import altair
    except ModuleNotFoundError as error:
        raise MissingExtraError("charts", "plot") from error
    rows = [
        {**novelty, "action_readiness": ready["action_readiness"]}
        for novelty, ready in zip(
            score["novelty_by_round"], score["readiness_by_round"], strict=True
        )
    ]
    base = altair.Chart(altair.InlineData(values=rows)).encode(
        x=altair.X("round:O", title="round", axis=altair.Axis(labelAngle=0))
    )
    signals = altair.Scale(domain=list(COLOURS), range=list(COLOURS.values()))
    bars = base.mark_bar().encode(
        y=altair.Y("novelty_rate:Q", title="share of the peak", scale=altair.Scale(domain=[0, 1])),
        color=altair.Color("signal:N", scale=signals, title="signal"),
        tooltip=["round:O", "claims:Q", "new_claims:Q", "novelty_rate:Q", "signal:N"],
    )
    line = base.mark_line(color="#72706f", point=True, strokeDash=[4, 3]).encode(
        y=altair.Y("action_readiness:Q")
    )
    layers = [bars, line]
    stop = score["stop_recommendation"]["first_stop_round"]
    if stop is not None:
        mark = altair.Chart(
            altair.InlineData(values=[{"round": stop, "note": f"stop at round {stop}"}])
        )
        layers.append(mark.mark_rule(color="#333", strokeWidth=2).encode(x="round:O"))
        layers.append(
            mark.mark_text(align="left", dx=5, dy=8).encode(
                x="round:O", y=altair.value(0), text="note:N"
            )
        )
    signal = score["stop_recommendation"]["signal"]
    return altair.layer(*layers).properties(
        width=480, height=220, title={"text": title, "subtitle": f"{signal}: {score['hint']}"}
    )
