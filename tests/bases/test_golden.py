"""The formats stay what they are: the manifest of a fixed base, and with it its segment's bytes."""

from __future__ import annotations

import json

from netnew import Netnew, Recipe
from tests.bases.claims import some_items
from tests.conftest import Golden


def test_the_manifest_and_the_bytes_of_a_segment_are_pinned(nn: Netnew, golden: Golden) -> None:
    nn.bases.add(
        "core", some_items(200, seed=1), recipe=Recipe(lex_impl_versions=("word2/1", "char5/1"))
    )
    nn.bases.add("core", [{"id": "one", "text": "more, with fields", "constraints": {"n": 1}}])
    nn.bases.remove("core", ["k00007"])
    parts = json.loads(nn.bases.show("core").manifest.json)
    nn.bases.compact("core")
    compact = json.loads(nn.bases.show("core").manifest.json)
    both = {"two segments": parts, "compacted": compact, "hash": nn.bases.snapshot("core").hash}
    golden("bases/manifest.json", json.dumps(both, indent=2, sort_keys=True) + "\n")
