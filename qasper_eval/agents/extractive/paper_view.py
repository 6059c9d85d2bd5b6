"""A paper, prepared once for all of its questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qasper_eval.agents.retrieval import Bm25, PaperIndex
from qasper_eval.agents.retrieval.passages import Passages
from qasper_eval.agents.retrieval.search import first_stage

from .sentence_index import IndexedSentence, index_sentences

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loaders.records import Paper, Paragraph
    from qasper_eval.agents.retrieval import Retriever
    from qasper_eval.agents.retrieval.embedder import Embedder
    from qasper_eval.agents.retrieval.search_options import SearchMode


@dataclass(frozen=True, slots=True)
class PaperView:
    """What the stages need to know of a paper."""

    paragraphs: tuple[Paragraph, ...]
    """The paper's paragraphs, by ordinal."""
    index: PaperIndex
    """Term statistics of the citable paragraphs."""
    retriever: Retriever
    """Ranks them."""
    sentences: Mapping[int, tuple[IndexedSentence, ...]]
    """Sentences of each citable paragraph, by ordinal."""

    @classmethod
    def of(
        cls, paper: Paper, mode: SearchMode, *, with_abstract: bool, embedder: Embedder | None = None
    ) -> PaperView:
        """Index a paper; one without citable paragraphs gives an empty view.

        Raises:
            UsageError: the mode needs an embedding model and there is none.
        """
        index = PaperIndex.of(paper, with_abstract=with_abstract)
        return cls(
            paragraphs=paper.paragraphs,
            index=index,
            retriever=first_stage(mode, index, Passages.of(paper, with_abstract=with_abstract), embedder),
            sentences={ordinal: index_sentences(paper.paragraphs[ordinal].text) for ordinal in index.ordinals},
        )

    def rarity(self, term: str) -> float:
        """Weigh a term by its rarity in the paper, above 0."""
        return Bm25(self.index).idf(term)

    def heading(self, ordinal: int) -> str:
        """Lower-cased section title, or a caption's own text, which says more than its section."""
        paragraph = self.paragraphs[ordinal]
        return (paragraph.text if paragraph.kind == "caption" else paragraph.section).lower()
