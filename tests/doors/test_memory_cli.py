"""`netnew memory`, typed as its user types it: answers, bad input, and what is left behind."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from netnew import TurnInput, TurnResult, connect
from tests.doors.conftest import Answer, Cli

OLD = "The API allows 100 requests a minute."
NEW = "The API allows 250 requests a minute."
LINES = [
    {"subject": "api", "content": OLD},
    {"subject": "api", "content": NEW, "confidence": 0.9, "tags": ["limits"]},
    {"subject": "team", "content": "Ann leads the team."},
]


def learned(cli: Cli, content: str = NEW, *flags: str) -> Any:
    return cli("memory", "learn", content, "--subject", "api", "--json", *flags).json


def fact_lines(folder: Path, *lines: str) -> str:
    file = folder / "facts.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


def refused(answer: Answer, *said: str) -> None:
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    for words in said:
        assert words in answer.err


def fits(answer: Answer) -> None:
    assert answer.code == 0
    assert all(len(line) <= 80 for line in answer.out.splitlines())


def test_a_fact_supersedes_and_the_succession_is_shown(cli: Cli) -> None:
    old, new = learned(cli, OLD), learned(cli)

    live, every = cli("memory", "facts"), cli("memory", "facts", "--all")

    assert (new["outcome"], new["fact"]["supersedes"]) == ("superseded", [old["id"]])
    assert f"replaces {OLD}" in live.out
    assert old["id"] not in live.out
    assert f"replaced by {new['id']}" in every.out
    fits(live)
    fits(every)


def test_learning_says_what_it_did_and_why(cli: Cli) -> None:
    cli("memory", "learn", OLD, "--subject", "api")

    answer = cli("memory", "learn", NEW, "--subject", "api", "--confidence", "0.9")

    fits(answer)
    assert answer.out.startswith("supersedes  fact_")
    assert "100 is now 250" in answer.out


def test_lines_of_a_file_are_learned_one_by_one(cli: Cli, tmp_path: Path) -> None:
    file = fact_lines(tmp_path, *map(json.dumps, LINES))

    answer = cli("memory", "learn", "--file", file, "--source", "notes")
    listed = cli("memory", "facts", "--json").json

    assert answer.out == "2 kept, 1 superseded\n"
    assert [fact["source"] for fact in listed["facts"]] == ["notes", "notes"]
    again = cli("memory", "learn", "-f", file, "--json")
    assert [row["line"] for row in again.lines] == [1, 2, 3]
    assert [row["outcome"] for row in again.lines][2] == "confirmed"


def test_stdin_is_read_too(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    given = io.BytesIO(("\ufeff" + json.dumps(LINES[0]) + "\r\n\n").encode())
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=given))
    assert cli("memory", "learn", "-").out == "1 kept\n"


def test_bad_lines_are_named_and_set_aside_and_the_rest_is_learned(
    cli: Cli, tmp_path: Path
) -> None:
    deep = "[" * 100_000
    bad = [
        "nonsense", "[]", '{"contend": "x"}', '{"content": 7}', '{"subject": "x"}',
        '{"content": "x", "confidence": 2}', '{"content": "x", "tags": "y"}',
        '{"content": "x", "observed_at": "soon"}', '{"content": "x", "hold": "no"}',
        '{"content": "x", "key": 3}', '{"content": "a\\u0000b"}', '{"content": "\\ud800"}', deep,
    ]  # fmt: skip
    file = fact_lines(tmp_path, *bad, json.dumps(LINES[0]))

    answer = cli("memory", "learn", "--file", file)

    assert (answer.code, answer.out) == (1, f"1 kept, {len(bad)} lines set aside\n")
    told = answer.err.splitlines()
    assert [line.partition(".jsonl:")[2].partition(":")[0] for line in told] == [
        str(number) for number in range(1, len(bad) + 1)
    ]
    assert "facts.jsonl:3: there is no key `contend`; did you mean `content`?" in answer.err


def test_a_strict_run_stops_at_the_first_bad_line(cli: Cli, tmp_path: Path) -> None:
    file = fact_lines(tmp_path, json.dumps(LINES[0]), "nonsense", json.dumps(LINES[2]))

    refused(cli("memory", "learn", "--file", file, "--strict"), "facts.jsonl:2: is no JSON")

    assert len(cli("memory", "facts", "--json").json["facts"]) == 1


def test_a_key_that_names_another_fact_is_told_with_its_line(cli: Cli, tmp_path: Path) -> None:
    rows = [{"content": "one", "key": "k"}, {"content": "two", "key": "k"}]
    answer = cli("memory", "learn", "--file", fact_lines(tmp_path, *map(json.dumps, rows)))
    assert answer.code == 1
    assert "facts.jsonl:2: the key stands for another fact already" in answer.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "give the CONTENT of a fact, or --file"),
        (["x", "--file", "y"], "give the CONTENT of a fact, or --file"),
        (["  "], "a fact has no content"),
        (["x", "--confidence", "7"], "confidence is 7.0"),
        (["x", "--confidence", "nan"], "confidence is nan"),
        (["x", "--observed-at", "soon"], "observed_at is 'soon'"),
        (["x", "--observed-at", "2999-01-01"], "which is yet to come"),
        (["x", "--profile", "003"], "no memory profile is called '003'"),
        (["x", "--agent", ""], "the agent is empty"),
        (["x", "--key", ""], "the key is empty"),
        (["x", "--embedder", "nobody"], "nobody"),
        (["--file", "gone.jsonl"], "gone.jsonl cannot be read"),
        (["--file", "."], ". is a folder"),
        (["--file", "gone.jsonl", "--key", "k"], "--key names one fact"),
    ],
)
def test_wrong_usage_of_learn_is_one_line(cli: Cli, arguments: list[str], said: str) -> None:
    refused(cli("memory", "learn", *arguments), said)


def test_content_that_is_no_text_is_told_as_what_it_is(cli: Cli, tmp_path: Path) -> None:
    answer = cli("memory", "learn", "--file", fact_lines(tmp_path, '{"content": 5}'))
    assert answer.code == 1
    assert "facts.jsonl:1: the content of a fact is 5; give a text" in answer.err


def test_a_document_as_a_fact_is_shown_by_its_opening_and_whole_as_json(cli: Cli) -> None:
    document = "word " * 2_000
    added = cli("memory", "learn", document, "--subject", "api")
    listed, whole = cli("memory", "facts"), cli("memory", "facts", "--json")
    assert "(10,005 characters in all; --json shows them)" in " ".join(added.out.split())
    assert len(added.out) < 2_000
    assert len(listed.out) < 2_000
    assert whole.json["facts"][0]["content"] == document
    fits(listed)


def test_a_fact_without_a_subject_says_that_it_replaces_nothing(cli: Cli) -> None:
    cli("memory", "learn", "Ann leads the team.")
    assert "it names no subject, so" in cli("memory", "learn", "Bob leads the team.").out


def test_what_disagreed_with_a_superseded_fact_is_told_as_over(cli: Cli) -> None:
    learned(cli, "Requests time out after 30 seconds.")
    learned(cli, "Requests time out after half a minute.")
    live = cli("memory", "facts").out
    learned(cli, "Requests time out after 1 minute.")
    then = cli("memory", "facts").out
    assert "disagrees with Requests time out after 30 seconds." in live
    assert "disagreed with Requests time out after 30 seconds." in then
    assert "disagrees with" not in then


def test_binary_input_is_set_aside(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "facts.bin"
    file.write_bytes(bytes(range(256)))
    answer = cli("memory", "learn", "--file", str(file))
    assert answer.code == 1
    assert f"{file}:2: is no UTF-8 (byte" in answer.err


def test_facts_are_found_and_limited(cli: Cli) -> None:
    cli("memory", "learn", NEW, "--subject", "api")
    cli("memory", "learn", "Ann leads the team.", "--subject", "team")

    found = cli("memory", "facts", "requests", "--json").json["facts"]
    last = cli("memory", "facts", "--limit", "1")
    of = cli("memory", "facts", "--subject", "TEAM", "--json").json

    assert [fact["content"] for fact in found] == [NEW]
    assert "Ann leads" in last.out
    assert "(1 earlier ones not shown; --limit shows more)" in last.out
    assert (of["total"], of["facts"][0]["subject"]) == (1, "team")
    refused(cli("memory", "facts", "x", "--subject", "y"), "ask for two lists")


def test_an_empty_memory_names_the_agents_that_have_one(cli: Cli) -> None:
    learned(cli, NEW, "--agent", "planner")
    assert "Agents that remember: `planner`" in cli("memory", "facts").out
    assert cli("memory", "facts", "--agent", "planner", "--json").json["total"] == 1
    assert cli("memory", "agents", "--json").json == {"agents": ["planner"]}


@pytest.mark.parametrize("noun", ["facts", "episodes", "decisions", "history", "agents"])
def test_listings_of_nothing_are_a_sentence_and_a_document(cli: Cli, noun: str) -> None:
    assert cli("memory", noun).out.startswith("No ")
    assert isinstance(cli("memory", noun, "--json").json, dict)


def test_a_context_is_markdown_and_its_size_is_on_stderr(cli: Cli) -> None:
    learned(cli)
    answer = cli("memory", "context", "how many requests does the api allow")
    small = cli("memory", "context", "api requests", "--budget", "3", "--json").json

    assert answer.out == (
        f"<!-- recalled by netnew -->\n## Known Facts\n- {NEW}\n<!-- end of recall -->\n"
    )
    assert answer.err == "netnew: 1 line, 27 of 1,000 tokens\n"
    assert (small["markdown"], small["tokens"]) == ("", 0)
    assert [one["rule"] for one in small["left_out"]] == ["budget"]
    assert cli("memory", "context", "requests", "--kind", "decision").out == ""
    refused(cli("memory", "context", "x", "--kind", "claim"), "no kind is called 'claim'")


def test_a_recalled_text_is_refused(cli: Cli) -> None:
    learned(cli)
    text = cli("memory", "context", "api requests").out
    answer = cli("memory", "learn", text)
    assert (answer.code, answer.out.split()[0]) == (0, "refused")


def test_a_decision_is_recorded_listed_and_concluded(cli: Cli) -> None:
    text = "Use Postgres rather than SQLite because several writers share it."
    made = cli(
        "memory", "decide", text, "--confidence", "0.8", "--stakes", "high", "--reason", "writers",
        "--session", "s1", "--json",
    ).json  # fmt: skip

    done = cli("memory", "conclude", made["id"], "success")
    listed = cli("memory", "decisions", "--session", "s1")

    assert (made["outcome"], made["advice"], done.code) == ("kept", "keep", 0)
    assert "success, 80% sure, high stakes" in listed.out
    assert "because writers" in listed.out
    fits(listed)
    assert cli("memory", "decisions", "--session", "s2", "--json").json["decisions"] == []
    advised = cli("memory", "decide", "Done! Pushed.")
    assert "by itself the gate would reject it" in " ".join(advised.out.split())
    refused(cli("memory", "decide", text, "--stakes", "huge"), "stakes 'huge' is not known")
    refused(cli("memory", "decide", text, "--frame", "musing"), "frame 'musing' is not known")
    refused(cli("memory", "conclude", "decision_none", "success"), "no decision `decision_none`")


def test_a_decision_that_was_replaced_says_which_replaced_it(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "adr"
    folder.mkdir()
    adr = "# {n}. {text}\n\n## Status\n\n{status}\n\n## Decision\n\n{text}\n"
    old = adr.format(n=1, text="Use SQLite for sessions.", status="Superseded by 0002")
    new = adr.format(n=2, text="Use Postgres for sessions.", status="Accepted")
    (folder / "0001-use-sqlite.md").write_text(old, encoding="utf-8")
    (folder / "0002-use-postgres.md").write_text(new, encoding="utf-8")

    moved = cli("memory", "import", str(folder))
    rows = cli("memory", "decisions", "--all", "--json").json["decisions"]

    assert moved.code == 0
    (replaced,) = [one for one in rows if one["superseded_by"]]
    assert f"replaced by {replaced['superseded_by']}" in cli("memory", "decisions", "--all").out


def test_episodes_are_listed_with_their_sessions(cli: Cli) -> None:
    with connect() as nn:
        memory = nn.memory(agent_id="agent")
        memory.start_episode("Mend the parser", session_id="s1")
        memory.start_episode("Mend the parser", session_id="s2")
    answer = cli("memory", "episodes")
    fits(answer)
    assert "ongoing" in answer.out
    assert "0 turns, 2 sessions, still in it: s1, s2" in answer.out
    assert cli("memory", "episodes", "parser", "--json").json["episodes"][0]["turns"] == 0


def test_why_history_and_undo_tell_the_same_story(cli: Cli) -> None:
    old, new = learned(cli, OLD)["id"], learned(cli)["id"]

    why, history = cli("memory", "why", old), cli("memory", "history")
    undone = cli("memory", "undo", new, "--as", "ann")

    for answer in (why, history, undone):
        fits(answer)
    assert "superseded by" in why.out
    assert old in history.out
    assert f"{old} is active" in undone.out
    assert f"{new} is undone" in undone.out
    assert [one["act"] for one in cli("memory", "history", new, "--json").json["changes"]] == [
        "learned", "undone",
    ]  # fmt: skip
    refused(cli("memory", "undo", new), "nothing is left to undo")
    for verb in ("why", "history", "undo"):
        refused(cli("memory", verb, "fact_none"), "nothing called `fact_none` is remembered")


def test_what_is_forgotten_is_gone_and_the_chain_holds(cli: Cli, tmp_path: Path) -> None:
    made = learned(cli, "The pin of Ann is 4711.")["id"]

    refused(cli("memory", "forget", made, "--as", " ", "--reason", "x"), "no name or no reason")
    assert cli("memory", "forget", made, "--as", "ann", "--reason", "she asked").code == 0

    assert "(nothing)" in cli("memory", "facts", "--all").out
    assert cli("ledger", "verify").code == 0
    assert not any(b"4711" in file.read_bytes() for file in tmp_path.rglob("*.db*"))
    refused(cli("memory", "undo", made), "what is erased cannot come back")


def test_archiving_takes_what_was_not_seen_and_nothing_else(cli: Cli) -> None:
    learned(cli)
    found = cli("memory", "archive", "--kind", "fact", "--unseen-days", "30", "--json").json
    assert found["archived"] == []
    refused(cli("memory", "archive", "--kind", "x", "--unseen-days", "3"), "no kind is called 'x'")
    assert cli("memory", "archive", "--kind", "fact", "--unseen-days", "0").code == 2


def test_people_decide_on_what_was_held_and_their_verdicts_come_out(cli: Cli) -> None:
    texts = ("Postgres for the session store", "Redis for the queue of jobs")
    with connect() as nn:
        memory = nn.memory(agent_id="planner")
        for text in texts:
            turn = memory.pre_turn(TurnInput("Which store?", frame="decision"))
            memory.post_turn(turn, TurnResult(text))
    cli("memory", "decide", "Maybe later", "--agent", "planner")
    held = cli("memory", "learn", "The pin is 4711.", "--subject", "pin", "--hold", "--json").json

    waiting = cli("review", "list")
    first, second, third = [one["item_id"] for one in cli("review", "list", "--json").json["items"]]
    facts = cli("review", "list", "--kind", "memory_fact", "--json").json["items"]
    assert [one["item_id"] for one in facts] == [third]
    assert "choose one of orphan" in cli("review", "list", "--kind", "odd").err
    shown = cli("review", "show", first)
    vote = ("--as", "ann", "--reason", "read it")
    cli("review", "approve", first, *vote)
    cli("review", "reject", second, *vote)
    cli("review", "approve", third, *vote)

    fits(waiting)
    assert all(text in waiting.out for text in (*texts, "pin: The pin is 4711."))
    assert "of agent `planner`, held:" in shown.out
    live = cli("memory", "decisions", "--agent", "planner", "--json").json["decisions"]
    assert [one["text"] for one in live] == [texts[0], "Maybe later"]
    assert [one["id"] for one in cli("memory", "facts", "--json").json["facts"]] == [held["id"]]
    rows = cli("memory", "verdicts").lines
    assert [(row["text"], row["verdict"]) for row in rows] == [
        (texts[0], "approve"), (texts[1], "reject"),
    ]  # fmt: skip
    assert cli("memory", "verdicts", "--agent", "other").out == ""
    cli("review", "undo", second, "--as", "ann")
    assert len(cli("memory", "verdicts").lines) == 1


def test_what_an_agent_rejected_teaches_nothing(cli: Cli) -> None:
    with connect() as nn:
        memory = nn.memory(agent_id="agent")
        turn = memory.pre_turn(TurnInput("Which store?", frame="decision"))
        memory.post_turn(turn, TurnResult("Postgres for the session store"))
    (item,) = cli("review", "list", "--json").json["items"]
    cli("review", "reject", item["item_id"], "--as", "bot", "--agent", "--reason", "no")
    assert cli("memory", "verdicts").out == ""


def test_a_stored_text_is_neither_markup_nor_obeyed(cli: Cli) -> None:
    learned(cli, "[red]alarm[/red] \x1b[31m")
    assert "[red]alarm[/red] \\x1b[31m" in cli("memory", "facts").out


def test_a_database_that_is_not_there_is_named(cli: Cli) -> None:
    for verb in (["facts"], ["why", "x"], ["undo", "x"], ["context", "x"], ["verdicts"]):
        refused(cli("memory", *verb, "--db", "sqlite:///gone.db"), "there is no database gone.db")
