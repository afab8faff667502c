"""Trials with a judge's outcome and, some of them, a label: to counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, Unpack

from scorio import _core
from scorio._errors import braced, coded, of_options
from scorio._numpy import np
from scorio.judge.drawing import Trial
from scorio.judge.labelled import LabelledCounts
from scorio.judge.labels import check_sources, other_labels
from scorio.rubric.fields import read_fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

    from scorio._reading.options import Frame, Path, Reading


@coded
def read(
    source: Path | Iterable[Path] | Frame,
    label: str | None = None,
    *,
    labels: Path | Iterable[Path] | Frame | None = None,
    judge: str | None = None,
    label_range: tuple[float, float] | None = None,
    check: str | None = None,
    on_unmatched: Literal["error", "drop"] = "error",
    **options: Unpack[Reading],
) -> LabelledCounts:
    """Read trials with a judge's outcome and with the label that some of them have.

    Parameters
    ----------
    source
        As for `scorio.count`: a log, several, or a data frame.
    label
        The field of the label: a number, or true and false. Empty or null: no label. Without
        `label` and `labels`, no trial has one yet: `plan` and `draw` choose the first.
    labels
        Labels of another file, of several, or of a data frame. They add to those of the field. A
        file has the columns model, task (optional), question, trial and label. A log of a second
        grader is one, too: its outcome is the label. Without models, it is for the only model of
        the log.
    judge
        The field of the judge's outcome. By default the outcome that `scorio.count` reads. Numbers
        and texts are outcomes, 20 different ones at most. A trial without one has the outcome "no
        outcome". More than 10 different numbers are cut at their quantiles in a task, into 15
        levels.
    label_range
        The least and the largest possible label. By default 0 and 1 if all labels are 0 or 1, and
        otherwise the least and the largest that occur.
    check
        A field of numbers, such as the length of an answer. A note says if labelled trials differ
        in it from others with the same outcome. The trial's number is always checked.
    on_unmatched
        With `labels`: what to do with labels of trials that the log lacks.
    options
        As for `scorio.count`: fields, policies and the like.

    Returns
    -------
    LabelledCounts
        `Counts` with a category for each pair of an outcome and a label, as "judge 1, label 0", and
        for each outcome without a label, as "judge 1". They merge and are saved as others.

    Raises
    ------
    ValueError
        As for `scorio.count`; `label` and `judge` are one field; none of `label` and
        `labels`; no trial has a label; more than 101 different labels, or one outside
        `label_range`; more than 20 outcomes; a label that is no number; labels of trials that the
        log lacks, or two of one trial that differ.

    Notes
    -----
    Chance has to choose which trials get a label, among those of one model with one outcome of the
    judge. The shares may differ from outcome to outcome.

    Examples
    --------
    >>> import pandas
    >>> import scorio
    >>> runs = pandas.DataFrame({
    ...     "model": "m", "question": [1, 1, 2, 2, 3, 3],
    ...     "outcome": [1, 1, 0, 1, 0, 0], "human": [1, None, 0, 0, None, 0],
    ... })
    >>> counts = scorio.judge.read(runs, "human")
    >>> counts.categories[:3]
    ['judge 0', 'judge 0, label 0', 'judge 0, label 1']
    >>> row = counts.score()[0]
    >>> round(row.score, 4), row.trials
    (0.25, 6)
    """
    check_sources(labels, on_unmatched)
    check_range(label_range)
    # A score that is named is the judge's outcome.
    scored = options.get("score") if judge is None else None
    check_fields({"score": scored, "judge": judge, "label": label, "check": check})
    source = list(source) if isinstance(source, Iterator) else source
    named = {"outcome": judge or "@outcome", "label": label, "check": check}
    fields = {name: field for name, field in named.items() if field is not None}
    grades, sources = read_fields(source, fields, options)
    places = {name: place for place, name in enumerate(fields)}
    own = places.get("label", len(fields))
    other = None if labels is None else other_labels(labels, on_unmatched, label)
    checked = None if check is None else (check, places["check"])
    if label is None and labels is None:
        core = grades.unlabelled(0)
    else:
        core = grades.labelled(0, own, label_range, other, checked)
    counts = LabelledCounts(core, sources)
    counts._drawable = _Logged(grades, (own, other), source, fields["outcome"], options)
    return counts


class _Logged:
    """The trials of a log, for draws."""

    def __init__(
        self,
        grades: _core.Grades,
        labels: tuple[int, Any],
        source: Any,  # noqa: ANN401
        outcome: str,
        options: Reading,
    ) -> None:
        self._grades, self._labels, self._source, self._outcome = grades, labels, source, outcome
        self._options: Any = {name: one for name, one in options.items() if name != "progress"}

    def __iter__(self) -> Iterator[Trial]:
        known = self._grades.trials(0, self._grades.kept)
        judged = self._grades.judged(0, *self._labels)
        for (names, *_), own, place in zip(known, judged, self._grades.places(), strict=True):
            yield Trial(names, *own, place)

    def told(self, fields: Sequence[str], places: Sequence[int]) -> dict[int, list[str | None]]:
        """Read the log again for the texts of some fields."""
        files = [self._source] if isinstance(self._source, str) else self._source
        if isinstance(files, list) and any(isinstance(one, str) and one == "-" for one in files):
            raise ValueError(
                "standard input is read once: give a file, so that other fields can be read"
            )
        asked, options = {"outcome": self._outcome}, dict(self._options)
        grades, _ = read_fields(self._source, asked, options, (fields, places))  # type: ignore[arg-type]
        return grades.told


class _Arrays:
    """The trials of arrays, for draws. They are numbered from 0."""

    def __init__(self, arrays: tuple[Any, Any], models: list[str], questions: list[str]) -> None:
        self._arrays, self._models, self._questions = arrays, models, questions

    def __iter__(self) -> Iterator[Trial]:
        outcomes, labels = self._arrays
        known = _core.judged_outcomes(outcomes, labels, self._models, self._questions)
        each = len(outcomes) // (len(self._models) * len(self._questions))
        places = product(self._models, self._questions, range(each))
        lacking = np.isnan(labels).tolist()
        own = enumerate(zip(places, known, lacking, strict=True))
        for place, ((model, question, trial), outcome, lacks) in own:
            yield Trial((model, "", question, str(trial)), outcome, not lacks, place)

    def told(self, fields: Sequence[str], _: Sequence[int]) -> dict[int, list[str | None]]:
        """Say that there are no fields."""
        raise ValueError(f"arrays have no field {fields[0]!r}: read a log with scorio.judge.read")


@coded
def from_arrays(
    outcomes: ArrayLike,
    labels: ArrayLike,
    *,
    models: Sequence[str] | None = None,
    questions: Sequence[str] | None = None,
    label_range: tuple[float, float] | None = None,
) -> LabelledCounts:
    """Count the trials of matrices by the judge's outcome and the label.

    Parameters
    ----------
    outcomes
        L × M × N outcomes of the judge, of L models, M questions and N trials; or M × N of one
        model. NaN stands for no outcome.
    labels
        The labels, in the same shape. NaN stands for no label.
    models, questions
        Their names. By default "1", "2", ….
    label_range
        As for `read`.

    Raises
    ------
    ValueError
        Other shapes; as many names as there are not; as for `read`.

    Examples
    --------
    >>> import numpy as np
    >>> import scorio
    >>> outcomes = np.array([[1, 1, 0], [0, 1, 1], [0, 0, 0], [1, 0, 1]])
    >>> labels = np.array([[1, np.nan, 0], [0, 1, np.nan], [np.nan, 0, 0], [0, np.nan, 1]])
    >>> scorio.judge.from_arrays(outcomes, labels).score()[0].score
    0.375
    """
    check_range(label_range)
    judged, labelled = _array("outcomes", outcomes), _array("labels", labels)
    if judged.shape != labelled.shape:
        raise ValueError(
            f"outcomes have the shape {judged.shape} and labels {labelled.shape}: both need one"
        )
    names = _names("models", models, judged.shape[0])
    asked = _names("questions", questions, judged.shape[1])
    first, second = (np.ascontiguousarray(one).reshape(-1) for one in (judged, labelled))
    counts = LabelledCounts(_core.count_labels(first, second, names, asked, label_range))
    counts._drawable = _Arrays((first, second), names, asked)
    return counts


def check_fields(fields: dict[str, str | None]) -> None:
    """Check that no two options name one field."""
    named: dict[str, str] = {}
    for option, field in fields.items():
        if field is not None and (other := named.setdefault(field, option)) != option:
            shown = braced(field)
            template = f'{{{other}}} and {{{option}}} name the same field, "{shown}"'
            raise of_options("judge.same_field", template, other, option)


def check_range(ends: tuple[float, float] | None) -> None:
    """Check that the least label comes first."""
    if ends is not None and not ends[0] < ends[1]:
        shown = f"{ends[0]:g}, {ends[1]:g}"
        template = f"{{label_range}} is {shown}: the least label comes first, then the largest"
        raise of_options("judge.range", template, "label_range")


def _array(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Read an array of models, questions and trials."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim == 2:  # noqa: PLR2004  one model
        array = array[np.newaxis]
    if array.ndim != 3 or not array.size:  # noqa: PLR2004
        raise ValueError(f"{name} has the shape {array.shape}: give L × M × N, or M × N")
    if np.isinf(array).any():
        raise ValueError(f"{name} has an infinite value: NaN stands for none")
    return array


def _names(what: str, given: Sequence[str] | None, count: int) -> list[str]:
    """Give the names of models or questions."""
    names = [str(number + 1) for number in range(count)] if given is None else list(given)
    if len(names) != count:
        raise ValueError(f"{what} has {len(names)} names for {count}: give one each")
    if len(set(names)) < count:
        raise ValueError(f"{what} names one twice: {names}")
    return names
