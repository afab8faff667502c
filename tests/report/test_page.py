"""What a report shows, and that its figures are those of the other results."""

import re
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

import scorio

SECTIONS = ["leaderboard", "comparisons", "tasks", "questions", "budgets", "settling", "coverage",
            "making"]  # fmt: skip


def sections(tree):
    return [own["aria-labelledby"] for own in tree.all("section")]


def test_all_sections_and_their_anchors(page, log):
    text, tree = page(log(["a", "b", "c"]))
    assert sections(tree) == SECTIONS
    assert [own["href"] for own in tree.all("a")] == ["#main", *(f"#{one}" for one in SECTIONS)]
    assert [own["id"] for own in tree.all("h2")] == SECTIONS
    assert len(tree.all("h1")) == len(tree.all("main")) == len(tree.all("nav")) == 1
    ids = [own["id"] for _, own, _ in tree.elements if "id" in own]
    assert len(ids) == len(set(ids))
    assert text.startswith('<!doctype html>\n<html lang="en">')
    assert "3 models on 2 tasks" in tree.text


def test_tables_and_figures_are_for_screen_readers_too(page, log):
    _, tree = page(log(["a", "b", "c"]), baseline="a")
    tables = len(tree.all("table"))
    assert tables > 8
    assert len(tree.all("caption")) == tables
    assert {own["scope"] for own in tree.all("th")} == {"row", "col"}
    heads = [own for own in tree.all("th") if own["scope"] == "col"]
    buttons = [own for name, own, open_ in tree.elements if name == "button" and "thead" in open_]
    assert len(heads) == len(buttons)
    for drawn in tree.all("svg"):
        assert drawn["role"] == "img"
        assert drawn["aria-label"]
    inside = [open_ for name, _, open_ in tree.elements if name in ("title", "desc")]
    assert sum(open_[-1] == "svg" for open_ in inside) == 2 * len(tree.all("svg"))
    for own in tree.all("div"):
        assert own["tabindex"] == "0"
        assert own["aria-label"]


def test_nothing_is_fetched(page, log):
    text, tree = page(log(["a", "b"]))
    assert set(re.findall(r"\w+://[^\s\"'<]+", text)) == {"http://www.w3.org/2000/svg"}
    assert not {"img", "link", "iframe", "object", "embed", "base"} & {
        name for name, _, _ in tree.elements
    }
    (policy,) = (own for own in tree.all("meta") if "http-equiv" in own)
    assert policy["content"].startswith("default-src 'none'")
    assert not re.search(r"\bsrc=|url\(|@import", text)


def test_what_decides_is_by_the_metric_of_the_report(page, log):
    counts = log(["a", "b", "c"])
    _, tree = page(counts, metric="pass_at_k", k=2)
    first, second = (row.model for row in counts.score("pass_at_k", 2)[:2])
    beside = scorio.compare(counts, baseline=second, metric="pass_at_k", k=2)
    cells = {text for text, open_ in tree.texts if open_[-1:] in (("td",), ("bdi",))}
    own = [row for row in beside.questions(first, 5) if row.difference]
    assert own
    figures = [figure for row in own for figure in (row.part, row.expected)]
    assert {f"{figure:+.4f}".replace("-", "\u2212") for figure in figures} <= {
        cell.replace("-", "\u2212") for cell in cells
    }


def test_the_figures_are_those_of_the_leaderboard(page, log):
    counts = log(["a", "b", "c"])
    _, tree = page(counts)
    cells = {text for text, open_ in tree.texts if open_[-1:] in (("td",), ("bdi",))}
    board = counts.score()
    for row in board:
        assert f"{row.score:.4f}" in cells
        assert f"[{row.lo:.4f}, {row.hi:.4f}]" in cells
    for note in board.notes:
        assert note in tree.text


def test_many_neighbours_are_listed_by_importance(page, log):
    from scorio._reporting.sections.comparisons import _listed, _unlisted

    said = [(f"<i>{place}</i>", place % 7 == 6) for place in range(299)]
    text = "".join(_listed(said))
    places = [int(one) for one in re.findall(r"<i>(\d+)</i>", text)]
    assert places[:15] == list(range(15))
    # All that are sure fill the list.
    assert places[15:] == [place for place in range(15, 299) if place % 7 == 6][:35]
    assert "<summary>35 more</summary>" in text
    assert _unlisted(said, "neighbours", "there are all") == [
        "The list leaves out 249 neighbours, 5 of them separated: there are all."
    ]
    few = [(html, place == 40) for place, (html, _) in enumerate(said[:60])]
    places = [int(one) for one in re.findall(r"<i>(\d+)</i>", "".join(_listed(few)))]
    assert places == list(range(50))
    assert "10 neighbours, none of them separated" in _unlisted(few, "neighbours", "")[0]
    assert _unlisted(said[:50], "neighbours", "") == []

    _, tree = page(log([f"m{place:02d}" for place in range(60)]), baseline="m00")
    assert "The list leaves out 9 neighbours" in tree.text
    assert "scorio compare --pairs --out pairs.csv has all pairs." in tree.text
    assert "The list leaves out 9 models" in tree.text


@pytest.mark.parametrize("options", [{"sampled": True}, {"cluster": "task"}, {}])
@pytest.mark.parametrize("trials", [1, 4])
def test_neighbours_in_words(page, log, options, trials):
    counts = log(["a", "b", "c"], tasks=("x", "y", "z"), trials=trials)
    pairs = scorio.compare_pairs(counts, **options)
    order = list(dict.fromkeys(row.model for row in counts.score(by_task=False, **options)))
    _, tree = page(counts, **options)
    assert "so that all 2 comparisons of a model hold together with 95%." in tree.text
    for first, second in pairwise(order):
        (row,) = (row for row in pairs if {row.model, row.other} == {first, second})
        better, worse = row.model, row.other
        if row.difference < 0:
            better, worse = worse, better
        if row.difference == 0:
            assert f"{first} and {second} have the same score" in tree.text
        elif row.separated:
            assert f"{better} is better than {worse}: P(A > B)" in tree.text
        else:
            assert f"{better} and {worse} are not separated: P(A > B)" in tree.text


def test_a_baseline_is_compared_with_all(page, log):
    counts = log(["a", "b", "c"])
    _, tree = page(counts, baseline="a", metric="pass_at_k", k=2)
    found = scorio.compare(counts, baseline="a", metric="pass_at_k", k=2)
    assert "Beside a" in tree.text
    for row in found:
        assert f"{row.difference:+.4f}".replace("-", "−") in tree.text


def test_budgets(page, log):
    counts = log(["a", "b"], trials=9)
    _, tree = page(counts)
    assert [name for name in tree.said("button") if name.startswith("k = ")] == [
        "k = 1", "k = 2", "k = 4", "k = 8",
    ]  # fmt: skip
    _, tree = page(counts, k=[2, 3])
    assert "k = 3" in tree.said("button")
    _, tree = page(counts, metric="pass_hat_k", k=3)
    assert "pass_hat_k, k = 3" in tree.text
    assert "k = 8" in tree.said("button")


def test_short_questions_shorten_the_curves(page):
    rows = [
        {"model": model, "question": f"q{q}", "trial": t, "outcome": (q + t) % 2}
        for model in "ab" for q in range(6) for t in range(3 if q == 5 and model == "b" else 8)
    ]  # fmt: skip
    _, tree = page(scorio.count(pd.DataFrame(rows)))
    assert [name for name in tree.said("button") if name.startswith("k = ")] == ["k = 1", "k = 2"]


def test_convergence_is_left_out_without_order(page, log, tmp_path):
    counts = log(["a", "b"])
    counts.save(tmp_path / "counts.parquet")
    _, tree = page(scorio.Counts.load(tmp_path / "counts.parquet"))
    assert "settling" not in sections(tree)
    assert "What is not shown" in tree.text
    assert "How the ranking settles: " in tree.text


def test_a_log_is_read_in_order(page, coins):
    _, tree = page(coins)
    study = scorio.convergence(scorio.count(coins, order=True), "avg", replicates=2000)
    assert f"after {study[0].mean:.1f} trials on average" in tree.text
    _, twice = page(coin for coin in [coins])
    assert twice.text == tree.text


def test_single_trials_have_no_curves(page, log):
    _, tree = page(log(["a", "b"], trials=1))
    assert not {"budgets", "settling"} & set(sections(tree))


def test_what_is_missing_is_said(page, tmp_path):
    path = tmp_path / "log.jsonl"
    lines = [
        f'{{"model":"{m}","task":"{t}","question":"q{q}","trial":{n},"outcome":{outcome}}}\n'
        for m in "ab" for t in "xy" for q in range(4) for n in range(2)
        if not (m == "b" and t == "y" and q == 3)
        for outcome in ["null" if (m, q, n) == ("a", 1, 1) else (q + n) % 2]
    ]  # fmt: skip
    path.write_text("".join([*lines, lines[0]]))
    _, tree = page(path, on_missing="drop", on_repeat="first")
    assert "2 of 2 models lack something that was asked." in tree.text
    assert "2 trials without an outcome left out." in tree.text
    assert "1 repeated trial left out: the first of each counts." in tree.text
    assert "Coverage by task" in tree.text
    counts = scorio.count(path, on_missing="drop", on_repeat="first")
    row = next(row for row in counts.score(by_task=False) if row.model == "b")
    assert f"{row.worst:.4f}" in tree.text


def test_numeric_scores(page):
    rng = np.random.default_rng(1)
    rows = [
        {"model": model, "question": f"q{q}", "outcome": 3 * place + round(rng.normal(), 3)}
        for place, model in enumerate("abc") for q in range(12) for _ in range(3)
    ]  # fmt: skip
    sums = scorio.count(pd.DataFrame(rows), numeric=True)
    _, tree = page(sums, baseline="a")
    assert sections(tree) == ["leaderboard", "comparisons", "questions", "coverage", "making"]
    assert "c is better than b: P(A > B) > 0.9999." in tree.text


def test_several_scores_of_a_trial(page):
    rows = [
        {"model": model, "question": f"q{q}", "trial": t, "right": (q + t) % 2, "brief": q % 2}
        for model in "ab" for q in range(4) for t in range(2)
    ]  # fmt: skip
    counts = scorio.count(pd.DataFrame(rows), outcome="{right,brief}", score="all")
    assert counts.scores == ["right", "brief"]
    _, tree = page(counts)
    assert "The sections below are about right alone." in tree.text
    assert any("brief" in name for name in tree.said("caption"))


def test_the_same_counts_give_the_same_bytes(page, log):
    assert page(log(["a", "b", "c"]))[0] == page(log(["a", "b", "c"]))[0]


def test_percentages_and_a_title(page, log):
    text, tree = page(log(["a", "b"]), percent=True, title="R & <D>")
    assert "<title>R &amp; &lt;D&gt;</title>" in text
    assert "".join(tree.said("h1")) == "R & <D>"
    assert re.search(r"leads with \d\d\.\d\d%", tree.text)


@pytest.mark.parametrize("arguments", [["-c", "import scorio"], ["-m", "scorio", "--help"],
                                       ["-m", "scorio", "report", "--help"]])  # fmt: skip
def test_nothing_of_it_is_loaded_before_a_report_is_written(arguments):
    run = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments], capture_output=True, text=True, check=True
    )
    assert "scorio._reporting" not in run.stderr
    assert "numpy" not in run.stderr


def test_categories_with_weights(page):
    rng = np.random.default_rng(2)
    rows = [
        {"model": model, "question": f"q{q}", "outcome": rng.choice(["no", "half", "yes"])}
        for model in "abc" for q in range(9) for _ in range(3)
    ]  # fmt: skip
    own = {"no": ["no"], "half": ["half"], "yes": ["yes"]}
    counts = scorio.count(pd.DataFrame(rows), categories=own, order=True)
    weights = np.array([0, 0.5, 1])
    _, tree = page(counts, weights=weights, baseline="a")
    assert f"{counts.score(weights=weights)[0].score:.4f}" in tree.text
    assert {"comparisons", "questions", "settling"} <= set(sections(tree))
    assert "Curves of pass_at_k over k: Pass@k needs two categories" in tree.text


def test_metrics_on_questions_like_these(page, log):
    counts = log(["a", "b"])
    _, tree = page(counts, metric="pass_at_k", k=2, sampled=True)
    (row,) = scorio.compare_pairs(counts, metric="pass_at_k", k=2, sampled=True)
    assert row.probability > 0.99
    assert f"{row.model} is better than {row.other}: " in tree.text
    # Posteriors have no score of one question.
    _, tree = page(counts, metric="pass_at_k_ci", k=2, sampled=True, baseline="a")
    sentence = "The models cannot be compared: pass_at_k_ci has no score of one question"
    assert tree.text.count(sentence) == 2


def test_the_answer_is_first(page, coins):
    _, tree = page(coins)
    lead = tree.text[: tree.text.index("The scores rest on")]
    assert "and is better than every other model." in lead
    _, tree = page(scorio.count(coins).select(model=["coin-03", "coin-04"]))
    lead = tree.text[: tree.text.index("The scores rest on")]
    assert ". 2 models could be first." in lead
    assert "is better than" not in lead
    assert "Table: 1 pair" in tree.said("summary")


def test_complete_logs_are_said_in_a_sentence(page, coins):
    _, tree = page(coins)
    assert "every trial that it was asked: 2,400 trials of 30 questions." in tree.text
    assert "Each of 30 questions is solved in some trials, and failed in others." in tree.text
    assert "ragged" not in tree.text


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        (
            [[1, 1], [0, 1], [0, 0]],
            "1 is solved in every trial of every model and 1 is solved in no trial. They",
        ),
        ([[1, 1], [0, 1], [1, 0]], "1 is solved in every trial of every model. It"),
        ([[0, 0], [0, 1], [0, 0]], "2 are solved in no trial. They"),
    ],
)
def test_questions_that_tell_nothing(page, outcomes, said):
    rows = [
        {"model": model, "question": f"q{at}", "trial": trial, "outcome": own[place]}
        for at, own in enumerate(outcomes)
        for place, model in enumerate("ab")
        for trial in range(2)
    ]
    _, tree = page(scorio.count(pd.DataFrame(rows)))
    assert f"Of 3 questions, {said} cannot tell models apart." in tree.text


def labelled(models, fair=0.9, share=0.5, **options):
    """Counts of a judge that says yes too often, and of labels of some trials."""
    rng = np.random.default_rng(3)
    right = rng.random((len(models), 40, 4)) < np.linspace(0.3, 0.7, len(models))[:, None, None]
    outcomes = np.where(rng.random(right.shape) < np.where(right, fair, 0.5), 1.0, 0.0)
    known = np.where(rng.random(right.shape) < share, right, np.nan)
    return scorio.judge.from_arrays(outcomes, known, models=models, **options)


def test_the_judge_has_a_section_where_there_are_labels(page, log):
    counts = labelled(["a", "b", "c"])
    _, tree = page(counts)
    assert sections(tree)[:2] == ["leaderboard", "judge"]
    assert "judge" not in sections(page(log(["a", "b"]))[1])
    cells = {text for text, open_ in tree.texts if open_[-1:] in (("td",), ("bdi",))}
    judged = scorio.judge.quality(counts)
    for row in judged:
        assert f"{row.agreement:.4f} [{row.agreement_lo:.4f}, {row.agreement_hi:.4f}]" in cells
        assert f"{row.bias:+.4f}".replace("-", "\u2212") in cells
    shares = [f"{100 * one(row.agreement for row in judged):.1f}%" for one in (min, max)]
    assert f"agrees with the labels in {' to '.join(shares)} of the trials, by model" in tree.text
    for note in judged.notes:
        assert note in tree.text


def test_the_judge_is_too_high_where_it_is_outside_the_interval(page):
    counts = labelled(["<a>", "b", "c"])
    board = counts.score()
    _, tree = page(counts)
    outside = [
        (row, own)
        for row, own in ((row, board._judged_of(row)) for row in board)
        if not row.lo <= own.judge <= row.hi
    ]
    assert outside
    said = re.findall(r"The judge rates [^.]* too \w+", tree.text)
    assert {one.split()[3] for one in said} == {row.model for row, _ in outside}
    for row, own in outside:
        assert (
            f"{own.judge:.4f} instead of {row.score:.4f} [{row.lo:.4f}, {row.hi:.4f}]" in tree.text
        )
    # A judge without mistakes is inside the interval of each.
    rng = np.random.default_rng(1)
    right = (rng.random((2, 30, 3)) < 0.5).astype(float)
    known = np.where(rng.random(right.shape) < 0.4, right, np.nan)
    _, tree = page(scorio.judge.from_arrays(right, known))
    assert "The judge rates" not in tree.text
    assert "would be first" not in tree.text


def test_whom_the_judge_alone_would_rank_first(page):
    outcomes = np.zeros((2, 40, 2))
    outcomes[0, :30], outcomes[1, :20] = 1, 1
    known = outcomes.copy()
    # Two thirds of the first model's yes are wrong.
    known[0, :20] = 0
    known[:, ::3] = np.nan
    _, tree = page(scorio.judge.from_arrays(outcomes, known, models=["praised", "good"]))
    said = "By the judge alone, praised would be first. By the labels, good leads."
    assert said in tree.text


def test_a_judge_that_says_no_numbers_has_a_table_and_no_figure(page):
    rng = np.random.default_rng(2)
    outcomes = rng.integers(0, 3, (2, 30, 2)).astype(float)
    outcomes[0, 0, 0] = np.nan
    labels = np.where(rng.random(outcomes.shape) < 0.5, outcomes > 0, np.nan)
    counts = scorio.judge.from_arrays(outcomes, labels)
    _, tree = page(counts)
    assert "judge" in sections(tree)
    assert "Sensitivity:" not in tree.text
    drawn = [own["aria-label"] for own in tree.all("svg")]
    assert not any("judge" in one for one in drawn)


@pytest.mark.parametrize("models", [1, 2, 70])
def test_the_section_of_a_judge_has_any_number_of_models(page, models):
    _, tree = page(labelled([f"m{place:02d}" for place in range(models)]), percent=True)
    assert "judge" in sections(tree)
    several = "of the trials, by model" in tree.text
    assert several == (models > 1)
    assert ("The figure shows the first 60 of 70 models." in tree.text) == (models > 60)
