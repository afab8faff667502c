"""Exact intervals and the probability of superiority: their law, their arguments, their errors."""

from __future__ import annotations

import numpy as np
import polars
import pytest

import scorio
from scorio import eval as scorio_eval

R = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1], [0, 0, 0, 0, 0]]
B = [[0, 0, 1, 0, 1], [1, 0, 0, 1, 0], [1, 0, 0, 0, 0]]
EXACT = {
    "bayes_ci": (),
    "avg_ci": (),
    "pass_at_k_ci": (3,),
    "pass_hat_k_ci": (2,),
    "auc_at_k_ci": (4,),
    "g_pass_at_k_tau_ci": (3, 0.5),
    "maj_at_k_ci": (3,),
    "mg_pass_at_k_ci": (4,),
    "threshold_spectrum_at_k_ci": (2, [0.5, 0.5]),
}


def scores(name, p):
    """Scores of success probabilities."""
    q = 1 - p
    return {
        "bayes_ci": p,
        # T / N = 7 / 5, less the prior's success over N.
        "avg_ci": p * 7 / 5 - 1 / 5,
        "pass_at_k_ci": 1 - q**3,
        "pass_hat_k_ci": p**2,
        "auc_at_k_ci": 1 - (q / 2 + q**2 + q**3 + q**4 / 2) / 3,
        "g_pass_at_k_tau_ci": p**3 + 3 * p**2 * q,
        "maj_at_k_ci": p**3 + 3 * p**2 * q,
        "mg_pass_at_k_ci": p**4 + 2 * p**3 * q,
        "threshold_spectrum_at_k_ci": p**2 + p * q,
    }[name]


@pytest.mark.parametrize("name", EXACT)
def test_ends_are_quantiles_of_draws(name):
    function = getattr(scorio_eval, name)
    exact = function(R, *EXACT[name], confidence=0.8, interval="exact")
    normal = function(R, *EXACT[name], confidence=0.8)
    assert (exact.mu, exact.sigma) == (normal.mu, normal.sigma)
    assert (exact.lo, exact.hi) != (normal.lo, normal.hi)
    successes = np.sum(R, axis=1)
    random = np.random.default_rng(3)
    draws = random.beta(successes + 1, 6 - successes, size=(200_000, 3))
    means = scores(name, draws).mean(axis=1)
    # Five standard deviations of a share of 0.1 are 0.0034.
    assert abs(np.mean(means < exact.lo) - 0.1) < 0.0034
    assert abs(np.mean(means > exact.hi) - 0.1) < 0.0034


def test_superiority_is_the_share_of_draws():
    random = np.random.default_rng(5)
    first, second = (
        random.beta(np.sum(one, axis=1) + 0.5, np.sum(1 - np.array(one), axis=1) + 2, (200_000, 3))
        for one in (R, B)
    )
    share = np.mean((first**2).mean(axis=1) > (second**2).mean(axis=1))
    found = scorio_eval.superiority(R, B, "pass_hat_k", 2, alpha0=0.5, beta0=2)
    assert abs(found - share) < 0.006


def test_batches_budgets_and_counts_give_the_same_ends():
    exact = [scorio_eval.pass_at_k_ci(R, k, interval="exact") for k in (1, 3)]
    several = scorio_eval.pass_at_k_ci(R, [1, 3], interval="exact")
    assert list(several.lo) == [one.lo for one in exact]
    batch = scorio_eval.bayes_ci(np.stack([R, B]), interval="exact")
    singles = [scorio_eval.bayes_ci(one, interval="exact") for one in (R, B)]
    assert list(batch.hi) == [one.hi for one in singles]
    both = scorio_eval.superiority(np.stack([R, B]), np.stack([B, R]))
    assert both[0] == scorio_eval.superiority(R, B)
    assert both.sum() == pytest.approx(1, abs=2e-10)
    rows = [
        {"model": "a", "question": str(i), "outcome": outcome}
        for i, row in enumerate(R)
        for outcome in row
    ]
    counts = scorio.count(polars.DataFrame(rows))
    assert scorio_eval.bayes_ci(counts, interval="exact") == singles[0]
    assert scorio_eval.superiority(counts, B) == both[0]


def test_order_of_questions_and_trials_changes_no_bit():
    turned = [row[::-1] for row in R[::-1]]
    one, other = (scorio_eval.maj_at_k_ci(x, 3, interval="exact") for x in (R, turned))
    assert one == other


def test_weights_of_questions_count_where_equal_counts_have_one():
    def counted(weights):
        rows = [
            {"model": "a", "question": str(i), "outcome": outcome, "weight": weight}
            for i, (row, weight) in enumerate(zip([*R, R[0]], weights, strict=True))
            for outcome in row
        ]
        return scorio.count(polars.DataFrame(rows), weight="weight")

    doubled = scorio_eval.bayes_ci(counted([3.0, 1.0, 2.0, 3.0]), interval="exact")
    random = np.random.default_rng(7)
    draws = random.beta([4, 5, 1, 4], [3, 2, 6, 3], size=(200_000, 4)) @ [3, 1, 2, 3] / 9
    assert abs(np.mean(draws < doubled.lo) - 0.025) < 0.0018
    with pytest.raises(ValueError, match="different|equal weights") as caught:
        scorio_eval.bayes_ci(counted([3.0, 1.0, 2.0, 1.0]), interval="exact")
    assert caught.value.code == "posterior.unequal_weights"


def test_wrong_arguments_are_errors():
    with pytest.raises(ValueError, match="'normal', 'exact'"):
        scorio_eval.bayes_ci(R, interval="precise")
    with pytest.raises(ValueError, match=r'not certified to 1e-10.*interval="normal"') as caught:
        scorio_eval.pass_at_k_ci(R[:2], 1, alpha0=1e-9, beta0=1e-9, confidence=1 - 1e-12,
                                 interval="exact")  # fmt: skip
    assert caught.value.code == "posterior.not_certified"
    assert caught.value.remedy == ("take_normal", {})
    with pytest.raises(ValueError, match="no exact posterior of Geom@k"):
        scorio_eval.superiority(R, B, "geom_at_k", 2)
    with pytest.raises(ValueError, match="batch"):
        scorio_eval.superiority(np.stack([R, B]), B)
    with pytest.raises(ValueError, match="no metric"):
        scorio_eval.superiority(R, B, "best")
