"""The questions that decide a difference, as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Table
from scorio.show.words import chance, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio._rows import QuestionDifference


OBSERVED = (
    "score and baseline are observed, and the parts add up to the overall difference. expected, ± "
    "and P(A > B) are of one posterior of the question's difference."
)
"""What the columns of the table are."""


def questions_table(title: str, found: Sequence[QuestionDifference]) -> Table:
    """Give questions as a table, with the labels that any of them has."""
    labels = [
        name
        for name in ("score_name", "task", "cluster")
        if any(getattr(one, name) for one in found)
    ]
    headers = {"score_name": "scored by"}
    columns = [
        Column("question", left=True, worth=100),
        # A question is known by its score and task, too.
        *(
            Column(headers.get(name, name), left=True, worth=50 if name == "cluster" else 99)
            for name in labels
        ),
        Column("score", worth=40),
        Column("baseline", worth=30),
        Column("part", worth=80),
        Column("expected", worth=90),
        Column("±", worth=60),
        Column("P(A > B)", worth=70),
    ]
    lines = [
        [
            on_a_line(one.question),
            *(on_a_line(getattr(one, name) or "") for name in labels),
            f"{one.score:.4f}",
            f"{one.baseline_score:.4f}",
            signed(one.part),
            "" if one.expected is None else signed(one.expected),
            "" if one.sigma is None else f"{one.sigma:.4f}",
            "" if one.probability is None else chance(one.probability),
        ]
        for one in found
    ]
    return Table(title, columns, lines)
