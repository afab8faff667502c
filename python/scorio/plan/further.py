"""How many more trials a log needs, and what some numbers of trials show of each model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from scorio._arguments import number, seed_digits, whole
from scorio._call import asked
from scorio._counting.counts import Counts
from scorio._reading.report import report_lines
from scorio._rows import Measured
from scorio.plan.models import Assumed, numbers_of_trials, shared_weights, side, sources_of
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.result import Rows
from scorio.show.single import parts_of
from scorio.show.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import ArrayLike

Row = TypeVar("Row", bound=tuple[Any, ...])

_MORE = (
    "run more: further trials of each question, on top of those that there are. The posterior is "
    "that of bayes (uniform prior)."
)


class Narrowing(NamedTuple):
    """How far a model's interval is from a half-width. `more` is None if no number is enough."""

    model: str
    questions: int
    trials: float
    """Of a question, on average."""
    half_width: float
    more: int | None
    wanted: float


class Separation(NamedTuple):
    """How far a model is from being separated from a baseline, and what would separate them."""

    model: str
    baseline: str
    questions: int
    trials: float
    """Of a question of the model, on average."""
    difference: float
    z: float
    more: int | None
    """Fewest further trials whose expected z reaches the threshold; None: no number."""
    trials_for_power: int | None
    """New trials alone that find the order with the power; None: no number, or not asked."""
    power: Measured | None


class Sight(NamedTuple):
    """What a number of new trials of each question shows of a model."""

    model: str
    trials: int
    half_width: float
    smallest_difference: float | None


class _Planned(Rows[Row]):
    """Rows of models, and what their logs have to say."""

    def __init__(
        self, rows: list[Row], settings: dict[str, Any], models: object, known: Mapping[str, object]
    ) -> None:
        counts = models if isinstance(models, Counts) else None
        super().__init__(rows, settings, counts.sources if counts else sources_of(*known.values()))
        self._read = report_lines(counts.report, counts.notes) if counts else []


class Narrowings(_Planned[Narrowing]):
    """How many more trials of each question bring each model to a half-width."""

    _row_type = Narrowing

    @property
    def title(self) -> str:
        """What is planned, in a line."""
        level = f"{100 * self.settings['confidence']:g}%"
        return f"Trials for a half-width of {self.settings['half_width']:g} of the {level} interval"

    @property
    def notes(self) -> list[str]:
        """What the figures are."""
        return [_MORE, *_beyond(row.more for row in self.rows), *self._read]

    def _page(self) -> Page:
        columns = [Column("model", left=True, worth=9), Column("questions", worth=1)]
        columns += [Column("trials each", worth=2), Column("half-width now", worth=3)]
        columns += [Column("run more", worth=8)]
        lines = [
            [
                on_a_line(row.model), f"{row.questions:,}", f"{row.trials:,.4g}",
                f"{row.half_width:.4f}", _many(row.more),
            ]
            for row in self.rows
        ]  # fmt: skip
        return Page([Table(self.title, columns, lines)], self.notes)


class Separations(_Planned[Separation]):
    """How many more trials of each question separate each model from a baseline."""

    _row_type = Separation
    _parts = parts_of(Separation, Measured)

    @property
    def title(self) -> str:
        """What is planned, in a line."""
        sure = f"confidence {self.settings['confidence']:g}"
        return f"Trials that separate models from {on_a_line(self.settings['baseline'])}, {sure}"

    @property
    def notes(self) -> list[str]:
        """What the figures are."""
        notes = [_MORE, "They are enough if the difference stays: chance made a part of it."]
        if self.settings["power"] is not None:
            notes.append(
                "power: new trials alone that find the order with this probability, by "
                f"{self.settings['replicates']:,} replicates, seed {self.settings['seed']}."
            )
        return [*notes, *_beyond(row.more for row in self.rows), *self._read]

    def _page(self) -> Page:
        columns = [Column("model", left=True, worth=9), Column("questions", worth=1)]
        columns += [Column("trials each", worth=2), Column("difference", worth=4)]
        columns += [Column("z", worth=3), Column("run more", worth=7)]
        asked = self.settings["power"] is not None
        if asked:
            columns.append(Column(f"trials for power {self.settings['power']:g}", worth=8))
        lines = []
        for row in self.rows:
            line = [
                on_a_line(row.model), f"{row.questions:,}", f"{row.trials:,.4g}",
                View().signed(row.difference), f"{row.z:.2f}", _many(row.more),
            ]  # fmt: skip
            lines.append([*line, _many(row.trials_for_power)] if asked else line)
        return Page([Table(self.title, columns, lines)], self.notes)


class Sights(_Planned[Sight]):
    """What some numbers of new trials of each question show of each model."""

    _row_type = Sight

    @property
    def title(self) -> str:
        """What is planned, in a line."""
        return (
            f"What trials show, confidence {self.settings['confidence']:g}, "
            f"power {self.settings['power']:g}"
        )

    @property
    def notes(self) -> list[str]:
        """What the figures are."""
        return [
            "trials: new ones of each question, without those that there are (bayes).",
            "smallest difference: separated with the power, of two equally uncertain models.",
            *self._read,
        ]

    def _page(self) -> Page:
        names = ["trials", "half-width", "smallest difference"]
        lines = [
            [
                on_a_line(row.model), f"{row.trials:,}", f"{row.half_width:.4f}",
                "—" if row.smallest_difference is None else f"{row.smallest_difference:.4f}",
            ]
            for row in self.rows
        ]  # fmt: skip
        columns = [Column("model", left=True), *map(Column, names)]
        return Page([Table(self.title, columns, lines)], self.notes)


def trials_for_half_width(
    models: Counts | Mapping[str, ArrayLike | Counts | Assumed],
    half_width: float,
    confidence: float = 0.95,
    *,
    w: ArrayLike | None = None,
) -> Narrowings:
    r"""How many more trials of each question bring each model's interval to a half-width.

    Parameters
    ----------
    models
        Counts of one or more models; or results, counts or `assumed` probabilities of each, by
        name. Assumed probabilities have no trials yet: all are further ones.
    half_width
        Half the width that the interval may have at most.
    confidence
        Level of the interval, in (0, 1).
    w
        C + 1 weights, one per category; if omitted, the numbers that the categories of `Counts` are
        named by, otherwise (0, 1).

    Returns
    -------
    Narrowings
        A `Narrowing` for each model: its half-width now, and the fewest further trials. None where
        no number up to 1,000,000,000 is enough.

    Raises
    ------
    ValueError
        A half-width that is not positive; a confidence outside (0, 1); no model; what
        `trials_needed` refuses.

    Notes
    -----
    With shapes α of sum S, the posterior variance of a question is v / (S + 1). Of this, n further
    trials leave S / (S + n) on average. The half-width is z times the root of their sum over the
    number of questions, `P(|Z| < z)` = confidence. That of a single set of trials scatters
    a little about it.

    Examples
    --------
    >>> import scorio
    >>> from scorio import plan
    >>> coins = scorio.count("examples/coins.jsonl").select(model=["coin-01", "coin-09"])
    >>> for row in plan.trials_for_half_width(coins, 0.015):
    ...     print(row.model, round(row.half_width, 4), row.more)
    coin-01 0.0151 1
    coin-09 0.0173 28
    """
    level, most = number("confidence", confidence), number("half_width", half_width)
    known = _models(models)
    listed = shared_weights(w, *known.values())
    rows = []
    for name, one in known.items():
        about = side(one, listed, "error")
        found = asked(
            "trials_for_half_width", a=about, half_width=most, confidence=level, weights=listed
        )
        rows.append(Narrowing._make([name, *_size(one), *found.table(0)[0], most]))
    settings = {"half_width": most, "confidence": level, "w": listed}
    return Narrowings(rows, settings, models, known)


def trials_to_separate(
    models: Counts | Mapping[str, ArrayLike | Counts | Assumed],
    baseline: str,
    confidence: float = 0.95,
    power: float | None = None,
    *,
    w: ArrayLike | None = None,
    replicates: int = 4000,
    seed: int = 0,
) -> Separations:
    r"""How many more trials of each question separate each model from a baseline.

    Parameters
    ----------
    models
        As for `trials_for_half_width`, at least two.
    baseline
        The name of the model that the others are compared with.
    confidence, power, w, replicates, seed
        As for `trials_needed`.

    Returns
    -------
    Separations
        A `Separation` for each other model: z now, the fewest further trials whose expected z
        reaches the threshold, and with `power` the new trials that `trials_needed` gives.

    Raises
    ------
    ValueError
        An unknown baseline; no other model; what `trials_needed` refuses.

    Notes
    -----
    The difference is expected to stay as it is, and σ to fall as for `trials_for_half_width`.
    Chance made a part of the difference, so that more trials may show a smaller one.

    Examples
    --------
    >>> import scorio
    >>> from scorio import plan
    >>> coins = scorio.count("examples/coins.jsonl")
    >>> coins = coins.select(model=["coin-09", "coin-10", "coin-11"])
    >>> [(row.model, row.more) for row in plan.trials_to_separate(coins, "coin-09")]
    [('coin-10', 37), ('coin-11', 0)]
    """
    level = number("confidence", confidence)
    known = _models(models)
    if baseline not in known:
        raise ValueError(f"there is no model {baseline!r}: there are {', '.join(known)}")
    if len(known) == 1:
        raise ValueError(f"there is one model, {baseline!r}: another is to be told from it")
    listed = shared_weights(w, *known.values())
    study = {"replicates": whole("replicates", replicates), "seed": seed_digits(seed)}
    reach = None if power is None else number("power", power)
    base = side(known[baseline], listed, "error")
    rows = []
    for name, one in known.items():
        if name == baseline:
            continue
        about = side(one, listed, "error")
        found = asked(
            "trials_to_separate", a=about, baseline=base, confidence=level, power=reach,
            weights=listed, **study,
        )  # fmt: skip
        *figures, measured = found.table(0)[0]
        figure = None if measured is None else Measured(*measured)
        rows.append(Separation._make([name, baseline, *_size(one), *figures, figure]))
    settings = {
        "baseline": baseline, "confidence": level, "power": reach, "w": listed,
        "replicates": replicates, "seed": seed,
    }  # fmt: skip
    return Separations(rows, settings, models, known)


def budget(
    models: Counts | Mapping[str, ArrayLike | Counts | Assumed],
    trials: int | Iterable[int] = (1, 2, 5, 10, 20, 40, 80),
    confidence: float = 0.95,
    power: float = 0.8,
    *,
    w: ArrayLike | None = None,
) -> Sights:
    r"""What some numbers of new trials of each question show of each model.

    Parameters
    ----------
    models, w
        As for `trials_for_half_width`.
    trials
        Numbers N of new trials of each question; or one.
    confidence
        Level of the interval, and of the separation.
    power
        Probability of the separation, as for `smallest_difference`.

    Returns
    -------
    Sights
        A `Sight` for each model and N: half the width of the interval that is expected, and the
        `smallest_difference` that is separated.

    Raises
    ------
    ValueError
        What `smallest_difference` refuses; no model.

    Examples
    --------
    >>> from scorio import plan
    >>> for row in plan.budget({"m": plan.assumed([0.5] * 100)}, [4, 16, 64]):
    ...     print(row.trials, round(row.half_width, 3), round(row.smallest_difference, 3))
    4 0.035 0.092
    16 0.022 0.044
    64 0.012 0.022
    """
    level, reach = number("confidence", confidence), number("power", power)
    known, listed_trials = _models(models), numbers_of_trials(trials)
    listed = shared_weights(w, *known.values())
    rows = []
    for name, one in known.items():
        about = side(one, listed, "error")
        found = asked(
            "budget", a=about, trials=listed_trials, confidence=level, power=reach, weights=listed
        )
        rows += [Sight(name, *row) for row in found.table(0)]
    settings = {"trials": listed_trials, "confidence": level, "power": reach, "w": listed}
    return Sights(rows, settings, models, known)


def _models(models: Counts | Mapping[str, Any]) -> dict[str, Any]:
    """Give what is known of each model, by name."""
    if isinstance(models, Counts):
        if not models.models:
            raise ValueError("there is no model: the counts are empty")
        return {name: models.select(model=name) for name in models.models}
    known = dict(models)
    if not known:
        raise ValueError("there is no model: give at least one")
    return known


def _size(one: Any) -> tuple[int, float]:  # noqa: ANN401
    """Give the number of questions, and the mean number of their trials."""
    if isinstance(one, Assumed):
        return len(one.p), 0.0
    if isinstance(one, Counts):
        # A question without an outcome says nothing.
        row = one.score("avg", by="model", prior="uniform")[0]
        return row.questions, row.trials / row.questions
    return len(one), float(len(one[0]))


def _many(trials: int | None) -> str:
    return "—" if trials is None else f"{trials:,}"


def _beyond(numbers: Iterable[int | None]) -> list[str]:
    if None not in list(numbers):
        return []
    return ["—: no number of trials up to 1,000,000,000 is enough."]
