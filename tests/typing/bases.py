"""Type-checked, never run."""

from pathlib import Path
from typing import assert_type

from netnew import Added, Compacted, Item, Neighbour, Recipe, Snapshot, connect, read_items

with connect("sqlite://") as nn:
    assert_type(nn.bases.add("core", [{"id": "a", "text": "b"}]), Added)
    assert_type(nn.bases.add("core", read_items(Path("facts.jsonl"))), Added)
    assert_type(nn.bases.compact("core"), Compacted)
    snapshot = nn.bases.snapshot("core")
    assert_type(snapshot, Snapshot)
    assert_type(snapshot.top_k("a", 3), list[Neighbour])
    assert_type(snapshot.top_k("a", 3)[0].item, Item)
    assert_type(snapshot.recipe, Recipe)

nn.bases.add("core", [Item(id="a", text="b")], id_type="uuid")  # error: arg-type
snapshot.top_k("a")  # error: call-arg
