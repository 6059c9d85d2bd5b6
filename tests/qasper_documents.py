"""Small Qasper documents made for tests, in the released layout and in the Hub's."""

from __future__ import annotations

import io
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Json = dict[str, Any]


def answer(**fields: object) -> Json:
    """Give an answer that says nothing, but for the fields named."""
    empty: Json = {
        "unanswerable": False,
        "extractive_spans": [],
        "yes_no": None,
        "free_form_answer": "",
        "evidence": [],
        "highlighted_evidence": [],
    }
    return {**empty, **fields}


def asked(question_id: str, *answers: Json, text: str = "What is it?") -> Json:
    """Give a question with one annotation for each answer."""
    return {
        "question": text,
        "question_id": question_id,
        "nlp_background": "two",
        "topic_background": "familiar",
        "paper_read": "no",
        "search_query": "",
        "question_writer": "writer",
        "answers": [
            {"answer": found, "annotation_id": f"{question_id}-a{number}", "worker_id": f"w{number}"}
            for number, found in enumerate(answers, 1)
        ],
    }


def paper(
    sections: Sequence[tuple[str | None, Sequence[str]]],
    questions: Sequence[Json],
    captions: Sequence[str] = (),
    abstract: str | None = "An abstract.",
) -> Json:
    """Give a paper of named sections."""
    return {
        "title": "A title",
        "abstract": abstract,
        "full_text": [{"section_name": name, "paragraphs": list(paragraphs)} for name, paragraphs in sections],
        "qas": list(questions),
        "figures_and_tables": [{"caption": caption, "file": f"{n}.png"} for n, caption in enumerate(captions)],
    }


def two_papers() -> dict[str, Json]:
    """Give two papers with every answer type, a null section, a blank and a repeated paragraph, and captions."""
    return {
        "2001.00001": paper(
            [(None, ["Zürich is cold.", ""]), ("Method ::: Data", ["We read 3 books.", "Zürich is cold."])],
            [
                asked(
                    "q1",
                    answer(extractive_spans=["cold", "3 books"], evidence=["Zürich is cold."]),
                    answer(free_form_answer="It is cold", evidence=["Method ::: Data"]),
                ),
                asked(
                    "q2", answer(unanswerable=True), answer(yes_no=False, evidence=["FLOAT SELECTED: Table 1: Books"])
                ),
            ],
            ["Table 1: Books"],
        ),
        "2001.00002": paper([("Intro", ["One."])], [asked("q3", answer(yes_no=True, evidence=["One."]))], (), None),
    }


def columns(rows: Sequence[Mapping[str, Any]], names: Iterable[str]) -> Json:
    """Give a list of objects as one object of lists."""
    return {name: [row[name] for row in rows] for name in names}


def hub_rows(document: Mapping[str, Json]) -> list[Json]:
    """Give a released document as the Hub's rows."""
    annotation = ("answer", "annotation_id", "worker_id")
    return [
        {
            "id": paper_id,
            "title": found["title"],
            "abstract": found["abstract"],
            "full_text": columns(found["full_text"], ("section_name", "paragraphs")),
            "qas": columns(
                [{**qa, "answers": columns(qa["answers"], annotation)} for qa in found["qas"]],
                found["qas"][0] if found["qas"] else ("question", "question_id", "answers"),
            ),
            "figures_and_tables": columns(found["figures_and_tables"], ("caption", "file")),
        }
        for paper_id, found in document.items()
    ]


def parquet(rows: Sequence[Json]) -> bytes:
    """Give rows as the bytes of a parquet file."""
    arrow: Any = import_module("pyarrow")
    files: Any = import_module("pyarrow.parquet")
    sink = io.BytesIO()
    files.write_table(arrow.Table.from_pylist(list(rows)), sink)
    return sink.getvalue()


def as_released(document: object) -> dict[str, Json]:
    """Give parsed JSON its type."""
    return cast("dict[str, Json]", document)
