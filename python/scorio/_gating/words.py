"""Words of a gate's rows, which its tables, its figure and its tests share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.show.escaping import on_a_line
from scorio.show.words import chance

if TYPE_CHECKING:
    from scorio._rows import Gated


def named(row: Gated) -> str:
    """Name the model of a row, and its score if there are several."""
    score = f", score = {on_a_line(row.score_name)}" if row.score_name else ""
    return f"{on_a_line(row.model)}{score}"


def failing(row: Gated) -> list[str]:
    """Give the chances by which a question fails: its own, and the one that decides."""
    level = 1 - row.confidence
    both = (row.p_fail, row.p_fail_adjusted)
    return ["" if one is None else "1" if one == 1 else chance(one, level=level) for one in both]
