"""Measure what repeated looks do to a stopping rule, and print the tables of docs/planning.md.

Two biased coins of 30 questions, with equal means or with those of LLM9 and LLM10 of section 2.9 of
arXiv:2510.04265. Seeded: the same tables every time.

    python examples/repeated_looks.py
"""

from statistics import NormalDist

import numpy as np

from scorio import eval, plan, simulate, sinf  # noqa: A004  the documented name

REPLICATES = 20_000
MODELS = 10_000
SCHEDULES = {
    "80 alone": [80],
    "20, 40, 60, 80": range(20, 81, 20),
    "10, 20, …, 80": range(10, 81, 10),
    "5, 10, …, 80": range(5, 81, 5),
    "1, 2, …, 80": range(1, 81),
}


def percent(measured):
    """Give a probability with its Monte Carlo error."""
    return f"{100 * measured.value:.1f} ± {100 * measured.error:.1f} %"


def covered(mu, sigma, truth):
    """Give how often the 95% intervals hold the truth, with its Monte Carlo error."""
    z = NormalDist().inv_cdf(0.975)
    share = np.mean(np.abs(mu - truth) <= z * sigma)
    return percent(plan.Measured(share, np.sqrt(share * (1 - share) / mu.size)))


def widths():
    """Measure the intervals of models that are stopped as soon as theirs is narrow enough."""
    p = simulate.coins([0.608], seed=1)
    R = simulate.trials(np.repeat(p, MODELS, axis=0), 80, seed=4)
    mu, sigma, trials = np.zeros(MODELS), np.zeros(MODELS), np.zeros(MODELS, dtype=int)
    going = np.arange(MODELS)
    for n in range(1, 81):
        mu[going], sigma[going] = eval.bayes(R[going, :, :n])
        trials[going] = n
        wide = [not sinf.should_stop(one, max_half_width=0.03) for one in sigma[going]]
        going = going[wide]
    fixed = int(np.median(trials))
    print(f"stopped after {trials.min()} to {trials.max()}: {covered(mu, sigma, 0.608)}")
    print(f"{fixed} fixed beforehand: {covered(*eval.bayes(R[:, :, :fixed]), 0.608)}")


def main():
    """Write the tables to standard output."""
    low, high = map(plan.assumed, simulate.coins([0.608, 0.6213], seed=1))
    print("| looks after trials | wrong at 95% | confidence that makes up for it | wrong with it |")
    print("|---|--:|--:|--:|")
    for name, looks in SCHEDULES.items():
        seen = plan.repeated_looks(low, low, looks, replicates=REPLICATES, seed=1)
        again = plan.repeated_looks(low, low, looks, seen.confidence, replicates=REPLICATES, seed=2)
        print(
            f"| {name} | {percent(seen.wrong)} | {100 * seen.confidence:.1f}% "
            f"| {percent(again.wrong)} |"
        )
    print()
    print("| looks after trials | confidence | stopped | in the wrong order | mean trials |")
    print("|---|--:|--:|--:|--:|")
    for name, looks in SCHEDULES.items():
        strict = plan.repeated_looks(low, low, looks, replicates=REPLICATES, seed=1).confidence
        for confidence in (0.95, strict):
            seen = plan.repeated_looks(high, low, looks, confidence, replicates=REPLICATES, seed=3)
            print(
                f"| {name} | {100 * confidence:.1f}% | {percent(seen.stopped)} "
                f"| {percent(seen.wrong)} | {seen.trials.value:.1f} |"
            )
    print()
    widths()


if __name__ == "__main__":
    main()
