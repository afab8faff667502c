"""Time the ranking methods beside NumPy, scorio 0.2.3, evalica and choix, on one thread.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 .venv/bin/python benches/rankers.py
    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 .venv/bin/python benches/rankers.py all  # all methods

20 models answer 500 questions, 16 trials each. NumPy takes W by one matrix product and then
Newton's steps with the same start and end. Its bootstrap draws questions and takes the steps again.
The other packages are installed from the package index into an environment of their own.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from peer import interpreter

from scorio import eval as scorio_eval
from scorio import rank
from scorio.rank.source import data_of

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
# Milliseconds that a method may take.
TARGETS = dict.fromkeys(MODEL_OF_PAIRS, 0.05) | {
    "kemeny_young": 60.0,
    "davidson_luce": 20.0,
    "rasch_mml": 5.0,
    "elo": 150.0,
}


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
    """Give the median of milliseconds."""
    run()
    spent = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        spent.append(time.perf_counter() - start)
    return 1e3 * statistics.median(spent)


def elsewhere(package, method, file):
    """Give the milliseconds of a call in another package, and its scores."""
    python = interpreter("rankers", PACKAGES)
    command = [python, Path(__file__).with_name("rankers_peer.py"), package, method, file]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    ended = subprocess.run(command, check=True, capture_output=True, env=environment)
    answer = json.loads(ended.stdout)
    return answer["milliseconds"], np.array(answer["scores"])


def line(name, milliseconds, rest=""):
    """Print a line."""
    print(f"{name:44} {milliseconds:11.3f} ms  {rest}")


def kernels(R, data):
    """Print what the targets are about, from Python: calls on counts, and from the array."""
    line("counting the array", timed(lambda: data_of(R), 20))
    line("pairs, of counts", timed(data.pairs, 200), "target 0.02")
    for name, target in TARGETS.items():
        rounds = 50 if target < 1 else 5
        own = timed(lambda name=name: data.scores(name, {}), rounds)
        line(f"{name}, of counts", own, f"target {target:g}")
        if name in MODEL_OF_PAIRS:
            line(f"{name}, of the array", timed(lambda name=name: getattr(rank, name)(R), rounds))
    interval = "questions"
    draws = timed(lambda: data.fit("bradley_terry", {}, interval, 0.95, REPLICATES, 0, 1), 5)
    line("bradley_terry, 1,000 draws", draws, "target 40")
    generator = np.random.default_rng(7)
    wide = generator.random((10_000, 256)) < generator.beta(0.6, 0.6, size=(10_000, 1))
    profile = scorio_eval.tailpass(wide.astype(np.int8), 64)
    line(
        "tail profile, 10,000 x 256, k = 64: sigma",
        timed(lambda: profile.at_k(64).std, 20),
        "target 5",
    )
    line("the same: 4,000 draws", timed(lambda: profile.sample(4000).profile, 1))


def peers(R, data):
    """Print the times of other packages beside ours, and how far log-strengths are apart."""
    won, tied = data.pairs()
    p = R.mean(axis=2)
    ours = np.array(data.scores("bradley_terry", {})[0])
    peer = newton(wins(p, 1.0), np.zeros(MODELS))
    apart = abs(ours - peer).max()
    if apart > 1e-11:
        sys.exit(f"bradley_terry and its peer differ by {apart}")
    plain = timed(lambda: newton(wins(p, 1.0), np.zeros(MODELS)), 50)
    line("bradley_terry: NumPy", plain, f"apart {apart:.0e}")
    line("bradley_terry, 1,000 draws: NumPy", timed(lambda: bootstrap(p), 3))
    with tempfile.TemporaryDirectory() as folder:
        file = str(Path(folder) / "data.npz")
        np.savez(file, R=R.astype(int), wins=np.array(won), ties=np.array(tied))
        for name, package, method in PEERS:
            spent, scores = elsewhere(package, method, file)
            own = timed(lambda name=name: data.scores(name, {}), 5)
            rest = f"{spent / own:9.0f}x"
            if name == "bradley_terry":
                theta = np.log(scores)
                rest += f"  apart {abs(theta - theta.mean() - ours).max():.0e}"
            if name == "elo":
                rest += "  one order; ours is the mean of 64"
            line(f"{name}: {package}", spent, rest)


def main():
    """Print the times, and check that all agree."""
    R = results()
    data = data_of(R)
    naive = np.array(data.naive("bradley_terry", {}))
    rows, *_ = data.fit("bradley_terry", {}, "sandwich", 0.95, 10, 0, 1)
    sandwich = np.median([row[4] for row in rows])
    print(f"median sigma: sandwich {sandwich:.4f}, naive {np.median(naive):.4f}")
    kernels(R, data)
    peers(R, data)
    if sys.argv[1:] == ["all"]:
        for method in rank.methods():
            own = timed(lambda name=method.name: data.scores(name, {}), 5)
            line(method.name, own)


if __name__ == "__main__":
    main()
