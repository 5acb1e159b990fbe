"""Words that the readiness rules look for, each group with the general reason why it is there.

A phrase is words in a row; `a|b` stands for either word and `_` for up to four words between.
No word is here because some transcript needs it: `audits/meter` measures what each group does.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

VERSION = "lexicon/1"


@dataclass(frozen=True)
class Group:
    """Entries that are in a lexicon for one and the same reason."""

    reason: str
    entries: tuple[str, ...]


@dataclass(frozen=True)
class Lexicon:
    """Named groups of entries; a policy may add a group of its own."""

    name: str
    groups: tuple[Group, ...]

    @cached_property
    def entries(self) -> frozenset[str]:
        """All entries of all groups."""
        return frozenset(entry for group in self.groups for entry in group.entries)

    def extended(self, reason: str, entries: tuple[str, ...]) -> Lexicon:
        """Return this lexicon with one more group."""
        return Lexicon(self.name, (*self.groups, Group(reason, entries)))

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """One pattern that finds any entry as whole words, the plural of its last word included.

        >>> BLOCKERS_LISTED.pattern.search("two blockers left").group()
        'blockers'
        >>> BLOCKERS_LISTED.pattern.search("now unblocked") is None
        True
        """
        longest_first = sorted(self.entries, key=lambda entry: (-len(entry), entry))
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(_phrase, longest_first))})(?!\w)")


def _phrase(entry: str) -> str:
    slots: list[str] = []
    for word in entry.split():
        if word == "_":
            slots.append(r"(?:[\w'-]+\s+){0,4}?")
        else:
            either = "|".join(re.escape(choice) for choice in word.split("|"))
            slots.append(rf"(?:{either})\s+")
    return "".join(slots).removesuffix(r"\s+") + "s?"


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


VAGUE_OPENERS = Lexicon("vague_openers", (
    Group("listed in the specification: an intention to think, with no end",
          ("consider", "think about", "explore", "look into", "investigate")),
))

HEDGES = Lexicon("hedges", (
    Group("listed in the specification: the speaker does not commit",
          ("maybe", "possibly", "might", "could potentially")),
))

LISTED_VERBS = Lexicon("listed_verbs", (
    Group("the sixteen imperative verbs of the specification",
          _words("run write create open deploy send test build merge ship implement add remove "
                 "update fix configure")),
))

# Verbs whose act is over at some moment that others can see. Verbs of thinking, talking and
# going on ("discuss", "monitor", "continue") have no such moment and are left out.
ACTION_VERBS = Lexicon("action_verbs", (
    Group("making something that was not there before",
          _words("assemble bake compile compose construct convert cook design develop draft draw "
                 "edit film generate make paint photograph prepare print produce prototype publish "
                 "record rewrite sew sketch summarise summarize transcribe translate type")),
    Group("changing what is there",
          _words("adapt adjust amend archive attach automate change clean clear close combine copy "
                 "correct cut decrease delete disable disconnect drop enable expand extend extract "
                 "filter format freeze increase insert install label lock lower migrate modify "
                 "mount move patch pin polish raise rebuild redesign reduce refactor refund reject "
                 "rename renew reorder repair replace reset resize restart restore retire revert "
                 "revise rotate set shorten simplify split start stop swap switch tag trim "
                 "uninstall unlock upgrade wash wipe")),
    Group("moving things or people to a place",
          _words("bring carry collect deliver dispatch distribute drive export fetch forward hand "
                 "hang import load mail pack park pick place post pull push put relocate return "
                 "store take transfer transport unload unpack upload download")),
    Group("giving someone word of something definite",
          _words("announce answer ask brief call contact email escalate explain inform instruct "
                 "invite message notify phone present remind reply report request show submit "
                 "teach tell text train warn")),
    Group("agreeing, committing and formal acts",
          _words("accept adopt appoint approve assign authorise authorize award book cancel certify "
                 "commit confirm declare elect enforce file grant hire issue nominate nominate "
                 "notarise notarize order pledge ratify register reserve schedule settle sign "
                 "subscribe vote withdraw")),
    Group("trade and money",
          _words("bill borrow budget buy charge claim deposit donate fund invoice lease lend "
                 "negotiate pay procure purchase quote reimburse rent sell transfer")),
    Group("finding out by a bounded act with a result",
          _words("audit benchmark calculate check compare count estimate inspect interview list "
                 "measure poll profile proofread rehearse review sample scan survey tally validate "
                 "verify weigh")),
    Group("arranging and recording",
          _words("allocate arrange categorise categorize document enter end finalise finalize fill "
                 "finish complete launch log map mark note organise organize plan prioritise "
                 "prioritize release rank roll sort track")),
))

# Verbs that take "to" and name no person: "Need to send" has no owner.
ENDLESS_VERBS = Lexicon("endless_verbs", (
    Group("verbs of thinking, talking, feeling and going on: no moment at which they are done",
          _words("be become seem appear think consider wonder imagine dream believe doubt guess "
                 "suppose reflect ponder reconsider weigh mull see look watch listen hear feel like "
                 "love hate hope wish want need know understand remember forget expect wait stay "
                 "remain keep continue carry proceed go try aim strive attempt discuss talk chat "
                 "debate speak brainstorm ideate explore investigate research monitor observe "
                 "follow revisit regroup sync align meet touch circle get have do handle deal "
                 "manage address tackle work focus improve help support figure")),
))

CATENATIVES = Lexicon("catenatives", (
    Group("verbs and adjectives that are completed by `to`; what stands before `to` is no name",
          _words("need needs needed try trying remember plan planning aim want wanted hope agree "
                 "agreed decide decided continue start begin promise offer intend commit expect "
                 "have has ought get go going due able ready sure unable supposed how what where "
                 "when whether who which order happy glad time easy hard next action todo step "
                 "goal task used")),
))

BLOCKERS_LISTED = Lexicon("blockers", (
    Group("listed in the specification",
          ("blocked", "blocker", "waiting on", "depends on", "need access", "need permission",
           "can't proceed", "prerequisite", "missing")),
))

_GRANTED = "access|permission|permissions|approval|authorisation|authorization|clearance|sign-off"
BLOCKERS = Lexicon("blockers", (
    *BLOCKERS_LISTED.groups,
    Group("other forms of the listed verbs, and their other preposition",
          ("wait|waits|waited on|for", "waiting for", "awaiting|awaits|await", "blocking",
           "is|are|'re|still|remains|be depending|dependent on", "depend|depended on",
           "needs|needed|needing access|permission", "roadblock")),
    Group("being unable, in the other words that English has for `can't proceed`",
          ("cannot proceed|continue|start|begin", "can not proceed|continue|start|begin",
           "can't continue|start|begin", "unable to proceed|continue|start|begin",
           "cannot|can't move|go forward|ahead|on", "can't|cannot _ until|without",
           "unable to _ until|without", "nothing|nobody can _ until|without")),
    Group("lacking what someone else has to grant: denied by the noun, the verb or the subject",
          (f"no|lack|lacks|lacking|lacked {_GRANTED}", f"lack|lacks|lacking the {_GRANTED}",
           f"don't|doesn't have _ {_GRANTED}", f"do|does not have _ {_GRANTED}",
           f"haven't|hasn't got|received _ {_GRANTED}", f"nobody|none has|have _ {_GRANTED}",
           f"no one has _ {_GRANTED}",
           "need|needs approval|authorisation|authorization|clearance|sign-off")),
    Group("work that stands still because of something else",
          ("on hold", "stuck on|until|waiting", "held up", "stalled on|by", "pending",
           "bottleneck")),
))

EVASIONS = Lexicon("evasions", (
    Group("work put off to no named time",
          ("later", "eventually", "at some point", "some day|time", "someday", "down the road|line",
           "in due course", "when we get there", "cross that bridge")),
    Group("a solution trusted to appear",
          ("somehow", "hopefully", "with|by luck|magic", "should be fine|ok|okay",
           "will be fine|ok|okay", "work itself out", "sort itself out", "figure|work _ out",
           "deal with _ later", "assume _ will|works|exists")),
))

NO_NAMES = Lexicon("no_names", (
    Group("days, months and headings, which stand before a colon or dash where a name may stand",
          _words("monday tuesday wednesday thursday friday saturday sunday january february march "
                 "april may june july august september october november december morning afternoon "
                 "evening decision decisions question questions note notes reminder deadline "
                 "summary update result results status topic agenda goal step plan important "
                 "urgent optional priority phase week day")),
))

DETERMINERS = Lexicon("determiners", (
    Group("a word right after one of these is a noun, not an imperative",
          _words("a an the this that these those my your his her its our their each every any some "
                 "no next last latest new")),
))

# Closed classes of English: words that are no object of an action.
FUNCTION_WORDS = Lexicon("function_words", (
    Group("determiners, pronouns, prepositions, conjunctions, auxiliaries and bare adverbs",
          _words("a an the this that these those it its them they he him his she her hers we us our "
                 "you your i me my mine one ones some any all both each every no none nothing "
                 "something anything everything someone anyone everyone somebody anybody everybody "
                 "here there now then today tomorrow soon later again once still yet also too "
                 "very just only well up down off on in out over away back around about along "
                 "through by at for from into of to with without as and or but so if is are was "
                 "were be been being do does did done have has had will would shall should can "
                 "could may might must not please asap stuff thing things more most less least than "
                 "same other another such both either neither nor own really still")),
))

LEXICONS = (
    VAGUE_OPENERS, HEDGES, LISTED_VERBS, ACTION_VERBS, ENDLESS_VERBS,
    CATENATIVES, BLOCKERS_LISTED, BLOCKERS,
    EVASIONS, NO_NAMES, DETERMINERS, FUNCTION_WORDS,
)
