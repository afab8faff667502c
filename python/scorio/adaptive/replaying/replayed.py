"""What a replay has found: agreement by number of items, decided pairs, and the paper's tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._errors import fault
from scorio._rows import ReplayDecisions, ReplayNeed, ReplaySet, ReplayStep, ReplaySummary
from scorio.adaptive.replaying.paper_tables import paper_tables
from scorio.show.page import Column, Page, Table
from scorio.show.result import Rows
from scorio.show.words import counted, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorio.plot.figure import Figure

DESIGNS = {
    "adaptive": "adaptive",
    "static": "static: a fixed form",
    "paired": "random, same items",
    "stratified": "stratified, same items",
    "random": "random, each its own",
}
# Baselines first: what adaptivity adds is seen beside them.
_ORDER = ("random", "paired", "stratified", "static", "adaptive")
_SCORINGS = ("mean", "ability", "assisted")


class Replay(Rows[ReplayStep]):
    """Designs by number of items: a sequence of `ReplayStep`.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does.

    Attributes
    ----------
    needs : list of ReplayNeed
        The items of each design until its mean τ is high enough.
    decisions : list of ReplayDecisions
        Pairs that runs decide, by boundary.
    summary : ReplaySummary
        The figures of the paper's tables 2 to 6.
    sets : list of ReplaySet
        The hold-out sets.
    """

    _row_type = ReplayStep

    def __init__(
        self, found: tuple[Any, ...], settings: dict[str, Any], sources: Sequence[str]
    ) -> None:
        steps, shown, needs, decisions, summary, sets = found
        super().__init__([ReplayStep(*row) for row in steps], settings, sources)
        self.needs = [ReplayNeed(*row) for row in needs]
        self.decisions = [ReplayDecisions(*row) for row in decisions]
        self.summary = ReplaySummary(*summary)
        self.sets = [ReplaySet(*row) for row in sets]
        self._shown: list[int] = shown

    def at(self, design: str, items: int, scoring: str = "ability") -> ReplayStep:
        """Give a design after the largest number of items that is at most `items`.

        Raises
        ------
        ValueError
            A design, a scoring or a number of items that the replay does not have.
        """
        own = [row for row in self.rows if (row.design, row.scoring) == (design, scoring)]
        reached = [row for row in own if row.items <= items]
        if not reached:
            sentence = f"the replay has no {design!r} scored by {scoring!r} at {items} items"
            raise fault(ValueError(sentence), "adaptive.no_step")
        return max(reached, key=lambda row: row.items)

    def need(self, design: str, scoring: str = "ability") -> int | None:
        """Give the items of a design until its mean τ is high enough; None if it never is.

        Raises
        ------
        ValueError
            A design or a scoring that the replay does not have.
        """
        for row in self.needs:
            if (row.design, row.scoring) == (design, scoring):
                return row.items
        sentence = f"the replay has no {design!r} scored by {scoring!r}"
        raise fault(ValueError(sentence), "adaptive.no_step")

    @property
    def title(self) -> str:
        """What was replayed, in a line."""
        sets = counted(len(self.sets), "hold-out set")
        size = f"{self.settings['hold_out']} of {self.settings['models']} models"
        return f"Replay of {self.settings['dataset']}: {sets} of {size}"

    @property
    def _truth(self) -> str:
        """What designs are compared with."""
        is_all = self.settings["truth"] == "all"
        return "all items" if is_all else "the half of the items that no design asks"

    @property
    def notes(self) -> list[str]:
        """What the replay says below its tables."""
        few, many = (end(one.calibrators for one in self.sets) for end in (min, max))
        calibrated = f"{few}" if few == many else f"{few} to {many}"
        notes = [
            f"Each set has a bank of its own, calibrated on {calibrated} other models.",
            f"τ is Kendall's τ with the scores on {self._truth}.",
            (
                "Savings come from the same items for all models, from a bank that fits, and from "
                "adaptivity: read each design beside the ones above it."
            ),
            (
                "Baseline τ of table 2 is that of random models and items, by abilities. The five "
                "columns at the end have as many items by other designs."
            ),
            (
                f"Two models tie by the scores on {self._truth} (GT) if the interval of their mean "
                "difference holds 0."
            ),
            "Items of table 2 are those of a whole set.",
        ]
        if self.settings["truth"] == "all":
            notes.append(
                "The scores on all items contain those that were asked. The other half as truth "
                "says how far the order holds of new items."
            )
        if self.settings["boundary"] in ("two-sided", "one-sided"):
            notes.append(
                f"The {self.settings['boundary']} boundary is for one look. Repeated looks decide "
                "more pairs by chance."
            )
        if self.summary.family_adaptive_tau is None:
            notes.append("Table 5 needs the families of the models.")
        left_out = sum(one.left_out for one in self.sets)
        if left_out:
            notes.append(f"{counted(left_out, 'item')} left out of sets whose models lack them.")
        clipped = sum(one.clipped for one in self.sets)
        if clipped:
            notes.append(
                f"{counted(clipped, 'score')} outside the range of the calibration models clipped."
            )
        return notes

    def document(self) -> dict[str, Any]:
        """Give what `Result.document` gives, with the needs, decided pairs, summary and sets."""
        return super().document() | {
            "needs": [row._asdict() for row in self.needs],
            "decisions": [row._asdict() for row in self.decisions],
            "summary": self.summary._asdict(),
            "sets": [row._asdict() for row in self.sets],
        }

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {"agreement": self._figure}

    def _figure(self) -> Figure:
        from scorio.plot.replays import agreement

        return agreement(f"Agreement with {self._truth}", self.rows)

    def _page(self) -> Page:
        tables = [self._agreement()]
        if self.settings["goal"] == "score":
            tables.append(self._scores())
        tables.append(self._decided())
        return Page(tables + paper_tables(self.summary, self.settings), self.notes)

    def _series(self) -> list[tuple[str, str]]:
        found = {(row.design, row.scoring) for row in self.rows}
        return [(one, by) for one in _ORDER for by in _SCORINGS if (one, by) in found]

    def _agreement(self) -> Table:
        level = f"{self.settings['tau']:g}"
        columns = [Column("design", left=True), Column("scored by", left=True)]
        columns += [Column(f"τ at {items:,}", worth=-place)
                    for place, items in enumerate(self._shown)]  # fmt: skip
        columns += [Column(f"items until {level}"), Column("of all")]
        lines = []
        for design, scoring in self._series():
            need = next(
                (row for row in self.needs if (row.design, row.scoring) == (design, scoring)), None
            )
            if need is None:
                continue
            taus = {row.items: row.tau for row in self.rows
                    if (row.design, row.scoring) == (design, scoring)}  # fmt: skip
            until = f"> {need.most:,}" if need.items is None else f"{need.items:,}"
            lines.append([
                DESIGNS[design],
                scoring,
                *(f"{taus[items]:.3f}" if items in taus else "–" for items in self._shown),
                until,
                "–" if need.share is None else percent(need.share),
            ])  # fmt: skip
        return Table(f"{self.title}. Items of each model", columns, lines)

    def _scores(self) -> Table:
        level = f"{100 * self.settings['confidence']:g}%"
        scored = [row for row in self.rows if row.rmse is not None]
        points = sorted({row.items for row in scored})
        columns = [Column("design", left=True), Column("estimate", left=True)]
        columns += [Column(f"{items:,} items", worth=-place) for place, items in enumerate(points)]
        lines = []
        for design, scoring in self._series():
            key = (design, scoring)
            found = {row.items: row for row in scored if (row.design, row.scoring) == key}
            if found:
                cells = [found.get(items) for items in points]
                estimate = "predicted" if scoring == "ability" else scoring
                lines.append([DESIGNS[design], estimate, *map(_error, cells)])
        title = f"Score of {self._truth}: root mean square error, and coverage of {level} intervals"
        return Table(title, columns, lines)

    def _decided(self) -> Table:
        columns = [Column("boundary", left=True), Column("pairs"), Column("decided")]
        columns += [Column("right"), Column("wrong"), Column("true ties")]
        columns += [Column("items"), Column("τ"), Column("sets decided")]
        lines = [
            [
                row.boundary,
                f"{row.pairs:,}",
                f"{row.decided:,}",
                f"{row.right:,}",
                f"{row.wrong:,}",
                f"{row.open:,}",
                f"{row.items:.0f}",
                f"{row.tau:.3f}",
                f"{row.confident} of {row.sets}",
            ]
            for row in self.decisions
        ]
        level = f"{100 * self.settings['confidence']:g}%"
        most = self.settings["max_items"]
        title = f"Pairs that the ranker decides at {level}, with at most {most:,} items each"
        return Table(title, columns, lines)


def _error(row: ReplayStep | None) -> str:
    if row is None or row.rmse is None or row.coverage is None:
        return "–"
    return f"{row.rmse:.4f} ({row.coverage:.2f})"
