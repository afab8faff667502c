"""The page of speeds: each section has a script and a heading, and links to headings lead there."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = runpy.run_path(str(ROOT / "benches/page.py"))
TITLE = re.compile(r'^TITLE = "(.+)"$', re.MULTILINE)
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
LINK = re.compile(r"speed\.md#([\w-]+)")
TEXTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("j*/README.md")]


def headings():
    """Give the headings of the page."""
    return HEADING.findall((ROOT / "docs/speed.md").read_text())


def anchor(heading):
    """Give the anchor of a heading, as GitHub and the site make it."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def test_the_headings_are_the_titles_of_the_sections():
    scripts = [ROOT / f"benches/{name}.py" for name in PAGE["SECTIONS"]]
    assert headings() == [
        title for script in scripts for title in TITLE.findall(script.read_text())
    ]
    assert len(headings()) == len(scripts)


@pytest.mark.parametrize("text", [one for one in TEXTS if LINK.search(one.read_text())],
                         ids=lambda text: str(text.relative_to(ROOT)))  # fmt: skip
def test_links_lead_to_headings(text):
    assert set(LINK.findall(text.read_text())) <= set(map(anchor, headings()))


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "0"), (0.3999, "0.40"), (0.999, "1.0"), (5.84, "5.8"), (42.6, "43"), (197.7, "198"),
     (12_345, "12,300")],
)  # fmt: skip
def test_figures_have_two_digits_and_large_ones_three(value, written):
    assert PAGE["figure"](value) == written


@pytest.mark.parametrize(
    ("seconds", "written"),
    [(71.2, "71 s"), (0.18, "180 ms"), (9.1e-4, "910 µs"), (6.4e-6, "6.4 µs"), (3e-9, "3.0 ns")],
)
def test_times_have_the_unit_that_suits_them(seconds, written):
    assert PAGE["duration"](seconds) == written


def test_a_table_has_figures_on_the_right():
    assert PAGE["table"](["call", "time"], [["`cost`", "12 ms"]]) == (
        "| call | time |\n|---|--:|\n| `cost` | 12 ms |\n"
    )
