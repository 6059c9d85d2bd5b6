"""A predictions file given by a user, read strictly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import PredictionsFileError
from .prediction_json import prediction_from_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from os import PathLike

    from .records import Prediction

_BOM = b"\xef\xbb\xbf"
_OFFICIAL_KEYS = (b'"question_id"', b'"predicted_answer"', b'"predicted_evidence"')


def read_predictions_file(path: str | PathLike[str]) -> dict[str, Prediction]:
    r"""Return the predictions of a file in the official format (JSON lines) by question id, in file order.

    A byte order mark, CRLF and a missing last newline are accepted; lines end at ``\n`` only (T18). The further keys
    of our own run files are understood when present. The file is never repaired or changed: anything else raises
    PredictionsFileError with the file, the line and the fault (T17).
    """
    file = Path(path)
    found: dict[str, Prediction] = {}
    lines: dict[str, int] = {}
    for number, line in _lines(file):
        prediction = _prediction(file, number, line)
        earlier = lines.setdefault(prediction.question_id, number)
        if earlier != number:
            raise _fault(file, number, f"question_id {prediction.question_id!r} is already on line {earlier}")
        found[prediction.question_id] = prediction
    if not found:
        raise PredictionsFileError(f"{file}: holds no predictions; it must have one JSON object a line")
    return found


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """Yield (number from 1, line); blank lines are allowed at the end only."""
    blank = 0
    try:
        with file.open("rb") as handle:
            for number, line in enumerate(handle, start=1):
                content = line.removeprefix(_BOM) if number == 1 else line
                if not content.strip():
                    blank = blank or number
                    continue
                if blank:
                    raise _fault(file, blank, "is blank")
                yield number, content
    except FileNotFoundError:
        raise PredictionsFileError(f"{file}: no such predictions file") from None
    except OSError as error:
        raise PredictionsFileError(f"{file}: cannot be read: {error.strerror}") from None


def _prediction(file: Path, number: int, line: bytes) -> Prediction:
    import orjson

    try:
        row: Any = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        raise _fault(file, number, _why_no_json(line, error)) from None
    if any(line.count(key) > 1 for key in _OFFICIAL_KEYS):
        _refuse_repeated_keys(file, number, line)
    try:
        return prediction_from_json(row)
    except ValueError as error:
        raise _fault(file, number, str(error)) from None


def _why_no_json(line: bytes, error: Any) -> str:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as undecodable:
        return f"is not UTF-8 (byte {undecodable.start + 1})"
    what = "is not JSON" if line.endswith(b"\n") else "is not JSON, or was cut off"
    hint = "; NaN and Infinity are no JSON values" if b"NaN" in line or b"Infinity" in line else ""
    return f"{what}: {error.msg} (column {error.colno}){hint}"


def _refuse_repeated_keys(file: Path, number: int, line: bytes) -> None:
    """Raise where an official key occurs twice in the line's own object; inside a trace it may."""
    import json

    def pairs_of(pairs: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
        return pairs

    top: list[tuple[str, Any]] = json.loads(line, object_pairs_hook=pairs_of)
    keys = [key for key, _ in top]
    for key in keys:
        if keys.count(key) > 1:
            raise _fault(file, number, f"the key {key!r} occurs twice")


def _fault(file: Path, number: int, what: str) -> PredictionsFileError:
    return PredictionsFileError(f"{file}: line {number}: {what}; correct the file, nothing was read from it")
