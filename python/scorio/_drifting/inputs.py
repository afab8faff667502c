"""The runs of a series, from what `scorio.drift` is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._counting.tallied import Tallied
from scorio._errors import renamed
from scorio._reading.reading import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums
    from scorio._reading.options import Frame, Path


def runs_of(
    source: Counts | Sums | Path | Iterable[Path] | Frame,
    series: str | None,
    reading: Mapping[str, Any],
) -> Counts | Sums:
    """Give counts whose models are runs."""
    if isinstance(source, Tallied):
        given = next(iter({"series": series} if series is not None else reading), None)
        if given is not None:
            raise TypeError(f"{given} says how to read logs, and these are counts")
        return source  # type: ignore[return-value]
    with renamed({"count()": "drift()"}):
        counts: Counts | Sums = count(source, **{"series": series, **reading})
    return counts
