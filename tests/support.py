"""What several test files share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("QASPER_EVAL_SHARED", ROOT.parent / "shared"))
"""Real slices and golden numbers, laid beside a checkout; absent on most machines."""

needs_shared = pytest.mark.skipif(
    not (SHARED / "golden").is_dir(), reason="the shared real slices and golden numbers are not laid beside this checkout"
)
