"""Figures beside a threshold: rounding never puts them on the other side of it."""

import random
import re

import polars as pl
import pytest

import scorio
from scorio.plot.curves import Curve, Sides, curves
from scorio.show.view import View
from scorio.show.words import chance, pvalue


def read(text):
    """Read a shown probability; < and > stand for something below and above."""
    number = float(re.sub("[<>=]", "", text))
    return number / 2 if "<" in text else (1 + number) / 2 if ">" in text else number


def near():
    source = random.Random(1)
    for level in (0.5, 0.8, 0.9, 0.95, 0.99, 0.995, 0.999, 0.9999):
        for _ in range(200):
            off = source.choice((-1, 1)) * 10 ** source.uniform(-9, -1)
            for value in (level + off, 1 - level + off, level, source.random()):
                if 0 < value < 1:
                    yield value, level


def decided(probability, level):
    return max(probability, 1 - probability) >= level


def test_a_shown_probability_is_on_its_side_of_the_level():
    for value, level in near():
        text = chance(value, level=level)
        assert decided(read(text), level) == decided(value, level), (text, value, level)


def test_usual_probabilities_are_as_short_as_ever():
    assert chance(0.9502, level=0.95) == "0.9502"
    assert chance(0.94997) == "0.9500"
    assert chance(0.94997, level=0.95) == "0.94997"
    assert (pvalue(0.04997, 0.95), pvalue(0.05003, 0.95)) == ("0.0500", "0.05003")


@pytest.mark.parametrize("percent", [False, True])
def test_scores_beside_the_level_of_a_gate(percent):
    source = random.Random(2)
    for _ in range(300):
        level = source.choice((0.5, 0.8, 0.85))
        value = level + source.choice((-1, 0, 1)) * 10 ** source.uniform(-8, -1)
        for digits in (None, 0, 2):
            text = View(percent=percent, digits=digits).beside(value, level)
            shown = round(float(text.rstrip("%")) / (100 if percent else 1), 14)
            assert (shown >= level) == (value >= level), (text, value, level)


def drawn(ends):
    lines = [Curve(f"m{place}", [1, 2], [0.1, end], [0, 0], [1, 1])
             for place, end in enumerate(ends)]  # fmt: skip
    return curves("t", "d", lines, Sides("k", "score")).to_svg()


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ([place / 20 for place in range(15)],
         "The 8 of 15 that end highest are named. The others are grey."),
        ([1.0] * 15, "Named are 8 of 15: 15 end equally high. The others are grey."),
        ([1.0] * 3 + [0.9] * 9 + [0.5],
         "Named are the 3 that end highest, and 5 of 9 that end next, equally high."),
        ([1.0] * 8 + [0.9] * 7, "The 8 of 15 that end highest are named. The others are grey."),
    ],
)  # fmt: skip
def test_curves_that_end_equally_high(ends, said):
    assert said in drawn(ends)


def test_the_description_names_all_that_are_highest():
    rows = [
        {"model": model, "question": f"q{q}", "outcome": int(t > 0 or model != "c")}
        for model in "abc" for q in range(4) for t in range(3)
    ]  # fmt: skip
    board = scorio.count(pl.DataFrame(rows)).score("pass_at_k", k=[1, 2])
    assert "At k = 2, a, b and c are highest with 1.0000." in board.plot("curves").to_svg()
