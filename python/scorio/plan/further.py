"""How many more trials a log needs, and what some numbers of trials show of each model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from scorio import _core
from scorio._arguments import flag, number, whole
from scorio._call import Note, asked
from scorio._counting.counts import Counts
from scorio._errors import coded
from scorio._reading.report import report_lines
from scorio.plan.models import (
    Assumed,
    numbers_of_trials,
    said,
    shared_weights,
    side,
    sources_of,
)
from scorio.show.escaping import on_a_line
from scorio.show.page import Column, Page, Table
from scorio.show.result import Rows
from scorio.show.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import ArrayLike

Row = TypeVar("Row", bound=tuple[Any, ...])


class Narrowing(NamedTuple):
    """How far a model's interval is from a half-width. `more` is None if no number is enough."""

    model: str
    questions: int
    trials: float
    """Of a question, on average."""
    half_width: float | None
    """As it is, that of a leaderboard; None without trials."""
    more: int | None
    at_most: bool
    """Whether fewer may be enough: single trials do not tell how much further ones vary."""
    wanted: float


class Separation(NamedTuple):
    """How far a model is from being separated from a baseline, and what would separate them."""

    model: str
    baseline: str
    questions: int
    trials: float
    """Of a question of the model, on average."""
    difference: float
    z: float | None
    """As it is, that of a comparison; None without trials."""
    more: int | None
    """Fewest further trials that have the power; None: no number."""
    half: int | None
    """The same if half the difference is true."""
    at_most: bool
    """Whether fewer may be enough: single trials do not tell how much further ones vary."""


class Sight(NamedTuple):
    """What a number of new trials of each question shows of a model."""

    model: str
    trials: int
    half_width: float
    smallest_difference: float | None


class _Planned(Rows[Row]):
    """Rows of models, the notes of the core, and what their logs have to say."""

    def __init__(
        self,
        rows: list[Row],
        settings: dict[str, Any],
        models: object,
        known: Mapping[str, object],
        notes: list[str],
    ) -> None:
        counts = models if isinstance(models, Counts) else None
        super().__init__(rows, settings, counts.sources if counts else sources_of(*known.values()))
        self._notes = list(dict.fromkeys(notes))
        self._read = report_lines(counts.report, counts.notes) if counts else []

    @property
    def notes(self) -> list[str]:
        """What the figures are."""
        return [*self._notes, *self._read]


class Narrowings(_Planned[Narrowing]):
    """How many more trials of each question bring each model to a half-width."""

    _row_type = Narrowing

    @property
    def title(self) -> str:
        """What is planned, in a line."""
        level = f"{100 * self.settings['confidence']:g}%"
        return f"Trials for a half-width of {self.settings['half_width']:g} of the {level} interval"

    def _page(self) -> Page:
        columns = [Column("model", left=True, worth=9), Column("questions", worth=1)]
        columns += [Column("trials each", worth=2), Column("half-width now", worth=3)]
        columns += [Column("run more", worth=8)]
        lines = [
            [
                on_a_line(row.model), f"{row.questions:,}", f"{row.trials:,.4g}",
                "—" if row.half_width is None else f"{row.half_width:.4f}",
                _many(row.more, at_most=row.at_most),
            ]
            for row in self.rows
        ]  # fmt: skip
        return Page([Table(self.title, columns, lines)], self.notes)


class Separations(_Planned[Separation]):
    """How many more trials of each question separate each model from a baseline."""

    _row_type = Separation

    @property
    def title(self) -> str:
        """What is planned, in a line."""
        sure = f"confidence {self.settings['confidence']:g}, power {self.settings['power']:g}"
        return f"Trials that separate models from {on_a_line(self.settings['baseline'])}, {sure}"

    def _page(self) -> Page:
        columns = [Column("model", left=True, worth=9), Column("questions", worth=1)]
        columns += [Column("trials each", worth=2), Column("difference", worth=4)]
        columns += [Column("z", worth=3), Column("run more", worth=8), Column("if half", worth=7)]
        lines = [
            [
                on_a_line(row.model), f"{row.questions:,}", f"{row.trials:,.4g}",
                View().signed(row.difference), _z(row.z),
                _many(row.more, at_most=row.at_most), _many(row.half, at_most=row.at_most),
            ]
            for row in self.rows
        ]  # fmt: skip
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


@coded
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
    Today's half-width is that of `Counts.score`. After n more trials of each question σ² is Σ v /
    (N + n) / M². Here v is the variance of a trial of one of M questions with N trials, which the
    hierarchical posterior of a leaderboard tells. Single trials do not tell it. Then v is the
    variance of all outcomes together, an upper bound. The half-width of a single set of trials
    scatters about the planned one.

    Examples
    --------
    >>> import scorio
    >>> from scorio import plan
    >>> coins = scorio.count("examples/coins.jsonl").select(model=["coin-01", "coin-09"])
    >>> for row in plan.trials_for_half_width(coins, 0.015):
    ...     print(row.model, round(row.half_width, 4), row.more)
    coin-01 0.0153 4
    coin-09 0.0178 33
    """
    level, most = number("confidence", confidence), number("half_width", half_width)
    known = _models(models)
    listed = shared_weights(w, *known.values())
    rows, notes = [], []
    for name, one in known.items():
        about = side(one, listed, "error")
        found = asked(
            "trials_for_half_width", a=about, half_width=most, confidence=level, weights=listed
        )
        rows.append(Narrowing._make([name, *_size(one), *found.table(0)[0], most]))
        notes += said(found)
    settings = {"half_width": most, "confidence": level, "w": listed}
    return Narrowings(rows, settings, models, known, notes)


@coded
def trials_to_separate(
    models: Counts | Mapping[str, ArrayLike | Counts | Assumed],
    baseline: str,
    confidence: float = 0.95,
    power: float = 0.8,
    *,
    difference: float | None = None,
    family: int | None = None,
    paired: bool = True,
    w: ArrayLike | None = None,
) -> Separations:
    r"""How many more trials of each question separate each model from a baseline.

    Parameters
    ----------
    models
        As for `trials_for_half_width`, at least two.
    baseline
        The name of the model that the others are compared with.
    confidence, power, w
        As for `trials_needed`.
    difference
        The true difference of the scores, not 0; if omitted, the one that is seen.
    family
        How many models the table has; if omitted, as many as there are.
    paired
        Of `Counts`, whether only questions that both models have count, as in `scorio.compare`.

    Returns
    -------
    Separations
        A `Separation` for each other model: difference and z of today, and the fewest further
        trials that separate the models with the power.

    Raises
    ------
    ValueError
        An unknown baseline; no other model; a difference of 0, or one that scores cannot differ by;
        what `trials_needed` and `scorio.compare` refuse.

    Notes
    -----
    Of `Counts`, difference and z are those of `scorio.compare`. Otherwise z is the difference over
    the σ of both leaderboard scores. More trials are counted as by `trials_needed`, on top of those
    that there are. Chance made a part of a difference that is seen, so look at half of it, too.

    Examples
    --------
    >>> import scorio
    >>> from scorio import plan
    >>> coins = scorio.count("examples/coins.jsonl")
    >>> coins = coins.select(model=["coin-09", "coin-10", "coin-11"])
    >>> for row in plan.trials_to_separate(coins, "coin-09"):
    ...     print(row.model, round(row.z, 2), row.more, row.half)
    coin-11 9.04 0 0
    coin-10 1.38 320 1520
    """
    level, reach = number("confidence", confidence), number("power", power)
    gap = None if difference is None else number("difference", difference)
    known = _models(models)
    if baseline not in known:
        raise ValueError(f"there is no model {baseline!r}: there are {', '.join(known)}")
    if len(known) == 1:
        raise ValueError(f"there is one model, {baseline!r}: another is to be told from it")
    size = len(known) if family is None else whole("family", family)
    listed = shared_weights(w, *known.values())
    aim: dict[str, Any] = {
        "confidence": level, "power": reach, "difference": gap, "family": size, "weights": listed,
    }  # fmt: skip
    if isinstance(models, Counts):
        given = {name: value for name, value in aim.items() if value is not None}
        given |= {"baseline": baseline, "paired": flag(paired, "paired")}
        found = _core.call("trials_to_separate_counted", models._core, given)
        rows, notes = [Separation._make(row) for row in found.table(0)], said(found)
    else:
        rows, notes = _of_sides(known, baseline, listed, aim)
    settings = {
        "baseline": baseline, "confidence": level, "power": reach, "difference": gap,
        "family": size, "paired": paired, "w": listed,
    }  # fmt: skip
    return Separations(rows, settings, models, known, notes)


_OF_PAIRS = ("plan.further", "plan.no_difference", "plan.too_small")
_OF_COLUMNS = ("plan.columns", "plan.beyond")


def _of_sides(
    known: Mapping[str, Any], baseline: str, listed: list[float] | None, aim: Mapping[str, Any]
) -> tuple[list[Separation], list[str]]:
    """Compare results or assumed probabilities with a baseline, one after another."""
    base = side(known[baseline], listed, "error")
    rows, notes = [], []
    for name, one in known.items():
        if name != baseline:
            about = side(one, listed, "error")
            found = asked("trials_to_separate", a=about, baseline=base, **aim)
            rows.append(Separation._make([name, baseline, *_size(one), *found.table(0)[0]]))
            notes.append([Note(*note) for note in found.notes()])
    # What is said of one pair stands for one pair, and what is said of columns for several.
    other = _OF_COLUMNS if len(notes) == 1 else _OF_PAIRS
    every = [note for some in notes for note in some if note.kind not in other]
    return rows, [note.said("Python") for note in every]


@coded
def budget(
    models: Counts | Mapping[str, ArrayLike | Counts | Assumed],
    trials: int | Iterable[int] = (1, 2, 5, 10, 20, 40, 80),
    confidence: float = 0.95,
    power: float = 0.8,
    *,
    family: int | None = None,
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
    family
        How many models the table has; if omitted, as many as there are, and two at least.

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
    4 0.05 0.099
    16 0.025 0.05
    64 0.012 0.025
    """
    level, reach = number("confidence", confidence), number("power", power)
    known, listed_trials = _models(models), numbers_of_trials(trials)
    size = max(2, len(known)) if family is None else whole("family", family)
    listed = shared_weights(w, *known.values())
    rows, notes = [], []
    for name, one in known.items():
        found = asked(
            "budget", a=side(one, listed, "error"), trials=listed_trials, confidence=level,
            power=reach, family=size, weights=listed,
        )  # fmt: skip
        rows += [Sight(name, *row) for row in found.table(0)]
        notes += said(found)
    settings = {
        "trials": listed_trials, "confidence": level, "power": reach, "family": size, "w": listed,
    }  # fmt: skip
    return Sights(rows, settings, models, known, notes)


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
        row = one.score("avg", by_task=False, prior="uniform")[0]
        return row.questions, row.trials / row.questions
    return len(one), float(len(one[0]))


def _many(trials: int | None, *, at_most: bool) -> str:
    if trials is None:
        return "—"
    return f"≤ {trials:,}" if at_most else f"{trials:,}"


def _z(z: float | None) -> str:
    return "—" if z is None else f"{z:.2f}".replace("-", "−")
