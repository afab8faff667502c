"""Time the ranking methods beside NumPy, scorio 0.2.3, evalica and choix, on one thread.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 .venv/bin/python benches/rankers.py
    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 .venv/bin/python benches/rankers.py all  # all methods

20 models answer 500 questions, 16 trials each. NumPy takes W by one matrix product and then
Newton's steps with the same start and end. Its bootstrap draws questions and takes the steps again.
The other packages are installed from the package index into an environment of their own.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from page import begin, duration, figure, table, turns
from peer import ENVIRONMENT, interpreter

from scorio import eval as scorio_eval
from scorio import rank
from scorio.rank.source import data_of

TITLE = "Ranking"
MODELS, QUESTIONS, TRIALS, REPLICATES = 20, 500, 16, 1000
PACKAGES = ("scorio==0.2.3", "evalica==0.4.2", "choix==0.4.1")
PEERS = (
    ("bradley_terry", "scorio 0.2.3", "bradley_terry"),
    ("bradley_terry", "evalica", "bradley_terry"),
    ("bradley_terry", "choix", "ilsr_pairwise_dense"),
    ("bradley_terry_davidson", "scorio 0.2.3", "bradley_terry_davidson"),
    ("rao_kupper", "scorio 0.2.3", "rao_kupper"),
    ("kemeny_young", "scorio 0.2.3", "kemeny_young"),
    ("rasch_mml", "scorio 0.2.3", "rasch_mml"),
    ("elo", "scorio 0.2.3", "elo"),
)
MODEL_OF_PAIRS = ("bradley_terry", "bradley_terry_davidson", "rao_kupper")
METHODS = (*MODEL_OF_PAIRS, "kemeny_young", "davidson_luce", "rasch_mml", "elo")
# A peer that takes so many seconds is timed once.
SLOW = 10.0


def results():
    """Results of models of evenly spaced skill."""
    generator = np.random.default_rng(1)
    logit = np.linspace(-1, 1, MODELS)[:, None] - generator.normal(0, 1.5, QUESTIONS)
    p = 1 / (1 + np.exp(-logit))
    return generator.binomial(1, p[:, :, None], (MODELS, QUESTIONS, TRIALS)).astype(np.uint8)


def wins(p, times):
    """Expected wins: one product."""
    own = p * times * TRIALS
    found = own.sum(1)[:, None] - own @ p.T
    np.fill_diagonal(found, 0)
    return found


def newton(won, theta):
    """Strengths by Newton's steps, to 1e-13."""
    total = won + won.T
    for _ in range(50):
        chance = 1 / (1 + np.exp(theta[None] - theta[:, None]))
        gradient = (won - total * chance).sum(1)
        hessian = -total * chance * (1 - chance)
        np.fill_diagonal(hessian, -hessian.sum(1))
        step = np.linalg.solve(hessian + 1, gradient)
        theta = theta + step
        if abs(step).max() < 1e-13:
            break
    return theta


def bootstrap(p):
    """Strengths of draws of the questions."""
    generator = np.random.default_rng(0)
    start = newton(wins(p, 1.0), np.zeros(MODELS))
    draws = generator.multinomial(QUESTIONS, [1 / QUESTIONS] * QUESTIONS, REPLICATES)
    return np.array([newton(wins(p, times), start) for times in draws])


def timed(run, rounds):
    """Give the median of seconds."""
    run()
    spent = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        spent.append(time.perf_counter() - start)
    return statistics.median(spent)


def elsewhere(package, method, file):
    """Give the seconds of a call in another package, and its scores."""
    python = interpreter("rankers", PACKAGES)
    command = [python, Path(__file__).with_name("rankers_peer.py"), package, method, file]
    environment = ENVIRONMENT | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    ended = subprocess.run(command, check=True, capture_output=True, env=environment)
    answer = json.loads(ended.stdout)
    return answer["seconds"], np.array(answer["scores"])


def kernels(R, data):
    """Give the times of calls from Python, on counts and from the array."""
    yield "counting the array", timed(lambda: data_of(R), 20)
    yield "pairs, of counts", timed(data.pairs, 200)
    for name in METHODS:
        rounds = 50 if name in MODEL_OF_PAIRS else 5
        yield f"`{name}`, of counts", timed(lambda name=name: data.scores(name, {}), rounds)
        if name in MODEL_OF_PAIRS:
            own = timed(lambda name=name: getattr(rank, name)(R), rounds)
            yield f"`{name}`, of the array", own
    generator = np.random.default_rng(7)
    wide = generator.random((10_000, 256)) < generator.beta(0.6, 0.6, size=(10_000, 1))
    profile = scorio_eval.tailpass(wide.astype(np.int8), 64)
    yield "`tailpass` of 10,000 × 256, k = 64: σ", timed(lambda: profile.at_k(64).std, 20)
    yield "the same: 4,000 draws", timed(lambda: profile.sample(4000).profile, 1)


def numpy(R, data):
    """Compare with NumPy: the strengths, and the draws of questions."""
    p = R.mean(axis=2)
    ours = np.array(data.scores("bradley_terry", {})[0])
    apart = abs(ours - newton(wins(p, 1.0), np.zeros(MODELS))).max()
    if apart > 1e-11:
        sys.exit(f"bradley_terry and its peer differ by {apart}")
    fit = ("bradley_terry", {}, "questions", 0.95, REPLICATES, 0, 1, None)
    names = ("`bradley_terry`", f"`bradley_terry`, {REPLICATES:,} draws")
    calls = (
        (lambda: data.scores("bradley_terry", {}), lambda: newton(wins(p, 1.0), np.zeros(MODELS))),
        (lambda: data.fit(*fit), lambda: bootstrap(p)),
    )
    for name, both, rounds in zip(names, calls, (50, 3), strict=True):
        yield name, "NumPy", *turns(dict(enumerate(both)), rounds).values()


def peers(R, data):
    """Compare with other packages. Strengths of evalica and choix have to be ours."""
    won, tied = data.pairs()
    ours = np.array(data.scores("bradley_terry", {})[0])
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "data.npz")
        np.savez(file, R=R.astype(int), wins=np.array(won), ties=np.array(tied))
        for name, package, method in PEERS:
            own, theirs = [], []
            for _ in range(3):
                spent, scores = elsewhere(package, method, file)
                theirs.append(spent)
                own.append(timed(lambda name=name: data.scores(name, {}), 5))
                if spent > SLOW:
                    break
            if package in {"evalica", "choix"}:
                apart = abs(np.log(scores) - np.log(scores).mean() - ours).max()
                if apart > 1e-11:
                    sys.exit(f"{name} and {package} differ by {apart}")
            yield f"`{name}`", package, statistics.median(own), statistics.median(theirs)


def main():
    """Print the section."""
    R = results()
    data = data_of(R)
    begin(
        TITLE,
        f"""{MODELS} models have {TRIALS} trials on each of {QUESTIONS} questions. Calls are from
        Python on one thread. Most take counts, which `scorio.count` has already.""",
    )
    print(table(["call", "time"], [[name, duration(own)] for name, own in kernels(R, data)]))
    print(
        "Other packages on one thread. `elo` of scorio is the mean of 64 orders, theirs has one.\n"
    )
    rows = [
        [name, other, duration(own), duration(theirs), figure(theirs / own)]
        for part in (numpy, peers)
        for name, other, own, theirs in part(R, data)
    ]
    print(table(["method", "other", "scorio", "other", "other / scorio"], rows))
    if sys.argv[1:] == ["all"]:
        calls = {one.name: lambda name=one.name: data.scores(name, {}) for one in rank.methods()}
        found = {f"`{name}`": duration(timed(call, 5)) for name, call in calls.items()}
        print(table(["method, of counts", "time"], found.items()))


if __name__ == "__main__":
    main()
