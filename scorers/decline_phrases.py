"""The phrases by which English prose says that a source does not answer a question.

A segment of text is first rewritten into a small vocabulary: ``SRC`` for any phrase that names the source, ``WHERE``
for "in the source", ``SAY``, ``TELL``, ``SAID``, ``TOLD``, ``LEARN``, ``LEARNT`` for verbs, ``NEWS`` and ``PROOF``
for nouns, adverbs dropped. The patterns speak that vocabulary, so that each stays readable and quick to compile.
"""

from __future__ import annotations

import re
from functools import cache

_WORDS = {
    "SAY": "state specify say report disclose clarify elaborate document",
    "SAYS": "mentions states specifies says reports discloses clarifies elaborates documents",
    "SAID": "mentioned stated specified said reported disclosed clarified elaborated documented",
    "TELL": "contain provide give include list address cover offer define describe discuss explain indicate"
    " reveal identify refer supply",
    "TELLS": "contains provides gives includes lists addresses covers offers defines describes discusses"
    " explains indicates reveals identifies refers supplies answers",
    "TOLD": "contained provided given included presented listed addressed covered offered named defined described"
    " discussed explained indicated detailed revealed identified available shown clear answerable supplied",
    "LEARN": "determine find tell infer establish conclude ascertain locate derive deduce see confirm verify",
    "LEARNT": "determined found told inferred known established concluded ascertained located derived deduced"
    " confirmed verified answered",
    "NEWS": "information info details discussion explanation specifics",
    "PROOF": "evidence data indication indications reference references description descriptions context statement"
    " statements answers basis specification specifications clue clues hint hints",
    "": "ever even also really yet",
}
_CLASS = {word: name for name, words in _WORDS.items() for word in words.split()}

_SOURCE = re.compile(
    r"\b(?:the|this|these|those|that|any|either|both|provided|given|retrieved|cited|supplied|available) "
    r"(?:(?!(?:in|of|from|is|are|was|were|do|does|did|not|no|and|to|for|with|by|that|which)\b)[\w-]+ ){0,2}?"
    r"(?:paper|article|text|passage|paragraph|document|context|excerpt|section|study|manuscript|publication|abstract"
    r"|source|snippet|material|content|evidence|report|citation)s?\b"
    r"(?: (?:provided|itself|themselves|here|above|given|shown|supplied)\b)?"
)
_PART_OF = re.compile(r"\bSRC (?:of|from|in) SRC\b")
_PLACE = re.compile(
    r"\b(?:anywhere )?(?:in|from|by|within|inside|based on|given|using|with|through|on the basis of|according to"
    r"|across|among) (?:any of |one of )?SRC\b"
)
_SEEM = re.compile(r"\b(?:seems?|appears?) to ")

_SAY = "(?:SAY|mention)"
_NEWS = "(?:NEWS|mention)"
_SUBSTANCE = "(?:NEWS|mention|PROOF|answer)"
_T = "(?:SAY|mention|TELL|LEARN|answer|name|detail|present|go into|touch on)"
_TS = "(?:SAYS?|TELLS?|mentions?|answers?|names?|presents?)"
_TOLD = "(?:SAID|TOLD|LEARNT|present|there)"
_LEARN = "(?:LEARN|TELL|SAY|answer|know)"
_NOT = "(?:do|does|did|would|has|have|had|will|can|could) not"
_IS_NOT = r"\b(?=[iawb])(?<!that )(?<!which )(?<!who )(?:is|are|was|were|been|be) not(?: being| been)? "
_AFTER_NEWS = (
    r"(?:WHERE|about|on|regarding|concerning|as to|related|to|of|for|in|from|is|are|was|were|TOLD|LEARNT|SAID|whether"
    r"|how|what|which|that)\b"
)
_LITTLE = "(?:no|not enough|insufficient|not sufficient|not any|too little)"
_SOME = r"(?:[\w-]+ ){0,3}"
_ANSWER_TO = "(?:answer|NEWS|mention|detail|exact|specific|number|size|name|values?|question|reason)"
_GONE = "(?:missing|unavailable|absent|lacking|omitted)"
_PEOPLE = "(?:the |these |both )?(?:authors?|writers?|researchers?)"

_SHORT_FORMS = (
    r"unanswerable|n/a|n\.a|unknown|unspecified|undisclosed|unclear|no answer|no idea|not applicable|not sure"
    rf"|do not know|can not (?:SAY|LEARN|answer)|none (?:is |are )?{_TOLD}"
)

_DECLINES = (
    # The source does not say.
    rf"\bSRC {_NOT} {_T}\b",
    rf"\b{_PEOPLE} {_NOT} (?:{_SAY}|describe|TELL (?:\w+ ){{0,3}}{_ANSWER_TO})\b",
    rf"\b(?:it|they) {_NOT} {_T} (?:\w+ ){{0,3}}{_ANSWER_TO}\b",
    rf"^(?:(?:it|they|he|she) )?{_NOT} {_SAY}\b",
    rf"\b(?:that|which|and|as|because|since|so) (?:it|they) {_NOT} {_SAY}\b",
    rf"\bSRC (?:never|nowhere|fails? to|failed to|omits? to|neglects? to) {_TS}\b",
    rf"\b(?:{_PEOPLE}|it|they) (?:never|fails? to|failed to) (?:{_SAY}|SAYS|mentions)\b",
    rf"\b(?:SRC|{_PEOPLE}|it|they) {_TS} nothing\b",
    rf"\bnot something (?:that )?(?:SRC|{_PEOPLE}|it|they) {_TS}\b",
    r"\b(?:SRC|it|they) leaves? .*\b(?:unspecified|unstated|undisclosed|unclear|open)\b",
    rf"\b(?:SRC|it|they) (?:\w+ )?(?:lacks?|omits?) (?:any |the )?{_SOME}{_NEWS}\b",
    r"\b(?:SRC|it|they) (?:is|are|remains?|stays?) silent\b",
    rf"\b(?:none|neither|not one) of SRC {_TS}\b",
    rf"\bneither SRC nor\b.*\b{_TS}\b",
    r"\b(?:nothing|nowhere) (?:is SAID|was SAID|WHERE|about .*WHERE)\b",
    # It is not said.
    rf"(?:{_IS_NOT}|^not )SAID\b",
    rf"(?:{_IS_NOT}|^not |^that (?:is|was) not ){_TOLD} (?:\w+ )?WHERE\b",
    rf"(?:\b{_ANSWER_TO}\b.*|^(?:it|this|that) ){_IS_NOT}{_TOLD}(?: (?:here|anywhere))?$",
    rf"{_IS_NOT}(?:to be LEARNT )?WHERE$",
    rf"^no {_SOME}(?:is|are|was|were) (?:SAID$|{_TOLD} WHERE)",
    r"\bwe are not LEARNT\b",
    rf"^(?:(?:the )?answer )?(?:is )?not {_TOLD}(?: WHERE| here| anywhere)?$",
    r"\b(?:is|are|was|were|remains?|left) (?:unclear|unknown|unspecified|undisclosed|unstated|unavailable) WHERE\b",
    r"\b(?:is|are|was|were|remains?|left) (?:unspecified|undisclosed|unstated)\b",
    # It cannot be found out.
    rf"\bi (?:can not|could not|am unable to|was unable to|am not able to|was not able to) {_LEARN}\b",
    r"\bi do not (?:know|have (?:enough|sufficient|any|the|access))\b",
    r"\bi am not (?:sure|certain|aware)\b",
    rf"^(?:can not|could not|unable to|not able to) (?:be LEARNT|be TOLD|{_LEARN})\b",
    r"\b(?:the|this|that|your|my) (?:\w+ )?(?:question|answer)\b.*\bcan not be (?:LEARNT|TOLD)\b(?! without\b)",
    r"\bcan not be (?:LEARNT|TOLD)\b.*\bWHERE\b",
    r"^(?:it|this|that) can not be LEARNT$",
    rf"\b(?:one|we|you) can not {_LEARN}\b.*\bWHERE\b",
    rf"\b(?:impossible|not possible|no way) to {_LEARN}\b.*\bWHERE\b",
    rf"\bSRC\b.*\b(?:impossible|not possible|no way) to {_LEARN}\b",
    rf"\b(?:impossible|not possible|no way) to {_LEARN}(?: (?:this|that|it|the|question|answer))*$",
    # There is no information.
    rf"^(?:(?:there|it) (?:is|are|was|were|TELLS) |we have |i LEARN )?{_LITTLE} {_SOME}{_NEWS}(?:$| {_AFTER_NEWS})",
    rf"\b(?:SRC|{_PEOPLE}|it|they) (?:TELLS?|gave|makes?|made|TOLD|has|have) {_LITTLE} {_SOME}{_SUBSTANCE}\b",
    rf"\b{_LITTLE} {_SOME}{_SUBSTANCE}\b.*\b(?:WHERE|to {_LEARN})\b",
    rf"\b(?:lack|absence) of {_SOME}{_SUBSTANCE}\b.*\bWHERE\b",
    rf"(?:^|\b(?:the|this|that|these|such|any) (?:\w+ )?){_ANSWER_TO}\b.*\b(?:is|are|was|were) {_GONE}(?: WHERE)?$",
    rf"^(?:the )?(?:requested |required |necessary |relevant )?{_NEWS} not {_TOLD}\b",
    # The short forms.
    r"\b(?:question|it|this|that) (?:is|was|remains) (?:thus |to be )?(?:unanswerable|not TOLD)(?: WHERE)?$",
    rf"^(?:(?:the |my |final )*answer (?:is|would be|:) ?)?(?:{_SHORT_FORMS})(?: WHERE)?$",
)
_NO_USE_OF_INFORMATION = re.compile(
    r"^(?:there is )?no (?!.*\b(?:which|what|how|whether|who|whom|whose|when|where)\b).*"
    r"\b(?:is|are|was|were|be) (?:used|lost|shared|leaked|needed|required|exchanged|removed|added|assumed)\b"
)
_HEDGES = (
    r"\b(?:unclear|uncertain|not certain|unknown whether|ambiguous|unspecified|undisclosed)\b",
    rf"\b(?:hard|difficult|impossible|not possible) to {_LEARN}\b",
    r"\bcan not be LEARNT\b",
    rf"\bnot {_TOLD}\b.*\b(?:SRC|WHERE)\b",
    r"\bbeyond the scope of SRC\b",
)
_FILLERS = (
    r"^(?:i am )?(?:sorry|afraid)\b.{0,40}$",
    r"^i (?:apologi[sz]e|regret)\b.{0,40}$",
    r"^(?:please|if you|let me know|you (?:may|might|can|could|would)|feel free|for more)\b",
    rf"^(?:more|further|additional) {_SUBSTANCE}\b",
    r"^(?:SRC|it|they) (?:mainly |just |instead |merely )*(?:focus|discuss|describe|cover|address)(?:e?s)?\b",
    r"^(?:SRC|it|they) (?:only|merely|just) (?:mention|state|say|report|refer|note|give|list)(?:s|es)?\b",
    r"^(?:WHERE|after (?:reading|reviewing|checking) SRC)$",
    r"^(?:thus|so|hence|however|answer)$",
)


@cache
def _any_of(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


def with_source_named(segment: str) -> str:
    """Return the segment with every phrase that names the source as ``SRC``, "in the source" as ``WHERE``."""
    return _PLACE.sub("WHERE", _PART_OF.sub("SRC", _SOURCE.sub("SRC", segment)))


def in_classes(segment: str) -> str:
    """Return a segment with named source in the small vocabulary of the patterns."""
    words = [_CLASS.get(word, "" if word.endswith("ly") else word) for word in _SEEM.sub("", segment).split()]
    return " ".join(filter(None, words))


def is_decline(classes: str) -> bool:
    """Say whether a segment in the small vocabulary states that the source does not answer."""
    return bool(_any_of(_DECLINES).search(classes)) and not _NO_USE_OF_INFORMATION.search(classes)


def is_hedge(classes: str) -> bool:
    """Say whether a segment in the small vocabulary leaves open whether the source answers."""
    return bool(_any_of(_HEDGES).search(classes))


def is_filler(named: str) -> bool:
    """Say whether a segment with named source only apologises or says what the source is about."""
    return bool(_any_of(_FILLERS).search(named))
