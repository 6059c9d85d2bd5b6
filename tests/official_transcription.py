"""metrics.md's official section, written down a second time and as directly as its words allow.

Nothing here is shared with the product and nothing is cached: it is the oracle of the property tests and the
yardstick of the benchmark. As a script it prints the official numbers of a gold file and a predictions file.
"""

from __future__ import annotations

import json
import re
import string
import sys
from collections import Counter
from pathlib import Path
from typing import Any

PUNCTUATION = set(string.punctuation)
Annotation = tuple[str, str, list[str]]
"""Answer text, type and evidence of one annotator."""


def normalize(text: str) -> str:
    text = text.lower()
    text = "".join(character for character in text if character not in PUNCTUATION)
    text = re.sub(r"\b(a|an|the)\b", " ", text)
    return " ".join(text.split())


def answer_f1(prediction: str, reference: str) -> float:
    predicted, relevant = normalize(prediction).split(), normalize(reference).split()
    same = sum((Counter(predicted) & Counter(relevant)).values())
    if same == 0:
        return 0.0
    p, r = same / len(predicted), same / len(relevant)
    return (2 * p * r) / (p + r)


def evidence_f1(prediction: list[str], reference: list[str]) -> float:
    if not prediction and not reference:
        return 1.0
    same = len(set(prediction).intersection(reference))
    if same == 0:
        return 0.0
    p, r = same / len(prediction), same / len(reference)
    return (2 * p * r) / (p + r)


def mean(values: list[float]) -> float:
    total = 0.0
    for value in values:
        total = total + value
    return total / len(values) if values else 0.0


def evaluate(
    gold: dict[str, list[Annotation]], predictions: dict[str, tuple[str, list[str]]], *, text_only: bool = False
) -> dict[str, Any]:
    """Return the official means; a type without a question is 0.0, as the authors print it."""
    answers: list[float] = []
    evidences: list[float] = []
    by_type: dict[str, list[float]] = {"extractive": [], "abstractive": [], "boolean": [], "none": []}
    missing = 0
    for question_id, references in gold.items():
        if question_id not in predictions:
            missing += 1
            answers.append(0.0)
            evidences.append(0.0)
            continue
        answer, cited = predictions[question_id]
        best, best_type = -1.0, ""
        best_evidence = -1.0
        for text, kind, evidence in references:
            value = answer_f1(answer, text)
            if value > best:
                best, best_type = value, kind
            kept = [entry for entry in evidence if not (text_only and "FLOAT SELECTED" in entry)]
            best_evidence = max(best_evidence, evidence_f1(cited, kept))
        answers.append(best)
        by_type[best_type].append(best)
        evidences.append(best_evidence)
    return {
        "answer_f1": mean(answers),
        "evidence_f1": mean(evidences),
        "by_type": {kind: mean(values) for kind, values in by_type.items()},
        "missing": missing,
    }


def annotation(answer: dict[str, Any]) -> Annotation:
    if answer["unanswerable"]:
        return "Unanswerable", "none", []
    evidence: list[str] = answer["evidence"]
    if answer["extractive_spans"]:
        return ", ".join(answer["extractive_spans"]), "extractive", evidence
    if answer["free_form_answer"]:
        return answer["free_form_answer"], "abstractive", evidence
    if answer["yes_no"] is None:
        raise ValueError("an annotation without an answer")
    return "Yes" if answer["yes_no"] else "No", "boolean", evidence


def read_gold(path: Path) -> dict[str, list[Annotation]]:
    papers: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return {
        question["question_id"]: [annotation(entry["answer"]) for entry in question["answers"]]
        for paper in papers.values()
        for question in paper["qas"]
    }


def read_predictions(path: Path) -> dict[str, tuple[str, list[str]]]:
    with path.open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return {row["question_id"]: (row["predicted_answer"], row["predicted_evidence"]) for row in rows}


if __name__ == "__main__":
    print(json.dumps(evaluate(read_gold(Path(sys.argv[1])), read_predictions(Path(sys.argv[2])))))  # noqa: T201  # because a script prints
