"""What makes a run the run that it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .prediction_parts import JsonValue


@dataclass(frozen=True, slots=True)
class RunManifest:
    """Identity of a run, written to run.json before anything else."""

    name: str
    """Name of the run folder."""
    config: Mapping[str, JsonValue]
    """Resolved config, defaults included."""
    fingerprint: str
    """sha256 (hex) of ``fingerprint_fields``."""
    fingerprint_fields: Mapping[str, JsonValue]
    """Flat map of everything that changes an outcome, for a field-by-field diff."""
    dataset: Mapping[str, JsonValue]
    """Name, split, revision, sha256 and counts."""
    prompts: Mapping[str, str] = field(default_factory=dict[str, str])
    """sha256 (hex) of each prompt file used."""
    versions: Mapping[str, str] = field(default_factory=dict[str, str])
    """Versions of this package, Python and the libraries that matter."""
    git_commit: str | None = None
    """Commit of the working tree the run was started in; None outside a checkout."""
    variant: str | None = None
    """Name of the variant; None for a run of a config without variants."""
    base_fingerprint: str | None = None
    """Fingerprint of the config without its variants; None where ``variant`` is."""
    schema: int = 1
    """Version of the run folder's layout."""
