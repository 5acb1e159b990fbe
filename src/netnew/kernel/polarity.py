"""What turns a statement round: negation, modality, quantifiers and reversing words.

The word lists are closed classes of English grammar, and pairs of words that undo each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from netnew.kernel.spans import holds


@dataclass(frozen=True, slots=True, order=True)
class Pole:
    """One side of a pair of opposites, and the word that it bears upon."""

    pair: str
    side: str
    bears_on: str = ""


_WORD = re.compile(r"[^\W_]+(?:'[a-z]+)?")
_NEGATORS = frozenset(
    "not never no none nobody nothing neither nor without cannot cant dont doesnt didnt isnt "
    "arent wasnt werent wont wouldnt shouldnt couldnt hasnt havent hadnt aint".split()
)
# Every negator holds one of these.
_NEGATING = ("no", "n't", "nt", "never", "neither", "without")
# Negators in form only: comparators, "not only … but", an answering "no," and "no. 5".
_NO_NEGATION = re.compile(
    r"\b(?:not (?:only|just|merely)|(?:no|not) (?:more|less|fewer|later|earlier|longer|sooner) than"
    r"|not exceed(?:ing)?|whether or not|no doubt|no matter)\b|^\s*no\b(?=\s*,)|\bno\.?\s*(?=[0-9])"
)
# Words that a negation passes over on its way to what it denies.
_PASSED = frozenset(
    "a an the any be been being is are was were am do does did have has had to of it that this "
    "there will would shall should can could may might must yet ever longer more really "
    "with for from in on at by into onto about as our your my his her its their".split()
)

# What a word bears on stands within this many words.
_REACH = 8

_MODALS = {
    "must": "must shall required mandatory obligatory",
    "should": "should ought recommended advisable",
    "may": "may might could can optional optionally possibly maybe perhaps",
    "will": "will ll",
}
_NEED_TO = re.compile(r"\b(?:ha(?:ve|s|d)|needs?|needed) to\b")
_QUANTIFIERS = {
    "all": "all every each always everyone everything everybody everywhere entire whole",
    "some": "some several sometimes many often few partly partially",
    "most": "most mostly usually generally",
    "only": "only solely exclusively",
    "both": "both",
    "either": "either",
}

# Verbs that undo each other. `verb~` also stands for its regular forms.
_REVERSALS = (
    "add~ remove~",
    "add~ delete~",
    "create~ delete~",
    "insert~ delete~",
    "enable~ disable~",
    "activate~ deactivate~",
    "allow~ deny~",
    "allow~ forbid~",
    "permit~ forbid~",
    "allow~ block~",
    "increase~ decrease~",
    "raise~ lower~",
    "raise~ reduce~",
    "increase~ reduce~",
    "grow~ shrink~",
    "expand~ shrink~",
    "start~ stop~",
    "open~ close~",
    "accept~ reject~",
    "accept~ decline~",
    "approve~ reject~",
    "include~ exclude~",
    "keep~ drop~",
    "keep~ remove~",
    "keep~ discard~",
    "show~ hide~",
    "lock~ unlock~",
    "block~ unblock~",
    "install~ uninstall~",
    "mount~ unmount~",
    "connect~ disconnect~",
    "grant~ revoke~",
    "attach~ detach~",
    "merge~ split~",
    "merge~ revert~",
    "pass~ fail~",
    "succeed~ fail~",
    "buy~ sell~",
    "hire~ fire~",
    "upgrade~ downgrade~",
    "encrypt~ decrypt~",
    "compress~ decompress~",
    "subscribe~ unsubscribe~",
    "load~ unload~",
    "push~ pull~",
    "import~ export~",
    "win~ lose~",
    "gain~ lose~",
    "confirm~ deny~",
    "confirm~ refute~",
    "support~ oppose~",
    "prove~ disprove~",
    "agree~ disagree~",
    "before after",
    "above below",
    "inside outside",
    "more less",
    "more fewer",
    "higher lower",
    "faster slower",
    "larger smaller",
    "bigger smaller",
    "better worse",
    "earlier later",
    "cheaper dearer",
    "possible impossible",
    "valid invalid",
    "safe unsafe",
    "true false",
    "legal illegal",
    "public private",
    "manual automatic",
    "manually automatically",
    "synchronous asynchronous",
    "mandatory optional",
    "required optional",
    "present absent",
    "internal external",
)
_IRREGULAR = {
    "keep": "kept",
    "grow": "grew grown",
    "shrink": "shrank shrunk",
    "buy": "bought",
    "sell": "sold",
    "win": "won winning",
    "lose": "lost",
    "hide": "hid hidden",
    "show": "shown",
    "forbid": "forbade forbidden forbidding",
    "deny": "denies denied",
    "split": "splitting",
    "stop": "stopped stopping",
    "drop": "dropped dropping",
    "permit": "permitted permitting",
}


def _forms(verb: str) -> Iterable[str]:
    """Return the regular forms of an English verb, and the irregular ones listed."""
    stem = verb.removesuffix("e")
    yield from (verb, f"{verb}s", f"{verb}es", f"{stem}ed", f"{stem}ing")
    yield from _IRREGULAR.get(verb, "").split()


def _reversal_table() -> dict[str, list[tuple[str, str]]]:
    table: dict[str, list[tuple[str, str]]] = {}
    for entry in _REVERSALS:
        sides = [word.removesuffix("~") for word in entry.split()]
        for word, side in zip(entry.split(), sides, strict=True):
            for form in _forms(side) if word.endswith("~") else (side,):
                table.setdefault(form, []).append(("/".join(sides), side))
    return table


_REVERSAL_OF = _reversal_table()
_MODAL_OF = {word: mood for mood, words in _MODALS.items() for word in words.split()}
_QUANTIFIER_OF = {word: kind for kind, words in _QUANTIFIERS.items() for word in words.split()}


def words_of(text: str) -> list[str]:
    """Words of a lower-case text in order, contractions kept whole.

    >>> words_of("don't ship, yet")
    ["don't", 'ship', 'yet']
    """
    return _WORD.findall(text)


def negations(text: str) -> tuple[str, ...]:
    """For each negation in a lower-case `text`, the word that it denies, in order.

    >>> negations("do not use redis and never deploy on fridays")
    ('use', 'deploy')
    >>> negations("no more than five, not only here")
    ()
    """
    if not holds(text, _NEGATING):
        return ()
    words = words_of(text)
    if _NEGATORS.isdisjoint(words) and "n't" not in text:
        return ()
    words = words_of(_NO_NEGATION.sub(" ", text))
    denied = []
    for i, word in enumerate(words):
        if word in _NEGATORS or word.endswith("n't"):
            reached = words[i + 1 : i + 1 + _REACH]
            after = (w for w in reached if w not in _PASSED and w not in _NEGATORS)
            denied.append(next(after, ""))
    return tuple(denied)


def modality(text: str, words: Iterable[str]) -> tuple[str, ...]:
    """Return the moods named in `text`, sorted: must, should, may, will.

    >>> modality("it must run and may fail", ["it", "must", "run", "and", "may", "fail"])
    ('may', 'must')
    """
    moods = {_MODAL_OF[word] for word in words if word in _MODAL_OF}
    moods |= {"will" for word in words if word.endswith("'ll")}
    if " to" in text and _NEED_TO.search(text):
        moods.add("must")
    return tuple(sorted(moods))


def quantifiers(words: Iterable[str]) -> tuple[str, ...]:
    """Return the kinds of quantifier among `words`, sorted.

    >>> quantifiers(["every", "user", "only"])
    ('all', 'only')
    """
    return tuple(sorted({_QUANTIFIER_OF[word] for word in words if word in _QUANTIFIER_OF}))


def reversals(words: list[str]) -> tuple[Pole, ...]:
    """Sides of pairs of opposites in the order of reading.

    >>> reversals(["enable", "the", "cache"])
    (Pole(pair='enable/disable', side='enable', bears_on='cache'),)
    """
    found = []
    for i, word in enumerate(words):
        for pair, side in _REVERSAL_OF.get(word, ()):
            after = (w for w in words[i + 1 : i + 1 + _REACH] if w not in _PASSED)
            found.append(Pole(pair, side, next(after, "")))
    return tuple(found)
