"""2WikiMultihopQA (Ho et al. 2020): HotpotQA's layout, with questions made from Wikidata."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .assembly import load_rows
from .facts_questions import TWOWIKI
from .multi_hop import read_multi_hop

if TYPE_CHECKING:
    from .records import Dataset
    from .request import LoadRequest


def load_twowiki(request: LoadRequest) -> Dataset:
    """Load it from the released JSON, parquet or the Hub; raises DatasetError in one line."""
    return load_rows(request, TWOWIKI, read_multi_hop)
