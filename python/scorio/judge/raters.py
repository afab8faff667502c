"""How far raters agree: several judges, or several people."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

from scorio._arguments import number
from scorio._call import Called, Note, asked
from scorio._errors import coded
from scorio._numpy import np
from scorio._rows import RaterAgreement
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from scorio.show.view import View

Level = Literal["nominal", "ordinal", "interval"]


class Agreements(Called[RaterAgreement]):
    """How far raters agree: a sequence of `RaterAgreement`, first of all raters, then of each two.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does.
    """

    _row_type = RaterAgreement

    def __init__(
        self,
        rows: list[RaterAgreement],
        notes: list[Note],
        settings: dict[str, Any],
        sources: Sequence[str] = (),
        read: Sequence[str] = (),
    ) -> None:
        super().__init__(rows, notes, settings, sources)
        self._read = list(read)
        self._who = "raters"

    @property
    def title(self) -> str:
        """What the table is about, in a line."""
        return f"Agreement of {len(self.settings['raters'])} {self._who}"

    @property
    def notes(self) -> list[str]:
        """What is said below the table."""
        return [*self._said(), *self._read]

    def _refuse_percentages(self) -> None:
        """Refuse none: all figures are shares."""

    def _shown(self) -> Table:
        """Give the table without its notes."""
        level = f"{100 * self.settings['confidence']:g}% interval"
        columns = [
            Column(self._who, left=True, worth=100), Column("trials", worth=60),
            Column("equal", worth=80), Column("α", worth=95), Column(level, worth=90),
        ]  # fmt: skip
        view = self._view
        lines = [
            [
                "all" if row.rater is None or row.other is None
                else f"{on_a_line(row.rater)}, {on_a_line(row.other)}",
                f"{row.trials:,}",
                "–" if row.equal is None else view.figure(row.equal),
                _figure(view, row.alpha),
                "–" if row.lo is None else f"[{_figure(view, row.lo)}, {_figure(view, row.hi)}]",
            ]
            for row in self._view.chosen(self.rows)
        ]  # fmt: skip
        return Table(self.title, columns, lines)

    def _page(self) -> Page:
        return Page([self._shown()], self.notes)


def _figure(view: View, value: float | None) -> str:
    """Write a figure that may be negative."""
    return "–" if value is None else view.signed(value).removeprefix("+")


@coded
def agreement(
    ratings: ArrayLike,
    *,
    raters: Sequence[str] | None = None,
    questions: Sequence[object] | None = None,
    level: Level | None = None,
    confidence: float = 0.95,
) -> Agreements:
    """Say how far raters agree beyond chance, by Krippendorff's α: all of them, and each two.

    Parameters
    ----------
    ratings
        Trials × raters: numbers, or texts. NaN and None are missing. A trial with one rating
        counts in no figure.
    raters
        The names of the raters. By default "1", "2", ….
    questions
        The question of each trial. Trials of one question are one piece of evidence. By default
        each trial has a question of its own.
    level
        What the ratings are: "nominal" for names, "ordinal" for values that have an order alone,
        "interval" for numbers. By default texts and two different ratings are names, and more
        numbers are numbers.
    confidence
        Level of the intervals.

    Returns
    -------
    Agreements
        A sequence of `RaterAgreement`. The first row is about all raters.

    Raises
    ------
    ValueError
        Fewer than two raters; no trial with two ratings; as many names as there are not; texts
        with another level than "nominal"; an infinite rating.

    Notes
    -----
    Let m be the ratings of a trial. D_o is the sum of δ² / (m − 1) over the ordered pairs of its
    ratings, for all trials. Of n such ratings, n_c have the value c. D_e is
    Σ n_c n_k δ² / (n − 1), and α = 1 − D_o / D_e. δ² is 1 for two names. For numbers it is the
    squared difference, and for values with an order that of their mean ranks.

    The interval is about questions like these, by the jackknife over questions of the logarithm of
    D_o / D_e (`docs/judges.md`). It stays open where all ratings agree.

    Source: Krippendorff (2011), Computing Krippendorff's alpha-reliability.

    Examples
    --------
    >>> import scorio
    >>> ratings = [[1, 1], [0, 0], [1, 0], [1, 1], [0, None]]
    >>> row = scorio.judge.agreement(ratings, raters=["a", "b"])[0]
    >>> row.level, row.trials, row.equal, round(row.alpha, 4)
    ('nominal', 4, 0.75, 0.5333)
    """
    values, are_texts = _numbered(ratings)
    if are_texts and level not in (None, "nominal"):
        raise ValueError(f'texts have no order: level = {level!r} is for numbers, give "nominal"')
    names = [str(one + 1) for one in range(values.shape[-1])] if raters is None else list(raters)
    options: dict[str, Any] = {
        "level": "nominal" if are_texts else level, "confidence": number("confidence", confidence),
    }  # fmt: skip
    asked_of = None if questions is None else [str(one) for one in questions]
    found = asked("judge_agreement", ratings=values, raters=names, questions=asked_of, **options)
    rows = [RaterAgreement(*row) for row in found.table(0)]
    notes = [Note(*note) for note in found.notes()]
    return Agreements(rows, notes, options | {"raters": names, "level": rows[0].level})


def _numbered(ratings: ArrayLike) -> tuple[NDArray[np.float64], bool]:
    """Give ratings as numbers, and whether they are texts, which are numbered."""
    array = np.asarray(ratings)
    if array.dtype.kind not in "USO":
        return np.asarray(array, dtype=np.float64), False
    # As objects, so that no number becomes a text.
    cells = np.asarray(ratings, dtype=object)
    texts = sorted({cell for cell in cells.flat if isinstance(cell, str)})
    if not texts:
        return np.asarray(cells, dtype=np.float64), False
    places = {text: float(place) for place, text in enumerate(texts)}
    found = np.full(cells.shape, np.nan)
    for place, cell in np.ndenumerate(cells):
        if isinstance(cell, str):
            found[place] = places[cell]
        elif cell is not None and not math.isnan(cell):
            raise ValueError(f"ratings{list(place)} = {cell!r} is a number, and others are texts")
    return found, True
