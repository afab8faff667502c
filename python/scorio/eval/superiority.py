"""The probability of superiority: the chance that one model's score is higher than another's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorio._arguments import budget, metric_parameters, number
from scorio._errors import coded, fault
from scorio._matrix import banks, weights, within
from scorio._numpy import np
from scorio.eval.values import metric as metric_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from scorio._counting.counts import Counts
    from scorio._matrix import Missing
    from scorio._results import Real


@coded
def superiority(
    R_a: ArrayLike | Counts,
    R_b: ArrayLike | Counts,
    metric: str = "bayes",
    k: int | None = None,
    *,
    w: ArrayLike | None = None,
    tau: object = None,
    alpha0: float = 1.0,
    beta0: float = 1.0,
    missing: Missing = "error",
) -> Real:
    r"""Probability of superiority: P(A > B) + P(A = B) / 2 of the posterior scores of two models.

    Parameters
    ----------
    R_a, R_b
        M x N outcomes of each model; more axes in front are batch axes. The models may have
        different questions and trials. They are independent given their trials.
    metric
        "bayes", "avg", or the name of a function of the Pass family.
    k
        Trials drawn, if the metric has a budget.
    w
        C + 1 weights, one per category, for "bayes" and "avg"; (0, 1) if omitted.
    tau
        Share of successes, for "g_pass_at_k_tau".
    alpha0, beta0
        Beta prior of each question's success probability, positive.
    missing
        "error" or "drop": what to do with missing outcomes.

    Returns
    -------
    float or ndarray
        The probability, certified to 1e-10; an array for a batch.

    Raises
    ------
    ValueError, TypeError
        As for `bayes_ci` and `pass_at_k_ci`; batches of different shapes; a metric without an exact
        posterior; a probability that cannot be certified.

    Notes
    -----
    The difference of two independent scores has the characteristic function φ_A(t) φ_B(-t). The
    probability is 1/2 + ∫ Im φ(t) / (π t) dt over t > 0.

    References
    ----------
    Vargha and Delaney (2000), A critique and improvement of the CL common language effect size
    statistics, for the measure. Davies (1973), Numerical inversion of a characteristic function.

    Examples
    --------
    >>> from scorio import eval
    >>> A = [[0, 1, 1, 0, 1],
    ...      [1, 1, 0, 1, 1]]
    >>> B = [[0, 1, 0, 0, 1],
    ...      [1, 0, 0, 1, 1]]
    >>> round(eval.superiority(A, B), 6)
    0.796243
    >>> round(eval.superiority(A, B, "pass_at_k", 2), 6)
    0.785341
    """
    values = weights(w, R_a) if w is not None or metric in ("bayes", "avg") else None
    parameters = metric_parameters(weights=values, tau=tau)
    one = metric_of(metric, **parameters)(None if k is None else budget(k))
    prior = number("alpha0", alpha0), number("beta0", beta0)
    first, second = banks(R_a, values, missing=missing), banks(R_b, values, missing=missing)
    if first.shape != second.shape:
        sentence = f"R_a is a batch of shape {first.shape or ()} but R_b is of {second.shape or ()}"
        raise fault(ValueError(sentence), "check.shape", "R_a and R_b are different batches")
    if first.shape is None:
        return one.superiority(first.states[0], second.states[0], prior)
    found = np.empty(len(first.states))
    for i, ((place, a), b) in enumerate(zip(first.places(), second.states, strict=True)):
        with within(place):
            found[i] = one.superiority(a, b, prior)
    return found.reshape(first.shape)
