"""The net-new curve: one chart definition for every door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from netnew.foundation.errors import MissingExtraError

COLOURS = {"CONTINUE": "#4c78a8", "SHIP": "#54a24b", "ESCALATE": "#e45756", "STOP": "#9d755d"}


def meter_chart(score: Mapping[str, Any], *, title: str = "Net-new claims by round") -> Any:
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
        x=altair.X("round:O", title="round", axis=altair.Axis(labelAngle=0, labelOverlap=True))
    )
    seen = [name for name in COLOURS if any(row["signal"] == name for row in rows)]
    signals = altair.Scale(domain=seen, range=[COLOURS[name] for name in seen])
    colour = altair.Color("signal:N", scale=signals, title="signal")
    bars = base.mark_bar().encode(
        y=altair.Y(
            "novelty_rate:Q", title="rate of new claims (bars), readiness (line)",
            scale=altair.Scale(domain=[0, 1]),
        ),
        color=colour,
        tooltip=["round:O", "claims:Q", "new_claims:Q", "novelty_rate:Q", "signal:N"],
    )  # fmt: skip
    ready = base.encode(y=altair.Y("action_readiness:Q", title=""))
    line = ready.mark_line(color="#222", strokeDash=[4, 3])
    # A round without new claims has no bar; its point still shows the signal.
    points = ready.mark_circle(size=70, opacity=1, stroke="white", strokeWidth=1.5).encode(
        color=colour, tooltip=["round:O", "action_readiness:Q", "signal:N"]
    )
    layers = [bars, line, points]
    stop = score["stop_recommendation"]["first_stop_round"]
    if stop is not None:
        note = {"round": stop, "note": f"stop at round {stop}"}
        mark = altair.Chart(altair.InlineData(values=[note]))
        layers.append(mark.mark_rule(color="#333", strokeWidth=2).encode(x="round:O"))
        # The note stands on the side that has room for it.
        late = 2 * sum(row["round"] <= stop for row in rows) > len(rows)
        text = mark.mark_text(align="right" if late else "left", dx=-5 if late else 5, dy=-6)
        layers.append(text.encode(x="round:O", y=altair.value(0), text="note:N"))
    signal = score["stop_recommendation"]["signal"]
    return altair.layer(*layers).properties(
        width=480, height=220, title={"text": title, "subtitle": f"{signal}: {score['hint']}"}
    )
