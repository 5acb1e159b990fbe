"""One cycle decided: from what was reported and what came before to snapshot and action. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from netnew.ratchet.consistency import Rolling, check_consistency, roll
from netnew.ratchet.cycles import read_cycle
from netnew.ratchet.metrics import WINDOW, Past, metrics_of
from netnew.ratchet.profiles import PROFILES, Profile
from netnew.ratchet.records import Consistency, Cycle
from netnew.ratchet.score import read_saturation
from netnew.ratchet.snapshot import consistency_document, past_of, snapshot_of


class Decision(NamedTuple):
    """What one cycle came to, and the series with it."""

    snapshot: dict[str, Any]
    consistency: Consistency
    past: list[Past]
    rolling: Rolling


def decide(
    cycle: Cycle, past: Sequence[Past], profile: Profile, *, flake_tolerance: int = 0
) -> Decision:
    """Score a cycle within its series.

    >>> first = decide(read_cycle({"cycle_id": "c1"}), [], PROFILES["1.1"])
    >>> first.consistency.reason
    'Insufficient data: 1 cycles'
    """
    metrics = metrics_of(cycle, past, profile.name)
    reading = read_saturation(metrics, profile)
    longer = [*past, past_of(cycle, metrics, reading)][-WINDOW:]
    rolling = roll(longer, flake_tolerance=flake_tolerance)
    snapshot = snapshot_of(cycle, metrics, reading)
    return Decision(snapshot, check_consistency(rolling), longer, rolling)


def replay(bodies: Iterable[Mapping[str, Any]]) -> list[str]:
    """Decide recorded cycles again, in their order; the ids of those that come out differently.

    `bodies` are what the ledger holds of kind `ratchet.cycle`: the input beside the answer.
    """
    profiles = {profile.version: profile for profile in PROFILES.values()}
    series: dict[str, list[Past]] = {}
    different = []
    for body in bodies:
        cycle = read_cycle(body["cycle"])
        profile = profiles.get(body["snapshot"]["profile"])
        if profile is None:
            different.append(cycle.cycle_id)
            continue
        past = series.get(cycle.harness_hash, [])
        again = decide(cycle, past, profile, flake_tolerance=body["flake_tolerance"])
        series[cycle.harness_hash] = again.past
        answer = {
            "snapshot": again.snapshot,
            "consistency": consistency_document(again.consistency),
        }
        if answer != {name: body[name] for name in answer}:
            different.append(cycle.cycle_id)
    return different
