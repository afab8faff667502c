"""Stopping rules: thresholds are normal quantiles, and equal means are never separated."""

from statistics import NormalDist

import numpy as np
import pytest

from scorio import eval, plan, simulate, sinf  # noqa: A004  the documented name

NORMAL = NormalDist()


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
def test_the_interval_is_mu_plus_minus_z_sigma(confidence):
    z = NORMAL.inv_cdf(0.5 + confidence / 2)
    lo, hi = sinf.ci_from_mu_sigma(0.4, 0.03, confidence)
    assert (lo, hi) == pytest.approx((0.4 - z * 0.03, 0.4 + z * 0.03), rel=1e-9)


def test_the_interval_is_clipped_on_request_alone():
    lo, hi = sinf.ci_from_mu_sigma(0.9, 0.2)
    assert hi > 1
    assert sinf.ci_from_mu_sigma(0.9, 0.2, clip=(0.0, 1.0)) == (lo, 1.0)
    assert sinf.ci_from_mu_sigma(0.1, 0.2, clip=(0.0, 1.0))[0] == 0.0
    assert sinf.ci_from_mu_sigma(0.5, 0.0) == (0.5, 0.5)


def test_the_interval_equals_that_of_eval():
    R = simulate.trials([0.2, 0.5, 0.8], 9, seed=1)
    mu, sigma, lo, hi = eval.bayes_ci(R)
    assert sinf.ci_from_mu_sigma(mu, sigma) == pytest.approx((lo, hi), rel=1e-15)


def test_a_width_is_enough_from_its_bound_on():
    width = 2 * NORMAL.inv_cdf(0.975) * 0.01
    assert sinf.should_stop(0.01, max_ci_width=width * (1 + 1e-9))
    assert not sinf.should_stop(0.01, max_ci_width=width * (1 - 1e-9))
    assert sinf.should_stop(0.01, 0.95, None, width / 2 * (1 + 1e-9))
    assert not sinf.should_stop(0.01, max_half_width=width / 2 * (1 - 1e-9))
    assert sinf.should_stop(0.01, 0.9, max_ci_width=width * 0.9)
    assert sinf.should_stop(0.0, max_ci_width=0.0)


def test_overlap_asks_for_disjoint_intervals_and_zscore_for_z():
    z = NORMAL.inv_cdf(0.975) * 2 * 0.02
    for gap, settled in [(z * (1 + 1e-9), True), (z * (1 - 1e-9), False)]:
        assert sinf.should_stop_top1([0.5 + gap, 0.5], [0.02, 0.02])["stop"] is settled
    z = NORMAL.inv_cdf(0.95) * np.hypot(0.02, 0.03)
    for gap, settled in [(z * (1 + 1e-9), True), (z * (1 - 1e-9), False)]:
        found = sinf.should_stop_top1([0.5, 0.5 + gap], [0.02, 0.03], method="zscore")
        assert found == {"stop": settled, "leader": 1, "ambiguous": [] if settled else [0]}


def test_the_ambiguous_are_named_in_order():
    found = sinf.should_stop_top1(np.array([0.5, 0.7, 0.2, 0.68]), [0.1, 0.01, 0.01, 0.01])
    assert found == {"stop": False, "leader": 1, "ambiguous": [0, 3]}


@pytest.mark.parametrize("method", ["ci_overlap", "zscore"])
def test_equal_means_are_never_separated(method):
    for sigma in (0.0, 1e-300, 0.1):
        found = sinf.should_stop_top1([0.5, 0.5, 0.1], [sigma] * 3, method=method)
        assert found["leader"] == 0
        assert 1 in found["ambiguous"]
        assert sinf.suggest_next_allocation([0.5, 0.1, 0.5], [0.0] * 3, method=method) == (0, 2)


def test_one_model_has_won():
    assert sinf.should_stop_top1([0.5], [0.1]) == {"stop": True, "leader": 0, "ambiguous": []}


def test_the_next_trials_go_to_the_leader_and_its_least_separated_rival():
    # Intervals pick the uncertain one, z the near one: 0.1 / 0.0283 = 3.5, 0.5 / 0.1393 = 3.6.
    mus, sigmas = [0.9, 0.8, 0.4], [0.02, 0.02, 0.138]
    assert sinf.suggest_next_allocation(mus, sigmas, method="zscore") == (0, 1)
    assert sinf.suggest_next_allocation(mus, sigmas, 0.999) == (0, 1)
    assert sinf.suggest_next_allocation([0.9, 0.8, 0.7], [0.02, 0.02, 0.3]) == (0, 2)
    assert sinf.suggest_next_allocation([0.1, 0.8], [0.1, 0.1]) == (1, 0)


def test_the_rule_agrees_with_the_plan_of_looking_once():
    """The rule asks for the z of a plan with the confidence 2c - 1, of the means of Bayes@N."""
    p = simulate.coins([0.5, 0.55], 100, seed=4)
    R = simulate.trials(np.repeat(p[None], 2000, axis=0), 40, seed=5)
    mu, sigma = eval.bayes(R)
    pairs = zip(mu, sigma, strict=True)
    stops = [sinf.should_stop_top1(m, s, method="zscore")["stop"] for m, s in pairs]
    seen = plan.foresee(plan.assumed(p[0]), plan.assumed(p[1]), 40, 0.9)[0].separated
    error = np.hypot(np.std(stops) / np.sqrt(len(stops)), seen.error)
    assert abs(np.mean(stops) - seen.value) < 4 * error + 0.03


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: sinf.ci_from_mu_sigma(np.nan, 1), ValueError, "mu = NaN is not finite"),
        (lambda: sinf.ci_from_mu_sigma(0, -1), ValueError, "sigma = -1 is not a finite number"),
        (lambda: sinf.ci_from_mu_sigma(0, 1, 1.0), ValueError, "confidence = 1 is not between"),
        (lambda: sinf.ci_from_mu_sigma(0, 1, clip=(1, 0)), ValueError, "(1, 0) are not in order"),
        (lambda: sinf.ci_from_mu_sigma("a", 1), TypeError, "mu = 'a' is not a number"),
        (lambda: sinf.should_stop(0.1), ValueError, "max_half_width: neither is given"),
        (
            lambda: sinf.should_stop(0.1, 0.9, 0.1, 0.1),
            ValueError,
            "max_half_width: both are given",
        ),
        (
            lambda: sinf.should_stop(-0.1, max_ci_width=1),
            ValueError,
            "sigma = -0.1 is not a finite",
        ),
        (lambda: sinf.should_stop(0.1, max_ci_width=-1), ValueError, "max_ci_width = -1 is not"),
        (lambda: sinf.should_stop(0.1, max_half_width=np.inf), ValueError, "max_half_width = inf"),
        (lambda: sinf.should_stop(0.1, 0, max_half_width=1), ValueError, "confidence = 0 is not"),
        (lambda: sinf.should_stop_top1([], []), ValueError, "number of models = 0 is not from 1"),
        (
            lambda: sinf.should_stop_top1([0.5], [0.1, 0.1]),
            ValueError,
            "mus has 1 entries but sigmas",
        ),
        (
            lambda: sinf.should_stop_top1([np.inf], [0.1]),
            ValueError,
            "mus[0] = inf is not finite",
        ),
        (
            lambda: sinf.should_stop_top1([1, 2], [1, -1]),
            ValueError,
            "sigmas[1] = -1 is not a finite",
        ),
        (lambda: sinf.should_stop_top1([[1]], [[1]]), ValueError, "mus_in_id_order has 2 axes"),
        (lambda: sinf.should_stop_top1([1], [1], 2), ValueError, "confidence = 2 is not between"),
        (
            lambda: sinf.should_stop_top1([1], [1], method="t"),
            ValueError,
            "method = 't' is not one",
        ),
        (lambda: sinf.suggest_next_allocation([1], [1]), ValueError, "from 2: the leader needs"),
        (lambda: sinf.suggest_next_allocation([1, 2], [1, np.nan]), ValueError, "sigmas[1] = NaN"),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
