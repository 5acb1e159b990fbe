"""Items out of files: what is read, and how a bad line is named."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew import FileUnreadableError, Item, NetnewError, RecordError, read_items
from netnew.bases import reading

GOOD = b'{"id": "a", "text": "ship it"}\n'


def read(data: bytes, form=None) -> list[Item]:
    return list(read_items(io.BytesIO(data), form=form, name="in"))


def test_json_lines_with_blank_lines_and_a_mark_at_the_start() -> None:
    data = b"\xef\xbb\xbf" + GOOD + b"\n   \n" + b'{"id":"b","text":"no line end","tags":["x"]}'
    assert read(data) == [
        Item(id="a", text="ship it"),
        Item(id="b", text="no line end", tags=["x"]),
    ]


def test_csv_with_every_field() -> None:
    data = (
        b"id,text,scope_ref,terms_ref,constraints,canonical,tags,source\r\n"
        b'a,"two\nlines, and a ""quote""",s,t,"{""max"": 5}",true,x; y,here\r\n'
        b"\r\n"
        b"b,plain,,,under 5,False,,\r\n"
    )
    assert read(data, "csv") == [
        Item(id="a", text='two\nlines, and a "quote"', scope_ref="s", terms_ref="t",
             constraints={"max": 5}, canonical=True, tags=["x", "y"], source="here"),
        Item(id="b", text="plain", constraints="under 5", canonical=False),
    ]  # fmt: skip


BAD_LINES = {
    b"{bad\n": "in:2: is no JSON",
    b"[]\n": "in:2: is no JSON object; write it like",
    b'{"id": "b"}\n': "in:2: text: is missing",
    b'{"id": "b", "text": "x", "tag": []}\n': "in:2: tag: there is no such key; did you mean",
    b"\xff\xfe\n": "in:2: is no UTF-8 (byte 1)",
    b'{"id": "b", "text": "x", "constraints": NaN}\n': "in:2: ",
    b'{"id": "b", "text": "x", "constraints": ' + b"[" * 100_000 + b"\n": "in:2: ",
    b'{"id": "b", "text": "x", "constraints": ' + b"[" * 300 + b"]" * 300 + b"}\n": "in:2: ",
    b'{"id": "\\ud800", "text": "x"}\n': "in:2: id: input should be a valid string",
}


@pytest.mark.parametrize("line", BAD_LINES, ids=range(len(BAD_LINES)))
def test_a_bad_line_is_named(line: bytes) -> None:
    with pytest.raises(RecordError) as caught:
        read(GOOD + line)
    assert str(caught.value).startswith(BAD_LINES[line])
    assert caught.value.line == 2


BAD_CSV = {
    b"": "in:1: the header names nothing; give a header such as id,text",
    b"name,text\n": "in:1: the header names name, text",
    b"id,id,text\n": "in:1: the header names id, id, text",
    b"id,text\na\n": "in:2: has 1 cells, the header 2",
    b"id,text\na,b\nc,d,e\n": "in:3: has 3 cells, the header 2",
    b'id,text\na,"b': "in:2: is no CSV",
    b"id,text,canonical\na,b,perhaps\n": "in:2: canonical: input should be a valid boolean",
}


@pytest.mark.parametrize("data", BAD_CSV)
def test_a_bad_table_is_named(data: bytes) -> None:
    with pytest.raises(RecordError) as caught:
        read(data, "csv")
    assert str(caught.value).startswith(BAD_CSV[data])


def test_a_file_without_line_ends_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LONGEST_LINE", 1000)
    with pytest.raises(RecordError, match="in:2: is longer than 1,000 bytes"):
        read(GOOD + b"x" * 5000)


def test_the_suffix_tells_the_format_and_an_argument_overrules_it(tmp_path: Path) -> None:
    (tmp_path / "x.CSV").write_bytes(b"id,text\na,b\n")
    (tmp_path / "y.txt").write_bytes(GOOD)
    assert [item.id for item in read_items(tmp_path / "x.CSV")] == ["a"]
    assert [item.id for item in read_items(tmp_path / "y.txt")] == ["a"]
    with pytest.raises(RecordError, match=r"x\.CSV:1: is no JSON"):
        list(read_items(tmp_path / "x.CSV", form="jsonl"))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileUnreadableError, match=r"absent\.jsonl cannot be read"):
        list(read_items(tmp_path / "absent.jsonl"))
    with pytest.raises(FileUnreadableError, match="is a folder"):
        list(read_items(tmp_path))


def test_the_bytes_of_each_line_are_told() -> None:
    heard: list[int] = []
    list(read_items(io.BytesIO(GOOD * 3), heard=heard.append))
    assert heard == [len(GOOD)] * 3


@given(st.binary(max_size=300), st.sampled_from(["jsonl", "csv"]))
def test_any_bytes_are_items_or_an_error_of_ours(data: bytes, form) -> None:
    try:
        items = read(data, form)
    except NetnewError:
        return
    assert all(isinstance(item, Item) for item in items)
