"""Qasper (Dasigi et al. 2021): questions on papers about language processing, answered with evidence paragraphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .counts import count, evidence_not_paragraph
from .errors import DatasetError
from .qasper_fields import FieldError
from .qasper_file import read_document
from .qasper_papers import Oddities, read_papers
from .qasper_warnings import warnings_of
from .records import Dataset, fingerprint_later

if TYPE_CHECKING:
    from .hub_wait import Patience
    from .request import LoadRequest

HUB_REPO = "allenai/qasper"
"""The dataset's repository on the Hub."""
LICENSE = "CC BY 4.0"
CITATION = (
    "Pradeep Dasigi, Kyle Lo, Iz Beltagy, Arman Cohan, Noah A. Smith and Matt Gardner. 2021. "
    "A Dataset of Information-Seeking Questions and Answers Anchored in Research Papers. NAACL."
)


def load_qasper(request: LoadRequest) -> Dataset:
    """Load Qasper from a local file, else from the Hub.

    With a path (released JSON or parquet) the split is only a label, ``local`` by default; without it the split is
    ``validation`` by default and the revision the newest. Raises DatasetError in one line for anything that cannot be
    loaded.
    """
    path = request.path
    if path is None:
        return _from_hub(request.split or "validation", request.revision, request.patience)
    if request.revision is not None:
        raise DatasetError(
            f"revision {request.revision!r} names a commit on the Hub, but {path} is a local file; leave one out"
        )
    return build(read_document(path), source=str(path), name="qasper", split=request.split or "local")


def _from_hub(split: str, revision: str | None, patience: Patience | None) -> Dataset:
    from .hub import fetch
    from .hub_parquet import read_parquet

    snapshot = fetch(HUB_REPO, split, revision, patience)
    source = f"{HUB_REPO} ({split}) at {snapshot.revision[:8]}"
    return build(
        read_parquet(snapshot.paths),
        source=source,
        name=HUB_REPO,
        split=split,
        revision=snapshot.revision,
        warnings=snapshot.warnings,
    )


def build(
    document: object,
    *,
    source: str,
    name: str,
    split: str,
    revision: str | None = None,
    license_name: str = LICENSE,
    citation: str = CITATION,
    warnings: tuple[str, ...] = (),
    is_benchmark: bool = True,
) -> Dataset:
    """Return the dataset of a parsed document in Qasper's layout; ``source`` begins the line of a DatasetError."""
    oddities = Oddities()
    try:
        papers = read_papers(document, oddities)
    except FieldError as fault:
        raise DatasetError(f"{source}: {fault} (expected Qasper's released layout)") from None
    unmatched = tuple(evidence_not_paragraph(papers))
    counts = count(papers, unmatched)
    return fingerprint_later(
        Dataset(
            name=name,
            split=split,
            revision=revision,
            fingerprint="",
            license=license_name,
            citation=citation,
            papers=papers,
            counts=counts,
            warnings=(*warnings, *warnings_of(papers, counts, unmatched, oddities)),
            is_benchmark=is_benchmark,
        )
    )
