"""Frame selection: one fixed rule, first match wins, or the caller's choice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netnew.memory.frames import select_frame
from netnew.memory.turn import FRAMES


@pytest.mark.parametrize(
    ("message", "frame"),
    [
        ("Should we use Kafka or RabbitMQ?", "decision"),
        ("What do you recommend for the queue?", "decision"),
        ("Let's go with option B", "decision"),
        ("Should the worker ack before or after the write?", "decision"),
        ("How should errors be reported to the caller?", "decision"),
        ("OK, and should the token be rotated weekly?", "decision"),
        ("Do we really need a second cache?", "decision"),
        ("Is it okay to keep the raw dumps?", "decision"),
        ("One schema or one database per tenant?", "decision"),
        ("Thanks. Keep v1 or drop it?", "decision"),
        ("The test should return 5, why is it 6 now?", "question"),
        ("Is the job running or stopped?", "question"),
        ("Did you push or only commit?", "question"),
        ("Do you have any logs or metrics?", "question"),
        ("What is a mutex or a semaphore?", "question"),
        ("Can you tell me whether it exists or not?", "question"),
        ("The build fails on Windows, why?", "debug"),
        ("It doesn’t work any more", "debug"),
        ("Traceback (most recent call last): KeyError", "debug"),
        ("Write a short story about a lighthouse", "creative"),
        ("Brainstorm ten names for a cat", "creative"),
        ("Add retries to the client", "task"),
        ("Could you please update the docs?", "task"),
        ("ok, now run the tests", "task"),
        ("What is your status?", "question"),
        ("how does the cache expire", "question"),
        ("Show me your current status", "task"),
        ("Good morning", "conversation"),
        ("", "conversation"),
    ],
)
def test_a_message_selects_its_frame(message: str, frame: str) -> None:
    assert select_frame(message).frame_id == frame


def test_a_frame_tells_the_words_that_chose_it() -> None:
    assert select_frame("Why does it crash?").reason == 'tells of a fault: "crash"'


def test_a_log_pasted_into_the_middle_does_not_count() -> None:
    message = "Summarize this. " + "x" * 1000 + " error " + "y" * 1200
    assert select_frame(message).frame_id == "task"


@given(st.text(max_size=200))
def test_any_message_has_one_frame_and_always_the_same(message: str) -> None:
    assert select_frame(message) == select_frame(message)
    assert select_frame(message).frame_id in FRAMES
