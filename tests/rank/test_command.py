"""Methods with options on the command line, and what the list of methods says."""

from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

import scorio
from scorio import rank
from scorio.cli.main import main

LINES = [
    {"model": model, "question": f"q{q}", "trial": n, "outcome": int((q * 7 + n * place) % 5 < 3)}
    for place, model in enumerate("abc", 1)
    for q in range(6)
    for n in range(4)
]


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in LINES))
    return path


def ranked(log, *arguments):
    ended = CliRunner().invoke(main, ["rank", str(log), "--interval", "none", "--json", *arguments])
    assert ended.exit_code == 0, ended.stderr
    return {row["model"]: row["score"] for row in json.loads(ended.stdout)["rows"]}


def said(*arguments):
    ended = CliRunner().invoke(main, ["rank", *map(str, arguments)])
    assert ended.exit_code == 2
    return ended.stderr


@pytest.mark.parametrize(
    ("arguments", "method", "options"),
    [
        (["-k", "2"], "pass_at_k", {"k": 2}),
        (["-k", "3", "--tau", "2/3"], "g_pass_at_k_tau", {"k": 3, "tau": 2 / 3}),
        (["--option", "k=3", "--option", "tau=2/3"], "g_pass_at_k_tau", {"k": 3, "tau": 2 / 3}),
        (["--quantile", "0.05"], "bayes", {"quantile": 0.05}),
        (["--prior", "laplace:0.5"], "bradley_terry_map", {"prior": rank.LaplacePrior(0, 0.5)}),
        (["--prior", "cauchy"], "bradley_terry_map", {"prior": rank.CauchyPrior()}),
        (["--prior", "gaussian:3"], "bradley_terry_map", {"prior": 3}),
        (["--option", "damping=0.5"], "pagerank", {"damping": 0.5}),
        (["--option", "tie_aware=false"], "kemeny_young", {"tie_aware": False}),
        (["--option", "clip_range=0.1,0.9"], "inverse_difficulty", {"clip_range": (0.1, 0.9)}),
    ],
)
def test_methods_take_their_options(log, arguments, method, options):
    expected = rank.fit(method, scorio.count(log), interval=None, **options)
    assert ranked(log, "--method", method, *arguments) == {row.model: row.score for row in expected}
    assert any(row.score != other.score for row, other in zip(
        expected, rank.fit("avg", scorio.count(log), interval=None), strict=True
    ))  # fmt: skip


def test_mistakes_with_options(log):
    assert "pass_at_k needs the option k; give -k" in said(log, "--method", "pass_at_k")
    assert "--prior student is not a prior such as gaussian:2" in said(log, "--prior", "student")
    assert "'x' is not a number" in said(log, "--prior", "laplace:x")
    assert "scale = -1.0 is not positive" in said(log, "--prior", "laplace:-1")
    assert "k is given by -k, too" in said(log, "-k", 2, "--option", "k=3")
    assert "did you mean borda?" in said(log, "--method", "bordda")
    assert "name each for itself, as avg and borda" in said(log, "--method", "avg,borda")
    assert "take bradley_terry_map" in said(log, "--prior", "laplace", "--interval", "none")


def test_help_and_the_list_name_every_method_with_its_options():
    text = CliRunner().invoke(main, ["rank", "--help", "all"]).stdout
    printed = str(rank.methods())
    assert len(printed.splitlines()) == len(rank.methods()) > 30
    for one in rank.methods():
        assert f"\n    {one.name} " in text
        assert one.summary in printed
        assert not one.summary.startswith("the same")
        assert all(option in printed for option in one.options)
    assert set(dir(rank)) == set(rank.__all__)


def test_comparison_takes_options():
    R = np.array([[[1, 1, 0], [1, 0, 1]], [[1, 0, 0], [1, 0, 1]], [[0, 0, 0], [0, 0, 1]]])
    found = rank.compare_methods(R, ["avg", "pass_at_k", "nash"], k=2)
    expected = rank.pass_at_k(R, 2, return_scores=True)[1]
    np.testing.assert_array_equal(found.scores["pass_at_k"], expected)
    assert found.same_by_theory == [("avg", "nash")]
    other = rank.compare_methods(R, ["avg", "nash"], score_type="equilibrium")
    assert other.same_by_theory == []
    assert list(rank.compare_methods(R, "avg").scores) == ["avg"]
    with pytest.raises(ValueError, match='no option "x"'):
        rank.compare_methods(R, ["avg"], x=1)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("small.jsonl", r"R = 'small.jsonl' is a text: read the log, as scorio.count\('small"),
        (None, "R is None: give counts, or zeros and ones"),
        ({"a": [1, 0], "b": [0, 0]}, r"R is a dict: give .*, as list\(R.values\(\)\)"),
    ],
)
def test_what_is_no_result_is_named(given, words):
    with pytest.raises(TypeError, match=words):
        rank.fit("avg", given)


def test_sets_of_winners_say_how_many_win_together():
    R = np.array([[[1, 0]], [[1, 1]], [[0, 1]]])
    with pytest.raises(ValueError, match=r"max_tie_order = 1, but 2 models win a trial together"):
        rank.davidson_luce(R, max_tie_order=1, pairing="aligned")


def test_the_chance_of_the_first_rank_is_not_rounded_on_its_way():
    rng = np.random.default_rng(5)
    R = (rng.random((2, 12, 2)) < 0.5).astype(int)
    for row in rank.fit("avg", R, replicates=1000):
        assert row.p_best == round(row.p_best, 4)


def test_percentages_are_of_shares_alone(log):
    counts = scorio.count(log)
    found = rank.fit(["avg", "bradley_terry_map"], counts, interval=None).view(percent=True)
    shares, strengths = found.to_text().split("bradley_terry_map\n")[0::1][:2]
    assert "%" in shares
    assert "%" not in strengths
    assert "Scores of bradley_terry_map are no shares: they have no percentages." in found.notes
    assert not any("no shares" in note for note in rank.fit("avg", counts).view(percent=True).notes)
    assert "%</text>" not in found.plot().to_svg()


def test_borda_takes_its_share_of_possible_points():
    # The third model was not asked the second question: it had 2 of 2 points.
    R = np.array([[[0], [1]], [[0], [0]], [[1], [np.nan]]])
    scores = rank.borda(R, missing="drop", return_scores=True)[1]
    # The first model has 0.5 + 1 of 3 possible points, the second 0.5 of 3; all could have 4.
    np.testing.assert_allclose(scores, [1.5 / 3 * 4, 0.5 / 3 * 4, 2 / 2 * 4], rtol=1e-15)


@pytest.fixture
def gaps(tmp_path):
    """A log in which some trials have no outcome, and questions have a family."""
    path = tmp_path / "gaps.jsonl"
    lines = [line | {"family": f"f{int(line['question'][1:]) // 2}"} for line in LINES]
    for line in lines[::7]:
        line["outcome"] = None
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_trials_without_an_outcome(gaps):
    assert "missing" in said(gaps, "--method", "avg")
    for policy, absent in (("drop", None), ("fail", 0)):
        outcomes = {}
        for place, line in enumerate(LINES):
            value = absent if place % 7 == 0 else line["outcome"]
            own = outcomes.setdefault(line["model"], {}).setdefault(line["question"], [])
            own += [] if value is None else [value]
        expected = {
            model: np.mean([np.mean(values) for values in questions.values()])
            for model, questions in outcomes.items()
        }
        found = ranked(gaps, "--on-missing", policy, "--method", "avg")
        assert found == pytest.approx(expected, rel=1e-14)


def test_clusters_of_a_log_are_drawn_together(gaps):
    arguments = [
        "rank", str(gaps), "--on-missing", "drop", "--method", "avg", "--json",
        "--replicates", "200", "--cluster", "family",
    ]  # fmt: skip
    ended = CliRunner().invoke(main, arguments)
    assert ended.exit_code == 0, ended.stderr
    report = json.loads(ended.stdout)
    counts = scorio.count(gaps, cluster="family", on_missing="drop")
    expected = rank.fit("avg", counts, cluster="cluster", replicates=200)
    assert [row["sigma"] for row in report["rows"]] == [row.sigma for row in expected]
    alone = rank.fit("avg", counts, replicates=200)
    assert [row.sigma for row in alone] != [row.sigma for row in expected]
    assert "about clusters like these 3." in " ".join(report["notes"])
