"""The dataset card and the model index that exports carry."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CONFIG = "questions"
_LOADING = 'from datasets import load_dataset\n\nrows = load_dataset("path/to/this/folder", split="results")'
_KINDS = {str: "string", bool: "bool", float: "float64", int: "int64"}
_METRICS = {"evidence_f1": "Evidence F1", "answer_f1": "Answer F1"}


def dataset_card(
    title: str,
    facts: Mapping[str, Any],
    signatures: Sequence[str],
    caveats: Sequence[str],
    n_rows: int,
    kinds: Mapping[str, type],
) -> str:
    """Return README.md of a folder that ``datasets.load_dataset`` loads: header, columns, signatures, caveats.

    ``kinds`` are the columns with their kinds.
    """
    header = {
        "pretty_name": title,
        "tags": ["evaluation", "question-answering", "citations"],
        "configs": [{"config_name": CONFIG, "data_files": [{"split": "results", "path": "data/*.parquet"}]}],
    }
    columns = "\n".join(f"| `{name}` | {_KINDS[kind]} |" for name, kind in kinds.items())
    rows = f"{n_rows} rows, one for each run and question asked"
    lines = [
        f"---\n{_yaml(header)}---",
        f"# {title}",
        f"Per-question scores on {facts['name']} ({facts['split']}): {rows}.",
        "It holds no question, answer or paragraph. What was not measured is empty, and `cause` says why.",
        f"```python\n{_LOADING}\n```",
        f"| column | type |\n|---|---|\n{columns}",
        "\n".join(f"`{signature}`  " for signature in signatures),
        "## Read with care\n\n" + "\n".join(f"- {caveat}" for caveat in caveats),
        f"Questions and human answers: {facts['citation']} Licence of that dataset: {facts['license']}.",
    ]
    return "\n\n".join(lines) + "\n"


def model_index(entries: Sequence[Mapping[str, Any]], facts: Mapping[str, Any]) -> str:
    """Return YAML for the header of a model card: a model's results as the Hugging Face Hub reads them.

    Each entry holds ``name`` of the agent or model, ``scores`` and ``signature`` of a run.
    """
    return _yaml({"model-index": [_model(entry, facts) for entry in entries]})


def _model(entry: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    dataset = {"type": facts["name"], "name": facts["name"], "split": facts["split"]}
    dataset |= {"revision": facts["revision"]} if facts["revision"] else {}
    metrics = [
        {
            "type": key,
            "name": name,
            "value": entry["scores"][key]["mean"],
            "args": {
                "interval_95": entry["scores"][key]["interval"],
                "n": entry["scores"][key]["n"],
                "signature": entry["signature"].replace("evidence_f1", key, 1),
            },
        }
        for key, name in _METRICS.items()
        if entry["scores"][key]["mean"] is not None
    ]
    task = {"type": "question-answering", "name": "Question answering with paragraph citations"}
    return {"name": entry["name"], "results": [{"task": task, "dataset": dataset, "metrics": metrics}]}


def _yaml(value: Any) -> str:
    from ruamel.yaml import YAML

    writer: Any = YAML(typ="safe", pure=True)
    writer.default_flow_style = False
    writer.allow_unicode = True
    writer.sort_base_mapping_type_on_output = False
    writer.width = 4096
    file = io.StringIO()
    writer.dump(value, file)
    return file.getvalue()
