"""All pairs of models: a row for each pair, shown as a matrix of P(A > B) with letters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from scorio import _core
from scorio._arguments import flag
from scorio._compare.compare import counts_of_log, without_categories
from scorio._compare.metric import is_bayes, metric_options, named
from scorio._compare.notes import left_out_of_pairs
from scorio._compare.short import short_questions
from scorio._counting.sums import Sums
from scorio._errors import fault
from scorio._reading.report import report_lines
from scorio._rows import Comparison, Unmatched
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.result import Rows
from scorio.show.words import short_chance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from decimal import Decimal
    from fractions import Fraction

    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._reading.sources import Frame, Path
    from scorio._scoring.scores import Scores
    from scorio.plot.figure import Figure


class Pair(NamedTuple):
    """Two models, and how far they differ. `probability` is that `model` is better than `other`."""

    model: str
    other: str
    difference: float
    sigma: float
    lo: float
    hi: float
    probability: float
    ranking: float
    pvalue: float
    questions: int
    score_name: str


class Pairs(Rows[Pair]):
    """All pairs of models: a sequence of `Pair`, the model with the higher score first.

    It prints as a matrix of P(row > column) and a letter display. `letters` has the letters of each
    model.
    """

    _row_type = Pair

    def __init__(
        self, rows: list[Pair], board: Scores, settings: dict[str, Any], notes: Sequence[str]
    ) -> None:
        super().__init__(rows, settings, board.sources)
        self._board = [(row.model, row.score, row.letters, row.score_name) for row in board]
        self._notes = list(notes)

    @property
    def title(self) -> str:
        """What is compared, in a line."""
        pairing = "paired" if self.settings["paired"] else "unpaired"
        return f"{named(self.settings)}, {pairing} · P(row > column)"

    @property
    def letters(self) -> dict[str, str]:
        """The letters of each model: models that the confidence does not separate share one."""
        return {model: letters for model, _, letters, _ in self._board}

    @property
    def notes(self) -> list[str]:
        """What the matrix says below its table."""
        return self._notes

    def _page(self) -> Page:
        names = dict.fromkeys(row.score_name for row in self.rows)
        return Page([self._matrix(name) for name in names], self.notes)

    def _better(self, score_name: str) -> dict[tuple[str, str], float]:
        better = {}
        for row in self.rows:
            if row.score_name == score_name:
                better[row.model, row.other] = row.probability
                better[row.other, row.model] = 1 - row.probability
        return better

    def _figures(self) -> dict[str, Callable[[], Figure]]:
        return {"pairs": self._figure}

    def _figure(self) -> Figure:
        from scorio.plot.comparison import pairs

        name = self.rows[0].score_name
        board = [one for one in self._board if one[3] == name]
        models, letters = [one[0] for one in board], [one[2] for one in board]
        return pairs(self.title, models, letters, self._better(name), self.settings["confidence"])

    def _matrix(self, score_name: str) -> Table:
        board = [one for one in self._board if one[3] == score_name]
        better, level = self._better(score_name), self.settings["confidence"]
        numbers = {model: str(place + 1) for place, (model, *_) in enumerate(board)}
        columns = [
            Column("#", worth=80),
            Column("model", left=True, worth=100),
            Column("letters", left=True, worth=90),
            Column("score", worth=70),
            *(Column(number, worth=40) for number in numbers.values()),
        ]
        lines = [
            [
                numbers[model],
                on_a_line(model),
                letters,
                f"{score:.4f}",
                *(
                    "·" if p is None else short_chance(p, level)
                    for p in (better.get((model, other)) for other in numbers)
                ),
            ]
            for model, score, letters, _ in board
        ]
        name = f", score = {on_a_line(score_name)}" if score_name else ""
        return Table(f"{self.title}{name}", columns, lines)


def compare_pairs(
    a: Counts | Sums | Path | Iterable[Path] | Frame,
    *,
    models: Sequence[str] | None = None,
    metric: str = "avg",
    k: int | None = None,
    tau: float | Fraction | Decimal | None = None,
    lam: float | None = None,
    spectrum: ArrayLike | None = None,
    pass_power: float | None = None,
    unanimous_power: float | None = None,
    ragged: Literal["error", "drop"] = "error",
    prior: Literal["hierarchical", "uniform"] = "hierarchical",
    weights: ArrayLike | None = None,
    paired: bool = True,
    sampled: bool = False,
    cluster: str | None = None,
    weight: str | None = None,
    confidence: float = 0.95,
    **reading: Any,  # noqa: ANN401
) -> Pairs:
    """Compare every model with every other, question by question.

    Parameters
    ----------
    a
        Counts, a log, several, or a data frame of many models.
    models
        The models to compare, at least two; all by default.
    metric, k, tau, lam, spectrum, pass_power, unanimous_power, ragged
        As for `scorio.compare`.
    prior, weights, paired, sampled, cluster, weight, confidence, reading
        As for `scorio.compare`.

    Returns
    -------
    Pairs
        A row for each pair. Letters are those of the leaderboard: models share one where the
        confidence does not separate them.

    Raises
    ------
    ValueError
        Fewer than two models; what `scorio.compare` refuses.

    Notes
    -----
    P-values are those of single pairs. None is adjusted for the number of pairs.

    Examples
    --------
    >>> import scorio
    >>> found = scorio.compare_pairs("examples/coins.jsonl", models=["coin-03", "coin-04"])
    >>> found.letters
    {'coin-04': 'a', 'coin-03': 'a'}
    >>> [(row.model, row.other, round(row.probability, 2)) for row in found]
    [('coin-04', 'coin-03', 0.65)]
    """
    log = counts_of_log(a, cluster, weight, "error", reading)
    counts = log if models is None else log.select(model=list(dict.fromkeys(models)))
    if len(counts.models) == 1:
        raise ValueError(f"there is one model, {counts.models[0]!r}: pairs need two or more")
    clusters: Any = None if cluster is None else "task" if cluster == "task" else "cluster"
    shared: dict[str, Any] = {"sampled": sampled, "cluster": clusters, "confidence": confidence}
    parameters: dict[str, Any] = {"tau": tau, "lam": lam, "spectrum": spectrum}
    parameters |= {"pass_power": pass_power, "unanimous_power": unanimous_power}
    own = metric_options(metric, k, weights, ragged, **parameters)
    board: Scores
    if isinstance(counts, Sums):
        without_categories(own)
        if metric not in ("avg", "bayes"):
            sentence = f"numeric scores are compared by avg, not by {metric}"
            raise fault(ValueError(sentence), "compare.metric_of_numbers")
        board = counts.score(own["metric"], own["k"], by="model", ragged=ragged, **shared)
    else:
        board = counts.score(
            metric,
            k,
            prior=prior,
            by="model",
            weights=weights,
            ragged=ragged,
            **parameters,
            **shared,
        )
    order = list(dict.fromkeys(row.model for row in board))
    # The baseline of a row is the lower of two models, so that P(A > B) is of the higher.
    options: dict[str, Any] = {
        "models": order[:-1],
        "baseline": order[-1],
        **own,
        "prior": "uniform" if is_bayes(metric) else prior,
        "paired": flag(paired, "paired"),
        "by_task": False,
        "margin": None,
        **shared,
    }
    if isinstance(counts, Sums):
        found = _core.compare_pairs_of_sums(counts._core, options)
    else:
        found = _core.compare_pairs(counts._core, options)
    compared = [Comparison(*row) for row in found]
    rows = [
        Pair(
            one.model, one.baseline, one.difference, one.sigma, one.lo, one.hi,
            one.probability, one.ranking, one.pvalue, one.questions, one.score_name,
        )
        for one in compared
    ]  # fmt: skip
    ranks = {model: place for place, model in enumerate(order)}
    rows.sort(key=lambda row: (row.score_name, ranks[row.model], ranks[row.other]))
    settings = {"metric": metric, "k": own["k"], "parameters": own["parameters"]}
    settings |= {"prior": prior, "paired": paired, **shared}
    level = f"{100 * confidence:g}%"
    notes = [
        f"{board._about[0].upper()}{board._about[1:]}.",
        f"Models that share a letter are not separated: P(A > B) is below {level}.",
        *board._said("score.zero"),
        *board._said("score.unscored"),
        *_left_out(counts, options, compared),
        *report_lines(log.report, log.notes),
    ]
    return Pairs(rows, board, settings, notes)


def _left_out(
    counts: Counts | Sums, options: dict[str, Any], rows: Sequence[Comparison]
) -> list[str]:
    """Say which questions the pairs leave out."""
    notes = short_questions(counts, options, rows)
    if not any(row.unmatched or row.baseline_unmatched for row in rows) or not options["paired"]:
        return notes
    # All models beside one tell what each of them lacks. A pair that has a row can be compared.
    names = [*options["models"], options["baseline"]]
    first = rows[0].baseline
    beside = options | {"baseline": first, "models": [name for name in names if name != first]}
    if isinstance(counts, Sums):
        core = _core.compare_sums(counts._core, beside)
    else:
        core = _core.compare(counts._core, beside)
    unmatched = [Unmatched(*one) for one in core.unmatched()]
    return notes + left_out_of_pairs([Comparison(*row) for row in core.rows()], unmatched)
