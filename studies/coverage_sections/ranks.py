"""Whether ranges of ranks contain the true ranks, and how often `--fail-if-worse` is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

import scorio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Skills = NDArray[np.float64]


class Contest(NamedTuple):
    """Models of known skill on a logistic scale, and how they are tried."""

    title: str
    skills: Skills
    questions: int
    trials: int
    sampled: bool = False
    together: bool = False


def spread(models: int, sd: float) -> Skills:
    """Skills at the quantiles of a normal distribution."""
    from scipy.stats import norm

    return sd * norm.ppf((np.arange(models) + 0.5) / models)


EQUAL, TWO = np.zeros(10), np.repeat([0.0, 1.0], 5)
CONTESTS = (
    Contest("ten equal, 30×2", EQUAL, 30, 2),
    Contest("ten equal, 100×4", EQUAL, 100, 4),
    Contest("ten equal, 30×1", EQUAL, 30, 1),
    Contest("ten equal, 30×1, like", EQUAL, 30, 1, sampled=True),
    Contest("ten equal, 30×4, like", EQUAL, 30, 4, sampled=True),
    Contest("ten equal, 30×2, together", EQUAL, 30, 2, together=True),
    Contest("two groups of five, 30×4", TWO, 30, 4),
    Contest("twenty, sd .5, 100×2", spread(20, 0.5), 100, 2),
    Contest("twenty, sd .5, 100×2, like", spread(20, 0.5), 100, 2, sampled=True),
)


def tables(contest: Contest, runs: int, seed: int) -> Iterator[scorio.Counts]:
    """Draw the difficulties of the questions and all trials anew."""
    random = np.random.default_rng([seed, contest.questions, contest.trials, len(contest.skills)])
    models, size = len(contest.skills), contest.questions
    names = np.array([f"m{i:02}" for i in range(models)])
    for _ in range(runs):
        logits = contest.skills[:, None] + random.normal(0, 1.5, size)
        wins = random.binomial(contest.trials, 1 / (1 + np.exp(-logits)))
        frame = {
            "model": np.repeat(names, size),
            "question": np.tile(np.arange(size), models),
            "total": np.full(models * size, contest.trials),
            "correct": wins.ravel(),
        }
        yield scorio.count(pl.DataFrame(frame), total="total", correct="correct")


def measured(contest: Contest, runs: int, seed: int) -> list[str]:
    """Give what held of all ranks, and of the verdicts beside the first model."""
    skills = contest.skills
    best = 1 + (skills[None] > skills[:, None]).sum(axis=1)
    worst = len(skills) - (skills[None] < skills[:, None]).sum(axis=1)
    inside, every, widths, alarms, any_alarm = [], [], [], [], []
    ranks = "together" if contest.together else "each"
    for counts in tables(contest, runs, seed):
        board = counts.score(sampled=contest.sampled, ranks=ranks)
        rows = sorted(board, key=lambda row: row.model)
        lo = np.array([row.rank_lo for row in rows])
        hi = np.array([row.rank_hi for row in rows])
        held = (lo <= best) & (best <= hi) & (lo <= worst) & (worst <= hi)
        inside.append(held.mean())
        every.append(held.all())
        widths.append((hi - lo + 1).mean())
        found = scorio.compare(
            counts, baseline="m00", sampled=contest.sampled, ranks=ranks, margin=0
        )
        # A model that is truly as good as the first one is found worse.
        wrong = [row.worse for row in found if skills[int(row.model[1:])] == skills[0]]
        alarms.append(np.mean(wrong) if wrong else np.nan)
        any_alarm.append(any(wrong))
    figures = [np.mean(inside), np.mean(every)]
    shown = [f"{one:.3f}".removeprefix("0") for one in figures]
    false = (
        [f"{one:.3f}".removeprefix("0") for one in (np.nanmean(alarms), np.mean(any_alarm))]
        if ((skills == skills[0]).sum() > 1)
        else ["–", "–"]
    )
    return [contest.title, *shown, f"{np.mean(widths):.1f}", *false]


def section(runs: int, seed: int) -> Iterator[str]:
    """Give a line for each contest."""
    yield (
        "Questions differ in difficulty as N(0, 1.5²) on a logistic scale. Equal models have all\n"
        "of their ranks. `--fail-if-worse 0` is asked beside one of the models.\n"
    )
    heads = [
        "models", "true ranks of a model inside", "of all models", "mean width",
        "equal model found worse", "any equal model",
    ]  # fmt: skip
    yield f"| {' | '.join(heads)} |"
    yield "|---|" + "--:|" * (len(heads) - 1)
    for contest in CONTESTS:
        yield f"| {' | '.join(measured(contest, runs, seed))} |"
    yield ""
