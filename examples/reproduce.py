"""Reproduce the simulations of Don't Pass@k (arXiv:2510.04265): Table 1 and Figures 1 to 3.

    python examples/reproduce.py            as many replicates as the paper
    python examples/reproduce.py --scale 0.01

Prints Markdown, with the published values next to the measured ones.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

import scorio
from scorio import eval, rank, simulate  # noqa: A004

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

TRIALS = 80
METRICS = {
    "Bayes@N": ("bayes", None),
    "avg@N": ("avg", None),
    "Pass@2": ("pass_at_k", 2),
    "Pass@4": ("pass_at_k", 4),
    "Pass@8": ("pass_at_k", 8),
    "naive Pass@8": ("naive_pass_at_k", 8),
    "G-Pass@8, τ=0.5": ("g_pass_at_k_tau", 8),
    "mG-Pass@8": ("mg_pass_at_k", 8),
}
# The rows of Table 1, LLM 11 to LLM 1.
PAPER_GOLD = (1, 2, 3, 5, 4, 6, 7, 7, 8, 9, 10)
PAPER_PLAIN = (1, 3, 2, 5, 4, 6, 7, 8, 9, 10, 11)
PAPER_TIES = (1, 2, 2, 3, 3, 4, 5, 5, 5, 6, 7)


def table(header: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Give a Markdown table."""
    lines = [list(header), *map(list, rows)]
    lines.insert(1, ["---", *["--:"] * (len(lines[0]) - 1)])
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def coins(concentration: float = 4.5) -> NDArray[np.float64]:
    """Success probabilities of the paper's eleven models."""
    return simulate.coins(simulate.MEANS, concentration=concentration, seed=1)


def independent(p: NDArray[np.float64], replicates: int, trials: int, seed: int) -> NDArray[Any]:
    """Give new results matrices of the same models: replicates x L x M x trials."""
    return simulate.trials(np.broadcast_to(p, (replicates, *p.shape)), trials, seed=seed)


def table_1(replicates: int) -> str:
    """Ranks by the true means, by Bayes@80, and by Bayes@80 at 95 % confidence."""
    gold = rank.rank_scores(simulate.MEANS).dense[::-1]
    rows: tuple[Counter[tuple[int, ...]], Counter[tuple[int, ...]]] = (Counter(), Counter())
    swapped = 0
    for part, count in pieces(replicates, 500):
        mu, sigma = eval.bayes(independent(coins(), count, TRIALS, 100 + part))
        for one, spread in zip(mu, sigma, strict=True):
            plain = rank.rank_scores(one).dense[::-1]
            ties = rank.rank_scores(one, spread, confidence=0.95).dense[::-1]
            rows[0][tuple(map(int, plain))] += 1
            rows[1][tuple(map(int, ties))] += 1
            swapped += one[9] < one[8]
    names = [f"LLM{i}" for i in range(11, 0, -1)]
    (plain_row, plain_count), (ties_row, ties_count) = (found.most_common(1)[0] for found in rows)
    lines = [
        ("gold standard, paper", *PAPER_GOLD, ""),
        ("gold standard", *gold, ""),
        ("Bayes@80, paper", *PAPER_PLAIN, f"{rows[0][PAPER_PLAIN] / replicates:.1%}"),
        ("Bayes@80, most frequent", *plain_row, f"{plain_count / replicates:.1%}"),
        ("Bayes@80 at 95 %, paper", *PAPER_TIES, f"{rows[1][PAPER_TIES] / replicates:.1%}"),
        ("Bayes@80 at 95 %, most frequent", *ties_row, f"{ties_count / replicates:.1%}"),
    ]
    return table(["ranks", *names, "share"], lines) + (
        f"\nLLM10 stands below LLM9, as in the paper's row, in {swapped / replicates:.1%} of "
        f"{replicates:,} matrices.\n"
    )


def figure_1(independents: int, replicates: int) -> str:
    """Mean τ-b with the true ranking by n: new matrices, and two ways of drawing again from one.

    The last study draws the questions' probabilities anew for every matrix too.
    """
    p = coins()
    names, budgets = [name for name, _ in METRICS.values()], [2, 4, 8]
    several = {"k": budgets, "tau": 0.5, "gold": simulate.MEANS}
    metrics = list(dict.fromkeys(names))
    one = simulate.trials(p, TRIALS, seed=2)
    new = independent(p, independents, TRIALS, 3)
    models = simulate.coins(np.tile(simulate.MEANS, independents), seed=4)
    others = simulate.trials(models.reshape(independents, *p.shape), TRIALS, seed=5)
    given = {**several, "scheme": "given", "gold": [simulate.MEANS]}
    studies = {
        "new matrices": scorio.convergence(new, metrics, **given),
        "column-wise": scorio.convergence(one, metrics, replicates=replicates, **several),
        "row-wise": scorio.convergence(
            one, metrics, replicates=replicates, scheme="row", **several
        ),
        "new questions": scorio.convergence(others, metrics, **given),
    }
    steps = (1, 2, 5, 8, 10, 20, 40, 80)
    text = []
    for scheme, study in studies.items():
        lines = []
        for label, (name, k) in METRICS.items():
            course = study[name, k] if k else study[name]
            taus = dict(zip(course.n.tolist(), course.tau, strict=True))
            lines.append((label, *(f"{taus[n]:.3f}" if n in taus else "" for n in steps)))
        largest = max(float(course.tau_error.max()) for course in study)
        text.append(
            table([f"τ, {scheme}", *(f"N={n}" for n in steps)], lines)
            + f"\n{study.replicates:,} replicates; standard errors up to {largest:.4f}.\n"
        )
    return "\n".join(text)


def figure_2(replicates: int, trials: int = 40) -> str:
    """τ between an original and its updates, and τ-b by N with D prior trials of the original."""
    original = simulate.originals(means=simulate.ORIGINAL_MEANS, seed=1)
    budgets = (0, 1, 2, 4, 8, 16)
    sums = {D: np.zeros((2, trials)) for D in budgets}
    taus: list[NDArray[np.float64]] = []
    for part, count in pieces(replicates, 1000):
        p = simulate.updates(count, seed=1000 + part)
        truth = p.mean(axis=2)
        above = np.triu_indices(8, 1)
        taus.append(np.sign(truth[:, above[1]] - truth[:, above[0]]).mean(axis=1))
        R = simulate.trials(p, trials, seed=2000 + part)
        R0 = independent(original, count, max(budgets), 3000 + part)
        for D in budgets:
            study = scorio.convergence(
                R, scheme="given", gold=truth, R0=R0[..., :D] if D else None, replicates=count
            )
            sums[D] += np.stack([study[0].tau, study[0].tau_error ** 2 * count]) * count
    tau = np.concatenate(taus)
    curve = {D: total[0] / replicates for D, total in sums.items()}
    steps = [n for n in (1, 2, 3, 5, 8, 10, 20, 40) if n <= trials]
    rows = [(f"D={D}", *(f"{curve[D][n - 1]:.3f}" for n in steps)) for D in budgets]
    gains = [
        (f"Δτ, D={D}", *(f"{curve[D][n - 1] - curve[0][n - 1]:+.3f}" for n in steps))
        for D in budgets[1:]
    ]
    error = max(float(np.sqrt(total[1] / replicates**2).max()) for total in sums.values())
    facts = [
        ("mean τ, originals and updates", "0.88", f"{tau.mean():.3f}"),
        ("updates that rank differently", "86 %", f"{(tau < 1).mean():.1%}"),
    ]
    return (
        table(["figure 2(a)", "paper", "measured"], facts)
        + "\n"
        + table(["τ", *(f"N={n}" for n in steps)], [*rows, *gains])
        + f"\n{replicates:,} replicates; standard errors up to {error:.4f}.\n"
    )


def figure_3(replicates: int) -> str:
    """Probability of ranking LLM10 above LLM9, and |z|, by N."""
    p = coins()[[8, 9]]
    steps = (80, 199, 285)
    gap, noise = p[1].mean() - p[0].mean(), np.sqrt((p * (1 - p)).sum()) / p.shape[1]
    right, zs = Counter[int](), Counter[int]()
    for part, count in pieces(replicates, 2000):
        R = independent(p, count, max(steps), 5000 + part)
        for n in steps:
            mu, sigma = eval.bayes(R[..., :n])
            right[n] += int((mu[:, 1] > mu[:, 0]).sum())
            zs[n] += float((abs(mu[:, 1] - mu[:, 0]) / np.hypot(*sigma.T)).sum())
    paper = {80: ("83.7 %", "1.14"), 199: ("94.7 %", "1.645"), 285: ("96.9 %", "1.96")}
    lines = []
    for n in steps:
        share = right[n] / replicates
        error = (share * (1 - share) / replicates) ** 0.5
        lines.append(
            (
                n,
                paper[n][0],
                f"{share:.1%} ± {error:.1%}",
                paper[n][1],
                f"{gap / noise * n**0.5:.3f}",
                f"{zs[n] / replicates:.3f}",
            )
        )
    return table(["N", "right order, paper", "measured", "z, paper", "Δ / σ", "mean of z"], lines)


def pieces(total: int, size: int) -> Iterable[tuple[int, int]]:
    """Number the pieces of a total, each with its size."""
    for part, first in enumerate(range(0, total, size)):
        yield part, min(size, total - first)


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--scale", type=float, default=1.0, help="of the paper's replicates")
    scale = parser.parse_args().scale

    def scaled(count: int) -> int:
        return max(10, round(count * scale))

    print("## Table 1\n", table_1(scaled(10_000)), sep="\n")
    print("## Figure 1\n", figure_1(scaled(1000), scaled(10_000)), sep="\n")
    print("## Figure 2\n", figure_2(scaled(50_000)), sep="\n")
    print("## Figure 3\n", figure_3(scaled(10_000)), sep="\n")


if __name__ == "__main__":
    main()
