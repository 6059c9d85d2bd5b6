"""What makes two runs the same run (design.md, Fingerprint)."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .model import RunConfig

_AGENT_NOT_IN = {"file", "timeout_s", "token_env", "prompt_version"}  # prompts have fields of their own
_PROVIDER_NOT_IN = {"api_key_env", "timeout_s", "price"}
_RETRIEVAL_NOT_IN: dict[str, set[str]] = {"embedding": _PROVIDER_NOT_IN, "rerank": _PROVIDER_NOT_IN}


def fingerprint_fields(
    config: RunConfig,
    *,
    dataset_sha256: str,
    prompts: Mapping[str, str],
    agent_file_sha256: str | None,
    uses_provider: bool,
    uses_retrieval: bool = False,
) -> dict[str, Any]:
    """Return everything that changes an outcome, as a flat map of JSON values.

    Options enter only when they differ from their default, so that a new option leaves old fingerprints alone.
    The run's name, how much of the slice is asked, limits, time-outs, the key's name and paths are not in it.
    """
    fields: dict[str, Any] = {"dataset.sha256": dataset_sha256}
    agent = config.agent.model_dump(exclude_defaults=True, exclude=_AGENT_NOT_IN) | {"name": config.agent.name}
    fields |= {f"agent.{key}": value for key, value in agent.items()}
    if agent_file_sha256 is not None:
        fields["agent.file_sha256"] = agent_file_sha256
    if uses_provider and config.provider is not None:
        provider = config.provider.model_dump(exclude_defaults=True, exclude=_PROVIDER_NOT_IN)
        fields |= {f"provider.{key}": value for key, value in provider.items()}
    if uses_retrieval:
        retrieval = config.retrieval.model_dump(exclude_defaults=True, exclude=_RETRIEVAL_NOT_IN)
        for key, value in retrieval.items():
            fields |= _flat(f"retrieval.{key}", value)
    fields |= {f"prompt.{name}": sha256 for name, sha256 in prompts.items()}
    fields["slice.order"] = config.slice.order
    fields["slice.seed"] = config.slice.seed
    return dict(sorted(fields.items()))


def _flat(name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        return {name: value}
    section = cast("dict[str, Any]", value)
    return {f"{name}.{key}": inner for key, inner in section.items()}


def fingerprint_of(fields: Mapping[str, Any]) -> str:
    """Return the sha256 (hex) of canonical JSON of the fields."""
    canonical = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()
