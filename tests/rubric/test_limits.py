"""Rubric files that are too large or no files, and many rubrics at once."""

import os

import pandas
import pytest

import scorio
from scorio import rubric

PART = """
[[rubric]]
name = "r{}"
category = [
  {{ name = "a", weight = 1, when = "right" }},
  {{ name = "b", weight = 0, otherwise = true }},
]
"""


def text_of(count):
    return '[signals]\nright = "@outcome"\n' + "".join(map(PART.format, range(count)))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_no_rubric_file(tmp_path):
    pipe = tmp_path / "rubric.toml"
    os.mkfifo(pipe)
    with pytest.raises(ValueError, match=r"rubric\.toml is a pipe or a device"):
        rubric.load(pipe)
    with pytest.raises(ValueError, match="is a pipe or a device, and not a rubric file"):
        rubric.load(f"{pipe}:one")


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there are no devices")  # noqa: PTH110
def test_a_device_is_no_rubric_file():
    with pytest.raises(ValueError, match="/dev/zero is a pipe or a device"):
        rubric.load("/dev/zero")


def test_a_large_file_is_no_rubric_file(tmp_path):
    large = tmp_path / "rubric.toml"
    with large.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(ValueError, match="rubric.toml is larger than 16 MiB, too large"):
        rubric.load(large)


def test_a_folder_is_no_rubric_file(tmp_path):
    with pytest.raises(IsADirectoryError):
        rubric.load(tmp_path)


def test_a_file_has_a_thousand_rubrics_at_most(tmp_path):
    many = tmp_path / "rubric.toml"
    many.write_text(text_of(1001))
    with pytest.raises(ValueError, match="has 1001 rubrics, but 1000 are the most: split it"):
        rubric.load(many)


def test_many_rubrics_are_compared_in_a_few_sentences():
    log = pandas.DataFrame({"model": ["m"], "question": ["q"], "outcome": [1]})
    study = rubric.study(log, text_of(60))
    assert len(study.agreement) == 60 * 59 // 2
    assert all(one.same_rules for one in study.agreement)
    same = [note for note in study.notes if "same rules" in note]
    assert same == ["r0, r1, r2, r3, r4 and 55 others have the same rules and weights."]
    table = next(line for line in study.to_text().splitlines() if "Kendall" in line)
    assert table.endswith("the first 50 across")
    (few,) = [note for note in rubric.study(log, text_of(3)).notes if "same rules" in note]
    assert few == "r0, r1 and r2 have the same rules and weights."
    (two,) = [note for note in rubric.study(log, text_of(2)).notes if "same rules" in note]
    assert two == "r0 and r1 have the same rules and weights."
    assert scorio.rubric.load(text_of(60)).names[-1] == "r59"
