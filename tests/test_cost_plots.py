"""Pictures of scores beside costs: the frontier, and success by spend."""

import json
import re
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import scorio
from scorio.cli import main
from scorio.plot.places import Box, Spot, placed
from scorio.plot.spend import amount, by_ratios, spend
from scorio.plot.widths import pixels

ROOT = Path(__file__).parents[1]
AGENTS = ROOT / "examples" / "agents.jsonl"
SVG = "{http://www.w3.org/2000/svg}"
ODD = ["<b>&\"'</b>", "模型", "דגם", "🦙", "x" * 300, "a\nb\x1b[31m\x00", "]]>"]
MANY = [
    f"{maker}-{size}"
    for maker in ("opus", "gpt-5.2", "gemini-3-pro", "qwen3-coder", "llama")
    for size in ("high", "low", "mini", "2026-01-15", "thinking", "tiny", "pro", "max")
]


def log(models, decades=4.0, questions=30, trials=4, seed=1, dear=1.6):
    """Trials of models whose costs span decades, and of which the dear ones solve more."""
    rng = np.random.default_rng(seed)
    costs = 10 ** (np.linspace(0, decades, len(models)) + rng.normal(0, 0.1, len(models)) - 2)
    rows = []
    for place, (model, cost) in enumerate(zip(models, costs, strict=True)):
        skill = np.clip(0.2 + 0.6 * place / len(models) + rng.normal(0, 0.15), 0.05, 0.95)
        for question in range(questions):
            for outcome in rng.random(trials) < skill:
                spent = cost * np.exp(rng.normal(0, 0.6)) * (1 if outcome else dear)
                rows.append((model, f"q{question}", int(outcome), spent))
    return pd.DataFrame(rows, columns=["model", "question", "outcome", "cost"])


def costs_of(models, given=None, **options):
    return scorio.cost(log(models, **given or {}), cost="cost", **options)


def texts(figure):
    return [node.text for node in ET.fromstring(figure.to_svg()).iter(f"{SVG}text")]


def free(rows):
    """Trials without any cost, of a model and of all."""
    rows.loc[rows.model == "a", "cost"] = 0.0
    return rows


@pytest.fixture(scope="module")
def found():
    nothing = log(["a", "b"], questions=5).assign(outcome=0)
    zero = log(["a", "b"], questions=5).assign(cost=0.0)
    return {
        "few": costs_of(["a", "b", "c"]),
        "tries": costs_of(["a", "b", "c"], tries=4, curve=64),
        "odd": costs_of(ODD, tries=2, curve=9),
        "one": costs_of(["a"], tries=3, curve=5),
        "many": costs_of(MANY, curve=16),
        "many tries": costs_of(MANY, tries=4, curve=16),
        "near": costs_of(["a", "b"], {"decades": 0.1, "dear": 1}, tries=2, curve=4),
        "free": scorio.cost(free(log(["a", "b", "c"])), cost="cost", tries=2, curve=5),
        "all free": scorio.cost(zero, cost="cost", tries=2, caps=[0, 1]),
        "no success": scorio.cost(nothing, cost="cost", tries=2, caps=[0.1, 1]),
        "one trial": costs_of(["a", "b"], {"trials": 1, "questions": 2}, caps=[1]),
        "crowd": costs_of([f"m{place}" for place in range(200)], {"questions": 4}),
    }


NAMES = ["few", "tries", "odd", "one", "many", "many tries", "near", "free", "all free",
         "no success", "one trial", "crowd"]  # fmt: skip


def pictures(costs):
    yield costs.plot()
    yield costs._of_frontier(narrow=True)
    if costs.caps or costs.retries:
        yield costs.plot("budget")
        yield costs._of_budget(narrow=True)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
def test_they_stay_in_their_frames(found, name, theme):
    for place, drawn in enumerate(pictures(found[name])):
        svg = drawn.to_svg(theme)
        root = ET.fromstring(svg)
        assert not re.search(r"nan|inf\b|\x1b|href|<script|url\(", svg)
        width, height = (float(root.get(side)) for side in ("width", "height"))
        assert width == 360 if place % 2 else width < 1100
        for circle in root.iter(f"{SVG}circle"):
            radius = float(circle.get("r"))
            for side, most in (("cx", width), ("cy", height)):
                assert float(circle.get(side)) <= most - radius
        for path in re.findall(r' d="([^"]*)"', svg):
            for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path):
                assert -1 <= float(x) <= width
                assert -9 <= float(y) <= height
        assert drawn.described


@pytest.mark.parametrize("name", NAMES)
def test_they_are_pngs_and_specifications(found, name):
    pytest.importorskip("resvg_py")
    for drawn in pictures(found[name]):
        assert drawn.to_png().startswith(b"\x89PNG")
        spec = drawn.to_vega()
        assert json.loads(json.dumps(spec, allow_nan=False))["data"]["values"]


def named(root):
    """The boxes of names in a plot, and their words."""
    boxes = []
    for node in root.iter(f"{SVG}text"):
        if "cell" in (node.get("class") or ""):
            size = 10.5 if "font-size:10.5px" in node.get("style") else 12
            x, y = float(node.get("x")), float(node.get("y"))
            boxes.append((Box(x, y - 0.8 * size, x + pixels(node.text, size), y + 2), node.text))
    return boxes


def lowest(root):
    """Where the words below the costs end."""
    return next(
        float(node.get("y")) for node in root.iter(f"{SVG}text") if "mean cost of" in node.text
    )


@pytest.mark.parametrize("name", ["few", "tries", "odd", "many", "many tries", "near"])
@pytest.mark.parametrize("narrow", [False, True])
def test_each_model_has_a_name_that_touches_no_other(found, name, narrow):
    costs = found[name]
    root = ET.fromstring(costs._of_frontier(narrow=narrow).to_svg())
    boxes = named(root)
    for (one, _), (other, _) in combinations(boxes, 2):
        assert not one.meets(other)
    own = {words for _, words in boxes}
    inside = {words for words in own if not words.isdecimal()}
    listed = [
        words
        for words in (node.text or "" for node in root.iter(f"{SVG}text"))
        if re.match(r"\d+ \S", words) and "tries" not in words
    ]
    below = [node.text for node in root.iter(f"{SVG}text") if float(node.get("y")) > lowest(root)]
    bare = [words for words in below if words not in listed]
    # A number stands for a name below the plot. On a phone one of many may lack the room for it.
    assert len(inside) + len(listed) + len(bare) == len(costs)
    assert len(bare) <= (3 if narrow and len(costs) > 8 else 0)
    assert own - inside == {words.partition(" ")[0] for words in listed}
    if name == "many" and not narrow:
        assert len(inside) >= 30


def test_names_of_a_crowd_are_those_of_the_frontier(found):
    costs = found["crowd"]
    shown = set(texts(costs.plot()))
    rows = [row for row in costs if row.verdict != "dominated"]
    rows.sort(key=lambda row: (row.verdict != "frontier", -row.frontier, -row.score))
    own = [row.model for row in rows[:40]]
    assert not {row.model for row in costs if row.verdict == "dominated"} & shown
    assert sum(any(one.endswith(model) for one in shown) for model in own) == len(own)


def test_marks_tell_verdicts_apart_without_colours(found):
    for name in ("few", "many"):
        costs = found[name]
        verdicts = [row.verdict for row in costs]
        root = ET.fromstring(costs.plot().to_svg())
        radii = [(one.get("class"), one.get("r")) for one in root.iter(f"{SVG}circle")]
        # The key has one of each.
        for verdict, mark in (("frontier", ("f0", "5.5")), ("open", ("s0", "5"))):
            count = verdicts.count(verdict)
            assert radii.count(mark) == count + (count > 0)
        diamonds = [one for one in root.iter(f"{SVG}path") if one.get("d").endswith("l-4.5 -4.5z")]
        count = verdicts.count("dominated")
        assert len(diamonds) == count + (count > 0) or name != "few"
        assert len(diamonds) >= count


def test_the_line_has_the_best_score_for_a_cost(found):
    for name in ("few", "many"):
        rows = [row for row in found[name] if row.verdict != "dominated"]
        best = []
        for row in sorted(rows, key=lambda row: row.cost):
            if not best or row.score > best[-1].score:
                best.append(row)
        svg = found[name].plot().to_svg()
        steps = re.findall(r'<path class="s0" stroke-width="2"([^>]*?) d="M(\d\S*) [^"]*H\S+"', svg)
        steps = [one for one in steps if one[1] != "0"]
        assert len(steps) == len(best)
        # What is not sure is a line of dashes.
        assert ["dasharray" in more for more, _ in steps] == [row.verdict == "open" for row in best]
        places = [float(x) for _, x in steps]
        assert places == sorted(places)


def test_its_specification_has_the_rows(found):
    costs = found["tries"]
    values = costs.plot().to_vega()["data"]["values"]
    once = [one for one in values if one["tries"] == 1]
    assert [(one["model"], one["cost"], one["score"], one["verdict"]) for one in once] == [
        (row.model, row.cost, row.score, row.verdict) for row in costs
    ]
    tried = [(one["model"], one["tries"], one["score"]) for one in values if one["tries"] > 1]
    assert sorted(tried) == sorted(
        (row.model, row.tries, row.success) for row in costs.retries if row.tries > 1
    )


def test_the_description_names_the_frontier():
    drawn = scorio.cost(AGENTS, cost="dollars").plot()
    assert drawn.described == (
        "Of 4 models small (0.3733 for 0.0739) and medium (0.7233 for 0.243) are on the frontier. "
        "Of 4 models large (0.7700 for 1.62) is open. 1 model is dominated."
    )
    assert "77.00% for 1.62" in (
        scorio.cost(AGENTS, cost="dollars").view(percent=True).plot().described
    )


@pytest.mark.parametrize("seed", range(5))
def test_places_touch_nothing(seed):
    rng = np.random.default_rng(seed)
    spots = [Spot(*rng.uniform(20, 380, 2), rng.uniform(30, 120), 14) for _ in range(30)]
    marks = [Box(one.x - 5, one.y - 5, one.x + 5, one.y + 5) for one in spots]
    frame = Box(0, 0, 400, 400)
    found = placed(spots, frame, marks, [])
    boxes = [one.box for one in found if one]
    assert len(boxes) > 20
    for one, other in combinations(boxes, 2):
        assert not one.meets(other)
    for box in boxes:
        assert box.inside(frame)
        assert not any(map(box.meets, marks))
    for spot, place in zip(spots, found, strict=True):
        if place:
            wide = spot.number if place.short else spot.width
            assert place.box.right - place.box.left == pytest.approx(wide)


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        (0, "0"), (0.002, "0.002"), (0.00001, "0.00001"), (2e-6, "2 · 10⁻⁶"), (1.5, "1.5"),
        (1500, "1,500"), (20_000, "20k"), (3e6, "3M"), (2e9, "2G"), (5e12, "5 · 10¹²"),
    ],
)  # fmt: skip
def test_costs_in_few_signs(cost, words):
    assert amount(cost) == words


@pytest.mark.parametrize(
    "costs",
    [[1, 2, 3], [0.01, 100], [1e-9, 1e9], [0, 0.5, 700], [1, 10], [5], [0], [], [3e-90, 3e90]],
)
def test_ticks_of_costs_do_not_touch(costs):
    scale = spend(costs, 50, 350, ratios=by_ratios(costs))
    found = list(scale.ticks())
    assert found
    places = [at for at, _ in found]
    assert places == sorted(places)
    for (left, words), (right, others) in pairwise(found):
        assert right - left > (pixels(words) + pixels(others)) / 2
    for cost in costs:
        assert 50 <= scale.at(cost) <= 350
    assert scale.scale.log == (by_ratios(costs))
    if scale.zero is not None:
        assert scale.at(0) < min(scale.at(cost) for cost in costs if cost > 0)


def test_a_budget_has_caps_and_tries_of_each_model(found):
    costs = found["tries"]
    drawn = costs.plot("budget")
    values = drawn.to_vega()["data"]["values"]
    caps = [one for one in values if one["kind"] == "cap"]
    for model in ("a", "b", "c"):
        own = [(one["cost"], one["success"], one["lo"], one["hi"])
               for one in caps if one["model"] == model]  # fmt: skip
        every = sorted((r.cap, r.success, r.lo, r.hi) for r in costs.caps if r.model == model)
        # Caps within which nothing succeeds are left out, but for the last of them.
        assert own == every[-len(own) :]
        assert all(success == 0 for _, success, *_ in every[: len(every) - len(own)])
        assert own[-1][0] == max(row.cap for row in costs.caps)
    tries = [one for one in values if one["kind"] == "tries"]
    assert sorted((one["model"], one["tries"], one["cost"]) for one in tries) == [
        (row.model, row.tries, row.cost)
        for row in sorted(costs.retries, key=lambda row: (row.model, row.tries))
    ]
    assert "succeeds most within small caps" in drawn.described
    assert "With 4 tries" in drawn.described


def test_a_budget_of_caps_or_of_tries_alone():
    for given, words in (({"tries": 2}, "mean cost of k tries"),
                         ({"caps": [0.1, 1]}, "cap on the cost of a trial")):  # fmt: skip
        assert words in texts(scorio.cost(AGENTS, cost="dollars", **given).plot("budget"))
    with pytest.raises(ValueError, match="needs caps or retries: give curve or tries"):
        scorio.cost(AGENTS, cost="dollars").plot("budget")


def test_of_many_models_the_leading_ones_have_colours(found):
    drawn = found["many"].plot("budget")
    shown = texts(drawn)
    assert any("6 of 40 models" in one for one in shown)
    own = [model for model in MANY if model in shown]
    assert len(own) == 6
    caps = found["many"].caps
    for cap in {row.cap for row in caps}:
        within = [row for row in caps if row.cap == cap]
        most = max(row.success for row in within)
        first = {row.model for row in within if row.success == most}
        led = [one for one in own if one in first]
        assert led or len(first) > 0
    last = max(row.cap for row in caps)
    ends = max((row for row in caps if row.cap == last), key=lambda row: row.success)
    assert ends.model in own


def test_crossings_of_leading_models_are_drawn():
    costs = scorio.cost(AGENTS, cost="dollars", curve=64)
    leading = [one for one in costs.crossings if one.leads]
    assert 0 < len(leading) < len(costs.crossings)
    drawn = costs.plot("budget")
    tips = [node.text for node in ET.fromstring(drawn.to_svg()).iter(f"{SVG}title")]
    found = [one for one in tips if "cross at" in one]
    assert len(found) == len(leading)
    assert found[0].startswith(f"{leading[0].model} and {leading[0].other} cross at ")
    assert "where another takes the lead, 95% interval" in texts(drawn)
    kinds = [one["kind"] for one in drawn.to_vega()["data"]["values"]]
    assert kinds.count("crossing") == len(leading)
    # Where the two are not separated at the largest cost, there is no upper end.
    costs.crossings = [leading[0]._replace(hi=None)]
    (tip,) = [
        node.text
        for node in ET.fromstring(costs.plot("budget").to_svg()).iter(f"{SVG}title")
        if "cross at" in node.text
    ]
    assert tip.endswith(" to ∞")


def test_tasks_and_chosen_models():
    rows = pd.concat([log(["a", "b"]).assign(task="x"), log(["a", "b"], seed=2).assign(task="y")])
    costs = scorio.cost(rows, cost="cost", by_task=True, curve=8, tries=2)
    drawn = costs.plot()
    assert drawn.title == "Score by cost of all tasks; 95% intervals"
    values = drawn.to_vega()["data"]["values"]
    assert [one["score"] for one in values if one["tries"] == 1] == [
        row.score for row in costs if row.task is None
    ]
    only = costs.view(only="a").plot("budget").to_vega()["data"]["values"]
    assert {one["model"] for one in only} == {"a"}


def run(*arguments):
    return CliRunner().invoke(main, ["plot", *map(str, arguments)])


@pytest.mark.parametrize(
    ("arguments", "title", "words"),
    [
        ([], "Score by cost; 95% intervals", "mean cost of a trial"),
        (["--retries", "1-3"], "Score by cost; 95% intervals", "2 to 3 tries"),
        (["--kind", "budget"], "Success by spend; 95% intervals", "at most k tries"),
        (["--kind", "scores"], "Average score with 95% intervals", "score, 95% interval"),
    ],
)
def test_the_command_line_draws_them(tmp_path, arguments, title, words):
    out = tmp_path / "x.svg"
    result = run(AGENTS, "--cost", "dollars", *arguments, "--out", out)
    assert result.exit_code == 0, result.output
    root = ET.fromstring(out.read_text())
    assert root.find(f"{SVG}title").text == title
    assert any(words in node.text for node in root.iter(f"{SVG}text"))


def test_counts_without_single_costs_have_tries_alone(tmp_path):
    stored = tmp_path / "counts.parquet"
    scorio.count(AGENTS, cost="dollars").save(stored)
    result = run(stored, "--kind", "budget", "--out", "-")
    assert "mean cost of k tries" in result.output
    assert "within a cap" not in result.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--retries", "1-3", "--kind", "scores"], "--retries is for --kind frontier"),
        (["--cost", "dollars", "--metric", "bayes"], "--kind frontier has no --metric"),
        (["--kind", "frontier"], "name the field by --cost, such as dollars"),
        (["--cost", "dollars", "--retries", "1-9"], "retries go up to 6"),
        (["--cost", "dollars", "--label", "outcome"], "--label corrects scores, and costs"),
    ],
)
def test_mistakes_on_the_command_line(arguments, message):
    result = run(AGENTS, *arguments, "--out", "-")
    assert result.exit_code == 2
    assert message in result.output


def test_the_pictures_of_the_page():
    costs = scorio.cost(AGENTS, cost="dollars")
    assert (ROOT / "docs" / "frontier.svg").read_text() == costs.plot().to_svg()
    result = run(AGENTS, "--cost", "dollars", "--kind", "budget", "--out", "-")
    assert (ROOT / "docs" / "budget.svg").read_text() == result.output


def test_partial_credit_has_no_budget(tmp_path):
    path = tmp_path / "log.csv"
    log(["a", "b"]).assign(outcome=lambda rows: rows.index % 3 / 2).to_csv(path, index=False)
    words = ["--no-config", "plot", str(path), "--cost", "cost", "--kind", "budget", "--out"]
    done = CliRunner().invoke(main, [*words, str(tmp_path / "out.svg")])
    assert done.exit_code == 2
    assert "a budget is about successes and failures" in done.stderr
    done = CliRunner().invoke(main, [*words, str(tmp_path / "out.svg"), "--threshold", "1"])
    assert (done.exit_code, done.stderr) == (0, "")
