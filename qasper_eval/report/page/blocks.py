"""What page.js reads: one block for the list, one for each paper, parsed when it is opened."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from .fault import FAULTS, MEANINGS
from .markup import Markup, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loaders.records import Paper

    from .entry import Entry
    from .source import PageSource

_UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def list_block(source: PageSource, entries: Sequence[Entry]) -> Markup:
    """Return the block that the list of questions is made of."""
    papers = {entry.paper: paper for (paper, _), entry in zip(source.asked, entries, strict=True)}
    titles = [papers[place].title or papers[place].id for place in sorted(papers)]
    content = {
        "papers": titles,
        "names": {"fault": {fault: MEANINGS[fault] for fault in FAULTS}},
        "evidence": source.report.has_evidence,
        "questions": [entry.listed() for entry in entries],
    }
    return json_block("index", content)


def paper_blocks(source: PageSource, entries: Sequence[Entry]) -> Markup:
    """Return a block for each paper: its paragraphs once, and what opens with each of its questions."""
    papers: dict[int, Paper] = {}
    opened: dict[int, dict[str, Any]] = {}
    for (paper, question), entry in zip(source.asked, entries, strict=True):
        papers.setdefault(entry.paper, paper)
        opened.setdefault(entry.paper, {})[question.id] = entry.opened()
    return joined(
        json_block(
            f"paper-{place}", {"id": papers[place].id, **paper_json(papers[place]), "questions": opened[place]}
        )
        for place in sorted(papers)
    )


def paper_json(paper: Paper) -> dict[str, Any]:
    """Return the sections and paragraphs of a paper, blank ones empty, each at its ordinal."""
    sections: dict[str, int] = {}
    paragraphs: list[list[Any]] = []
    for paragraph in paper.paragraphs:
        named = " / ".join(part for part in (paragraph.document, paragraph.section) if part)
        shown = named or ("" if paragraph.kind == "text" else paragraph.kind)
        paragraphs.append([sections.setdefault(shown, len(sections)), "" if paragraph.is_blank else paragraph.text])
    return {"sections": list(sections), "paragraphs": paragraphs}


def json_block(name: str, content: Any) -> Markup:
    """Return a script element that holds JSON and runs nothing; no text in it can end it or open a comment."""
    return Markup(f'<script type="application/json" id="{name}">{"".join(_safe(content))}</script>\n')


def _safe(content: Any) -> Iterator[str]:
    table = str.maketrans(_UNSAFE)
    yield json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False).translate(table)
