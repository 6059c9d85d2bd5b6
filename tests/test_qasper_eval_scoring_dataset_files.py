"""The metrics of the datasets' own authors on real slices, against the files as they are released."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from dataset_scripts import hotpot, macro_f1, scifact, squad2
from loaders import load
from qasper_eval.prediction_parts import Citation
from scoring_data import cites, own_means, prediction, report
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from qasper_eval.records import Prediction

SIBLINGS = SHARED / "data" / "siblings"


def sibling(name: str) -> Any:
    file = SIBLINGS / name
    lines = file.read_text(encoding="utf-8")
    return [json.loads(line) for line in lines.splitlines()] if file.suffix == ".jsonl" else json.loads(lines)


def average(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {key: sum(row[key] for row in rows) / len(rows) for key in rows[0]}


@needs_shared
def test_hotpotqa_from_the_released_file() -> None:
    data, draw = load("hotpotqa", path=SIBLINGS / "hotpotqa-train50.json"), random.Random(1)
    said: list[Prediction] = []
    rows: list[dict[str, float]] = []
    for entry in sibling("hotpotqa-train50.json"):
        at, sentence = draw.choice(entry["supporting_facts"]), draw.randrange(2)
        titles = [title for title, _ in entry["context"]]
        document = titles.index(at[0]) if draw.random() < 0.7 else draw.randrange(len(titles))
        held = next(held for held, asked in data.questions() if asked.id == entry["_id"]).paragraphs[document]
        start, end = held.sentences[min(sentence, len(held.sentences) - 1)]
        whole = Citation(0)
        said.append(cites(entry["_id"], entry["answer"] + " so", Citation(document, None, None, start, end), whole))
        cited = {(titles[document], min(sentence, len(held.sentences) - 1))}
        cited |= {(titles[0], number) for number in range(len(entry["context"][0][1]))}
        marked = {(title, number) for title, number in entry["supporting_facts"]}
        rows.append(hotpot(entry["answer"] + " so", entry["answer"], cited, marked))
    assert own_means(report(data, said)) == pytest.approx(average(rows))


@needs_shared
def test_squad2_from_the_released_file() -> None:
    data, draw = load("squad2", path=SIBLINGS / "squad2-dev-slice.json"), random.Random(2)
    said: list[Prediction] = []
    rows: list[tuple[bool, tuple[float, float]]] = []
    for article in sibling("squad2-dev-slice.json")["data"]:
        for passage in article["paragraphs"]:
            for asked in passage["qas"]:
                answer = draw.choice(
                    ["", " ".join(passage["context"].split()[:4]), *[a["text"] for a in asked["answers"]]]
                )
                said.append(prediction(asked["id"], answer or "Unanswerable", declined=not answer))
                rows.append((bool(asked["answers"]), squad2(answer, [a["text"] for a in asked["answers"]])))
    found = own_means(report(data, said))
    for start, kinds in (("", (True, False)), ("has_ans_", (True,)), ("no_ans_", (False,))):
        values = [value for kind, value in rows if kind in kinds]
        for at, name in enumerate(("exact", "f1")):
            assert found[start + name] == pytest.approx(sum(value[at] for value in values) / len(values))


@needs_shared
def test_citation_integrity_from_the_released_file() -> None:
    """The first sentences of the cited document under a random verdict, by ordinal, against the evaluator."""
    file = "citation-integrity-dev150-claims.jsonl"
    data, draw = load("citation-integrity", path=SIBLINGS / file), random.Random(4)
    answers = {"SUPPORT": "Yes", "REFUTE": "No"}
    golds: list[dict[str, Any]] = []
    predicted: list[dict[str, Any]] = []
    said: list[Prediction] = []
    pairs: list[tuple[str, str | None]] = []
    for entry in sibling(file):
        evidence: dict[str, Any] = entry["evidence"]
        golds.append(
            {
                key: {"label": some[0]["label"], "rationales": [one["sentences"] for one in some]}
                for key, some in evidence.items()
            }
        )
        held = next(held for held, asked in data.questions() if asked.id == str(entry["id"]))
        marked = next((some[0]["label"] for some in evidence.values()), "NEI")
        label = draw.choice([*answers, "NEI", marked])
        first = [at for some in evidence.values() for one in some for at in one["sentences"]][: draw.randrange(4)]
        sentences = list(dict.fromkeys([*first, draw.randrange(len(held.paragraphs))]))
        (document,) = {str(name) for name in entry["cited_doc_ids"]}
        predicted.append({} if label == "NEI" else {document: {"label": label, "sentences": sentences}})
        said.append(cites(str(entry["id"]), answers.get(label, "Unanswerable"), *map(Citation, sentences)))
        pairs.append((marked, label))
    found = own_means(report(data, said))
    for name, value in scifact(golds, predicted).items():
        assert found[name] == pytest.approx(value), name
        assert value
    assert found["label_macro_f1"] == pytest.approx(macro_f1(pairs, ("SUPPORT", "REFUTE", "NEI")))


@needs_shared
@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("musique", "musique-ans-train50.json"),
        ("pubmedqa", "pubmedqa-pqal-100.json"),
        ("wice", "wice-dev60.jsonl"),
        ("evidence-inference", "evidence-inference-val6"),
    ],
)
def test_people_score_one_against_themselves(name: str, file: str) -> None:
    """The first reference said and cited as marked is right in every metric that applies."""
    data = load(name, path=SIBLINGS / file)
    said: list[Prediction] = []
    for held, asked in data.questions():
        best = max(asked.references, key=lambda one: [other.label for other in asked.references].count(one.label))
        ordinals = {paragraph.text: at for at, paragraph in reversed(list(enumerate(held.paragraphs)))}
        cited = [Citation(unit.paragraph) for unit in best.evidence_sentences]
        cited += [Citation(s.paragraph, quote_start=s.start, quote_end=s.end) for s in best.evidence_spans]
        cited += [] if cited else [Citation(ordinals[text]) for text in best.evidence if text in ordinals]
        said.append(cites(asked.id, best.answer, *cited, declined=best.type == "none"))
    found = report(data, said)
    values = {key: value for key, value in own_means(found).items() if value is not None}
    lost = sum(reference.unplaced for _, asked in data.questions() for reference in asked.references)
    assert lost == 0
    assert values
    assert values == pytest.approx(dict.fromkeys(values, 1.0))
