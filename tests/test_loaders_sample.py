"""The bundled sample holds what its README promises, and every answer can be found in its evidence."""

from __future__ import annotations

import json
import re
import unicodedata
from importlib.resources import files

import pytest

from loaders import load
from sample_layout import (
    FLOAT,
    RAW,
    SAMPLE,
    Annotation,
    Answer,
    Asked,
    Document,
    answers,
    body,
    captions,
    questions,
    unanswerable_votes,
)


def counts() -> dict[str, int]:
    """Count what the README states, from the JSON alone."""
    votes = [unanswerable_votes(asked) for _, asked in questions()]
    return {
        "papers": len(SAMPLE),
        "questions": len(votes),
        "annotations": sum(n for _, n in votes),
        "unanswerable": sum(none == n for none, n in votes),
        "split": sum(0 < none < n for none, n in votes),
        "evidence_not_paragraph": sum(
            e not in body(d) and e not in captions(d) for d, a in answers() for e in a["evidence"]
        ),
        "duplicated_paragraphs": sum(
            len(texts) - len(set(texts)) for texts in ([p for p in body(d) if p] for d in SAMPLE.values())
        ),
    }


def test_the_counts_are_those_of_the_readme() -> None:
    """Counted by hand while writing: one unanswerable question a paper, seven split, one heading, one repeat."""
    assert counts() == {
        "papers": 10,
        "questions": 74,
        "annotations": 148,
        "unanswerable": 10,
        "split": 7,
        "evidence_not_paragraph": 1,
        "duplicated_paragraphs": 1,
    }
    readme = files("loaders").joinpath("sample", "README.md").read_text(encoding="utf-8")
    assert "74 questions and 148 annotations" in readme
    assert "not a benchmark" in readme


def test_the_file_is_clean_utf8_with_the_line_separator_escaped() -> None:
    """T18: U+2028 is written as an escape, so that no reader of lines can be misled; the rest is not escaped."""
    text = RAW.decode("utf-8")
    assert text.endswith("}\n")
    assert "\u2028" not in text
    assert text == json.dumps(SAMPLE, ensure_ascii=False, indent=1).replace("\u2028", "\\u2028") + "\n"


def test_every_key_of_the_released_layout_is_there() -> None:
    for document, asked in questions():
        assert list(document) == list(Document.__annotations__)
        assert list(asked) == list(Asked.__annotations__)
        for annotation in asked["answers"]:
            assert list(annotation) == list(Annotation.__annotations__)
            assert list(annotation["answer"]) == list(Answer.__annotations__)


def test_ids_are_hexadecimal_and_unique() -> None:
    ids = [asked["question_id"] for _, asked in questions()]
    ids += [a["annotation_id"] for _, asked in questions() for a in asked["answers"]]
    workers = {a["worker_id"] for _, asked in questions() for a in asked["answers"]}
    assert len(ids) == len(set(ids)) == 74 + 148
    assert all(re.fullmatch(r"[0-9a-f]{40}", each) for each in [*ids, *workers])
    assert 3 <= len(workers) <= 5
    assert {asked["question_writer"] for _, asked in questions()} <= workers


def test_papers_are_short_papers() -> None:
    """Five to eight sections, eight to sixteen paragraphs of 40 to 110 words, nested names, marks of Qasper."""
    for document in SAMPLE.values():
        assert 5 <= len(document["full_text"]) <= 8
        assert 8 <= len(body(document)) <= 16
        assert all(40 <= len(paragraph.split()) <= 110 for paragraph in body(document) if paragraph)
        assert any(" ::: " in section["section_name"] for section in document["full_text"])
        assert "BIBREF0" in " ".join(body(document))
    assert sum("INLINEFORM0" in " ".join(body(document)) for document in SAMPLE.values()) >= 4


def test_every_answer_has_exactly_one_type_and_all_types_occur() -> None:
    seen: set[str] = set()
    for _, answer in answers():
        types = {
            "none": answer["unanswerable"],
            "one span": len(answer["extractive_spans"]) == 1,
            "several spans": len(answer["extractive_spans"]) > 1,
            "abstractive": bool(answer["free_form_answer"]),
            "yes": answer["yes_no"] is True,
            "no": answer["yes_no"] is False,
        }
        assert sum(types.values()) == 1
        assert bool(answer["evidence"]) is not answer["unanswerable"]
        seen |= {name for name, holds in types.items() if holds}
    assert seen == {"none", "one span", "several spans", "abstractive", "yes", "no"}


def test_every_answer_rests_on_its_evidence() -> None:
    """Evidence is a paragraph, a cited caption or a heading; spans and highlights are verbatim parts of it."""
    for document, answer in answers():
        headings = [section["section_name"] for section in document["full_text"]]
        evidence = answer["evidence"]
        assert len(evidence) == len(set(evidence))
        assert all(e and (e in body(document) or e in captions(document) or e in headings) for e in evidence)
        for part in answer["extractive_spans"] + answer["highlighted_evidence"]:
            assert any(part in e for e in evidence)
        assert all(any(h in e for h in answer["highlighted_evidence"]) for e in evidence)
        assert len(answer["free_form_answer"].split()) <= 16


def test_annotators_are_several_and_differ() -> None:
    several = [asked["answers"] for _, asked in questions() if len(asked["answers"]) > 1]
    assert len(several) == 60
    assert max(len(given) for given in several) == 3
    for given in several:
        assert len({a["worker_id"] for a in given}) == len(given)
    texts = [{json.dumps(a["answer"]) for a in given} for given in several]
    assert sum(len(distinct) > 1 for distinct in texts) >= 35
    evidence = [{json.dumps(a["answer"]["evidence"]) for a in given} for given in several]
    assert sum(len(distinct) > 1 for distinct in evidence) >= 15


def test_two_questions_get_both_yes_and_no() -> None:
    """T8: the disagreement stays visible."""
    verdicts = [{a["answer"]["yes_no"] for a in asked["answers"]} for _, asked in questions()]
    assert sum({True, False} <= verdict for verdict in verdicts) == 2


def test_captions_are_cited_alone_and_beside_text() -> None:
    """T9: twelve questions cite a caption; in three of them no annotator marks anything else."""
    marked = [[a["answer"]["evidence"] for a in asked["answers"]] for _, asked in questions()]
    floats = [[[e.startswith(FLOAT) for e in evidence] for evidence in each] for each in marked]
    assert sum(any(any(evidence) for evidence in each) for each in floats) == 12
    assert sum(all(evidence and all(evidence) for evidence in each) for each in floats) == 3


def test_a_cited_paragraph_stands_twice_in_one_paper() -> None:
    """T6: the text does not say which of the two places was meant."""
    repeated = {
        name: twice
        for name, document in SAMPLE.items()
        if (twice := {p for p in body(document) if p and body(document).count(p) > 1})
    }
    assert list(repeated) == ["sample-07"]
    cited = {e for a in SAMPLE["sample-07"]["qas"] for b in a["answers"] for e in b["answer"]["evidence"]}
    assert repeated["sample-07"] <= cited


def test_a_heading_is_cited_as_evidence() -> None:
    headings = {s["section_name"] for s in SAMPLE["sample-03"]["full_text"]}
    cited = {e for a in SAMPLE["sample-03"]["qas"] for b in a["answers"] for e in b["answer"]["evidence"]}
    assert cited & headings == {"Experiments ::: Scores: Exact F1 and Relaxed F1"}


def test_one_blank_paragraph_and_one_section_without_a_name() -> None:
    """The blank stands between two others, so that dropping it would shift what follows."""
    blanks = [s["paragraphs"].index("") for d in SAMPLE.values() for s in d["full_text"] if "" in s["paragraphs"]]
    assert blanks == [1]
    assert [n for n, d in SAMPLE.items() if any(not s["section_name"] for s in d["full_text"])] == ["sample-09"]


@pytest.mark.parametrize(
    ("kind", "pattern"),
    [
        ("accents", "[ìéèòó]"),
        ("Greek", "[α-ω]"),
        ("Japanese", "[ぁ-ん].*[一-龥]|[一-龥].*[ぁ-ん]"),
        ("curly quotes", "“[^”]+”"),
        ("line separator", "\u2028"),
        ("combining accent", "[\u0300-\u0323]"),
    ],
)
def test_non_ascii_text_is_cited(kind: str, pattern: str) -> None:
    """T12, T18: each kind occurs inside evidence, so that it passes through loading, scoring and files."""
    assert any(re.search(pattern, e) for _, a in answers() for e in a["evidence"]), kind


def test_one_annotator_types_composed_what_the_paper_writes_decomposed() -> None:
    """T12: the same word in NFD and in NFC."""
    decomposed = [s for _, a in answers() for s in a["extractive_spans"] if s != unicodedata.normalize("NFC", s)]
    assert len(decomposed) == 1
    composed = unicodedata.normalize("NFC", decomposed[0])
    assert any(composed in a["free_form_answer"] for _, a in answers())


def test_the_loader_counts_the_same() -> None:
    """The records say what the JSON says, and that it is no benchmark."""
    dataset = load("sample")
    assert {name: getattr(dataset.counts, name) for name in counts()} == counts()
    assert not dataset.is_benchmark
    assert [paper.id for paper in dataset.papers] == list(SAMPLE)
    for paper, document in zip(dataset.papers, SAMPLE.values(), strict=True):
        texts = [paragraph.text for paragraph in paper.paragraphs]
        assert texts == [*body(document), *captions(document), document["abstract"]]


def test_the_sample_answers_to_the_validation_split() -> None:
    """A config written for Qasper's validation split runs on the sample by changing the dataset's name only."""
    assert load("sample", split="validation").counts == load("sample").counts
