"""General English: verbs by what they do, and closed classes of small words."""

from __future__ import annotations

from netnew.meter.lexicon import Group, Lexicon, words

# Verbs whose act is over at some moment that others can see. Verbs of thinking, talking and
# going on ("discuss", "monitor", "continue") have no such moment and are left out.
ACTION_VERBS = Lexicon(
    "action_verbs",
    (
        Group(
            "making something that was not there before",
            words(
                "assemble bake compile compose construct convert cook design develop draft draw "
                "edit film generate make paint photograph prepare print produce prototype publish "
                "record rewrite sew sketch summarise summarize transcribe translate type"
            ),
        ),
        Group(
            "changing what is there",
            words(
                "adapt adjust amend archive attach automate change clean clear close combine copy "
                "correct cut decrease delete disable disconnect drop enable expand extend extract "
                "filter format freeze increase insert install label lock lower migrate modify "
                "mount move patch pin polish raise rebuild redesign reduce refactor refund reject "
                "rename renew reorder repair replace reset resize restart restore retire revert "
                "revise rotate set shorten simplify split start stop swap switch tag trim "
                "uninstall unlock upgrade wash wipe"
            ),
        ),
        Group(
            "moving things or people to a place",
            words(
                "bring carry collect deliver dispatch distribute drive export fetch forward hand "
                "hang import load mail pack park pick place post pull push put relocate return "
                "store take transfer transport unload unpack upload download"
            ),
        ),
        Group(
            "giving someone word of something definite",
            words(
                "announce answer ask brief call contact email escalate explain inform instruct "
                "invite message notify phone present remind reply report request show submit "
                "teach tell text train warn"
            ),
        ),
        Group(
            "agreeing, committing and formal acts",
            words(
                "accept adopt appoint approve assign authorise authorize award book cancel certify "
                "commit confirm declare elect enforce file grant hire issue nominate nominate "
                "notarise notarize order pledge ratify register reserve schedule settle sign "
                "subscribe vote withdraw"
            ),
        ),
        Group(
            "buying, selling, lending and paying for things",
            words(
                "bill borrow budget buy charge claim deposit donate fund invoice lease lend "
                "negotiate pay procure purchase quote reimburse rent sell transfer"
            ),
        ),
        Group(
            "finding out by a bounded act with a result",
            words(
                "audit benchmark calculate check compare count estimate inspect interview list "
                "measure poll profile proofread rehearse review sample scan survey tally validate "
                "verify weigh"
            ),
        ),
        Group(
            "arranging things and recording them",
            words(
                "allocate arrange categorise categorize document enter end finalise finalize fill "
                "finish complete launch log map mark note organise organize plan prioritise "
                "prioritize release rank roll sort track"
            ),
        ),
    ),
)

# Verbs that take "to" and name no person: "Need to send" has no owner.
ENDLESS_VERBS = Lexicon(
    "endless_verbs",
    (
        Group(
            "verbs of thinking, talking, feeling and going on: no moment at which they are done",
            words(
                "be become seem appear think consider wonder imagine dream believe doubt guess "
                "suppose reflect ponder reconsider weigh mull see look watch listen hear feel like "
                "love hate hope wish want need know understand remember forget expect wait stay "
                "remain keep continue carry proceed go try aim strive attempt discuss talk chat "
                "debate speak brainstorm ideate explore investigate research monitor observe "
                "follow revisit regroup sync align meet touch circle get have do handle deal "
                "manage address tackle work focus improve help support figure"
            ),
        ),
    ),
)

CATENATIVES = Lexicon(
    "catenatives",
    (
        Group(
            "verbs and adjectives that are completed by `to`; what stands before `to` is no name",
            words(
                "need needs needed try trying remember plan planning aim want wanted hope agree "
                "agreed decide decided continue start begin promise offer intend commit expect "
                "have has ought get go going due able ready sure unable supposed how what where "
                "when whether who which order happy glad time easy hard next action todo step "
                "goal task used"
            ),
        ),
    ),
)

NO_NAMES = Lexicon(
    "no_names",
    (
        Group(
            "days, months and headings, which stand before a colon or dash where a name may stand",
            words(
                "monday tuesday wednesday thursday friday saturday sunday january february march "
                "april may june july august september october november december morning afternoon "
                "evening decision decisions question questions note notes reminder deadline "
                "summary update result results status topic agenda goal step plan important "
                "urgent optional priority phase week day"
            ),
        ),
    ),
)

DETERMINERS = Lexicon(
    "determiners",
    (
        Group(
            "a word right after one of these is a noun, not an imperative",
            words(
                "a an the this that these those my your his her its our their each every any some "
                "no next last latest new"
            ),
        ),
    ),
)

# Closed classes of English: words that are no object of an action.
FUNCTION_WORDS = Lexicon(
    "function_words",
    (
        Group(
            "determiners, pronouns, prepositions, conjunctions, auxiliaries and bare adverbs",
            words(
                "a an the this that these those it its them they he him his she her hers we us our "
                "you your i me my mine one ones some any all both each every no none nothing "
                "something anything everything someone anyone everyone somebody anybody everybody "
                "here there now then today tomorrow soon later again once still yet also too "
                "very just only well up down off on in out over away back around about along "
                "through by at for from into of to with without as and or but so if is are was "
                "were be been being do does did done have has had will would shall should can "
                "could may might must not please asap stuff thing things more most less least than "
                "same other another such both either neither nor own really still"
            ),
        ),
    ),
)
