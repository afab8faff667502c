"""Curves and points over k, and titles in words."""

import re
from xml.etree import ElementTree as ET

import pandas as pd
import pytest

import scorio
from scorio import rank
from scorio._core import metrics
from scorio.plot.widths import pixels
from scorio.show.words import METRICS

SVG = "{http://www.w3.org/2000/svg}"


def frame(models, tasks=("math", "code"), questions=4, trials=2):
    rows = [
        {"model": model, "task": task, "question": f"q{q}", "trial": trial,
         "outcome": int((place * 7 + q * 3 + trial * 5 + len(task)) % 5 < 3)}
        for place, model in enumerate(models)
        for task in tasks
        for q in range(questions)
        for trial in range(trials)
    ]  # fmt: skip
    return scorio.count(pd.DataFrame(rows))


def texts(figure):
    return [node.text for node in ET.fromstring(figure.to_svg()).iter(f"{SVG}text")]


def paths(figure, start):
    root = ET.fromstring(figure.to_svg())
    found = [node.get("d") for node in root.iter(f"{SVG}path") if node.get("stroke-width") == start]
    return [one for one in found if one]


def test_no_line_passes_budgets_that_were_not_computed(coins):
    counts = scorio.count(coins).select(model=["coin-01", "coin-02"])
    whole = counts.score("pass_at_k", k=[1, 2, 3, 4]).plot()
    assert [one.count("L") for one in paths(whole, "2")] == [3, 3]
    apart = counts.score("pass_at_k", k=[1, 2, 4]).plot()
    assert paths(apart, "2") == []
    intervals = paths(apart, "1.5")
    assert len(intervals) == 6
    assert all(re.fullmatch(r"M[\d.]+ [\d.]+V[\d.]+", one) for one in intervals)
    # Points at one k stand beside one another, so that each is seen, and 3 has no tick.
    assert len({one.split()[0] for one in intervals}) == 6
    assert [one for one in texts(apart) if one in ("1", "2", "3", "4")] == ["1", "2", "4"]
    kinds = [[one["mark"] for one in figure.to_vega()["layer"]] for figure in (whole, apart)]
    assert kinds[0][1] == "line"
    assert (kinds[1][0], kinds[1][1]["type"]) == ("rule", "point")


def test_points_of_many_curves_are_grey():
    names = [f"m{at:02}" for at in range(15)]
    figure = frame(names, tasks=("t",), trials=4).score("pass_at_k", k=[1, 4]).plot()
    assert len(paths(figure, "5")) == 15 - 8
    assert all("L" not in one for one in paths(figure, "5"))


def test_titles_say_metrics_in_words(coins):
    counts = scorio.count(coins)
    assert set(METRICS) == {name for name, *_ in metrics()}
    both = counts.score("pass_at_k", k=[2, 4])
    assert both.plot("scores").title == "Pass@k with 95% intervals"
    assert counts.score("pass_hat_k_ci", k=4).plot().title == (
        "Pass^4, posterior mean with 95% intervals"
    )
    tau = counts.score("g_pass_at_k_tau", k=4, tau=0.5)
    assert tau.plot("ranks").title == "Ranks by G-Pass@4 (tau = 0.5)"
    assert frame(["a", "b"]).score().plot().title == (
        "Average score on all tasks with 95% intervals"
    )
    rank_of = scorio.compare_pairs(counts, metric="pass_at_k", k=4).plot()
    assert rank_of.title == "Pass@4: the probability that one model is better"


def test_ratings_have_no_decimals(coins):
    found = rank.fit(["elo", "bradley_terry"], scorio.count(coins, order=True), replicates=20)
    elo, other = found._page().tables
    assert all(re.fullmatch(r"\d{4}", line[2]) for line in elo.lines)
    assert all(re.fullmatch(r"\d+\.\d", line[3]) for line in elo.lines)
    assert all(re.fullmatch(r"-?\d\.\d{4}", line[2]) for line in other.lines)
    # Digits that are asked for stay, and so do all digits of the rows.
    assert re.fullmatch(r"\d{4}\.\d\d", found.view(digits=2)._page().tables[0].lines[0][2])
    assert found[0].score != round(found[0].score)


@pytest.fixture(scope="module")
def phones():
    counts = frame(["org/" + "x" * 60, "b", "org/" + "y" * 60], tasks=("t",))
    return {
        "scores": counts.score()._of_scores(narrow=True),
        "differences": scorio.compare(counts, baseline="b")._figure(narrow=True),
    }


@pytest.mark.parametrize(("name", "bars"), [("scores", 3), ("differences", 2)])
def test_a_drawing_for_a_phone_has_names_above_their_bars(phones, name, bars):
    root = ET.fromstring(phones[name].to_svg())
    assert float(root.get("width")) == 360
    lines = {}
    for node in root.iter(f"{SVG}text"):
        lines.setdefault(node.get("y"), []).append(node)
    circles = list(root.iter(f"{SVG}circle"))
    assert len(circles) == bars
    for circle in circles:
        assert 0 < float(circle.get("cx")) < 360
        # A name from the left and figures up to the right, which do not touch.
        left, right = lines[f"{float(circle.get('cy')) - 12:g}"]
        assert float(left.get("x")) + pixels(left.text) < float(right.get("x")) - pixels(right.text)


def test_a_title_for_a_phone_has_lines(phones):
    words = [
        node.text
        for node in ET.fromstring(phones["differences"].to_svg()).iter(f"{SVG}text")
        if "font-weight" in (node.get("style") or "")
    ]
    assert len(words) > 1
    assert " ".join(words) == phones["differences"].title
    assert all(pixels(one, 14, bold=True) <= 336 for one in words)
