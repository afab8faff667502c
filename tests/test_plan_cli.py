"""`scorio plan`, `converge` and `simulate`, and plans that begin with a log."""

import json
import math
from fractions import Fraction
from statistics import NormalDist
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

import scorio
from scorio import plan
from scorio.cli.main import main

Z = NormalDist().inv_cdf(0.975)


def run(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def printed(*arguments):
    ended = run(*arguments, "--json")
    assert ended.exit_code == 0, ended.stderr
    return json.loads(ended.stdout)["rows"]


def said(*arguments):
    ended = run(*arguments)
    assert ended.exit_code == 2
    return ended.stderr


def variance(counts, further):
    """Expected posterior variance of the mean after further trials, exactly."""
    total = Fraction(0)
    for failures, successes in counts:
        a, b = successes + 1, failures + 1
        total += Fraction(a * b, (a + b) ** 2 * (a + b + 1)) * Fraction(a + b, a + b + further)
    return total / len(counts) ** 2


def write(path, **models):
    lines = [
        {"model": model, "question": f"q{q}", "trial": n, "outcome": outcome}
        for model, questions in models.items()
        for q, outcomes in enumerate(questions)
        for n, outcome in enumerate(outcomes)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


A = [[1, 1, 1, 0], [0, 0], [1, 0, 1]]
B = [[1, 0, 0, 0], [0, 0], [1, 0, 0]]


def counted(questions):
    return [(one.count(0), one.count(1)) for one in questions]


@pytest.fixture
def log(tmp_path):
    return write(tmp_path / "log.jsonl", a=A, b=B)


@pytest.mark.parametrize("half_width", ["0.3", "0.1", "0.02"])
def test_more_trials_for_a_half_width_as_worked_out_exactly(log, half_width):
    rows = printed("plan", "trials", log, "--half-width", half_width)
    for row, questions in zip(rows, (A, B), strict=True):
        now = math.sqrt(variance(counted(questions), 0))
        assert row["half_width"] == pytest.approx(Z * now, rel=1e-12)
        most = (float(half_width) / Z) ** 2
        assert float(variance(counted(questions), row["more"])) <= most
        assert row["more"] == 0 or float(variance(counted(questions), row["more"] - 1)) > most
        assert (row["questions"], row["trials"]) == (3, 3.0)


def test_more_trials_that_separate_as_worked_out_exactly(log):
    [row] = printed("plan", "trials", log, "--baseline", "b")
    means = [sum(Fraction(s + 1, f + s + 2) for f, s in counted(one)) / 3 for one in (A, B)]
    gap = float(means[0] - means[1])
    assert row["difference"] == pytest.approx(gap, rel=1e-12)

    def z(more):
        return gap / math.sqrt(sum(variance(counted(one), more) for one in (A, B)))

    assert row["z"] == pytest.approx(z(0), rel=1e-12)
    assert z(row["more"]) >= NormalDist().inv_cdf(0.95) > z(row["more"] - 1)


def test_a_log_and_python_agree(coins):
    counts = scorio.count(coins)
    found = plan.trials_to_separate(counts, "coin-09", power=0.8)
    rows = printed("plan", "trials", coins, "--baseline", "coin-09", "--power", "0.8")
    assert [row["more"] for row in rows] == [row.more for row in found]
    assert [row["power"] for row in rows] == [row.power.value for row in found]
    ended = run("plan", "trials", coins, "--half-width", "0.015", "--only", "coin-01")
    assert "Read 26,400 records" in ended.stdout
    assert "coin-02" not in ended.stdout


def test_budgets_of_new_trials():
    known = {"m": plan.assumed([0.2, 0.5, 0.9])}
    for row in plan.budget(known, [1, 10]):
        n = row.trials
        # E[(1 + s)(1 + n − s)] / ((n + 2)² (n + 3)), of binomial s.
        each = [
            sum(
                math.comb(n, s) * p**s * (1 - p) ** (n - s) * (1 + s) * (1 + n - s)
                for s in range(n + 1)
            ) / ((n + 2) ** 2 * (n + 3))
            for p in (0.2, 0.5, 0.9)
        ]  # fmt: skip
        assert row.half_width == pytest.approx(Z * math.sqrt(sum(each)) / 3, rel=1e-10)


def test_what_plans_refuse(log, tmp_path):
    assert "say what the trials are for" in said("plan", "trials", log)
    assert "say what to plan with" in said("plan", "trials", "--half-width", "0.1")
    assert "--power is about two models" in said(
        "plan", "trials", log, "--half-width", "0.1", "--power", "0.8"
    )
    assert "there is no model 'c'" in said("plan", "trials", log, "--baseline", "c")
    assert "--half-width 0 is not finite and above 0" in said(
        "plan", "trials", log, "--half-width", "0"
    )
    assert "--model is for logs" in said(
        "plan", "trials", "--assume", "0.5", "--half-width", "0.1", "--model", "m"
    )
    assert "give it, or FILES" in said("plan", "trials", log, "--assume", "0.5")
    assert "is no number" in said("plan", "budget", "--assume", "0.5", "--questions", "names.txt")
    assert "say --baseline NAME" in said("plan", "split", log, "--budget", "10")
    assert "this plan is about two models" in said(
        "plan", "looks", "--assume", ".5", "--assume", ".5", "--assume", ".5", "--looks", "2,4"
    )
    assert "--plot draws the separation" in said(
        "plan", "budget", log, "--plot", tmp_path / "plan.svg"
    )
    numbers = write(tmp_path / "n.jsonl", a=[[0.1, 0.7], [0.33, 0.5]])
    assert "plans need categories" in said("plan", "trials", numbers, "--half-width", "0.1")


def test_pictures_of_plans_and_of_convergence(coins, tmp_path):
    for path, arguments in (
        ("plan.svg", ("plan", "budget", coins, "--baseline", "coin-09", "--only", "coin-10")),
        ("settles.svg", ("converge", coins, "--replicates", "50")),
    ):
        ended = run(*arguments, "--plot", tmp_path / path, "--json")
        assert ended.exit_code == 0, ended.stderr
        assert json.loads(ended.stdout)["rows"]
        assert ended.stderr == f"Wrote {tmp_path / path}.\n"
        assert ET.parse(tmp_path / path).getroot().tag.endswith("svg")


def test_convergence_of_a_log(coins, tmp_path):
    options = ("--metric", "bayes", "--metric", "pass_at_k", "-k", "4", "--replicates", "200")
    ended = run("converge", coins, "--only", "coin-01", "--only", "coin-11", *options, "--json")
    document = json.loads(ended.stdout)
    assert document["settings"]["models"] == ["coin-01", "coin-11"]
    counts = scorio.count(coins, order=True).select(model=["coin-01", "coin-11"])
    study = scorio.convergence(counts, ["bayes", "pass_at_k"], 4, replicates=200)
    assert [row["tau"] for row in document["rows"]] == [row.tau for row in study.rows]
    uneven = write(tmp_path / "uneven.jsonl", a=[[1, 1], [1, 0]], b=[[0, 0], [1, 0, 1]])
    assert run("converge", uneven, "--replicates", "10").exit_code == 2
    dropped = run("converge", uneven, "--ragged", "drop", "--replicates", "10")
    assert dropped.exit_code == 0, dropped.stderr
    assert "1 trial beyond the 2 that all have were left out." in dropped.stdout


def test_a_simulated_log_is_as_its_truth_says(tmp_path):
    options = ("simulate", "--means", "0.3,0.8", "--questions", "7", "--trials", "200", "--seed", 5)
    logs = [tmp_path / "log.jsonl", tmp_path / "log.csv"]
    ended = run(*options, "--out", logs[0], "--out", logs[1], "--json")
    assert ended.exit_code == 0, ended.stderr
    truth = json.loads(ended.stdout)["rows"]
    for name, mean in (("coin-1", 0.3), ("coin-2", 0.8)):
        own = [row["probability"] for row in truth if row["model"] == name]
        assert len(own) == 7
        assert sum(own) / 7 == pytest.approx(mean, abs=1e-12)
    first, second = map(scorio.count, logs)
    assert first == second
    for row in first.score():
        truly = {"coin-1": 0.3, "coin-2": 0.8}[row.model]
        assert abs(row.score - truly) < 4 * row.sigma
    assert run(*options, "--out", "-").stdout == logs[0].read_text()
    assert "give one" in said(*options, "--out", "-", "--json")
    assert "its ending is none of" in said(*options, "--out", tmp_path / "log.txt")
