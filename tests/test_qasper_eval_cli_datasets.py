"""``datasets``: what can be loaded, one example of it, and a check before anything is spent."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

import test_loaders_multi_hop as multi_hop
import test_loaders_peerqa as peerqa
import test_loaders_pubmedqa as pubmedqa
import test_loaders_scifact as scifact
import test_loaders_squad2 as squad2
from loaders import LOADERS, facts_of, load
from loaders.layouts import layout_of
from published_kit import Shelf
from qasper_eval.report.evidence_marks import EvidenceMarks
from row_files import json_file, lines_file, parquet_file

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_documents import Json

KEYS = ("OPENAI_API_KEY", "CO_API_KEY", "COHERE_API_KEY", "KEY_OF_TEST")


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """Give an empty folder, and no keys in the environment."""
    for key in KEYS:
        monkeypatch.delenv(key, raising=False)
    return Shelf(tmp_path)


def test_the_list_names_everything_that_can_be_loaded(shelf: Shelf) -> None:
    """Unit, splits with sizes, answers, what unanswerable means, licence, repository or path; 100 columns."""
    out = shelf("datasets", "list")
    assert max(map(len, out.splitlines())) <= 100
    blocks = {block.split()[0]: " ".join(block.split()) for block in out.split("\n\n")}
    for name in LOADERS:
        facts = facts_of(name)
        assert facts is not None
        for part in (
            facts.evidence_unit,
            facts.license,
            facts.title,
            facts.answers,
            facts.unanswerable or "nothing is",
        ):
            assert part in blocks[name], (name, part)
        assert (facts.hub or {"sample": "bundled", "custom": "any repository"}.get(name, "by path only")) in blocks[
            name
        ]
        for split, expected in facts.expected.items():
            assert f"{split} {expected.questions or expected.papers:,}" in blocks[name]
        assert (f"{facts.license} !" in blocks[name]) == facts.is_non_commercial
    assert "! forbids commercial use" in out
    assert "Apache-2.0 as others state, unverified" in blocks["2wiki"]


def test_the_list_as_json_holds_every_fact(shelf: Shelf) -> None:
    """For programs: the same facts, with numbers as numbers."""
    found = {entry["name"]: entry for entry in json.loads(shelf("datasets", "list", "--json"))}
    assert set(found) == set(LOADERS)
    assert found["squad2"]["expected"]["validation"] == {"questions": 11873, "papers": None}
    assert (found["squad2"]["default_split"], found["pubmedqa"]["default_split"]) == ("validation", "train")
    assert [name for name, entry in found.items() if entry["is_non_commercial"]] == [
        "peerqa",
        "scifact",
        "contractnli",
    ]


def test_an_example_shows_its_evidence_at_the_unit_that_people_marked(shelf: Shelf, tmp_path: Path) -> None:
    """A sentence of its document, a span of its passage, a highlighted sentence of its paragraph."""
    path = json_file(tmp_path, [multi_hop.released()])
    paper = load("hotpotqa", path=path).papers[0]
    sentence = paper.questions[0].references[0].evidence_sentences[0]
    paragraph = paper.paragraphs[sentence.paragraph]
    start, end = paragraph.sentences[sentence.sentence]
    out = " ".join(shelf("datasets", "show", "hotpotqa", "--path", path).split())
    assert f">>{paragraph.text[start:end].strip()}<<" in out
    assert f"* {sentence.paragraph} {paragraph.document}" in out
    assert multi_hop.released()["question"] in out
    path = json_file(tmp_path, squad2.released(), "squad.json")
    reference = load("squad2", path=path).papers[0].questions[0].references[0]
    assert f">>{reference.answer}" in " ".join(shelf("datasets", "show", "squad2", "--path", path).split())
    out = shelf("datasets", "show", "sample")
    assert "marked paragraph 7" in out
    assert "words.<< >>The second" in " ".join(out.split())
    assert "paragraphs more (--full)" in out
    assert max(map(len, out.splitlines())) <= 100


def test_any_question_can_be_shown_in_full(shelf: Shelf) -> None:
    """By its id or the beginning of it; --full shows every paragraph whole."""
    _, question = list(load("sample").questions())[5]
    out = shelf("datasets", "show", "sample", "--question", question.id[:12], "--full")
    assert question.id in out
    assert "--full)" not in out
    paper = next(paper for paper, one in load("sample").questions() if one.id == question.id)
    plain = " ".join(out.replace(">>", "").replace("<<", "").split())
    assert all(" ".join(paragraph.text.split()) in plain for paragraph in paper.paragraphs)
    shelf("datasets", "show", "sample", "--question", "zzz", code=2)
    assert "no question of sample (validation) has this id; they look like " in shelf.err


def test_what_is_lost_and_what_was_not_marked_is_said(shelf: Shelf, tmp_path: Path) -> None:
    """A document that the context lacks stands apart; an abstract without evidence says so."""
    lost = multi_hop.released(supporting_facts=[["Nowhere", 0]])
    out = shelf("datasets", "show", "hotpotqa", "--path", json_file(tmp_path, [lost]))
    assert "MARKED, BUT NOT IN THE CONTEXT\n  Nowhere\n" in out
    assert "marked nothing; 1 mark lost" in out
    out = shelf("datasets", "show", "pubmedqa", "--path", json_file(tmp_path, {"11": pubmedqa.released()}, "p.json"))
    assert "nothing is marked" in out


def test_a_terminal_is_not_steered_by_a_dataset(shelf: Shelf, tmp_path: Path) -> None:
    """Control characters of a file are written out."""
    row = multi_hop.released(question="Red \x1b[31m?", answer="\x1b]0;x\x07")
    assert "\x1b" not in shelf("datasets", "show", "hotpotqa", "--path", json_file(tmp_path, [row]))


@pytest.mark.parametrize(
    ("name", "document", "layout"),
    [
        ("hotpotqa", [multi_hop.released()], "released: JSON with the fields "),
        ("hotpotqa", [multi_hop.on_the_hub(multi_hop.released())], "the Hub's columns: JSON with the fields id"),
        ("squad2", squad2.released(), "released: JSON with the fields "),
        ("squad2", list(squad2.hub_rows(squad2.released())), "the Hub's columns: JSON with the fields "),
        ("scifact", scifact.hub_rows(scifact.claims()), "the Hub's columns: JSON with the fields "),
        ("scifact", scifact.claims(), "released: JSON with the fields "),
        ("pubmedqa", {"11": pubmedqa.released()}, "released: JSON, an object of 1 entries by id"),
        ("pubmedqa", [pubmedqa.on_the_hub("11", pubmedqa.released())], "the Hub's columns: JSON with the fields "),
        ("peerqa", [peerqa.asked()], "released, on the Hub alike: JSON with the fields "),
        ("custom", [{"q": 1}], "rows of its own: JSON with the fields q"),
        ("custom", [[1]], "JSON without rows that are objects"),
    ],
)
def test_the_layout_of_a_file_is_recognised(name: str, document: object, layout: str, tmp_path: Path) -> None:
    """Released files and the Hub's columns are told by their fields, whatever the file is called."""
    assert layout_of(name, json_file(tmp_path, document, "any.json")).startswith(layout)


def test_the_format_of_a_file_is_told_by_its_content(tmp_path: Path) -> None:
    """Parquet by its first bytes, JSON Lines by its name."""
    rows: list[Json] = [{"id": "1", "context": "x"}]
    assert layout_of("squad2", parquet_file(tmp_path, rows, "x.bin")) == (
        "the Hub's columns: parquet with the fields id, context"
    )
    assert "JSON Lines with" in layout_of("squad2", lines_file(tmp_path, rows))
    assert layout_of("evidence-inference", tmp_path) == "released: a folder of tables and texts"
    for name, table, layout in (("t.csv", "q,c\n1,2\n", "CSV"), ("t.tsv", "q\tc\n1\t2\n", "TSV")):
        (tmp_path / name).write_text(table, "utf-8")
        assert layout_of("custom", tmp_path / name) == f"rows of its own: {layout} with the fields q, c"


def test_a_doctor_says_what_a_run_would_load_and_sends_nothing(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Source, layout, content, counts, warnings, licence, slice, first example, and that the key is there."""
    lines_file(tmp_path, scifact.claims(), "claims_dev.jsonl")
    lines_file(tmp_path, scifact.CORPUS, "corpus_dev.jsonl")
    (tmp_path / "c.yaml").write_text(
        "name: demo\ndataset: {name: scifact, path: claims_dev.jsonl}\nslice: {questions: 2}\n"
        "agent: {name: full-paper}\nprovider: {name: openai, model: m, api_key_env: KEY_OF_TEST}\n",
        "utf-8",
    )
    monkeypatch.setenv("KEY_OF_TEST", "planted-secret")
    out = shelf("datasets", "doctor", "c.yaml")
    dataset = load("scifact", path=tmp_path / "claims_dev.jsonl")
    plain = " ".join(out.split())
    for part in (
        f"read from {tmp_path / 'claims_dev.jsonl'}",
        "layout released: JSON Lines with the fields",
        f"sha256 {dataset.fingerprint[:16]}",
        f"{dataset.counts.questions} questions",
        "licence CC BY-NC 2.0 (non-commercial) as tagged on the Hub",
        *(f"warning {warning}" for warning in dataset.warnings),
        "asked 2 questions on",
        "provider openai m; the key is in KEY_OF_TEST",
        "no fault; go on with: qasper-eval run c.yaml",
    ):
        assert part in plain, part
    assert "planted-secret" not in out + shelf.err
    assert not (tmp_path / "runs").exists()


def test_every_fault_of_a_config_is_found_at_once(shelf: Shelf, tmp_path: Path) -> None:
    """A dataset that cannot be loaded and each key that is not set: exit 2, nothing begun."""
    (tmp_path / "c.yaml").write_text(
        "name: demo\nagent: {name: retrieve-then-read}\nprovider: {name: openai, model: m}\n"
        "retrieval: {mode: dense, embedding: {name: cohere, model: e}, "
        "rerank: {model: r, api_key_env: KEY_OF_TEST}}\n"
        "suites:\n  gone: {dataset: {name: squad2, path: gone.json}}\n  small: {dataset: {name: sample}}\n",
        "utf-8",
    )
    plain = " ".join(shelf("datasets", "doctor", "c.yaml", code=2).split())
    assert "suite gone dataset squad2: SQuAD 2.0" in plain
    assert "gone.json" in plain
    assert "FAULT: no key, OPENAI_API_KEY is not set" in plain
    assert "FAULT: no key, CO_API_KEY or COHERE_API_KEY is not set" in plain
    assert "FAULT: no key, KEY_OF_TEST is not set" in plain
    assert "7 faults to mend; nothing was sent to a model" in plain
    assert "suite small" in plain
    assert "suite gone" not in shelf("datasets", "doctor", "c.yaml", "--suite", "small", code=2)


def test_a_server_of_ones_own_needs_no_key(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(
        "name: demo\ndataset: {name: sample}\nagent: {name: full-paper}\n"
        "provider: {name: openai, model: m, base_url: http://127.0.0.1:9/v1}\n",
        "utf-8",
    )
    assert "no key is needed" in shelf("datasets", "doctor", "c.yaml")


def test_an_agent_that_cannot_be_built_is_a_fault(shelf: Shelf, tmp_path: Path) -> None:
    """Of a config whose dataset is fine; no key is needed where no model is asked."""
    (tmp_path / "c.yaml").write_text("name: demo\ndataset: {name: sample}\nagent: {name: full-paper}\n", "utf-8")
    out = shelf("datasets", "doctor", "c.yaml", code=2)
    assert "FAULT         provider: missing; the agent 'full-paper' asks a model" in out
    assert "1 fault to mend" in out
    (tmp_path / "c.yaml").write_text(
        "name: demo\ndataset: {name: sample}\nagent: {name: predictions, file: none.jsonl}\n", "utf-8"
    )
    assert "none.jsonl: no such predictions file" in " ".join(shelf("datasets", "doctor", "c.yaml", code=2).split())
    (tmp_path / "c.yaml").write_text(
        "name: demo\ndataset: {name: sample}\nagent: {name: extractive}\nprovider: {name: openai, model: m}\n",
        "utf-8",
    )
    assert "models        none is asked, so no key is needed" in shelf("datasets", "doctor", "c.yaml")


def test_a_dataset_can_be_checked_by_its_name_alone(shelf: Shelf, tmp_path: Path) -> None:
    """A file of another dataset is one clear fault."""
    assert "no fault" in shelf("datasets", "doctor", "sample")
    assert "key" not in shelf.out
    other = json_file(tmp_path, [multi_hop.released()])
    plain = " ".join(shelf("datasets", "doctor", "squad2", "--path", other, code=2).split())
    assert "expected SQuAD's layout" in plain


def test_a_table_of_ones_own_is_without_fault(shelf: Shelf, tmp_path: Path) -> None:
    """A CSV file that loads passes the check too, with its layout and one paper in the singular."""
    (tmp_path / "own.csv").write_text('q,ctx,a\n"Why?","So it is.",So\n', "utf-8")
    (tmp_path / "c.yaml").write_text(
        "name: d\nagent: {name: extractive}\n"
        "dataset: {name: custom, path: own.csv, map: {question: q, paragraphs: ctx, answer: a}}\n",
        "utf-8",
    )
    out = shelf("datasets", "doctor", "c.yaml")
    assert "layout        rows of its own: CSV with the fields q, ctx, a" in out
    assert "asked         1 question on 1 paper, as slice says" in out
    assert "no fault; go on with: qasper-eval run c.yaml" in out


def test_bad_usage_is_one_line(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "c.yaml").write_text(
        "name: d\nagent: {name: extractive}\nsuites: {a: {dataset: {name: sample}}, b: {dataset: {name: sample}}}\n",
        "utf-8",
    )
    for arguments, said in (
        (("doctor", "hotpot"), "hotpot: neither a dataset nor a config file; did you mean hotpotqa?"),
        (("show", "xyz"), "qasper-eval datasets list names the datasets"),
        (("show", "custom"), "described in a config (dataset.map); name the config"),
        (("show", "c.yaml"), "c.yaml names several datasets; choose one with --suite"),
        (("show", "c.yaml", "--suite", "z"), "--suite z: c.yaml names no such suite; its suites are a, b"),
        (("show", "sample", "--suite", "z"), "only a config has suites; sample is a dataset"),
        (("doctor", "c.yaml", "--split", "test"), "--split: c.yaml is a config, which says so itself; leave it out"),
        (("doctor", "none.yaml"), "none.yaml: no such config file"),
        (("show", "sample", "--split", "test"), "the sample has no split 'test'"),
    ):
        shelf("datasets", *arguments, code=2)
        assert said in shelf.err.splitlines()[-1]


def test_several_marked_places_are_told_in_the_plural(shelf: Shelf, tmp_path: Path) -> None:
    """Two spans of a contract, two paragraphs of a dataset of one's own."""
    text = "Keep it. Five years."
    release = {
        "documents": [
            {
                "id": 1,
                "text": text,
                "spans": [[0, 8], [9, 20]],
                "annotation_sets": [{"annotations": {"nda-1": {"choice": "Entailment", "spans": [0, 1]}}}],
            }
        ],
        "labels": {"nda-1": {"hypothesis": "It is kept."}},
    }
    path = json_file(tmp_path, release)
    assert "marked spans in paragraphs 0, 1" in shelf("datasets", "show", "contractnli", "--path", path)
    musique_row = {
        "id": "1",
        "question": "Q?",
        "answer": "a",
        "paragraphs": [{"title": t, "paragraph_text": t, "is_supporting": True} for t in ("a", "b")],
    }
    path = json_file(tmp_path, [musique_row])
    assert "marked paragraphs 0, 1" in shelf("datasets", "show", "musique", "--path", path)


def test_overlapping_marks_are_one() -> None:
    """Two annotators on one sentence; white space at the ends is left out."""
    (paper,) = [paper for paper in load("sample").papers if paper.id == "sample-01"]
    marks = EvidenceMarks(paper, paper.questions[0])
    for ordinal, ranges in marks.by_paragraph.items():
        text = paper.paragraphs[ordinal].text
        assert list(ranges) == sorted(ranges)
        assert all(text[start:end] == text[start:end].strip() for start, end in ranges)
        assert all(before[1] < after[0] for before, after in pairwise(ranges))
