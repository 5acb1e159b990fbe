"""What agents remember, as people read it: who replaced whom, why, and taking it back."""

from __future__ import annotations

import html
import re

import netnew
from tests.doors.http.console.conftest import LEARNED, Enter, Visitor

PLANTED = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>{{7*7}}"
HELD = "The key is rotated monthly."


def ids(page: str) -> list[str]:
    return re.findall(r'href="/memory/item\?agent=scout&amp;id=([\w]+)"', page)


def item(visitor: Visitor, item_id: str) -> str:
    return visitor.get("/memory/item", params={"agent": "scout", "id": item_id}).text


def test_every_agent_with_a_memory_is_listed(nn: netnew.Netnew, enter: Enter) -> None:
    nn.memory(agent_id="a & b").learn(netnew.FactInput("x", "One."))
    page = enter().get("/memory").text
    assert page.index("a &amp; b") < page.index("scout")
    assert 'href="/memory/agent?agent=a+%26+b"' in page or "agent=a%20%26%20b" in page


def test_what_no_longer_counts_is_shown_only_when_asked_for(enter: Enter) -> None:
    visitor = enter()
    shown = visitor.get("/memory/agent?agent=scout").text
    assert LEARNED[1] in shown
    assert LEARNED[0] not in shown
    assert HELD not in shown
    asked = visitor.get("/memory/agent?agent=scout&inactive=1").text
    assert all(text in asked for text in (*LEARNED, HELD))


def test_decisions_episodes_and_changes_have_their_tabs(enter: Enter) -> None:
    visitor = enter()
    for kind, text in (
        ("decisions", "Use PostgreSQL"), ("episodes", "Mend the parser"), ("changes", LEARNED[0]),
    ):  # fmt: skip
        assert text in visitor.get(f"/memory/agent?agent=scout&kind={kind}").text, kind
    for odd in ("kind=<b>", "from=-1", "from=" + "9" * 40, "q=" + "x" * 1000):
        assert visitor.get(f"/memory/agent?agent=scout&{odd}").status_code == 200, odd[:20]


def test_a_search_finds_live_ones_and_on_request_the_rest(enter: Enter) -> None:
    visitor = enter()
    assert HELD not in visitor.get("/memory/agent?agent=scout&q=rotated").text
    assert HELD in visitor.get("/memory/agent?agent=scout&q=rotated&inactive=1").text
    assert "was not searched" in visitor.get("/memory/agent?agent=scout&q=zebra").text


def test_a_long_memory_is_paged_newest_first(nn: netnew.Netnew, enter: Enter) -> None:
    memory = nn.memory(agent_id="many")
    for n in range(60):
        memory.learn(netnew.FactInput(f"subject {n}", f"Statement number {n} of the list"))
    visitor, seen = enter(), []
    page = visitor.get("/memory/agent?agent=many").text
    while True:
        seen += re.findall(r"Statement number (\d+) of", page)
        found = re.search(r'rel="next" href="([^"]+)"', page)
        if found is None:
            break
        page = visitor.get(html.unescape(found[1])).text
    assert seen == [str(n) for n in range(59, -1, -1)]
    assert "51–60 of 60" in page


def test_succession_links_both_ways(nn: netnew.Netnew, enter: Enter) -> None:
    nn.memory(agent_id="scout").learn(
        netnew.FactInput("api", "The API allows 400 requests.", attribute="limit")
    )
    facts = nn.memory(agent_id="scout").facts.all(subject="api", inactive=True)
    line = [fact.id for fact in facts if "allows" in fact.content]
    visitor = enter()
    for this in line:
        page = item(visitor, this)
        shown = [text for text in (*LEARNED, "400") if text in html.unescape(page)]
        assert len(shown) >= 1
        assert set(line) - {this} <= set(ids(page)), this
    oldest = item(visitor, line[0])
    assert "superseded" in oldest
    assert '<mark class="differs">250</mark>' in oldest
    assert "Oldest first" in oldest


def test_why_tells_every_change_with_its_rule(nn: netnew.Netnew, enter: Enter) -> None:
    (old,) = [f for f in nn.memory(agent_id="scout").facts.all(inactive=True) if "100" in f.content]
    page = item(enter(), old.id)
    assert "Why it stands so" in page
    assert "active → superseded" in page
    assert "rule " in page


def test_a_conflict_names_the_other_side(nn: netnew.Netnew, enter: Enter) -> None:
    memory = nn.memory(agent_id="scout")
    one = memory.learn(netnew.FactInput("Ada", "Ada is on call this week."))
    two = memory.learn(netnew.FactInput("Ada", "Ada is not on call this week."))
    assert (two.outcome, one.id is not None) == ("conflict", True)
    visitor = enter()
    assert str(two.id) in ids(item(visitor, str(one.id)))
    assert "In conflict with" in item(visitor, str(two.id))


def test_undo_needs_a_name_and_brings_back_what_was_replaced(
    nn: netnew.Netnew, enter: Enter
) -> None:
    memory = nn.memory(agent_id="scout")
    (new,) = [fact for fact in memory.facts.all() if "250" in fact.content]
    visitor = enter()
    sent = {"agent": "scout", "id": new.id}
    assert "Undo the last change" not in item(visitor, new.id)
    assert visitor.post("/memory/undo", **sent).status_code == 422
    visitor.called("Ben")
    assert "Undo the last change" in item(visitor, new.id)
    answer = visitor.post("/memory/undo", **sent)
    assert answer.status_code == 303
    told = visitor.get(answer.headers["location"]).text
    assert "taken back, and 1 more item with it" in told
    assert "by Ben" in told
    assert [fact.content for fact in memory.facts.all() if "allows" in fact.content] == [LEARNED[0]]
    assert visitor.post("/memory/undo", **sent).status_code == 422


def test_a_reader_undoes_nothing(nn: netnew.Netnew, enter: Enter) -> None:
    visitor = enter(nn.tokens.create("ann", scopes=["read"]).text, guarded=True)
    fact = nn.memory(agent_id="scout").facts.all()[0]
    assert "Undo the last change" not in item(visitor, fact.id)
    assert visitor.post("/memory/undo", agent="scout", id=fact.id).status_code == 403


def test_a_token_of_an_agent_sees_its_own_memory_alone(nn: netnew.Netnew, enter: Enter) -> None:
    made = nn.tokens.create("bot", scopes=["admin"], agent="scribe")
    nn.memory(agent_id="scribe").learn(netnew.FactInput("x", "One."))
    visitor = enter(made.text, guarded=True)
    assert "scout" not in visitor.get("/memory").text
    assert visitor.get("/memory/agent?agent=scout").status_code == 403
    fact = nn.memory(agent_id="scout").facts.all()[0]
    page = visitor.get("/memory/item", params={"agent": "scout", "id": fact.id})
    assert page.status_code == 403
    assert visitor.post("/memory/undo", agent="scout", id=fact.id).status_code == 403
    (held,) = [one for one in nn.review.list() if one.kind == "memory_fact"]
    for path in ("/", "/review"):
        assert HELD not in visitor.get(path).text, path
    assert visitor.get(f"/review/item?id={held.item_id}").status_code == 404
    for act in ("approve", "reject"):
        vote = visitor.post("/review/vote", item=held.item_id, act=act, reason="r")
        assert vote.status_code == 422
    assert nn.review.show(held.item_id).votes == ()


def test_what_is_held_waits_in_the_queue_and_each_leads_to_the_other(
    nn: netnew.Netnew, enter: Enter
) -> None:
    visitor = enter().called("Ben")
    (held,) = [one for one in nn.review.list() if one.kind == "memory_fact"]
    page = visitor.get(f"/review/item?id={held.item_id}").text
    assert HELD in page
    assert ids(page) == [held.subject_id]
    assert f"/review/item?id={held.item_id}" in item(visitor, held.subject_id)
    visitor.post("/review/vote", item=held.item_id, act="approve", reason="seen")
    assert HELD in visitor.get("/memory/agent?agent=scout").text
    visitor.post("/review/undo", item=held.item_id)
    assert HELD not in visitor.get("/memory/agent?agent=scout").text


def test_what_is_forgotten_leaves_no_words(nn: netnew.Netnew, enter: Enter) -> None:
    memory = nn.memory(agent_id="scout")
    fact = memory.facts.all()[0]
    memory.forget(fact.id, by="Ben", reason="asked to")
    visitor = enter().called("Ben")
    page = item(visitor, fact.id)
    assert fact.content not in page
    assert "its words are erased" in page
    assert "Undo the last change" not in page


def test_what_an_agent_says_is_shown_as_text(nn: netnew.Netnew, enter: Enter) -> None:
    memory = nn.memory(agent_id=PLANTED.replace("/", "|"))
    given = netnew.FactInput(PLANTED, PLANTED, attribute=PLANTED, source=PLANTED, tags=(PLANTED,))
    fact = memory.learn(given)
    newer = netnew.FactInput(PLANTED, PLANTED + " 12 ms", attribute=PLANTED, hold=True)
    held = memory.learn(newer)
    made = memory.record_decision(netnew.DecisionInput(PLANTED, reasons=(PLANTED,)))
    begun = memory.start_episode(PLANTED)
    visitor = enter().called("Ben")
    name = {"agent": memory.agent_id}
    pages = [visitor.get("/memory").text]
    for kind in ("facts", "decisions", "episodes", "changes"):
        asked = {**name, "kind": kind, "inactive": "1"}
        pages += [visitor.get("/memory/agent", params=asked).text]
        pages += [visitor.get("/memory/agent", params={**asked, "q": PLANTED}).text]
    for one in (fact.id, held.id, made.id, begun.id):
        pages += [visitor.get("/memory/item", params={**name, "id": one}).text]
    pages += [visitor.get("/review").text]
    for page in pages:
        assert "<script>alert" not in page
        assert "<img" not in page
        assert ">49<" not in page
        assert "&lt;script&gt;" in page or "&lt;img" in page


def test_who_and_what_is_unknown_says_so(enter: Enter) -> None:
    visitor = enter()
    assert visitor.get("/memory/agent?agent=nobody").status_code == 404
    assert visitor.get("/memory/agent").status_code == 404
    for odd in ("", "fact_0", "x", "attribute_" + "0" * 32, "%00"):
        assert visitor.get(f"/memory/item?agent=scout&id={odd}").status_code in {400, 404}, odd
