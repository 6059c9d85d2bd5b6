"""Times the page of a full run in a real Chromium: ``python benchmarks/bench_page.py``.

1,005 questions about 281 papers of Qasper's length (invented words, fixed seed), answered by a predictions file:
how long the page takes to make, how large it is, and when a browser has painted it and lists the questions.
"""

from __future__ import annotations

import json
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from chromium import chromium, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

COMMAND = [sys.executable, "-P", "-m", "qasper_eval"]
PAPERS, QUESTIONS, PARAGRAPHS, WORDS = 281, 1005, 50, 75
OPENINGS = 7
_PAINTED = """() => new Promise((done) => {
  const painted = () => performance.getEntriesByName("first-contentful-paint")[0];
  const look = () => painted() ? done(painted().startTime) : setTimeout(look, 10);
  look();
})"""
_READY = "() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"


def main() -> None:
    """Print every figure with its n."""
    print(f"python {platform.python_version()}, {platform.machine()}, {time.strftime('%Y-%m-%d')}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _write_run(folder)
        subprocess.run([*COMMAND, "run", "c.yaml"], cwd=folder, check=True, capture_output=True)
        seconds: list[float] = []
        for _ in range(3):
            start = time.perf_counter()
            subprocess.run([*COMMAND, "report", "big"], cwd=folder, check=True, capture_output=True)
            seconds.append(time.perf_counter() - start)
        page = folder / "runs" / "big" / "report.html"
        print(f"qasper-eval report, whole process: median of 3 {statistics.median(seconds):.1f} s")
        print(f"size: {page.stat().st_size / 1e6:.1f} MB (asked < 10 MB), {QUESTIONS:,} questions, {PAPERS} papers")
        try:
            with chromium() as browser:
                _open(browser, page)
        except pytest.skip.Exception as reason:
            print(f"not opened: {reason}")


def _open(browser: Browser, file: Path) -> None:
    painted: list[float] = []
    ready: list[float] = []
    question: list[float] = []
    search: list[float] = []
    for _ in range(OPENINGS):
        with opened(browser, file) as watched:
            page = watched.page
            painted.append(page.evaluate(_PAINTED))
            ready.append(page.evaluate(_READY))
            question.append(_timed(page, "document.querySelectorAll('#list a')[50].click()", "!reader.hidden"))
            search.append(_timed(page, "filters.dispatchEvent(new Event('input'))", "list.children.length > 0"))
            if watched.said or watched.asked:
                print(f"the page complained: {watched.said} {watched.asked}")
    for what, values in (
        ("first contentful paint", painted),
        ("interactive: the list is there and answers to keys (DOMContentLoaded)", ready),
        ("opening a question", question),
        ("filtering the list", search),
    ):
        print(f"{what}: median of {OPENINGS} {statistics.median(values):.0f} ms, worst {max(values):.0f} ms")


def _timed(page: Any, act: str, done: str) -> float:
    """Return the milliseconds from an act to the next frame in which ``done`` holds."""
    script = """([act, done]) => new Promise((resolve) => {
      const [reader, filters, list] = ["reader", "filters", "list"].map((id) => document.getElementById(id));
      const names = {reader, filters, list};
      const start = performance.now();
      ACT;
      const look = () => (DONE) ? resolve(performance.now() - start) : requestAnimationFrame(look);
      requestAnimationFrame(look);
    })"""
    return float(page.evaluate(script.replace("ACT", act).replace("DONE", done), [act, done]))


def _write_run(folder: Path) -> None:
    generator = random.Random(1)
    words = ["".join(generator.choices("abcdefghiklmnoprstuvw", k=generator.randint(2, 11))) for _ in range(20_000)]
    papers: dict[str, Any] = {}
    lines: list[str] = []
    for number in range(PAPERS):
        paragraphs = [" ".join(generator.choices(words, k=WORDS)) for _ in range(PARAGRAPHS)]
        share = QUESTIONS // PAPERS + (number < QUESTIONS % PAPERS)
        asked = [_question(generator, words, f"p{number}q{place}", paragraphs) for place in range(share)]
        papers[f"p{number}"] = {
            "title": " ".join(generator.choices(words, k=10)),
            "abstract": " ".join(generator.choices(words, k=150)),
            "full_text": [{"section_name": "Data", "paragraphs": paragraphs}],
            "qas": asked,
            "figures_and_tables": [],
        }
        for question in asked:
            cited = generator.sample(range(PARAGRAPHS), 2)
            text = " ".join(generator.choices(words, k=60))
            line = {
                "question_id": question["question_id"],
                "predicted_answer": text[:40],
                "predicted_evidence": [paragraphs[place] for place in cited],
                "answer_text": text,
                "citations": [{"paragraph": place, "start": 0, "end": 80} for place in cited],
                "retrieved": [
                    {"paragraph": place, "rank": rank, "score": generator.random()}
                    for rank, place in enumerate(generator.sample(range(PARAGRAPHS), 20), start=1)
                ],
            }
            lines.append(json.dumps(line) + "\n")
    (folder / "gold.json").write_text(json.dumps(papers), "utf-8")
    (folder / "mine.jsonl").write_text("".join(lines), "utf-8")
    config = "name: big\ndataset: {name: qasper, path: gold.json}\nagent: {name: predictions, file: mine.jsonl}\n"
    (folder / "c.yaml").write_text(config, "utf-8")


def _question(generator: random.Random, words: list[str], question_id: str, paragraphs: list[str]) -> dict[str, Any]:
    def answer(kind: int) -> dict[str, Any]:
        return {
            "unanswerable": kind == 0,
            "extractive_spans": [" ".join(generator.choices(words, k=5))] if kind > 1 else [],
            "yes_no": True if kind == 1 else None,
            "free_form_answer": "",
            "evidence": generator.sample(paragraphs, generator.randint(1, 3)) if kind else [],
            "highlighted_evidence": [],
        }

    answers = [
        {"answer": answer(generator.randrange(6)), "annotation_id": f"{question_id}a{place}", "worker_id": "w"}
        for place in range(generator.randint(1, 3))
    ]
    text = " ".join(generator.choices(words, k=9)) + "?"
    return {"question": text, "question_id": question_id, "answers": answers}


if __name__ == "__main__":
    main()
