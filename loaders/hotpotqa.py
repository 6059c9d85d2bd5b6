"""HotpotQA (Yang et al. 2018): questions that need sentences of two documents, with eight distractors beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .assembly import load_rows
from .facts_questions import HOTPOTQA
from .hub_selection import HubSelection
from .multi_hop import read_multi_hop

if TYPE_CHECKING:
    from .records import Dataset
    from .request import LoadRequest


def load_hotpotqa(request: LoadRequest) -> Dataset:
    """Load the distractor setting, from the released JSON, parquet or the Hub; raises DatasetError in one line."""
    return load_rows(request, HOTPOTQA, read_multi_hop, HubSelection("distractor"))
