"""What an adaptive run has found: models with abilities and ranks, and pairs of models."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scorio._rows import AdaptiveModel, AdaptivePair
from scorio.adaptive.running.undecided import listed, undecided
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.result import Rows
from scorio.show.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio import _core

# Boundaries that hold at one look.
_ONE_LOOK = ("two-sided", "one-sided")
# Why a run ends where it was to end from the start.
_FIXED_ENDS = ("items", "budget")
# Pairs that a note lists.
_LISTED = 10

REASONS = {
    "confident": "all pairs that matter are decided",
    "precision": "every standard error is small enough",
    "items": "no model may have more items",
    "budget": "no further trial fits the budget",
}


class Trial(NamedTuple):
    """A trial that has ended; the score of one that failed and was given up is None."""

    model: str
    item: str
    score: float | None
    cost: float


def ended_trials(log: Sequence[tuple[str, str, float | None, float]]) -> str:
    """Count the trials with a score, and apart those that failed and were given up."""
    failed = sum(score is None for _, _, score, _ in log)
    given_up = f" and {failed:,} given up" if failed else ""
    return f"{counted(len(log) - failed, 'trial')}{given_up}"


class AdaptiveResult(Rows[AdaptiveModel]):
    """Models of an adaptive run: a sequence of `AdaptiveModel`, the best first.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does.

    Attributes
    ----------
    pairs : list of AdaptivePair
        All pairs of models.
    outlook : list of tuple
        Pairs that matter and are not decided: two models, and how many further items of each would
        decide, if abilities stay. None is more than are left.
    log : list of Trial
        Trials in their order.
    cost : float
        What they cost.
    reason : str or None
        Why the run has nothing more to ask: confident, precision, items or budget.
    pending : int
        Queries without an answer.
    clipped : int
        Scores that were clipped to the range of the bank.
    """

    _row_type = AdaptiveModel

    def __init__(
        self, run: _core.AdaptiveRun, settings: dict[str, Any], sources: Sequence[str]
    ) -> None:
        models, pairs = run.report()
        super().__init__([AdaptiveModel(*row) for row in models], settings, sources)
        log, pending, _, _ = run.state()
        self.pairs = [AdaptivePair(*row) for row in pairs]
        self.outlook = run.outlook()
        self.log = [Trial(*one) for one in log]
        self.cost, self.clipped = run.spent()
        self.reason = run.reason()
        self.pending = len(pending)

    @property
    def order(self) -> list[str]:
        """The models, the best first. Models that are not decided may be in any order."""
        return [row.model for row in self.rows]

    @property
    def title(self) -> str:
        """What the run has done, in a line."""
        what = "score" if self.settings["goal"] == "score" else "ranking"
        models = counted(len(self.rows), "model")
        budget = self.settings["budget"]
        of = "" if budget is None else f" of {budget:g}"
        return f"Adaptive {what}: {models}, {ended_trials(self.log)}, cost {self.cost:.6g}{of}"

    @property
    def notes(self) -> list[str]:
        """What the run says below its table."""
        notes = []
        if self.reason is not None:
            notes.append(f"The run is done: {REASONS[self.reason]}.")
        elif self.pending:
            waiting = counted(self.pending, "query", "queries")
            notes.append(
                f"The run is not done: {waiting} without an answer, which ask --pending and "
                "Ranker.pending give again."
            )
        else:
            notes.append("The run is not done: it has more to ask.")
        if self.settings["goal"] == "rank":
            notes += self._open_notes()
            notes.append(
                "Ranks are about this bank: a decided pair differs on the calibrated scale, "
                "which may leave out what other prompts need."
            )
        if self.settings["goal"] == "rank" and self.settings["boundary"] in _ONE_LOOK:
            notes.append(
                f"The {self.settings['boundary']} boundary is for one look. Repeated looks decide "
                "more pairs by chance."
            )
        if self.clipped:
            notes.append(f"{counted(self.clipped, 'score')} outside the range of the bank clipped.")
        return notes

    def _open_notes(self) -> list[str]:
        """Say which pairs are not decided, and what those that matter need."""
        level = f"{100 * self.settings['confidence']:g}%"
        decided = sum(pair.decided for pair in self.pairs)
        one_look = "P(A > B), one look, holds if nobody looked before."
        if self.reason in _FIXED_ENDS and self.settings["boundary"] not in _ONE_LOOK:
            one_look = self._at_the_end()
        notes = [
            f"Decided at {level}: {decided:,} of {counted(len(self.pairs), 'pair')}.",
            f"{one_look} Decisions allow for every look.",
        ]
        groups = undecided(self.order, self.pairs)
        if groups:
            notes.append("A rank range holds every rank that decided pairs allow.")
            notes.append(f"Models that are not decided from one another: {listed(groups)}.")
        needs = []
        for one, other, items in self.outlook[:_LISTED]:
            more = "more than are left" if items is None else f"about {items:,}"
            needs.append(f"{on_a_line(one)} and {on_a_line(other)}: {more}")
        if needs:
            others = len(self.outlook) - _LISTED
            rest = f"; and {counted(others, 'more pair')}" if others > 0 else ""
            which = "pairs that matter" if self._is_selected() else "neighbours"
            notes.append(
                f"Further items of each model that would decide {which}, if abilities stay: "
                f"{'; '.join(needs)}{rest}."
            )
        return notes

    def _at_the_end(self) -> str:
        """Say at a fixed end how probable the order of each shown pair is, beside its verdict."""
        shown = self._neighbours()
        said = [
            f"{on_a_line(pair.above)} over {on_a_line(pair.below)} {pair.p_exact:.3f} "
            f"({'decided' if pair.decided else 'not decided'})"
            for pair in shown[:_LISTED]
        ]
        others = len(shown) - _LISTED
        rest = f"; and {counted(others, 'more pair')}" if others > 0 else ""
        return (
            "The run ends where it was to end. If nobody looked before, P(A > B) holds: "
            f"{'; '.join(said)}{rest}."
        )

    def _is_selected(self) -> bool:
        """Whether other pairs than neighbours have to be decided."""
        return self.settings["top"] is not None or self.settings["baseline"] is not None

    def document(self) -> dict[str, Any]:
        """Give what `Result.document` gives, with the pairs, the log and how the run ended."""
        return super().document() | {
            "pairs": [row._asdict() for row in self.pairs],
            "outlook": [list(pair) for pair in self.outlook],
            "log": [list(one) for one in self.log],
            "cost": self.cost,
            "reason": self.reason,
            "pending": self.pending,
            "clipped": self.clipped,
        }

    def _page(self) -> Page:
        level = f"{100 * self.settings['confidence']:g}% interval"
        if self.settings["goal"] == "score":
            columns = [
                Column("model", left=True, worth=100),
                Column("items", worth=40),
                Column("assisted", worth=90),
                Column("±", worth=80),
                Column(level, worth=50),
                Column("predicted", worth=70),
                Column("±", worth=60),
                Column("cost", worth=30),
            ]
            lines = [
                [
                    on_a_line(row.model),
                    f"{row.items:,}",
                    "–" if row.assisted is None else f"{row.assisted:.4f}",
                    "–" if row.assisted_sigma is None else f"{row.assisted_sigma:.4f}",
                    "–"
                    if row.assisted_lo is None
                    else f"[{row.assisted_lo:.4f}, {row.assisted_hi:.4f}]",
                    f"{row.score:.4f}",
                    f"{row.score_sigma:.4f}",
                    f"{row.cost:g}",
                ]
                for row in self.rows
            ]
            return Page([Table(self.title, columns, lines)], self.notes)
        columns = [
            Column("rank", worth=90),
            Column("rank range", worth=80),
            Column("model", left=True, worth=100),
            Column("ability", worth=75),
            Column("±", worth=60),
            Column(level, worth=50),
            Column("items", worth=40),
            Column("cost", worth=30),
        ]
        lines = [
            [
                str(row.rank),
                f"{row.rank_lo}"
                if row.rank_lo == row.rank_hi
                else f"{row.rank_lo} to {row.rank_hi}",
                on_a_line(row.model),
                f"{row.ability:.3f}",
                f"{row.se:.3f}",
                f"[{row.lo:.3f}, {row.hi:.3f}]",
                f"{row.items:,}",
                f"{row.cost:g}",
            ]
            for row in self.rows
        ]
        return Page([Table(self.title, columns, lines), self._shown_pairs()], self.notes)

    def _neighbours(self) -> list[AdaptivePair]:
        """Give the pairs of neighbours, or those with the baseline."""
        baseline = self.settings["baseline"]
        place = {name: at for at, name in enumerate(self.order)}
        return [
            pair
            for pair in self.pairs
            if (
                place[pair.below] == place[pair.above] + 1
                if baseline is None
                else baseline in (pair.above, pair.below)
            )
        ]

    def _shown_pairs(self) -> Table:
        """Give the pairs of neighbours, or those with the baseline."""
        baseline = self.settings["baseline"]
        columns = [
            Column("model A", left=True, worth=100),
            Column("model B", left=True, worth=95),
            Column("difference", worth=40),
            Column("z", worth=60),
            Column("z to decide", worth=70),
            Column("decided", worth=90),
            Column("P(A > B), one look", worth=80),
        ]
        lines = [
            [
                on_a_line(pair.above),
                on_a_line(pair.below),
                f"{pair.difference:.3f}",
                f"{pair.z:.2f}",
                f"{pair.boundary:.2f}",
                "yes" if pair.decided else "no",
                f"{pair.p_exact:.3f}",
            ]
            for pair in self._neighbours()
        ]
        title = "Neighbours" if baseline is None else f"Pairs with {on_a_line(baseline)}"
        return Table(title, columns, lines)
