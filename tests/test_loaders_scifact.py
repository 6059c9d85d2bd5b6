"""SciFact and Citation-Integrity become records: claims, rationales, and a corpus in a file of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from loaders import Dataset, DatasetError, Reference, SentenceId, load
from row_files import lines_file, parquet_file
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from qasper_documents import Json

NOT_COMMERCIALLY = (
    "SciFact may not be used commercially (CC BY-NC 2.0 as tagged on the Hub; its authors' repository says CC BY "
    "4.0: the licence of your copy decides)."
)
CORPUS: list[Json] = [
    {
        "doc_id": 10,
        "title": "Tea",
        "abstract": ["Tea was drunk.", "It helped.", "It cost little."],
        "structured": False,
    },
    {"doc_id": 20, "title": "Coffee", "abstract": ["Coffee was drunk.", "It helped nobody."], "structured": False},
]


def claim(claim_id: int, evidence: object, cited: Sequence[int]) -> Json:
    """Give a claim as released."""
    return {"id": claim_id, "claim": f"Claim {claim_id}.", "evidence": evidence, "cited_doc_ids": list(cited)}


def rationale(label: str, *sentences: int) -> Json:
    """Give a rationale as released."""
    return {"label": label, "sentences": list(sentences)}


def claims() -> list[Json]:
    """Give claims with two rationales in one document, with two documents, and without evidence."""
    return [
        claim(1, {"10": [rationale("SUPPORT", 0, 1), rationale("SUPPORT", 2)]}, [10]),
        claim(2, {"20": [rationale("CONTRADICT", 1)], "10": [rationale("CONTRADICT", 1)]}, [10, 20]),
        claim(3, {}, [10]),
    ]


def hub_rows(released: Sequence[Json]) -> list[Json]:
    """Give released claims in the Hub's rows, one for each rationale."""
    rows: list[Json] = []
    for found in released:
        parts = [(document, one) for document, many in found["evidence"].items() for one in many]
        for document, one in parts or [("", {"label": "", "sentences": []})]:
            rows.append(
                {
                    "id": found["id"],
                    "claim": found["claim"],
                    "evidence_doc_id": document,
                    "evidence_label": one["label"],
                    "evidence_sentences": one["sentences"],
                    "cited_doc_ids": found["cited_doc_ids"],
                }
            )
    return rows


def loaded(folder: Path, released: Sequence[Json], corpus: Sequence[Json] = CORPUS, name: str = "scifact") -> Dataset:
    """Load claims with a corpus beside them."""
    lines_file(folder, corpus, "corpus.jsonl")
    return load(name, path=lines_file(folder, released, "claims_dev.jsonl"))


def test_every_sentence_is_a_paragraph_and_every_rationale_a_reference(tmp_path: Path) -> None:
    """A rationale is enough by itself; the label is kept, the answer is what an agent is asked for."""
    dataset = loaded(tmp_path, claims())
    tea, both = dataset.papers
    assert (tea.id, tea.title, both.id, both.title) == ("10", "Tea", "10+20", "")
    assert [paragraph.text for paragraph in tea.paragraphs] == CORPUS[0]["abstract"]
    assert [paragraph.sentences for paragraph in tea.paragraphs] == [((0, 14),), ((0, 10),), ((0, 15),)]
    assert {paragraph.document for paragraph in tea.paragraphs} == {""}
    assert [paragraph.document for paragraph in both.paragraphs] == ["Tea"] * 3 + ["Coffee"] * 2
    first, third = tea.questions
    assert (first.id, first.kind, first.text) == ("1", "claim", "Claim 1.")
    assert first.references == (
        Reference(
            "Yes",
            "boolean",
            ("Tea was drunk.", "It helped."),
            evidence_sentences=(SentenceId(0, 0), SentenceId(1, 0)),
            label="SUPPORT",
        ),
        Reference("Yes", "boolean", ("It cost little.",), evidence_sentences=(SentenceId(2, 0),), label="SUPPORT"),
    )
    assert third.references == (Reference("Unanswerable", "none", label="NEI"),)
    assert [(found.answer, found.evidence) for found in both.questions[0].references] == [
        ("No", ("It helped nobody.",)),
        ("No", ("It helped.",)),
    ]
    assert dataset.warnings == (NOT_COMMERCIALLY,)


def test_the_hubs_rows_hold_the_same_records(tmp_path: Path) -> None:
    """A row a rationale, in JSON Lines and parquet, for the corpus too."""
    want = loaded(tmp_path, claims()).fingerprint
    rows = hub_rows(claims())
    assert loaded(tmp_path, rows).fingerprint == want
    corpus = parquet_file(tmp_path, CORPUS, "abstracts.parquet")
    path = parquet_file(tmp_path, rows, "claims.parquet")
    assert load("scifact", path=path, corpus=corpus).fingerprint == want


def test_released_claims_as_parquet_hold_the_same_records(tmp_path: Path) -> None:
    """There every row has a field for each document of the file, null where it marks nothing in it."""
    lines_file(tmp_path, CORPUS, "corpus.jsonl")
    rows = [claims()[0], claim(2, {"20": [rationale("CONTRADICT", 1)]}, [20]), claims()[2]]
    found = [
        load("scifact", path=path)
        for path in (lines_file(tmp_path, rows, "claims.jsonl"), parquet_file(tmp_path, rows, "claims.parquet"))
    ]
    assert found[0].fingerprint == found[1].fingerprint


@pytest.mark.parametrize(
    ("claims_name", "corpus_name"),
    [
        ("claims_dev.jsonl", "corpus.jsonl"),
        ("a-claims.jsonl", "a-corpus.jsonl"),
        ("claims.parquet", "corpus.parquet"),
        ("dev.jsonl", "corpus.jsonl"),
    ],
)
def test_the_corpus_is_found_beside_the_claims(claims_name: str, corpus_name: str, tmp_path: Path) -> None:
    """The same name with ``claims`` replaced, else corpus.jsonl."""
    for name, rows in ((claims_name, hub_rows(claims())), (corpus_name, CORPUS)):
        (parquet_file if name.endswith("parquet") else lines_file)(tmp_path, rows, name)
    assert load("scifact", path=tmp_path / claims_name).counts.questions == 3


def test_the_own_corpus_wins_over_a_general_one(tmp_path: Path) -> None:
    """The sibling is tried before corpus.jsonl, and dataset.corpus before both."""
    lines_file(tmp_path, CORPUS, "x-corpus.jsonl")
    lines_file(tmp_path, [{**CORPUS[0], "abstract": ["General."]}], "corpus.jsonl")
    own = lines_file(tmp_path, [{**CORPUS[0], "abstract": ["Own."]}], "own.jsonl")
    path = lines_file(tmp_path, claims()[:1], "x-claims.jsonl")
    assert load("scifact", path=path).papers[0].paragraphs[0].text == "Tea was drunk."
    assert load("scifact", path=path, corpus=own).papers[0].paragraphs[0].text == "Own."


def test_a_corpus_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    """It says what was looked for and what to set."""
    path = lines_file(tmp_path, claims(), "claims_dev.jsonl")
    with pytest.raises(DatasetError) as caught:
        load("scifact", path=path)
    assert str(caught.value) == (
        f"{path}: its texts are not beside it (looked for corpus_dev.jsonl and corpus.jsonl); "
        "set dataset.corpus to their file"
    )
    with pytest.raises(DatasetError, match=r"none\.jsonl does not exist"):
        load("scifact", path=path, corpus=tmp_path / "none.jsonl")


def test_missing_documents_and_sentences_are_counted_and_stay(tmp_path: Path) -> None:
    """A claim without any document of its own is left out; the other keeps what there is."""
    evidence = {"10": [rationale("SUPPORT", 1, 9)], "30": [rationale("SUPPORT", 0)]}
    dataset = loaded(tmp_path, [claim(1, evidence, [10, 30]), claim(2, {}, [40])])
    (question,) = dataset.papers[0].questions
    here, there = question.references
    assert (here.evidence, here.evidence_sentences, here.unplaced) == (
        ("It helped.", "10, sentence 9"),
        (SentenceId(1, 0),),
        1,
    )
    assert (there.evidence, there.evidence_sentences, there.unplaced) == (("30, sentence 0",), (), 1)
    stays = "; no citation matches it, and it stays in the gold."
    assert dataset.warnings[1:] == (
        f"1 evidence sentence is missing from its document{stays}",
        f"1 piece of evidence names a document that the context lacks{stays}",
        "1 question is about a paper whose text the files lack and is left out.",
        "1 cited document is missing from the corpus; its claim keeps the others.",
    )


def test_a_corpus_of_another_dataset_is_one_line(tmp_path: Path) -> None:
    """Nothing is left to score."""
    with pytest.raises(DatasetError, match=r"holds no question that can be scored \(3 questions are about papers"):
        loaded(tmp_path, claims(), [{"doc_id": 99, "title": "", "abstract": ["A."]}])


@pytest.mark.parametrize(
    "row",
    [
        {"id": 1, "claim": "Claim."},
        {**dict.fromkeys(("evidence_doc_id", "evidence_label"), ""), "id": 1, "claim": "Claim.", "cited_doc_ids": []},
    ],
)
def test_a_blind_test_set_is_no_set_of_claims_without_evidence(row: Json, tmp_path: Path) -> None:
    """Its claims would all read as not enough information, in both layouts."""
    with pytest.raises(DatasetError, match="1 question holds no annotation to score against"):
        loaded(tmp_path, [row])


def test_repeated_ids_are_warned_of(tmp_path: Path) -> None:
    """Of claims, which stay two in the file, and of documents."""
    dataset = loaded(tmp_path, [claims()[0], claims()[0]], [*CORPUS, CORPUS[0]])
    assert dataset.warnings[1:] == (
        "1 document id occurs again in the corpus; only the last of it is used.",
        "1 question id occurs more than once (1); only the last of each is scored.",
    )


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (claim(1, [], [10]), "row 1 (1): a list stands where an object of rationales by document should"),
        (claim(1, {"10": {}}, [10]), "row 1 (1): 10 is an object, not a list"),
        (claim(1, {"10": [rationale("MAYBE", 0)]}, [10]), "document 10, rationale 1: label is 'MAYBE', a label that"),
        (claim(1, {"10": [{"label": "SUPPORT"}]}, [10]), "document 10, rationale 1: sentences is missing"),
        ({**claim(1, {}, [10]), "cited_doc_ids": [1.5]}, "row 1 (1): cited_doc_ids is a number, not an id"),
    ],
)
def test_a_bad_claim_is_one_line_that_names_it(row: Any, fault: str, tmp_path: Path) -> None:
    """File, claim, rationale."""
    with pytest.raises(DatasetError) as caught:
        loaded(tmp_path, [row])
    assert fault in str(caught.value)


def test_a_bad_document_is_named_with_its_own_file(tmp_path: Path) -> None:
    """The corpus, not the claims."""
    fault = r"corpus\.jsonl: row 1 \(10\): abstract is a string, not a list \(expected a corpus in"
    with pytest.raises(DatasetError, match=fault):
        loaded(tmp_path, claims(), [{**CORPUS[0], "abstract": "A."}])


def test_citation_integrity_is_a_local_dataset_with_its_own_facts(tmp_path: Path) -> None:
    """It is on no Hub, and its licence allows commercial use."""
    dataset = loaded(tmp_path, [claim(1, {"10": [rationale("REFUTE", 0)]}, [10])], name="citation-integrity")
    assert dataset.papers[0].questions[0].references[0].label == "REFUTE"
    assert (dataset.license, dataset.warnings) == ("MIT", ())
    with pytest.raises(DatasetError, match=r"cannot be read from the Hub; set dataset\.path to the claims file"):
        load("citation-integrity")


@needs_shared
@pytest.mark.parametrize("name", ["citation-integrity", "scifact"])
def test_the_real_slice_holds_what_the_files_hold(name: str) -> None:
    """Counted from the raw files: 150 claims on 5 sentences each, 94 supported, 48 refuted, 8 neither."""
    folder = SHARED / "data" / "siblings"
    path = folder / "citation-integrity-dev150-claims.jsonl"
    raw = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    corpus = {
        str(row["doc_id"]): row["abstract"]
        for row in map(
            json.loads, (folder / "citation-integrity-dev150-corpus.jsonl").read_text("utf-8").splitlines()
        )
    }
    dataset = load(name, path=path)
    answers = [question.references[0].answer for _, question in dataset.questions()]
    assert {answer: answers.count(answer) for answer in set(answers)} == {"Yes": 94, "No": 48, "Unanswerable": 8}
    by_id = {question.id: question for _, question in dataset.questions()}
    assert len(by_id) == len(raw) == 150
    for row in raw:
        marked = [
            [corpus[document][sentence] for sentence in found["sentences"]]
            for document, many in row["evidence"].items()
            for found in many
        ]
        assert [list(found.evidence) for found in by_id[str(row["id"])].references] == (marked or [[]])
    repeats = "1 paragraph repeats the text of an earlier one in the same paper"
    assert sum(len(texts) - len(set(texts)) for texts in corpus.values()) == 1
    assert [warning.startswith(repeats) for warning in dataset.warnings][-1:] == [True]
