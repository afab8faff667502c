"""Which rows of a result its tables show, and how they write figures."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from scorio._errors import coded, fault
from scorio.show.escaping import on_a_line
from scorio.show.page import typed, with_columns
from scorio.show.result import Rows
from scorio.show.words import digits_beside

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorio.show.page import Page

Row = TypeVar("Row", bound=tuple[Any, ...])

_MOST_DIGITS = 15
_ROUNDING = 1e-9
_DIGITS, _DIGITS_OF_PERCENT = 4, 2
# Fields of which the lowest value is the best.
_LOW_FIRST = ("rank", "rank_lo", "rank_hi", "sigma", "pvalue", "p_adjusted", "holm", "bh")


class View(NamedTuple):
    """What is shown of a result. Its rows, and what is saved of them, stay as they are."""

    only: tuple[str, ...] = ()
    sort: str | None = None
    top: int | None = None
    digits: int | None = None
    percent: bool = False
    wide: bool = False
    interval: bool = False
    sigma: bool = False
    columns: tuple[str, ...] = ()

    def figure(self, value: float) -> str:
        """Write a score."""
        if self.percent:
            digits = _DIGITS_OF_PERCENT if self.digits is None else self.digits
            return f"{100 * value:.{digits}f}%"
        return f"{value:.{_DIGITS if self.digits is None else self.digits}f}"

    def beside(self, value: float, level: float) -> str:
        """Write a score with as many digits as tell whether it reaches a level."""
        usual = _DIGITS_OF_PERCENT if self.percent else _DIGITS
        shift = 2 if self.percent else 0
        digits = (usual if self.digits is None else self.digits) + shift
        digits = digits_beside(value, digits, lambda one: one >= level)
        return self._replace(digits=digits - shift).figure(value)

    def signed(self, value: float) -> str:
        """Write a difference, with its sign."""
        text = self.figure(abs(value))
        if not any(c in "123456789" for c in text):
            return text
        return f"{'−' if value < 0 else '+'}{text}"

    def end(self, value: float, digits: int) -> str:
        """Write an end of the scale of bars."""
        if self.percent:
            return f"{100 * value:.{max(digits - 2, 0)}f}%"
        return f"{value:.{digits}f}"

    def signed_end(self, value: float, digits: int) -> str:
        """Write an end of the scale of differences."""
        text = self.end(abs(value), digits)
        return text if value == 0 else f"{'−' if value < 0 else '+'}{text}"

    def between(self, lo: float, hi: float, *, signed: bool = False) -> str:
        """Write an interval."""
        write = self.signed if signed else self.figure
        return f"[{write(lo)}, {write(hi)}]"

    def asks_for(self, column: str) -> bool:
        """Whether a column is named that tables do not show on their own."""
        return column in map(typed, self.columns)

    def chosen(self, rows: Sequence[Row]) -> list[Row]:
        """Give the rows of a table that are shown, in their order."""
        own = [row for row in rows if not self.only or getattr(row, "model", None) in self.only]
        if self.sort is not None:
            own = _sorted(own, self.sort)
        return own[: self.top]


class Viewed(Rows[Row]):
    """A sequence of rows whose tables can show some of them, in another order or form."""

    _view = View()

    def view(
        self,
        *,
        only: str | Sequence[str] = (),
        sort: str | None = None,
        top: int | None = None,
        digits: int | None = None,
        percent: bool = False,
        columns: str | Sequence[str] = (),
    ) -> Self:
        """Give the same result with other tables. Its rows, ranks and saved rows stay as they are.

        Parameters
        ----------
        only
            The models to show; all by default.
        sort
            A field of the rows to sort the lines of each table by, best first.
        top
            How many lines of each table to show.
        digits
            Digits behind the point, for scores; 4 by default, and 2 for percentages.
        percent
            Write scores as percentages.
        columns
            The columns of the tables to show, in their order, such as
            `["model", "score", "interval"]`; all by default.

        Raises
        ------
        ValueError
            A model, field or column that there is not; a number out of range.
        """
        names = checked_only(self.rows, only)
        view = View(names, sort, top, digits, percent, columns=column_names(columns))
        return self._viewed(view)

    def _chosen_page(self, columns: str | Sequence[str] | None = None) -> Page:
        if columns is not None:
            return self._viewed(self._view._replace(columns=column_names(columns)))._chosen_page()
        return with_columns(self._page(), self._view.columns)

    @coded
    def _viewed(self, view: View) -> Self:
        if view.top is not None and view.top < 1:
            sentence = f"top = {view.top} is not a number of lines: give 1 or more"
            raise fault(ValueError(sentence), "view.top")
        if view.digits is not None and not 0 <= view.digits <= _MOST_DIGITS:
            sentence = f"digits = {view.digits} is not from 0 to {_MOST_DIGITS}"
            raise fault(ValueError(sentence), "view.digits")
        fields = [*self._row_type.__annotations__]
        if view.sort is not None and view.sort not in fields:
            known = ", ".join(fields)
            sentence = f"there is no field {view.sort!r} to sort by: there are {known}"
            raise fault(ValueError(sentence), "view.no_field")
        if view.percent:
            self._refuse_percentages()
        own = copy(self)
        own._view = view
        if view.columns:
            # A column that there is not is an error before anything is written.
            own._chosen_page()
        return own

    def _refuse_percentages(self) -> None:
        """Refuse percentages of scores that are not from 0 to 1."""

    def _about_view(self, *, a_line_each: bool = True) -> list[str]:
        """Say how many models the tables leave out, where a line is a model."""
        models = len({getattr(row, "model", None) for row in self.rows})
        shown = len(self._view.only) or models
        if a_line_each:
            shown = min(shown, self._view.top or models)
        return [f"Shown: {shown} of {models:,} models."] if shown < models else []


def refuse_other_scales(
    percents: str, rows: Iterable[Any], weights: Iterable[float] | None, way: str
) -> None:
    """Refuse percentages where a score, or the weight of an outcome, is not from 0 to 1."""
    beyond = [one for one in weights or () if abs(one) > 1]
    if beyond:
        shown = f"an outcome has the weight {beyond[0]:g}"
    else:
        for row in rows:
            if row.score is not None and abs(row.score) > 1 + _ROUNDING:
                shown = f"{on_a_line(row.model)} scores {row.score:.4f}"
                break
        else:
            return
    sentence = f"{percents}: percentages are for scores from 0 to 1, and {shown}; {way}"
    raise fault(ValueError(sentence), "view.percent")


def column_names(columns: str | Sequence[str]) -> tuple[str, ...]:
    """Give the names of one column or several."""
    return (columns,) if isinstance(columns, str) else tuple(columns)


@coded
def checked_only(rows: Sequence[Any], only: str | Sequence[str]) -> tuple[str, ...]:
    """Check names of models."""
    names = (only,) if isinstance(only, str) else tuple(dict.fromkeys(only))
    there = dict.fromkeys(getattr(row, "model", "") for row in rows)
    for name in names:
        if name not in there:
            sentence = f"there is no model {name!r}: there are {', '.join(there)}"
            raise fault(ValueError(sentence), "view.no_model")
    return names


def _sorted(rows: list[Row], field: str) -> list[Row]:
    known = [row for row in rows if getattr(row, field) is not None]
    unknown = [row for row in rows if getattr(row, field) is None]
    text = any(isinstance(getattr(row, field), str) for row in known)
    high_first = not text and field not in _LOW_FIRST
    return sorted(known, key=lambda row: getattr(row, field), reverse=high_first) + unknown
