"""Signs of a decision: a choice, a commitment, a rule, a reason, an alternative, a scope."""

from __future__ import annotations

from typing import Final

from netnew.memory.scoring.signal import ADVERBS, HAVE, STRONG, WE, Group, Signal
from netnew.memory.scoring.verbs import CHOICE, INSPECTION, MAKING, POLICY, PROCEEDING, any_of

_choosing = any_of(CHOICE, form="base")
_chose = any_of(CHOICE, form="past")
_chooses = any_of(CHOICE, form="third")
_chosen = any_of(CHOICE, form="participle")
_rule_verb = any_of(CHOICE, POLICY, form="base")
_ruled = any_of(CHOICE, POLICY, form="past")
_shaping = any_of(CHOICE, POLICY, MAKING, form="base")
_looking = any_of(INSPECTION, PROCEEDING, form="base")
_ruling = any_of(CHOICE, POLICY, form="ing")
_rules = any_of(POLICY, form="third")
_kept = any_of(POLICY, MAKING, form="participle")

_choice = Group("choice", "for")
_commitment = Group("commitment", "for")
_rule = Group("rule", "for")
_reason = Group("reason", "for")
_alternative = Group("alternative", "for")
_scope = Group("scope", "for")

CHOOSING: Final[tuple[Signal, ...]] = (
    _choice.sign(
        "choice_made",
        "someone chose",
        rf"{WE}{HAVE}{ADVERBS}(?:been\s+)?(?:{_chose}|{_chosen}|went (?:with|for)|gone (?:with|"
        rf"for)|"
        rf"go with|stuck with|settled on|committed to)\b"
        rf"|(?:^|\b(?:and|so|then) ){ADVERBS}(?:chose|picked|decided|opted|settled on|went with)\b"
        rf"|\bdecisions? (?:was|were|is|has been|to|not to|that|of)\b"
        rf"|\b(?:make|made|take|took|taken|reached) (?:a|the|this|that|another) decision\b",
        prior=STRONG,
    ),
    _choice.sign(
        "choice_verb",
        "a verb of choosing",
        rf"\b(?:{_choosing}|{_chose}|{_chosen}|{_chooses})\b",
    ),
    _choice.sign(
        "choice_named",
        "the option that was taken is named",
        r"\b(?:options?|alternatives?|variants?|approach|proposal|choice)\b"
        r"\s*(?:[:\"(]|\(?(?:\d+|[a-f]|one|two|three)\b)"
        r"|\b(?:chosen|selected|preferred|rejected|considered) (?:option|alternative|approach|"
        r"solution)|\bit is[.!]?$",
    ),
    _choice.sign(
        "choice_labelled",
        "labelled as a decision",
        r"^(?:\W*)(?:decision|decided|chosen(?: \w+)?|resolution|resolved|ruling|verdict|policy|"
        r"rule|"
        r"agreed|recommendation|outcome|accepted|rejected|deferred)\s*:",
        prior=STRONG,
    ),
    _choice.sign(
        "choice_opens",
        "opens with what was chosen",
        rf"(?:^|\s[—–-]+ |: ){ADVERBS}(?:{_rule_verb}|{_ruled}|{_ruling}|going with|do not|don't|"
        rf"never|no more|no longer)\b(?!\s*[:/])",
        "clause",
    ),
    _choice.sign(
        "shared_choice",
        "proposes to take one way",
        rf"\blet'?s (?:(?:just |only |always )?(?:{_rule_verb}|go with|go for)|not \w+)\b",
    ),
    _commitment.sign(
        "we_will",
        "commits the speakers",
        rf"\bwe(?:'ll| will| shall| won't| are(?: not)? going to|'re(?: not)? going to| intend to|"
        rf" plan to| aim to)\s+(?!{ADVERBS}(?:{_looking}|now)\b)\w+",
    ),
    _commitment.sign(
        "thing_will",
        "says how something is to be",
        r"(?:^|[.;] )(?!(?:this|that|these|those|it|i|you|we|they|there|here|let)\b)[^.;]{2,80}? "
        r"(?:will|shall|won't) (?:(?:not|only|always|never|also|still|\w+ly) )*\w+",
        "clause",
    ),
    _commitment.sign(
        "we_do",
        "states what the speakers do as a rule",
        rf"\bwe (?:(?:do not|don't|now|always|never|only|\w+ly) )*{_shaping}\b",
    ),
    _commitment.sign("we", "speaks for a group", r"\b(?:we|our|us|ourselves)\b"),
    _rule.sign(
        "obligation",
        "an obligation",
        r"\b(?:should|must|shall|ought to|(?:is|are) (?:required|expected|intended|meant|supposed)"
        r" to|needs? to be|has to|have to be)\b(?! (?:now|no longer|be able|be (?:fixed|working|ok|"
        r"fine|good|ready|done)|work|fix|help|resolve|solve|first|also check|check)\b)",
    ),
    _rule.sign(
        "prohibition",
        "rules something out",
        r"\b(?:never|do not|don't|dont|must not|mustn't|should not|shouldn't|won't|will not|"
        r"shall not|not to|may only|without ever|no longer (?:use|support|allow|need)|cannot be|"
        r"may not|"
        r"decided against|against)\b(?! (?:worry|hesitate|forget|know|see|find|seem|have))",
    ),
    _rule.sign(
        "need_denied",
        "says that something is not needed or wanted",
        r"\b(?:we|i) (?:really |actually )?(?:do not|don't|dont|no longer|never) (?:need|want|care|"
        r"have to|support|allow|object)\b|\b(?:not needed|unnecessary|sufficient|is enough|"
        r"good enough|not worth|no need (?:to|for))\b",
    ),
    _rule.sign(
        "universal",
        "holds for all cases",
        r"\b(?:always|never|every|each|only|solely|exclusively|sole|whenever|everywhere|anymore|"
        r"entirely)\b",
    ),
    _rule.sign(
        "rule_of_being",
        "a rule in the present tense",
        rf"\b(?:is|are) (?:not |only |always |never )?(?:{_kept}|(?!needed|failed|supposed|"
        rf"finished|"
        rf"completed|updated|fixed|passed|resolved|done|verified|confirmed|blocked|"
        rf"caused)\w{{2,}}ed|"
        rf"sent|held|paid|sold|given|told)\b|\b(?:stays?|remains?|lives?|"
        rf"belongs?|{_rules})\b",
    ),
    _reason.sign(
        "because",
        "gives a reason",
        r"\b(?:because|since (?:we|it|they|the|i|this|that|there)|as (?:we|it|they|the|there|this|"
        r"that|i)\b|given (?:that|the|how)|due to|owing to|on the (?:basis|grounds|assumption)|"
        r"the reason|for (?:\w+ )?(?:simplicity|consistency|clarity|safety|security|performance|"
        r"compatibility|convenience)|therefore|thus|hence|so we|which means)\b",
    ),
    _reason.sign(
        "purpose",
        "says what for",
        r"\b(?:so that|so (?:we|it|they|the|users?)\b|in order (?:to|not)|so as (?:to|not)|"
        r"(?<!\w)to"
        r" (?:not )?(?:avoid|prevent|ensure|reduce|keep|allow|enable|simplify|minimi[sz]e|"
        r"maximi[sz]"
        r"e|preserve|protect|guarantee|make|save|comply|remain|stay|retain|limit|centralise|"
        r"centralize|decouple|support))\b",
    ),
    _reason.sign(
        "weighed",
        "weighs a quality",
        r"\b(?:trade-?offs?|compromises?|downsides?|drawbacks?|benefits?|advantages?|costs?|risks?|"
        r"risky|worth|overhead|complexity|simpl(?:er|est|icity|istic)|easier|better|best|cheaper|"
        r"safer|cleaner|faster|slower|more \w+|less \w+|fewer|explicit|explicitly|maintainab\w+|"
        r"consisten\w+|flexib\w+|scalab\w+|convention\w*|precedents?|enough|overkill|too \w+|"
        r"relative to|transparent|suited|feasible|favou?r)\b",
    ),
    _alternative.sign(
        "instead",
        "names what it is taken over",
        r"\b(?:rather than|instead(?: of)?|as opposed to|in favou?r of|over (?:a|an|the)\b|versus|"
        r"vs\.?|"
        r"alternatives?|alternatively|either|neither|nor|not an?\b|than|in place of|replac\w+|other"
        r" than|no more|compared (?:to|with))\b|,\s*not\b",
    ),
    _alternative.sign(
        "conceded",
        "concedes what speaks against it",
        r"\b(?:even (?:if|though)|although|though|whilst|while|however|despite|but|nevertheless|"
        r"still|unless|except|accepting|at the (?:cost|expense))\b",
    ),
    _scope.sign(
        "scope",
        "says for when or where it holds",
        r"\b(?:for now|for the (?:time being|moment)|at (?:this|the) (?:time|point|"
        r"stage|moment)|initially|until|from now on|going forward|in (?:the )?future|"
        r"in the interim|"
        r"by default|defaults? to|if (?:a|an|the|there|we|it|any)\b|when (?:a|an|"
        r"the|we)\b|whilst|during|before|after|as long as|only if|only when|where|"
        r"across)\b",
    ),
    _scope.sign(
        "gives_part",
        "gives something its part",
        r"\bas (?:the|a|an|our|its)\b|\b(?:source of truth|owner|"
        r"responsib\w+|canonical|single|sole|standard|official)\b",
    ),
)
