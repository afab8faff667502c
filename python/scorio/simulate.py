"""Biased coins in place of models: success probabilities, and the outcomes of their trials.

The constructions are those of sections 2.7 and 2.8 of arXiv:2510.04265. Everything is drawn from
`seed` alone: the same seed gives the same arrays, whatever the number of processors. More models,
more replicates or more trials leave the earlier ones as they were. Another number of questions does
not.

`MEANS` are the means of the paper's eleven models, two of them equal. `ORIGINAL_MEANS` are those of
its eight original models.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio import _core
from scorio._arguments import array, flag, number, numbers, seed_digits, whole
from scorio._call import asked
from scorio._errors import coded

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["MEANS", "ORIGINAL_MEANS", "categorical", "coins", "originals", "trials", "updates"]

MEANS, ORIGINAL_MEANS = (tuple(means) for means in _core.simulate_means())


@coded
def coins(
    means: ArrayLike = MEANS, questions: int = 30, *, concentration: float = 4.5, seed: int
) -> NDArray[np.float64]:
    r"""Success probabilities of models with given means over their questions.

    Parameters
    ----------
    means
        The mean of each of L models; those of the paper if omitted.
    questions
        M.
    concentration
        How alike the questions are: the variance between them is about
        mean (1 - mean) / (concentration + 1).
    seed
        A whole number of 64 bits.

    Returns
    -------
    numpy.ndarray
        L x M probabilities, whose mean over the questions is the given one to rounding.

    Raises
    ------
    ValueError
        A mean outside [0, 1]; a concentration outside 1e-6..1e9; no model or question.

    Notes
    -----
    The paper publishes the means alone. Here a model's probabilities are drawn from Beta(c m, c (1
    - m)) and then moved to the mean m. With g the mean that was drawn, p becomes p m / g if g > m,
    and 1 - (1 - p)(1 - m) / (1 - g) if g < m, which stays in [0, 1]. At c = 4.5 the trials that the
    paper needs to tell 0.608 from 0.6213, 199 and 285, come out again (section 2.9).

    References
    ----------
    Hariri et al. (2026), Don't Pass@k, arXiv:2510.04265, section 2.7.

    Examples
    --------
    >>> from scorio import simulate
    >>> p = simulate.coins(seed=1)
    >>> p.shape
    (11, 30)
    >>> p.mean(axis=1).round(4).tolist()
    [0.2332, 0.2545, 0.3604, 0.3642, 0.3642, 0.4466, 0.5418, 0.5276, 0.608, 0.6213, 0.7327]
    """
    listed = numbers("means", means, "the mean of each model")
    spread = number("concentration", concentration)
    return _drawn("simulate_coins", questions, seed, means=listed, concentration=spread)


@coded
def originals(
    questions: int = 30, *, means: ArrayLike | None = None, seed: int
) -> NDArray[np.float64]:
    r"""Success probabilities of the eight original models: Beta(i + 3, 12 - i), i = 1..8.

    Parameters
    ----------
    questions
        M.
    means
        Eight means to which the models are moved, as in `coins`: `ORIGINAL_MEANS` for those that
        the paper drew. If omitted, they are left as drawn.
    seed
        A whole number of 64 bits.

    Returns
    -------
    numpy.ndarray
        8 x M probabilities.

    Raises
    ------
    ValueError
        Other than eight means, or one outside [0, 1]; no question.

    References
    ----------
    Hariri et al. (2026), Don't Pass@k, arXiv:2510.04265, section 2.8.

    Examples
    --------
    >>> from scorio import simulate
    >>> p = simulate.originals(means=simulate.ORIGINAL_MEANS, seed=1)
    >>> p.mean(axis=1).round(4).tolist()
    [0.3021, 0.3166, 0.4144, 0.4985, 0.5351, 0.5759, 0.6679, 0.7487]
    """
    listed = None if means is None else numbers("means", means, "the mean of each original model")
    return _drawn("simulate_originals", questions, seed, means=listed)


@coded
def updates(replicates: int, questions: int = 30, *, seed: int) -> NDArray[np.float64]:
    r"""Success probabilities of stochastic updates of the original models.

    Parameters
    ----------
    replicates
        How many sets of eight updated models.
    questions
        M.
    seed
        A whole number of 64 bits.

    Returns
    -------
    numpy.ndarray
        replicates x 8 x M probabilities.

    Raises
    ------
    ValueError
        No replicate or question; more probabilities than fit in memory.

    Notes
    -----
    Model i of a replicate is drawn from Beta(i + 3 + σ, 12 - i + σ′), anew for every model and
    replicate. σ and σ′ are each -1 or 1 with equal chances.

    References
    ----------
    Hariri et al. (2026), Don't Pass@k, arXiv:2510.04265, section 2.8.

    Examples
    --------
    >>> from scorio import simulate
    >>> p = simulate.updates(1000, seed=1)
    >>> p.shape
    (1000, 8, 30)
    >>> means = p.mean(axis=2)          # how often an update outdoes that of the next original
    >>> bool((means[:, 0] > means[:, 1]).any())
    True
    """
    return _drawn("simulate_updates", questions, seed, replicates=whole("replicates", replicates))


@coded
def categorical(
    shares: ArrayLike, questions: int = 30, *, concentration: float = 4.5, seed: int
) -> NDArray[np.float64]:
    r"""Category probabilities of models for each question, for outcomes that are graded.

    Parameters
    ----------
    shares
        L x (C + 1): of each model, the shares of the categories 0..C, which add up to 1. Without
        the axis of models, it is one model; more leading axes are axes of models.
    questions
        M.
    concentration
        How alike the questions are, as in `coins`.
    seed
        A whole number of 64 bits.

    Returns
    -------
    numpy.ndarray
        L x M x (C + 1) probabilities.

    Raises
    ------
    ValueError
        A share outside [0, 1], or shares that do not add up to 1; fewer than 2 or more than 128
        categories; a concentration outside 1e-6..1e9; no question.

    Notes
    -----
    Each question's probabilities are drawn from the Dirichlet distribution with α = concentration
    x shares, which is the Beta distribution of `coins` where there are two categories. They are
    left as drawn: a model's true score is `p.mean(axis=-2) @ w`.

    Examples
    --------
    >>> from scorio import simulate
    >>> p = simulate.categorical([[0.2, 0.3, 0.5], [0.4, 0.4, 0.2]], questions=4, seed=1)
    >>> p.shape
    (2, 4, 3)
    >>> p.sum(axis=-1).round(12).tolist()
    [[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]]
    """
    table = array("shares", shares, 1, "the shares of the categories of each model")
    spread = number("concentration", concentration)
    return _drawn("simulate_categorical", questions, seed, shares=table, concentration=spread)


@coded
def trials(p: ArrayLike, n: int, *, categorical: bool = False, seed: int) -> NDArray[np.int8]:
    r"""Outcomes of independent trials with given probabilities.

    Parameters
    ----------
    p
        ... x M success probabilities; with `categorical`, ... x M x (C + 1) category probabilities.
        The leading axes are models.
    n
        N, the trials of each question.
    categorical
        Whether the last axis of p holds the probabilities of categories.
    seed
        A whole number of 64 bits.

    Returns
    -------
    numpy.ndarray
        ... x M x N outcomes, in the form that `scorio.eval` takes.

    Raises
    ------
    ValueError
        A probability outside [0, 1], or category probabilities that do not add up to 1; no model,
        question or trial; more outcomes, of a byte each, than fit in memory.

    Notes
    -----
    A model's trials are drawn one after the other, by numbers that do not depend on p. With the
    same seed, more trials begin with the same outcomes. A larger p has successes where a smaller
    one has.

    Examples
    --------
    >>> from scorio import eval, simulate
    >>> R = simulate.trials(simulate.coins(seed=1), 80, seed=2)
    >>> R.shape
    (11, 30, 80)
    >>> eval.bayes(R).mu.shape
    (11,)
    >>> first = simulate.trials(simulate.coins(seed=1), 20, seed=2)
    >>> bool((R[..., :20] == first).all())
    True
    """
    graded = flag(categorical, "categorical")
    axes, what = (
        (2, "category probabilities of each question")
        if graded
        else (
            1,
            "a success probability for each question",
        )
    )
    table = array("p", p, axes, what)
    found = asked(
        "simulate_trials", p=table, trials=whole("n", n), categorical=graded, seed=seed_digits(seed)
    )
    outcomes: NDArray[np.uint8] = found.array(0)
    return outcomes.view("int8")


def _drawn(name: str, questions: int, seed: int, **options: object) -> NDArray[np.float64]:
    """Let the core draw the probabilities of models."""
    size, digits = whole("questions", questions), seed_digits(seed)
    found: NDArray[np.float64] = asked(name, questions=size, seed=digits, **options).array(0)
    return found
