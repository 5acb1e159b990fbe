"""Every route with a request that it takes, what it answers, and requests that it refuses.

A test holds this table and the service's own list of routes together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

ROUND = {"round": 2, "outputs": {"claims": ["Ship on Monday."]}}
NO_CLAIMS = {"round": 2, "outputs": {}}
CLAIM = {"raw_idea": "Water boils at 100 °C at sea level."}
GATE = {"user": "mine", "core": "core"}
REASON = {"reason": "looks sound"}
AGENT = "/v1/agents/{agent}"
DEEP: Any = {}
for _ in range(80):
    DEEP = {"a": DEEP}


class Ask(NamedTuple):
    """One route, a good request, and bad bodies or queries with what each answers."""

    method: str
    route: str
    scope: str | None
    body: Any = None
    status: int = 200
    query: str = ""
    bad: tuple[tuple[Any, int], ...] = ()
    """A body, or a text that is a query."""

    @property
    def name(self) -> str:
        return f"{self.method} {self.route}"


PAGED = (("limit=0", 422), ("limit=x", 422), ("cursor=!", 422), ("cursor=WzFd", 200))
TEXT_PAGED = (("limit=501", 422), ("cursor=WzFd", 422))
BODY = ((None, 422), ([], 422), ({"nonsense": 1}, 422), (DEEP, 422))

ASKS = (
    Ask("GET", "/health", None),
    Ask("GET", "/ready", None),
    Ask("GET", "/metrics", "service:read"),
    Ask("POST", "/v1/meter/score", "meter:read",
        {"transcript": {"rounds": [ROUND, {"round": 3, "outputs": {"claims": []}}]}},
        bad=(*BODY, ({"transcript": {"rounds": []}}, 422),
             ({"transcript": {"rounds": [NO_CLAIMS]}}, 422),
             ({"transcript": {"rounds": [ROUND, ROUND]}}, 422),
             ({"transcript": {"rounds": [ROUND]}, "profile": "9"}, 422),
             ({"transcript": {"rounds": [ROUND]}, "policy": {"nope": 1}}, 422))),
    Ask("POST", "/v1/meter/sessions", "meter:write", {"session_id": "new"}, 201,
        bad=(([], 422), ({"session_id": ""}, 422), ({"session_id": "s1"}, 409),
             ({"policy": {"nope": {}}}, 422))),
    Ask("GET", "/v1/meter/sessions", "meter:read", bad=TEXT_PAGED),
    Ask("GET", "/v1/meter/sessions/{session_id}", "meter:read"),
    Ask("POST", "/v1/meter/sessions/{session_id}/rounds", "meter:write", ROUND,
        bad=(*BODY, (NO_CLAIMS, 422), ({"round": 0, "outputs": {"claims": []}}, 409))),
    Ask("DELETE", "/v1/meter/sessions/{session_id}", "meter:write", status=204),
    Ask("GET", "/v1/bases", "bases:read", bad=TEXT_PAGED),
    Ask("GET", "/v1/bases/{base}", "bases:read"),
    Ask("POST", "/v1/bases/{base}/items", "bases:write", {"items": [{"id": "n", "text": "New."}]},
        bad=(*BODY, ({"items": []}, 422), ({"items": [{"id": "n"}]}, 422),
             ({"items": [{"id": "k1", "text": "Other."}]}, 409),
             ({"items": [{"id": "n", "text": "x"}], "id_type": "co_id"}, 409))),
    Ask("POST", "/v1/bases/{base}/items/remove", "bases:write", {"ids": ["k1"]},
        bad=(*BODY, ({"ids": []}, 422), ({"ids": ["absent"]}, 404))),
    Ask("POST", "/v1/bases/{base}/snapshots", "bases:write", status=201),
    Ask("GET", "/v1/snapshots/{snapshot_id}", "bases:read"),
    Ask("POST", "/v1/snapshots/{snapshot_id}/search", "bases:read", {"text": "Water", "k": 3},
        bad=(*BODY, ({"text": "x", "k": 0}, 422), ({"text": "x", "lex_impl_version": "no"}, 422))),
    Ask("POST", "/v1/gate/judge", "gate:write", {"claim": CLAIM, **GATE},
        bad=(*BODY, ({"claim": {"k": 0}, **GATE}, 422), ({"claim": CLAIM, "user": "mine"}, 422),
             ({"claim": CLAIM, "user": "absent", "core": "core"}, 404),
             ({"claim": CLAIM, **GATE, "policy": "absent"}, 404))),
    Ask("POST", "/v1/gate/judge-batch", "gate:write", {"claims": [CLAIM, CLAIM], **GATE},
        bad=(*BODY, ({"claims": [], **GATE}, 422))),
    Ask("POST", "/v1/gate/stream", "gate:write", CLAIM, query="user=mine&core=core",
        bad=(("user=mine", 422), ("user=absent&core=core", 404))),
    Ask("GET", "/v1/gate/judgements", "gate:read", query="label=KNOWN&route=FORWARD_TO_STEP6",
        bad=(*PAGED[:3], ("label=bogus", 422), ("route=bogus", 422))),
    Ask("GET", "/v1/gate/judgements/{kgr_id}", "gate:read"),
    Ask("GET", "/v1/gate/judgements/{kgr_id}/explanation", "gate:read"),
    Ask("GET", "/v1/policies", "gate:read", bad=TEXT_PAGED),
    Ask("POST", "/v1/policies", "gate:write", {"policy": "PACK"}, 201,
        bad=(*BODY, ({"policy": "{"}, 422), ({"policy": {}}, 422))),
    Ask("POST", "/v1/policies/check", "gate:read", {"policy": {}}, bad=(*BODY,)),
    Ask("GET", "/v1/policies/{name}", "gate:read"),
    Ask("GET", "/v1/ratchets", "ratchet:read", bad=TEXT_PAGED),
    Ask("POST", "/v1/ratchets/{harness}/cycles", "ratchet:write",
        {"cycle_id": "c2", "metrics": {"regression_pass_rate": 1}},
        bad=(*BODY, ({"cycle_id": "c1", "metrics": {}}, 409),
             ({"cycle_id": "c3", "metrics": {"regression_pass_rate": 2}}, 422))),
    Ask("GET", "/v1/ratchets/{harness}", "ratchet:read", bad=(("profile=9", 422),)),
    Ask("GET", "/v1/ratchets/{harness}/cycles", "ratchet:read", bad=PAGED),
    Ask("GET", "/v1/ratchets/{harness}/verdicts", "ratchet:read"),
    Ask("GET", "/v1/ratchets/{harness}/expansions", "ratchet:read", bad=PAGED),
    Ask("POST", "/v1/ratchets/{harness}/expansions", "ratchet:write", REASON, 409, bad=BODY),
    Ask("GET", "/v1/ratchets/{harness}/expansions/{expansion_id}", "ratchet:read"),
    Ask("POST", "/v1/ratchets/{harness}/expansions/{expansion_id}/approve", "review:write",
        REASON, 409, bad=(*BODY, ({"reason": " "}, 422))),
    Ask("POST", "/v1/ratchets/{harness}/expansions/{expansion_id}/reject", "review:write",
        REASON, bad=BODY),
    Ask("POST", AGENT + "/facts", "memory:write", {"content": "The API allows 300 requests."},
        bad=(*BODY, ({"content": " "}, 422), ({"content": "x", "confidence": 2}, 422),
             ({"content": "x", "observed_at": "soon"}, 422))),
    Ask("GET", AGENT + "/facts", "memory:read", bad=TEXT_PAGED),
    Ask("GET", AGENT + "/facts/search", "memory:read", query="q=API",
        bad=(("q=", 422), ("q=x&limit=0", 422))),
    Ask("GET", AGENT + "/facts/{fact_id}", "memory:read"),
    Ask("GET", "/v1/agents", "memory:read", bad=TEXT_PAGED),
    Ask("GET", AGENT + "/context", "memory:read", query="q=API&kinds=fact&budget_tokens=100",
        bad=(("q=", 422), ("q=x&kinds=odd", 422), ("q=x&budget_tokens=-1", 422))),
    Ask("GET", AGENT + "/decisions/search", "memory:read", query="q=PostgreSQL",
        bad=(("q=", 422), ("q=x&limit=0", 422))),
    Ask("GET", AGENT + "/decisions/{decision_id}", "memory:read"),
    Ask("POST", AGENT + "/decisions", "memory:write", {"text": "Use SQLite."},
        bad=(*BODY, ({"text": "x", "stakes": "odd"}, 422))),
    Ask("GET", AGENT + "/decisions", "memory:read", bad=TEXT_PAGED),
    Ask("POST", AGENT + "/decisions/{decision_id}/conclude", "memory:write",
        {"outcome": "success"}, bad=BODY),
    Ask("POST", AGENT + "/episodes", "memory:write", {"summary": "Write the docs"},
        bad=(([], 422), ({"summary": 7}, 422))),
    Ask("GET", AGENT + "/episodes", "memory:read", bad=TEXT_PAGED),
    Ask("POST", AGENT + "/episodes/{episode_id}/end", "memory:write", {},
        bad=(([], 422), ({"session_id": ""}, 422))),
    Ask("GET", AGENT + "/history", "memory:read", bad=(("limit=0", 422),)),
    Ask("GET", AGENT + "/items/{item_id}/why", "memory:read"),
    Ask("GET", AGENT + "/items/{item_id}/history", "memory:read"),
    Ask("POST", AGENT + "/items/{item_id}/undo", "memory:write", {"steps": 1},
        bad=(([], 422), ({"steps": 0}, 422))),
    Ask("POST", AGENT + "/items/{item_id}/forget", "memory:admin", REASON, bad=BODY),
    Ask("GET", "/v1/review", "review:read", query="kind=memory_fact",
        bad=(*TEXT_PAGED, ("state=odd", 422), ("kind=odd", 422))),
    Ask("GET", "/v1/review/{item_id}", "review:read"),
    Ask("POST", "/v1/review/{item_id}/approve", "review:write", REASON, bad=BODY),
    Ask("POST", "/v1/review/{item_id}/reject", "review:write", REASON, bad=BODY),
    Ask("POST", "/v1/review/{item_id}/undo", "review:write", status=409),
    Ask("GET", "/v1/ledger/heads", "ledger:read"),
    Ask("GET", "/v1/ledger/streams/{stream}/rows", "ledger:read", bad=PAGED),
    Ask("GET", "/v1/ledger/rows/{row_id}", "ledger:read"),
    Ask("GET", "/v1/ledger/verify", "ledger:read"),
)  # fmt: skip
