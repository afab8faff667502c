"""Trials graded by rubrics."""

from __future__ import annotations

import operator
import os
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, Unpack

from scorio._counting.counts import Counts
from scorio._errors import coded
from scorio._reading.paths import passed_over
from scorio._reading.sources import read
from scorio.rubric.refusals import memory_of, refuse_policies
from scorio.rubric.rubrics import Rubrics, load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorio import _core
    from scorio._reading.options import Frame, Path, Reading

Source = TypeVar("Source")
Rubric = Rubrics | str | os.PathLike[str]


class GradedTrial(NamedTuple):
    """A trial with what decided its categories.

    Attributes
    ----------
    model, task, question : str
        What it is a trial of.
    trial : str
        Its name in the log. Without one, its number among the trials of the question, from 0.
    signals : dict
        The signals that the rubrics use. None is a missing one.
    categories : dict
        Its category by each rubric. None means that it is left out.
    """

    model: str
    task: str
    question: str
    trial: str
    signals: dict[str, float | None]
    categories: dict[str, str | None]


@coded
def count(
    source: Path | Iterable[Path] | Frame,
    rubric: Rubric,
    *,
    memory: int | None = None,
    **options: Unpack[Reading],
) -> dict[str, Counts]:
    """Grade the trials of logs or of a data frame: counts for each rubric, by its name.

    Parameters
    ----------
    source
        As for `scorio.count`.
    rubric
        What `load` takes, or gives.
    memory
        The most bytes that signals may take until their quantiles are known: 8 for each trial and
        signal, and 4 for each trial. 4 GiB if omitted. Frozen thresholds need no memory.
    options
        As for `scorio.count`: fields, policies and the like. `outcome` is read if a signal is
        `@outcome`.

    Raises
    ------
    ValueError
        As for `scorio.count` and `load`; a trial that no rule matches, or that lacks a signal that
        decides; a signal that is no number; a quantile over no trial; a frozen threshold without a
        value for a task; more trials than memory.

    Examples
    --------
    >>> import pandas
    >>> import scorio
    >>> runs = pandas.DataFrame(
    ...     {"model": "m", "question": ["a", "a", "b"],
    ...      "outcome": [1, 0, 1], "tokens": [9, 5, 7]}
    ... )
    >>> rubric = scorio.rubric.load('''
    ... [signals]
    ... correct = "@outcome"
    ... tokens = "tokens"
    ... [[rubric]]
    ... name = "short"
    ... category = [
    ...   { name = "wrong", weight = 0, when = "correct < 0.5" },
    ...   { name = "long", weight = 0.5, when = "tokens > 8" },
    ...   { name = "right", weight = 1, otherwise = true },
    ... ]
    ... ''')
    >>> counts = scorio.rubric.count(runs, rubric)["short"]
    >>> counts.score().rows[0].score
    0.625
    """
    rubrics = load(rubric)
    grades, sources = graded(source, rubrics, options, memory=memory)
    return by_name(rubrics, grades, sources)


@coded
def freeze(
    source: Path | Iterable[Path] | Frame,
    rubric: Rubric,
    *,
    memory: int | None = None,
    **options: Unpack[Reading],
) -> Rubrics:
    """Give the rubric file with the values that its quantiles have in some logs.

    The file keeps its text and its quantiles. Each gets its value, with the task and the number of
    trials that it was computed from. Other logs of these tasks are then graded alike. Values that
    were frozen before are replaced, and those of other tasks stay.

    Parameters
    ----------
    source, rubric, memory, options
        As for `count`.

    Raises
    ------
    ValueError
        As for `count`.
    """
    rubrics = load(rubric)
    grades, _ = graded(source, Rubrics(rubrics._core.thawed()), options, memory=memory)
    return load(grades.frozen(rubrics._core), names=rubrics.names)


@coded
def check(
    source: Path | Iterable[Path] | Frame,
    rubric: Rubric,
    n: int = 5,
    *,
    memory: int | None = None,
    **options: Unpack[Reading],
) -> list[GradedTrial]:
    """Give the first n trials of a log with their signals and categories.

    Parameters
    ----------
    source, rubric, memory, options
        As for `count`.
    n
        How many trials.

    Raises
    ------
    ValueError
        As for `count`; an n below 0.
    """
    if isinstance(n, bool) or operator.index(n) < 0:
        raise ValueError(f"n = {n} is not a number of trials: give 0 or more")
    rubrics = load(rubric)
    grades, _ = graded(source, rubrics, options, memory=memory, each_trial=True)
    used = [signal.name if signal.used else None for signal in rubrics.signals]
    trials = []
    for names, values, categories in grades.trials(0, n):
        named = zip(used, values, strict=True)
        signals = {name: value for name, value in named if name is not None}
        own = dict(zip(rubrics.names, categories, strict=True))
        trials.append(GradedTrial(*names, signals, own))
    return trials


@coded
def apply(
    frame: Source,
    rubric: Rubric,
    *,
    memory: int | None = None,
    **options: Unpack[Reading],
) -> Source:
    """Give a data frame with one more column for each rubric: the category of each row.

    Parameters
    ----------
    frame
        A data frame in memory: pandas, Polars or PyArrow. Each row is a trial.
    rubric, memory, options
        As for `count`.

    Raises
    ------
    TypeError
        Something else than a data frame in memory.
    ValueError
        As for `count`; a column has the name of a rubric.
    """
    import narwhals.stable.v2 as nw

    own = nw.from_native(frame, eager_only=True, pass_through=True)
    if not isinstance(own, nw.DataFrame):
        raise TypeError(f"{type(frame).__name__} is not a data frame in memory")
    rubrics = load(rubric)
    if both := [name for name in rubrics.names if name in own.columns]:
        raise ValueError(f"the data frame has a column {both[0]!r}, which is the name of a rubric")
    options.setdefault("on_repeat", "keep")
    grades, _ = graded(frame, rubrics, options, memory=memory, each_trial=True)
    if grades.kept != len(own):
        raise ValueError(
            f"the data frame has {len(own)} rows and {grades.kept} trials: each row must be a trial"
        )
    columns = []
    for name, places in zip(rubrics.names, grades.categories(), strict=True):
        names = [category.name for category in rubrics.categories(name)]
        cells = [None if place < 0 else names[place] for place in places]
        columns.append(nw.new_series(name, cells, nw.String, backend=own.implementation))
    found: Source = own.with_columns(*columns).to_native()
    return found


def graded(
    source: Any,  # noqa: ANN401
    rubrics: Rubrics,
    options: Reading,
    *,
    memory: int | None = None,
    each_trial: bool = False,
    judged: int | None = None,
    told: tuple[int, set[int]] | None = None,
) -> tuple[_core.Grades, list[str]]:
    """Read logs or a data frame. Give its trials as the core graded them, and its sources.

    Texts of the signal in the place `judged` are kept as they are. `told` has the first of the
    signals that are texts, and the places of the trials whose texts are kept.
    """
    memory = memory_of(memory)
    refuse_policies(options)
    return read(source, options, (rubrics._core, memory, each_trial, judged, False, told))


def by_name(rubrics: Rubrics, grades: _core.Grades, sources: list[str]) -> dict[str, Counts]:
    """Give the counts of each rubric by its name."""
    found = passed_over(sources)
    counts = (Counts(core, sources, found) for core in grades.counts)
    return dict(zip(rubrics.names, counts, strict=True))
