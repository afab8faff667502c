"""Trials with a judge's outcome and, some of them, a label: to counts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Unpack

from scorio import _core
from scorio._counting.counts import Counts
from scorio._errors import code_of, coded, fault, of_options
from scorio.rubric.grading import graded
from scorio.rubric.rubrics import load

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from scorio._reading.options import Frame, Path, Reading

# The rubric that reads two numbers of a trial. Its categories do not matter.
_RUBRIC = """
[signals]
outcome = {outcome}
label = {label}
[[rubric]]
name = "labels"
missing = "drop"
category = [
  {{ name = "below", weight = 0, when = "outcome < 0 or label < 0" }},
  {{ name = "other", weight = 1, otherwise = true }},
]
"""


@coded
def count(
    source: Path | Iterable[Path] | Frame,
    label: str,
    *,
    judge: str | None = None,
    label_range: tuple[float, float] | None = None,
    **options: Unpack[Reading],
) -> Counts:
    """Count trials by a judge's outcome and by the label that some of them have.

    Parameters
    ----------
    source
        As for `scorio.count`: a log, several, or a data frame.
    label
        The field of the label: a number, or true and false. Empty or null: no label.
    judge
        The field of the judge's outcome. By default the outcome that `scorio.count` reads. A trial
        without one has the outcome "no outcome". More than 10 different numbers are cut at their
        quantiles in a task, into 15 levels.
    label_range
        The least and the largest possible label. By default 0 and 1 if all labels are 0 or 1, and
        otherwise the least and the largest that occur.
    options
        As for `scorio.count`: fields, policies and the like.

    Returns
    -------
    Counts
        With a category for each pair of an outcome and a label, as "judge 1, label 0", and for each
        outcome without a label, as "judge 1". They merge and are saved as others.

    Raises
    ------
    ValueError
        As for `scorio.count`; `label` and `judge` are one field; no trial has a label; more than
        101 different labels, or one outside `label_range`; an outcome or a label that is no number.

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
    >>> counts = scorio.judge.count(runs, "human")
    >>> counts.categories[:3]
    ['judge 0', 'judge 0, label 0', 'judge 0, label 1']
    >>> row = counts.score()[0]
    >>> round(row.score, 4), row.trials
    (0.25, 6)
    """
    if judge == label:
        raise ValueError(f"judge and label name the same field, {label!r}")
    _check_range(label_range)
    text = _RUBRIC.format(outcome=_quoted(judge or "@outcome"), label=_quoted(label))
    if judge is not None:
        options.setdefault("outcome", judge)
    try:
        grades, sources = graded(source, load(text), options, each_trial=True)
    except ValueError as error:
        code, problem = code_of(error), str(vars(error).get("problem", ""))
        if "signal" not in problem:
            raise
        # The way out is that of a rubric, which nobody wrote.
        problem = problem.replace("for the signal label", "for the label")
        problem = problem.replace("the signal outcome", "the outcome")
        raise fault(ValueError(problem.replace("the signal label", "the label")), code) from None
    return Counts(grades.labelled(0, 1, label_range), sources)


@coded
def from_arrays(
    outcomes: ArrayLike,
    labels: ArrayLike,
    *,
    models: Sequence[str] | None = None,
    questions: Sequence[str] | None = None,
    label_range: tuple[float, float] | None = None,
) -> Counts:
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
        As for `count`.

    Raises
    ------
    ValueError
        Other shapes; as many names as there are not; as for `count`.

    Examples
    --------
    >>> import numpy as np
    >>> import scorio
    >>> outcomes = np.array([[1, 1, 0], [0, 1, 1], [0, 0, 0], [1, 0, 1]])
    >>> labels = np.array([[1, np.nan, 0], [0, 1, np.nan], [np.nan, 0, 0], [0, np.nan, 1]])
    >>> scorio.judge.from_arrays(outcomes, labels).score()[0].score
    0.375
    """
    import numpy as np

    _check_range(label_range)
    judged, labelled = _array("outcomes", outcomes), _array("labels", labels)
    if judged.shape != labelled.shape:
        raise ValueError(
            f"outcomes have the shape {judged.shape} and labels {labelled.shape}: both need one"
        )
    names = _names("models", models, judged.shape[0])
    asked = _names("questions", questions, judged.shape[1])
    first, second = (np.ascontiguousarray(one).reshape(-1) for one in (judged, labelled))
    return Counts(_core.count_labels(first, second, names, asked, label_range), [])


def _check_range(ends: tuple[float, float] | None) -> None:
    """Check that the least label comes first."""
    if ends is not None and not ends[0] < ends[1]:
        shown = f"{ends[0]:g}, {ends[1]:g}"
        template = f"{{label_range}} is {shown}: the least label comes first, then the largest"
        raise of_options("judge.range", template, "label_range")


def _array(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Read an array of models, questions and trials."""
    import numpy as np

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


def _quoted(field: str) -> str:
    """Write a text as TOML does."""
    return json.dumps(field)
