"""Times loading two datasets of the size they have: ``python benchmarks/bench_loaders.py``.

HotpotQA's dev set (7,405 questions of 10 documents, 4 sentences each on average) and SQuAD 2.0's (11,873 questions on
1,204 passages, half of them unanswerable) are made up in the released layout, and loaded in a process of their own.
Asked: less than 10 s and less than 1 GB each.
"""

from __future__ import annotations

import json
import platform
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

QUESTIONS, DOCUMENTS = 7_405, 10
SQUAD_QUESTIONS, PASSAGES, ARTICLES = 11_873, 1_204, 35
PROGRAM = """
import resource, sys, time
from pathlib import Path
from loaders import load
start = time.perf_counter()
dataset = load(sys.argv[1], path=Path(sys.argv[2]))
seconds = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(seconds, peak / 1024, dataset.counts.questions, len(dataset.warnings))
"""
Row = dict[str, Any]


def main() -> None:
    """Print the figures with their n."""
    print(f"python {platform.python_version()}, {platform.machine()}, {time.strftime('%Y-%m-%d')}")
    with tempfile.TemporaryDirectory() as folder:
        for name, document in (("hotpotqa", _hotpotqa()), ("squad2", _squad2())):
            path = Path(folder) / f"{name}.json"
            path.write_text(json.dumps(document), encoding="utf-8")
            _measure(name, path)


def _measure(name: str, path: Path) -> None:
    runs: list[tuple[float, float]] = []
    found = ""
    for _ in range(3):
        command = [sys.executable, "-c", PROGRAM, name, str(path)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        seconds, peak, questions, warnings = done.stdout.split()
        runs.append((float(seconds), float(peak)))
        found = f"{int(questions):,} questions, {warnings} warnings"
    size = path.stat().st_size / 2**20
    print(
        f"{name} ({size:.0f} MB, {found}): median of 3 {sorted(runs)[1][0]:.1f} s, "
        f"peak {max(peak for _, peak in runs):.0f} MB (asked < 10 s, < 1,024 MB)"
    )


def _words(chance: random.Random, number: int) -> str:
    return " ".join("".join(chance.choices("etaoinshrdlu", k=chance.randint(2, 9))) for _ in range(number))


def _sentence(chance: random.Random) -> str:
    return _words(chance, chance.randint(8, 30)).capitalize() + "."


def _hotpotqa() -> list[Row]:
    chance = random.Random(13)
    return [_two_hops(chance, number) for number in range(QUESTIONS)]


def _two_hops(chance: random.Random, number: int) -> Row:
    context: list[tuple[str, list[str]]] = []
    for place in range(DOCUMENTS):
        sentences = [_sentence(chance) for _ in range(chance.randint(2, 6))]
        context.append((f"Title {number} {place}", [sentences[0], *(" " + found for found in sentences[1:])]))
    return {
        "_id": f"{number:024x}",
        "question": _sentence(chance),
        "answer": _words(chance, 2),
        "type": "bridge",
        "level": "hard",
        "supporting_facts": [(title, len(found) - 1) for title, found in chance.sample(context, 2)],
        "context": context,
    }


def _squad2() -> Row:
    chance = random.Random(13)
    articles: list[Row] = [{"title": f"Article_{number}", "paragraphs": []} for number in range(ARTICLES)]
    passages: list[Row] = []
    for number in range(PASSAGES):
        passages.append({"context": " ".join(_sentence(chance) for _ in range(6)), "qas": []})
        articles[number % ARTICLES]["paragraphs"].append(passages[-1])
    for number in range(SQUAD_QUESTIONS):
        passage = passages[number % PASSAGES]
        answers = [] if number % 2 else [_answer(chance, passage["context"]) for _ in range(3)]
        asked = {"id": f"{number:024x}", "question": _sentence(chance), "answers": answers}
        passage["qas"].append({**asked, "is_impossible": not answers})
    return {"version": "v2.0", "data": articles}


def _answer(chance: random.Random, context: str) -> Row:
    start = chance.randrange(len(context) - 20)
    return {"text": context[start : start + 20], "answer_start": start}


if __name__ == "__main__":
    main()
