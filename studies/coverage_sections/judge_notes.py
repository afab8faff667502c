"""How often a judge is said to favour a model, and labels not to be chosen by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from scorio import judge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

QUESTIONS, TRIALS, LABELS = 100, 4, 50
# The accuracy of each model.
ACCURACIES = np.array([0.25, 0.4, 0.5, 0.6, 0.75])
# How likely a trial is labelled falls with the judge's mean on its question.
AVOIDED = 2.0


class Case(NamedTuple):
    """What is not fair, if something is not."""

    # How often the judge says yes to right and to wrong answers.
    yes: float = 0.9
    alarm: float = 0.15
    # False alarms more for the first model.
    favour: float = 0.0
    # Whether the judge's errors are alike within a question.
    alike: bool = False
    # Whether trials of questions that the judge likes are avoided.
    avoided: bool = False


CASES = {
    "fair, errors independent": Case(),
    "fair, errors alike by question": Case(alike=True),
    "good judge, 95 / 5": Case(0.95, 0.05),
    "worse judge, 80 / 20": Case(0.8, 0.2),
    "poor judge, 70 / 35": Case(0.7, 0.35),
    "false alarms more by 0.2 for one model": Case(favour=0.2),
    "false alarms more by 0.4 for one model": Case(favour=0.4),
    "questions that the judge likes are avoided": Case(avoided=True),
}


def drawn(random: np.random.Generator, case: Case) -> tuple[NDArray[np.float64], ...]:
    """Draw outcomes of the judge, and labels of some."""
    shape = (len(ACCURACIES), QUESTIONS, TRIALS)
    p = random.beta(ACCURACIES, 1 - ACCURACIES, (QUESTIONS, len(ACCURACIES))).T[:, :, None]
    right = (random.random(shape) < p).astype(float)
    yes, alarm = np.full(shape, case.yes), np.full(shape, case.alarm)
    if case.alike:
        # The same rates for all models, of each question its own, with the correlation 0.5.
        rates = (case.yes, case.alarm)
        yes, alarm = (random.beta(rate, 1 - rate, (1, QUESTIONS, 1)) for rate in rates)
    alarm = alarm + np.zeros(shape)
    alarm[0] += case.favour
    outcomes = (random.random(shape) < np.where(right == 1, yes, alarm)).astype(float)
    # The largest of these are chosen: with equal weights at random (Efraimidis and Spirakis).
    weight = np.exp(-AVOIDED * outcomes.mean(axis=2, keepdims=True) * case.avoided)
    order = np.log(random.random(shape)) / weight
    flat = order.reshape(len(ACCURACIES), -1)
    least = np.sort(flat, axis=1)[:, -LABELS][:, None, None]
    return outcomes, np.where(order >= least, right, np.nan)


def told(case: Case, runs: int, seed: int) -> list[float]:
    """Give the shares of runs and of models that have each note."""
    found = np.zeros(4)
    for run in range(runs):
        outcomes, labels = drawn(np.random.default_rng([seed, run]), case)
        rows = judge.quality(judge.from_arrays(outcomes, labels, label_range=(0, 1)))
        notes = rows.notes
        favoured = [note.split()[3] for note in notes if note.endswith("do not rank by it.")]
        unlike = [note for note in notes if note.startswith("Labelled trials of")]
        of_all = [note for note in unlike if note.startswith("Labelled trials of all")]
        models = {note.split()[3] for note in unlike} - {"all"}
        found += [
            bool(favoured), "1" in favoured, len(models) / len(ACCURACIES), bool(of_all),
        ]  # fmt: skip
    return list(found / runs)


def section(runs: int, seed: int) -> Iterator[str]:
    """Give the table."""
    usual, models = Case(), ", ".join(f"{one:g}" for one in ACCURACIES)
    yield f"{len(ACCURACIES)} models of the accuracies {models}, on {QUESTIONS} questions ×"
    yield f"{TRIALS} trials, with {LABELS} labels each. The judge says yes to right / wrong"
    yield f"answers in {100 * usual.yes:g} / {100 * usual.alarm:g} %. Each entry: the share of"
    yield "runs, or of models, that have a note.\n"
    heads = ("favours some model", "favours the first", "labels of a model", "labels of all")
    yield f"| judge and labels | {' | '.join(heads)} |"
    yield "|---|---|---|---|---|"
    for name, case in CASES.items():
        cells = (f"{one:.3f}".removeprefix("0") for one in told(case, runs, seed))
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""
