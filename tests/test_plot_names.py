"""Names in pictures: none touches another, none is cut, and the whole is said when pointed at."""

import random
import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from scorio.plot.curves import Curve, Sides, curves
from scorio.plot.ends import GAP, spread
from scorio.plot.forest import Look, Mark, Panel, forest
from scorio.plot.matrix import Cell, Grid, matrix
from scorio.plot.parts import MOST_NAME, names
from scorio.plot.style import DASHES, HUES
from scorio.plot.widths import pixels

SVG = "{http://www.w3.org/2000/svg}"
LONG = [f"org/model-with-a-long-name-{part}-and-a-long-suffix-of-the-run-2026" for part in "abcd"]


def drawn(count, labels=None):
    labels = labels or [f"m{one}" for one in range(count)]
    lines = [
        Curve(label, [1, 2, 4], [0.1, 0.5, 0.9 - 0.001 * one], [0.0, 0.4, 0.8], [0.2, 0.6, 1.0])
        for one, label in enumerate(labels)
    ]
    return ET.fromstring(curves("Pass@k", "", lines, Sides("k", "score")).to_svg())


def ends(root):
    return [node for node in root.iter(f"{SVG}text") if node.get("style") == "font-weight:600"]


@pytest.mark.parametrize("count", [1, 2, 8, 12])
def test_ends_do_not_touch_and_lines_differ(count):
    root = drawn(count)
    places = sorted(float(node.get("y")) for node in ends(root))
    assert len(places) == count
    assert all(below - above >= GAP - 0.01 for above, below in pairwise(places))
    looks = [
        (path.get("class"), path.get("stroke-dasharray"))
        for path in root.iter(f"{SVG}path")
        if path.get("stroke-width") == "2"
    ]
    assert len(set(looks)) == len(looks) == count
    assert count <= HUES * len(DASHES)
    # A line leads from each end to its name.
    assert len(list(root.iter(f"{SVG}path"))) - 2 * count - count == len(
        [path for path in root.iter(f"{SVG}path") if path.get("class") == "line"]
    )


@pytest.mark.parametrize("count", [13, 30, 200])
def test_of_many_curves_the_highest_are_named(count):
    root = drawn(count)
    assert sorted(node.text for node in ends(root)) == [f"m{one}" for one in range(8)]
    said = [node.text for node in root.iter(f"{SVG}text")]
    assert f"The 8 of {count} that end highest are named. The others are grey." in said
    grey = [path for path in root.iter(f"{SVG}path") if path.get("class") == "axis"]
    assert len(grey) == count - 8
    titles = [node.text for node in root.iter(f"{SVG}title")]
    assert sum(one.startswith(f"m{count - 1}: 0.1 at 1") for one in titles) == 1


def test_places_are_moved_as_little_as_possible():
    assert spread([10, 50, 90], 15, 0, 100) == [10, 50, 90]
    assert spread([50, 50], 20, 0, 100) == [40, 60]
    assert spread([0, 0, 0], 15, 0, 100) == [0, 15, 30]
    assert spread([100, 100], 15, 0, 100) == [85, 100]
    assert spread([], 15, 0, 100) == []
    draws = random.Random(1)
    for _ in range(200):
        wanted = sorted(draws.uniform(0, 300) for _ in range(12))
        found = spread(wanted, 15, 0, 300)
        assert all(below - above >= 15 - 1e-9 for above, below in pairwise(found))
        assert -1e-9 <= found[0] <= found[-1] <= 300 + 1e-9


def test_names_stay_different_and_whole_names_are_said():
    shown = names(LONG)
    assert len(set(shown)) == len(LONG)
    assert all(pixels(one) <= MOST_NAME for one in shown)
    mark = [Mark(name, 0.1, 0.2, 0.3, "0.2") for name in LONG]
    nothing = [Mark(name, float("nan"), float("nan"), float("nan"), "–") for name in LONG]
    cells = [[Cell("1", 1, 0, "one", 1.0)] * len(LONG)] * len(LONG)
    for figure in (
        forest("scores", "", [Panel("", mark)], Look("score")),
        forest("scores", "", [Panel("", nothing)], Look("score")),
        matrix("scores", "", Grid(LONG, LONG), cells),
    ):
        said = " ".join(
            node.text or "" for node in ET.fromstring(figure.to_svg()).iter(f"{SVG}title")
        )
        assert all(name in said for name in LONG)
    said = [node.text for node in drawn(4, LONG).iter(f"{SVG}title")]
    assert set(LONG) <= set(said)


@pytest.mark.parametrize("sign", ["W", "i", "模", "👩‍👩‍👧‍👦", "ש", "m@"])
def test_names_of_any_signs_have_room(sign):
    [shown] = names([sign * 90])
    assert pixels(shown) <= MOST_NAME
    # An em is the widest a sign of the alphabet is in common fonts.
    if sign == "W":
        assert 0.99 * 12 * shown.count("W") <= MOST_NAME
    assert re.fullmatch(f"(?:{sign})*.?…?.?(?:{sign})*", shown) or sign == "m@"


def test_long_titles_stay_in_the_picture():
    figure = matrix("x" * 300, "", Grid(["a"], ["b"]), [[Cell("1", 1, 0, "one", 1.0)]])
    root = ET.fromstring(figure.to_svg())
    assert float(root.get("width")) <= 480
    assert "x" * 300 in [node.text for node in root.iter(f"{SVG}title")]


def test_curves_of_one_value_of_a_share_are_on_an_axis_of_shares():
    same = Curve("a", [1, 2], [1.0, 1.0], [1.0, 1.0], [1.0, 1.0])
    root = ET.fromstring(curves("τ", "", [same], Sides("k", "τ")).to_svg())
    said = [node.text for node in root.iter(f"{SVG}text")]
    assert "1" in said
    assert not {"1.2", "1.4", "1.5"} & set(said)
