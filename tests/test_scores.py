"""The leaderboard: its figures, its text, and its exchange with other tools."""

import json
import math
import operator
from fractions import Fraction

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import scorio
from scorio import Score
from scorio import eval as scorio_eval


@pytest.fixture(scope="module")
def board(coins):
    return scorio.count(coins).score(
        ["bayes", "pass_at_k", "pass_at_k_ci"], k=[1, 8], prior="uniform"
    )


@pytest.fixture
def uneven(tmp_path):
    lines = ["model,task,question,outcome"]
    lines += ["a,t,q1,1", "a,t,q1,0", "a,t,q2,1", "a,u,q1,0", "b,t,q1,1", "b,u,q1,", "b,u,q2,1"]
    path = tmp_path / "log.csv"
    path.write_text("\n".join(lines))
    return scorio.count(path, on_missing="drop")


def interval(row):
    """The figures of a row that the function of its metric gives."""
    return row.score, row.sigma, row.lo, row.hi


def test_rows_are_those_of_eval(board, coins):
    one = scorio.count(coins).select(model="coin-05")
    rows = {(row.metric, row.k): row for row in board if row.model == "coin-05"}
    bayes = scorio_eval.bayes_ci(one, bounds=(0.0, 1.0))
    assert interval(rows["bayes", None]) == bayes
    assert interval(rows["pass_at_k_ci", 8]) == scorio_eval.pass_at_k_ci(one, 8)
    assert rows["pass_at_k", 8].score == scorio_eval.pass_at_k(one, 8)


OPTIONS = {
    "g_pass_at_k_tau": {"tau": 0.75},
    "threshold_spectrum_at_k": {"spectrum": [0.1, 0.2, 0.3, 0.4]},
    "geo_spectrum_at_k": {"lam": 0.25, "spectrum": [0.1, 0.2, 0.3, 0.0]},
    "geom_at_k": {"pass_power": 0.25},
    "geom_ds_at_k": {"unanimous_power": 0.75},
}
# These take the scores of a verifier, or answers: counts do not have them.
PICKED = {"best_of_at_k", "vote_at_k"}
NAMES = sorted(
    {name.removesuffix("_ci") for name in scorio_eval.__all__ if name.endswith("_ci")} - PICKED
)


@pytest.mark.parametrize("name", NAMES)
def test_every_function_is_a_metric(coins, name):
    counts = scorio.count(coins)
    one = counts.select(model="coin-05")
    options = OPTIONS.get(name, {})
    budget = [4] if name.endswith(("_k", "_tau")) else []
    scores = counts.score([name, f"{name}_ci"], *budget, prior="uniform", **options)
    rows = {row.metric: row for row in scores if row.model == "coin-05"}
    own = {"weights" if key == "spectrum" else key: value for key, value in options.items()}
    point = getattr(scorio_eval, name)(one, *budget, **own)
    assert rows[name].score == (point if isinstance(point, float) else point.mu)
    assert rows[name].sigma > 0
    clip = {} if budget else {"bounds": (0.0, 1.0)}
    assert interval(rows[f"{name}_ci"]) == getattr(scorio_eval, f"{name}_ci")(
        one, *budget, **own, **clip
    )
    for key, value in options.items():
        shown = ",".join(f"{x:g}" for x in value) if isinstance(value, list) else f"{value:g}"
        assert f"{key}={shown}" in rows[name].parameters.split(", ")


def test_parameters_are_shown(coins, tmp_path):
    scores = scorio.count(coins).score("g_pass_at_k_tau", [2, 4], tau=Fraction(2, 3))
    assert {row.parameters for row in scores} == {"tau=2/3"}
    assert scores.to_text().startswith("g_pass_at_k_tau, k = 2, tau = 2/3\n")
    scores.save(tmp_path / "scores.csv")
    assert pd.read_csv(tmp_path / "scores.csv").parameters.unique().tolist() == ["tau=2/3"]


def test_weights_are_parameters_too(coins):
    row = scorio.count(coins).score("max_at_k", 3, weights=[0, 2])[0]
    assert row.parameters == "weights=0,2"
    assert row.score > 1


def test_a_blend_above_1_is_not_clipped(uneven):
    scores = uneven.select(model="a").score(
        "geom_at_k_ci", 1, by_task=False, pass_power=1, unanimous_power=-1.5
    )
    assert all(row.lo <= row.score <= row.hi for row in scores)
    assert scores[0].score > 1


def test_short_questions_are_dropped_on_request(uneven):
    with pytest.raises(ValueError, match="k = 2 is more than the 1 trial"):
        uneven.score("pass_at_k", 2)
    with pytest.raises(ValueError, match="no question has k = 3 trials"):
        uneven.score("pass_at_k", 3, ragged="drop")
    scores = uneven.score("pass_at_k", 2, by_task=False, ragged="drop")
    assert [(row.model, row.questions, row.questions_asked) for row in scores] == [("a", 1, 4)]
    assert "b has no score overall: no question has 2 trials." in scores.to_text()
    assert "Some scores are not of every question" in scores.to_text()


def test_ranges_of_ranks_are_those_of_the_pairs(board, coins):
    rows = [row for row in board if row.metric == "bayes"]
    assert [row.rank for row in rows] == list(range(1, 12))
    pairs = scorio.compare_pairs(coins, metric="bayes")
    for row in rows:
        above = sum(one.separated for one in pairs if one.other == row.model)
        below = sum(one.separated for one in pairs if one.model == row.model)
        assert (row.rank_lo, row.rank_hi) == (1 + above, 11 - below)
    assert [row.with_leader for row in rows] == [True] + 10 * [False]


def test_tasks_overall_macro_and_coverage(uneven):
    rows = {(row.task, row.model): row for row in uneven.score("avg")}
    assert set(rows) == {(t, m) for t in ("t", "u", None) for m in "ab"}
    assert rows["t", "a"].score == pytest.approx(0.75)
    assert rows["t", "a"].coverage == pytest.approx(3 / 4)
    coverage = operator.attrgetter("questions", "questions_asked", "trials", "missing", "coverage")
    assert coverage(rows["t", "b"]) == (1, 2, 1, 0, pytest.approx(1 / 2))
    assert coverage(rows["u", "b"]) == (1, 2, 1, 1, pytest.approx(1 / 2))
    assert rows[None, "a"].score == pytest.approx((0.5 + 1 + 0) / 3)
    macro = {row.model: row for row in uneven.score("avg", by_task=False, macro=True)}
    assert macro["a"].score == pytest.approx(0.75 / 2)
    assert macro["a"].sigma == pytest.approx(
        math.hypot(rows["t", "a"].sigma, rows["u", "a"].sigma) / 2
    )
    assert {row.task for row in uneven.score(by_task=False)} == {None}


def test_worst_and_best_fill_the_missing_trials(uneven, board):
    rows = {(row.task, row.model): (row.worst, row.best) for row in uneven.score("avg")}
    # In task t, a misses a trial of q2 (of its questions as many have two). b, whose
    # questions have one, misses q2.
    assert rows["t", "a"] == (0.5, 0.75)
    assert rows["t", "b"] == (0.5, 1.0)
    assert rows["u", "a"] == (0.0, 0.5)
    assert rows["u", "b"] == (0.5, 1.0)
    assert rows[None, "a"] == (0.25, 0.625)
    macro = {row.model: row for row in uneven.score("avg", by_task=False, macro=True)}
    assert (macro["b"].worst, macro["b"].best) == (0.5, 1.0)
    paid = {row.model: row for row in uneven.score("avg", by_task=False, weights=[1, -1])}
    assert (paid["a"].worst, paid["a"].best) == (1 - 2 * 0.625, 1 - 2 * 0.25)
    assert all(row.worst == row.best == row.score for row in board)
    scores = uneven.score("geom_at_k_ci", 1, unanimous_power=-1)
    assert {(row.worst, row.best) for row in scores} == {(None, None)}


def test_worst_and_best_are_shown_if_trials_are_missing(uneven, board, tmp_path):
    scores = uneven.score(["avg", "geom_at_k_ci"], 1, unanimous_power=-1)
    for text in (scores.to_text(), scores.to_markdown(), scores._repr_html_()):
        assert "0.2500..0.6250" in text
        assert (
            "worst..best: the score if all missing trials had failed, or all had succeeded." in text
        )
        assert "geom_at_k_ci with a negative power has no worst..best: see coverage." in text
        assert text.count("worst..best") == 3 + 2
        assert text.count("coverage") == 6 + 1
    for text in (board.to_text(), board.to_markdown(), board._repr_html_()):
        assert "worst..best" not in text
        assert text.count("coverage") == 5
    for ending, read in [
        ("csv", pl.read_csv),
        ("json", pl.read_json),
        ("parquet", pl.read_parquet),
    ]:
        scores.save(tmp_path / f"s.{ending}")
        path = tmp_path / f"s.{ending}"
        if ending == "json":
            path.write_text(json.dumps(json.loads(path.read_text())["rows"]))
        frame = read(path)
        assert frame["worst"].to_list() == [row.worst for row in scores]
        assert frame["best"].to_list() == [row.best for row in scores]


def test_categories_named_by_numbers_are_their_weights(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("model,question,outcome\nm,q,0.5\nm,q,1\nm,r,0.5\nm,r,1\nn,q,0\n")
    graded = scorio.count(path, categories={"0": 0, "0.5": 0.5, "1": 1})
    scores = graded.score(["avg", "max_at_k"], 1)
    given = graded.score(["avg", "max_at_k"], 1, weights=[0, 0.5, 1])
    assert list(scores) == list(given)
    assert scores[0].parameters == "weights=0,0.5,1"
    assert (scores[0].score, scores[1].best) == (0.75, 0.5)
    named = scorio.count(path, categories={"no": 0, "0.5": 0.5, "1": 1})
    with pytest.raises(ValueError, match="w is missing: the counts have 3 categories"):
        named.score()
    assert scorio.count(path, threshold=1).score("avg")[0].parameters == ""


def test_a_model_without_a_task_has_no_macro_mean(uneven, tmp_path):
    other = tmp_path / "other.csv"
    other.write_text("model,task,question,outcome\nc,t,q1,1\n")
    both = uneven + scorio.count(other)
    assert {row.model for row in both.score() if row.task == "u"} == {"a", "b"}
    macro = both.score(macro=True, by_task=False)
    assert {row.model for row in macro} == {"a", "b"}
    assert [one[:3] for one in macro.unscored] == [(None, "c", 1)]
    assert "c has no score overall: no trial was observed in some task." in macro.to_text()


def test_wrong_requests(uneven):
    for arguments, sentence in [
        (("accuracy",), "there is no metric accuracy; the metrics are bayes, avg"),
        (("pass_at_k",), "pass_at_k needs a budget"),
        (("pass_at_k", 0), "k = 0"),
        (("pass_at_k", 2), r"k = 2 is more than the 1 trial of question q2 of task t \(model a\)"),
        (([],), "metrics is empty"),
        (("bayes", 3), "k is given, but bayes has no budget"),
        (("g_pass_at_k_tau", 1), "g_pass_at_k_tau needs tau"),
        (("threshold_spectrum_at_k", 1), "threshold_spectrum_at_k needs spectrum"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            uneven.score(*arguments)
    with pytest.raises(ValueError, match="a value is given for weights, but pass_at_k takes none"):
        uneven.score("pass_at_k", 1, weights=[0, 1])
    with pytest.raises(ValueError, match="confidence = 95"):
        uneven.score(confidence=95)
    with pytest.raises(TypeError, match="by_task = 'question'"):
        uneven.score(by_task="question")
    with pytest.raises(TypeError, match="k = 1.5"):
        uneven.score("pass_at_k", 1.5)


def test_text(uneven):
    text = uneven.score("avg").to_text()
    assert "avg · t" in text
    assert "avg · overall, all questions pooled" in text
    assert "1/2" in text
    assert "1 trial without an outcome left out." in text
    assert uneven.score(by_task=False).to_text().startswith("avg · overall, all questions pooled")
    assert "overall, the mean of the tasks" in uneven.score(macro=True).to_text()
    lines = next(part for part in text.split("\n\n") if part.startswith("rank")).splitlines()
    assert len({len(line) for line in lines}) == 1
    narrow = uneven.score("avg").to_text(width=60)
    assert max(map(len, narrow.split("\n\n", 2)[1].splitlines())) <= 60


def test_wide_characters_line_up(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("model,question,outcome\n模型,q,1\nmodel-b,q,0\n")
    lines = scorio.count(path).score("bayes").to_text().splitlines()[3:5]
    assert lines[0].index("0.6667") + 2 == lines[1].index("0.3333")


def test_names_stay_on_their_line(tmp_path):
    path = tmp_path / "log.csv"
    path.write_text('model,question,outcome\n"a\nb|\x1b[31m",q,1\ne\u0301,q,0\n')
    scores = scorio.count(path).score()
    for text in (scores.to_text(), scores.to_markdown(), scores._repr_html_()):
        assert "\x1b" not in text
        assert "a\\nb" in text
    lines = scores.to_text().splitlines()[3:5]
    assert len(lines[0]) + 1 == len(lines[1])


def test_the_same_metric_twice_is_one(board, coins):
    assert list(
        scorio.count(coins).score(["bayes", "pass_at_k", "bayes"], k=[1, 1], prior="uniform")
    ) == [row for row in board if row.metric == "bayes" or (row.metric, row.k) == ("pass_at_k", 1)]


def test_notebook_and_markdown(board):
    html = board._repr_html_()
    assert html.count("<table>") == 5
    assert "<td>coin-11</td>" in html
    markdown = board.to_markdown()
    assert "| rank | rank range | model |" in markdown
    assert "|--:|--:|---|--:|" in markdown


def test_other_tools_take_it(board, tmp_path):
    rows = [tuple(row) for row in board]
    assert pl.DataFrame(board).rows() == rows
    assert pa.table(board).num_rows == len(rows)
    frame = pd.DataFrame.from_arrow(board)
    assert list(frame.columns) == list(Score._fields)
    board.save(tmp_path / "s.parquet")
    assert pl.read_parquet(tmp_path / "s.parquet").rows() == rows
    board.save(tmp_path / "s.csv")
    assert pd.read_csv(tmp_path / "s.csv").score.tolist() == [row.score for row in board]
    board.save(tmp_path / "s.json")
    assert [Score(**row) for row in json.loads((tmp_path / "s.json").read_text())["rows"]] == list(
        board
    )
    with pytest.raises(ValueError, match=r"its ending is none of \.csv"):
        board.save(tmp_path / "s.xlsx")
    with pytest.raises(OSError, match=r"cannot write .*s\.csv: there is no folder"):
        board.save(tmp_path / "no" / "s.csv")
    assert not list(tmp_path.glob("*.part"))
