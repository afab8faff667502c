"""`scorio plan`, `converge` and `simulate`, and plans that begin with a log."""

import json
import math
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


@pytest.fixture
def log(tmp_path):
    return write(tmp_path / "log.jsonl", a=A, b=B)


@pytest.mark.parametrize("half_width", ["0.5", "0.1", "0.02"])
def test_more_trials_for_a_half_width_begin_with_the_leaderboard(log, half_width):
    rows = printed("plan", "trials", log, "--half-width", half_width)
    board = {row["model"]: row for row in printed("score", log)}
    for row in rows:
        now = (board[row["model"]]["hi"] - board[row["model"]]["lo"]) / 2
        assert row["half_width"] == now
        assert (row["more"] == 0) == (now <= float(half_width))
        assert (row["questions"], row["trials"], row["at_most"]) == (3, 3.0, False)
        less = printed("plan", "trials", log, "--half-width", f"{float(half_width) / 2}")
        assert less[rows.index(row)]["more"] >= row["more"]


def test_more_trials_that_separate_begin_with_the_comparison(log):
    [row] = printed("plan", "trials", log, "--baseline", "b")
    [compared] = printed("compare", log, "--baseline", "b")
    assert (row["difference"], row["z"]) == (compared["difference"], compared["z"])
    assert 0 < row["more"] < row["half"]
    # The difference and the family may be others. Then today stays as it is.
    for options, more in ((("--difference", row["difference"] / 2), row["half"]),):
        [other] = printed("plan", "trials", log, "--baseline", "b", *options)
        assert (other["difference"], other["z"]) == (row["difference"], row["z"])
        assert other["more"] == more
    [table] = printed("plan", "trials", log, "--baseline", "b", "--family", "45")
    assert table["more"] > row["more"]
    shown = run("plan", "trials", log, "--baseline", "b").stdout
    assert "a and b are not separated: z " in shown
    assert f"{row['more']} more trials of each question separate them with power 0.8" in shown


def test_only_does_not_lower_the_family(coins):
    base = ("plan", "trials", coins, "--baseline", "coin-09")
    [only] = printed(*base, "--only", "coin-10")
    every = {row["model"]: row for row in printed(*base)}
    assert only == every["coin-10"]
    [two] = printed(*base, "--only", "coin-10", "--family", "2")
    assert two["more"] < only["more"]


def test_a_log_and_python_agree(coins):
    counts = scorio.count(coins)
    found = plan.trials_to_separate(counts, "coin-09", power=0.9)
    rows = printed("plan", "trials", coins, "--baseline", "coin-09", "--power", "0.9")
    assert [tuple(row.values()) for row in rows] == [tuple(row) for row in found]
    ended = run("plan", "trials", coins, "--half-width", "0.015", "--only", "coin-01")
    assert "Read 26,400 records" in ended.stdout
    assert "coin-02" not in ended.stdout


def test_single_trials_tell_at_most_so_many(tmp_path):
    log = write(tmp_path / "single.jsonl", a=[[1]] * 9 + [[0]] * 6, b=[[0], [1], [1]] * 5)
    [row] = printed("plan", "trials", log, "--baseline", "b")
    [compared] = printed("compare", log, "--baseline", "b")
    assert (row["z"], row["at_most"]) == (compared["z"], True)
    shown = run("plan", "trials", log, "--baseline", "b").stdout
    assert f"at most {row['more']:,} more trials" in shown
    assert "≤" in shown
    assert "Single trials do not tell how much further ones vary" in shown


def test_budgets_of_new_trials():
    known = {"m": plan.assumed([0.2, 0.5, 0.9])}
    variance = (0.2 * 0.8 + 0.25 + 0.09) / 9
    reach = Z + NormalDist().inv_cdf(0.8)
    for row in plan.budget(known, [10, 1000, 10**6]):
        sigma = math.sqrt(variance / row.trials)
        least = row.smallest_difference
        assert least == pytest.approx(reach * math.sqrt(2) * sigma, rel=1e-9) if least else True
        # With many trials the interval is normal.
        assert row.half_width == pytest.approx(Z * sigma, rel=0.5 / math.sqrt(row.trials) + 1e-3)


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
