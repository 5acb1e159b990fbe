"""What the readiness rules look for: vagueness, imperatives, blockers, evasions."""

from __future__ import annotations

from netnew.meter.lexicon import Group, Lexicon, words
from netnew.meter.vocabulary import (
    ACTION_VERBS,
    CATENATIVES,
    DETERMINERS,
    ENDLESS_VERBS,
    FUNCTION_WORDS,
    NO_NAMES,
)

VAGUE_OPENERS = Lexicon(
    "vague_openers",
    (
        Group(
            "listed in the specification: an intention to think, with no end",
            ("consider", "think about", "explore", "look into", "investigate"),
        ),
    ),
)

HEDGES = Lexicon(
    "hedges",
    (
        Group(
            "listed in the specification: the speaker does not commit",
            ("maybe", "possibly", "might", "could potentially"),
        ),
    ),
)

LISTED_VERBS = Lexicon(
    "listed_verbs",
    (
        Group(
            "the sixteen imperative verbs of the specification",
            words(
                "run write create open deploy send test build merge ship implement add remove "
                "update fix configure"
            ),
        ),
    ),
)

BLOCKERS_LISTED = Lexicon(
    "blockers",
    (
        Group(
            "listed in the specification",
            (
                "blocked",
                "blocker",
                "waiting on",
                "depends on",
                "need access",
                "need permission",
                "can't proceed",
                "prerequisite",
                "missing",
            ),
        ),
    ),
)

_GRANTED = "access|permission|permissions|approval|authorisation|authorization|clearance|sign-off"

BLOCKERS = Lexicon(
    "blockers",
    (
        *BLOCKERS_LISTED.groups,
        Group(
            "other forms of the listed verbs, and their other preposition",
            (
                "wait|waits|waited on|for",
                "waiting for",
                "awaiting|awaits|await",
                "blocking",
                "is|are|'re|still|remains|be depending|dependent on",
                "depend|depended on",
                "needs|needed|needing access|permission",
                "roadblock",
            ),
        ),
        Group(
            "being unable, in the other words that English has for `can't proceed`",
            (
                "cannot proceed|continue|start|begin",
                "can not proceed|continue|start|begin",
                "can't continue|start|begin",
                "unable to proceed|continue|start|begin",
                "cannot|can't move|go forward|ahead|on",
                "can't|cannot _ until|without",
                "unable to _ until|without",
                "nothing|nobody can _ until|without",
            ),
        ),
        Group(
            "lacking what someone else has to grant: denied by the noun or the verb",
            (
                f"no|lack|lacks|lacking|lacked {_GRANTED}",
                f"lack|lacks|lacking the {_GRANTED}",
                f"don't|doesn't have _ {_GRANTED}",
                f"do|does not have _ {_GRANTED}",
                f"haven't|hasn't got|received _ {_GRANTED}",
                "need|needs approval|authorisation|authorization|clearance|sign-off",
            ),
        ),
        Group(
            "work that stands still because of something else",
            (
                "on hold",
                "stuck on|until|waiting",
                "held up",
                "stalled on|by",
                "pending",
                "bottleneck",
            ),
        ),
    ),
)

EVASIONS = Lexicon(
    "evasions",
    (
        Group(
            "work put off to no named time",
            (
                "later",
                "eventually",
                "at some point",
                "some day|time",
                "someday",
                "down the road|line",
                "in due course",
                "when we get there",
                "cross that bridge",
            ),
        ),
        Group(
            "a solution trusted to appear",
            (
                "somehow",
                "hopefully",
                "with|by luck|magic",
                "should be fine|ok|okay",
                "will be fine|ok|okay",
                "work itself out",
                "sort itself out",
                "figure|work _ out",
                "deal with _ later",
                "assume _ will|works|exists",
            ),
        ),
    ),
)

LEXICONS = (
    VAGUE_OPENERS,
    HEDGES,
    LISTED_VERBS,
    ACTION_VERBS,
    ENDLESS_VERBS,
    CATENATIVES,
    BLOCKERS_LISTED,
    BLOCKERS,
    EVASIONS,
    NO_NAMES,
    DETERMINERS,
    FUNCTION_WORDS,
)
