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
RARE_IN_ANSWERS, RARE_IN_PARAGRAPHS = 1.0, 0.2
"""Percent of the words, so that about one paragraph in ten is not ASCII, as in the real slices."""
SECTIONS, PARAGRAPHS, CAPTIONS = 15, 88, 6
"""Of a whole paper; with the lengths below it takes 46 kB, where ten real ones take 44."""


def _text(generator: random.Random, words: int, rare: float = RARE_IN_ANSWERS) -> str:
    pools = generator.choices((WORDS, COMMON, RARE), (65, 35 - rare, rare), k=words)
    return " ".join(generator.choice(pool) for pool in pools)


def _paragraph(generator: random.Random) -> str:
    """Return a long paragraph, or a heading, a formula or a list entry as often as the real slices hold them."""
    words = generator.randint(40, 160) if generator.random() < 0.6 else generator.randint(1, 20)
    return _text(generator, words, RARE_IN_PARAGRAPHS)


def write_gold(path: Path, papers: int, questions: int, *, seed: int) -> None:
    """Write invented papers in the official layout, in the shape of real ones, with 1 to 4 annotators.

    Where there are more than in the validation split they hold eight paragraphs, as only the references matter then.
    """
    generator = random.Random(seed)
    is_whole = papers == PAPERS
    written: dict[str, Any] = {}
    for paper in range(papers):
        share = questions // papers + (paper < questions % papers)
        paragraphs = [_paragraph(generator) for _ in range(PARAGRAPHS if is_whole else 8)]
        cut = sorted(generator.sample(range(1, len(paragraphs)), SECTIONS - 1 if is_whole else 1))
        cited = sorted(paragraphs, key=len)[-len(paragraphs) // 2 :]
        written[f"p{paper}"] = {
            "title": "T",
            "abstract": _text(generator, 150, RARE_IN_PARAGRAPHS),
            "full_text": [
                {"section_name": f"Section {number}", "paragraphs": paragraphs[start:end]}
                for number, (start, end) in enumerate(zip([0, *cut], [*cut, len(paragraphs)], strict=True))
            ],
            "figures_and_tables": [
                {"file": f"{number}.png", "caption": _text(generator, 20)} for number in range(CAPTIONS * is_whole)
            ],
            "qas": [_question(generator, f"p{paper}q{number}", cited) for number in range(share)],
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
    """Return one prediction a question: a reference with words changed, its evidence with some missing.

    Two in a hundred are prose that declines, which takes a closer look.
    """
    generator = random.Random(seed)
    found: dict[str, tuple[str, list[str]]] = {}
    for question_id, references in gold.items():
        answer, _, evidence = generator.choice(references)
        words = [word if generator.random() < 0.7 else generator.choice(WORDS) for word in answer.split()]
        if generator.random() < 0.02:
            words = f"The paper does not say which {generator.choice(WORDS)} the authors used".split()
        found[question_id] = (" ".join(words), [text for text in evidence if generator.random() < 0.8])
    # Read back, because predictions come from a file: their texts equal those of the gold file and are not the same.
    return {key: (answer, cited) for key, (answer, cited) in json.loads(json.dumps(found)).items()}
