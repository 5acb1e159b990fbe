"""From one turn of a log to one round: what is a claim, a question, an action, a decision.

Version `extract/2`. No guessing beyond these rules, which docs/reference/extractors.md lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from netnew.foundation.canonical import canonical_json
from netnew.meter.observations import observation_claim

VERSION = "extract/2"
# Shorter sentences ("Done.", "Let me see.") say nothing that could be new.
CLAIM_WORDS = 4

_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_BULLET = re.compile(r"^\s*(?:[-*•+]|\d{1,3}[.)])\s+")
_CHECKBOX = re.compile(r"^\s*(?:[-*•+]\s+)?\[(?P<mark>[ xX])\]\s*")
_SENTENCE = re.compile(r"(?<=[.!?])[\"'”’)\]]?\s+(?=[\"'“‘(\[]?[^\W_])")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|cf|approx|Dr|Mr|Mrs|Ms|No|St|Fig)\.$")
_HEADED = re.compile(
    r"^(?P<head>decisions?|decided|agreed|open questions?|questions?|next steps?|next actions?|"
    r"actions?|action items?|todos?|to-dos?)\s*:\s*(?P<rest>.*)$",
    re.IGNORECASE,
)
_DECIDED = re.compile(
    r"^(?:we|the (?:team|group|board|committee)) (?:have |has )?"
    r"(?:decided|agreed|resolved|chose|approved)\b",
    re.IGNORECASE,
)
_INTENDED = re.compile(
    r"^(?:next,? )?(?:i will|i'll|i am going to|i'm going to|we will|we'll|let me|let's|let us|"
    r"i need to|we need to|now i need to)\b",
    re.IGNORECASE,
)
_KINDS = {
    "d": "decisions",
    "a": "next_actions",
    "n": "next_actions",
    "t": "next_actions",
    "q": "open_questions",
    "o": "open_questions",
}


@dataclass
class Turn:
    """One turn of a log, while it is being read."""

    claims: list[str] = field(default_factory=list)
    decisions: list[str] = field(default_factory=list)
    open_questions: list[str] = field(default_factory=list)
    next_actions: list[str] = field(default_factory=list)
    intentions: list[str] = field(default_factory=list)
    calls: int = 0
    speaker: str | None = None

    def as_round(self, number: int) -> dict[str, Any]:
        """Return the turn as a round of a transcript."""
        # "Let me run the tests" beside the call that runs them leaves nothing to be done.
        done = self.intentions if self.calls else []
        lists = {
            "decisions": self.decisions,
            "open_questions": self.open_questions,
            "next_actions": [text for text in self.next_actions if text not in done],
        }
        claims = self.claims + [text for text in done if len(text.split()) >= CLAIM_WORDS]
        outputs = {"claims": claims, **{name: texts for name, texts in lists.items() if texts}}
        speaker = {"speaker": self.speaker} if self.speaker else {}
        return {"round": number, **speaker, "outputs": outputs}

    def say(self, text: str, *, as_kind: str | None = None) -> None:
        """Take in prose; `as_kind` names the list where a heading has said it."""
        under = as_kind
        for line in _FENCE.sub("\n", text).splitlines():
            announced = _announced(line)
            if announced:
                under = announced
            elif line.strip():
                # "Next steps:" holds for the list below it, not for the prose after that.
                listed = _BULLET.match(line) or _CHECKBOX.match(line)
                under = under if listed else as_kind
                self._line(line, under)

    def call(self, tool: str, arguments: Any) -> None:
        """Take in a call of a tool: one claim, the same for the same call."""
        self.calls += 1
        if isinstance(arguments, str):
            shown = " ".join(arguments.split())
        else:
            shown = canonical_json(arguments).decode("utf-8", "surrogatepass")
        self.claims.append(f"{tool} {shown}")

    def observe(self, answer: Any) -> None:
        """Take in what a tool answered: news only when the answer is another one."""
        text = answer if isinstance(answer, str) else repr(canonical_json(answer))
        self.claims.append(observation_claim(text))

    def _line(self, line: str, as_kind: str | None) -> None:
        box = _CHECKBOX.match(line)
        if box:
            # A ticked box is done: it is a statement, and no longer something to do.
            kind = "next_actions" if box["mark"] == " " else "claims"
            self._add(line[box.end() :], kind)
            return
        text = _BULLET.sub("", line).strip().strip("*_").strip()
        if as_kind:
            self._add(text, as_kind)
        elif not text.startswith(("#", "|", ">", "---")):
            for sentence in sentences(text):
                self._sentence(sentence)

    def _sentence(self, sentence: str) -> None:
        headed = _HEADED.match(sentence)
        if headed:
            self._add(headed["rest"], _kind_of(headed["head"]))
        elif sentence.endswith("?"):
            self._add(sentence, "open_questions")
        elif _DECIDED.match(sentence):
            self._add(sentence, "decisions")
        elif _INTENDED.match(sentence):
            self._add(sentence, "next_actions")
            self._add(sentence, "intentions")
        elif len(sentence.split()) >= CLAIM_WORDS:
            self._add(sentence, "claims")

    def _add(self, text: str, kind: str) -> None:
        text = " ".join(text.split())
        if text and text.lower().strip(".") not in ("none", "n/a", "nothing"):
            getattr(self, kind).append(text)


def _announced(line: str) -> str | None:
    """Return the list that a line such as "Next steps:" opens."""
    headed = _HEADED.match(line.strip().strip("*_#").strip())
    return _kind_of(headed["head"]) if headed and not headed["rest"].strip("*_ ") else None


def _kind_of(head: str) -> str:
    return _KINDS[head[0].lower()]


def sentences(text: str) -> list[str]:
    """Split prose at `.`, `!` and `?` before a new word; abbreviations do not end a sentence.

    >>> sentences("It works. Dr. Ito signs, e.g. on Monday! Who pays?")
    ['It works.', 'Dr. Ito signs, e.g. on Monday!', 'Who pays?']
    """
    found: list[str] = []
    for part in _SENTENCE.split(text):
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] = f"{found[-1]} {part}"
        elif part.strip():
            found.append(part.strip())
    return found


def outputs_of(text: str) -> dict[str, list[str]]:
    """What a turn of prose puts out, as the `outputs` of a round.

    >>> outputs_of("The tests pass on Linux. Who reviews it? We will ship on Friday.")
    {'claims': ['The tests pass on Linux.'], 'open_questions': ['Who reviews it?'], \
'next_actions': ['We will ship on Friday.']}
    """
    turn = Turn()
    turn.say(text)
    outputs: dict[str, list[str]] = turn.as_round(0)["outputs"]
    return outputs


def rounds_of(turns: Iterable[Turn]) -> list[dict[str, Any]]:
    """Number the turns that put out anything at all."""
    filled = [turn for turn in turns if turn.as_round(0)["outputs"] != {"claims": []}]
    return [turn.as_round(number) for number, turn in enumerate(filled, 1)]
