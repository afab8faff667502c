"""What a report says of horizons, and that it says nothing without lengths."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import scorio
from scorio.cli import main

LOG = Path(__file__).parents[2] / "examples" / "horizons.jsonl"
HEADING = "How long a task"


def part(text):
    """The section about horizons."""
    (found,) = re.findall(r'<section aria-labelledby="horizons">.*?</section>', text, re.DOTALL)
    return found


def test_it_has_the_figures_of_the_horizons(page):
    text, _ = page(LOG, length="human_minutes", cluster="family", baseline="year-3")
    own = part(text)
    found = scorio.horizon(LOG, "human_minutes", cluster="family", baseline="year-3")
    assert all(row.shown in own and row.shown_interval in own for row in found)
    assert "<b><bdi>year-4</bdi></b> does 50% of tasks of 6h 00m (3h 06m to 12h 13m)." in own
    assert own.count(f"<title>{found.plot().title}</title>") == 2
    assert found.plot().to_svg() in own
    assert "Table: Horizons over those of year-3" in own
    assert "Table: observed and fitted shares" in own


def test_without_lengths_there_is_no_section(page):
    text, _ = page(LOG)
    assert HEADING not in text


def test_other_models_may_tell_the_difficulty(page):
    text, _ = page(LOG, length="item", baseline="year-3")
    assert "odds that a trial of the other models fails it" in part(text)


def test_lengths_that_are_none_are_refused(page):
    counts = scorio.count(LOG).with_field("lines", {"task-01": "long"})
    with pytest.raises(ValueError, match='is "long": lengths are numbers above 0'):
        page(counts, length="lines")


@pytest.mark.parametrize("length", ["human_minutes", "item"])
def test_the_command_takes_lengths(tmp_path, length):
    out = tmp_path / "report.html"
    result = CliRunner().invoke(main, ["report", str(LOG), "--length", length, "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert HEADING in out.read_text("utf-8")
