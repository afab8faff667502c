"""Sequential inference: whether to stop, and where to draw the next trials.

The rules look at posterior means and standard deviations alone, as `scorio.eval.bayes` gives them.
They are made for one look. A rule that is looked at again after every trial stops wrongly more
often than its confidence says. docs/planning.md has the measured error.
`scorio.plan.repeated_looks` measures it for your models, and says what confidence makes up for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypedDict

from scorio._arguments import interval_bounds, number, numbers
from scorio._call import asked
from scorio._errors import coded

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


Method = Literal["ci_overlap", "zscore"]


class Top1(TypedDict):
    """Whether the first place is settled, who holds it, and who may yet take it."""

    stop: bool
    leader: int
    ambiguous: list[int]


@coded
def ci_from_mu_sigma(
    mu: float,
    sigma: float,
    confidence: float = 0.95,
    clip: tuple[float, float] | None = None,
) -> tuple[float, float]:
    r"""Give the central normal interval of a score.

    Parameters
    ----------
    mu, sigma
        Posterior mean and standard deviation.
    confidence
        Level of the interval, in (0, 1).
    clip
        `(lo, hi)` to which both ends are clipped, (0, 1) for an accuracy; or None.

    Returns
    -------
    tuple of float
        `(lo, hi)` = μ ∓ z σ, `P(|Z| < z)` = confidence.

    Raises
    ------
    ValueError
        A mean or σ that is not finite, or a negative σ; a confidence outside (0, 1); clip out of
        order.

    References
    ----------
    Hariri et al. (2026), Don't Pass@k, arXiv:2510.04265, section 2.5.

    Examples
    --------
    >>> from scorio import sinf
    >>> lo, hi = sinf.ci_from_mu_sigma(0.9, 0.1, clip=(0.0, 1.0))
    >>> round(lo, 4), hi
    (0.704, 1.0)
    """
    ends = interval_bounds(clip)
    level = number("confidence", confidence)
    row = asked(
        "ci_from_mu_sigma", mu=number("mu", mu), sigma=number("sigma", sigma), confidence=level,
        clip=ends,
    )  # fmt: skip
    lo, hi = row.table(0)[0]
    return lo, hi


@coded
def should_stop(
    sigma: float,
    confidence: float = 0.95,
    max_ci_width: float | None = None,
    max_half_width: float | None = None,
) -> bool:
    r"""Whether a score is known precisely enough.

    Parameters
    ----------
    sigma
        Posterior standard deviation.
    confidence
        Level of the interval, in (0, 1).
    max_ci_width, max_half_width
        What its width, or half of it, may be at most; one of the two.

    Returns
    -------
    bool
        2 z σ ≤ max_ci_width, or z σ ≤ max_half_width, `P(|Z| < z)` = confidence.

    Raises
    ------
    ValueError
        None or both of the widths; one, or σ, that is negative or not finite; a confidence
        outside (0, 1).

    Notes
    -----
    σ depends little on how the trials fell, so that stopping at a width, unlike stopping at a
    separation, costs the interval hardly anything: docs/planning.md has its measured coverage.

    Examples
    --------
    >>> from scorio import sinf
    >>> sinf.should_stop(0.01, max_half_width=0.02)
    True
    >>> sinf.should_stop(0.01, max_ci_width=0.02)
    False
    """
    if (max_ci_width is None) == (max_half_width is None):
        given = "neither is" if max_ci_width is None else "both are"
        raise ValueError(f"give one of max_ci_width and max_half_width: {given} given")
    name, most = (
        ("max_half_width", max_half_width)
        if max_ci_width is None
        else ("max_ci_width", max_ci_width)
    )
    level = number("confidence", confidence)
    width = {name: number(name, most)}
    found = asked("should_stop", sigma=number("sigma", sigma), confidence=level, **width)
    return bool(found.table(0)[0][0])


@coded
def should_stop_top1(
    mus_in_id_order: ArrayLike,
    sigmas_in_id_order: ArrayLike,
    confidence: float = 0.95,
    method: Method = "ci_overlap",
) -> Top1:
    r"""Whether the model in the lead is clearly ahead of every other.

    Parameters
    ----------
    mus_in_id_order, sigmas_in_id_order
        Posterior means and standard deviations, one of each model.
    confidence
        In (0, 1).
    method
        "ci_overlap": the central intervals do not overlap. "zscore": z = \|μ - μ′\| / √(σ² + σ′²)
        is at least the one-sided normal quantile of the confidence, 1.645 at 0.95. Of two models
        with the same σ the first asks for z = 2.77, which a single look seldom needs.

    Returns
    -------
    dict
        `stop`, `leader` (of equal means the first), and `ambiguous`, the models that it is not
        clearly ahead of. Of equal means neither is ahead.

    Raises
    ------
    ValueError
        No model; means and deviations of different number, or not finite, or a negative σ; a
        confidence outside (0, 1); another method.

    References
    ----------
    Hariri et al. (2026), Don't Pass@k, arXiv:2510.04265, sections 2.5 and 2.9.

    Examples
    --------
    >>> from scorio import sinf
    >>> sinf.should_stop_top1([0.70, 0.65, 0.20], [0.02, 0.02, 0.02])
    {'stop': False, 'leader': 0, 'ambiguous': [1]}
    >>> sinf.should_stop_top1([0.70, 0.65, 0.20], [0.02, 0.02, 0.02], method="zscore")
    {'stop': True, 'leader': 0, 'ambiguous': []}
    """
    mus, sigmas = _models(mus_in_id_order, sigmas_in_id_order)
    level = number("confidence", confidence)
    found = asked(
        "should_stop_top1", mus=mus, sigmas=sigmas, confidence=level, method=_known(method)
    )
    ((stop, leader),) = found.table(0)
    return {"stop": stop, "leader": leader, "ambiguous": [model for (model,) in found.table(1)]}


@coded
def suggest_next_allocation(
    mus_in_id_order: ArrayLike,
    sigmas_in_id_order: ArrayLike,
    confidence: float = 0.95,
    method: Method = "ci_overlap",
) -> tuple[int, int]:
    r"""Which two models to run next: the one in the lead, and its closest rival.

    Parameters
    ----------
    mus_in_id_order, sigmas_in_id_order, confidence, method
        As for `should_stop_top1`.

    Returns
    -------
    tuple of int
        `(leader, competitor)`: the competitor is the one with the smallest gap between the
        central intervals, or with the smallest z; of equal ones the first.

    Raises
    ------
    ValueError
        As for `should_stop_top1`; fewer than two models.

    Examples
    --------
    >>> from scorio import sinf
    >>> sinf.suggest_next_allocation([0.70, 0.40, 0.40], [0.01, 0.01, 0.15])
    (0, 2)
    """
    mus, sigmas = _models(mus_in_id_order, sigmas_in_id_order)
    level = number("confidence", confidence)
    found = asked(
        "suggest_next_allocation", mus=mus, sigmas=sigmas, confidence=level, method=_known(method)
    )
    first, second = found.table(0)[0]
    return first, second


def _models(mus: ArrayLike, sigmas: ArrayLike) -> tuple[list[float], list[float]]:
    return numbers("mus_in_id_order", mus), numbers("sigmas_in_id_order", sigmas)


def _known(method: str) -> str:
    if method not in ("ci_overlap", "zscore"):
        raise ValueError(f"method = {method!r} is not one of 'ci_overlap', 'zscore'")
    return method
