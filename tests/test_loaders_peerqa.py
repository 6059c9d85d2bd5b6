"""PeerQA becomes records: sentences with paragraph numbers, questions in a file of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from loaders import Dataset, DatasetError, Paragraph, Reference, SentenceId, load
from row_files import columns_of, lines_file, parquet_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from qasper_documents import Json

PAPER = "openreview/ICLR-2022-conf/abc"


def sentence(
    number: int, paragraph: int, content: str, kind: str = "paragraph", heading: str | None = "Method"
) -> Json:
    """Give a sentence of the extracted text."""
    return {
        "idx": number,
        "pidx": paragraph,
        "sidx": 0,
        "type": kind,
        "content": content,
        "last_heading": heading,
        "paper_id": PAPER,
    }


TEXT = [
    sentence(0, 0, "On tea", "title", None),
    sentence(1, 1, "Method", "heading"),
    sentence(2, 2, "We drink tea."),
    sentence(3, 2, "It is hot."),
    sentence(4, 3, "Figure 1: Tea.", "caption"),
    sentence(5, 4, "It helps.", heading="Results"),
]


def asked(question_id: str = "q1", **changes: object) -> Json:
    """Give a question as released."""
    row: Json = {
        "paper_id": PAPER,
        "question_id": question_id,
        "question": "Is it hot?",
        "raw_answer_evidence": ["We drink tea. It is hot."],
        "answer_evidence_sent": ["We drink tea.", "It is hot."],
        "answer_evidence_mapped": [
            {"sentence": "We drink tea.", "idx": [2]},
            {"sentence": "It is hot.", "idx": [3, 5]},
        ],
        "answer_free_form": "Yes, it is hot.",
        "answerable": True,
        "answerable_mapped": True,
    }
    return {**row, **changes}


def loaded(folder: Path, questions: Sequence[Json], text: Sequence[Json] = TEXT) -> Dataset:
    """Load questions with the text beside them."""
    lines_file(folder, text, "papers.jsonl")
    return load("peerqa", path=lines_file(folder, questions, "qa.jsonl"))


def only_reference(folder: Path, question: Json) -> Reference:
    """Load one question and give its reference."""
    return loaded(folder, [question]).papers[0].questions[0].references[0]


def test_paragraph_numbers_make_paragraphs_and_captions_come_last(tmp_path: Path) -> None:
    """Title and headings are paragraphs too, as in the official retrieval task; offsets keep the sentences."""
    dataset = loaded(tmp_path, [asked()])
    (paper,) = dataset.papers
    assert (paper.id, paper.title) == (PAPER, "On tea")
    assert paper.paragraphs == (
        Paragraph("On tea", sentences=((0, 6),)),
        Paragraph("Method", "Method", sentences=((0, 6),)),
        Paragraph("We drink tea. It is hot.", "Method", sentences=((0, 13), (14, 24))),
        Paragraph("It helps.", "Results", sentences=((0, 9),)),
        Paragraph("Figure 1: Tea.", "Method", "caption", sentences=((0, 14),)),
    )
    assert paper.questions[0].references == (
        Reference(
            "Yes, it is hot.",
            "abstractive",
            ("We drink tea. It is hot.", "It helps."),
            highlighted=("We drink tea.", "It is hot."),
            evidence_sentences=(SentenceId(2, 0), SentenceId(2, 1), SentenceId(3, 0)),
        ),
    )
    assert dataset.warnings == ("PeerQA may not be used commercially (CC BY-NC-SA 4.0).",)


def test_sentences_are_put_in_order(tmp_path: Path) -> None:
    """The number decides, whatever the order of the lines."""
    assert loaded(tmp_path, [asked()], TEXT[::-1]).fingerprint == loaded(tmp_path, [asked()]).fingerprint


@pytest.mark.parametrize("answerable", [False, 0, 0.0])
def test_what_the_authors_call_unanswerable_is_none(answerable: object, tmp_path: Path) -> None:
    """Also where a table tool has made numbers of the booleans."""
    empty = asked(answerable=answerable, answer_free_form=None, answer_evidence_mapped=None)
    dataset = loaded(tmp_path, [empty])
    assert dataset.papers[0].questions[0].references == (Reference("Unanswerable", "none"),)
    assert dataset.warnings[1:] == ()
    assert loaded(tmp_path, [asked(answerable=answerable)]).warnings[1:] == (
        "1 question says unanswerable and yet holds an answer; unanswerable wins, without evidence.",
    )


def test_evidence_without_a_written_answer_is_the_answer(tmp_path: Path) -> None:
    """An unknown ``answerable`` does not make it unanswerable."""
    reference = only_reference(tmp_path, asked(answer_free_form="", answerable=None))
    assert (reference.answer, reference.type) == ("We drink tea. It is hot.", "extractive")


def test_a_question_without_any_annotation_or_paper_is_left_out_and_counted(tmp_path: Path) -> None:
    """Some papers may not be redistributed, so that their text is not in the file."""
    silent: Json = asked("q2", raw_answer_evidence=[], answer_evidence_sent=None, answer_evidence_mapped=[])
    elsewhere = asked("q3", paper_id="egu/ESD/1")
    dataset = loaded(tmp_path, [asked(), {**silent, "answer_free_form": None}, elsewhere])
    assert [question.id for _, question in dataset.questions()] == ["q1"]
    assert dataset.warnings[1:] == (
        "1 question holds no annotation to score against and is left out.",
        "1 question is about a paper whose text the files lack and is left out.",
    )


def test_evidence_that_was_not_found_in_the_text_stays_and_is_counted(tmp_path: Path) -> None:
    """The authors' own misses apart from numbers that point nowhere."""
    mapped: list[Json] = [
        {"sentence": "Lost.", "idx": [None]},
        {"sentence": "Gone.", "idx": []},
        {"sentence": "Beyond.", "idx": [77]},
        {"sentence": "It is hot.", "idx": [None, 3]},
    ]
    dataset = loaded(tmp_path, [asked(answer_evidence_mapped=mapped)])
    (reference,) = dataset.papers[0].questions[0].references
    assert reference.evidence == ("We drink tea. It is hot.", "Lost.", "Gone.", "Beyond.")
    assert (reference.evidence_sentences, reference.unplaced) == ((SentenceId(2, 1),), 3)
    one, two = dataset.warnings[1:]
    assert one.startswith("1 evidence sentence is missing from its document")
    assert two.startswith("2 evidence sentences were not found in the extracted text by the dataset's authors")


def test_the_hubs_columns_hold_the_same_records(tmp_path: Path) -> None:
    """Objects of lists, in parquet, for both files."""
    questions = [asked(), asked("q2", answerable=False, answer_free_form="", answer_evidence_mapped=[])]
    want = loaded(tmp_path, questions).fingerprint
    stored = [
        {**row, "answer_evidence_mapped": columns_of(row["answer_evidence_mapped"]) or None} for row in questions
    ]
    corpus = parquet_file(tmp_path, TEXT, "papers.parquet")
    assert load("peerqa", path=parquet_file(tmp_path, stored, "qa.parquet"), corpus=corpus).fingerprint == want
    assert load("peerqa", path=tmp_path / "qa.parquet").fingerprint == want


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"question": None}, "qa.jsonl: row 1 (q1): question is null, not a string"),
        ({"answerable": "no"}, "row 1 (q1): answerable is a string, not a boolean"),
        ({"answer_evidence_mapped": [{"sentence": "a", "idx": "3"}]}, "row 1 (q1), evidence 1: idx is a string, not"),
        (
            {"answer_evidence_mapped": [{"sentence": "a", "idx": [2.5]}]},
            "evidence 1: idx holds a number at place 1, not",
        ),
    ],
)
def test_a_bad_question_is_one_line_that_names_it(changes: dict[str, Any], fault: str, tmp_path: Path) -> None:
    """File, question, field."""
    with pytest.raises(DatasetError) as caught:
        loaded(tmp_path, [asked(**changes)])
    assert fault in str(caught.value)


def test_a_bad_sentence_is_named_with_its_own_file(tmp_path: Path) -> None:
    """The text, not the questions."""
    with pytest.raises(
        DatasetError, match=r"papers\.jsonl: row 1 \(.*abc\): pidx is missing \(expected .*papers\.jsonl: "
    ):
        loaded(tmp_path, [asked()], [{key: value for key, value in TEXT[0].items() if key != "pidx"}])
