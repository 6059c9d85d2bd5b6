"""Checks one dataset, and what the runs on it need, for ``qasper-eval datasets doctor``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from loaders import DatasetError, Patience, facts_of
from qasper_eval.errors import QasperEvalError
from qasper_eval.report.counted import counted
from qasper_eval.report.datasets_doctor import (
    DatasetCheck,
    EndpointCheck,
    dataset_lines,
    endpoint_lines,
    fault_lines,
    where_of,
)

from .view import TerminalView

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loaders.records import Dataset
    from qasper_eval.agents.registry import AgentSpec
    from qasper_eval.config import RunConfig

    from .dataset_options import DatasetTarget


def check_target(target: DatasetTarget) -> tuple[list[str], int]:
    """Return what there is to say of a dataset and of the runs on it, and how many faults that is."""
    check = _check_dataset(target)
    lines = [target.title] if target.title else []
    lines += dataset_lines(check)
    faults = [check.fault] if check.fault else []
    if not target.configs:
        return lines, len(faults)
    agents = [(config, *_agent(config, target)) for config in target.configs]
    own = list(dict.fromkeys(fault for _, _, fault in agents if fault))
    for fault in own:
        lines += fault_lines(fault)
    endpoints = list(dict.fromkeys(one for config, spec, _ in agents for one in _endpoints(config, spec)))
    lines += endpoint_lines(endpoints)
    return lines, len(faults) + len(own) + sum(one.is_missing for one in endpoints)


def _check_dataset(target: DatasetTarget) -> DatasetCheck:
    from qasper_eval.dataset_loading import load_described

    wanted = target.section
    name, path = wanted["name"], wanted.get("path")
    facts = facts_of(name)
    dataset, fault, layout = None, "", ""
    try:
        dataset = load_described(wanted, patience=Patience(say=TerminalView().say))
        layout = _layout(name, path)
    except DatasetError as error:
        fault = str(error)
    return DatasetCheck(
        wanted=name,
        facts=facts,
        layout=layout,
        dataset=dataset,
        fault=fault,
        where=where_of(facts, path, wanted.get("corpus"), wanted.get("hub")),
        asked="" if dataset is None or not target.configs else _asked(target.configs[0], dataset),
    )


def _layout(name: str, path: str | None) -> str:
    from loaders.layouts import layout_of

    return "" if path is None else layout_of(name, Path(path))


def _asked(config: RunConfig, dataset: Dataset) -> str:
    from qasper_eval.slicing import cut_slice

    cut = config.slice
    part = cut_slice(dataset, order=cut.order, seed=cut.seed, papers=cut.papers, questions=cut.questions)
    papers = {paper.id for paper, _ in part.questions}
    return f"{counted(len(part.questions), 'question')} on {counted(len(papers), 'paper')}, as slice says"


def _agent(config: RunConfig, target: DatasetTarget) -> tuple[AgentSpec | None, str]:
    """Return the agent of a run, or None and why it cannot be built."""
    from qasper_eval.agents.registry import agent_spec

    try:
        return agent_spec(config, target.folder), ""
    except QasperEvalError as error:
        return None, str(error)


def _endpoints(config: RunConfig, spec: AgentSpec | None) -> Iterator[EndpointCheck]:
    """Yield each model that would be asked, with its key; without an agent, each that the config names."""
    from qasper_eval.runner.provider import endpoint_key, key_names

    search, found = config.retrieval, list[tuple[str, str, str, str | None, str | None]]()
    if config.provider is not None and (spec is None or spec.uses_provider):
        one = config.provider
        found.append(("provider", one.name, one.model, one.base_url, one.api_key_env))
    if spec is not None and not spec.uses_retrieval:
        search = search.model_copy(update={"embedding": None, "rerank": None})
    if search.embedding is not None and search.embedding.name != "local":
        model = search.embedding
        found.append(("retrieval.embedding", model.name, model.model or "?", model.base_url, model.api_key_env))
    if search.rerank is not None:
        rerank = search.rerank
        found.append(("retrieval.rerank", "cohere", rerank.model, rerank.base_url, rerank.api_key_env))
    for section, vendor, model_name, base_url, api_key_env in found:
        is_missing = endpoint_key(vendor, base_url, api_key_env) is None
        yield EndpointCheck(
            section,
            f"{vendor} {model_name}" + (f" at {base_url}" if base_url else ""),
            _key(key_names(vendor, api_key_env), is_missing=is_missing),
            is_missing,
        )


def _key(names: Sequence[str], *, is_missing: bool) -> str:
    import os

    there = next((name for name in names if os.environ.get(name)), None)
    if there is not None:
        return f"the key is in {there}"
    if is_missing:
        return f"FAULT: no key, {' or '.join(names)} is not set"
    return "no key is needed"
