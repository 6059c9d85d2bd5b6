"""Rows of parquet files, read with the ``datasets`` library."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .errors import DatasetError

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from pathlib import Path

_MAGIC = b"PAR1"
_BATCH = 1000


def read_parquet(paths: Iterable[Path]) -> list[object]:
    """Return the rows of all files, in the order of the files; [] for no file or no row.

    Raises DatasetError that names the file when one is no parquet, cut or damaged.
    """
    return [row for path in paths for row in stream_parquet(path)]


def stream_parquet(path: Path, batch: int = _BATCH) -> Iterator[object]:
    """Yield the rows of one file, with no more than ``batch`` of them in memory.

    They are streamed from disk, so nothing is copied into the cache of ``datasets`` and no network is asked. Each
    file is read by itself, for a shard whose columns are all empty has other types than its siblings. Raises
    DatasetError when it is no parquet, cut or damaged.
    """
    from glob import escape
    from tempfile import TemporaryDirectory

    _check_frame(path)
    from datasets import load_dataset  # pyright: ignore[reportUnknownVariableType]  # because its options are untyped

    with _quiet(), TemporaryDirectory() as scratch:
        try:
            stream: Any = load_dataset(
                "parquet",
                data_files={"rows": [escape(str(path.absolute()))]},
                split="rows",
                streaming=True,
                cache_dir=scratch,
                batch_size=batch,  # else that of the first row group, which may hold no row
            )
            for table in stream.with_format("arrow").iter(batch):
                yield from table.to_pylist()
        except Exception as error:  # noqa: BLE001  # because the library raises nearly anything on a damaged file
            raise DatasetError(f"{path} cannot be read as parquet: {_first_line(error)}") from None


def _check_frame(path: Path) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(4)
            size = file.seek(0, 2)
            file.seek(max(size - 4, 0))
            tail = file.read(4)
    except OSError as error:
        raise DatasetError(f"{path} cannot be read: {error.strerror}") from None
    if head != _MAGIC:
        raise DatasetError(f"{path} is not a parquet file")
    if tail != _MAGIC or size < 12:
        raise DatasetError(f"{path} is a parquet file cut short; delete it and fetch it again")


@contextmanager
def _quiet() -> Generator[None]:
    """Keep the library's own log lines out: what goes wrong is raised, and said once."""
    from datasets.utils import logging

    level = logging.get_verbosity()
    logging.set_verbosity(logging.CRITICAL)
    try:
        yield
    finally:
        logging.set_verbosity(level)


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
