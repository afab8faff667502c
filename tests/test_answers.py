"""Best-of-k and votes, against an enumeration of all subsets in exact fractions."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from scorio import eval  # noqa: A004  the documented name


def best_of(rewards, scores, k):
    """The mean reward of the best, over all subsets and all ways to break ties."""
    total = Fraction(0)
    subsets = list(combinations(range(len(rewards)), k))
    for subset in subsets:
        top = max(scores[i] for i in subset)
        best = [Fraction(rewards[i]) for i in subset if scores[i] == top]
        total += sum(best) / len(best)
    return total / len(subsets)


def vote(answers, correct, k):
    total = Fraction(0)
    subsets = list(combinations(range(len(answers)), k))
    for subset in subsets:
        counted = Counter(answers[i] for i in subset if answers[i] is not None)
        most = max(counted.values(), default=0)
        winners = [answer for answer, count in counted.items() if count == most]
        if correct in winners:
            total += Fraction(1, len(winners))
    return total / len(subsets)


@pytest.mark.parametrize("seed", range(4))
def test_best_of_is_the_mean_over_all_subsets(seed):
    rng = np.random.default_rng(seed)
    R, S = rng.integers(0, 3, (4, 7)), rng.integers(0, 4, (4, 7))
    w = [Fraction(0), Fraction(1, 4), Fraction(2)]
    curve = eval.best_of_at_k(R, S, range(1, 8), w=[float(one) for one in w])
    for k, found in zip(range(1, 8), curve, strict=True):
        exact = sum(best_of([w[y] for y in y], s, k) for y, s in zip(R, S, strict=True)) / 4
        assert math.isclose(found, exact, rel_tol=1e-14)
        assert math.isclose(
            eval.best_of_at_k(R, S, k, w=[float(one) for one in w]), found, rel_tol=1e-15
        )


def test_laws_of_best_of():
    rng = np.random.default_rng(1)
    R, S = rng.integers(0, 2, (5, 9)), rng.normal(size=(5, 9))
    # An order-preserving change of the scores changes nothing; the best verifier gives Pass@k.
    assert eval.best_of_at_k(R, S, 4) == eval.best_of_at_k(R, np.exp(S) * 7, 4)
    assert math.isclose(eval.best_of_at_k(R, R, 4), eval.pass_at_k(R, 4), rel_tol=1e-14)
    assert math.isclose(eval.best_of_at_k(R, -R, 4), eval.pass_hat_k(R, 4), rel_tol=1e-14)
    for k in (1, 4, 9):
        # A verifier that knows nothing gives the mean.
        assert math.isclose(eval.best_of_at_k(R, 0 * R, k), R.mean(), rel_tol=1e-14)
    turned = rng.permutation(9)
    assert math.isclose(
        eval.best_of_at_k(R[:, turned], S[:, turned], 3), eval.best_of_at_k(R, S, 3), rel_tol=1e-15
    )
    infinite = S.copy()
    infinite[:, 0] = -np.inf
    assert 0 <= eval.best_of_at_k(R, infinite, 3) <= 1


def future(rewards, scores, k):
    """The posterior mean of best-of-k: a Pólya urn of the trials, draw by draw."""
    n, total = len(rewards), Fraction(0)
    for drawn in product(range(n), repeat=k):
        chance, seen = Fraction(1), Counter()
        for step, i in enumerate(drawn):
            chance *= Fraction(1 + seen[i], n + step)
            seen[i] += 1
        top = max(scores[i] for i in drawn)
        best = [Fraction(int(rewards[i])) for i in drawn if scores[i] == top]
        total += chance * sum(best) / len(best)
    return total


@pytest.mark.parametrize("k", [1, 2, 4])
def test_the_posterior_mean_of_best_of_is_that_of_an_urn(k):
    rng = np.random.default_rng(k)
    R, S = rng.integers(0, 2, (3, 5)), rng.integers(0, 3, (3, 5))
    mu, sigma, lo, hi = eval.best_of_at_k_ci(R, S, k, replicates=4000)
    exact = sum(future(y, s, k) for y, s in zip(R, S, strict=True)) / 3
    assert math.isclose(mu, exact, rel_tol=1e-13)
    assert lo < mu < hi
    # At k = 1 a question's score is a Beta variable: Σ p (1 − p) / (N + 1) / M².
    if k == 1:
        p = R.mean(axis=1)
        assert math.isclose(sigma, math.sqrt((p * (1 - p) / 6).sum()) / 3, rel_tol=0.05)
    again = eval.best_of_at_k_ci(R, S, k, replicates=4000)
    assert again == (mu, sigma, lo, hi)
    assert eval.best_of_at_k_ci(R, S, k, replicates=4000, seed=1)[1:] != (sigma, lo, hi)


def test_questions_like_these_are_less_sure():
    rng = np.random.default_rng(3)
    R = (rng.random((40, 20)) < rng.random((40, 1))).astype(int)
    S = rng.normal(size=(40, 20)) + R
    these = eval.best_of_at_k_ci(R, S, 4)
    like = eval.best_of_at_k_ci(R, S, 4, target="like")
    assert like.mu == these.mu
    assert like.sigma > these.sigma
    clustered = eval.best_of_at_k_ci(R, S, 4, target="like", cluster=["a", "b"] * 20)
    assert clustered.sigma != like.sigma
    assert eval.best_of_at_k_ci([[0, 0, 0]], [[1, 2, 3]], 2) == (0, 0, 0, 0)


@pytest.mark.parametrize("seed", range(6))
def test_votes_are_the_mean_over_all_subsets(seed):
    rng = np.random.default_rng(seed)
    answers = [[f"a{i}" for i in rng.integers(0, 2 + seed, 8)] for _ in range(3)]
    correct = ["a0", "a1", "a2"]
    curve = eval.vote_at_k(answers, correct, range(1, 9))
    for k, found in zip(range(1, 9), curve, strict=True):
        exact = sum(vote(a, c, k) for a, c in zip(answers, correct, strict=True)) / 3
        assert math.isclose(found, exact, rel_tol=1e-13, abs_tol=1e-15)


def test_laws_of_votes():
    rng = np.random.default_rng(0)
    answers = rng.integers(0, 4, (6, 12))
    correct = np.zeros(6, dtype=int)
    share = (answers == 0).mean()
    # One draw is the average, and so are two: a tie of two different answers is shared.
    assert math.isclose(eval.vote_at_k(answers, correct, 1), share, rel_tol=1e-13)
    assert math.isclose(eval.vote_at_k(answers, correct, 2), share, rel_tol=1e-13)
    binary = rng.integers(0, 2, (6, 11))
    for k in (3, 5, 11):
        found = eval.vote_at_k(binary, np.ones(6, dtype=int), k)
        assert math.isclose(found, eval.maj_at_k(binary, k), rel_tol=1e-12)
    # Of many trials, the answer that leads wins.
    rows = [["x"] * 5000 + ["y"] * 4000 + [f"z{i}" for i in range(1000)]]
    assert eval.vote_at_k(rows, ["x"], 2000) > 0.9999
    assert eval.vote_at_k(rows, ["none"], 20) == 0.0
    assert eval.vote_at_k([["x"] * 3], ["x"], [1, 3]).tolist() == [1.0, 1.0]


def test_answers_that_are_missing():
    answers = [["x", None, "y", "x"], ["y", "x", float("nan"), None]]
    with pytest.raises(ValueError, match=r"answers\[0, 1\] is missing"):
        eval.vote_at_k(answers, ["x", "x"], 2)
    dropped = eval.vote_at_k(answers, ["x", "x"], 2, missing="drop")
    assert math.isclose(dropped, (vote(["x", "y", "x"], "x", 2) + vote(["x", "y"], "x", 2)) / 2)
    for k in (1, 2, 3, 4):
        found = eval.vote_at_k(answers, ["x", "x"], k, missing="abstain")
        rows = [["x", None, "y", "x"], ["y", "x", None, None]]
        assert math.isclose(found, sum(vote(row, "x", k) for row in rows) / 2, rel_tol=1e-13)
    assert eval.vote_at_k([[None, None]], ["x"], 2, missing="abstain") == 0.0


def test_the_interval_of_votes_is_of_questions_like_these():
    rng = np.random.default_rng(2)
    answers = (rng.random((60, 9)) < rng.random((60, 1))).astype(int)
    right = np.ones(60, dtype=int)
    mu, sigma, lo, hi = eval.vote_at_k_ci(answers, right, 3, replicates=4000)
    assert mu == eval.vote_at_k(answers, right, 3)
    each = np.array([eval.vote_at_k(answers[i : i + 1], [1], 3) for i in range(60)])
    # The variance of a Bayesian bootstrap mean: Σ (x − mean)² / (n (n + 1)).
    assert math.isclose(sigma, math.sqrt(each.var() / 61), rel_tol=0.06)
    assert lo < mu < hi
    pairs = eval.vote_at_k_ci(answers, right, 3, cluster=np.arange(60) // 2)
    assert pairs.sigma != sigma


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda: eval.best_of_at_k([[1, 0]], [[1.0]], 1),
            "R has 1 rows of 2 and S has 1 rows of 1",
        ),
        (lambda: eval.best_of_at_k([[1, 2]], [[1, 2]], 1), r"R\[0, 1\] = 2 is not a category"),
        (lambda: eval.best_of_at_k([[1, 0.5]], [[1, 2]], 1), r"R\[0, 1\] = 0.5 is not a category"),
        (lambda: eval.best_of_at_k([[1, 0]], [[1, math.nan]], 1), r"S\[0, 1\] is missing"),
        (lambda: eval.best_of_at_k([[math.nan, 0]], [[1, 2]], 1), r"R\[0, 0\] is missing"),
        (lambda: eval.best_of_at_k([[1, 0]], [[1, 2]], 3), "k = 3 is more than the 2 trials"),
        (lambda: eval.best_of_at_k([[1, 0]], [[1, 2]], 0), "k = 0 is too small"),
        (lambda: eval.best_of_at_k([[1, 0]], [[1, 2]], 1, missing="x"), "missing = 'x'"),
        (lambda: eval.best_of_at_k_ci([[1, 0]], [[1, 2]], 1, target="x"), "target = 'x'"),
        (lambda: eval.best_of_at_k_ci([[1, 0]], [[1, 2]], 1, cluster=["a"]), "target='like'"),
        (
            lambda: eval.best_of_at_k_ci([[1, 0]], [[1, 2]], 1, target="like", cluster=[1, 2]),
            "cluster has 2 questions but R has 1",
        ),
        (lambda: eval.best_of_at_k_ci([[1, 0]], [[1, 2]], 1, confidence=1.5), "confidence = 1.5"),
        (
            lambda: eval.vote_at_k([["a"]], ["a", "b"], 1),
            "answers has 1 questions but correct has 2",
        ),
        (lambda: eval.vote_at_k([], [], 1), "0 rows"),
        (lambda: eval.vote_at_k([["a"]], ["a"], 2), "more than the 1 trial of row 0 of answers"),
        (lambda: eval.vote_at_k([["a"]], [None], 1), r"correct\[0\] is missing"),
        (lambda: eval.vote_at_k([["a"]], ["a"], 1, missing="x"), "missing = 'x'"),
        (lambda: eval.vote_at_k_ci([["a"]], ["a"], 1, cluster=[]), "cluster has 0 questions"),
    ],
)
def test_mistakes(call, said):
    with pytest.raises(ValueError, match=said):
        call()


def test_mistakes_of_types():
    with pytest.raises(TypeError, match="is not a sequence"):
        eval.vote_at_k(["abc"], ["a"], 1)
    with pytest.raises(TypeError, match="cannot be compared"):
        eval.vote_at_k([[["a"], ["b"]]], ["a"], 1)
    with pytest.raises(TypeError, match="not a number"):
        eval.best_of_at_k_ci([[1, 0]], [[1, 2]], 1, confidence="0.95")


def test_short_questions_are_dropped_with_a_warning():
    with pytest.warns(eval.ShortQuestionsWarning, match="fewer than k = 3 trials"):
        found = eval.best_of_at_k([[1, 0, 1], [0, 0]], [[1, 2, 3], [1, 2]], 3, ragged="drop")
    assert found == 1.0
    with pytest.warns(eval.ShortQuestionsWarning):
        assert eval.vote_at_k([["a"] * 3, ["b"]], ["a", "a"], 2, ragged="drop") == 1.0
    assert eval.best_of_at_k([[1, 0, math.nan]], [[1, 2, 3]], 2, missing="drop") == 0.0


def test_texts_are_no_scores_of_a_verifier():
    with pytest.raises(TypeError, match=r"^S has dtype <U1: its entries are numbers$"):
        eval.best_of_at_k([[1, 0]], [["a", "b"]], 1)
