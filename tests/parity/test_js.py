"""JavaScript gives the bits of Python."""

import json
import math
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import scorio
from scorio import eval as metrics
from scorio import plan, rank, simulate

ROOT = Path(__file__).parent.parent.parent
BUILT = ROOT / "target" / "js" / "scorio_wasm_bg.wasm"
COINS = ROOT / "examples" / "coins.jsonl"
AGENTS = ROOT / "examples" / "agents.jsonl"

pytestmark = [
    pytest.mark.skipif(shutil.which("node") is None, reason="there is no node"),
    pytest.mark.skipif(not BUILT.exists(), reason="target/js is not built: run make js"),
]


def camel(name):
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def plain(value):
    """Give a result of Python as JavaScript's would come through JSON."""
    if hasattr(value, "_asdict"):
        return {camel(name): plain(one) for name, one in value._asdict().items()}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, float) and math.isnan(value):
        return "NaN"
    return value


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    def run(calls):
        file = tmp_path_factory.mktemp("js") / "calls.json"
        file.write_text(json.dumps(calls))
        done = subprocess.run(
            ["node", ROOT / "js" / "test" / "parity.mjs", file],
            capture_output=True, encoding="utf-8", check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


def cases():
    """Give metrics with their arguments, in both languages."""
    draw = np.random.default_rng(5)
    one = "bayes", "avg"
    extra = {
        "g_pass_at_k_tau": {"tau": 0.6},
        "threshold_spectrum_at_k": {"weights": [0.5, 0.25, 0.1]},
    }
    for trial in range(6):
        shape = int(draw.integers(1, 30)), int(draw.integers(3, 40))
        R = (draw.random(shape) < draw.random((shape[0], 1))).astype(int)
        for name in (
            "bayes", "avg", "pass_at_k", "pass_hat_k", "g_pass_at_k_tau", "mg_pass_at_k",
            "maj_at_k", "auc_at_k", "threshold_spectrum_at_k", "geom_at_k", "geom_ds_at_k",
            "geo_spectrum_star_at_k", "max_at_k",
        ):  # fmt: skip
            own = extra.get(name, {})
            given = {camel(key) if key != "weights" else "spectrum": v for key, v in own.items()}
            budget = () if name in one else (3,)
            point = getattr(metrics, name)(R, *budget, **own)
            options = given | ({"k": 3} if budget else {})
            yield ["evaluate", name, R.tolist(), options], plain(point)
            level = 0.5 + 0.08 * trial
            posterior = getattr(metrics, f"{name}_ci")(R, *budget, confidence=level, **own)
            options = options | {"confidence": level}
            yield ["evaluate", f"{name}_ci", R.tolist(), options], plain(posterior)


def test_metrics(node):
    calls, expected = zip(*cases(), strict=True)
    for call, found, value in zip(calls, node(calls), expected, strict=True):
        assert found == value, call[1]


def test_logs(node):
    counts, log = scorio.count(COINS), str(COINS)
    models = ["coin-01", "coin-04", "coin-09"]
    found = node([
        ["score", log, {}],
        ["score", log, {"metrics": ["bayes", "pass_at_k_ci"], "k": [2, 5], "sampled": True}],
        ["score", log, {"prior": "uniform", "confidence": 0.8}],
        ["compare", log, "coin-04", {"margin": 0.02}],
        ["compare", log, "coin-04", {"paired": False, "metric": "bayes"}],
        ["pairwise", log, models],
    ])  # fmt: skip
    expected = [
        counts.score(),
        counts.score(["bayes", "pass_at_k_ci"], [2, 5], sampled=True),
        counts.score(prior="uniform", confidence=0.8),
        scorio.compare(counts, baseline="coin-04", margin=0.02),
        scorio.compare(counts, baseline="coin-04", paired=False, metric="bayes"),
        scorio.compare_pairs(counts, models=models),
    ]
    for javascript, python in zip(found, expected, strict=True):
        assert javascript == plain(list(python))


def test_costs(node):
    log = str(AGENTS)
    prices = {"large": {"input": 20, "output": 80}, "medium": {"input": 2.5, "output": 10}}
    prices |= {"previous": {"input": 3, "output": 12.5}, "small": {"input": 1.5, "output": 6}}
    priced = "usage.prompt_tokens * input + usage.completion_tokens * output"
    readings = [
        {"cost": "dollars", "keep_values": True},
        {"cost": priced, "prices": prices, "keep_values": True},
    ]
    calls, expected = [], []
    for reading in readings:
        counts = scorio.count(AGENTS, **reading)
        for options in (
            {},
            {"sampled": True, "within": 0.05},
            {"tries": 3, "confidence": 0.9},
            {"caps": [0.1, 1.0], "curve": 16},
        ):
            found = scorio.cost(counts, **options)
            expected.append([list(found), found.pairs, found.retries, found.caps])
            calls.append([reading, options, "cost"])
        gate = {"max_ratio": 0.5, "baseline": "large", "at_most": 0.3}
        expected.append([list(scorio.cost_gate(counts, **gate)), [], [], []])
        calls.append([reading, gate, "costGate"])
        expected.append([list(plan.costs(counts, money=100)), [], [], []])
        calls.append([reading, {"money": 100}, "planCosts"])
    named = [
        ["cost", log, *({camel(key): one for key, one in given.items()} for given in pair), call]
        for *pair, call in calls
    ]
    for call, found, value in zip(named, node(named), expected, strict=True):
        assert found == plain(value), call


def test_random_studies(node):
    means, seed = [0.3, 0.5, 0.6], 11
    p = simulate.coins(means, 8, seed=seed)
    R = simulate.trials(p, 12, seed=seed)
    a, b = [0.2, 0.5, 0.9], [0.3, 0.6, 0.9]
    by_row = {"metrics": "pass_at_k", "k": 2, "scheme": "row", "replicates": 77}
    scores, gold = [3.0, 1.0, 2.0, 2.0], [4.0, 1.0, 2.0, 3.0]
    found = node([
        ["coins", means, 8, seed],
        ["trials", p.tolist(), 12, seed],
        ["convergence", R.tolist(), {"replicates": 500, "seed": seed}],
        ["convergence", R.tolist(), by_row],
        ["foresee", a, b, {"replicates": 300, "seed": seed}],
        ["trialsNeeded", R[0].tolist(), R[2].tolist(), {"power": 0.7}],
        ["rankScores", scores, {"sigmas": [0.5, 0.6, 0.1, 0.1]}],
        ["weightedTau", scores, gold, {"permutations": 500, "seed": seed}],
    ])  # fmt: skip
    assert found[0] == p.tolist()
    assert found[1] == R.tolist()
    courses = [
        scorio.convergence(R, replicates=500, seed=seed),
        scorio.convergence(R, "pass_at_k", 2, scheme="row", replicates=77),
    ]
    for course, study in zip(found[2:4], courses, strict=True):
        assert course == plain(list(study))
    foreseen = plan.foresee(plan.assumed(a), plan.assumed(b), replicates=300, seed=seed)
    assert found[4] == plain(list(foreseen))
    needed = plan.trials_needed(R[0], R[2], power=0.7)
    assert found[5] == {name: one for name, one in plain(needed).items() if name != "says"}
    ranks = rank.rank_scores(scores, [0.5, 0.6, 0.1, 0.1])
    assert found[6] == plain(ranks)
    tau = rank.weighted_tau(scores, gold, permutations=500, seed=seed)
    assert found[7] == plain(tau)
