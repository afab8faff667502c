"""Ratings that are updated trial by trial: Elo, Glicko and TrueSkill."""

# ruff: noqa: FBT001, FBT002 (the arguments of scorio 0.2.3, in their order)

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from scorio._arguments import number, seed_of, whole
from scorio._counting.counts import Counts
from scorio._errors import fault
from scorio._numpy import np
from scorio.rank.source import PLACES, Convention, choice, data_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from scorio._matrix import Missing

TieHandling = Literal["skip", "draw", "correct_draw_only"]
Rated: TypeAlias = "NDArray[Any] | tuple[NDArray[Any], ...]"

_MOST_ORDERS = 1_000_000


def elo(
    R: ArrayLike | Counts,
    K: float = 32.0,
    initial_rating: float = 1500.0,
    tie_handling: TieHandling = "correct_draw_only",
    method: Convention = "competition",
    return_scores: bool = False,
    *,
    orders: int | None = 64,
    seed: int = 0,
    return_order_sd: bool = False,
    missing: Missing = "error",
) -> Rated:
    r"""Elo's ratings, on average over random orders of the trials.

    A trial of each model on one question is an event. All pairs of its models play at once:
    r_i += K (S_ij - E_ij), E_ij = 1 / (1 + 10^((r_j - r_i) / 400)).

    The order of the events alone moves such ratings. So they are averaged over orders, in which
    questions and the pairing of trials are drawn anew.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    K, initial_rating
        The size of an update; the rating of every model before the first.
    tie_handling
        "skip" leaves ties out, "draw" counts both ties as draws, and "correct_draw_only" only ties
        of two successes.
    method, return_scores
        The convention for shared ranks, as in `rank_scores` ("avg" is "fractional"); whether to
        give the scores, too.
    orders, seed
        How many random orders, which depend on the seed alone. None plays an array in its own
        order, the first trial of every question first, as scorio 0.2.3 does.
    return_order_sd
        Whether to give the standard deviation of a rating over single orders, too, without what
        moves all models alike. It is NaN for fewer than two orders.
    missing
        "error", or "drop" to leave missing outcomes (NaN) out.

    Returns
    -------
    ndarray, or a tuple of them
        The rank of each model, from 1; the scores; the standard deviations over orders.

    Raises
    ------
    ValueError
        Fewer than two models; an entry that is neither 0 nor 1; a K that is not positive; counts
        without random orders.
    TypeError
        What is not a number.

    Notes
    -----
    `bradley_terry_davidson` fits the same model without an order, and has nothing to average.

    References
    ----------
    Elo (1978), The rating of chessplayers, past and present.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.elo(R)
    array([1, 2, 3])
    >>> ranks, stream = rank.elo(R, orders=None, return_scores=True)
    >>> stream.round(1)
    array([1537.1, 1495.7, 1467.3])
    """
    options: dict[str, Any] = {
        "K": number("K", K),
        "initial_rating": number("initial_rating", initial_rating),
        "tie_handling": tie_handling,
    }
    found = _Stream("elo", R, options, orders, seed, missing)
    return found.given(method, [(return_scores, "scores"), (return_order_sd, "order_sd")])


def glicko(
    R: ArrayLike | Counts,
    initial_rating: float = 1500.0,
    initial_rd: float = 350.0,
    c: float = 0.0,
    rd_max: float = 350.0,
    tie_handling: TieHandling = "correct_draw_only",
    return_deviation: bool = False,
    method: Convention = "competition",
    return_scores: bool = False,
    *,
    orders: int | None = 64,
    seed: int = 0,
    return_order_sd: bool = False,
    missing: Missing = "error",
) -> Rated:
    r"""Glicko's ratings and deviations, on average over random orders of the trials.

    A trial of each model on one question is a rating period. With q = ln(10) / 400,
    g = 1 / sqrt(1 + 3 q^2 RD^2 / pi^2) and E_ij = 1 / (1 + 10^(-g_j (r_i - r_j) / 400)):
    1/RD_i'^2 = 1/RD_i^2 + q^2 sum_j g_j^2 E_ij (1 - E_ij), and
    r_i' = r_i + q RD_i'^2 sum_j g_j (S_ij - E_ij).

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    initial_rating, initial_rd
        The rating and the deviation of every model before the first event.
    c, rd_max
        By how much deviations grow before an event, RD^2 + c^2; their upper limit.
    tie_handling
        As in `elo`.
    return_deviation
        Whether to give the scores and the deviations RD, too. RD takes the games of one event as
        independent, so it is far too small.
    method, return_scores
        As in `elo`.
    orders, seed, return_order_sd, missing
        As in `elo`.

    Returns
    -------
    ndarray, or a tuple of them
        The rank of each model, from 1; the scores; RD; the standard deviations over orders.

    Raises
    ------
    ValueError
        As in `elo`; a deviation or limit that is not positive; a c below 0.
    TypeError
        What is not a number.

    References
    ----------
    Glickman (1999), Parameter estimation in large dynamic paired comparison experiments.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> ranks, ratings, rd = rank.glicko(R, return_deviation=True)
    >>> ranks
    array([1, 2, 3])
    """
    options: dict[str, Any] = {
        "initial_rating": number("initial_rating", initial_rating),
        "initial_rd": number("initial_rd", initial_rd),
        "c": number("c", c),
        "rd_max": number("rd_max", rd_max),
        "tie_handling": tie_handling,
    }
    found = _Stream("glicko", R, options, orders, seed, missing)
    wanted = [(return_scores or return_deviation, "scores"), (return_deviation, "deviation")]
    return found.given(method, [*wanted, (return_order_sd, "order_sd")])


def trueskill(
    R: ArrayLike | Counts,
    mu_initial: float = 25.0,
    sigma_initial: float = 25.0 / 3,
    beta: float = 25.0 / 6,
    tau: float = 25.0 / 300,
    method: Convention = "competition",
    return_scores: bool = False,
    tie_handling: TieHandling = "skip",
    draw_margin: float = 0.0,
    *,
    orders: int | None = 64,
    seed: int = 0,
    return_order_sd: bool = False,
    missing: Missing = "error",
) -> Rated:
    r"""TrueSkill's means for games of two, on average over random orders of the trials.

    A win of i over j moves their beliefs by v and w of t = (mu_i - mu_j) / c,
    c^2 = 2 beta^2 + sigma_i^2 + sigma_j^2: mu_i += sigma_i^2 v / c, and
    `sigma_i^2 *= 1 - sigma_i^2 w / c^2`. The games of one event are normal factors that are
    multiplied. After a trial of every question, tau^2 is added to each variance.

    Parameters
    ----------
    R
        L x M x N zeros and ones (models, questions, trials), or L x M for one trial; or counts.
    mu_initial, sigma_initial
        The belief about every model before the first event.
    beta, tau
        The noise of a performance; the drift of skill.
    method, return_scores
        As in `elo`.
    tie_handling, draw_margin
        As in `elo`; how near performances are in a draw.
    orders, seed, return_order_sd, missing
        As in `elo`.

    Returns
    -------
    ndarray, or a tuple of them
        The rank of each model, from 1; the means; their standard deviations over orders.

    Raises
    ------
    ValueError
        As in `elo`; a sigma or beta that is not positive; a tau or margin below 0.
    TypeError
        What is not a number.

    References
    ----------
    Herbrich, Minka & Graepel (2006), TrueSkill: a Bayesian skill rating system.

    Examples
    --------
    >>> from scorio import rank
    >>> R = [[[1, 1], [1, 0], [0, 1]], [[1, 0], [1, 0], [0, 1]], [[0, 1], [0, 0], [1, 0]]]
    >>> rank.trueskill(R)
    array([1, 2, 3])
    """
    options: dict[str, Any] = {
        "mu_initial": number("mu_initial", mu_initial),
        "sigma_initial": number("sigma_initial", sigma_initial),
        "beta": number("beta", beta),
        "tau": number("tau", tau),
        "tie_handling": tie_handling,
        "draw_margin": number("draw_margin", draw_margin),
    }
    found = _Stream("trueskill", R, options, orders, seed, missing)
    return found.given(method, [(return_scores, "scores"), (return_order_sd, "order_sd")])


class _Stream:
    """Ratings of a method, in the order of the trials or on average over random orders."""

    def __init__(
        self,
        name: str,
        R: ArrayLike | Counts,
        options: dict[str, Any],
        orders: int | None,
        seed: int,
        missing: Missing,
    ) -> None:
        choice("tie_handling", options["tie_handling"], get_args(TieHandling))
        if orders is not None:
            options["orders"] = float(whole("orders", orders, 1, _MOST_ORDERS))
        elif isinstance(R, Counts):
            sentence = "counts have no order of trials; say how many random orders (orders=64)"
            raise fault(ValueError(sentence), "rankers.not_aligned")
        data = data_of(R, pairing="aligned" if orders is None else "expected", missing=missing)
        scores, self._ranks, spread, deviation = data.rated(name, options, seed_of(seed))
        spread = [float("nan")] * len(scores) if spread is None else spread
        self._parts = {"scores": scores, "order_sd": spread, "deviation": deviation}

    def given(self, method: Convention, wanted: list[tuple[bool, str]]) -> Rated:
        """Give the ranks by a convention, and the wanted parts."""
        choice("method", method, get_args(Convention))
        ranks = np.array(self._ranks[PLACES[method]])
        parts = [np.array(self._parts[part]) for is_wanted, part in wanted if is_wanted]
        return (ranks, *parts) if parts else ranks
