"""Counts whose questions have lengths, and dates of models, as commands read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio.cli.options.reading import clustered, holding_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._counting.counts import Counts
    from scorio._counting.sums import Sums


def with_lengths(
    paths: list[str], reading: dict[str, Any], length: str
) -> tuple[Counts | Sums, str | None]:
    """Count outcomes with the lengths of questions, and say what clusters they have."""
    from scorio._reading.keeping import with_length

    if not holding_counts(paths, reading):
        reading = with_length(reading, length)
    cluster = reading["cluster"]
    counts = clustered(paths, reading)
    return counts, cluster if cluster in (None, "task") else "cluster"


def dates_given(dates: Sequence[str] | None) -> Any:  # noqa: ANN401
    """Give dates as `scorio.horizon` takes them: a file, or each model with its date."""
    if not dates:
        return None
    if len(dates) == 1 and "=" not in dates[0]:
        return dates[0]
    found: dict[str, str] = {}
    for text in dates:
        model, sign, date = text.rpartition("=")
        if not sign:
            raise ValueError(f"--dates {text} is no NAME=2025-03-01: give one file, or such dates")
        if model in found:
            raise ValueError(f"--dates has two dates of {model}: give one")
        found[model] = date
    return found
