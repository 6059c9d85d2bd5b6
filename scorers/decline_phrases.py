"""The phrases by which English prose says that a source does not answer a question.

A segment of text is first rewritten into a small vocabulary: ``SRC`` for any phrase that names the source, ``WHERE``
for "in the source", ``IT`` and ``PPL`` for pronouns and authors, ``IS`` and ``DO`` for auxiliary verbs, ``SAY``,
``TELL``, ``SAID``, ``TOLD``, ``LEARN``, ``LEARNT`` for other verbs, ``NEWS`` and ``PROOF`` for nouns; adverbs are
dropped. The patterns speak that vocabulary, so that each stays readable, and all of them compile in milliseconds.
"""

from __future__ import annotations

import re
from functools import cache

_WORDS = {
    "IT": "it they",
    "PPL": "author authors writer writers researcher researchers",
    "IS": "is are was were be been being remains remain",
    "DO": "do does did would has have had will can could",
    "SAY": "state specify say report disclose clarify elaborate document",
    "SAYS": "mentions states specifies says reports discloses clarifies elaborates documents",
    "SAID": "mentioned stated specified said reported disclosed clarified elaborated documented",
    "TELL": "contain provide give include list address cover offer define describe discuss explain indicate"
    " reveal identify refer supply",
    "TELLS": "contains provides gives includes lists addresses covers offers defines describes discusses"
    " explains indicates reveals identifies refers supplies gave",
    "TOLD": "contained provided given included presented listed addressed covered offered named defined described"
    " discussed explained indicated detailed revealed identified available shown clear answerable supplied",
    "LEARN": "determine find tell infer establish conclude ascertain locate derive deduce confirm verify know",
    "LEARNT": "determined found told inferred known established concluded ascertained located derived deduced"
    " confirmed verified answered",
    "NEWS": "information info details discussion explanation specifics",
    "PROOF": "evidence data indication indications reference references description descriptions context statement"
    " statements answers basis specification specifications clue clues hint hints",
    "GONE": "missing unavailable absent lacking omitted",
    "UNSAID": "unspecified undisclosed unstated",
    "FAILS": "never fails fail failed omits omitted neglects neglected nowhere",
    "": "ever even also really yet",
}
_CLASS = {word: name for name, words in _WORDS.items() for word in words.split()}

_SOURCE = (
    r"\b(?:the|this|these|those|that|any|either|both|provided|given|retrieved|cited|supplied|available) "
    r"(?:(?!(?:in|of|from|is|are|was|were|do|does|did|not|no|and|to|for|with|by|that|which)\b)[\w-]+ ){0,2}?"
    r"(?:paper|article|text|passage|paragraph|document|context|excerpt|section|study|manuscript|publication|abstract"
    r"|source|snippet|material|content|evidence|report|citation)s?\b"
    r"(?: (?:provided|itself|themselves|here|above|given|shown|supplied)\b)?"
)
_PART_OF = r"\bSRC (?:of|from|in) SRC\b"
_PLACE = (
    r"\b(?:anywhere )?(?:in|from|by|within|inside|based on|given|using|with|through|on the basis of|according to"
    r"|across|among) (?:any of |one of )?SRC\b"
)
_SEEM = r"\b(?:seems?|appears?) to "

_SAY = "(?:SAY|mention)"
_T = "(?:SAY|mention|TELL|LEARN|answer|name|detail|present|go into|touch on)"
_TS = "(?:SAYS?|mention|TELLS?|answers?|names?|presents?)"
_TOLD = "(?:SAID|TOLD|LEARNT|present|there)"
_WHO = "(?:SRC|IT|PPL)"
_NOT_SAID = r"(?:^(?:that IS )?not|(?<!that )(?<!which )(?<!who )\bIS not|\bDO not IS) (?:IS )?"
_NEWS = "(?:NEWS|mention)"
_SUBSTANCE = "(?:NEWS|mention|PROOF|answer)"
_ABOUT = (
    "(?:WHERE|about|on|regarding|concerning|as|related|to|of|for|in|from|IS|TOLD|LEARNT|SAID|whether|how|what|which"
    "|that)"
)
_LITTLE = "(?:no|(?:not )?(?:enough|sufficient|any)|insufficient|too little)"
_SOME = r"(?:[\w-]+ ){0,3}"
_ANSWER_TO = "(?:answer|NEWS|mention|detail|exact|specific|number|size|name|values?|question|reason)"
_NO_WAY = "(?:impossible|not possible|no way)"

_SHORT_FORM = (
    r"unanswerable|n/a|n\.a|UNSAID|unknown|unclear|no answer|no idea|not applicable|not sure"
    rf"|DO not (?:SAY|LEARN|answer)|none (?:IS )?{_TOLD}"
)

DECLINES: tuple[tuple[tuple[str, ...], str], ...] = (
    # The source does not say.
    (("SRC DO not ",), rf"\bSRC DO not {_T}\b"),
    (("PPL DO not ",), rf"\bPPL DO not (?:{_SAY}|TELL {_SOME}{_ANSWER_TO})\b"),
    (("IT DO not ",), rf"\bIT DO not {_T} {_SOME}{_ANSWER_TO}\b"),
    (("DO not ",), rf"(?:^(?:IT )?|\b(?:that|which|and|as|because|since|so) IT )DO not {_SAY}\b"),
    (("SRC FAILS ",), rf"\bSRC FAILS (?:to )?{_TS}\b"),
    (("FAILS ",), r"\b(?:IT|PPL) FAILS (?:to )?(?:SAYS?|mention)\b"),
    ((" nothing",), rf"\b{_WHO} {_TS} nothing\b"),
    (("not something ",), rf"\bnot something (?:that )?{_WHO} {_TS}\b"),
    ((" leave",), r"\b(?:SRC|IT) leaves? .*\b(?:UNSAID|unclear|unknown|open)\b"),
    (("lack", "FAILS"), rf"\b(?:SRC|IT) (?:\w+ )?(?:lacks?|FAILS) (?:any |the )?{_SOME}{_NEWS}\b"),
    ((" silent",), r"\b(?:SRC|IT) (?:IS|stays?) silent\b"),
    ((" of SRC ",), rf"\b(?:none|neither|not one) of SRC {_TS}\b"),
    (("neither SRC nor",), rf"\bneither SRC nor\b.*\b{_TS}\b"),
    (("nothing ", "FAILS "), r"\b(?:nothing|FAILS) (?:IS SAID|(?:about .*)?WHERE)\b"),
    # It is not said.
    (("not ",), rf"{_NOT_SAID}(?:SAID|{_TOLD} (?:\w+ )?WHERE|(?:to IS LEARNT )?WHERE$)"),
    (("IS not ",), rf"(?:\b{_ANSWER_TO}\b.*|^(?:IT|this|that) )IS not (?:IS )?{_TOLD}(?: here| anywhere)?$"),
    (("no ",), rf"^no {_SOME}IS (?:SAID$|{_TOLD} WHERE)"),
    (("we IS not LEARNT",), r"\bwe IS not LEARNT\b"),
    (("not ",), rf"^(?:(?:the )?answer )?(?:IS )?not {_TOLD}(?: WHERE| here| anywhere)?$"),
    (("UNSAID", " WHERE"), r"\b(?:IS|left) (?:(?:unclear|unknown|GONE) WHERE|UNSAID)\b"),
    # It cannot be found out.
    (
        ("i DO not ", "able to "),
        rf"\bi (?:DO not|(?:am|IS) (?:unable|not able) to) (?:{_T}|DO (?:enough|sufficient|any|the|access))\b",
    ),
    (("i am not ",), r"\bi am not (?:sure|certain|aware)\b"),
    (("DO not ", "able to "), r"^(?:DO not|unable to|not able to) (?:IS (?:LEARNT|TOLD)|LEARN|TELL|answer)\b"),
    (
        ("DO not IS ",),
        r"\b(?:the|this|that|your|my) (?:\w+ )?(?:question|answer)\b.*\bDO not IS (?:LEARNT|TOLD)\b(?! without\b)",
    ),
    (("DO not IS LEARNT",), r"^(?:IT|this|that) DO not IS LEARNT$"),
    (("DO not ",), r"\b(?:DO not IS (?:LEARNT|TOLD)|(?:one|we|you) DO not (?:LEARN|TELL|SAY|answer))\b.*\bWHERE\b"),
    (
        ("possible to ", "no way to "),
        rf"\b{_NO_WAY} to {_T}(?:\b.*\bWHERE\b|(?: (?:this|that|IT|the|question|answer))*$)",
    ),
    (("possible to ", "no way to "), rf"\bSRC\b.*\b{_NO_WAY} to {_T}\b"),
    # There is no information.
    (
        ("NEWS", "mention"),
        rf"^(?:(?:there|IT) (?:IS|TELLS) |we DO |i LEARN )?{_LITTLE} {_SOME}{_NEWS}(?:$| {_ABOUT}\b)",
    ),
    (
        (" no ", "enough ", "sufficient ", " any ", " little "),
        rf"(?:\b{_WHO} (?:TELLS?|makes?|made|TOLD|DO)|^TELLS?) {_LITTLE} {_SOME}(?:{_SUBSTANCE}|{_ANSWER_TO})\b",
    ),
    (
        ("NEWS", "mention", "PROOF", "answer"),
        rf"\b(?:{_LITTLE}|lack of|absence of) {_SOME}{_SUBSTANCE}\b.*\b(?:WHERE|to (?:{_T}))\b",
    ),
    (
        ("IS GONE", "IS FAILS"),
        rf"(?:^|\b(?:the|this|that|these|such|any) (?:\w+ )?){_ANSWER_TO}\b.*\bIS (?:GONE|FAILS)(?: WHERE)?$",
    ),
    (
        ("NEWS not ", "mention not "),
        rf"^(?:the )?(?:requested |required |necessary |relevant )?{_NEWS} not {_TOLD}\b",
    ),
    # The short forms.
    (
        ("unanswerable", "not TOLD"),
        r"\b(?:question|IT|this|that) IS (?:thus |to IS )?(?:unanswerable|not TOLD)(?: WHERE)?$",
    ),
    (
        (
            "unanswerable",
            "n/a",
            "n.a",
            "UNSAID",
            "unknown",
            "unclear",
            "no answer",
            "no idea",
            "not applicable",
            "not sure",
            "DO not ",
            "none ",
        ),
        rf"^(?:(?:the |my |final )*answer (?:IS|DO IS|:) ?)?(?:{_SHORT_FORM})(?: WHERE)?$",
    ),
)
"""Each way of declining, beside the literals of which its pattern needs one.

Looking for the literals first spares a segment most of the patterns, and a process from compiling them.
"""
_NO_USE_OF_INFORMATION = (
    r"^(?:there IS )?no (?!.*\b(?:which|what|how|whether|who|whom|whose|when|where)\b)"
    r".*\bIS (?:used|lost|shared|leaked|needed|required|exchanged|removed|added|assumed)\b"
)
_HEDGES = (
    r"\b(?:unclear|uncertain|not certain|unknown whether|ambiguous|UNSAID)\b",
    rf"\b(?:hard|difficult|impossible|not possible) to {_T}\b",
    r"\bDO not IS LEARNT\b",
    rf"\bnot {_TOLD}\b.*\b(?:SRC|WHERE)\b",
    r"\bbeyond the scope of SRC\b",
)
_FILLERS = (
    r"^(?:i am )?(?:sorry|afraid)\b.{0,40}$",
    r"^i (?:apologi[sz]e|regret)\b.{0,40}$",
    r"^(?:please|if you|let me know|you (?:may|might|can|could|would)|feel free|for more)\b",
    r"^(?:more|further|additional) (?:information|details|context)\b",
    r"^(?:SRC|it|they) (?:mainly |just |instead |merely )*(?:focus|discuss|describe|cover|address)(?:e?s)?\b",
    r"^(?:SRC|it|they) (?:only|merely|just) (?:mention|state|say|report|refer|note|give|list)(?:s|es)?\b",
    r"^(?:WHERE|after (?:reading|reviewing|checking) SRC)$",
    r"^(?:thus|so|hence|however|answer)$",
)


@cache
def _any_of(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns))


def with_source_named(segment: str) -> str:
    """Return the segment with every phrase that names the source as ``SRC``, "in the source" as ``WHERE``."""
    named = _any_of(_PART_OF).sub("SRC", _any_of(_SOURCE).sub("SRC", segment))
    return _any_of(_PLACE).sub("WHERE", named)


def in_classes(named: str) -> str:
    """Return a segment with named source in the small vocabulary of the patterns."""
    words = _any_of(_SEEM).sub("", named).split()
    return " ".join(filter(None, [_CLASS.get(word, "" if word.endswith("ly") else word) for word in words]))


def is_decline(classes: str) -> bool:
    """Say whether a segment in the small vocabulary states that the source does not answer."""
    found = any(
        any(literal in classes for literal in literals) and _any_of(pattern).search(classes)
        for literals, pattern in DECLINES
    )
    return found and not _any_of(_NO_USE_OF_INFORMATION).search(classes)


def is_hedge(classes: str) -> bool:
    """Say whether a segment in the small vocabulary leaves open whether the source answers."""
    return bool(_any_of(*_HEDGES).search(classes))


def is_filler(named: str) -> bool:
    """Say whether a segment with named source only apologises or says what the source is about."""
    return bool(_any_of(*_FILLERS).search(named))
