"""Metrics of results matrices: budgets, batches, parameters and extremes."""

import array
import math
import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scorio
from scorio import eval as scorio_eval

BINARY = [[0, 1, 1, 0, 1], [1, 1, 0, 1, 1]]
GRADED = [[0, 1, 2, 2, 1], [1, 1, 0, 2, 2]]
W = [0.0, 0.5, 1.0]
SUBSET = ["pass_at_k", "pass_hat_k", "mg_pass_at_k", "maj_at_k", "auc_at_k"]
BLENDS = ["geom_at_k", "geom_ds_at_k", "geo_spectrum_at_k", "geo_spectrum_star_at_k"]
BUDGETED = [*SUBSET, *BLENDS, "max_at_k"]
POINTS = [getattr(scorio_eval, name) for name in BUDGETED]
POSTERIORS = [getattr(scorio_eval, f"{name}_ci") for name in BUDGETED]


@pytest.mark.parametrize("function", POINTS + POSTERIORS)
def test_bad_budgets(function):
    for k in (0, -3):
        with pytest.raises(ValueError, match="a budget is a whole number from 1"):
            function(BINARY, k)
    for k in (True, np.bool_(1), 1.5, 2.0, "2", None, Fraction(2)):
        with pytest.raises(TypeError, match="k = "):
            function(BINARY, k)
    with pytest.raises(ValueError, match="too large"):
        function(BINARY, 10**30)


@pytest.mark.parametrize("function", POINTS)
def test_budget_above_the_bank_names_a_question(function):
    with pytest.raises(ValueError, match=r"k = 3 is more than the 2 trials of row 1 of R"):
        function([[1, 0, 1], [1, 0]], 3)


@pytest.mark.parametrize("function", POSTERIORS)
def test_latent_targets_take_any_budget_and_prior(function):
    assert 0 < function(BINARY, 1000).mu < 1
    if function is scorio_eval.max_at_k_ci:
        return
    for prior in ({"alpha0": 0.0}, {"beta0": -1.0}, {"alpha0": math.inf}, {"beta0": math.nan}):
        with pytest.raises(ValueError, match="0 = .* is not positive and finite"):
            function(BINARY, 1, **prior)
    for prior in ({"alpha0": 1e-101}, {"beta0": 1e101}):
        with pytest.raises(ValueError, match=r"0 = 1e-?101 is beyond .* 1e-100\.\.1e100"):
            function(BINARY, 1, **prior)
    for prior in (1e-100, 1e100):
        assert math.isfinite(sum(function(BINARY, 3, alpha0=prior, beta0=1 / prior)))
    with pytest.raises(ValueError, match="two categories"):
        function(scorio.count(["tests/data/graded.csv"], categories=GRADES), 1)


@pytest.mark.parametrize("function", POINTS + POSTERIORS)
def test_batches_and_budgets_are_loops(function):
    rng = np.random.default_rng(3)
    batch = rng.integers(0, 2, size=(2, 3, 4, 6))
    budgets = [3, 1, 6]
    found = function(batch, budgets)
    parts = [found] if isinstance(found, np.ndarray) else found
    for place in np.ndindex(2, 3):
        for j, k in enumerate(budgets):
            one = function(batch[place], k)
            values = [one] if isinstance(one, float) else one
            assert [part[(*place, j)] for part in parts] == list(values)
    for k in (range(1, 4), (1, 2, 3), np.arange(1, 4)):
        assert np.shape(function(BINARY, k)) in {(3,), (4, 3)}
    assert np.shape(function(batch[:0], 2))[-2:] == (0, 3)
    with pytest.raises(ValueError, match="k is empty"):
        function(BINARY, [])
    with pytest.raises(TypeError, match=r"k = 1\.5 is not a whole number"):
        function(BINARY, [1, 1.5])


def test_batches_of_weighted_scores():
    batch = np.array([GRADED, GRADED[::-1]])
    shared, own = [[0], [2]], [[[0], [2]], [[1], [1]]]
    for R0 in (None, shared, own):
        found = scorio_eval.bayes_ci(batch, W, R0)
        for i in range(2):
            prior = own[i] if R0 is own else R0
            one = scorio_eval.bayes_ci(batch[i], W, prior)
            assert [part[i] for part in found] == list(one)
            assert [part[i] for part in scorio_eval.bayes(batch, W, R0)] == list(one[:2])
    assert scorio_eval.avg(batch, W).mu.shape == (2,)


def test_short_questions():
    rows = [[1, 0, 1], [1, 1], [0], [0, 0, 1, 1]]
    with pytest.raises(ValueError, match="k = 3 is more than the 1 trial of row 2 of R"):
        scorio_eval.pass_at_k(rows, 3)
    with pytest.warns(
        scorio_eval.ShortQuestionsWarning,
        match="2 questions have fewer than k = 3 trials: left out",
    ):
        kept = scorio_eval.maj_at_k(rows, 3, ragged="drop")
    assert kept == scorio_eval.maj_at_k([rows[0], rows[3]], 3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert scorio_eval.auc_at_k(rows, 1, ragged="drop") == scorio_eval.auc_at_k(rows, 1)
    with pytest.raises(ValueError, match="no question has k = 5 trials"):
        scorio_eval.max_at_k(rows, 5, ragged="drop")
    with pytest.raises(ValueError, match="ragged = 'skip' is not one of"):
        scorio_eval.geom_at_k(rows, 1, ragged="skip")


def test_a_batch_names_its_matrix():
    batch = np.array([[[1, 0, 1], [1, 1, 1]], [[1, math.nan, math.nan], [0, 1, 1]]])
    for call in (scorio_eval.pass_at_k, scorio_eval.pass_curve):
        with pytest.raises(ValueError, match=r"in R\[1\]: k = 2 is more than .* of row 0 of R"):
            call(batch, 2, missing="drop")
    with pytest.warns(scorio_eval.ShortQuestionsWarning, match=r"k = 2 trials in R\[1\]: left"):
        scorio_eval.pass_curve(batch, 2, missing="drop", ragged="drop")


def test_questions_without_trials():
    rows = [[1, 0], []]
    with pytest.raises(ValueError, match="row 1 of R has no observed trial"):
        scorio_eval.pass_at_k(rows, 1)
    for call in (scorio_eval.pass_at_k, scorio_eval.geo_spectrum_star_at_k):
        with pytest.warns(scorio_eval.ShortQuestionsWarning, match="1 question has") as caught:
            assert call(rows, 2, ragged="drop") == call(rows[0], 2)
        assert [warning.filename for warning in caught] == [__file__]
    missing = [[1.0, 0.0], [math.nan, math.nan]]
    with pytest.warns(scorio_eval.ShortQuestionsWarning):
        assert scorio_eval.max_at_k(missing, 1, missing="drop", ragged="drop") == 0.5
    with pytest.raises(ValueError, match="row 1 of R has no observed trial"):
        scorio_eval.max_at_k_ci(missing, 1, missing="drop")


def test_flat_prior_outcomes():
    flat = scorio_eval.bayes(GRADED, W, [0, 2, 1, 2])
    assert flat == scorio_eval.bayes(GRADED, W, [[0, 2], [1, 2]])
    assert scorio_eval.bayes(GRADED, W, []) == scorio_eval.bayes(GRADED, W)
    assert scorio_eval.bayes([GRADED], W, [0, 2, 1, 2]).mu == flat.mu


def test_sequences_of_every_kind():
    for k in (pd.Series([1, 2]), pd.Index([1, 2]), array.array("i", [1, 2]), iter([1, 2])):
        assert scorio_eval.pass_at_k(BINARY, k).tolist() == [0.7, 0.95]
    lists = pd.DataFrame({"q": [0, 0, 1], "o": [1, 0, 1]}).groupby("q").o.apply(list)
    for rows in (lists, lists.tolist(), [pd.Series([1, 0]), pd.Series([1])], [range(2), [1]]):
        assert scorio_eval.avg(rows).mu == 0.75
    for name, call in [
        ("w", lambda: scorio_eval.avg(BINARY, [[0], [1, 2]])),
        ("weights", lambda: scorio_eval.threshold_spectrum_at_k(BINARY, 2, [[0], [1, 2]])),
        ("R0", lambda: scorio_eval.bayes(BINARY, R0=[[0], [1, 1]])),
    ]:
        with pytest.raises(ValueError, match=f"{name} is no array: its rows differ in length"):
            call()


def test_non_real_numbers():
    for value in (1 + 2j, np.complex128(0.9), "0.9", None, np.array([0.9])):
        with pytest.raises(TypeError, match="confidence = .* is not a number"):
            scorio_eval.bayes_ci(BINARY, confidence=value)
    with pytest.raises(TypeError, match=r"lambda_ = .* is not a number"):
        scorio_eval.geo_spectrum_at_k(BINARY, 2, lambda_=np.array([0.3, 0.4]))
    with pytest.raises(TypeError, match="complement = 'no' is not True or False"):
        scorio_eval.pass_at_k(BINARY, 2, complement="no")
    with pytest.raises(TypeError, match="is not a number"):
        scorio_eval.bayes(np.array([[np.complex128(1 + 2j), 0]], dtype=object))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError, match="is not a category"):
            scorio_eval.bayes(np.array([[np.longdouble("1e400"), 0]]))


def test_variances_far_below_doubles():
    row = np.arange(4832) < 4588
    pure = scorio_eval.pass_at_k_ci(row, 203).sigma
    assert 0 < pure < 1e-216
    assert scorio_eval.geo_spectrum_at_k_ci(row, 203, lam=1.0).sigma == pure
    assert scorio_eval.geom_at_k_ci(row, 203, 1.0, 0.0).sigma == pure


def test_large_priors():
    assert scorio_eval.pass_at_k_ci([[0]], 45, alpha0=1e40)[:2] == (1.0, 0.0)
    assert scorio_eval.pass_hat_k_ci([[0]], 17, beta0=1e40)[:2] == (0.0, 0.0)
    assert scorio_eval.pass_at_k_ci([[0, 1]], 5, alpha0=1e80)[:2] == (1.0, 0.0)


def test_budgets_beyond_memory():
    with pytest.raises(
        ValueError, match=r"k = 1000000000 is too large for AUC@k: at most 10000000"
    ):
        scorio_eval.auc_at_k_ci(BINARY, 10**9)
    for name in ("maj_at_k_ci", "mg_pass_at_k_ci", "geo_spectrum_at_k_ci", "pass_at_k_ci"):
        with pytest.raises(ValueError, match="with the hierarchical prior: at most 1000000$"):
            getattr(scorio_eval, name)(BINARY, 10**9, prior="hierarchical")


def test_tau_means_the_written_fraction():
    rows = np.tril(np.ones((1001, 1000), dtype=np.int8), -1)
    for k in (1, 3, 6, 7, 10, 49, 999, 1000):
        for j in range(1, k + 1):
            # A bank of k trials, all drawn: j successes pass at j / k, and j - 1 do not.
            bank = rows[j - 1 : j + 1, :k]
            for tau in (j / k, Fraction(j, k)):
                assert scorio_eval.g_pass_at_k_tau(bank, k, tau) == 0.5
            for narrow in (np.float32(j / k), np.float32(j) / np.float32(k)):
                assert scorio_eval.g_pass_at_k_tau(bank, k, narrow) == 0.5
    tenth = rows[2:4, :10]
    for tau in (0.3, 0.1 * 3, Decimal("0.3"), Fraction(3, 10), np.float32(0.3)):
        assert scorio_eval.g_pass_at_k_tau(tenth, 10, tau) == 0.5
    for tau in (Fraction(3, 10) + Fraction(1, 10**18), Decimal("0.30000000000000001"), 0.300000001):
        assert scorio_eval.g_pass_at_k_tau(tenth, 10, tau) == 0.0
    assert scorio_eval.g_pass_at_k_tau(BINARY, 2, 0) == scorio_eval.pass_at_k(BINARY, 2)
    assert scorio_eval.g_pass_at_k_tau(BINARY, 2, 1) == scorio_eval.pass_hat_k(BINARY, 2)


def test_bad_tau():
    call = scorio_eval.g_pass_at_k_tau_ci
    for tau in (
        -0.1,
        1.5,
        math.nan,
        math.inf,
        -1,
        2,
        Fraction(3, 2),
        Decimal("1.1"),
        1 + Fraction(1, 10**20),
        Decimal("-1e-400"),
        Decimal("NaN"),
    ):
        with pytest.raises(ValueError, match=r"tau = .* is not in \[0, 1\]"):
            call(BINARY, 2, tau)
    with pytest.raises(ValueError, match="too fine"):
        call(BINARY, 2, Fraction(1, 2**70))
    for tau in ("0.5", None, True, [0.5]):
        with pytest.raises(TypeError, match="tau = "):
            call(BINARY, 2, tau)


BAD_SPECTRA = [
    ([0.5], r"the spectrum has 1 weights but k = 2"),
    ([0.5, -0.1], r"weights\[1\] = -0\.1 of the spectrum is not a weight"),
    ([0.5, math.nan], r"weights\[1\] = NaN of the spectrum is not"),
    ([0.5, math.inf], r"weights\[1\] = inf of the spectrum is not"),
    ([0.5, 0.6], r"the weights of the spectrum add up to 1\.1, more than 1"),
    ([1e308, 1e308], r"the weights of the spectrum add up to inf, more than 1"),
    ([[0.5, 0.5]], r"weights = .* is not a sequence of numbers"),
    (np.ma.masked_array([0.5, 0.5], [0, 1]), r"(?s)weights = .* is not a sequence of numbers"),
]


@pytest.mark.parametrize(("weights", "sentence"), BAD_SPECTRA)
def test_bad_spectra(weights, sentence):
    for name in ("threshold_spectrum_at_k", "geo_spectrum_at_k"):
        for function in (getattr(scorio_eval, name), getattr(scorio_eval, f"{name}_ci")):
            with pytest.raises(ValueError, match=sentence):
                function(BINARY, 2, weights=weights)


def test_bad_blends():
    for lam in (-0.1, 1.1, math.nan):
        for option in ({"lam": lam}, {"lambda_": lam}):
            with pytest.raises(ValueError, match=r"lam = .* is not in \[0, 1\]"):
                scorio_eval.geo_spectrum_at_k(BINARY, 2, **option)
    with pytest.raises(TypeError, match="two names of one parameter"):
        scorio_eval.geo_spectrum_at_k_ci(BINARY, 2, lam=0.3, lambda_=0.4)
    assert scorio_eval.geo_spectrum_at_k(BINARY, 2, lambda_=0.3) == scorio_eval.geo_spectrum_at_k(
        BINARY, 2, 0.3
    )
    for function in (scorio_eval.geom_at_k, scorio_eval.geom_ds_at_k):
        with pytest.raises(ValueError, match=r"Pass\^k of .* is 0, which has no power -0\.5"):
            function([[0, 1, 0]], 2, 0.5, -0.5)
        with pytest.raises(ValueError, match="pass_power = inf is not finite"):
            function(BINARY, 2, math.inf)
        assert function([[0, 1, 1]], 2, 0.5, -0.5) == pytest.approx(math.sqrt(3), rel=1e-15)
        assert function([[0, 0, 0]], 2, 0.0, 0.0) == 1.0


def test_rewards_of_any_size():
    graded = np.array(GRADED)
    for scale in (1e308, 1e-308, -1e308):
        rewards = scale * np.array([-1.0, 0.25, 1.0])
        for value in (
            scorio_eval.max_at_k(graded, 3, rewards),
            *scorio_eval.max_at_k_ci(graded, 3, rewards),
        ):
            assert math.isfinite(value)
    assert scorio_eval.max_at_k(graded, 2, [7.5] * 3) == 7.5
    assert tuple(scorio_eval.max_at_k_ci(graded, 2, [7.5] * 3)) == (7.5, 0.0, 7.5, 7.5)


@pytest.mark.parametrize("name", SUBSET)
def test_complements_do_not_saturate(name):
    point, posterior = getattr(scorio_eval, name), getattr(scorio_eval, f"{name}_ci")
    assert point(BINARY, 2, complement=True) == pytest.approx(1 - point(BINARY, 2), rel=1e-14)
    one, other = posterior(BINARY, 2), posterior(BINARY, 2, complement=True)
    assert other.mu == pytest.approx(1 - one.mu, rel=1e-14)
    assert other.sigma == one.sigma
    assert (other.lo, other.hi) == pytest.approx((1 - one.hi, 1 - one.lo), rel=1e-13, abs=1e-15)


def test_a_tiny_complement():
    rows = np.arange(400) < 330
    exact = Fraction(math.comb(70, 60), math.comb(400, 60))
    assert scorio_eval.pass_at_k(rows, 60) == 1.0
    assert abs(Fraction(scorio_eval.pass_at_k(rows, 60, complement=True)) / exact - 1) < 1e-15
    assert exact < 1e-30
    curve = scorio_eval.pass_curve(rows, 60, complement=True)
    assert abs(Fraction(curve[-1]) / exact - 1) < 1e-15


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_the_curve_is_pass_at_each_k(data):
    trials = data.draw(st.integers(1, 40))
    lengths = data.draw(st.lists(st.integers(trials, 60), min_size=1, max_size=6))
    rows = [data.draw(st.lists(st.integers(0, 1), min_size=n, max_size=n)) for n in lengths]
    for complement in (False, True):
        curve = scorio_eval.pass_curve(rows, trials, complement=complement)
        each = scorio_eval.pass_at_k(rows, range(1, trials + 1), complement=complement)
        np.testing.assert_allclose(curve, each, rtol=1e-15, atol=0)
    with pytest.raises(ValueError, match="more than"):
        scorio_eval.pass_curve(rows, min(lengths) + 1)
    assert (
        scorio_eval.pass_curve([rows, rows] if len(set(lengths)) == 1 else rows, 1).shape[-1] == 1
    )


def test_no_numpy_warning():
    saturated = np.array([[0] * 80, [1] * 80])
    with warnings.catch_warnings(), np.errstate(all="raise"):
        warnings.simplefilter("error")
        for function in POINTS + POSTERIORS:
            function(saturated, [1, 2, 40, 80])


GRADES = {"wrong": 0, "partial": 0.5, "right": 1}


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_against_fractions(data):
    trials = data.draw(st.integers(1, 12))
    successes = data.draw(st.lists(st.integers(0, trials), min_size=1, max_size=5))
    k = data.draw(st.integers(1, trials))
    matrix = [[1] * c + [0] * (trials - c) for c in successes]
    banks = [Fraction(math.comb(trials - c, k), math.comb(trials, k)) for c in successes]
    exact = 1 - sum(banks) / len(banks)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        value = scorio_eval.pass_at_k(matrix, k)
    assert abs(Fraction(value) - exact) <= Fraction(1, 10**15) * exact
