"""Rows as flat records: the columns of CSV, JSON, Parquet and Arrow."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_type_hints

from scorio.show.escaping import in_csv

if TYPE_CHECKING:
    from collections.abc import Sequence


class Field(NamedTuple):
    """A column of records: its name, the kind of its values, and whether some may be missing."""

    name: str
    kind: str
    nullable: bool


_KINDS = (str, int, float, bool)


def fields_of(row: type[tuple[Any, ...]], parts: Mapping[str, Sequence[str]]) -> list[Field]:
    """Give the columns of a row's type.

    A field of several numbers has one column for each. `parts` names these.
    """
    fields = []
    for name, annotation in get_type_hints(row).items():
        kinds = [kind for kind in get_args(annotation) or (annotation,) if kind is not NoneType]
        nullable = NoneType in get_args(annotation)
        if name in parts:
            fields += [Field(part, "float", nullable) for part in parts[name]]
        elif kinds[0] in _KINDS:
            fields.append(Field(name, kinds[0].__name__, nullable))
        else:
            raise TypeError(f"the field {name} of {row.__name__} has no column for {annotation}")
    return fields


def records_of(
    rows: Sequence[tuple[Any, ...]], names: Sequence[str], parts: Mapping[str, Sequence[str]]
) -> list[tuple[Any, ...]]:
    """Give the values of each row, one for each column."""
    if not parts:
        return list(rows)
    records = []
    for row in rows:
        record: list[Any] = []
        for name, value in zip(names, row, strict=True):
            if name not in parts:
                record.append(value)
            else:
                record += [None] * len(parts[name]) if value is None else value
        records.append(tuple(record))
    return records


class _Lines(io.StringIO):
    """A text of rows, each with a plain line end."""

    def write(self, row: str) -> int:
        return super().write(row.removesuffix("\r\n") + "\n")


def to_csv(
    fields: Sequence[Field], records: Sequence[Sequence[Any]], *, safe_csv: bool = True
) -> str:
    """Give the records as CSV, safe for spreadsheets or as they are."""
    import csv

    file = _Lines()
    # With this line end a cell that has either of its characters is quoted.
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(field.name for field in fields)
    writer.writerows(map(in_csv, record) if safe_csv else record for record in records)
    return file.getvalue()


def plain(value: Any) -> Any:  # noqa: ANN401
    """Give a setting or a value as JSON holds it. What is not finite is null."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if hasattr(value, "tolist"):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return str(value)


def same(one: Any, other: Any) -> bool:  # noqa: ANN401
    """Whether two values are equal, arrays entry by entry, and NaN equal to NaN."""
    if type(one) is not type(other):
        return bool(one == other)
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if hasattr(one, "tobytes"):
        alike = one.shape == other.shape and one.dtype == other.dtype
        return alike and bool(((one == other) | ((one != one) & (other != other))).all())  # noqa: PLR0124
    return bool(one == other) or (isinstance(one, float) and one != one and other != other)  # noqa: PLR0124
