"""English verbs by what someone does who says them, with their regular and irregular forms.

A verb is in a class for the reason its class gives, never because some text needs it;
`audits/decisions` measures what each class is worth.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

VERSION: Final = "verbs/2"

Form = Literal["base", "third", "past", "participle", "ing"]


class VerbClass(NamedTuple):
    """Verbs that belong together, and why."""

    name: str
    reason: str
    verbs: tuple[str, ...]


CHOICE: Final = VerbClass(
    "choice",
    "saying that one of several ways was taken or turned down",
    tuple(
        "choose decide opt elect pick select prefer favour favor adopt reject decline agree ratify "
        "endorse approve defer postpone abandon discard forgo forego renounce prioritise "
        "prioritize standardise standardize converge mandate overrule veto waive shelve vote award "
        "settle renew".split()
    ),
)
POLICY: Final = VerbClass(
    "policy",
    "setting how things are to be from now on: using, keeping, avoiding, allowing, forbidding",
    tuple(
        "use reuse keep retain avoid replace switch migrate drop deprecate sunset retire ban "
        "forbid prohibit disallow allow permit require enforce restrict limit default pin treat "
        "store separate consolidate rely delegate centralise centralize decouple isolate "
        "host own model represent support serve distribute ignore skip exclude include cap "
        "preserve maintain stay remain follow assign reserve pause stop freeze target "
        "outsource subscribe buy hire lease rent ship stick move".split()
    ),
)
MAKING: Final = VerbClass(
    "making",
    "giving a thing its shape: an instruction to build may state a design",
    tuple(
        "introduce build architect design define structure implement expose provide render "
        "wrap cache split merge combine create make organise organize "
        "reorganise reorganize record write generate duplicate refactor rename extract "
        "filter model group nest map derive".split()
    ),
)
WORK: Final = VerbClass(
    "work",
    "single acts of work, over once they are done",
    tuple(
        "add create update fix implement complete finish improve enhance remove delete write edit "
        "modify correct clean configure install refactor rename commit push merge deploy release "
        "publish bump tag build upload download submit generate initialise initialize integrate "
        "extend document resolve address handle apply convert extract adjust expand optimise "
        "optimize polish revise rewrite restore revert rebase patch upgrade wire register "
        "send save solve repair format insert copy paste prepare draft set setup close "
        "mark enable disable change redesign simplify streamline rework migrate import "
        "export provide receive return render style translate cover refine propose tweak "
        "unpack rebuild restart reset undo log post pull clone sync achieve".split()
    ),
)
INSPECTION: Final = VerbClass(
    "inspection",
    "finding something out: looking, searching, running, trying",
    tuple(
        "check look see examine inspect read search find list view verify test run rerun try retry "
        "investigate review debug open navigate explore analyse analyze understand print show grep "
        "execute compare confirm reproduce scan trace validate diagnose watch monitor locate fetch "
        "browse measure profile audit learn study discover identify notice observe detect "
        "recheck revisit query probe summarise summarize explain".split()
    ),
)
PROCEEDING: Final = VerbClass(
    "proceeding",
    "getting on with it: starting, going on, helping",
    tuple("start begin continue proceed resume help assist wait submit".split()),
)
APPEARANCE: Final = VerbClass(
    "appearance",
    "saying how things look to the speaker",
    tuple("seem appear indicate suggest show demonstrate reveal imply reflect".split()),
)
CLASSES: Final = (CHOICE, POLICY, MAKING, WORK, INSPECTION, PROCEEDING, APPEARANCE)

# base: past, participle where it differs. The rest of English is regular.
_IRREGULAR: Final = {
    "choose": "chose chosen",
    "forbid": "forbade forbidden",
    "forgo": "forwent forgone",
    "forego": "forewent foregone",
    "keep": "kept",
    "stick": "stuck",
    "build": "built",
    "rebuild": "rebuilt",
    "make": "made",
    "write": "wrote written",
    "rewrite": "rewrote rewritten",
    "send": "sent",
    "set": "set",
    "reset": "reset",
    "undo": "undid undone",
    "split": "split",
    "see": "saw seen",
    "read": "read",
    "find": "found",
    "run": "ran run",
    "rerun": "reran rerun",
    "understand": "understood",
    "show": "showed shown",
    "get": "got gotten",
    "begin": "began begun",
    "go": "went gone",
    "come": "came come",
    "take": "took taken",
    "buy": "bought",
}
_DOUBLED: Final = frozenset(
    "opt drop ban pin cap skip stop ship tag commit submit wrap log debug scan prefer defer "
    "permit forbid get set reset run rerun begin split map".split()
)
# "Split the table" is an order far more often than a report: no past form opens with these.
_SAME_AS_BASE: Final = frozenset({"split", "set", "reset"})
_VOWELS: Final = "aeiou"


def forms(verb: str, form: Form) -> tuple[str, ...]:
    """One form of a verb.

    >>> [*forms("defer", "past"), *forms("choose", "participle"), *forms("agree", "past")]
    ['deferred', 'chosen', 'agreed']
    """
    if form == "base":
        return (verb,)
    if form == "third":
        return (_third(verb),)
    if form == "ing":
        return (_before_ending(verb, drops_e=True) + "ing",)
    irregular = _IRREGULAR.get(verb, "").split()
    if irregular:
        return (irregular[0 if form == "past" else -1],)
    return (_past(verb),)


def _third(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{verb}s"


def _past(verb: str) -> str:
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return f"{verb[:-1]}ied"
    if verb.endswith("ee"):
        return f"{verb}d"
    return _before_ending(verb, drops_e=True) + "ed"


def _before_ending(verb: str, *, drops_e: bool) -> str:
    if verb in _DOUBLED:
        return verb + verb[-1]
    return verb[:-1] if drops_e and verb.endswith("e") and not verb.endswith("ee") else verb


def any_of(*classes: VerbClass, form: Form) -> str:
    """A pattern for one form of every verb of some classes.

    >>> any_of(APPEARANCE, form="third")[:21]
    '(?:demonstrates|indic'
    """
    found = {written for kind in classes for verb in kind.verbs for written in forms(verb, form)}
    found -= {written for written in found if form == "past" and written in _SAME_AS_BASE}
    return f"(?:{'|'.join(sorted(found, key=lambda word: (-len(word), word)))})"
