"""The bundled sample: invented papers in Qasper's layout, for the first run and for tests; not a benchmark."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .errors import DatasetError
from .qasper import build
from .qasper_file import read_document

if TYPE_CHECKING:
    from .records import Dataset
    from .request import LoadRequest

SPLIT = "validation"
"""The sample's only split, named as Qasper's, so that a config moves between them by the dataset's name alone."""


def load_sample(request: LoadRequest) -> Dataset:
    """Load the sample that ships beside this module; it has one split, no revision and no other path.

    Raises DatasetError when asked for anything else.
    """
    if request.path is not None:
        raise DatasetError(
            f"the sample is bundled and reads no file; set the dataset's name to qasper to load {request.path}"
        )
    if request.revision is not None:
        raise DatasetError(f"the sample has no revisions; leave out revision {request.revision!r}")
    if request.split not in {None, SPLIT}:
        raise DatasetError(f"the sample has no split {request.split!r}, only {SPLIT!r}; leave it out")
    file = Path(__file__).parent / "sample" / "sample.json"
    return build(
        read_document(file),
        source=str(file),
        name="sample",
        split=SPLIT,
        license_name="MIT",
        citation="The sample bundled with qasper-eval; its papers, questions and annotations are invented.",
        is_benchmark=False,
    )
