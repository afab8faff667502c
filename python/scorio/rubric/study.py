"""A study of rubrics: leaderboards, ranks, agreement, shares of categories and thresholds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Unpack

from scorio._errors import coded
from scorio._former import taking_by
from scorio._reading.report import report_lines
from scorio._rows import (
    CategoryShare,
    RubricAgreement,
    RubricFlip,
    RubricTally,
    ThresholdValue,
)
from scorio.rubric.grading import by_name, graded
from scorio.rubric.notes import empty, missing, one_sided, overall, twins, unfrozen
from scorio.rubric.rubrics import load
from scorio.rubric.thresholds import threshold_table
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.result import Rows
from scorio.show.words import counted, percent, rank_range

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scorio import _core
    from scorio._reading.options import Frame, Path, Reading
    from scorio._scoring.scores import Scores
    from scorio.plot.figure import Figure
    from scorio.rubric.grading import Rubric
    from scorio.rubric.rubrics import Rubrics

# Models that stand beside one another; more stand below one another.
_ACROSS = 6
# Rubrics that tables name; more of them are numbered.
_NAMED = 4
# Rubrics that a table compares all others with.
_COMPARED = 50
# From here on, a score has an exponent.
_LARGE = 1e6
# Flips that a page lists.
_LISTED = 20


class RubricScore(NamedTuple):
    """The score of a model by a rubric.

    Attributes
    ----------
    rubric : str
        Rubric.
    task : str or None
        Task. None is all of them.
    model : str
        Model.
    score : float
        Score, in the units of the rubric's weights.
    sigma : float
        Standard deviation of the score.
    lo : float
        Lower end of the interval.
    hi : float
        Upper end of the interval.
    rank : int
        Competition rank by score.
    rank_lo : int
        Best rank that the comparisons of models allow.
    rank_hi : int
        Worst rank that the comparisons of models allow.
    trials : int
        Trials that have a category.
    missing : int
        Trials that have none.
    """

    rubric: str
    task: str | None
    model: str
    score: float
    sigma: float
    lo: float
    hi: float
    rank: int
    rank_lo: int
    rank_hi: int
    trials: int
    missing: int


class RubricStudy(Rows[RubricScore]):
    """How rubrics score and rank the same models: a sequence of `RubricScore`, rubric by rubric.

    `scores` has the leaderboard of each rubric (`Scores`), by its name. `counts` has the counts.
    `agreement` compares each pair of rubrics, and `flips` names the models that they order in
    opposite ways. `shares` says how often the trials of a model fall into each category.
    `thresholds` has the values of the thresholds, and `tallies` what became of the trials.
    """

    _row_type = RubricScore

    def __init__(
        self,
        rubrics: Rubrics,
        grades: _core.Grades,
        sources: list[str],
        options: dict[str, Any],
    ) -> None:
        self.counts = by_name(rubrics, grades, sources)
        scoring = {name: value for name, value in options.items() if name != "metric"}
        self.scores: dict[str, Scores] = {
            name: own.score(options["metric"], **scoring) for name, own in self.counts.items()
        }
        settings = options | {"rubrics": rubrics.names, "rubric_file": rubrics.source or None}
        super().__init__(list(_rows(self.scores)), settings, sources)
        self._categories = {name: rubrics.categories(name) for name in rubrics.names}
        own = [
            {row.model: (row.score, row.letters) for row in overall(board)}
            for board in self.scores.values()
        ]
        pairs, flips = grades.agreements(own)
        self.agreement = [RubricAgreement(*one) for one in pairs]
        self.flips = [RubricFlip(*one) for one in flips]
        self.shares = [CategoryShare(*one) for one in grades.shares()]
        self.thresholds = [ThresholdValue(*one) for one in grades.thresholds()]
        self.tallies = [RubricTally(*one) for one in grades.tallies()]
        self.report = grades.report
        self._tasks = len(next(iter(self.counts.values())).tasks)
        self._reading_notes = [sentence for _, _, sentence in grades.notes]

    @property
    def title(self) -> str:
        """What is studied, in a line."""
        models = len({row.model for row in self.rows})
        rubrics = counted(len(self.scores), "rubric")
        return f"{rubrics}, {counted(models, 'model')}: {self.settings['metric']} of the weights"

    @property
    def notes(self) -> list[str]:
        """What the study says below its tables."""
        first = next(iter(self.scores.values()))
        notes = first._said("score.about", "score.ties", "score.single", "score.few_questions")
        notes += missing(self.tallies, self.scores) + empty(self.tallies, self.shares)
        notes += twins(self.agreement) + one_sided(self.shares) + unfrozen(self.thresholds)
        return notes + report_lines(self.report, self._reading_notes, several_scores=False)

    def document(self) -> dict[str, Any]:
        """Give what `Result.document` gives, with the other tables of the study."""
        tables: dict[str, list[Any]] = {
            "agreement": self.agreement,
            "flips": self.flips,
            "shares": self.shares,
            "thresholds": self.thresholds,
            "tallies": self.tallies,
        }
        rows = {name: [row._asdict() for row in own] for name, own in tables.items()}
        return super().document() | rows

    def ranks(self) -> dict[str, dict[str, int]]:
        """Give the rank of each model by each rubric: `ranks()[model][rubric]`."""
        found: dict[str, dict[str, int]] = {}
        for name, board in self.scores.items():
            for row in overall(board):
                found.setdefault(row.model, {})[name] = row.rank
        return found

    def _page(self) -> Page:
        tables = []
        rows: dict[tuple[str, str | None], list[RubricScore]] = {}
        for row in self.rows:
            rows.setdefault((row.rubric, row.task), []).append(row)
        shares: dict[str, dict[tuple[str, str], str]] = {name: {} for name in self.scores}
        for one in self.shares:
            shares[one.rubric][one.model, one.category] = percent(one.share)
        for name, board in self.scores.items():
            tasks = dict.fromkeys(row.task for row in board)
            several = len(tasks) > 1
            tables += [self._scores_of(rows[name, task], several=several) for task in tasks]
            tables.append(self._shares_of(name, shares[name]))
        if len(self.scores) > 1:
            tables += [self._ranks(), self._agreement()]
        if self.flips:
            tables.append(self._flips())
        if self.thresholds:
            tables.append(threshold_table(self.thresholds))
        return Page(tables, self.notes)

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {"scores": self._figure}

    def _figure(self) -> Figure:
        from scorio.plot.leaderboard import scores
        from scorio.show.view import View

        tables = [(on_a_line(name), overall(board)) for name, board in self.scores.items()]
        return scores(self.title, tables, View(), f"{100 * self.settings['confidence']:g}%")

    def _scores_of(self, rows: list[RubricScore], *, several: bool) -> Table:
        """Give a leaderboard of a rubric."""
        rubric, task = rows[0].rubric, rows[0].task
        level = f"{100 * self.settings['confidence']:g}% interval"
        columns = [Column("rank", worth=90), Column("rank range", worth=70)]
        columns += [Column("model", left=True, worth=100), Column("score", worth=95)]
        columns += [Column("±", worth=75), Column(level, worth=80), Column("trials", worth=40)]
        lines = [
            [
                str(row.rank),
                rank_range(row.rank_lo, row.rank_hi),
                on_a_line(row.model),
                _number(row.score),
                _number(row.sigma),
                f"[{_number(row.lo)}, {_number(row.hi)}]",
                f"{row.trials:,}",
            ]
            for row in rows
        ]
        pooled = "all tasks together" if self._tasks > 1 else ""
        where = (task or "(no task)") if task is not None and several else pooled
        title = f"{rubric}: {self.settings['metric']} of the weights"
        return Table(f"{title} · {where}" if where else title, columns, lines)

    def _shares_of(self, rubric: str, shares: dict[tuple[str, str], str]) -> Table:
        """Give the share of each model's trials in each category of a rubric."""
        models = [row.model for row in overall(self.scores[rubric])]
        categories = {
            one.name: f"{on_a_line(one.name)} ({one.weight:g})" for one in self._categories[rubric]
        }
        title = f"{rubric}: share of trials in each category (weight)"
        if len(models) > _ACROSS:
            columns = [Column("model", left=True), *map(Column, categories.values())]
            lines = [
                [on_a_line(one), *(shares[one, name] for name in categories)] for one in models
            ]
            return Table(title, columns, lines)
        columns = [Column("category", left=True), *(Column(on_a_line(one)) for one in models)]
        lines = [
            [shown, *(shares[one, name] for one in models)] for name, shown in categories.items()
        ]
        return Table(title, columns, lines)

    def _ranks(self) -> Table:
        """Give the ranks by rubric, with their ranges."""
        places = {name: str(place + 1) for place, name in enumerate(self.scores)}
        cells = {
            (row.model, name): f"{row.rank} ({rank_range(row.rank_lo, row.rank_hi)})"
            for name, board in self.scores.items()
            for row in overall(board)
        }
        models = dict.fromkeys(model for model, _ in cells)
        lines = [
            [on_a_line(model), *(cells.get((model, name), "–") for name in places)]
            for model in models
        ]
        few = len(places) <= _NAMED
        heads = map(on_a_line, places) if few else places.values()
        title = "Rank (range) by rubric" + ("" if few else ", numbered as in the next table")
        return Table(title, [Column("model", left=True), *map(Column, heads)], lines)

    def _agreement(self) -> Table:
        """Give Kendall's τ-b of each rubric with the first ones."""
        names = list(self.scores)
        others = names[:_COMPARED]
        taus = {(one.rubric, one.other): one.tau_b for one in self.agreement}

        def cell(left: str, right: str) -> str:
            if left == right:
                return "1"
            tau = taus.get((left, right), taus.get((right, left)))
            return "–" if tau is None else f"{tau:.2f}".replace("-", "−")

        lines = [
            [str(place + 1), on_a_line(name), *(cell(name, other) for other in others)]
            for place, name in enumerate(names)
        ]
        columns = [Column("#"), Column("rubric", left=True)]
        columns += [Column(str(place + 1)) for place in range(len(others))]
        first = f", the first {_COMPARED} across" if len(names) > _COMPARED else ""
        return Table(f"Kendall's τ-b between rubrics{first}", columns, lines)

    def _flips(self) -> Table:
        """Give the models that rubrics order in opposite ways, those that both separate first."""
        pairs: dict[tuple[str, str], tuple[set[str], set[str], list[bool]]] = {}
        for flip in self.flips:
            first, second = sorted((flip.higher, flip.lower))
            above, below, apart = pairs.setdefault((first, second), (set(), set(), []))
            higher, lower = (flip.rubric, flip.other)
            if flip.higher != first:
                higher, lower = lower, higher
            above.add(higher)
            below.add(lower)
            apart.append(flip.separated)
        ordered = sorted(pairs.items(), key=lambda one: (-sum(one[1][2]), -len(one[1][2])))
        sure = sum(any(apart) for _, (_, _, apart) in ordered)
        places = {name: place + 1 for place, name in enumerate(self.scores)}
        few = len(places) <= _NAMED

        def listed(names: set[str]) -> str:
            own = sorted(names, key=places.__getitem__)
            return ", ".join(on_a_line(name) if few else str(places[name]) for name in own)

        lines = [
            [
                on_a_line(first),
                on_a_line(second),
                listed(above),
                listed(below),
                "yes" if any(apart) else "no",
            ]
            for (first, second), (above, below, apart) in ordered[:_LISTED]
        ]
        more = f"; the first {_LISTED} are listed" if len(ordered) > _LISTED else ""
        columns = [Column("A", left=True), Column("B", left=True)]
        columns += [Column("A above B by", left=True), Column("B above A by", left=True)]
        columns.append(Column("separated", left=True))
        title = f"Pairs of models that flip: {len(ordered)}, {sure} of them separated both ways"
        return Table(f"{title}{more}", columns, lines)


def _number(value: float) -> str:
    """Give a score with four decimals, unless it is large."""
    return f"{value:.4f}" if abs(value) < _LARGE else f"{value:.6g}"


def _rows(scores: dict[str, Scores]) -> Iterable[RubricScore]:
    for name, board in scores.items():
        for row in board:
            yield RubricScore(
                name,
                row.task,
                row.model,
                row.score,
                row.sigma,
                row.lo,
                row.hi,
                row.rank,
                row.rank_lo,
                row.rank_hi,
                row.trials,
                row.missing,
            )


@coded
@taking_by
def study(
    source: Path | Iterable[Path] | Frame,
    rubric: Rubric,
    *,
    metric: Literal["avg", "bayes"] = "avg",
    prior: Literal["hierarchical", "uniform"] = "hierarchical",
    sampled: bool = False,
    clusters: Literal["cluster", "task"] | None = None,
    confidence: float = 0.95,
    family: int | None = None,
    ranks: Literal["each", "together"] = "each",
    macro: bool = False,
    by_task: bool = False,
    memory: int | None = None,
    **options: Unpack[Reading],
) -> RubricStudy:
    """Score and rank the models of logs by each rubric, and say how far the rubrics agree.

    Parameters
    ----------
    source, rubric, memory, options
        As for `scorio.rubric.count`.
    metric
        "avg": the mean weight of a trial; "bayes": the paper's Bayes@N with its uniform prior.
    prior, sampled, confidence, family, ranks, macro, by_task
        As for `Counts.score`. By default there is no table by task.
    clusters
        As `cluster` of `Counts.score`. Here `cluster` is a field of the records.

    Raises
    ------
    ValueError
        As for `scorio.rubric.count` and `Counts.score`.

    Notes
    -----
    The paper's rubric study: section 3.4, appendix D and figure 7 of arXiv:2510.04265.

    Examples
    --------
    >>> import pandas
    >>> import scorio
    >>> runs = pandas.DataFrame({
    ...     "model": ["a"] * 4 + ["b"] * 4,
    ...     "question": ["x", "y", "z", "w"] * 2,
    ...     "outcome": [1, 1, 1, 0, 1, 1, 0, 0],
    ...     "boxed": [0, 0, 1, 1, 1, 1, 1, 1],
    ... })
    >>> study = scorio.rubric.study(runs, '''
    ... [signals]
    ... correct = "@outcome"
    ... boxed = "boxed"
    ... [[rubric]]
    ... name = "right"
    ... category = [
    ...   { name = "wrong", weight = 0, when = "correct < 0.5" },
    ...   { name = "right", weight = 1, otherwise = true },
    ... ]
    ... [[rubric]]
    ... name = "right and boxed"
    ... category = [
    ...   { name = "no", weight = 0, when = "correct < 0.5 or not boxed" },
    ...   { name = "yes", weight = 1, otherwise = true },
    ... ]
    ... ''')
    >>> study.ranks()
    {'a': {'right': 1, 'right and boxed': 2}, 'b': {'right': 2, 'right and boxed': 1}}
    >>> [(flip.higher, flip.lower) for flip in study.flips]
    [('a', 'b')]
    """
    if metric not in ("avg", "bayes"):
        raise ValueError(f"metric = {metric!r} is not one of 'avg', 'bayes'")
    rubrics = load(rubric)
    grades, sources = graded(source, rubrics, options, memory=memory)
    scoring: dict[str, Any] = {
        "metric": metric,
        "prior": prior,
        "sampled": sampled,
        "cluster": clusters,
        "confidence": confidence,
        "family": family,
        "ranks": ranks,
        "macro": macro,
        "by_task": by_task,
    }
    return RubricStudy(rubrics, grades, sources, scoring)
