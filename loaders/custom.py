"""A dataset of one's own: any rows, with a map from the fields of the records to columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .anomalies import Anomalies
from .assembly import assemble
from .common_warnings import many
from .context_group import ContextGroup
from .csv_file import CSV_NAMES, read_csv
from .custom_columns import ColumnCheck
from .custom_map import FieldMap
from .custom_row import read_custom_row
from .dataset_source import hub_rows, local_origin, local_rows
from .errors import DatasetError
from .facts_table import CUSTOM
from .hub_selection import HubSelection
from .qasper_fields import FieldError, as_row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .dataset_source import Origin
    from .records import Dataset, Paper
    from .request import LoadRequest

_SHOWN = 3


def load_custom(request: LoadRequest) -> Dataset:
    """Load JSON, JSON Lines, CSV or parquet from a local file, or parquet from the Hub, by ``request.fields``.

    ``request.hub`` is ``org/name``, or ``org/name/config`` where the repository has several configs. Raises
    DatasetError in one line that names the first rows that do not fit.
    """
    fields = FieldMap.of(request.fields or {})
    origin, rows = _open(request)
    anomalies = Anomalies()
    return assemble(_papers(rows, fields, origin.source, anomalies), CUSTOM, origin, anomalies)


def _open(request: LoadRequest) -> tuple[Origin, Iterable[object]]:
    if (request.path is None) == (request.hub is None):
        raise DatasetError("a dataset of one's own needs either dataset.path or dataset.hub, and not both")
    if request.path is not None:
        is_csv = request.path.name.lower().endswith(CSV_NAMES)
        rows = read_csv(request.path) if is_csv else local_rows(request.path, CUSTOM)
        return local_origin(request, CUSTOM, request.path), rows
    owner, _, rest = (request.hub or "").partition("/")
    name, _, config = rest.partition("/")
    if not owner or not name:
        raise DatasetError(f"dataset.hub is {request.hub!r}, not org/name or org/name/config")
    return hub_rows(request, CUSTOM, HubSelection(config, is_strict=True), repo=f"{owner}/{name}")


def _papers(rows: Iterable[object], fields: FieldMap, source: str, anomalies: Anomalies) -> tuple[Paper, ...]:
    group = ContextGroup()
    columns = ColumnCheck(fields)
    faults: list[str] = []
    number = 0
    for number, value in enumerate(rows, 1):
        try:
            row = as_row(value, "an object")
            columns.see(row)
            read_custom_row(row, number, fields, group, anomalies)
        except FieldError as fault:
            fault.add(f"row {number}")
            faults.append(str(fault))
    wrong = columns.fault()
    if wrong:
        raise DatasetError(f"{source}: {wrong}")
    if faults:
        shown = "; ".join(faults[:_SHOWN]) + ("; …" if len(faults) > _SHOWN else "")
        do = "does" if number == 1 else "do"
        raise DatasetError(f"{source}: {len(faults)} of {many(number, 'row')} {do} not fit dataset.map: {shown}")
    return group.papers()
