"""Counts with costs, from what calls about costs are given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._counting.costed import CostCounts
from scorio._counting.tallied import Tallied
from scorio._errors import of_options, renamed
from scorio._reading.reading import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorio._counting.sums import Sums
    from scorio._reading.options import Frame, Path


def costs_of(
    called: str,
    source: CostCounts | Path | Iterable[Path] | Frame,
    cluster: str | None,
    reading: Mapping[str, Any],
    *,
    single: bool = False,
) -> Sums:
    """Give the sums of costs of counts, or of logs.

    `called` is the function that the user called. `single` says that caps need every cost.
    """
    if isinstance(source, CostCounts):
        if reading:
            raise TypeError(f"{next(iter(reading))} says how to read logs, and these are counts")
        return source.costs
    if isinstance(source, Tallied):
        raise of_options(
            "cost.none", "these counts have no costs: count their log with {cost}", "cost"
        )
    if reading.get("cost") is None:
        raise of_options(
            "cost.none", "no cost is named: give the field of the cost by {cost}=…", "cost"
        )
    own = {} if cluster in (None, "task") else {"cluster": cluster}
    with renamed({"count()": f"{called}()"}):
        counts: Any = count(source, **{"keep_values": single, **own, **reading})
    return counts.costs  # type: ignore[no-any-return]
