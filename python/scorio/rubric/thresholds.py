"""The table of a study's thresholds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Table

if TYPE_CHECKING:
    from scorio._rows import ThresholdValue


def threshold_table(thresholds: list[ThresholdValue]) -> Table:
    """Give the values of thresholds."""
    by_task = any(one.task is not None for one in thresholds)
    by_model = any(one.model is not None for one in thresholds)
    columns = [Column("threshold", left=True)]
    columns += [Column("task", left=True)] if by_task else []
    columns += [Column("model", left=True)] if by_model else []
    columns += [Column("value"), Column("is", left=True), Column("trials")]
    lines = []
    for one in thresholds:
        line = [on_a_line(one.threshold)]
        line += [on_a_line(one.task or "")] if by_task else []
        line += [on_a_line(one.model or "")] if by_model else []
        line += [f"{one.value:.6g}", _origin(one)]
        line.append("" if one.trials is None else f"{one.trials:,}")
        lines.append(line)
    return Table("Thresholds", columns, lines)


def _origin(one: ThresholdValue) -> str:
    """Say where a threshold comes from."""
    if one.quantile is None:
        return "a number"
    interpolated = ", interpolated" if one.rule == "linear" else ""
    frozen = ", frozen" if one.frozen else ""
    where = f" where {on_a_line(one.condition)}" if one.condition else ""
    quantile = f"{one.quantile:g} quantile of {on_a_line(one.signal or '')}"
    return f"{quantile}{where}{interpolated}{frozen}"
