"""Figures of every result: well-formed, escaped, true to their rows, drawn when asked."""

import json
import math
import re
import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree as ET

import pandas as pd
import pytest
from click.testing import CliRunner

import scorio
from scorio import plan, rank, simulate
from scorio._rows import RankedModel
from scorio.cli import main
from scorio.plot import Figure, comparison
from scorio.plot.matrix import Cell, Grid, matrix
from scorio.plot.parts import axis, ticks
from scorio.plot.style import sheet
from scorio.plot.widths import pixels
from scorio.rank.fitting import Ranking

SVG = "{http://www.w3.org/2000/svg}"
ODD = ["<b>&\"'</b>", "模型", "דגם", "🦙", "x" * 300, "a\nb\x1b[31m\x00", "]]>"]


def frame(models, tasks=("math", "code <1>"), questions=4, trials=2):
    rows = [
        {"model": model, "task": task, "question": f"q{q}", "trial": trial,
         "outcome": int((place * 7 + q * 3 + trial * 5 + len(task)) % 5 < 3)}
        for place, model in enumerate(models)
        for task in tasks
        for q in range(questions)
        for trial in range(trials)
    ]  # fmt: skip
    return scorio.count(pd.DataFrame(rows))


RUBRIC = """
[signals]
correct = "@outcome"
[[rubric]]
name = "right & <wrong>"
category = [
  { name = "wrong", weight = 0, when = "correct < 0.5" },
  { name = "right", weight = 1, otherwise = true },
]
"""


@pytest.fixture(scope="module")
def figures(coins):
    odd = frame(ODD)
    ordered = scorio.count(coins, order=True)
    few, more = (plan.assumed(p) for p in simulate.coins([0.4, 0.6], seed=1))
    study = scorio.rubric.study(coins, RUBRIC)
    return {
        "scores": odd.score().plot(),
        "percent": odd.score(by_task=False).view(percent=True, top=3).plot("scores"),
        "ranks": odd.score().plot("ranks"),
        "tasks": odd.score(macro=True).plot("tasks"),
        "curves": odd.score("pass_at_k", k=[1, 2]).plot(),
        "several": odd.score(["avg", "bayes"], by_task=False).plot(),
        "differences": scorio.compare(odd, baseline=ODD[0], by_task=True).plot(),
        "pairs": scorio.compare_pairs(odd).plot(),
        "one pair": scorio.compare_pairs(frame(["a", "b"])).plot(),
        "questions": scorio.difficulty(odd).plot(),
        "many questions": scorio.difficulty(frame(ODD[:3], questions=200)).plot(),
        "ranking": rank.fit("bradley_terry", ordered, replicates=50).plot(),
        "rank ranges": rank.fit("borda", ordered, replicates=50).plot("ranks"),
        "bare ranking": rank.fit("avg", ordered, interval=None).plot(),
        "convergence": scorio.convergence(ordered, "avg", replicates=20).plot(),
        "plan": plan.foresee(few, more, replicates=50).plot(),
        "rubric": study.plot(),
        "gate": scorio.gate(odd, 0.5, by_task=True).plot(),
        "gate of questions": scorio.gate(odd, 0.5, per_question=True).plot(),
    }


NAMES = [
    "scores", "percent", "ranks", "tasks", "curves", "several", "differences", "pairs",
    "one pair", "questions", "many questions", "ranking", "rank ranges", "bare ranking",
    "convergence", "plan", "rubric", "gate", "gate of questions",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_svg_is_well_formed_and_stays_in_its_frame(figures, name, theme):
    svg = figures[name].to_svg(theme)
    root = ET.fromstring(svg)
    assert not re.search(r"nan|inf\b|\x1b|href|<script|url\(", svg)
    width, height = (float(root.get(side)) for side in ("width", "height"))
    assert width < 2000
    for node in root.iter():
        for side, most in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            value = node.get(side)
            assert value is None or 0 <= float(value) <= most, (node.tag, node.attrib)
    assert root.get("aria-label").startswith(figures[name].title)
    assert root.find(f"{SVG}title").text == figures[name].title
    assert root.find(f"{SVG}desc").text == figures[name].described
    assert ("prefers-color-scheme" in svg) == (theme == "auto")


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_is_a_png_and_a_specification(figures, name):
    pytest.importorskip("resvg_py")
    assert figures[name].to_png().startswith(b"\x89PNG")
    spec = figures[name].to_vega()
    assert "vega-lite" in spec["$schema"]
    json.dumps(spec, allow_nan=False)
    assert spec["data"]["values"]


def texts(figure):
    return [node.text for node in ET.fromstring(figure.to_svg()).iter(f"{SVG}text")]


def test_a_leaderboard_says_its_scores(coins):
    board = scorio.count(coins).score()
    figure = board.plot()
    said = texts(figure)
    places = [said.index(row.model) for row in board]
    assert places == sorted(places)
    for row in board:
        assert f"{row.score:.4f} ± {row.sigma:.4f}" in said
    root = ET.fromstring(figure.to_svg())
    x = [float(circle.get("cx")) for circle in root.iter(f"{SVG}circle")]
    assert x == sorted(x, reverse=True)
    # Distances are as those of the scores.
    scores = [row.score for row in board]
    part = (x[1] - x[-1]) / (x[0] - x[-1])
    assert part == pytest.approx((scores[1] - scores[-1]) / (scores[0] - scores[-1]), abs=1e-3)
    # No other coin is close to the first.
    assert not any("shaded" in words for words in said)
    values = figure.to_vega()["data"]["values"]
    assert [(one["lo"], one["score"], one["hi"]) for one in values] == [
        (row.lo, row.score, row.hi) for row in board
    ]


def test_models_that_are_not_separated_from_the_first_are_shaded(coins):
    counts = scorio.count(coins).select(model=[f"coin-{n:02}" for n in range(1, 11)])
    board = counts.score()
    figure = board.plot()
    assert "shaded: not separated from the first" in texts(figure)
    values = figure.to_vega()["data"]["values"]
    assert [one["shaded"] for one in values] == [row.with_leader for row in board]
    assert sum(row.with_leader for row in board) == 2
    root = ET.fromstring(figure.to_svg())
    bands = [rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "band"]
    assert [float(one.get("height")) for one in bands] == [2 * 22]


def test_differences_say_which_side_of_zero(coins):
    found = scorio.compare(coins, baseline="coin-04")
    root = ET.fromstring(found.plot().to_svg())
    hues = [circle.get("class") for circle in root.iter(f"{SVG}circle")]
    assert hues == ["f2" if row.lo > 0 else "f1" if row.hi < 0 else "f0" for row in found]


def test_pairs_are_shaded_by_their_probability(coins):
    found = scorio.compare_pairs(coins, models=["coin-03", "coin-04", "coin-06"])
    values = found.plot().to_vega()["data"]["values"]
    by_pair = {(one["row"].split(" · ")[0], one["column"]): one["value"] for one in values}
    for row in found:
        assert by_pair[row.model, row.other] == row.probability
        assert by_pair[row.other, row.model] == 1 - row.probability


def test_panels_of_differences_are_named_by_their_tasks():
    found = scorio.compare(frame(["a", "b"]), baseline="a", by_task=True).plot()
    assert found.title == "Average score: difference from a with 95% intervals"
    shown = texts(found)
    assert [shown.count(one) for one in ("math", "code <1>", "all tasks")] == [1, 1, 1]


def test_signs_of_figures_and_ticks_are_the_same(coins):
    shown = texts(rank.fit("bradley_terry", scorio.count(coins), replicates=20).plot())
    assert any(one.startswith("−") and "±" in one for one in shown)
    assert not any(one.startswith("-") for one in shown)


@pytest.mark.parametrize("models", [["a", "b"], ["a", "b", "c", "x" * 40]])
def test_texts_of_a_matrix_are_whole(models):
    figure = scorio.compare_pairs(frame(models)).plot()
    root = ET.fromstring(figure.to_svg())
    (across,) = (node for node in root.iter(f"{SVG}text") if "letter" in node.text)
    half = pixels(across.text) / 2
    assert half <= float(across.get("x")) <= float(root.get("width")) - half
    assert not any("P(" in one for one in texts(figure)[1:])


def light(color):
    parts = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("hue", [0, 1])
def test_figures_in_cells_stand_out(theme, hue):
    """Each has the contrast that WCAG asks of large signs, whatever the colour of its cell."""
    rules = dict(re.findall(r"\.(\w+)\{fill:(#\w+)\}", sheet(theme)))
    shares = [at / 50 for at in range(51)]
    cells = [[Cell("1", share, hue, "", share) for share in shares]]
    drawn = matrix("", "", Grid([""], [""] * len(shares), most=30), cells).to_svg(theme)
    inks = re.findall(r'<text [^>]*class="(\w+)" [^>]*style="font-size:\d+px">1<', drawn)
    assert len(inks) == len(shares)
    for share, ink in zip(shares, inks, strict=True):
        over, under = (rules[name] for name in (f"f{hue}", "band"))
        mixed = [
            round(share * int(over[at : at + 2], 16) + (1 - share) * int(under[at : at + 2], 16))
            for at in (1, 3, 5)
        ]
        cell, sign = light("#{:02x}{:02x}{:02x}".format(*mixed)), light(rules[ink])
        assert (max(cell, sign) + 0.05) / (min(cell, sign) + 0.05) >= 3, (share, ink)


@pytest.mark.parametrize(
    ("models", "ends"), [(2, ["1", "2"]), (11, ["1", "11"]), (60, ["1", "60"])]
)
def test_ranks_have_a_tick_at_the_first(models, ends):
    log = frame([f"m{at:02}" for at in range(models)], tasks=("one",), questions=6, trials=3)
    found = texts(log.score().plot("ranks"))
    at = found.index("range of ranks, 95%")
    shown = [one for one in found[:at] if one.isdecimal()]
    ticks = shown[-next(n for n in range(1, at) if shown[-n] == "1") :]
    assert ticks[0] == ends[0]
    assert int(ticks[-1]) <= int(ends[1])
    assert ticks == sorted(ticks, key=int)


def test_difficulty_is_that_of_the_counts(coins):
    found = scorio.difficulty(coins)
    log = pd.read_json(coins, lines=True)
    means = log.groupby(["question", "model"]).outcome.mean().groupby("question").mean()
    assert [row.mean for row in found] == pytest.approx(sorted(means), abs=1e-12)
    for row in found:
        assert row.mean == pytest.approx(means[row.question], abs=1e-12)
        assert row.lowest <= row.mean <= row.highest
        assert row.models == 11
    one = scorio.difficulty(scorio.count(coins).select(model="coin-01"))
    assert len(one) == 30
    alone = log[log.model == "coin-01"].groupby("question").outcome.mean()
    assert [row.mean for row in one] == pytest.approx(sorted(alone))


def test_difficulty_of_numbers_and_of_questions_that_some_models_lack():
    rows = [
        {"model": model, "question": question, "outcome": outcome}
        for model, question, outcome in [
            ("a", "q1", 1.5), ("a", "q1", 2.5), ("b", "q1", 4), ("b", "q2", 0.25), ("c", "q3", 7),
        ]
    ]  # fmt: skip
    found = scorio.difficulty(scorio.count(pd.DataFrame(rows), numeric=True))
    seen = {row.question: (row.mean, row.lowest, row.highest, row.models) for row in found}
    assert seen == {"q2": (0.25, 0.25, 0.25, 1), "q1": (3, 2, 4, 2), "q3": (7, 7, 7, 1)}
    assert [row.question for row in found] == ["q2", "q1", "q3"]
    assert found.models == ["c", "b", "a"]
    assert found.scores[1].tolist()[:2] == [0.25, 4]
    assert math.isnan(found.scores[0, 0])
    assert found.spread() == [0, 1, 0]
    with pytest.raises(ValueError, match="no categories, and so no weights"):
        scorio.difficulty(scorio.count(pd.DataFrame(rows), numeric=True), weights=[0, 1])


def test_one_model_and_many():
    assert "leads with" in frame(["only"]).score().plot().described
    many = frame([f"m{i}" for i in range(500)], tasks=["t"], questions=2).score().plot()
    assert texts(many).count("m499") == 1


def test_scores_that_are_no_numbers():
    nan = math.nan
    rows = [
        RankedModel("m", "a", 1.0, None, 0.1, 0.8, 1.2, 1, 1, 1, 0.9, 3, 3, 6),
        RankedModel("m", "b", nan, None, nan, nan, nan, 2, 1, 2, 0.1, 3, 3, 6),
    ]
    figure = Ranking(rows, {"confidence": 0.95}, [], []).plot()
    assert figure.to_svg().count("<circle") == 1
    assert figure.to_vega()["data"]["values"][1]["score"] is None
    alone = Ranking(rows[1:], {"confidence": 0.95}, [], []).plot()
    assert "<circle" not in alone.to_svg()


def test_several_metrics_and_budgets_are_drawn_as_scores(coins):
    board = scorio.count(coins).score(["pass_at_k", "pass_hat_k"], [1, 2])
    assert board.plot().to_svg() == board.plot("scores").to_svg()
    both = scorio.count(coins).score(["avg", "pass_at_k"], [1, 2])
    assert both.plot().to_svg() == both.plot("scores").to_svg()
    one = scorio.count(coins).score("pass_at_k", [1, 2])
    assert one.plot().to_svg() == one.plot("curves").to_svg()


def test_what_has_no_plot(coins):
    board = scorio.count(coins).score()
    needed = plan.trials_needed(plan.assumed([0.3, 0.5]), plan.assumed([0.4, 0.5]))
    two = scorio.count(coins).score(["pass_at_k", "pass_hat_k"], [1, 2])
    empty = Ranking([], {"confidence": 0.95}, [], [])
    crowd = [f"m{i}" for i in range(151)]
    for draw, message in [
        (lambda: board.plot("pie"), "kind = 'pie' is no plot of Scores: give one of 'scores'"),
        (lambda: board.plot("tasks"), "a plot of tasks needs several"),
        (lambda: board.plot("curves"), "curves are over several budgets"),
        (lambda: two.plot("curves"), "curves are of one metric, not of pass_at_k and pass_hat_k"),
        (
            lambda: comparison.pairs("", crowd, crowd, {}, set()),
            "151 models are too many",
        ),
        (needed.plot, "TrialsNeeded has no plot"),
        (empty.plot, "nothing to draw"),
        (lambda: board.plot().to_svg("blue"), "theme = 'blue' is not one of"),
        (lambda: board.plot().to_png(zoom=0), "zoom = 0 is not positive"),
        (lambda: board.plot().save("x.pdf"), r"cannot draw x\.pdf: its ending is none of"),
    ]:
        with pytest.raises(ValueError, match=message):
            draw()


def test_png_without_its_package(coins, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    figure = scorio.count(coins).score().plot()
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'scorio\[png\]', or write \.svg"):
        figure.save(tmp_path / "x.png")
    assert list(tmp_path.iterdir()) == []
    result = CliRunner().invoke(main, ["plot", str(coins), "--out", str(tmp_path / "x.png")])
    assert result.exit_code == 2
    assert "pip install 'scorio[png]'" in result.output


def test_figures_of_narrow_cells_are_not_written():
    names = [f"m{i}" for i in range(60)]
    better = {(one, other): 0.7 for one in names for other in names if one != other}
    said = texts(comparison.pairs("pairs", names, [""] * 60, better, set()))
    assert not [one for one in said if re.fullmatch(r"[<>]?\.\d\d", one)]
    assert sum(bool(re.fullmatch(r"m\d+", one)) for one in said) >= 60


def test_a_gate_marks_its_level(coins):
    found = scorio.gate(scorio.count(coins), 0.45)
    root = ET.fromstring(found.plot().to_svg())
    hues = {"pass": "f2", "fail": "f1", "undecided": "f0"}
    circles = [circle.get("class") for circle in root.iter(f"{SVG}circle")]
    assert circles == [hues[row.verdict] for row in found]
    assert len([path for path in root.iter(f"{SVG}path") if path.get("class") == "axis"]) == 1


def test_notebooks_show_figures(coins):
    figure = scorio.count(coins).score().plot()
    assert isinstance(figure, Figure)
    assert figure._repr_svg_() == figure.to_svg()
    assert repr(figure).startswith("Figure: Average score with 95% intervals. coin-11 leads")


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0.2, 0.21), (-3, 4), (1e-9, 2e-9), (0, 5e6)])
def test_ticks_are_few_round_and_inside(low, high):
    found = ticks(low, high)
    assert 2 <= len(found) <= 8
    assert all(low - 1e-9 <= one <= high + 1e-9 for one in found)
    steps = {round((b - a) / (high - low), 6) for a, b in pairwise(found)}
    assert len(steps) == 1


def test_an_axis_of_one_value():
    one = axis([2.0, math.nan], 0, 100)
    assert one.at(2.0) == pytest.approx(50)
    assert axis([], 0, 100).at(0.5) == 50
    log = axis([1, 4, 16], 0, 100, log=True)
    assert log.at(4) == pytest.approx(50)


def run(*arguments):
    return CliRunner().invoke(main, ["plot", *map(str, arguments)])


@pytest.mark.parametrize(
    ("arguments", "title"),
    [
        ([], "Average score with 95% intervals"),
        (["--kind", "ranks"], "Ranks by average score"),
        (["--metric", "pass_at_k", "-k", "1-3"], "Pass@k with 95% intervals"),
        (["--kind", "differences", "--baseline", "coin-04"], "difference from coin-04"),
        (["--kind", "pairs"], "the probability that one model is better"),
        (["--kind", "questions"], "the hardest first"),
        (["--kind", "convergence"], "How the ranking settles"),
    ],
)
def test_the_command_line(coins, tmp_path, arguments, title):
    outs = [tmp_path / "x.svg", tmp_path / "x.json"]
    result = run(coins, *arguments, "--out", outs[0], "--out", outs[1])
    assert result.exit_code == 0, result.output
    assert title in ET.fromstring(outs[0].read_text()).find(f"{SVG}title").text
    assert title in json.loads(outs[1].read_text())["title"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--out", "x.pdf"], "cannot draw x.pdf"),
        (["--kind", "differences", "--out", "-"], "--kind differences needs --baseline NAME"),
        (["--baseline", "coin-01", "--out", "-"], "--baseline is for --kind differences"),
        (["--kind", "pairs", "--top", "2", "--out", "-"], "--kind pairs has no --top"),
        (["--kind", "questions", "--metric", "bayes", "--out", "-"], "has no --metric"),
        (["--kind", "tasks", "--out", "-"], "a plot of tasks needs several"),
    ],
)
def test_mistakes_on_the_command_line(coins, arguments, message):
    result = run(coins, *arguments)
    assert result.exit_code == 2
    assert message in result.output


def test_a_picture_on_standard_output(coins):
    result = run(coins, "--out", "-")
    assert ET.fromstring(result.output).tag == f"{SVG}svg"


def test_nothing_of_it_is_loaded_before_something_is_drawn(coins):
    code = (
        "import sys, scorio, scorio.cli\n"
        f"scorio.count({str(coins)!r}).score()\n"
        "assert not [name for name in sys.modules if name.startswith('scorio.plot')]\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
