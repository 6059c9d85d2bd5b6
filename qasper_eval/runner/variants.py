"""The runs of one config file: the config itself, or each of its variants."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from qasper_eval.errors import ConfigError, UsageError

from .prepare import prepare_run

if TYPE_CHECKING:
    from pathlib import Path

    from loaders.records import Dataset
    from qasper_eval.config import ConfigSet, RunConfig

    from .prepare import PreparedRun


class Arms:
    """Prepares the runs of a config file, one at a time and in file order.

    Every arm is asked the same questions in the same order, because no variant may change dataset or slice. Its
    run.json names it and the fingerprint of the base, so that two arms can be held against each other.
    """

    def __init__(self, found: ConfigSet, dataset: Dataset, folder: Path, *, only: str | None = None) -> None:
        """Take all variants, or ``only`` the one of that name; raises UsageError when there is no such variant."""
        self._found, self._dataset, self._folder = found, dataset, folder
        self._prepared: dict[str | None, PreparedRun] = {}
        known = [variant.name for variant in found.variants]
        if only is not None and only not in known:
            has = f"its variants are {', '.join(known)}" if known else "it has no variants"
            raise UsageError(f"--variant {only}: the config {found.base.name} names no such variant; {has}")
        self.names: tuple[str | None, ...] = (only,) if only is not None else (*known,) or (None,)
        """Names of the variants to run; (None,) for a config without any."""

    def config(self, name: str | None) -> RunConfig:
        """Return the config of a variant, or the base's for None."""
        configs = {variant.name: variant.config for variant in self._found.variants}
        return self._found.base if name is None else configs[name]

    def prepare(self, name: str | None) -> PreparedRun:
        """Return the prepared run of a variant, or the base's for None.

        Raises:
            ConfigError: its agent cannot be built, or the base's cannot.
        """
        if name not in self._prepared:
            prepared = self._prepare(name)
            if not prepared.asks_model:
                return prepared  # an agent of one's own may hold a large model, so it is not kept beside the next
            self._prepared[name] = prepared
        return self._prepared[name]

    def _prepare(self, name: str | None) -> PreparedRun:
        prepared = prepare_run(self.config(name), self._dataset, self._folder)
        if name is None:
            return prepared
        manifest = replace(prepared.manifest, variant=name, base_fingerprint=self._base_fingerprint)
        return replace(prepared, manifest=manifest)

    @cached_property
    def _base_fingerprint(self) -> str:
        try:
            return prepare_run(self._found.base, self._dataset, self._folder).manifest.fingerprint
        except ConfigError as error:
            raise ConfigError(f"{error} (in the base, which must be whole without its variants)") from None
