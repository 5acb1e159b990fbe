"""Signs of a report: work that was done, progress, findings about how things are."""

from __future__ import annotations

from typing import Final

from netnew.memory.scoring.signal import ADVERBS, STRONG, Group, Signal
from netnew.memory.scoring.verbs import (
    APPEARANCE,
    INSPECTION,
    MAKING,
    PROCEEDING,
    WORK,
    any_of,
)

_worked = any_of(WORK, INSPECTION, MAKING, PROCEEDING, form="participle")
_worked_past = any_of(WORK, INSPECTION, MAKING, PROCEEDING, form="past")
_working = any_of(WORK, INSPECTION, MAKING, PROCEEDING, form="ing")
_does = any_of(WORK, INSPECTION, MAKING, PROCEEDING, form="third")
_going_on = any_of(WORK, INSPECTION, MAKING, PROCEEDING, APPEARANCE, form="ing")
_seems = any_of(APPEARANCE, form="third")
_seemed = any_of(APPEARANCE, form="past")

_report = Group("report", "against")
_progress = Group("progress", "against")
_finding = Group("finding", "against")

REPORTING: Final[tuple[Signal, ...]] = (
    _report.sign(
        "work_opens",
        "opens with work that was done",
        rf"^{ADVERBS}{_worked_past}\b(?! (?:to|as|in|for|by) )",
    ),
    _report.sign(
        "work_ends",
        "ends with work that was done",
        rf"(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bnot )(?<!\bwe )\b(?:{_worked})"
        rf"(?: (?:successfully|properly|correctly|now|to \S+(?: \S+)?))?\s*[.!]*$",
    ),
    _report.sign(
        "have_worked",
        "reports work in the perfect",
        rf"\b(?:i|we|you)(?:'ve| have) {ADVERBS}(?:{_worked})\b",
        prior=STRONG,
    ),
    _report.sign(
        "was_worked",
        "reports work in the passive",
        rf"\b(?:was|were|has been|have been|been|is now|are now|got) {ADVERBS}(?:{_worked})\b",
    ),
    _report.sign(
        "does_open",
        "opens with what a change does",
        rf"^(?:{_does}|ensures|prevents|makes|brings|gets|allows)\b (?!(?:is|are|was|were|will|may|"
        rf"must|"
        rf"should|shall|can|could|have|has|of|in|on|for|that|use|do)\b)",
        "clause",
    ),
    _report.sign(
        "past",
        "tells what was",
        r"\b(?:was|were|wasn't|weren't|did|didn't|had|hadn't|went|made|got|came|took|gave|said|"
        r"told|"
        r"met|ran|sent|saw|began|wrote|brought|lost|won|became|occurred|happened|expired)\b"
        r"(?! (?:with|for|a decision|the decision)\b)",
    ),
    _report.sign(
        "success",
        "reports success",
        r"\b(?:successfully|successful|completed|complete|finished|resolved|verified|confirmed|"
        r"passed|passes|passing|(?:tests?|checks?|they|all|suites?|builds?) pass|works|working|"
        r"ready|done|correctly|properly|100%|up to date|"
        r"as expected|(?<!no )fixed(?! \w+s\b))\b|[✅✓✔☑🎉🚀]",
        prior=STRONG,
    ),
    _progress.sign(
        "under_way",
        "says how far things are",
        r"\b(?:currently|in progress|in-progress|so far|thus far|remaining|ongoing|wip|pending|"
        r"awaiting|phase \d+|step \d+|stage \d+|next steps?|progress|status|summary|to-?do|"
        r"overview|"
        r"blocked|on track|halfway|underway|still (?:needs?|have|having|to do|working))\b",
    ),
    _progress.sign(
        "now",
        "tells the state at this moment",
        r"(?<!for )(?<!from )\bnow\b(?! on)|\b(?:already|just|again|no longer occur)\b",
    ),
    _progress.sign(
        "going_on",
        "opens with what is going on",
        rf"(?:^|, ){ADVERBS}(?:{_working}|looking|trying|still|waiting)\b",
        "clause",
    ),
    _progress.sign(
        "goes_on",
        "tells what is going on",
        rf"\b(?:is|are|am|i'm|we're|it's|still) (?:now |still |currently |not )?(?:{_going_on}|"
        rf"failing|"
        rf"getting|happening|waiting|having|looking|doing|passing|erroring|missing|working)\b",
    ),
    _progress.sign(
        "release",
        "a release or a version that moved",
        r"\b(?:releas\w+|bump\w*|tag(?:ged)?|publish\w*|upgrad\w+|version)\b.*(?:_version_|"
        r"\d+\.\d+)"
        r"|\bfrom (?:_version_|\d+\.\d+\S*) to (?:_version_|\d+\.\d+)",
    ),
    _finding.sign(
        "appears",
        "tells how things appear",
        rf"\b(?:seems?|{_seems}|{_seemed}|looks? (?:like|correct|good|great|right)|turns out|"
        rf"it looks|(?:i|we) (?:can )?(?:see|saw|notice|noticed|found|find|understand|think|"
        rf"realized|have found)|found|identified|discovered|root cause|confirms?|means (?:that|we|"
        rf"it)|nothing was)\b",
    ),
    _finding.sign(
        "hedged",
        "guesses",
        r"\b(?:might|maybe|perhaps|possibly|probably|could be|could have|may be|likely|"
        r"would (?:need|"
        r"require|be)|presumably|apparently)\b",
    ),
    _finding.sign(
        "fault",
        "tells of a fault",
        r"\b(?:fail(?:s|ed|ing|ures?)|crash(?:es|ed|ing)|broke|broken|not found|no results?|unable|"
        r"couldn't|could not|can't|doesn't|isn't|aren't|didn't|timed? ?out|refused|denied|caused|"
        r"the "
        r"(?:\w+ )?(?:error|issue|problem|bug|failure|crash|cause)|an? (?:\w+ )?(?:error|issue|"
        r"problem|bug|mistake)|root cause|wrong|incorrect\w*|unexpected)\b",
    ),
    _finding.sign(
        "fault_word",
        "speaks of faults",
        r"\b(?:errors?|exceptions?|tracebacks?|stack traces?|bugs?|undefined|invalid|problems?|"
        r"issues?|mistakes?|warnings?|violations?|conflicts?|missing|failures?)\b",
    ),
    _finding.sign(
        "this_is",
        "describes what is at hand",
        r"^(?:in )?(?:this|these|that|those|it|there|here)(?:'s| \w+)",
        "clause",
    ),
    _finding.sign(
        "the_matter",
        "tells what is the matter with it",
        r"\bthe (?:\w+ )?(?:issue|problem|error|reason|bug|fix|output|result|script|test|tests|"
        r"code|"
        r"file|changes?|function|method|command|diff|task|implementation|attempt) (?:is|was|were|"
        r"are|"
        r"has|have|in|shows?|looks?|ran|now|should|did|does|doesn't|didn't|appears?)\b",
    ),
    _finding.sign(
        "expected",
        "expects something to work from now on",
        r"\b(?:should|will) (?:now|no longer|be able|be (?:fixed|working|ok|fine|good|ready|done)|"
        r"work|fix|help|resolve|solve|receive|allow)\b",
    ),
)
