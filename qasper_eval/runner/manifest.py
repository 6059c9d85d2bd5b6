"""The identity of a run, from its config, dataset and agent."""

from __future__ import annotations

import platform
import subprocess
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from qasper_eval.config import fingerprint_fields, fingerprint_of
from qasper_eval.run_manifest import RunManifest

if TYPE_CHECKING:
    from loaders.records import Dataset
    from qasper_eval.agents.registry import AgentSpec
    from qasper_eval.config import RunConfig

_RECORDED = ("qasper-eval", "numpy", "scikit-learn", "openai", "cohere", "datasets", "huggingface-hub")


def build_manifest(config: RunConfig, dataset: Dataset, spec: AgentSpec) -> RunManifest:
    """Return what run.json says; secrets are not in a config, so none can be in it."""
    fields = fingerprint_fields(
        config,
        dataset_sha256=dataset.fingerprint,
        prompts=spec.prompts,
        agent_file_sha256=spec.file_sha256,
        uses_provider=spec.uses_provider,
        uses_retrieval=spec.uses_retrieval,
    )
    identity = {
        "name": dataset.name,
        "split": dataset.split,
        "revision": dataset.revision,
        "sha256": dataset.fingerprint,
        "license": dataset.license,
        "counts": asdict(dataset.counts),
    }
    versions = _versions()
    if spec.source_sha256 is not None:
        versions["agent_source_sha256"] = spec.source_sha256
    return RunManifest(
        name=config.name,
        config=config.model_dump(mode="json"),
        fingerprint=fingerprint_of(fields),
        fingerprint_fields=fields,
        dataset=identity,
        prompts=dict(spec.prompts),
        versions=versions,
        git_commit=_git_commit(),
    )


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for name in _RECORDED:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _git_commit() -> str | None:
    command = ["git", "rev-parse", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)  # noqa: S603  # because the command is fixed
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
