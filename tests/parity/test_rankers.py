"""Ranking methods beside those of scorio 0.2.3, on random data with trials paired in order."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from parity.sides import rankers
from parity.sides.peers import NoPeerError
from scorio import rank

pytestmark = pytest.mark.network
SETS = 200
# What is computed the same way, to its last digits or to the iterations of 0.2.3.
EXACT = [
    ("avg", {}),
    ("bayes", {}),
    ("bayes", {"quantile": 0.05}),
    ("pass_at_k", {"k": 2}),
    ("pass_hat_k", {"k": 2}),
    ("g_pass_at_k_tau", {"k": 2, "tau": 0.5}),
    ("mg_pass_at_k", {"k": 2}),
    ("inverse_difficulty", {}),
    ("inverse_difficulty", {"clip_range": (0.2, 0.8)}),
    ("borda", {}),
    ("nanson", {}),
    ("nanson", {"rank_ties": "max"}),
    ("baldwin", {}),
    ("baldwin", {"rank_ties": "dense"}),
    ("copeland", {}),
    ("win_rate", {}),
    ("minimax", {}),
    ("minimax", {"variant": "winning_votes", "tie_policy": "ignore"}),
    ("schulze", {}),
    ("schulze", {"tie_policy": "ignore"}),
    ("majority_judgment", {}),
    ("pagerank", {"tol": 1e-13, "max_iter": 10_000}),
    ("pagerank", {"damping": 0.5, "tol": 1e-13, "max_iter": 10_000}),
    ("spectral", {}),
    ("alpharank", {}),
    ("nash", {}),
    ("nash", {"score_type": "equilibrium"}),
    ("rank_centrality", {}),
    ("rank_centrality", {"tie_handling": "ignore", "smoothing": 1.0}),
    ("serial_rank", {}),
    ("hodge_rank", {}),
    ("hodge_rank", {"pairwise_stat": "log_odds"}),
]
# What 0.2.3 finds by an optimizer with finite differences, whose strengths are off by 1e-5.
FITTED = [
    ("bradley_terry", {}),
    ("bradley_terry_map", {}),
    ("bradley_terry_map", {"prior": 0.3}),
    ("rao_kupper", {}),
    ("rao_kupper_map", {"tie_strength": 1.5}),
    ("plackett_luce", {}),
    ("plackett_luce_map", {}),
    ("bradley_terry_davidson", {}),
    ("bradley_terry_davidson_map", {}),
]
SLOW = [("kemeny_young", {}), ("davidson_luce", {}), ("davidson_luce_map", {})]
OFF = 5e-4


def data(number):
    """Random results of 2 to 8 models, on 3 to 30 questions, 2 to 8 trials each."""
    generator = np.random.default_rng(number)
    models, questions, trials = generator.integers([2, 3, 2], [9, 31, 9])
    skill = generator.normal(0, 1, (models, 1, 1)) - generator.normal(0, 1, (1, questions, 1))
    return generator.binomial(
        1, np.broadcast_to(1 / (1 + np.exp(-skill)), (models, questions, trials))
    )


def ours(name, options, R):
    """Ranks and scores on the scale of 0.2.3, or None if there are none."""
    method = getattr(rank, name)
    if "pairing" in inspect.signature(method).parameters:
        options = {**options, "pairing": "aligned"}
    try:
        ranks, scores = method(R, return_scores=True, **options)
    except ValueError as error:
        if error.code not in ("rankers.apart", "rankers.ties"):
            raise
        return None
    if name in {one[0] for one in FITTED} or name.startswith("davidson"):
        scores = np.exp(scores)
        if name == "plackett_luce":
            scores = scores / scores.sum()
    return ranks, scores


def both(calls):
    """What each package says of each call."""
    try:
        answers = rankers.ask(calls)
    except NoPeerError as reason:
        pytest.skip(str(reason))
    return [(call, ours(*call), answer) for call, answer in zip(calls, answers, strict=True)]


def same(calls, tolerance):
    """Compare scores and ranks, and give the number of those that have any."""
    compared = 0
    for (name, options, R), own, earlier in both(calls):
        if own is None:
            # Davidson's infinite tie strength is no error in 0.2.3, which gives where it stopped.
            assert isinstance(earlier, str) or "davidson" in name, (name, R.tolist())
            continue
        assert not isinstance(earlier, str), (name, earlier)
        ranks, scores = own
        scale = max(1, abs(scores).max())
        assert abs(scores - earlier[1]).max() <= tolerance * scale, (name, options, R.tolist())
        if not name.startswith(("bradley_terry_davidson", "davidson")):
            assert ranks.tolist() == earlier[0], (name, options, R.tolist())
        compared += 1
    return compared


def test_exact_methods():
    calls = [(name, options, data(n)) for n in range(SETS) for name, options in EXACT]
    assert same(calls, 1e-6) > 0.99 * len(calls)


def test_fitted_methods():
    calls = [(name, options, data(n)) for n in range(20) for name, options in FITTED]
    assert same(calls, OFF) > 0.9 * len(calls)


def test_slow_methods():
    sets = [R for R in map(data, range(24)) if len(R) <= 4]
    calls = [(name, options, R) for R in sets for name, options in SLOW]
    assert same(calls, OFF) > 0.9 * len(calls)


def test_where_the_fits_differ_ours_are_likelier():
    """0.2.3's strengths have a lower likelihood, so that the difference is its error."""
    calls = [("bradley_terry", {}, data(n)) for n in range(20)]
    for (_, _, R), own, earlier in both(calls):
        if own is None:
            continue
        wins = np.array([[(a > b).sum() for b in R] for a in R])
        values = [
            -(wins * np.logaddexp(0, theta[None] - theta[:, None])).sum()
            for theta in (np.log(own[1]), np.log(earlier[1]))
        ]
        assert values[0] >= values[1] - 1e-11 * abs(values[1])
