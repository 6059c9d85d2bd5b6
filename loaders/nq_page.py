"""A Wikipedia page of Natural Questions: tokens, some of them HTML, and candidates for the long answer."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, cast

from .number_fields import whole
from .qasper_fields import FieldError, Row, as_row, each, flag, items, present, rows, text, texts
from .records import Paragraph, Span

if TYPE_CHECKING:
    from collections.abc import Sequence

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_HEADING = re.compile(r"<H[1-6]>", re.IGNORECASE)
_BREAKS = frozenset({"<p>", "<tr>", "<li>", "<dd>", "<dt>", "<table>", "<ul>", "<ol>", "<dl>"})
"""Tags before which a reader sees a new line."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page."""

    tokens: tuple[str, ...]
    """Words and HTML tags, in order."""
    is_html: tuple[bool, ...]
    """Which tokens are tags."""
    ranges: tuple[tuple[int, int], ...]
    """Half-open token ranges of the candidates that lie in no other, in the order of the page."""

    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Return each range as a paragraph, with the heading above it as section."""
        headings = _headings(self)
        starts = [start for start, _ in headings]
        found: list[Paragraph] = []
        for start, end in self.ranges:
            above = bisect_left(starts, start)
            found.append(Paragraph(_laid_out(self, start, end)[0], headings[above - 1][1] if above else ""))
        return tuple(found)

    def words(self, start: int, end: int) -> str:
        """Return the words of a token range, joined by spaces; empty for a range outside the page."""
        pairs = zip(self.tokens[max(start, 0) : end], self.is_html[max(start, 0) : end], strict=True)
        return " ".join(token for token, is_html in pairs if not is_html)

    def span(self, start: int, end: int) -> Span | None:
        """Return where a token range stands; None where it lies in no paragraph or holds no word."""
        ordinal = bisect_right(self.ranges, start, key=itemgetter(0)) - 1
        if ordinal < 0 or not start < end <= self.ranges[ordinal][1]:
            return None
        offsets = _laid_out(self, *self.ranges[ordinal])[1]
        inside = [offsets[at] for at in range(start, end) if at in offsets]
        return Span(ordinal, inside[0][0], inside[-1][1]) if inside else None


def read_page(row: Row) -> Page:
    """Return the page of a row, in the released, the simplified or the Hub's layout; raises FieldError."""
    tokens, is_html = _tokens(row)
    candidates = each(
        rows(row, "long_answer_candidates"),
        lambda number, _: f"candidate {number}",
        lambda found: (whole(found, "start_token"), whole(found, "end_token")),
    )
    return Page(tokens, is_html, _top_level(candidates, len(tokens)))


def _tokens(row: Row) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    if "document_text" in row:
        split = tuple(text(row, "document_text").split(" "))
        return split, tuple(_TAG.fullmatch(token) is not None for token in split)
    if "document_tokens" in row:
        listed = [as_row(token, "a token (an object)") for token in items(row, "document_tokens")]
        return tuple(text(token, "token") for token in listed), tuple(flag(token, "html_token") for token in listed)
    document = as_row(present(row, "document"), "a document (an object)")
    columns = as_row(present(document, "tokens"), "an object of lists of tokens")
    found, flags = texts(columns, "token"), items(columns, "is_html")
    if len(found) != len(flags) or not all(isinstance(value, bool) for value in flags):
        raise FieldError("tokens holds no list is_html of booleans as long as token")
    return found, tuple(cast("list[bool]", flags))


def _top_level(candidates: Sequence[tuple[int, int]], length: int) -> tuple[tuple[int, int], ...]:
    ranges: list[tuple[int, int]] = []
    for start, end in sorted(candidates, key=lambda pair: (pair[0], -pair[1])):
        if 0 <= start < end <= length and (not ranges or start >= ranges[-1][1]):
            ranges.append((start, end))
    return tuple(ranges)


def _headings(page: Page) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for start, token in enumerate(page.tokens):
        if token.startswith(("<H", "<h")) and _HEADING.fullmatch(token):
            try:
                end = page.tokens.index(f"</{token[1:]}", start)
            except ValueError:
                continue
            found.append((start, page.words(start, end)))
    return found


def _laid_out(page: Page, start: int, end: int) -> tuple[str, dict[int, tuple[int, int]]]:
    """Return a range as text, rows and items on lines of their own, and where each of its words stands in it."""
    parts: list[str] = []
    offsets: dict[int, tuple[int, int]] = {}
    length = 0
    separator = ""
    for at in range(start, end):
        token = page.tokens[at]
        if page.is_html[at]:
            if separator and token.lower() in _BREAKS:
                separator = "\n"
            continue
        parts += (separator, token)
        length += len(separator)
        offsets[at] = (length, length + len(token))
        length += len(token)
        separator = " "
    return "".join(parts), offsets
