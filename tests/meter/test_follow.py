"""A trace that grows, is cut back or is replaced while someone follows it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from netnew.foundation.errors import FileUnreadableError, RecordError
from netnew.meter.follow import follow_rounds
from tests.meter.transcripts import round_


def line(number: int, claim: str = "The kiln cracks above cone ten") -> str:
    return json.dumps(round_(number, [claim])) + "\n"


def followed(path: Path, *acts: Callable[[], object]) -> list[int]:
    """The rounds that are seen when one act happens in each pause."""
    waiting: Iterator[Callable[[], object]] = iter(acts)

    def pause(_seconds: float) -> None:
        next(waiting, lambda: None)()

    rounds = follow_rounds(path, interval_seconds=1, idle_seconds=len(acts) + 2, sleep=pause)
    return [round_.number for round_ in rounds]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "trace.jsonl"
    file.write_text(line(1) + line(2))
    return file


def append(path: Path, text: str) -> Callable[[], object]:
    def act() -> None:
        with path.open("a", encoding="utf-8") as out:
            out.write(text)

    return act


def test_rounds_come_once_their_lines_are_complete(path: Path) -> None:
    half = line(3)

    assert followed(path, append(path, half[:9]), append(path, half[9:])) == [1, 2, 3]


def test_a_trace_that_is_cut_back_is_read_from_its_start(path: Path) -> None:
    cut = followed(path, lambda: path.write_text(""), lambda: path.write_text(line(3)))

    assert cut == [1, 2, 3]


def test_a_trace_that_is_written_anew_and_longer_loses_no_round(path: Path) -> None:
    longer = line(3, "The pump leaks at night, and nobody knows since when") + line(4) + line(5)

    assert followed(path, lambda: path.write_text(longer)) == [1, 2, 3, 4, 5]


def test_a_trace_that_is_rotated_goes_on_in_the_new_file(path: Path) -> None:
    def rotate() -> None:
        path.rename(path.with_suffix(".1"))

    assert followed(path, rotate, lambda: path.write_text(line(3)), append(path, line(4))) == [
        1, 2, 3, 4,
    ]  # fmt: skip


def test_a_trace_that_begins_again_with_an_old_round_is_another_conversation(path: Path) -> None:
    again = line(1, "The pump leaks at night")

    assert followed(path, lambda: path.write_text(again)) == [1, 2, 1]
    assert followed(path, lambda: path.write_text(again.rstrip() + " ")) == [1, 1]


def test_an_old_round_further_down_is_refused(path: Path) -> None:
    with pytest.raises(RecordError, match=r"trace\.jsonl:3: round: is 1 after round 2"):
        followed(path, append(path, line(1)))


def test_a_last_line_without_its_end_counts_when_the_watch_ends(path: Path) -> None:
    assert followed(path, append(path, line(3).rstrip())) == [1, 2, 3]


def test_a_trace_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileUnreadableError, match="absent"):
        list(follow_rounds(tmp_path / "absent.jsonl", idle_seconds=1))
