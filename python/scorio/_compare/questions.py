"""The questions that decide a difference, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.show.escaping import on_a_line
from scorio.show.page import Column
from scorio.show.text import aligned
from scorio.show.words import chance, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._rows import QuestionDifference


def questions_text(found: Sequence[QuestionDifference]) -> str:
    """Format questions as an aligned table, with the labels that any of them has."""
    labels = [
        name
        for name in ("score_name", "task", "cluster")
        if any(getattr(one, name) for one in found)
    ]
    headers = {"score_name": "scored by"}
    columns = [
        Column("question", left=True),
        *(Column(headers.get(name, name)) for name in labels),
        *map(Column, ["score", "baseline", "difference", "±", "P(A > B)", "part"]),
    ]
    lines = [
        [
            on_a_line(one.question),
            *(on_a_line(getattr(one, name) or "") for name in labels),
            f"{one.score:.4f}",
            f"{one.baseline_score:.4f}",
            signed(one.difference),
            "" if one.sigma is None else f"{one.sigma:.4f}",
            "" if one.probability is None else chance(one.probability),
            signed(one.part),
        ]
        for one in found
    ]
    return "\n".join(aligned(columns, lines))
