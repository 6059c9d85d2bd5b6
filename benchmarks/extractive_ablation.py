"""What each part of the offline agent is worth: evidence F1 and declining on Qasper files (released JSON layout).

python benchmarks/extractive_ablation.py FILE... [--both-ways] [--squad FILE] [--embeddings]

``--both-ways`` chooses the knobs on the papers of one file and reports them on the other's that it does not hold;
``--squad`` measures declining on a SQuAD 2.0 file, a passage being a paper; ``--embeddings`` adds rows with the local
embeddings of the optional extra.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import tempfile
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from loaders import load
from qasper_eval.agents.extractive import ExtractiveAgent, ExtractiveOptions
from scorers.answer_f1 import answer_f1
from scorers.bootstrap import paper_bootstrap
from scorers.evidence_f1 import evidence_f1
from scorers.wilson import wilson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from loaders.records import Paper, Question
    from qasper_eval.agents.retrieval.embedder import Embedder
    from qasper_eval.agents.retrieval.search_options import SearchMode

SEED = 13
CHOSEN = ExtractiveOptions()
ROWS: dict[str, ExtractiveOptions] = {
    "the agent as it is": CHOSEN,
    "no declining": replace(CHOSEN, decline=False),
    "no topics": replace(CHOSEN, topic_weight=0),
    "no cues": replace(CHOSEN, cue_weight=0),
    "no topics, no cues": replace(CHOSEN, topic_weight=0, cue_weight=0),
    "bare retrieval, top 2": replace(CHOSEN, topic_weight=0, cue_weight=0, max_gap=99, decline=False),
}
MODES: tuple[SearchMode, ...] = ("tfidf", "bm25", "hybrid")
EMBEDDED_MODES: tuple[SearchMode, ...] = ("dense", "hybrid")
SELECTIONS = {
    "top 1": replace(CHOSEN, top_k=1),
    "top 2": replace(CHOSEN, top_k=2, max_gap=99),
    "top 3": replace(CHOSEN, top_k=3, max_gap=99),
    "1 or 2 by gap": CHOSEN,
    "1 to 3 by gap": replace(CHOSEN, top_k=3),
}
GRID = [
    replace(CHOSEN, topic_weight=topic, cue_weight=cue, top_k=top_k, max_gap=gap, decline=decline)
    for topic, cue, (top_k, gap), decline in itertools.product(
        (0, 0.35, 0.7, 1), (0, 0.15, 0.3, 0.6), ((1, 0.0), (2, 0.5), (2, 1.0), (2, 99.0), (3, 1.0)), (True, False)
    )
]


@dataclass(frozen=True, slots=True)
class Item:
    """One answered question."""

    paper: str
    """Id of its paper, the unit that is resampled."""
    evidence: float
    """Official evidence F1."""
    answer: float
    """Official answer F1."""
    marked: bool
    """Whether any annotator marked evidence."""
    kind: str
    """answerable, unanswerable or split."""
    declined: bool
    """Whether the agent declined."""


def answered(
    pairs: Iterable[tuple[Paper, Question]], options: ExtractiveOptions, embedder: Embedder | None = None
) -> list[Item]:
    """Answer and score every question; the agent sees no reference."""
    agent = ExtractiveAgent(options=options, embedder=embedder)
    return list(asyncio.run(_answered(agent, pairs)))


async def _answered(agent: ExtractiveAgent, pairs: Iterable[tuple[Paper, Question]]) -> list[Item]:
    items: list[Item] = []
    for paper, question in pairs:
        found = await agent.answer(replace(paper, questions=()), replace(question, references=()))
        marked = [reference.evidence for reference in question.references]
        items.append(
            Item(
                paper=paper.id,
                evidence=evidence_f1(found.predicted_evidence, marked).value,
                answer=answer_f1(found.predicted_answer, [entry.answer for entry in question.references]).value,
                marked=any(marked),
                kind=question.answer_class,
                declined=found.is_declined,
            )
        )
    return items


def mean_cell(items: Sequence[Item], value: Callable[[Item], float] = lambda item: item.evidence) -> str:
    """Write a mean with its 95 % interval over papers."""
    if not items:
        return "n/a"
    sums: dict[str, list[float]] = defaultdict(list)
    for item in items:
        sums[item.paper].append(value(item))
    (interval,) = paper_bootstrap([[sum(v) for v in sums.values()]], [[len(v) for v in sums.values()]], seed=SEED)
    mean = sum(map(value, items)) / len(items)
    return f"{mean:.3f}" + (f" [{interval.low:.3f}, {interval.high:.3f}]" if interval else "")


def rate_cell(items: Sequence[Item]) -> str:
    """Write how many were declined, with the Wilson interval."""
    count = sum(item.declined for item in items)
    interval = wilson(count, len(items))
    return f"{count}/{len(items)}" + (f" [{interval.low:.2f}, {interval.high:.2f}]" if interval else "")


def row(name: str, items: Sequence[Item]) -> str:
    """Write one line of the table."""
    cells = [
        name,
        mean_cell(items),
        mean_cell([item for item in items if item.marked]),
        mean_cell([item for item in items if not item.marked]),
        mean_cell(items, lambda item: item.answer),
        rate_cell([item for item in items if item.kind == "unanswerable"]),
        rate_cell([item for item in items if item.kind == "answerable"]),
    ]
    return f"| {' | '.join(cells)} |"


def header(title: str) -> str:
    """Write the head of a table."""
    columns = [
        "evidence F1",
        "with evidence",
        "without",
        "answer F1",
        "declined: unanswerable",
        "declined: answerable",
    ]
    return f"\n| {title} | {' | '.join(columns)} |\n|{'---|' * (len(columns) + 1)}"


def print_ablation(pairs: Sequence[tuple[Paper, Question]]) -> None:
    """Print parts, then retrieval mode × selection × declining."""
    print(header("parts"))
    for name, options in ROWS.items():
        print(row(name, answered(pairs, options)), flush=True)
    print(header("retrieval × selection × declining"))
    for mode, (name, options), decline in itertools.product(MODES, SELECTIONS.items(), (False, True)):
        changed = replace(options, retrieval=mode, decline=decline)
        label = f"{mode}, {name}, {'declines' if decline else 'answers all'}"
        print(row(label, answered(pairs, changed)), flush=True)


def print_embedded(pairs: Sequence[tuple[Paper, Question]]) -> None:
    """Print retrieval with the local embeddings × selection × declining; each text is embedded once."""
    from qasper_eval.agents.retrieval.embedding_cache import CachedEmbedder, EmbeddingCache
    from qasper_eval.agents.retrieval.onnx_embedder import HOST, MODEL, OnnxEmbedder

    print(header(f"retrieval with {MODEL} × selection × declining"))
    with tempfile.TemporaryDirectory() as folder:
        cache = EmbeddingCache(Path(folder), print)
        embedder = CachedEmbedder(OnnxEmbedder(), cache, HOST, MODEL)
        bare = replace(ROWS["bare retrieval, top 2"], retrieval="dense")
        print(row("dense, bare, top 2", answered(pairs, bare, embedder)), flush=True)
        for mode, (name, options), decline in itertools.product(EMBEDDED_MODES, SELECTIONS.items(), (False, True)):
            changed = replace(options, retrieval=mode, decline=decline)
            label = f"{mode}, {name}, {'declines' if decline else 'answers all'}"
            print(row(label, answered(pairs, changed, embedder)), flush=True)
        cache.close()


def print_both_ways(files: dict[str, list[tuple[Paper, Question]]]) -> None:
    """Print what the knobs chosen on one file give on the papers of the others that it does not hold."""
    print(header(f"chosen among {len(GRID)} on, reported on"))
    for name, pairs in files.items():
        known = {paper.id for paper, _ in pairs}
        others = [pair for other in files if other != name for pair in files[other] if pair[0].id not in known]
        best = max(GRID, key=lambda options: sum(item.evidence for item in answered(pairs, options)))
        print(row(f"{name} itself", answered(pairs, best)))
        print(row(f"{name}, others", answered(others, best)))
        print(row("the agent as it is, others", answered(others, CHOSEN)))
        print(f"chosen on {name}: {best}\n", flush=True)


def main() -> None:
    """Read the arguments and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--both-ways", action="store_true")
    parser.add_argument("--squad", type=Path)
    parser.add_argument("--embeddings", action="store_true")
    arguments = parser.parse_args()
    files = {path.name: list(load("qasper", path=path).questions()) for path in arguments.files}
    pairs = [pair for found in files.values() for pair in found]
    print(f"{len(pairs)} questions, {len({paper.id for paper, _ in pairs})} papers, seed {SEED}")
    print_ablation(pairs)
    if arguments.embeddings:
        print_embedded(pairs)
    if arguments.squad:
        print(header("SQuAD 2.0, declining only"))
        print(row("the agent as it is", answered(load("squad2", path=arguments.squad).questions(), CHOSEN)))
    if arguments.both_ways:
        print_both_ways(files)


if __name__ == "__main__":
    main()
