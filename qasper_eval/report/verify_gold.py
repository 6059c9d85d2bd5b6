"""A published folder without text against the dataset that it left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .publish.inputs import question_files
from .publish.layout import PAPERS, REFERENCES
from .publish.own_metrics import metrics_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .publish.layout import Files
    from .publish.reading import PublishedInputs


def gold_differences(files: Files, manifest: dict[str, Any], inputs: PublishedInputs, gold: Path) -> Iterator[str]:
    """Yield what in references.jsonl and papers.jsonl is not what the file ``gold`` says.

    Raises DatasetError when the file cannot be loaded as the dataset of the folder.
    """
    from loaders import load

    wanted = inputs.runs[0].facts["config"]["dataset"]
    name = "qasper" if wanted["name"] == "sample" else wanted["name"]  # the sample's file is in Qasper's layout
    dataset = load(name, split=inputs.facts["split"], path=gold, fields=wanted.get("map"))
    if dataset.fingerprint != inputs.facts["sha256"]:
        yield (
            f"dataset.json: names content {inputs.facts['sha256'][:8]}, but {gold.name} holds "
            f"{dataset.fingerprint[:8]}; is it the same split and version?"
        )
        return
    asked = {question_id for run in inputs.runs for question_id in run.asked}
    mode = inputs.runs[0].options.mode
    metrics = metrics_of(inputs.facts, dataset)
    derived = question_files(dataset, asked, mode, has_text=manifest["text"], metrics=metrics)
    for name in (REFERENCES, PAPERS):
        was, now = files[name].splitlines(), derived[name].splitlines()
        for number, (old, new) in enumerate(zip(was, now, strict=False), start=1):
            if old != new:
                yield f"{name}: line {number} is not what {gold.name} says"
        if len(was) != len(now):
            yield f"{name}: has {len(was)} lines, {gold.name} gives {len(now)}"
