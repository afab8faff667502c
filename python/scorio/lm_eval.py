r"""scorio inside lm-evaluation-harness: metrics over all responses to all docs.

The YAML file of a task names them with `!function`, without another file::

    repeats: 8
    filter_list:
      - name: all
        filter:
          - function: regex
            regex_pattern: "answer is (\\S+)"
          - function: take_first_k
            k: 8
    metric_list:
      - metric: !function scorio.lm_eval.bayes
        aggregation: !function scorio.lm_eval.total
        higher_is_better: true

The results then have `bayes`, `bayes_sigma`, `bayes_lower` and `bayes_upper`. This module does not
import lm_eval.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorio._errors import fault
from scorio._inside.asked import Asked, Figures
from scorio._inside.trials import Trials

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorio._inside.values import Scored, Weights

    Grade = Callable[[str, str], object]

__all__ = ["Outcomes", "avg", "bayes", "estimate", "total"]

_PARTS = Figures._fields


class Outcomes(list[Any]):
    """The outcomes of one doc: a list, as the log of samples has it, for one figure of a metric."""

    def __init__(self, outcomes: Sequence[Any], asked: Asked, part: str) -> None:
        super().__init__(outcomes)
        self.asked, self.part = asked, part

    def __reduce__(self) -> tuple[type[Outcomes], tuple[list[Any], Asked, str]]:
        # For runs on several processes, which gather the outcomes.
        return Outcomes, (list(self), self.asked, self.part)


def avg(
    references: Sequence[Any],
    predictions: Sequence[Any],
    *,
    grade: Grade | None = None,
    weights: Weights | None = None,
    threshold: float | None = None,
    numeric: bool = False,
    **options: Any,  # noqa: ANN401  those of Counts.score
) -> dict[str, Outcomes]:
    """Average of all responses: avg, avg_sigma, avg_lower and avg_upper.

    Parameters
    ----------
    references, predictions
        The target of a doc, and its response or list of responses, as lm-eval gives them.
    grade
        Function of the target and a response that gives the outcome of the response. By default a
        response is right if it equals the target, ignoring spaces around both.
    weights, threshold, numeric
        As for `scorio.inspect_ai.avg`: how outcomes count that are not 0 and 1.
    **options
        Those of `Counts.score`: `sampled`, `prior`, `confidence`.

    Returns
    -------
    dict
        The outcomes of the doc for each figure, which `total` takes.

    Raises
    ------
    ValueError
        Wrong options.

    Examples
    --------
    >>> from scorio import lm_eval
    >>> docs = [lm_eval.avg(["5"], [["5", " 5", "7"]]), lm_eval.avg(["6"], [["6", "?", "6"]])]
    >>> round(lm_eval.total([doc["avg"] for doc in docs]), 4)
    0.6667
    >>> round(lm_eval.total([doc["avg_lower"] for doc in docs]), 4)
    0.2469
    """
    asked = Asked("avg", None, None, weights, threshold, numeric, None, options)
    return _outcomes(asked, references, predictions, grade)


def bayes(
    references: Sequence[Any],
    predictions: Sequence[Any],
    *,
    grade: Grade | None = None,
    weights: Weights | None = None,
    R0: Sequence[int] | None = None,
    threshold: float | None = None,
    **options: Any,  # noqa: ANN401  those of Counts.score
) -> dict[str, Outcomes]:
    """Bayes@N of all responses: bayes, bayes_sigma, bayes_lower and bayes_upper.

    Parameters
    ----------
    references, predictions, grade, weights, threshold
        As for `avg`.
    R0
        Categories of outcomes known beforehand, which every doc has besides its responses.
    **options
        Those of `Counts.score`: `sampled`, `confidence`.

    Raises
    ------
    ValueError
        Wrong options.

    Examples
    --------
    >>> from scorio import lm_eval
    >>> one = lm_eval.bayes(["5"], [["5", " 5", "7"]])
    >>> other = lm_eval.bayes(["6"], [["6", "?", "6"]])
    >>> round(lm_eval.total([doc["bayes"] for doc in (one, other)]), 4)
    0.6
    """
    asked = Asked("bayes", None, None, weights, threshold, False, R0, options)  # noqa: FBT003
    return _outcomes(asked, references, predictions, grade)


def estimate(
    references: Sequence[Any],
    predictions: Sequence[Any],
    *,
    name: str,
    k: int | None = None,
    grade: Grade | None = None,
    weights: Weights | None = None,
    threshold: float | None = None,
    numeric: bool = False,
    **options: Any,  # noqa: ANN401  those of Counts.score
) -> dict[str, Outcomes]:
    """Any metric of `scorio.eval`, of all responses: as `pass_at_4`, `pass_at_4_sigma` and so on.

    Parameters
    ----------
    references, predictions, grade, weights, threshold, numeric
        As for `avg`.
    name, k
        Name and budget of the metric, such as "pass_at_k" and 4.
    **options
        Those of `Counts.score`.

    Raises
    ------
    ValueError
        Wrong options.

    Examples
    --------
    >>> from scorio import lm_eval
    >>> doc = lm_eval.estimate(["5"], [["5", " 5", "7"]], name="pass_at_k", k=2)
    >>> lm_eval.total([doc["pass_at_2"]])
    1.0
    """
    asked = Asked(name, k, None, weights, threshold, numeric, None, options)
    return _outcomes(asked, references, predictions, grade)


def total(items: Sequence[Outcomes]) -> float:
    """Aggregate the outcomes of all docs: one figure of their metric.

    Raises
    ------
    ValueError
        Items that are not of this module's metrics; an outcome that is no score.

    Examples
    --------
    >>> from scorio import lm_eval
    >>> lm_eval.total([lm_eval.avg(["5"], [["5", "7"]])["avg"]])
    0.5
    """
    first = items[0]
    if not isinstance(first, Outcomes):
        problem = f"total is for the metrics of scorio.lm_eval, and not for {first!r}"
        way_out = "name one of them as metric, and give each doc one target"
        raise fault(ValueError(f"{problem}: {way_out}"), "lm_eval.items", problem)
    docs: list[list[Scored]]
    docs = [[(outcome, place) for outcome in doc] for place, doc in enumerate(items)]
    figures = first.asked.figures(Trials(docs, []))
    return float(getattr(figures, first.part))


def _outcomes(
    asked: Asked, references: Sequence[Any], predictions: Sequence[Any], grade: Grade | None
) -> dict[str, Outcomes]:
    try:
        asked.check()
    except TypeError as error:
        # lm-eval takes a TypeError for a metric of another signature.
        raise fault(ValueError(str(error)), "lm_eval.options") from None
    target, said = references[0], predictions[0]
    responses = said if isinstance(said, list | tuple) else [said]
    graded = [(_equals if grade is None else grade)(target, response) for response in responses]
    names = Figures(0.0).named(asked.name)
    return {name: Outcomes(graded, asked, part) for name, part in zip(names, _PARTS, strict=True)}


def _equals(target: object, response: object) -> int:
    return int(str(target).strip() == str(response).strip())
