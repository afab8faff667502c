"""The fields of questions that slices need, as options of a reading."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from scorio._compare.inputs import is_matrix
from scorio._counting.tallied import Tallied
from scorio._errors import coded

if TYPE_CHECKING:
    from collections.abc import Sequence

# A field that is cut into parts.
_CUT = re.compile(r"(.+):\d+", re.DOTALL)


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
    given = reading.get("fields") or []
    fields = [given] if isinstance(given, str) else list(given)
    for name in [named] if isinstance(named, str) else named:
        cut = _CUT.fullmatch(name) if isinstance(name, str) else None
        fields.append(cut[1] if cut else name)
    wanted = [field for field in dict.fromkeys(fields) if field != "task"]
    return reading | ({"fields": wanted} if wanted else {})
