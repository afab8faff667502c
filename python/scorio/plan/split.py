"""How to split a budget over more questions or more trials of each."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from scorio import _core
from scorio._arguments import array, number, whole
from scorio._call import asked
from scorio._counting.counts import Counts
from scorio._errors import coded
from scorio._matrix import MATRIX
from scorio.plan.models import Assumed, said, shared_weights, sources_of
from scorio.show.single import Single

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


class _Split(NamedTuple):
    questions: int
    trials: int
    sigma: float
    """Standard deviation of the difference of the two models' averages."""
    between: float
    """Variance between questions of the difference of the true scores."""
    within: float
    """Variance of one trial of each model, averaged over the questions."""
    says: str
    """The same in a sentence."""


class Split(Single, _Split):
    """How a budget is best spent, where the questions are a sample of those that matter."""

    _title = "Questions or trials"
    _row_type = _Split
    _meanings = MappingProxyType({
        "questions": "questions to ask",
        "trials": "trials of each",
        "sigma": "σ of the difference",
        "between": "variance between questions",
        "within": "variance of one trial",
    })  # fmt: skip


@coded
def questions_or_trials(
    a: ArrayLike | Counts | Assumed,
    b: ArrayLike | Counts | Assumed,
    budget: int,
    *,
    question_cost: float = 0.0,
    max_questions: int | None = None,
    w: ArrayLike | None = None,
) -> Split:
    r"""How to split a budget of trials over more questions or more trials of each.

    Parameters
    ----------
    a, b
        Results of both models on the same questions, at least 2 x 2, row by row; or `Counts` of one
        model each, whose questions are paired by name; or `assumed` success probabilities of both.
    budget
        What can be spent on each model, in trials.
    question_cost
        What a question costs beside its trials, in trials: finding, writing or checking it.
    max_questions
        The most questions that can be asked; by default as many as `a` and `b` have.
    w
        C + 1 weights, one per category; if omitted, the numbers that the categories of `Counts` are
        named by, otherwise (0, 1).

    Returns
    -------
    Split
        `(questions, trials, sigma, between, within, says)`: the M and N with M (N + question_cost)
        ≤ budget whose σ is smallest; where the pilot shows no variance between questions, among
        those with no fewer questions than it has.

    Raises
    ------
    ValueError
        Fewer than two questions, or trials of a pilot; matrices of different height, or counts of
        different questions, of several models or with weights of questions; an entry that is no
        category; a budget that pays for no question; a negative cost.

    Notes
    -----
    The questions are taken for a sample of those that matter. The difference of the averages then
    has the variance (B + W / N) / M. With M N fixed, W / (M N) is what it is, and B / M is
    smallest with as many questions as possible: if they cost nothing, N = 1. With a cost, N is
    about √(question_cost W / B). (Posterior σ, as everywhere else here, is about these questions
    alone, and knows no B.)

    Examples
    --------
    >>> from scorio import plan, simulate
    >>> a, b = map(plan.assumed, simulate.coins([0.5, 0.6], seed=1))
    >>> plan.questions_or_trials(a, b, 2400)[:2]
    (30, 80)
    >>> plan.questions_or_trials(a, b, 2400, max_questions=2400)[:2]
    (2400, 1)
    >>> plan.questions_or_trials(a, b, 2400, question_cost=20, max_questions=1000)[:2]
    (80, 10)
    >>> import scorio
    >>> coins = scorio.count("examples/coins.jsonl")
    >>> one, other = coins.select(model="coin-01"), coins.select(model="coin-05")
    >>> plan.questions_or_trials(one, other, 2400, question_cost=20)[:2]
    (30, 60)
    """
    counts = [one for one in (a, b) if isinstance(one, Counts)]
    listed, spend = shared_weights(w, *counts), whole("budget", budget)
    most = None if max_questions is None else whole("max_questions", max_questions)
    if isinstance(a, Assumed) != isinstance(b, Assumed) or len(counts) == 1:
        raise TypeError(
            "a and b differ in kind: give results of both, counts of both, or probabilities of both"
        )
    spending = {
        "budget": spend, "question_cost": number("question_cost", question_cost),
        "max_questions": most, "weights": listed,
    }  # fmt: skip
    if isinstance(a, Assumed) and isinstance(b, Assumed):
        if a.categorical or b.categorical or listed is not None:
            raise ValueError("assumed probabilities are those of success here, without weights")
        row = asked("questions_or_trials", a=a.p, b=b.p, **spending)
    elif isinstance(a, Counts) and isinstance(b, Counts):
        pair, given = (_counts("a", a), _counts("b", b)), spending.items()
        options = {name: value for name, value in given if value is not None}
        row = _core.call("questions_or_trials_counted", pair, options)
    else:
        one, other = _results("a", a), _results("b", b)
        row = asked("questions_or_trials", a=one, b=other, **spending)
    settings = {
        "budget": spend, "question_cost": spending["question_cost"],
        "max_questions": max_questions, "w": listed,
    }  # fmt: skip
    return Split._make([*row.table(0)[0], " ".join(said(row))]).of(settings, sources_of(a, b))


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def _counts(name: str, counts: Counts) -> _core.Counts:
    if len(counts.models) != 1:
        raise ValueError(f"{name} has {_counted(len(counts.models), 'model')}: select one (model=)")
    if counts._core.has_weights:
        raise ValueError(f"{name} has weights of questions, which this plan does not know")
    return counts._core


def _results(name: str, R: object) -> NDArray[np.float64]:
    table = array(name, R, MATRIX, "a results matrix")
    if table.ndim > MATRIX:
        raise ValueError(f"{name} has {table.ndim} axes: give the results of one model")
    return table
