"""Convergence in plain Python and NumPy, for the tests and for `benches/convergence.py`."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

Exact = list[Fraction]


def credit(name: str, k: int, n: int, c: int) -> Fraction:
    """Give the score of c successes in n trials."""
    if name == "naive_pass_at_k":
        return 1 - (1 - Fraction(c, n)) ** k
    if name == "naive_pass_hat_k":
        return Fraction(c, n) ** k
    worth: dict[str, Callable[[int], Fraction]] = {
        "pass_at_k": lambda j: Fraction(j > 0),
        "pass_hat_k": lambda j: Fraction(j == k),
        "g_pass_at_k_tau": lambda j: Fraction(2 * j >= k),
        "mg_pass_at_k": lambda j: Fraction(2 * max(j - (k + 1) // 2, 0), k),
    }
    ways = sum(comb(c, j) * comb(n - c, k - j) * worth[name](j) for j in range(k + 1))
    return Fraction(ways, comb(n, k))


def scores(name: str, k: int | None, R: NDArray[Any], n: int) -> Exact:
    """Score every model by its first n trials, exactly."""
    if k is None:
        return [Fraction(int(model[:, :n].sum())) for model in R]
    return [
        sum((credit(name, k, n, int(row[:n].sum())) for row in model), Fraction(0)) for model in R
    ]


def kendall(gold: list[Any], found: list[Any]) -> float | None:
    """Give τ-b by counting every pair. None if `found` ties all."""
    surplus = untied = told = 0
    for a in range(len(gold)):
        for b in range(a):
            one = (gold[a] > gold[b]) - (gold[a] < gold[b])
            other = (found[a] > found[b]) - (found[a] < found[b])
            surplus, untied, told = surplus + one * other, untied + abs(one), told + abs(other)
    return surplus / sqrt(untied * told) if told else None


def competition(found: list[Any]) -> list[int]:
    """Give the number of higher scores, plus one."""
    return [1 + sum(other > score for other in found) for score in found]


def course(
    name: str, k: int | None, gold: list[Any], replicates: list[NDArray[Any]], start: int
) -> tuple[list[list[float]], list[int | None]]:
    """Give τ-b by replicate and n, and where each replicate converges."""
    taus, settled = [], []
    for R in replicates:
        steps = range(start, R.shape[-1] + 1)
        found = [scores(name, k, R, n) for n in steps]
        taus.append([kendall(gold, one) or 0.0 for one in found])
        same = [competition(one) == competition(gold) for one in found]
        last = max((i for i, equal in enumerate(same) if not equal), default=-1)
        settled.append(start + last + 1 if last + 1 < len(same) else None)
    return taus, settled


def numpy_study(
    R: NDArray[Any], k: int | None, replicates: int, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Follow avg or Pass@k as a NumPy script would: by replicate, vectorised over n.

    Give the mean τ by n, and how many replicates converge at each n (the last: never).
    """
    rng = np.random.default_rng(seed)
    models, _, trials = R.shape
    gold = R.mean(axis=(1, 2))
    a, b = np.triu_indices(models, 1)
    signs = np.sign(gold[a] - gold[b])
    untied = np.count_nonzero(signs)
    start = k or 1
    n = np.arange(start, trials + 1)
    table = np.zeros((trials + 1, trials + 1))
    for m in n:
        for c in range(m + 1):
            table[m, c] = c if k is None else comb(int(m), k) - comb(int(m) - c, k)
    tau = np.zeros(len(n))
    settled = np.zeros(trials + 2, dtype=np.int64)
    for _ in range(replicates):
        drawn = R[:, :, rng.integers(0, trials, trials)]
        successes = np.cumsum(drawn, axis=2)[:, :, start - 1 :]
        found = table[n, successes].sum(axis=1)
        pairs = np.sign(found[a] - found[b])
        told = np.count_nonzero(pairs, axis=0)
        surplus = (pairs * signs[:, None]).sum(axis=0)
        tau += np.where(told > 0, surplus / np.sqrt(np.maximum(untied * told, 1)), 0)
        wrong = np.flatnonzero((pairs != signs[:, None]).any(axis=0))
        settled[start if len(wrong) == 0 else start + wrong[-1] + 1] += 1
    return tau / replicates, settled
