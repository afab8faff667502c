"""Figures beside a threshold: rounding never puts them on the other side of it."""

import random
import re

import polars as pl
import pytest

import scorio
from scorio._compare.verdict import Verdict
from scorio._reporting.sections.comparisons import _percent
from scorio.plot.curves import Curve, Sides, curves
from scorio.show.view import View
from scorio.show.words import chance, equals, short_chance


def read(text):
    """Read a shown probability; < and > stand for something below and above."""
    number = float(re.sub(r"^(more than|at least)|[<>=%]", "", text))
    number = round(number / 100, 14) if text.endswith("%") else number
    return (
        number / 2 if "<" in text else (1 + number) / 2 if ">" in text or "more" in text else number
    )


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
        for text in (chance(value, level=level), short_chance(value, level), equals(value, level)):
            assert decided(read(text), level) == decided(value, level), (text, value, level)
        larger = max(value, 1 - value)
        text = _percent(larger, level)
        assert (read(text) >= level) == (larger >= level), (text, larger, level)
        assert not text.startswith("100")


def test_usual_probabilities_are_as_short_as_ever():
    assert (chance(0.9502, level=0.95), short_chance(0.9502, 0.95)) == ("0.9502", ".95")
    assert (short_chance(0.9477, 0.95), short_chance(0.0523, 0.95)) == (".948", ".052")
    assert (_percent(0.9477, 0.95), _percent(0.9512, 0.95)) == ("94.8%", "95%")
    assert chance(0.94997) == "0.9500"
    assert chance(0.94997, level=0.95) == "0.94997"


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


def test_a_verdict_has_the_digits_of_its_confidence():
    verdict = Verdict("a", "b", 0.02, 0.949996, worse=False, detectable=0.1)
    assert "P = 0.949996." in verdict.said(0.95)
    assert "P = 0.9500." in str(verdict)


def test_a_matrix_shows_which_pairs_are_separated():
    """A matrix and its letters agree: pairs from the level on share no letter."""
    source = random.Random(3)
    rows = [
        {"model": f"m{m}", "question": f"q{q}", "outcome": int(source.random() < 0.4 + 0.03 * m)}
        for m in range(6) for q in range(30) for _ in range(4)
    ]  # fmt: skip
    counts = scorio.count(pl.DataFrame(rows))
    first = scorio.compare_pairs(counts)
    # The level lies just above a probability that is open.
    row = min(first, key=lambda one: abs(one.probability - 0.85))
    level = row.probability + 0.0004
    found = scorio.compare_pairs(counts, confidence=level)
    lines = found.to_text().split("\n\n")[1].splitlines()[1:]
    names = [line.split()[1] for line in lines]
    figures = {line.split()[1]: line.split()[4:] for line in lines}
    for one in found:
        shown = figures[one.model][names.index(one.other)]
        sure = read(shown) >= level
        assert sure == (one.probability >= level)
        apart = not set(found.letters[one.model]) & set(found.letters[one.other])
        assert apart == decided(one.probability, level)


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
