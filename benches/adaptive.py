"""Time the calls of adaptive evaluation: the least processor time of some rounds.

    make bench
    .venv/bin/python benches/adaptive.py

Other programs count for little in the least time. It holds the way from Python and back.
"""

from __future__ import annotations

import time

import numpy as np
from page import begin, duration, table

from scorio import adaptive

TITLE = "Adaptive evaluation"
ROUNDS = 7


def least(call, rounds=ROUNDS, clock=time.process_time):
    """The shortest time of a call, in seconds."""
    found = []
    for _ in range(rounds):
        start = clock()
        call()
        found.append(clock() - start)
    return min(found)


def bank_of(items, draws, *, common):
    """A bank of that many items, with one slope or with slopes of their own."""
    slopes = 1.0 if common else np.exp(0.4 * draws.normal(size=items))
    return adaptive.ItemBank.from_params(slopes, draws.normal(size=items), 0.5)


def asking(draws, select):
    """One choice among 100,000 items, by a model with 30 scores."""
    for common in (True, False):
        bank = bank_of(100_000, draws, common=common)
        run = adaptive.Ranker(bank, ["a", "b"], select=select, warmup=10_000)
        for query in run.ask(60):
            run.tell(query, float(draws.random() < 0.6))

        def once(run=run):
            run.tell_failed(run.ask(1)[0], retry=False)

        slopes = "one slope" if common else "many slopes"
        yield f"`ask`, 1 of 100,000 items by `{select}`, {slopes}", least(once, 30)


def telling(draws, answered):
    """The time of a score, when a model has that many already."""
    bank = bank_of(5_000, draws, common=False)
    run = adaptive.Ranker(bank, ["a", "b"], warmup=2 * answered + 100)
    for place in range(answered):
        run.add("a", str(place), float(draws.random() < 0.6))
    place = iter(range(answered, answered + 60))

    def once():
        query = run.ask_item("a", str(next(place)))
        times.append(-time.process_time())
        run.tell(query, 1.0)
        times[-1] += time.process_time()

    times = []
    least(once, 60)
    return f"`tell`, after {answered:,} items", min(times)


def posterior(draws):
    """Mode, mean and standard deviation of a model with 1,000 scores."""
    bank = bank_of(1_000, draws, common=False)
    scores = dict(zip(bank.items, (draws.random(1_000) < 0.5).astype(float), strict=True))
    return "`ability` of 1,000 items", least(lambda: adaptive.ability(bank, scores))


def calibration(draws, models, items):
    """A whole `ItemBank.fit` of binary outcomes: processor time, and time by the clock."""
    theta, b = draws.normal(size=(models, 1)), 1.3 * draws.normal(size=items)
    outcomes = (draws.random((models, items)) < 1 / (1 + np.exp(b - theta))).astype(float)
    for name, clock in (("", time.process_time), (", by the clock", time.perf_counter)):
        seconds = least(lambda: adaptive.ItemBank.fit(outcomes), 5, clock)
        yield f"`ItemBank.fit`, {models} models × {items:,} items{name}", seconds


def main():
    """Print the section."""
    draws = np.random.default_rng(1)
    begin(
        TITLE,
        """Calls from Python. Banks have one slope, or a slope of each item. Figures are the
        least processor time of some rounds.""",
    )
    found = [*asking(draws, "information"), *asking(draws, "expected"), posterior(draws)]
    found += [telling(draws, answered) for answered in (10, 100, 400, 1_000)]
    found += [*calibration(draws, 400, 5_000), *calibration(draws, 25, 10_000)]
    print(table(["call", "time"], [[name, duration(seconds)] for name, seconds in found]))


if __name__ == "__main__":
    main()
