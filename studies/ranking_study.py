"""Measure where ranking methods of scorio 0.2.3 differ, for docs/ranking.md.

    PYTHONPATH=tests .venv/bin/python studies/ranking_study.py

It prints the table, in about two minutes. scorio 0.2.3 runs in an environment of its own, as in
`make parity`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from parity.sides import rankers
from scorio import rank
from scorio.rank.source import data_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Results: TypeAlias = NDArray[np.int64]

SETS, SMALL_SETS = 100, 1500


def results(seed: int) -> Results:
    """Random results of 6 models on 12 questions, 4 trials each."""
    generator = np.random.default_rng(seed)
    skill = generator.normal(0, 0.7, (6, 1, 1)) - generator.normal(0, 1, (1, 12, 1))
    return generator.binomial(1, np.broadcast_to(1 / (1 + np.exp(-skill)), (6, 12, 4)))


def small(seed: int) -> Results:
    """Coin throws of a few models on a few questions."""
    generator = np.random.default_rng(seed)
    return generator.binomial(1, 0.5, generator.integers([3, 2, 1], [8, 8, 4]))


def large() -> Results:
    """20 models, 500 questions and 16 trials."""
    generator = np.random.default_rng(1)
    logit = np.linspace(-1, 1, 20)[:, None] - generator.normal(0, 1.5, 500)
    return generator.binomial(1, 1 / (1 + np.exp(-logit))[:, :, None], (20, 500, 16))


def ranks_of(name: str, sets: list[Results]) -> list[list[float]]:
    """The ranks of 0.2.3, or nothing for an error."""
    found = rankers.ask([(name, {}, R) for R in sets])
    return [[] if isinstance(one, str) else one[0] for one in found]


def scores_of(name: str, options: dict[str, float], R: Results) -> NDArray[np.float64]:
    """The scores of 0.2.3."""
    found = rankers.ask([(name, options, R)])[0]
    if isinstance(found, str):
        raise SystemExit(found)
    return np.array(found[1])


def renamed(name: str) -> str:
    """How often another order of the models changes ranks."""
    sets = [small(seed) for seed in range(SMALL_SETS)]
    orders = [np.random.default_rng(one).permutation(len(R)) for one, R in enumerate(sets)]
    first = ranks_of(name, sets)
    again = ranks_of(name, [R[order] for R, order in zip(sets, orders, strict=True)])
    moved = sum(
        [before[i] for i in order] != after
        for before, order, after in zip(first, orders, again, strict=True)
    )
    return f"names of models decide ranks in {moved} of {len(sets):,} small data sets"


def shuffled(name: str, sets: list[Results]) -> str:
    """How often another order of trials changes ranks."""
    orders = np.random.default_rng(0)
    again = ranks_of(name, [orders.permuted(R, axis=2) for R in sets])
    moved = sum(one != other for one, other in zip(ranks_of(name, sets), again, strict=True))
    return f"another order of trials changes ranks in {moved / len(sets):.0%} of data sets"


def split(name: str, sets: list[Results]) -> str:
    """How often models with level averages do not tie."""
    level = [R for R in sets if len(set(R.sum(axis=(1, 2)))) < len(R)]
    moved = sum(
        rank.avg(R).tolist() != ranks for R, ranks in zip(level, ranks_of(name, level), strict=True)
    )
    return f"parts level averages in {moved} of {len(level)} data sets that have some"


def off(name: str, sets: list[Results]) -> str:
    """The largest error of log-strengths."""
    worst = 0.0
    for R in sets:
        try:
            theta = getattr(rank, name)(R, return_scores=True, pairing="aligned")[1]
        except ValueError:
            continue
        found = np.log(scores_of(name, {}, R))
        worst = max(worst, abs(found - found.mean() - theta).max())
    return f"log-strengths are off by up to {worst:.0e}"


def walk() -> str:
    """How far the random walk is from the posterior mean."""
    R = large()
    found = scores_of("bayesian_mcmc", {}, R)
    mean = rank.bayesian_mcmc(R, return_scores=True, pairing="aligned")[1]
    sigma = np.array(data_of(R, pairing="aligned").naive("bradley_terry_map", {}))
    far = np.max(abs(found - found.mean() - mean) / sigma)
    return f"20 × 500 × 16: the walk ends {far:.1f} posterior σ away"


def drawn(R: Results) -> str:
    """How far two seeds are apart."""
    one, other = (scores_of("thompson", {"seed": seed}, R) for seed in (1, 2))
    return f"expected ranks of two seeds differ by up to {abs(one - other).max():.3f}"


def unfinished(R: Results) -> str:
    """How far a walk with few steps is off."""
    found = scores_of("pagerank", {"damping": 0.99, "max_iter": 5}, R)
    exact = rank.pagerank(R, damping=0.99, pairing="aligned", return_scores=True)[1]
    return f"`max_iter=5` stops {abs(found - exact).max():.0e} away, without a word"


def main() -> None:
    """Print the table."""
    sets = [results(seed) for seed in range(SETS)]
    davidson = "bradley_terry_davidson"
    rows = [
        ("bayesian_mcmc", walk(), "exact mode, corrected for skewness"),
        (davidson, split(davidson, sets), "exact ties"),
        (davidson, off(davidson, sets[:20]), "to 1e-13"),
        ("bradley_terry", off("bradley_terry", sets[:20]), "to 1e-13"),
        ("rao_kupper", off("rao_kupper", sets[:20]), "to 1e-13"),
        ("bradley_terry", shuffled("bradley_terry", sets), "no change, by expected pairs"),
        ("rao_kupper", shuffled("rao_kupper", sets), "no change, by expected pairs"),
        ("ranked_pairs", renamed("ranked_pairs"), "no change: equal majorities count together"),
        ("thompson", drawn(sets[0]), "exact, without draws"),
        ("pagerank", unfinished(sets[0]), "solved directly"),
    ]
    sys.stdout.write("| method | scorio 0.2.3 | here |\n|---|---|---|\n")
    for name, earlier, here in rows:
        sys.stdout.write(f"| `{name}` | {earlier} | {here} |\n")


if __name__ == "__main__":
    main()
