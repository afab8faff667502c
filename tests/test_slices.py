"""Where one model is better than another: exact values, texts, files and pictures of slices."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import scorio

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def cases(shared: Path) -> list[dict[str, Any]]:
    """Differences of slices, with values to 1e-9 and ends of intervals to 1e-7."""
    found: list[dict[str, Any]] = json.loads((shared / "reference" / "slices.json").read_text())[
        "cases"
    ]
    return found


# Names of figures of slices, and of all slices together, in the reference.
BY_SLICE = {
    "pvalue": "p", "holm": "holm", "worse_pvalue": "worse_p", "worse_holm": "worse_holm",
    "shrunken": "mean", "shrunken_sigma": "sd", "shrunken_probability": "probability",
}  # fmt: skip
ENDS = {"shrunken_lo": "lo", "shrunken_hi": "hi"}
TOGETHER = {
    "pooled": "pooled", "q": "Q", "pvalue": "Q_p", "common": "common",
    "common_sigma": "common_sd", "shrinkage": "tau_median_shrink",
}  # fmt: skip


def test_figures_are_those_of_the_reference(cases: list[dict[str, Any]]) -> None:
    """Every vector has its values, and its ends of intervals."""
    assert len(cases) == 21
    for case in cases:
        found = scorio.known_slices(case["d"], case["s"], margin=0.02)
        expected = case["expected"]
        for names, tolerance in ((BY_SLICE, 1e-9), (ENDS, 1e-7)):
            for name, known in names.items():
                own = [getattr(row, name) for row in found]
                if known not in expected:
                    assert own == [None] * len(found)
                    continue
                assert np.allclose(own, expected[known], rtol=0, atol=tolerance), (name, case)
        (model,) = found.models
        for name, known in TOGETHER.items():
            own = getattr(model, name)
            if known in expected:
                assert math.isclose(own, expected[known], rel_tol=1e-9, abs_tol=1e-9), (name, case)


def drawn(slices: int = 3, questions: int = 40, models: int = 2, seed: int = 1) -> scorio.Counts:
    """Draw counts whose models differ from the first one in some slices."""
    random = np.random.default_rng(seed)
    total = slices * questions
    hard = random.beta(2, 2, total)
    results = {}
    for model in range(models):
        shift = 0.15 * model * np.cos(np.arange(total) % slices)
        chance = np.clip(hard + shift, 0.02, 0.98)
        results["old" if model == 0 else f"new{'' if models == 2 else model}"] = (
            random.random((total, 6)) < chance[:, None]
        ).astype(int)
    values = {str(place): f"kind {place % slices}" for place in range(total)}
    lengths = {str(place): place for place in range(total)}
    return scorio.count(results).with_field("kind", values).with_field("length", lengths)


def test_the_text_is_a_table_of_slices() -> None:
    """A title, a line for each slice, and what the slices say together."""
    found = scorio.slices(drawn(), baseline="old", slice="kind")
    text = found.to_text()
    title, _, head, *lines = text.splitlines()
    assert title == "new against old by kind · 120 questions"
    words = "slice questions difference 95% interval Holm shrunken 95% interval P(A > B)"
    assert head.split() == words.split()
    assert [line.split()[0] for line in lines[:3]] == ["kind"] * 3
    assert "Shrunken: each slice leans on the others, as far as their spread suggests." in text
    assert "differ between slices (Q " in text or "may be the same in all slices (Q " in text
    differences = [row.difference for row in found]
    assert differences == sorted(differences, reverse=True)


def test_slices_of_numbers_are_in_their_order() -> None:
    """A number is cut at its quantiles, and the ranges keep their order."""
    found = scorio.slices(drawn(), baseline="old", slice="length:4")
    assert [row.slice for row in found] == ["0 to 29", "30 to 59", "60 to 89", "90 to 119"]
    with pytest.raises(ValueError, match=r"length is a number of 120 values: cut it, as length:4"):
        scorio.slices(drawn(), baseline="old", slice="length")
    cells = scorio.slices(drawn(), baseline="old", slice=["kind", "length:2"])
    assert cells[0].slice == "kind 0, 0 to 59"
    assert len(cells) == 6


def test_figures_are_those_of_compare() -> None:
    """A slice is the comparison of its questions."""
    counts = drawn()
    chosen = [str(place) for place in range(120) if place % 3 == 1]
    alone = scorio.compare(counts.select(question=chosen), baseline="old")[0]
    row = next(
        row for row in scorio.slices(counts, baseline="old", slice="kind") if "1" in row.slice
    )
    for name in ("difference", "sigma", "lo", "hi", "pvalue", "questions", "score"):
        assert getattr(row, name) == getattr(alone, name)


def test_a_gate_names_the_slices_that_fail() -> None:
    """Each slice has a verdict, and one that is worse fails the model."""
    random = np.random.default_rng(3)
    old = (random.random((80, 8)) < 0.6).astype(int)
    new = old.copy()
    new[:30] = (random.random((30, 8)) < 0.2).astype(int)
    level = {str(place): "bad" if place < 30 else f"kind {place % 2}" for place in range(80)}
    counts = scorio.count({"new": new, "old": old}).with_field("level", level)
    found = scorio.slices(counts, baseline="old", slice="level", margin=0.02, each_slice=True)
    assert found.verdict == "fail"
    assert [row.slice for row in found if row.failing] == ["bad"]
    assert "new is worse than old by more than 0.02 in 1 slice: bad." in found.notes
    assert found.to_junit().count("<failure") == 1
    turned = scorio.slices(counts, baseline="new", slice="level", margin=0.02, each_slice=True)
    assert turned.verdict == "pass"
    assert scorio.slices(counts, baseline="old", slice="level").verdict is None
    with pytest.raises(ValueError, match="each_slice"):
        scorio.slices(counts, baseline="old", slice="level", each_slice=True)


def test_logs_are_read_with_their_fields(tmp_path: Path) -> None:
    """A log needs no more than the name of the field."""
    log = tmp_path / "log.jsonl"
    rows = [
        {"model": model, "question": question, "trial": trial, "difficulty": f"{question % 3}",
         "outcome": (question * 7 + trial + (model == "new")) % 3 // 2}
        for model in ("old", "new") for question in range(60) for trial in range(3)
    ]  # fmt: skip
    log.write_text("\n".join(map(json.dumps, rows)))
    found = scorio.slices(log, baseline="old", slice="difficulty")
    assert [row.slice for row in found] == ["0", "1", "2"]
    assert found.title == "new against old by difficulty · 60 questions"
    again = scorio.slices(
        scorio.count(log, fields="difficulty"), baseline="old", slice="difficulty"
    )
    assert list(again) == list(found)


def test_it_is_saved_like_other_results(tmp_path: Path) -> None:
    """JSON has rows and models, CSV rows, LaTeX a table."""
    found = scorio.slices(drawn(models=3), baseline="old", slice="kind")
    document = json.loads(found.to_json())
    assert [one["model"] for one in document["models"]] == ["new1", "new2"]
    assert len(document["rows"]) == 6
    assert found.to_csv().splitlines()[0].startswith("slice,model,baseline,questions,difference")
    assert "new1 against old by kind" in found.to_latex()
    assert found.to_markdown().count("| kind 0") == 2
    found.save(tmp_path / "slices.parquet")
    assert len(found.view(only="new2").to_text().splitlines()) < len(found.to_text().splitlines())


@pytest.mark.parametrize("slices", [3, 12, 50])
def test_a_forest_has_raw_and_shrunken_intervals(slices: int, tmp_path: Path) -> None:
    """Each slice has a faint band and a strong interval."""
    found = scorio.slices(drawn(slices, 12), baseline="old", slice="kind")
    figure = found.plot()
    path = tmp_path / "slices.svg"
    figure.save(path)
    text = path.read_text()
    assert text.count('opacity="0.25"') == slices
    assert "faint: each slice alone" in text


def test_leaderboards_have_a_table_for_each_slice() -> None:
    """Scores by slice are those of its questions, beside the table of all."""
    counts = drawn()
    found = scorio.Counts.score(counts, slice="kind")
    assert [row.slice for row in found] == [None, None]
    assert {row.slice for row in found.slices} == {"kind 0", "kind 1", "kind 2"}
    chosen = [str(place) for place in range(120) if place % 3 == 1]
    alone = counts.select(question=chosen).score()
    own = [row for row in found.slices if row.slice == "kind 1"]
    assert [row._replace(slice=None) for row in own] == [row._replace(task=None) for row in alone]
    assert "kind 1" in found.to_text()


def test_sums_have_slices() -> None:
    """Numbers are compared by slice as by question."""
    log = [
        {"model": model, "question": f"q{question}", "trial": trial, "level": "ab"[question % 2],
         "outcome": question / 7 + trial + (model == "new") * (question % 2)}
        for model in ("old", "new") for question in range(40) for trial in range(3)
    ]  # fmt: skip
    found = scorio.slices(log, baseline="old", slice="level", numeric=True)
    assert [(row.slice, round(row.difference, 9)) for row in found] == [("b", 1.0), ("a", 0.0)]
    counts = scorio.count(log, numeric=True, fields="level")
    own = [f"q{question}" for question in range(1, 40, 2)]
    alone = scorio.compare(counts.select(question=own), baseline="old")[0]
    assert (found[0].sigma, found[0].degrees) == (alone.sigma, alone.degrees)
    assert len({row.slice for row in counts.score(slice="level").slices}) == 2
