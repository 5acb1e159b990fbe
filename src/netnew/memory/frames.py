"""Which frame a turn is in, by a fixed rule over the user's message (`frames/2`).

The first of these that holds: *decision* (asks to choose, or states a choice), *debug* (tells
of a fault), *creative* (asks for something made up), *task* (orders an act), *decision* again
(offers two ways), *question* (asks), else *conversation*. `docs/reference/decisions-gate.md`
lists what each looks for.
"""

from __future__ import annotations

import re
from typing import Final

from netnew.kernel.normalizers import lower
from netnew.kernel.tokens import single_spaced
from netnew.memory.scoring.verbs import CHOICE, INSPECTION, MAKING, PROCEEDING, WORK, any_of
from netnew.memory.turn import Frame, FrameId

VERSION: Final = "frames/2"
# What a message wants is said at its start or its end; logs pasted between do not count.
READ_CHARACTERS: Final = 1000

_choosing = any_of(CHOICE, form="base")
_doing = any_of(WORK, MAKING, INSPECTION, PROCEEDING, form="base")
# Where a clause opens: at the start, after punctuation, or after a word that joins clauses.
_clause = r"(?:^|[.!?:;,] |(?:and|but|so|then|whether) )"
_asking = r"(?:how|what|where|when|which|who|whose)"
# "should" before its subject asks what ought to be; after it ("it should return 5"), it tells.
_ought = rf"{_clause}(?:{_asking} (?:[\w'-]+ ){{0,4}})?should [\w'-]+ "
# What is, was or has been is asked to learn it, and so is what a question word asks for.
_to_learn = (
    r"(?:why|how|what|where|when|which|who|whose|is|are|was|were|does|did|has|have|had|"
    r"isn't|aren't|wasn't|weren't|doesn't|didn't|hasn't|haven't)"
)

_RULES: Final[tuple[tuple[FrameId, str, re.Pattern[str]], ...]] = (
    (
        "decision",
        "asks to choose, or states a choice",
        re.compile(
            rf"{_ought}|"
            rf"\b(?:should (?:we|i|it|they|this)|shall we|{_choosing}|decisions?|trade-?offs?|"
            r"pros and cons|versus|vs\.?|which (?:\w+ ){0,4}(?:should|better|best|would you|to use|"
            r"is right)|would you (?:recommend|go|pick)|what (?:do|would) you recommend|"
            r"do you recommend|do (?:we|i) (?:\w+ )?(?:need|want) |"
            r"(?:is it|would it be) (?:better|worth|ok(?:ay)?|fine|wise|acceptable|reasonable)|"
            r"rather than|"
            r"let's (?:use|go with|stick|keep|drop)|we(?:'ll| will) (?:use|keep|drop|go with)|"
            r"options?|alternatives?|instead of)\b"
        ),
    ),
    (
        "debug",
        "tells of a fault",
        re.compile(
            r"\b(?:errors?|exceptions?|traceback|stack ?trace|segfaults?|crash(?:es|ed|ing)?|bugs?|"
            r"debug|fail(?:s|ed|ing|ures?)?|broken|regressions?|flaky|hangs?|freezes|times? out|"
            r"deadlocks?|(?:doesn't|does not|don't|isn't|not|won't|stopped) work(?:ing)?|"
            r"root cause|memory leak|wrong (?:result|output|value)s?)\b"
        ),
    ),
    (
        "creative",
        "asks for something made up",
        re.compile(
            r"\b(?:poems?|haikus?|limericks?|lyrics|songs?|short stor(?:y|ies)|fairy ?tales?|"
            r"slogans?|taglines?|brainstorm|imagine|screenplays?|jokes?|"
            r"come up with (?:a )?names?)\b"
        ),
    ),
    (
        "task",
        "orders an act",
        re.compile(
            r"^(?:(?:ok(?:ay)?|so|now|then|and|next|also|hey|hi|hello)[,.!]? )*"
            r"(?:please,? |(?:can|could|would|will) you (?:please )?|"
            r"i(?:'d like| want| need) you to |let's |go ahead and )*"
            rf"(?:{_doing})\b(?! (?:is|are|was|were)\b)"
        ),
    ),
    (
        "decision",
        "offers two ways",
        re.compile(
            rf"(?:(?<=[.!?:;] )|^)(?!{_to_learn}\b)(?:(?!\bany)[^.!?:;])+"
            r" or (?!not\b|so\b|else\b|something\b|what(?:ever)?\b)[^.!?:;]+\?"
        ),
    ),
    (
        "question",
        "asks",
        re.compile(
            r"\?|^(?:what|why|how|who|whom|whose|when|where|which|is|are|was|were|do|does|did|can|"
            r"could|would|will|has|have|may)\b"
        ),
    ),
)
_STRAIGHT: Final = str.maketrans("’‘ʼ", "'''")


def select_frame(message: str) -> Frame:
    """The frame of a turn that opens with this message.

    >>> [select_frame(text).frame_id for text in ("Postgres or SQLite, which is better?",
    ...  "The import crashes on empty files", "Write a haiku", "Add a test", "What is WAL?", "Hi!")]
    ['decision', 'debug', 'creative', 'task', 'question', 'conversation']
    """
    straight = lower(message.strip().translate(_STRAIGHT))
    ends = straight[:READ_CHARACTERS] + " " + straight[READ_CHARACTERS:][-READ_CHARACTERS:]
    shown = single_spaced(ends)
    for frame, because, pattern in _RULES:
        found = pattern.search(shown)
        if found:
            return Frame(frame, f'{because}: "{found.group().strip()}"')
    return Frame("conversation", "neither asks, orders, chooses nor tells of a fault")
