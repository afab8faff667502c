"""The digest of many calls of the public API, which is the same on every platform.

`python tests/portable_calls.py` makes about 1,200 calls with fixed seeds, in some seconds, and
compares a digest of each kind with the one below. A digest changes if one bit of one result does.
If a change of the numerics is on purpose, take the digests that the failure prints. If it fails on
another platform only, a function of the platform is in use. `rust/scorio-digest` does the same
inside the core.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import scorio
from scorio import adaptive, eval, plan, rank, simulate  # noqa: A004  the documented name

CALLS = 10
EXPECTED = {
    "estimates": "548b0a62de1c8b194e1d8d8d2a1ba598",
    "intervals": "67a217af404b01a7fe30f68c94a7625a",
    "picked": "53d45404734ca1b45b0959ea830af96b",
    "draws": "1a59e1f2031ab357d946582c88a3c5b1",
    "boards": "35f8657f3d43ab808a45b7ffdf88c49f",
    "separations": "d8efb45f74147d7e3a6610ba729cf220",
    "settling": "471eb215ee69653f1b52ccdbc558f74c",
    "plans": "bde8f8d379fcdc82b97385a6ec5b1969",
    "rankings": "4e6d97fe4d2fc4ee6d2868e31a014dd0",
    "abilities": "2d810006bd82a37a803634fde8da3088",
}
MASK = (1 << 64) - 1


class Mix:
    """SplitMix64: the arguments of the calls, without a generator of NumPy's."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = ((self.state ^ (self.state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return ((mixed ^ (mixed >> 31)) >> 33) % limit

    def unit(self):
        return self.below(1 << 30) / (1 << 30)

    def units(self, count):
        return [self.unit() for _ in range(count)]

    def matrix(self, rows, columns, categories=2):
        """Questions of different difficulty, and their trials."""
        rates = self.units(rows)
        drawn = [
            [sum(self.unit() < rate for _ in range(categories - 1)) for _ in range(columns)]
            for rate in rates
        ]
        return np.array(drawn, dtype=np.uint8)

    def results(self, models, questions, trials):
        """Models that get better, on questions of different difficulty."""
        chances = [[(ease + (model + 0.5) / models) / 2 for ease in eases]
                   for eases in [self.units(questions)] for model in range(models)]  # fmt: skip
        drawn = [
            [[self.unit() < chance for _ in range(trials)] for chance in row] for row in chances
        ]
        return np.array(drawn, dtype=np.uint8)

    def counts(self, models=3, questions=12, trials=6):
        """The same as a log, which is read."""
        lines = [
            {"model": f"m{model}", "task": f"t{place % 3}", "question": place, "outcome": outcome}
            for model, matrix in enumerate(self.results(models, questions, trials).tolist())
            for place, row in enumerate(matrix)
            for outcome in row
        ]
        with TemporaryDirectory() as folder:
            path = Path(folder) / "log.jsonl"
            path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
            return scorio.count(path)


def scalar(value):
    """Give the bytes of a single value, which do not depend on NumPy or Python."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float):
        return struct.pack("<Q", MASK) if math.isnan(value) else struct.pack("<d", value)
    if value is None or isinstance(value, bool | int | str):
        return str(value).encode()
    raise TypeError(f"a result of type {type(value)}")


def packed(value):
    """Give the bytes of all values of a result."""
    if isinstance(value, np.ndarray):
        yield from packed([value.shape, value.ravel().tolist()])
    elif isinstance(value, Mapping):
        yield from packed(list(value.items()))
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for one in value:
            yield from packed(one)
    else:
        yield scalar(value)


def estimates(mix):
    """Every metric without an interval."""
    R, k = mix.matrix(1 + mix.below(30), 6 + mix.below(30)), 1 + mix.below(6)
    R3, w = mix.matrix(1 + mix.below(20), 6 + mix.below(9), 3), mix.units(3)
    yield eval.bayes(R)
    yield eval.bayes(R3, w)
    yield eval.avg(R3, w)
    for metric in (
        eval.pass_at_k, eval.pass_hat_k, eval.auc_at_k, eval.unanimous_at_k, eval.maj_at_k,
        eval.mg_pass_at_k, eval.geom_at_k, eval.geom_ds_at_k, eval.geo_spectrum_at_k,
        eval.geo_spectrum_star_at_k,
    ):  # fmt: skip
        yield metric(R, k)
    yield eval.g_pass_at_k_tau(R, k, 0.5)
    yield eval.max_at_k(R3, k, w)
    yield eval.threshold_spectrum_at_k(R, k, [mix.unit() / k for _ in range(k)])
    yield eval.pass_curve(R, 6)


def intervals(mix):
    """Every metric with an interval: uniform and hierarchical priors, normal and exact."""
    R, k = mix.matrix(8 + mix.below(30), 3 + mix.below(30)), 2 + mix.below(30)
    R3, w = mix.matrix(4 + mix.below(20), 3 + mix.below(9), 3), mix.units(3)
    confidence = 0.5 + mix.unit() / 2
    yield eval.bayes_ci(R3, w, confidence=confidence)
    yield eval.bayes_ci(R, interval="exact")
    yield eval.bayes_ci(R, prior="hierarchical", target="like")
    yield eval.avg_ci(R3, w, confidence)
    for metric in (
        eval.pass_at_k_ci, eval.pass_hat_k_ci, eval.auc_at_k_ci, eval.unanimous_at_k_ci,
        eval.maj_at_k_ci, eval.mg_pass_at_k_ci, eval.geom_at_k_ci, eval.geom_ds_at_k_ci,
        eval.geo_spectrum_at_k_ci, eval.geo_spectrum_star_at_k_ci,
    ):  # fmt: skip
        yield metric(R, k, confidence=confidence)
    yield eval.g_pass_at_k_tau_ci(R, k, 0.5, confidence)
    yield eval.max_at_k_ci(R3, k, w, confidence=confidence)
    yield eval.pass_at_k_ci(R, k, prior="hierarchical")
    yield eval.superiority(R, mix.matrix(len(R), 5))


def picked(mix):
    """Answers picked at run time, and profiles of the score of k trials."""
    R, k = mix.matrix(3 + mix.below(9), 7), 1 + mix.below(7)
    verifier = np.array([mix.units(7) for _ in R])
    yield eval.best_of_at_k(R, verifier, k)
    yield eval.best_of_at_k_ci(R, verifier, k, replicates=50, seed=mix.below(1000))
    answers = [[mix.below(3) for _ in row] for row in R]
    yield eval.vote_at_k(answers, [1] * len(R), k)
    profile = eval.tailpass(R, k)
    yield [profile.question_mean, profile.mean, profile.covariance]


def draws(mix):
    """Coins, and their trials."""
    seed = mix.below(1000)
    p = simulate.coins(mix.units(2 + mix.below(5)), 1 + mix.below(30), seed=seed)
    yield p
    yield simulate.trials(p, 9, seed=seed)
    yield simulate.categorical([0.1, 0.2, 0.3, 0.4], 9, seed=seed)
    yield simulate.updates(2, 5, seed=seed)


def boards(mix):
    """A log, its leaderboards and comparisons."""
    counts = mix.counts()
    yield counts.score(["avg", "bayes", "pass_at_k"], k=[2, 5], by_task=True)
    yield counts.score("maj_at_k", k=3, prior="uniform", confidence=0.8)
    yield counts.score(sampled=True)
    yield scorio.compare(counts, baseline="m0", margin=0.02)
    yield scorio.compare(counts, baseline="m1", paired=False, metric="bayes", prior="uniform")
    yield scorio.compare(counts, baseline="m2", sampled=True, cluster="task")
    yield scorio.compare_pairs(counts)
    yield scorio.gate(counts, mix.unit())
    yield scorio.difficulty(counts)


def separations(mix):
    """Figures of scores alone: which models are separated, and how far rankings agree."""
    scores, gold = mix.units(9), mix.units(9)
    sigmas = [sigma / 9 for sigma in mix.units(9)]
    yield rank.pairwise(scores, sigmas)
    yield rank.chances(scores, sigmas)
    yield rank.groups(scores, sigmas)
    yield rank.letters(scores, sigmas)
    yield rank.agreement(scores, gold, permutations=90, seed=mix.below(1000))
    yield rank.rank_scores(scores)


def settling(mix):
    """Convergence of rankings."""
    R = mix.results(4, 6, 8)
    seed = mix.below(1000)
    for metric, k in (("bayes", None), ("pass_at_k", 3)):
        yield scorio.convergence(R, metric, k, replicates=60, seed=seed, confidence=0.8)


def plans(mix):
    """What trials would show, and how many are needed."""
    a, b = plan.assumed(mix.units(6)), plan.assumed(mix.units(6))
    seed = mix.below(1000)
    yield plan.foresee(a, b, [1, 7, 40], replicates=40, seed=seed)
    yield plan.trials_needed(a, b, power=0.7, family=5)
    yield plan.repeated_looks(a, b, [3, 17, 60], replicates=60, seed=seed)
    yield plan.foresee(mix.matrix(5, 9), mix.matrix(5, 9), 20, replicates=40, seed=seed)


def rankings(mix):
    """Every ranking method of the list, and intervals of some."""
    R, k = mix.results(4, 30, 12), 2 + mix.below(6)
    aligned, guessing = {"pairing": "aligned"}, {"fix_guessing": 0.1}
    needs = {
        "pass_at_k": {"k": k}, "pass_hat_k": {"k": k}, "mg_pass_at_k": {"k": k},
        "g_pass_at_k_tau": {"k": k, "tau": 0.5}, "rasch_3pl": guessing, "rasch_3pl_map": guessing,
        "bradley_terry_luce": aligned, "bradley_terry_luce_map": aligned,
    }  # fmt: skip
    for method in rank.methods():
        yield rank.fit(method.name, R, interval=None, **needs.get(method.name, {}))
    for method in ("bradley_terry", "rasch_mml", "borda"):
        yield rank.fit(method, R, replicates=20, seed=mix.below(1000))


def abilities(mix):
    """Items calibrated, abilities on them, and the next item."""
    bank = adaptive.ItemBank.fit(mix.results(12, 8, 4).mean(axis=2))
    yield [bank.a, bank.b]
    found = adaptive.ability(bank, {item: mix.unit() for item in list(bank.items)[:5]})
    yield [found.mode, found.se, found.mean, found.sd, found.interval(0.9)]


KINDS = (
    estimates, intervals, picked, draws, boards, separations, settling, plans, rankings, abilities
)  # fmt: skip


def digests():
    """Give the digest of each kind, and the number of results."""
    for kind in KINDS:
        mix, digest, results = Mix(1), hashlib.sha256(), 0
        for _ in range(CALLS):
            for result in kind(mix):
                results += 1
                for part in packed(result):
                    digest.update(len(part).to_bytes(4, "little") + part)
        yield kind.__name__, digest.hexdigest()[:32], results


def main():
    """Compare the digests, and end with an error that names the kinds that differ."""
    found = {name: (digest, results) for name, digest, results in digests()}
    print(f"{sum(results for _, results in found.values())} results of {len(found)} kinds of calls")
    other = {name: digest for name, (digest, _) in found.items() if EXPECTED.get(name) != digest}
    if other or set(EXPECTED) != set(found):
        lines = [f'    "{name}": "{digest}",' for name, digest in other.items()]
        sys.exit("other digests:\n" + "\n".join(lines))


if __name__ == "__main__":
    main()
