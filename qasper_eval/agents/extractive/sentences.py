"""Lossless sentence splitting with offsets."""

from __future__ import annotations

import re

_END = re.compile(
    r"(?<![.!?])[.!?]++[\"'”’»)\]*]*+(?:\s*\[\d+(?:\s*[,–-]\s*\d+)*\])*\s+"  # stop, closers, reference marks
    r"|[。！？]+[”’»」』]*\s*"
    r"|\n\s*\n\s*"
)
_WORDS = """
al alg algs app approx avg ca cf ch chap co corp def dept dr e.g ed eds eg eq eqs esp fig figs i.e ie
inc incl jr lem ltd max min mr mrs ms no nos p pp prof prop ref refs resp sec secs sect sects sr st std
tab tabs thm univ viz vol vols vs w.r.t
"""
_ABBREVIATIONS = frozenset(_WORDS.split())
# "no. 5" and "App. B.2" are abbreviations, "the answer is no. We" is not: these need a number or a letter after them.
_NEED_NUMBER = frozenset({"no", "nos", "def", "max", "min", "app", "ed", "eds", "p", "pp", "st", "co", "prop", "ch"})
_NUMBER_OR_LETTER = re.compile(r"[\dA-Z](?![A-Za-z])")
# "as in Smith et al. This shows" is two sentences, "Smith et al. BIBREF3 show" is one.
_OPENER = re.compile(r"(?:However|In|It|Our|The|These|They|This|We)\b")
_LAST_WORD = re.compile(r"(?:^|[\s(\[{“\"'/—-])([^\s(\[{“\"'/—-]*)$")
_LOOK_BACK = 24


def split_sentences(text: str) -> tuple[tuple[int, int], ...]:
    """Split into half-open code-point ranges that cover the whole text in order; an empty text gives ().

    White space after a sentence belongs to it, so joining the pieces gives the text back. Abbreviations, initials,
    decimals and a lower-case continuation end no sentence; closing quotes, brackets and reference marks stay with it.
    """
    ends = (match for match in _END.finditer(text) if match.end() < len(text) and _ends_sentence(text, match))
    cuts = [match.end() for match in ends]
    starts = [0, *cuts] if text else []
    return tuple(zip(starts, [*cuts, len(text)], strict=False))


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    mark, following = match.group(), text[match.end()]
    if mark[0] in "\n。！？":
        return True
    if following.islower():
        return False
    if mark[0] != "." or mark[1] in "!?.":
        return True
    word = _LAST_WORD.search(text, max(0, match.start() - _LOOK_BACK), match.start())
    last = word.group(1) if word else ""
    if len(last) == 1 and last.isalpha() and last.isupper():
        return False
    if last.lower() not in _ABBREVIATIONS or (last == "al" and _OPENER.match(text, match.end())):
        return True
    return last.lower() in _NEED_NUMBER and not _NUMBER_OR_LETTER.match(text, match.end())
