"""Evidence Inference becomes records, from the released folder or from the Hub's rows."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders import Dataset, DatasetError, Reference, Span, load
from loaders.evidence_article import read_article
from row_files import columns_of, parquet_file
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from qasper_documents import Json

ABSTRACT = "Tea shortened the sleep of the forty people who drank it for a month."
SLEPT = "People who drank tea slept less than people who drank water in this trial."
MOOD = "Mood was the same."
TABLE = "Tea\nWater\n\n7.1\n6.9"
ARTICLE = f"TITLE: \nTea and sleep\n\n\nABSTRACT.RESULTS::\n{ABSTRACT}\n\nBODY.RESULTS:\n{TABLE}\n{SLEPT} {MOOD}\n"
ANNOTATION_KEYS = (
    *("UserID", "PromptID", "PMCID", "Valid Label", "Valid Reasoning", "Label", "Annotations", "Label Code"),
    *("In Abstract", "Evidence Start", "Evidence End"),
)


def prompt(prompt_id: int = 1, article: int = 99) -> Json:
    """Give a prompt as released."""
    asked = {"Outcome": "sleep", "Intervention": "tea", "Comparator": "water"}
    return {"PromptID": prompt_id, "PMCID": article, **asked}


def annotation(quoted: str = SLEPT, code: int = -1, user: int = 0, prompt_id: int = 1) -> Json:
    """Give an annotation as released, at the place where its passage stands."""
    start = ARTICLE.find(quoted)
    label = {-1: "significantly decreased", 0: "no significant difference", 1: "significantly increased"}[code]
    values = (user, prompt_id, 99, True, True, label, quoted, code, "UNK", start, start + len(quoted))
    return dict(zip(ANNOTATION_KEYS, values, strict=True))


def write_table(path: Path, rows: Sequence[Json], keys: Sequence[str]) -> None:
    """Write a CSV file as the release does."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, keys)
        writer.writeheader()
        writer.writerows(rows)


def released(folder: Path, annotations: Sequence[Json], prompts: Sequence[Json] = (), article: str = ARTICLE) -> Path:
    """Write the released folder."""
    write_table(folder / "annotations.csv", annotations, ANNOTATION_KEYS)
    write_table(folder / "prompts.csv", prompts or [prompt()], tuple(prompt()))
    (folder / "PMC99.txt").write_bytes(article.encode())
    return folder


def loaded(
    folder: Path, annotations: Sequence[Json], prompts: Sequence[Json] = (), article: str = ARTICLE
) -> Dataset:
    """Load a released folder."""
    return load("evidence-inference", path=released(folder, annotations, prompts, article))


def test_lines_are_paragraphs_and_the_cells_of_a_table_are_one(tmp_path: Path) -> None:
    """Headings become sections; title and abstract are paragraphs, because annotators mark them."""
    (paper,) = loaded(tmp_path, [annotation()]).papers
    assert (paper.id, paper.title, paper.abstract) == ("99", "Tea and sleep", "")
    assert [(paragraph.section, paragraph.text) for paragraph in paper.paragraphs] == [
        ("TITLE", "Tea and sleep"),
        ("ABSTRACT.RESULTS", ABSTRACT),
        ("BODY.RESULTS", "Tea\nWater\n\n7.1\n6.9"),
        ("BODY.RESULTS", f"{SLEPT} {MOOD}"),
    ]


def test_an_annotator_is_a_reference_with_the_spans_it_marked(tmp_path: Path) -> None:
    """Two passages of one annotator are one reference; the label has one spelling, whatever the file's."""
    annotations = [
        annotation(),
        annotation(ABSTRACT),
        annotation(MOOD, 0, user=7),
        annotation(ABSTRACT, user=9) | {"Label": "significantly decrease"},
    ]
    (question,) = loaded(tmp_path, annotations).papers[0].questions
    assert (question.id, question.paper_id) == ("1", "99")
    assert question.text == (
        "With respect to sleep, what is the reported difference between patients receiving tea and those receiving "
        "water?"
    )
    line = f"{SLEPT} {MOOD}"
    assert question.references == (
        Reference(
            "Significantly decreased",
            "abstractive",
            (line, ABSTRACT),
            "0",
            (SLEPT, ABSTRACT),
            evidence_spans=(Span(3, 0, len(SLEPT)), Span(1, 0, len(ABSTRACT))),
            label="significantly decreased",
        ),
        Reference(
            "No significant difference",
            "abstractive",
            (line,),
            "7",
            (MOOD,),
            evidence_spans=(Span(3, len(SLEPT) + 1, len(line)),),
            label="no significant difference",
        ),
        Reference(
            "Significantly decreased",
            "abstractive",
            (ABSTRACT,),
            "9",
            (ABSTRACT,),
            evidence_spans=(Span(1, 0, len(ABSTRACT)),),
            label="significantly decreased",
        ),
    )


def test_the_folder_and_the_hubs_rows_hold_the_same_records(tmp_path: Path) -> None:
    """Objects of lists, in parquet; the release's own file names and folder too."""
    annotations = [annotation(), annotation(MOOD, 0, user=7, prompt_id=2)]
    prompts = [prompt(), prompt(2)]
    want = loaded(tmp_path, annotations, prompts).fingerprint
    marked = [[found for found in annotations if found["PromptID"] == number] for number in (1, 2)]
    nested = [{**asked, "Annotations": columns_of(found)} for asked, found in zip(prompts, marked, strict=True)]
    row = {"Text": ARTICLE, "PMCID": 99, "Prompts": columns_of(nested)}
    assert load("evidence-inference", path=parquet_file(tmp_path, [row])).fingerprint == want
    (tmp_path / "txt_files").mkdir()
    for old, new in (
        ("PMC99.txt", "txt_files/PMC99.txt"),
        ("annotations.csv", "annotations_merged.csv"),
        ("prompts.csv", "prompts_merged.csv"),
    ):
        (tmp_path / old).rename(tmp_path / new)
    assert load("evidence-inference", path=tmp_path).fingerprint == want


def test_wrong_offsets_are_corrected_or_counted(tmp_path: Path) -> None:
    """A few characters off, given up by the release (-1), white space that differs, and a passage not in the text."""
    repeated = "people who drank"
    annotations = [
        annotation() | {"Evidence Start": 3, "Evidence End": 30},
        annotation(MOOD, user=1) | {"Evidence Start": "", "Evidence End": -1},
        annotation(SLEPT, user=2) | {"Annotations": SLEPT.replace(" ", "  ")},
        annotation("Coffee.", user=3) | {"Evidence Start": 5, "Evidence End": 12},
        annotation(repeated, user=4) | {"Evidence Start": 0, "Evidence End": 16},
    ]
    dataset = loaded(tmp_path, annotations)
    references = dataset.papers[0].questions[0].references
    assert [len(reference.evidence_spans) for reference in references] == [1, 1, 1, 0, 0]
    assert [reference.unplaced for reference in references] == [0, 0, 0, 1, 1]
    assert references[3].evidence == ("Coffee.",)
    lost, moved = dataset.warnings
    assert lost.startswith("2 character offsets do not match their texts, which occur nowhere or several times;")
    assert moved.startswith("2 character offsets did not match their texts and were corrected")


def test_a_passage_over_two_lines_has_a_span_in_each(tmp_path: Path) -> None:
    """What lies between the lines belongs to neither."""
    start, end = ARTICLE.find("7.1"), ARTICLE.find(" slept")
    across = annotation(ARTICLE[start:end]) | {"Evidence Start": start, "Evidence End": end}
    (reference,) = loaded(tmp_path, [across]).papers[0].questions[0].references
    assert reference.evidence_spans == (Span(2, 11, 18), Span(3, 0, 20))
    assert len(reference.evidence) == 2


def test_rejected_invalid_and_orphaned_annotations_are_left_out_and_counted(tmp_path: Path) -> None:
    """A prompt that keeps none is left out too; a prompt whose article is not there as well."""
    annotations = [
        annotation() | {"Valid Label": False},
        annotation() | {"Valid Reasoning": "0"},
        annotation() | {"Label": "invalid prompt"},
        annotation(prompt_id=2) | {"Valid Label": "1", "Valid Reasoning": ""},
        annotation(prompt_id=77),
    ]
    dataset = loaded(tmp_path, annotations, [prompt(), prompt(2), prompt(3, article=55)])
    assert [question.id for _, question in dataset.questions()] == ["2"]
    assert dataset.warnings == (
        "2 annotations were rejected by the dataset's own verifier and are left out.",
        "1 annotation is about a question that the files lack and is left out.",
        "1 annotation calls its question invalid and is left out.",
        "1 question holds no annotation to score against and is left out.",
        "1 question is about a paper whose text the files lack and is left out.",
    )


def test_an_annotation_without_a_passage_keeps_its_label(tmp_path: Path) -> None:
    """With offsets it has a span, without them none."""
    bare = annotation("", user=1) | {"Evidence Start": -1, "Evidence End": -1}
    start = ARTICLE.find(MOOD)
    placed = annotation("", user=2) | {"Evidence Start": start, "Evidence End": start + len(MOOD)}
    dataset = loaded(tmp_path, [bare, placed])
    assert [len(reference.evidence_spans) for reference in dataset.papers[0].questions[0].references] == [0, 1]
    assert dataset.warnings == ()


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"Label": "", "Label Code": 5}, "row 1 (1), annotation 1: Label Code is 5, not -1, 0 or 1"),
        ({"Valid Label": "perhaps"}, "row 1 (1), annotation 1: Valid Label is 'perhaps', neither true nor false"),
        ({"Evidence Start": "here"}, "row 1 (1), annotation 1: Evidence Start is a string, not a whole number"),
        ({"UserID": ""}, "row 1 (1), annotation 1: UserID is empty, not an id"),
    ],
)
def test_a_bad_annotation_is_one_line_that_names_it(changes: Json, fault: str, tmp_path: Path) -> None:
    """Article, prompt, annotation."""
    with pytest.raises(DatasetError) as caught:
        loaded(tmp_path, [annotation() | changes])
    assert fault in str(caught.value)


def test_a_folder_that_is_not_one_of_its_kind_is_one_line(tmp_path: Path) -> None:
    """A missing table, one table alone, a row with too few cells, a text that is not UTF-8."""
    with pytest.raises(DatasetError, match=r"holds no prompts\.csv; name the folder with annotations\.csv"):
        load("evidence-inference", path=tmp_path)
    folder = released(tmp_path, [annotation()])
    with pytest.raises(DatasetError, match=r"is one file of several; set dataset\.path to the folder"):
        load("evidence-inference", path=folder / "annotations.csv")
    with (folder / "prompts.csv").open("a") as file:
        file.write("5,99\n")
    with pytest.raises(DatasetError, match=r"prompts\.csv, line 3: 2 cells stand under 5 column names"):
        load("evidence-inference", path=folder)
    (released(tmp_path, [annotation()]) / "PMC99.txt").write_bytes("Zürich".encode("latin-1"))
    with pytest.raises(DatasetError, match=r"PMC99\.txt, line 1: byte 0xfc is not UTF-8"):
        load("evidence-inference", path=folder)


def test_an_empty_article_is_warned_of(tmp_path: Path) -> None:
    """Its annotations are all misplaced."""
    dataset = loaded(tmp_path, [annotation()], article="TITLE:\n\n")
    assert dataset.papers[0].paragraphs == ()
    assert dataset.warnings[-1] == "1 question has an empty context, where nothing can be cited."


LINES = ("", " ", "BODY.A:", "cell", "7.1", "x" * 60, "A line. " * 9, "\r")


@given(st.lists(st.sampled_from(LINES), max_size=12))
def test_no_word_of_an_article_is_lost_and_bounds_are_exact(lines: list[str]) -> None:
    """Every paragraph is its range of the text; ranges rise; only headings and white space lie between them."""
    text = "\n".join(lines)
    article = read_article(text)
    assert [paragraph.text for paragraph in article.paragraphs] == [text[start:end] for start, end in article.bounds]
    edges = [0, *(point for pair in article.bounds for point in pair), len(text)]
    assert edges == sorted(edges)
    between = " ".join(text[edges[at] : edges[at + 1]] for at in range(0, len(edges), 2))
    assert set(between.split()) <= {"BODY.A:"}


@needs_shared
def test_six_real_articles_hold_what_the_files_hold() -> None:
    """Counted from the raw files: 20 prompts, 36 annotations of which verifiers rejected 3, every offset right."""
    folder = SHARED / "data" / "siblings" / "evidence-inference-val6"
    with (folder / "annotations.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    kept = [row for row in rows if (row["Valid Label"], row["Valid Reasoning"]) == ("True", "True")]
    dataset = load("evidence-inference", path=folder)
    assert (len(rows), len(kept)) == (36, 33)
    assert dataset.counts.papers == 6
    assert dataset.counts.questions == len({row["PromptID"] for row in kept}) == 17
    assert dataset.counts.annotations == len({(row["PromptID"], row["UserID"], row["Label Code"]) for row in kept})
    assert dataset.warnings[:2] == (
        "3 annotations were rejected by the dataset's own verifier and are left out.",
        "3 questions hold no annotation to score against and are left out.",
    )
    assert [warning for warning in dataset.warnings[2:] if "repeat the text" not in warning] == []
    by_id = {question.id: (paper, question) for paper, question in dataset.questions()}
    for row in kept:
        paper, question = by_id[row["PromptID"]]
        reference = next(
            found for found in question.references
            if found.annotator == row["UserID"] and row["Annotations"] in found.highlighted
        )  # fmt: skip
        spans = reference.evidence_spans
        shown = " ".join(paper.paragraphs[span.paragraph].text[span.start : span.end] for span in spans)
        assert " ".join(row["Annotations"].split()) in " ".join(shown.split())
