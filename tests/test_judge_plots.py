"""The picture of scores by the judge and by the labels, joined."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from click.testing import CliRunner

import scorio
from scorio.cli import main

ROOT = Path(__file__).parents[1]
SVG = "{http://www.w3.org/2000/svg}"
ODD = ["<b>&\"'</b>", "模型", "דגם", "🦙", "x" * 300, "a\nb\x1b[31m\x00", "]]>"]


def beside_judge(models):
    """A leaderboard of labels, of a judge that says yes too often."""
    rng = np.random.default_rng(1)
    right = rng.random((len(models), 30, 4)) < 0.5
    outcomes = np.where(rng.random(right.shape) < np.where(right, 0.9, 0.4), 1.0, 0.0)
    known = np.where(rng.random(right.shape) < 0.4, right, np.nan)
    return scorio.judge.from_arrays(outcomes, known, models=models).score()


def test_the_judge_is_beside_the_labels():
    board = beside_judge(["a", "b", "c"])
    drawn = board.plot("judge")
    values = drawn.to_vega()["data"]["values"]
    assert [
        (one["model"], one["score"], one["lo"], one["hi"], one["beside"]) for one in values
    ] == [(row.model, row.score, row.lo, row.hi, board._judged_of(row).judge) for row in board]
    above = [one["model"] for one in values if one["beside"] > one["hi"]]
    assert above
    assert f"of {len(above)} of 3 models: above it for {above[0]}" in drawn.described
    svg = ET.fromstring(drawn.to_svg())
    assert {"by the labels, 95% interval", "by the judge"} <= {
        node.text for node in svg.iter(f"{SVG}text")
    }
    # Each model has a dot, a ring and its paper, and so has the key.
    assert len(list(svg.iter(f"{SVG}circle"))) == 3 * (len(board) + 1)
    assert "beside" not in json.dumps(board.plot().to_vega())


def test_a_perfect_judge_is_inside_and_one_with_a_refusal_has_no_average():
    right = np.array([[[1.0, 0], [1, 1], [0, 0], [1, 0]]] * 2)
    known = right.copy()
    known[:, ::2, 0] = np.nan
    same = scorio.judge.from_arrays(right, known).score().plot("judge")
    assert same.described == "The judge's average lies inside the interval of each of 2 models."
    right[0, 0, 0] = np.nan
    found = scorio.judge.from_arrays(right, known).score()
    with pytest.raises(ValueError, match="it has no average: draw another kind"):
        found.plot("judge")


def test_a_plot_of_the_judge_needs_labels(coins):
    with pytest.raises(ValueError, match="needs labels of people.*: count with label"):
        scorio.count(coins).score().plot("judge")
    found = CliRunner().invoke(main, ["plot", str(coins), "--kind", "judge", "--out", "-"])
    assert found.exit_code == 2
    assert "none are there: count with --label" in found.output


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("models", [["m"], ODD, [f"model-{place}" for place in range(60)]])
def test_it_stays_in_its_frame(models, narrow, theme):
    drawn = beside_judge(models)._of_judge(narrow=narrow)
    svg = ET.fromstring(drawn.to_svg(theme))
    width, height = (float(svg.get(side)) for side in ("width", "height"))
    assert width == 360 if narrow else width < 1000
    for circle in svg.iter(f"{SVG}circle"):
        assert 4 <= float(circle.get("cx")) <= width - 4
        assert 4 <= float(circle.get("cy")) <= height - 4
    said = [node.text for node in svg.iter(f"{SVG}text")]
    assert sum(", judge " in one for one in said) == len(models)


def test_the_command_line_draws_it(tmp_path):
    out = tmp_path / "judge.svg"
    arguments = ["plot", "examples/labelled.jsonl", "--label", "human", "--kind", "judge"]
    found = CliRunner().invoke(main, [*arguments, "--out", str(out)])
    assert found.exit_code == 0, found.output
    described = ET.fromstring(out.read_text()).find(f"{SVG}desc").text
    assert described.endswith("1 of 4 models: above it for small.")
    found = CliRunner().invoke(main, [*arguments, "--percent", "--only", "small", "--out", "-"])
    assert "44.67%, judge 61.00%" in found.output


def test_the_picture_of_the_page():
    counts = scorio.judge.read(ROOT / "examples" / "labelled.jsonl", "human")
    assert (ROOT / "docs" / "judge.svg").read_text() == counts.score().plot("judge").to_svg()
