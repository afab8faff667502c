"""The fields of questions that slices need, as options of a reading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._compare.inputs import is_matrix
from scorio._counting.tallied import Tallied
from scorio._errors import coded
from scorio._reading.keeping import keeping

if TYPE_CHECKING:
    from collections.abc import Sequence


@coded
def with_fields(
    source: Any,  # noqa: ANN401
    named: str | Sequence[str],
    reading: dict[str, Any],
) -> dict[str, Any]:
    """Give the options of a reading that keeps the fields of slices, of what is read."""
    if isinstance(source, Tallied):
        return reading
    if is_matrix(source):
        raise TypeError(
            "a matrix has no fields of questions: count it by scorio.count, and add some by "
            "with_field"
        )
    return keeping(reading, named)
