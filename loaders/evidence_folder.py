"""The folder that Evidence Inference is released as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .csv_file import read_csv
from .errors import DatasetError
from .identifier import identifier
from .json_faults import check_utf8, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .anomalies import Anomalies
    from .qasper_fields import Row

_TEXTS = ("", "txt_files")


def folder_rows(folder: Path, anomalies: Anomalies) -> Iterator[Row]:
    """Yield a row an article, as the Hub has them: Text, PMCID, and Prompts with their Annotations.

    The folder holds annotations.csv and prompts.csv (or the release's annotations_merged.csv and prompts_merged.csv)
    and the texts PMC….txt, beside them or in txt_files. Prompts without a text and annotations without a prompt are
    counted. Raises DatasetError, and FieldError for a row without an id.
    """
    annotations: dict[str, list[object]] = {}
    articles: dict[str, list[Row]] = {}
    for row in read_csv(_table(folder, "prompts")):
        marked = annotations.setdefault(identifier(row, "PromptID"), [])
        articles.setdefault(identifier(row, "PMCID"), []).append({**row, "Annotations": marked})
    for row in read_csv(_table(folder, "annotations")):
        known = annotations.get(identifier(row, "PromptID"))
        if known is None:
            anomalies.note("orphan_annotation")
        else:
            known.append(row)
    for article, asked_of in articles.items():
        text = _text(folder, article)
        if text is None:
            anomalies.note("missing_context", len(asked_of))
        else:
            yield {"Text": text, "PMCID": article, "Prompts": asked_of}


def _table(folder: Path, name: str) -> Path:
    for path in (folder / f"{name}.csv", folder / f"{name}_merged.csv"):
        if path.is_file():
            return path
    raise DatasetError(f"{folder} holds no {name}.csv; name the folder with annotations.csv, prompts.csv and *.txt")


def _text(folder: Path, article: str) -> str | None:
    for sub in _TEXTS:
        path = folder / sub / f"PMC{article.removeprefix('PMC')}.txt"
        if path.is_file():
            try:
                content = path.read_bytes()
            except OSError as error:
                raise unreadable(path, error) from None
            check_utf8(path, content)
            return content.decode("utf-8")
    return None
