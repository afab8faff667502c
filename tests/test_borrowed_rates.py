"""Models without labels: scores by the judge's error rates on models with labels."""

import json

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner
from judge_twin import borrowed

import scorio
from scorio import judge
from scorio.cli import main


def lent(lenders=4, questions=150, trials=4, share=0.3, said=(0.9, 0.8), seed=1):
    """Outcomes of a judge, labels of all models but the last, and the means of all."""
    rng = np.random.default_rng(seed)
    chances = rng.beta(0.6, 0.4, (lenders + 1, questions, 1))
    right = (rng.random((lenders + 1, questions, trials)) < chances).astype(float)
    outcomes = (rng.random(right.shape) < np.where(right == 1, said[0], 1 - said[1])).astype(float)
    labels = np.where(rng.random(right.shape) < share, right, np.nan)
    labels[-1] = np.nan
    return outcomes, labels, chances.mean(axis=(1, 2))


def counts_of(outcomes, labels):
    names = [*(f"m{place}" for place in range(len(outcomes) - 1)), "bare"]
    return judge.from_arrays(outcomes, labels, models=names, label_range=(0, 1))


def records(outcomes, labels):
    """The trials, of which the first 75 questions are task a."""
    names = [*(f"m{place}" for place in range(len(outcomes) - 1)), "bare"]
    return [
        {"model": name, "task": "a" if question < 75 else "b", "question": question,
         "trial": trial, "outcome": int(outcomes[model, question, trial]),
         "human": None if np.isnan(labels[model, question, trial])
         else int(labels[model, question, trial])}
        for model, name in enumerate(names)
        for question in range(outcomes.shape[1])
        for trial in range(outcomes.shape[2])
    ]  # fmt: skip


@pytest.mark.parametrize("options", [{}, {"sampled": True}])
def test_a_model_without_labels_has_a_score(options):
    outcomes, labels, truths = lent()
    found = counts_of(outcomes, labels).score(borrow=True, **options)
    row = next(row for row in found if row.model == "bare")
    assert row.lo < truths[-1] < row.hi
    # The judge alone is a tenth too low or too high.
    own = next(one for one in found.judged if one.model == "bare")
    assert (own.labels, own.judge) == (0, pytest.approx(outcomes[-1].mean()))
    assert own.bias == pytest.approx(own.judge - row.score)
    assert {one.model: one.labels for one in found.judged}["m0"] > 100


def test_the_score_is_that_of_rogan_and_gladen():
    outcomes, labels, _ = lent(said=(0.85, 0.7), share=0.9, questions=400)
    found = counts_of(outcomes, labels).score(borrow=True)
    row = next(row for row in found if row.model == "bare")
    plain = (outcomes[-1].mean() + 0.7 - 1) / (0.85 + 0.7 - 1)
    assert row.score == pytest.approx(plain, abs=0.03)


def test_the_interval_is_that_of_the_plain_formulas():
    outcomes, labels, _ = lent(share=0.15)
    counts = counts_of(outcomes, labels)
    effects = [row.design_effect for row in sorted(counts.score(sampled=True).judged)[1:]]
    yes = outcomes[:-1].reshape(4, -1) == 1
    known = ~np.isnan(labels[:-1].reshape(4, -1))
    own = np.nan_to_num(labels[:-1].reshape(4, -1))
    said = np.stack([yes, ~yes], axis=1)
    number = (said & known[:, None]).sum(axis=2)
    rates = (said * known[:, None] * own[:, None]).sum(axis=2) / number
    plain = scorio.count(pl.DataFrame(
        [one for one in records(outcomes, labels) if one["model"] == "bare"]
    )).score(sampled=True, by_task=False)[0]  # fmt: skip
    # t of 149 and of 3 degrees of freedom.
    wider = (1.976013178 / 1.959963985) ** 2
    twin = borrowed(
        said.mean(axis=2), rates, number / np.array(effects)[:, None],
        outcomes[-1].mean(), wider * plain.sigma**2, 3.182446305,
    )  # fmt: skip
    row = next(row for row in counts.score(borrow=True, sampled=True) if row.model == "bare")
    assert (row.score, row.sigma) == pytest.approx(twin[:2], rel=1e-6)
    assert (row.lo, row.hi) == pytest.approx(twin[2:], abs=1e-5)


def test_nothing_else_changes_and_nothing_is_borrowed_unasked():
    counts = counts_of(*lent()[:2])
    plain = {row.model: row for row in counts.score()}
    assert "bare" not in plain
    for row in counts.score(borrow=True):
        if row.model != "bare":
            own = plain[row.model]
            assert (row.score, row.sigma, row.lo, row.hi) == (own.score, own.sigma, own.lo, own.hi)


def test_borrowing_changes_nothing_where_all_have_labels():
    outcomes, labels, _ = lent()
    counts = judge.from_arrays(outcomes[:-1], labels[:-1])
    assert list(counts.score(borrow=True)) == list(counts.score())


def test_other_ends_of_labels_scale_the_figures():
    outcomes, labels, _ = lent()
    plain = counts_of(outcomes, labels).score(borrow=True)
    names = [*(f"m{place}" for place in range(len(outcomes) - 1)), "bare"]
    wide = judge.from_arrays(1 + 4 * outcomes, 1 + 4 * labels, models=names, label_range=(1, 5))
    for one, other in zip(plain, wide.score(borrow=True), strict=True):
        assert one.model == other.model
        for field in ("score", "lo", "hi"):
            assert getattr(other, field) == pytest.approx(1 + 4 * getattr(one, field), rel=1e-9)


def test_labels_and_outcomes_that_mirror_give_the_mirrored_score():
    outcomes, labels, _ = lent()
    one = {row.model: row for row in counts_of(outcomes, labels).score(borrow=True)}["bare"]
    turned = counts_of(1 - outcomes, 1 - labels).score(borrow=True)
    other = {row.model: row for row in turned}["bare"]
    assert one.score == pytest.approx(1 - other.score, rel=1e-8)
    assert (one.lo, one.hi) == pytest.approx((1 - other.hi, 1 - other.lo), rel=1e-8)
    assert one.sigma == pytest.approx(other.sigma, rel=1e-8)


def test_comparisons_pairs_and_gates_borrow():
    counts = counts_of(*lent()[:2])
    board = {row.model: row for row in counts.score(borrow=True, confidence=0.9)}
    (gated,) = scorio.gate(counts, 0.3, borrow=True, models=["bare"])
    assert (gated.lo, gated.hi) == (board["bare"].lo, board["bare"].hi)
    row = next(row for row in scorio.compare(counts, baseline="m0", borrow=True)
               if row.model == "bare")  # fmt: skip
    assert row.difference == pytest.approx(board["bare"].score - board["m0"].score)
    # Rates of another model leave more open than labels do.
    other = scorio.compare(counts, baseline="m0", models=["m1"])[0]
    assert row.sigma > other.sigma
    pairs = scorio.compare_pairs(counts, borrow=True)
    assert any("bare" in (row.model, row.other) for row in pairs)
    assert not any("bare" in (row.model, row.other) for row in scorio.compare_pairs(counts))


def test_every_table_marks_the_model():
    counts = counts_of(*lent()[:2])
    for found in (
        counts.score(borrow=True),
        scorio.compare(counts, baseline="m0", borrow=True),
        scorio.compare_pairs(counts, borrow=True),
        scorio.gate(counts, 0.3, borrow=True),
    ):
        for text in (found.to_text(), found.to_markdown(), found.to_latex(), found.to_html()):
            assert "bare (borrowed)" in text
            assert "m1 (borrowed)" not in text
        assert json.loads(found.to_json())["settings"]["borrowed"] == ["bare"]
        assert any("bare has no label: the judge's error rates are borrowed" in note
                   for note in found.notes)  # fmt: skip
    assert "borrowed" not in counts.score().settings


def test_a_part_that_cannot_lend_leaves_the_model_out():
    outcomes, labels, _ = lent()
    # In the first task two models have labels.
    labels[2:, :75] = np.nan
    frame = pl.DataFrame(records(outcomes, labels))
    rows = judge.read(frame, "human").score(borrow=True)
    assert {row.task for row in rows if row.model == "bare"} == {None, "b"}
    assert {row.task for row in rows if row.model == "m0"} == {None, "a", "b"}


def test_rates_that_cannot_be_borrowed_are_refused():
    outcomes, labels, _ = lent(lenders=2)
    with pytest.raises(ValueError, match="from 3 models or more .* and there are 2; label"):
        counts_of(outcomes, labels).score(borrow=True)
    outcomes, labels, _ = lent(said=(0.5, 0.5))
    with pytest.raises(ValueError, match="not clearly above 0; label trials of more models"):
        counts_of(outcomes, labels).score(borrow=True)
    outcomes, labels, _ = lent()
    outcomes[0, 0, 0] = np.nan
    with pytest.raises(ValueError, match="do not read as the labels do"):
        counts_of(outcomes, labels).score(borrow=True)
    plain = scorio.count("examples/coins.jsonl")
    for call in (
        lambda: plain.score(borrow=True),
        lambda: scorio.compare(plain, baseline="coin-01", borrow=True),
        lambda: scorio.compare_pairs(plain, borrow=True),
        lambda: scorio.gate(plain, 0.5, borrow=True),
    ):
        with pytest.raises(ValueError, match="borrow is for scores that labels correct"):
            call()


def test_the_command_line_borrows(tmp_path):
    outcomes, labels, _ = lent()
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(one) + "\n" for one in records(outcomes, labels)))
    for arguments in (
        ["score", str(log), "--label", "human", "--borrow"],
        ["compare", str(log), "--label", "human", "--borrow", "--baseline", "m0"],
        ["compare", str(log), "--label", "human", "--borrow", "--pairs"],
        ["gate", str(log), "--label", "human", "--borrow", "--at-least", "0.1"],
    ):
        found = CliRunner().invoke(main, ["--no-config", *arguments])
        assert found.exit_code in (0, 4), found.output
        assert "bare (borrowed)" in found.output
