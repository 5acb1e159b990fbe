"""Is a next action vague or specific, and does someone own it?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from netnew.meter.lexicon import Lexicon
from netnew.meter.lexicons import HEDGES, LISTED_VERBS, VAGUE_OPENERS
from netnew.meter.vocabulary import (
    ACTION_VERBS,
    CATENATIVES,
    DETERMINERS,
    ENDLESS_VERBS,
    FUNCTION_WORDS,
    NO_NAMES,
)

# An action is a line or two; what comes later does not make it clearer.
READ_CHARACTERS = 1000
LEAST_WORDS = 5
Specificity = Literal["vague", "specific", "neither"]

_VERBS = LISTED_VERBS.entries | ACTION_VERBS.entries
_NO_VERBS = ENDLESS_VERBS.entries | FUNCTION_WORDS.entries | CATENATIVES.entries | NO_NAMES.entries
_ARTICLES = frozenset("a an the all each every both my your his her its our their".split())
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_EXTENSIONS = (
    "py|md|txt|json|jsonl|ya?ml|toml|ini|cfg|csv|tsv|xlsx?|docx?|pptx?|pdf|html?|css|js|ts|tsx|jsx|"
    "rs|go|java|kt|c|h|cpp|hpp|rb|php|sh|sql|ipynb|png|jpe?g|svg|gif|zip|tar|gz|log|xml|lock|env"
)
_TOOLS = (
    "git|github|gitlab|docker|kubectl|kubernetes|terraform|ansible|npm|pip|cargo|pytest|curl|jira|"
    "slack|excel|figma|jenkins|grafana|postgres|postgresql|sqlite|redis|webpack|makefile|dockerfile"
)
_ARTIFACT = re.compile(
    r"[a-z][a-z0-9+.-]*://\S"  # address
    r"|`[^`]+`"  # quoted command or name
    r"|(?<![\w/])(?:\.{0,2}|~)/[\w.-]+"  # path from here, home or root
    rf"|\b[\w-]+(?:/[\w.-]+)*\.(?:{_EXTENSIONS})\b"  # file
    r"|\b[\w-]+(?:/[\w.-]+){2,}"  # path
    r"|(?<!\w)#[0-9]+\b|\b(?:pr|pull request|issue|ticket|branch)\s*#?\s*[\w/-]*[0-9/]"
    r"|\b(?:pull request|pr|branch)\b"
    r"|(?<!\w)--[a-z][\w-]+"  # option of a command
    r"|\b[a-z]+_[a-z_]+\b|\b[a-z]+[a-z0-9]*\(\)"  # name in code
    rf"|\b(?:{_TOOLS})\b",
    re.IGNORECASE,
)
_TICKET = re.compile(r"\b[A-Z]{2,}-[0-9]+\b|\b[a-z]+[A-Z]\w+\b|\b[A-Z][a-z]+[A-Z]\w+\b")

_LIST_MARK = re.compile(r"^\s*(?:[-*•]\s+)?(?:\[[ xX]?\]\s*)?(?:\(?[0-9]+[.)]\s+)?")
_LEAD_IN = re.compile(
    r"^(?:(?:please|then|next|also|first|second|finally|now|and|todo|action|next step|"
    r"let's|let us|we will|we'll|we should|we must|we need to|we have to|we are going to|"
    r"need to|needs to|i will|i'll|i am going to|i'm going to|to)\b[\s:,–—-]*)+",
    re.IGNORECASE,
)
_LABELLED_OWNER = re.compile(
    r"(?<!\w)@(?P<at>[\w.-]+)"
    r"|\b(?:owner|assignee|responsible|lead|dri)\s*[:=]\s*(?P<label>[^\W_]+(?:[.'’-][^\W_]+)*)"
    r"|\b(?:assigned to|owned by)\s+(?P<assigned>[^\W_]+)|(?<!\w)(?P<self>i)(?: will|['’]ll)\b",
    re.IGNORECASE,
)
_SIGNED_OWNER = re.compile(
    r"(?:[(\[]|\s[–—-]+\s)\s*([^\W\d_][\w.'’-]+(?:\s[^\W\d_][\w.'’-]+)?)\s*[)\]]?[.!]?\s*$"
)
_AT_START = re.compile(r"^@[\w.-]+[:,]?\s*(?:(?:to|will|should|must)\s+)?")
_DOER = re.compile(
    r"^(?P<name>(?:[^\W\d_][\w.'’-]*\s+){1,3}?)(?P<verb>[a-z][a-z-]+[a-rt-z]s)\s+"
    r"(?!(?:is|are|was|were|will|to|and|or|of|in|on|for)\b)\w"
)
_NAMED = re.compile(
    r"^(?P<name>(?:@?[^\W\d_][\w.'’&-]*\s+(?:and\s+|&\s+)?){1,4}?)"
    r"(?P<link>to|will|shall|should|must)\s+(?P<rest>\S.*)$|"
    r"^(?P<tag>@[\w.-]+|[^\W\d_][\w.'’-]*(?:\s[^\W\d_][\w.'’-]*)?)\s*(?::|\s[–—-]+\s|,)\s*(?P<after>\S.*)$"
)


@dataclass(frozen=True, slots=True)
class Action:
    """One next action as the rules read it."""

    text: str
    specificity: Specificity
    owner: str | None
    because: str


def read_action(text: str) -> Action:
    """Judge one next action; vague patterns win over everything.

    >>> read_action("Convert this into a 1-page facilitation checklist.").specificity
    'specific'
    >>> read_action("End.").specificity
    'vague'
    >>> read_action("Maybe deploy main.py").because
    'hedged by "maybe"'
    >>> read_action("Anna to book the hall").owner
    'Anna'
    """
    plain = " ".join(_LIST_MARK.sub("", text[:READ_CHARACTERS]).split())
    owner, act = _owner(plain)
    specificity, because = _specificity(plain, act)
    return Action(text, specificity, owner, because)


def actions_score(actions: Sequence[Action]) -> int:
    """Tenths of the next-actions score: 0 none, 3 intent, 7 one specific, 10 owned.

    >>> actions_score([read_action("@kim run the tests"), read_action("Send the report to Lee")])
    10
    """
    if not actions:
        return 0
    specific = [action for action in actions if action.specificity == "specific"]
    if not specific:
        return 3
    owned = any(action.owner for action in specific)
    return 10 if len(specific) > 1 and owned else 7


def _specificity(plain: str, act: str) -> tuple[Specificity, str]:
    vague = _vagueness(plain, act)
    if vague:
        return "vague", vague
    words = [word.lower() for word in _WORD.findall(plain)]
    concrete = _concreteness(plain, act, words)
    if concrete:
        return "specific", concrete
    if len(words) < LEAST_WORDS:
        return "vague", "under five words, without a verb and its object"
    return "neither", "no imperative verb and nothing concrete"


def _vagueness(plain: str, act: str) -> str | None:
    low = plain.lower()
    opener = _opens_with(low, VAGUE_OPENERS) or _opens_with(act.lower(), VAGUE_OPENERS)
    if opener:
        return f'opens with "{opener}"'
    hedge = HEDGES.pattern.search(low)
    return f'hedged by "{hedge.group()}"' if hedge else None


def _concreteness(plain: str, act: str, words: list[str]) -> str | None:
    artifact = _ARTIFACT.search(plain) or _TICKET.search(plain)
    if artifact:
        return f"names {artifact.group().strip()}"
    for before, word in zip(["", *words], words, strict=False):
        if word in LISTED_VERBS.entries and before not in DETERMINERS.entries:
            return f'the verb "{word}"'
    verb, thing = _verb_and_object(act, after_subject=act != plain)
    return f'"{verb}" what: "{thing}"' if verb and thing else None


def _opens_with(text: str, lexicon: Lexicon) -> str | None:
    match = lexicon.pattern.match(text)
    return match.group() if match else None


def _verb_and_object(act: str, *, after_subject: bool) -> tuple[str | None, str | None]:
    words = [word.lower() for word in _WORD.findall(_LEAD_IN.sub("", act))]
    if not words or not _acts(words, after_subject=after_subject):
        return None, None
    things = (word for word in words[1:] if word not in FUNCTION_WORDS.entries)
    return words[0], next(things, None)


def _acts(words: list[str], *, after_subject: bool) -> bool:
    """Return whether the first word is a verb whose act comes to an end.

    A verb is known from the lexicon, or by its place: after "Kim will" or "Kim to", and before
    a determiner ("obtain the minutes") where no other part of speech can open a sentence.
    """
    first = words[0]
    if _is_verb(first):
        return True
    if first in _NO_VERBS or first.removesuffix("s") in _NO_VERBS:
        return False
    return after_subject or (len(words) > 1 and words[1] in _ARTICLES)


def _is_verb(word: str) -> bool:
    """Return whether `word` is a listed verb, also as someone's act: "Kim books the hall"."""
    return word in _VERBS or word.removesuffix("s") in _VERBS or word.removesuffix("es") in _VERBS


def _owner(plain: str) -> tuple[str | None, str]:
    """Return who owns the action, and the action without its subject."""
    labelled = _LABELLED_OWNER.search(plain)
    if labelled:
        owner = next(name for name in labelled.groups() if name)
        return owner, _AT_START.sub("", plain)
    named = _NAMED.match(plain)
    if named and named["name"] and _is_name(named["name"]):
        return named["name"].strip(), named["rest"]
    if named and named["tag"] and _is_name(named["tag"]):
        return named["tag"], _LEAD_IN.sub("", named["after"])
    doer = _DOER.match(plain)
    if doer and _is_name(doer["name"]) and _acts([doer["verb"]], after_subject=True):
        return doer["name"].strip(), plain[doer.start("verb") :]
    signed = _SIGNED_OWNER.search(plain)
    if signed and all(word[0].isupper() for word in signed[1].split()):
        return signed[1], plain
    return None, plain


def _is_name(text: str) -> bool:
    """Return whether `text` can name someone: it opens with a capital and holds no verb."""
    words = [word.lower().strip(".,:") for word in text.split()]
    closed = CATENATIVES.entries | NO_NAMES.entries | FUNCTION_WORDS.entries
    acronym = text.split(maxsplit=1)[0].isupper() and len(words[0]) > 1
    reserved = words[0] in closed - {"the"} or words[0] in _VERBS
    if not text[0].isupper() or (reserved and not acronym):
        return False
    # "Marketing team to …" names someone; "Priya sends the list to …" says more than a name.
    return not any(w in FUNCTION_WORDS.entries - {"and"} or _is_verb(w) for w in words[1:])
