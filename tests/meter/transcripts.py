"""Short ways to write transcripts in tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from netnew.meter.meter import Meter
from netnew.meter.reading import Reading


def round_(number: int, claims: Iterable[str] = (), **outputs: Iterable[str]) -> dict[str, Any]:
    lists = {name: list(texts) for name, texts in outputs.items()}
    return {"round": number, "outputs": {"claims": list(claims), **lists}}


def rounds(*outputs: Mapping[str, Iterable[str]]) -> list[dict[str, Any]]:
    return [round_(number, **each) for number, each in enumerate(outputs, 1)]


def transcript(items: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {"version": "0.1", "conversation_id": "test", "rounds": list(items)}


def read(
    items: Iterable[Mapping[str, Any]], profile: str = "0.3", **settings: Any
) -> list[Reading]:
    """The reading after each round."""
    meter = Meter(profile, **settings)
    return [meter.observe(item) for item in items]


def last(items: Iterable[Mapping[str, Any]], profile: str = "0.3", **settings: Any) -> Reading:
    return read(items, profile, **settings)[-1]


TOPICS = (
    "The boiler fails when the inlet pressure drops.",
    "Guests prefer the early ferry on Sundays.",
    "Our invoices reach the bank one day late.",
    "Seven seedlings died in the north greenhouse.",
    "The choir needs a tenor before Easter.",
    "Every second parcel arrives without a label.",
    "The bridge may not carry lorries in winter.",
    "Customers call about passwords more than prices.",
)
