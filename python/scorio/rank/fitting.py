"""Models ranked by methods of the list, with intervals over questions."""

from __future__ import annotations

from itertools import combinations, groupby
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from scorio._arguments import number, seed_of, whole
from scorio._call import Note, asked
from scorio._counting.counts import Counts
from scorio._declared import declared_methods
from scorio._errors import coded, fault
from scorio._former import taking
from scorio._numpy import np
from scorio._reading.report import report_lines, without_budget_note
from scorio._rows import RankedModel
from scorio.rank.options import given_options, own_options
from scorio.rank.priors import Prior
from scorio.rank.registry import known_methods
from scorio.rank.source import choice, data_of, fits
from scorio.show.escaping import on_a_line
from scorio.show.page import Bars, Column, Page, Table
from scorio.show.terminal.bars import Span
from scorio.show.view import View, Viewed
from scorio.show.words import METRICS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import ArrayLike, NDArray

    from scorio._matrix import Missing
    from scorio.plot.figure import Figure
    from scorio.rank.source import Pairing

# Errors of data of which one method has no scores, and others may have some.
_OF_DATA = {
    f"rankers.{name}"
    for name in ("all_ties", "apart", "budget", "large_group", "no_replicate", "no_ties", "parts",
                 "ties", "unlinked")
}  # fmt: skip
RankInterval = Literal["questions", "sandwich", "posterior"]


def _is_share(name: str) -> bool:
    """Whether scores of a method are shares. Others have no percentages."""
    known = declared_methods().get(name)
    return known is not None and bool(known["shares"])


class MethodComparison(NamedTuple):
    """Scores and ranks of models by several methods, and how far the methods agree."""

    models: list[str]
    scores: dict[str, NDArray[np.float64]]
    ranks: dict[str, NDArray[np.int64]]
    tau_b: dict[tuple[str, str], float]
    same_by_theory: list[tuple[str, str]]


# Methods whose scores are ratings of four figures, of which decimals say nothing.
_RATINGS = ("elo", "glicko")


class Ranking(Viewed[RankedModel]):
    """Models by rank: a sequence of `RankedModel`, method by method, best first.

    It prints as text, shows as a table in a notebook, is saved, and goes to any Arrow consumer, as
    `Scores` does.
    """

    _row_type = RankedModel

    def __init__(
        self,
        rows: list[RankedModel],
        settings: dict[str, Any],
        notes: list[str],
        sources: Sequence[str],
    ) -> None:
        super().__init__(rows, settings, sources)
        self._notes = notes

    @property
    def title(self) -> str:
        """What ranks the models, in a line."""
        names = dict.fromkeys(row.method for row in self.rows)
        return f"Ranking: {', '.join(names)}"

    @property
    def notes(self) -> list[str]:
        """What the ranking says below its tables."""
        names = dict.fromkeys(row.method for row in self.rows)
        others = [name for name in names if not _is_share(name)]
        notes = []
        if self._view.percent and others:
            notes.append(f"Scores of {', '.join(others)} are no shares: they have no percentages.")
        return notes + self._notes

    def _view_of(self, *names: str) -> View:
        """The view of a table: percentages of shares alone, and no decimals of ratings."""
        view = self._view
        if not all(map(_is_share, names)):
            view = view._replace(percent=False)
        if view.digits is None and all(name in _RATINGS for name in names):
            view = view._replace(digits=0)
        return view

    def _page(self) -> Page:
        return Page(list(self._tables()), [*self._about_view(), *self.notes])

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {"scores": self._of_scores, "ranks": self._of_ranks}

    def _of_scores(self) -> Figure:
        from scorio.plot import leaderboard

        tables = self._by_method()
        view = self._view_of(*dict(tables))
        bounded = any(row.lo is not None for _, rows in tables for row in rows)
        ends = f" with {self._level()} intervals" if bounded else ""
        title = f"Scores by {self._in_words()}{ends}"
        return leaderboard.scores(title, tables, view, self._level())

    def _of_ranks(self) -> Figure:
        from scorio.plot import leaderboard

        return leaderboard.ranks(f"Ranks by {self._in_words()}", self._by_method(), self._level())

    def _in_words(self) -> str:
        """Name the methods as people do."""
        methods = dict.fromkeys(row.method for row in self.rows)
        return ", ".join(METRICS.get(name, name.replace("_", " ")) for name in methods)

    def _level(self) -> str:
        return f"{100 * self.settings['confidence']:g}%"

    def _by_method(self) -> list[tuple[str, list[RankedModel]]]:
        methods = groupby(self.rows, key=lambda row: row.method)
        return [(name, self._view.chosen(list(rows))) for name, rows in methods]

    def _tables(self) -> Iterator[Table]:
        level = f"{self._level()} interval"
        skips = any(row.questions < row.questions_asked for row in self.rows)
        for name, group in groupby(self.rows, key=lambda row: row.method):
            rows, view = self._view.chosen(list(group)), self._view_of(name)
            columns = [Column("rank", worth=90), Column("model", left=True, worth=100)]
            columns.append(Column("score", worth=95))
            lines = [[str(row.rank), on_a_line(row.model), view.figure(row.score)] for row in rows]
            if rows and rows[0].order_sd is not None:
                columns.append(Column("order sd", worth=65))
            spans = []
            for row, line in zip(rows, lines, strict=True):
                if row.order_sd is not None:
                    whole = view.digits == 0 and self._view.digits is None
                    line.append((view._replace(digits=1) if whole else view).figure(row.order_sd))
                if row.sigma is None or row.lo is None or row.hi is None:
                    continue
                same = row.rank_lo == row.rank_hi
                line += [
                    view.figure(row.sigma),
                    view.between(row.lo, row.hi),
                    f"{row.rank_lo}" if same else f"{row.rank_lo} to {row.rank_hi}",
                    f"{row.p_best:.3f}",
                ]
                spans.append(Span(row.lo, row.score, row.hi))
            if spans:
                columns += [Column("±", worth=60), Column(level, worth=80)]
                columns += [Column("rank range", worth=75), Column("P(best)", worth=70)]
            if skips:
                columns.append(Column("questions", worth=88))
                for row, line in zip(rows, lines, strict=True):
                    line.append(f"{row.questions:,}/{row.questions_asked:,}")
            bars = Bars(spans, view.end, worth=85) if spans else None
            yield Table(name, columns, lines, bars)


@coded
@taking(clusters="cluster")
def fit(
    name: str | Sequence[str],
    R: ArrayLike | Counts,
    *,
    interval: RankInterval | None = "questions",
    replicates: int | None = None,
    seed: int = 0,
    confidence: float = 0.95,
    cluster: str | Sequence[object] | None = None,
    weights: ArrayLike | None = None,
    pairing: Pairing = "expected",
    missing: Missing = "error",
    **options: object,
) -> Ranking:
    r"""Rank models by a method, with intervals of scores and ranks.

    Parameters
    ----------
    name
        A method of `methods()`, or several.
    R
        L x M x N zeros and ones (models, questions, trials), or L x M; or counts.
    interval
        "questions" draws questions again; "sandwich" is for pair models. Both allow for M
        questions with Student's t of M - 1 degrees of freedom, as Notes say. "posterior" is about
        these questions alone, with trials as independent: avg, bayes and metrics of k trials have
        the rows of `Counts.score`, pair models normal intervals. None gives scores and ranks
        alone.
    replicates, seed
        How many draws; they depend on the seed alone. By default they are 1000, or 100 of elo,
        glicko and trueskill, whose draws have random orders of the trials.
    confidence
        Of the intervals.
    cluster
        Questions that are drawn together: a label for each question of R; of counts, "cluster" or
        "task".
    weights
        Of counts, the weight of each category in [0, 1]. A trial of weight w counts as the part w
        of a success.
    pairing, missing
        As for the single methods.
    options
        Those of the methods, by name, such as `tie_strength`, or `prior`, as the `_map` functions
        take it. Each goes to the methods that have it.

    Returns
    -------
    Ranking
        Rows (method, model, score, order_sd, sigma, lo, hi, rank, rank_lo, rank_hi, p_best,
        questions, questions_asked, trials).

    Raises
    ------
    ValueError
        An unknown method or option; data of which a method has no scores; one question and an
        interval; a confidence outside (0, 1).
    TypeError
        What is not a number.

    Notes
    -----
    Draws vary too little by sqrt((M - 1) / M), and M questions tell the error with M - 1 degrees of
    freedom. So sigma is that of the draws times sqrt(M / (M - 1)), and the ends leave out
    Phi(-t sqrt(M / (M - 1))) of the draws on each side. M counts clusters if they are given.

    Draws without scores, such as those in which a model wins every pair, are left out. A note says
    how many they are.

    References
    ----------
    Hesterberg (2015), What teachers should know about the bootstrap.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> [(row.model, row.rank) for row in rank.fit("avg", R)]
    [('0', 1), ('1', 2), ('2', 3)]
    """
    names = [name] if isinstance(name, str) else list(name)
    if not all(isinstance(one, str) for one in names):
        sentence = "name is not the name of a method: give it first, and R behind it"
        raise fault(TypeError(sentence), "argument.type", "name is not the name of a method")
    return fitted(
        names,
        R,
        options,
        None,
        interval=interval,
        replicates=replicates,
        seed=seed,
        confidence=confidence,
        cluster=cluster,
        weights=weights,
        pairing=pairing,
        missing=missing,
    )


def fitted(
    names: Sequence[str],
    R: ArrayLike | Counts,
    options: dict[str, object],
    refused: list[ValueError] | None,
    *,
    interval: RankInterval | None = "questions",
    replicates: int | None = None,
    seed: int = 0,
    confidence: float = 0.95,
    cluster: str | Sequence[object] | None = None,
    weights: ArrayLike | None = None,
    pairing: Pairing = "expected",
    missing: Missing = "error",
    bar: Callable[[str, int], Callable[[int], object]] | None = None,
) -> Ranking:
    """Rank as `fit` does; `refused` takes the errors of methods that have no scores of the data.

    Without such a list, or if no method has scores, the first error is raised. `bar` takes the name
    of a method and its draws, and gives what is told how many of them have begun.
    """
    if interval is not None:
        choice("interval", interval, get_args(RankInterval))
    # A method that is named twice is run once.
    names = list(dict.fromkeys(names))
    known = known_methods(names)
    data = data_of(R, pairing=pairing, missing=missing, cluster=cluster, weights=weights)
    given = given_options(options)
    fits(given, len(data.models))
    rows: list[RankedModel] = []
    notes: list[Note] = []
    same: list[str] = []
    draws = None if replicates is None else whole("replicates", replicates)
    drawn = {one: draws or data.usual_draws(one) for one in names}
    for one in names:
        try:
            found, said, as_average = data.fit(
                one,
                own_options(one, names, known, given),
                interval,
                number("confidence", confidence),
                draws,
                seed_of(seed),
                None,
                None if bar is None else bar(one, drawn[one]),
            )
        except ValueError as error:
            if refused is None or getattr(error, "code", None) not in _OF_DATA:
                raise
            refused.append(error)
            continue
        rows += [RankedModel(*row) for row in found]
        notes += [Note(*note) for note in said]
        same += [one] if as_average else []
    if refused and not rows:
        raise refused[0]
    budgets = [(one, 1 if options.get("k") == 1 else None, False) for one in names]
    texts = [*_said(notes, last=False), *without_budget_note(budgets), *_said(notes, last=True)]
    if len(same) > 1:
        texts.append(f"On complete data these have the same order: {', '.join(same)}.")
    counts = R if isinstance(R, Counts) else None
    if counts is not None:
        texts += report_lines(counts.report, counts.notes)
    settings = {
        "interval": interval,
        "replicates": max(drawn.values()) if len(set(drawn.values())) == 1 else drawn,
        "seed": seed,
        "confidence": confidence,
        "cluster": cluster if isinstance(cluster, str) else None,
        "pairing": pairing,
        **{name: repr(one) if isinstance(one, Prior) else one for name, one in options.items()},
    }
    return Ranking(rows, settings, texts, [] if counts is None else counts.sources)


def _said(notes: list[Note], *, last: bool) -> dict[str, None]:
    """Give the words of notes, each once, or of those that stand last."""
    chosen = (note for note in notes if (note.kind == "rank.unasked") == last)
    return dict.fromkeys(note.said("Python") for note in chosen)


@coded
def compare_methods(
    R: ArrayLike | Counts,
    names: str | Sequence[str],
    *,
    pairing: Pairing = "expected",
    missing: Missing = "error",
    **options: object,
) -> MethodComparison:
    r"""Rank models by several methods, and say how far they agree.

    Parameters
    ----------
    R
        As for `fit`.
    names
        Methods of `methods()`.
    pairing, missing
        As for the single methods.
    options
        Those of the methods, by name, such as `k` or `prior`. Each goes to the methods that have
        it.

    Returns
    -------
    MethodComparison
        (models, scores, ranks, tau_b, same_by_theory): Kendall's tau-b of each pair of methods, NaN
        if one ties all models, and the pairs whose order is the same on such data by theory.

    Raises
    ------
    ValueError
        An unknown method or option; data of which a method has no scores.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> found = rank.compare_methods(R, ["avg", "hodge_rank"])
    >>> found.tau_b, found.same_by_theory
    ({('avg', 'hodge_rank'): 1.0}, [('avg', 'hodge_rank')])
    """
    data = data_of(R, pairing=pairing, missing=missing)
    names = [names] if isinstance(names, str) else list(dict.fromkeys(names))
    known, given = known_methods(names), given_options(options)
    fits(given, len(data.models))
    own = {name: own_options(name, names, known, given) for name in names}
    found = {name: data.rated(name, own[name], 0)[:2] for name in names}

    average = {name for name in names if data.order_of_average(name, own[name])}

    def is_same(pair: tuple[str, str]) -> bool:
        one, other = (known[name] for name in pair)
        return average.issuperset(pair) or (one.same_as or one.name) == (
            other.same_as or other.name
        )

    pairs = list(combinations(names, 2))
    return MethodComparison(
        data.models,
        {name: np.array(scores) for name, (scores, _) in found.items()},
        {name: np.array(ranks[0], dtype=np.int64) for name, (_, ranks) in found.items()},
        {pair: _tau(*(found[name][1][3] for name in pair)) for pair in pairs},
        [pair for pair in pairs if is_same(pair)],
    )


def _tau(one: list[float], other: list[float]) -> float:
    """Kendall's tau-b of two rankings."""
    if len(set(one)) == 1 or len(set(other)) == 1:
        return float("nan")
    tau: float = asked("kendall", scores=one, gold=other).table(0)[0][0]
    return tau
