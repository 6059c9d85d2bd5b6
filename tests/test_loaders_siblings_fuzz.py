"""Damaged rows of every dataset end in records or in one line, never in a traceback."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import test_loaders_contractnli as contractnli
import test_loaders_custom as custom
import test_loaders_evidence_inference as evidence_inference
import test_loaders_multi_hop as multi_hop
import test_loaders_musique as musique
import test_loaders_natural_questions as natural_questions
import test_loaders_peerqa as peerqa
import test_loaders_pubmedqa as pubmedqa
import test_loaders_scifact as scifact
import test_loaders_squad2 as squad2
import test_loaders_wice as wice
from loaders import DatasetError, load
from row_files import columns_of, json_file

if TYPE_CHECKING:
    from pathlib import Path

    from loaders import Dataset, Paper, Reference

PROMPT = {**evidence_inference.prompt(), "Annotations": [evidence_inference.annotation()]}
PAGE = natural_questions.released(natural_questions.annotation((23, 31), (25, 26)), natural_questions.annotation())
SQUAD = squad2.released()

DOCUMENTS: dict[str, list[object]] = {
    "hotpotqa": [[multi_hop.released()], [multi_hop.on_the_hub(multi_hop.released())]],
    "2wiki": [[multi_hop.with_content(multi_hop.released())], [multi_hop.in_strings(multi_hop.released())]],
    "musique": [[musique.released(), musique.released(answerable=False)]],
    "squad2": [SQUAD, list(squad2.hub_rows(SQUAD))],
    "peerqa": [[peerqa.asked(), peerqa.asked("q2", answer_free_form="")]],
    "evidence-inference": [[{"Text": evidence_inference.ARTICLE, "PMCID": 99, "Prompts": columns_of([PROMPT])}]],
    "pubmedqa": [{"11": pubmedqa.released()}, [pubmedqa.on_the_hub("11", pubmedqa.released())]],
    "natural-questions": [[PAGE], [natural_questions.simplified(PAGE)], [natural_questions.on_the_hub(PAGE)]],
    "scifact": [scifact.claims(), scifact.hub_rows(scifact.claims())],
    "citation-integrity": [scifact.claims()],
    "wice": [[wice.released("supported", [1, 3], [3])]],
    "contractnli": [contractnli.released()],
    "custom": [[custom.row(), custom.row(a=["x", "y"], gold=[0, 1])]],
}
CORPORA: dict[str, list[Any]] = {
    "peerqa": peerqa.TEXT,
    "scifact": scifact.CORPUS,
    "citation-integrity": scifact.CORPUS,
}
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.floats(-2, 9, allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


def places(document: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Give the paths of everything inside a document."""
    found: list[tuple[Any, ...]] = [path] if path else []
    inner: Any = document
    if isinstance(document, dict | list):
        for key in inner if isinstance(document, dict) else range(len(inner)):
            found += places(inner[key], (*path, key))
    return found


def damaged(document: object, path: tuple[Any, ...], value: object, *, is_removed: bool) -> object:
    """Give a copy with one place replaced or removed."""
    changed: Any = copy.deepcopy(document)
    parent: Any = changed
    for key in path[:-1]:
        parent = parent[key]
    if is_removed:
        del parent[path[-1]]
    else:
        parent[path[-1]] = value
    return changed


def outcome(name: str, path: Path, corpus: Path | None) -> Dataset | str:
    """Load, and give the dataset or the line that says why not; anything else fails the test."""
    try:
        return load(name, path=path, corpus=corpus, fields=custom.USUAL if name == "custom" else None)
    except DatasetError as error:
        return str(error)


def check_reference(paper: Paper, reference: Reference) -> None:
    """Hold what a reference points to against its paper."""
    if reference.type == "none":
        assert (reference.answer, reference.evidence) == ("Unanswerable", ())
    for sentence in reference.evidence_sentences:
        assert 0 <= sentence.sentence < len(paper.paragraphs[sentence.paragraph].sentences)
    for span in reference.evidence_spans:
        assert 0 <= span.start < span.end <= len(paper.paragraphs[span.paragraph].text)


@pytest.mark.parametrize("name", DOCUMENTS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_document_is_records_or_one_line(name: str, tmp_path: Path, data: st.DataObject) -> None:
    """One or two places replaced by anything, or removed; in the texts too, where they are a file of their own."""
    documents = {"rows": data.draw(st.sampled_from(DOCUMENTS[name])), "texts": CORPORA.get(name)}
    which = data.draw(st.sampled_from([key for key, document in documents.items() if document is not None]))
    for _ in range(data.draw(st.integers(1, 2))):
        if choices := places(documents[which]):
            path = data.draw(st.sampled_from(choices))
            is_removed = data.draw(st.booleans())
            documents[which] = damaged(documents[which], path, data.draw(VALUES), is_removed=is_removed)
    corpus = None if documents["texts"] is None else json_file(tmp_path, documents["texts"], "texts.json")
    found = outcome(name, json_file(tmp_path, documents["rows"]), corpus)
    if isinstance(found, str):
        assert "\n" not in found
        assert str(tmp_path) in found
        return
    assert found.counts.questions > 0
    for paper in found.papers:
        for question in paper.questions:
            assert (question.paper_id, bool(question.references)) == (paper.id, True)
            for reference in question.references:
                check_reference(paper, reference)
