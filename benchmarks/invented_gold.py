"""Invented papers and predictions in the size of Qasper's validation split, for the benchmarks."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

PAPERS, QUESTIONS = 281, 1005
"""Of Qasper's validation split."""
WORDS = [
    start + middle + end
    for start in ("mo", "re", "ta", "si", "nu", "a", "ko", "ba")
    for middle in ("del", "ti", "", "no", "gra")
    for end in ("s", "ing", "ra", "", "tion")
]
COMMON = ["the", "of", "a", "and", "is", "in", "model", "data", "state-of-the-art", "85.3%", "with", "to", "for"]
RARE = ["not", "naïve", "“the”", "Kneser–Ney", "α"]


def _text(generator: random.Random, words: int) -> str:
    pools = generator.choices((WORDS, COMMON, RARE), (65, 34, 1), k=words)
    return " ".join(generator.choice(pool) for pool in pools)


def write_gold(path: Path, papers: int, questions: int, *, seed: int) -> None:
    """Write invented papers in the official layout: 1 to 4 annotators, paragraphs of about 600 characters."""
    generator = random.Random(seed)
    written: dict[str, Any] = {}
    for paper in range(papers):
        share = questions // papers + (paper < questions % papers)
        # Where there are many papers, they are short: only the references matter for the throughput.
        paragraphs = [_text(generator, 100) for _ in range(60 if papers == PAPERS else 8)]
        written[f"p{paper}"] = {
            "title": "T",
            "abstract": "A",
            "full_text": [{"section_name": "S", "paragraphs": paragraphs}],
            "figures_and_tables": [],
            "qas": [_question(generator, f"p{paper}q{number}", paragraphs) for number in range(share)],
        }
    path.write_text(json.dumps(written), "utf-8")


def _question(generator: random.Random, question_id: str, paragraphs: list[str]) -> dict[str, Any]:
    annotators = generator.choices((1, 2, 3, 4), (55, 25, 15, 5))[0]
    answers = [
        {"answer": _answer(generator, paragraphs), "annotation_id": f"{question_id}a{number}", "worker_id": "w"}
        for number in range(annotators)
    ]
    return {"question": "What is it?", "question_id": question_id, "answers": answers}


def _answer(generator: random.Random, paragraphs: list[str]) -> dict[str, Any]:
    kind = generator.choices(("spans", "free", "yes", "none"), (50, 25, 15, 10))[0]
    return {
        "unanswerable": kind == "none",
        "extractive_spans": [_text(generator, generator.randint(1, 12)) for _ in range(generator.randint(1, 2))]
        if kind == "spans"
        else [],
        "free_form_answer": _text(generator, generator.randint(3, 30)) if kind == "free" else "",
        "yes_no": generator.random() < 0.5 if kind == "yes" else None,
        "evidence": [] if kind == "none" else generator.sample(paragraphs, generator.choice((1, 1, 1, 2, 3))),
        "highlighted_evidence": [],
    }


def predictions_for(gold: dict[str, Any], seed: int) -> dict[str, tuple[str, list[str]]]:
    """Return one prediction a question: a reference with words changed, its evidence with some missing."""
    generator = random.Random(seed)
    found: dict[str, tuple[str, list[str]]] = {}
    for question_id, references in gold.items():
        answer, _, evidence = generator.choice(references)
        words = [word if generator.random() < 0.7 else generator.choice(WORDS) for word in answer.split()]
        found[question_id] = (" ".join(words), [text for text in evidence if generator.random() < 0.8])
    # Read back, because predictions come from a file: their texts equal those of the gold file and are not the same.
    return {key: (answer, cited) for key, (answer, cited) in json.loads(json.dumps(found)).items()}
