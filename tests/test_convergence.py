"""Convergence: laws, an exact twin replicate by replicate, bad inputs one by one."""

from __future__ import annotations

import re
import signal

import convergence_twin as twin
import numpy as np
import pytest
from scipy import stats

import scorio
from scorio import eval  # noqa: A004


def results(models=4, questions=5, trials=9, seed=0):
    rng = np.random.default_rng(seed)
    rates = rng.random((models, questions, 1))
    return (rng.random((models, questions, trials)) < rates).astype(np.int8)


def drawn(study, count):
    return [study.replicate(b).astype(int) for b in range(count)]


@pytest.mark.parametrize("scheme", ["column", "row"])
@pytest.mark.parametrize(
    ("metric", "k"),
    [
        ("bayes", None),
        ("avg", None),
        ("pass_at_k", 3),
        ("pass_hat_k", 2),
        ("g_pass_at_k_tau", 4),
        ("mg_pass_at_k", 3),
        ("mg_pass_at_k", 4),
        ("naive_pass_at_k", 3),
        ("naive_pass_hat_k", 2),
    ],
)
def test_every_replicate_as_the_exact_twin_has_it(scheme, metric, k):
    R = results()
    tau = 0.5 if metric == "g_pass_at_k_tau" else None
    count = 40
    study = scorio.convergence(R, metric, k, tau=tau, scheme=scheme, replicates=count, seed=5)
    course = study[0]
    start = 1 if k is None or metric.startswith("naive") else k
    gold = twin.scores("avg", None, R, R.shape[-1])
    taus, settled = twin.course(metric, k, gold, drawn(study, count), start)
    assert course.n.tolist() == list(range(start, R.shape[-1] + 1))
    np.testing.assert_allclose(course.tau, np.mean(taus, axis=0), rtol=1e-13, atol=1e-15)
    error = np.std(taus, axis=0, ddof=1) / np.sqrt(count)
    np.testing.assert_allclose(course.tau_error, error, rtol=1e-6, atol=1e-9)
    pmf = [settled.count(int(n)) / count for n in course.n]
    assert course.pmf.tolist() == pmf
    np.testing.assert_allclose(course.cdf, np.cumsum(pmf), rtol=1e-13)
    assert course.never == settled.count(None) / count
    known = [n for n in settled if n is not None]
    if known:
        assert course.mean == pytest.approx(np.mean(known), rel=1e-13)
    # The trajectory of the replicate that converges last.
    latest = max(n or len(R[0, 0]) + 1 for n in settled)
    assert (settled[course.slowest] or len(R[0, 0]) + 1) == latest
    replicate = drawn(study, count)[course.slowest]
    ranks = [twin.competition(twin.scores(metric, k, replicate, int(n))) for n in course.n]
    assert study.trajectory().tolist() == ranks


def test_replicates_are_drawn_from_the_trials():
    R = np.arange(2 * 3 * 5).reshape(2, 3, 5) % 7
    weights = list(range(7))
    column = scorio.convergence(R, weights=weights, replicates=50).replicate(3)
    for n in range(5):
        assert any((column[:, :, n] == R[:, :, t]).all() for t in range(5))
    row = scorio.convergence(R, weights=weights, scheme="row", replicates=50)
    many = np.stack([row.replicate(b) for b in range(2000)])
    assert all(set(many[:, m, q].ravel()) == set(R[m, q]) for m in range(2) for q in range(3))
    # Cells are drawn separately, so hardly any trial equals an observed one.
    whole = [(many[0, :, :, n] == R[:, :, t]).all() for n in range(5) for t in range(5)]
    assert np.mean(whole) < 0.5
    given = scorio.convergence(R, weights=weights, scheme="given")
    assert (given.replicate(0) == R).all()
    assert given.replicates == 1


def test_bayes_and_avg_rank_alike_in_every_replicate():
    R = results(6, 10, 20)
    study = scorio.convergence(R, ["bayes", "avg"], replicates=500)
    for field in ("tau", "pmf", "cdf"):
        assert (getattr(study["bayes"], field) == getattr(study["avg"], field)).all()
    # The functions themselves rank them the same way.
    for b in range(50):
        replicate = study.replicate(b)
        ranks = study.trajectory("bayes", b)
        assert (ranks == study.trajectory("avg", b)).all()
        for n in (1, 7, 20):
            mu = eval.bayes(replicate[:, :, :n]).mu
            # Scores that are equal in exact arithmetic may differ in the last digit.
            assert ranks[n - 1].tolist() == twin.competition(np.round(mu, 12).tolist())


def test_ties_by_confidence_are_those_of_the_scores():
    R = results(5, 12, 16, seed=3)
    study = scorio.convergence(R, ["bayes", "pass_at_k"], 2, confidence=0.9, replicates=20)
    counts = [scorio.count(frame(matrix), on_repeat="keep") for matrix in drawn(study, 3)]
    for b, one in enumerate(counts):
        for metric, k in (("bayes", None), ("pass_at_k", 2)):
            rows = sorted(one.score(metric, k, confidence=0.9), key=lambda row: row.model)
            ranks = study.trajectory((metric, k) if k else metric, b)[-1]
            scores, sigmas = [row.score for row in rows], [row.sigma for row in rows]
            tied = scorio.rank.rank_scores(scores, sigmas, confidence=0.9)
            assert ranks.tolist() == tied.dense.tolist()


def frame(R):
    import pandas as pd

    places = np.argwhere(R >= 0)
    named = {"model": places[:, 0].astype(str), "question": places[:, 1], "outcome": R.ravel()}
    return pd.DataFrame(named)


def test_given_replicates_gold_scores_and_prior_outcomes():
    sets = np.stack([results(4, 6, 8, seed=s) for s in range(30)])
    rng = np.random.default_rng(1)
    R0 = rng.integers(0, 2, (30, 4, 6, 3))
    truth = rng.random((30, 4))
    study = scorio.convergence(sets, scheme="given", gold=truth, R0=R0)
    assert study.replicates == 30
    taus = []
    for b in range(30):
        found = [eval.bayes(sets[b][:, :, :n], R0=R0[b]).mu for n in range(1, 9)]
        taus.append([stats.kendalltau(truth[b], np.round(mu, 12)).statistic for mu in found])
    np.testing.assert_allclose(study[0].tau, np.mean(np.nan_to_num(taus), axis=0), rtol=1e-12)


def test_subsets_and_names():
    R = results(5, 8, 12)
    study = scorio.convergence(R, ["bayes", "pass_at_k"], 2, models=list("abcde"), replicates=300)
    part = study.subset(["e", 1])
    alone = scorio.convergence(R[[4, 1]], ["bayes", "pass_at_k"], 2, replicates=300)
    assert part.models == ["e", "b"]
    for one, other in zip(part, alone, strict=True):
        assert one.tau.tolist() == other.tau.tolist()
        assert one.pmf.tolist() == other.pmf.tolist()


def test_seeds_and_threads():
    R = results(5, 8, 12)
    one = scorio.convergence(R, replicates=1000, threads=1)
    assert one[0].tau.tolist() == scorio.convergence(R, replicates=1000, threads=5)[0].tau.tolist()
    assert one[0].tau.tolist() != scorio.convergence(R, replicates=1000, seed=1)[0].tau.tolist()


def test_large_denominators_fall_back_to_close_scores():
    R = results(3, 4, 70)
    study = scorio.convergence(R, "pass_at_k", 33, replicates=3)
    gold = twin.scores("avg", None, R, 70)
    taus, _ = twin.course("pass_at_k", 33, gold, drawn(study, 3), 33)
    np.testing.assert_allclose(study[0].tau, np.mean(taus, axis=0), atol=1e-15)


def test_what_is_printed():
    R = results(4, 10, 20)
    text = repr(scorio.convergence(R, ["bayes", "pass_at_k"], 4, replicates=100, confidence=0.95))
    assert "4 models on 10 questions x 20 trials" in text
    assert "ties at 95% confidence" in text
    assert "pass_at_k, k=4 starts at n = 4" in text


def test_a_gold_ranking_with_ties_is_reported():
    R = results()
    study = scorio.convergence(R, gold=[1, 1, 2, 3], replicates=10)
    assert any("ties some models" in note and "τ-b" in note for note in study.notes)
    assert not any("ties" in note for note in scorio.convergence(R, gold=[1, 4, 2, 3]).notes)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"R": results()[:1]}, "at least two"),
        ({"R": results()[0]}, "R has 2 axes"),
        ({"R": results()[None]}, "R has 4 axes"),
        ({"R": np.zeros((2, 0, 3))}, "at least one question"),
        ({"R": np.full((2, 2, 2), 2)}, "R[0]: R[0, 0] = 2 is not a category"),
        (
            {"R": np.full((2, 2, 2), np.nan)},
            "in R[0]: R[0, 0] is missing: a ranking by the first n trials",
        ),
        ({"metrics": []}, "metrics is empty"),
        ({"metrics": "nonsense"}, "nonsense is not followed: choose one of bayes, avg, pass_at_k"),
        ({"metrics": "geom_at_k", "k": 2}, "geom_at_k is not followed"),
        ({"metrics": "pass_at_k_ci", "k": 2}, "pass_at_k_ci is not followed"),
        ({"metrics": "naive_pass", "k": 2}, "naive_pass is not followed"),
        ({"metrics": "pass_at_k"}, "k"),
        ({"metrics": "naive_pass_at_k"}, "k"),
        ({"metrics": "pass_at_k", "k": 10}, "k = 10 is more than the 9 trials of each question"),
        ({"metrics": "pass_at_k", "k": 0}, "k = 0"),
        ({"k": 2}, "k"),
        ({"metrics": "naive_pass_at_k", "k": 2, "confidence": 0.9}, "no standard deviation"),
        ({"replicates": 0}, "replicates = 0"),
        ({"replicates": -1}, "replicates = -1"),
        ({"scheme": "columns"}, "'columns'"),
        ({"confidence": 1.0}, "confidence"),
        ({"gold": [1, 2]}, "gold has 2 models but R has 4"),
        ({"gold": [1, 1, 1, 1]}, "ties all models"),
        ({"gold": [1, 2, 3, np.nan]}, "gold[3]"),
        ({"gold": [1, 2, 3, np.inf]}, "gold[3]"),
        ({"R0": np.zeros((4, 5, 1), int), "metrics": "avg"}, "R0 is a prior of bayes alone"),
        (
            {"R0": np.zeros((4, 5, 1), int), "metrics": "pass_at_k", "k": 2},
            "R0 is a prior of bayes",
        ),
        ({"weights": range(257)}, "from 2 to 256"),
        ({"models": ["a", "a", "b", "c"]}, "different names"),
        ({"R0": np.zeros((4, 4, 1), int)}, "R0 has 4 rows (questions) but R has 5"),
        ({"weights": [0, 1, 2], "metrics": "pass_at_k", "k": 2}, "weights"),
        ({"models": ["a"]}, "different names of 4 models"),
        ({"seed": -1}, "seed = -1"),
    ],
)
def test_bad_inputs(change, message):
    arguments = {"R": results(), "replicates": 10, **change}
    with pytest.raises(ValueError, match=re.escape(message)):
        scorio.convergence(**arguments)


def test_unknown_courses_models_and_replicates():
    study = scorio.convergence(results(), replicates=10)
    with pytest.raises(KeyError, match="there are bayes"):
        study["pass_at_k", 2]
    with pytest.raises(ValueError, match="named twice"):
        study.subset([1, 1])
    with pytest.raises(TypeError, match="order=True"):
        scorio.convergence("examples/coins.jsonl")
    with pytest.raises(ValueError, match="there is no model 'x'"):
        study.subset(["x", 1])
    with pytest.raises(ValueError, match="at least two"):
        study.subset([1])
    given = scorio.convergence(results(), scheme="given")
    with pytest.raises(ValueError, match="no replicate 1"):
        given.trajectory(0, 1)


def test_courses_keep_the_requested_order():
    metrics = ["naive_pass_at_k", "g_pass_at_k_tau", "pass_at_k", "bayes", "bayes"]
    study = scorio.convergence(results(), metrics, k=[4, 2], tau=0.5, replicates=10)
    assert [course.name for course in study] == [
        "naive_pass_at_k, k=4", "naive_pass_at_k, k=2", "g_pass_at_k_tau, k=4, tau=0.5",
        "g_pass_at_k_tau, k=2, tau=0.5", "pass_at_k, k=4", "pass_at_k, k=2", "bayes",
    ]  # fmt: skip


@pytest.mark.parametrize("weights", [[1e8, 1e8 + 1], [1e12, 1e12 + 1], [0, 1e200], [0, 1e-200],
                                     [-1e308, 1e308], [0.3, 0.4], [1 / 3, 1]])  # fmt: skip
@pytest.mark.parametrize("confidence", [None, 0.8])
def test_affine_weights_rank_alike(weights, confidence):
    R = results(5, 8, 12)
    plain = scorio.convergence(R, confidence=confidence, replicates=200)[0]
    other = scorio.convergence(R, weights=weights, confidence=confidence, replicates=200)[0]
    np.testing.assert_allclose(other.tau, plain.tau, rtol=1e-12)
    assert other.pmf.tolist() == plain.pmf.tolist()


def test_prior_outcomes_do_not_move_the_gold_ranking():
    R = results(6, 10, 12)
    R0 = np.zeros((6, 10, 40), dtype=int)
    R0[np.argmin(R.mean(axis=(1, 2)))] = 1
    study = scorio.convergence(R, ["bayes", "pass_at_k"], 1, R0=R0, scheme="given")
    assert study["pass_at_k", 1].tau[-1] == pytest.approx(1)
    assert study["bayes"].tau[-1] < 1


def test_unknown_standard_errors():
    one = scorio.convergence(results(4, 10, 20), scheme="given")
    assert np.isnan(one[0].tau_error).all()
    assert np.isnan(one[0].mean_error)
    assert "± -" in repr(one)


def test_equal_scores_tie_whatever_the_order_of_models():
    R = results(6, 6, 10, seed=4)
    place = np.random.default_rng(0).permutation(6)
    one = scorio.convergence(R, confidence=0.7, replicates=300)[0]
    other = scorio.convergence(R[place], confidence=0.7, replicates=300)[0]
    np.testing.assert_allclose(one.tau, other.tau, rtol=1e-12)


def test_an_exception_of_a_signal_handler_is_raised():
    class EnoughError(Exception):
        pass

    def handler(*_):
        raise EnoughError

    R = results(4, 10, 40)
    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(EnoughError):
            scorio.convergence(R, replicates=10**9)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
