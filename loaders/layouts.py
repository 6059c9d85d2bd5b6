"""Which of a dataset's layouts a local file has, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .csv_file import CSV_NAMES, read_csv
from .json_faults import unreadable
from .row_file import stream_rows

if TYPE_CHECKING:
    from pathlib import Path

_SHOWN = 10
_MARKS: dict[str, tuple[tuple[str, str], ...]] = {
    "qasper": (("qas", "the Hub's columns"),),
    "hotpotqa": (("_id", "released"), ("id", "the Hub's columns")),
    "2wiki": (("_id", "released"), ("id", "the Hub's columns")),
    "musique": (("paragraphs", "released, on the Hub alike"),),
    "squad2": (("data", "released"), ("paragraphs", "released, one article"), ("context", "the Hub's columns")),
    "peerqa": (("answer_evidence_mapped", "released, on the Hub alike"),),
    "scifact": (("evidence_doc_id", "the Hub's columns"), ("evidence", "released")),
    "citation-integrity": (("evidence", "released"),),
    "wice": (("supporting_sentences", "released, on the Hub alike"),),
    "evidence-inference": (("Prompts", "the Hub's columns"),),
    "pubmedqa": (("pubid", "the Hub's columns"), ("QUESTION", "released, one abstract")),
    "contractnli": (("documents", "released"),),
    "natural-questions": (
        ("document_tokens", "released"),
        ("document_text", "released, simplified"),
        ("document", "the Hub's columns"),
    ),
}
"""A field of the first row and the layout that it gives away, the first that is there counting."""


def layout_of(name: str, path: Path) -> str:
    """Return in one phrase how a file is laid out: which layout of the dataset, which format, which fields.

    ``name`` is the dataset's name in the registry. Raises DatasetError when the file cannot be read.
    """
    if path.is_dir():
        return "released: a folder of tables and texts"
    is_table = path.name.lower().endswith(CSV_NAMES)
    first = next(iter(read_csv(path) if is_table else stream_rows(path, "a file with rows")), None)
    if not isinstance(first, dict):
        return f"{_format(path)} without rows that are objects"
    keys = list(cast("dict[str, object]", first))
    layout = next((layout for key, layout in _MARKS.get(name, ()) if key in keys), "")
    if not layout and name in {"qasper", "pubmedqa"} and len(keys) > 0:
        return f"released: {_format(path)}, an object of {len(keys):,} entries by id"
    fields = ", ".join(keys[:_SHOWN]) + (", …" if len(keys) > _SHOWN else "")
    return f"{layout or 'rows of its own'}: {_format(path)} with the fields {fields}"


def _format(path: Path) -> str:
    try:
        with path.open("rb") as file:
            head = file.read(4)
    except OSError as error:
        raise unreadable(path, error) from None
    if head.startswith(b"PAR1"):
        return "parquet"
    packed = " (gzip)" if head.startswith(b"\x1f\x8b") else ""
    suffix = path.name.lower().removesuffix(".gz").rpartition(".")[2]
    known = {"jsonl": "JSON Lines", "ndjson": "JSON Lines", "csv": "CSV", "tsv": "TSV"}
    return known.get(suffix, "JSON") + packed
