"""What a table of horizons says, as a sequence of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._call import Called
from scorio._reading.report import report_lines
from scorio._rows import Horizon
from scorio.show.documents.records import plain
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorio._call import Answer
    from scorio._counting.tallied import Tallied
    from scorio._rows import HorizonBin
    from scorio.plot.figure import Figure

# A probability nearer to 0 or 1 is shown by this bound.
_SURE = 0.001


class Horizons(Called[Horizon]):
    """How long a task each model can do: a sequence of `Horizon`, longest first.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does. `ratios` compares models with the baseline, `doublings` has the doubling time,
    `bins` observed beside fitted shares, and `curves` the curves. JSON has them all.
    """

    _row_type = Horizon

    def __init__(self, answer: Answer, counts: Tallied[Any]) -> None:
        (rows, self.ratios, self.doublings, self.bins, self.curves), notes, options = answer
        super().__init__(rows, notes, dict(options), counts.sources)
        self._read = report_lines(counts.report, counts.notes)

    @property
    def notes(self) -> list[str]:
        """What is said below the table."""
        return [*self._said(), *self._read, *self._about_view(a_line_each=False)]

    @property
    def title(self) -> str:
        """What the table is about, in a line."""
        penalty = self.settings["penalty"]
        with_penalty = "" if penalty is None else f"; slopes with the penalty {penalty:g}"
        length = on_a_line(self.settings["length"])
        return f"Horizons by {length}; {self._level()} intervals{with_penalty}"

    def document(self) -> dict[str, Any]:
        """Give what is saved as JSON: the rows, and those of the other tables."""
        others = {
            "ratios": self.ratios,
            "doublings": self.doublings,
            "bins": self.bins,
            "curves": self.curves,
        }
        return super().document() | {
            name: [dict(zip(row._fields, plain(row), strict=True)) for row in rows]
            for name, rows in others.items()
            if rows
        }

    def _beside_rows(self) -> str:
        named = [name for name in ("ratios", "doublings", "bins") if getattr(self, name)]
        return f"the tables of {' and '.join(named)}" if named else ""

    def _page(self) -> Page:
        tables = [self._horizons()]
        if self.ratios:
            tables.append(self._compared())
        if self.doublings:
            tables.append(self._doubled())
        return Page(tables, self.notes)

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {"horizon": self._of_horizons}

    def _of_horizons(self, *, narrow: bool = False) -> Figure:
        from scorio.plot.horizon import horizon

        rows = self._view.chosen(self.rows)
        models = {row.model for row in rows}
        bins = [one for one in self.bins if one.model in models]
        curves = [one for one in self.curves if one.model in models]
        of_others = any(note.kind == "horizon.item" for note in self._notes)
        length = "difficulty" if of_others else on_a_line(self.settings["length"])
        title = f"Success by {length}; {self._level()} intervals"
        across = "odds that the other models fail" if of_others else length
        return horizon(title, rows, curves, bins, across, narrow=narrow)

    def _level(self) -> str:
        return f"{100 * self.settings['confidence']:g}%"

    def _shares(self) -> list[float]:
        return list(dict.fromkeys(row.at for row in self.rows))

    def _horizons(self) -> Table:
        shares, between = self._shares(), f"{self._level()} interval"
        columns = [Column("model", left=True, worth=100)]
        for place, share in enumerate(shares):
            columns += [
                Column(f"{_percent(share)} horizon", worth=99 - place),
                Column(between, worth=90 - place),
            ]
        columns += [
            Column("tasks", worth=60), Column("clusters", worth=40), Column("longest", worth=70),
        ]  # fmt: skip
        by_model: dict[str, dict[float, Horizon]] = {}
        for row in self._view.chosen(self.rows):
            by_model.setdefault(row.model, {})[row.at] = row
        lines = []
        for model, own in by_model.items():
            first = next(iter(own.values()))
            figures = [cell for share in shares for cell in _cells(own.get(share))]
            sizes = [f"{first.tasks:,}", f"{first.clusters:,}", first.shown_longest]
            lines.append([on_a_line(model), *figures, *sizes])
        return Table(self.title, columns, lines)

    def _compared(self) -> Table:
        columns = [
            Column("model", left=True, worth=100), Column("at", worth=95),
            Column("ratio", worth=99), Column(f"{self._level()} interval", worth=90),
            Column("P(longer)", worth=80),
        ]  # fmt: skip
        lines = [
            [
                on_a_line(row.model), _percent(row.at), _ratio(row.ratio),
                "–" if row.lo is None or row.hi is None else (
                    f"[{_ratio(row.lo)}, {_ratio(row.hi)}]"
                ),
                "–" if row.longer is None else _probability(row.longer),
            ]
            for row in self._view.chosen(self.ratios)
        ]  # fmt: skip
        baseline = on_a_line(self.settings["baseline"])
        return Table(f"Horizons over those of {baseline}", columns, lines)

    def _binned(self) -> Table:
        """Give observed beside fitted shares, in bins of two doublings."""
        columns = [
            Column("model", left=True, worth=100), Column("from", worth=99), Column("to", worth=98),
            Column("tasks", worth=60), Column("observed", worth=97), Column("fitted", worth=96),
        ]  # fmt: skip
        lines = [
            [
                on_a_line(one.model), one.shown_low, one.shown_high, f"{one.tasks:,}", *_shared(one)
            ]
            for one in self._view.chosen(self.bins)
        ]  # fmt: skip
        return Table("Observed and fitted shares of success", columns, lines)

    def _doubled(self) -> Table:
        columns = [
            Column("at", left=True, worth=100), Column("doubling time", worth=99),
            Column(f"{self._level()} interval", worth=90), Column("models", worth=60),
        ]  # fmt: skip
        lines = [
            [
                _percent(row.at), "no growth" if row.days is None else _days(row.days),
                "–" if row.lo is None else (
                    f"[{_days(row.lo)}, {'∞' if row.hi is None else _days(row.hi)}]"
                ),
                f"{row.models:,}",
            ]
            for row in self.doublings
        ]  # fmt: skip
        return Table("Time in which horizons double", columns, lines)


def _shared(one: HorizonBin) -> list[str]:
    """Give the shares of a bin."""
    mark = " (off)" if one.off else ""
    return [f"{one.observed:.2f}", f"{one.fitted:.2f}{mark}"]


def _cells(row: Horizon | None) -> Sequence[str]:
    """Give a horizon and its interval."""
    if row is None:
        return ["", ""]
    mark = " (beyond)" if row.beyond else " (below all)" if row.short_of else ""
    return [f"{row.shown}{mark}", row.shown_interval or "–"]


def _percent(share: float) -> str:
    return f"{100 * share:.6g}%"


def _ratio(value: float) -> str:
    return f"{value:.2f}" if 0.1 <= value < 1000 else f"{value:.3g}"  # noqa: PLR2004


def _days(value: float) -> str:
    return f"{value:,.0f} days" if value >= 9.5 else f"{value:.2g} days"  # noqa: PLR2004


def _probability(value: float) -> str:
    if value < _SURE:
        return f"<{_SURE:g}"
    return f">{1 - _SURE:g}" if value > 1 - _SURE else f"{value:.3f}"
