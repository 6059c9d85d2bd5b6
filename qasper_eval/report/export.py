"""Results in the forms that other tools read."""

from __future__ import annotations

import csv
import io
import json
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qasper_eval.errors import PublishedFolderError
from scorers.signature import parse_signature

from .export_card import dataset_card, model_index
from .export_rows import COLUMNS, flat_rows, own_columns
from .publish.folder import read_folder, write_once
from .publish.layout import DATASET, MANIFEST, PREDICTIONS, SCORES, TABLE, json_lines, of_run
from .publish.manifest import read_manifest, seal_differences
from .publish.options import PublishOptions
from .publish.publication import draft_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from .publish.layout import Files

OFFICIAL_KEYS = ("question_id", "predicted_answer", "predicted_evidence")


def export(source: str, root: Path, to: Path, say: Callable[[str], None]) -> Path:
    """Write the exports of a run (under ``root``, or a path) or of a published folder into a new folder ``to``.

    Raises:
        UsageError: there is no such run, or ``to`` exists.
        PublishedFolderError: the published folder is not as it was published.
    """
    if (Path(source) / MANIFEST).is_file():
        files: Files = read_folder(Path(source))
        faults = seal_differences(files)
        if faults:
            raise PublishedFolderError(f"{source}: {faults[0]}; see `qasper-eval verify {source}`")
    else:
        options = PublishOptions(to=str(to), date="", allow_partial=True)
        files = draft_of([source], root, options, say).files(to.name)
    exported = dict(export_files(files))
    if not any(name.startswith("predictions/") for name in exported):
        say("the texts were not published, so there are no predictions to export")
    return write_once([to], lambda _: exported)


def export_files(files: Files) -> Iterator[tuple[str, bytes]]:
    """Yield name and content: official predictions, CSV, parquet with its card, model index."""
    manifest, facts, table = read_manifest(files), _json(files, DATASET), _json(files, TABLE)
    runs: list[str] = manifest["runs"]
    if manifest["text"]:
        for run in runs:
            yield f"predictions/{run}.jsonl", _official(files[of_run(run, PREDICTIONS)])
    columns = {**COLUMNS, **own_columns(files, runs)}
    rows = list(flat_rows(files, runs, columns))
    yield "questions.csv", csv_of(rows, columns)
    yield "data/questions.parquet", _parquet(rows, columns)
    entries = [_entry(run, _json(files, of_run(run, SCORES))) for run in runs]
    signatures = [str(entry["signature"]) for entry in entries]
    card = dataset_card(manifest["name"], facts, signatures, table["caveats"], len(rows), columns)
    yield "README.md", card.encode()
    yield "model-index.yml", model_index(entries, facts).encode()


def _official(predictions: bytes) -> bytes:
    lines = [json.loads(line) for line in predictions.split(b"\n") if line]
    return json_lines({key: line[key] for key in OFFICIAL_KEYS} for line in lines)


def _entry(run: str, scores: Mapping[str, Any]) -> dict[str, Any]:
    parts = parse_signature(scores["signature"])
    model = parts.get("model")
    name = run if model in {None, "none"} else model
    return {"name": name, "scores": scores, "signature": scores["signature"]}


def csv_of(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, type] = COLUMNS) -> bytes:
    """Return a line a row under a header, empty where there is None; no cell begins like a formula."""
    # Lines end with CR LF for the writer, since it quotes a carriage return only where its lines end with one.
    lines: list[str] = []
    for cells in (columns, *([_inert(row[name]) for name in columns] for row in rows)):
        file = io.StringIO()
        csv.writer(file, lineterminator="\r\n").writerow(cells)
        lines.append(file.getvalue().removesuffix("\r\n") + "\n")
    return "".join(lines).encode()


def _inert(value: Any) -> Any:
    """Return a cell that no spreadsheet runs: a text that begins like a formula gets an apostrophe in front."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")) else value


def _parquet(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, type]) -> bytes:
    pa: Any = import_module("pyarrow")  # it ships no types
    pq: Any = import_module("pyarrow.parquet")
    kinds = {str: pa.string(), bool: pa.bool_(), float: pa.float64(), int: pa.int64()}
    schema = pa.schema([(name, kinds[kind]) for name, kind in columns.items()])
    values = [[row[name] for row in rows] for name in columns]
    buffer = io.BytesIO()
    pq.write_table(pa.table(values, schema=schema), buffer)
    return buffer.getvalue()


def _json(files: Files, name: str) -> Any:
    return json.loads(files[name])
