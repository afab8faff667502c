"""A list of dicts: it is read as the JSON Lines that it would be written as."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from scorio._errors import renamed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NAME = "the list of dicts"


def are_records(source: object) -> TypeGuard[Sequence[Mapping[str, Any]]]:
    """Whether this is a list that begins with a dict."""
    return isinstance(source, list | tuple) and bool(source) and isinstance(source[0], Mapping)


def refuse_unnamed(core: Any) -> None:  # noqa: ANN401
    """Refuse records of no model: a list has no name that could be one, as a file has."""
    if any(kind == "models_of_files" for kind, *_ in core.notes):
        raise ValueError(
            f'{NAME} has no field "model" for the model: name the field that holds it '
            '(model="FIELD"), or set it as a constant (constants={"model": "NAME"})'
        )


@contextmanager
def as_log(records: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Give the path of a log with a line for each dict. Errors name the list and the line."""
    # Here, because most logs are files.
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "records.jsonl")
        with path.open("w", encoding="utf-8") as file:
            file.writelines(f"{_line(place, one)}\n" for place, one in enumerate(records))
        with renamed({str(path): NAME}):
            yield str(path)


def _line(place: int, record: object) -> str:
    if not isinstance(record, Mapping):
        kind = type(record).__name__
        raise TypeError(f"entry {place} of the list is no dict, as the first is: it is of {kind}")
    try:
        return json.dumps(dict(record), allow_nan=False, default=_plain)
    except ValueError:
        return json.dumps(_known(record), default=_plain)


def _plain(value: Any) -> Any:  # noqa: ANN401
    """Give what JSON has in the place of a value that it lacks."""
    if hasattr(value, "tolist"):
        return _known(value.tolist())
    if isinstance(value, Mapping):
        return _known(value)
    if type(value).__name__ in ("NAType", "NaTType"):
        return None
    return str(value)


def _known(value: Any) -> Any:  # noqa: ANN401
    """Give a value with null in the place of NaN, which is how logs write what is missing."""
    if isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): _known(one) for key, one in value.items()}
    return [_known(one) for one in value] if isinstance(value, list | tuple) else value
