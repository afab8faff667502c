"""Laws of scores that labels correct: ragged trials, weights, clusters and refusals."""

import math
from collections import Counter

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import scorio
from scorio import judge

COLUMNS = ["model", "question", "group", "weight", "outcome", "human"]


@st.composite
def tables(draw, *, binary=True, plain=False, refusals=False, share=None):
    """Draw the trials of some models, a row each, and how they are scored."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    models, questions = draw(st.integers(2, 4)), draw(st.integers(3, 9))
    weighted = not plain and draw(st.booleans())
    about = draw(st.sampled_from(["these", "like"] if plain else ["these", "like", "clusters"]))
    labelled = draw(st.floats(0.2, 0.9)) if share is None else share
    alike = draw(st.floats(0.5, 1))
    kinds = [0.0, 1.0] if binary else [0.0, 0.1, 0.3, 0.7, 1.0]
    weights = rng.choice([0.5, 1.0, 2.5], questions) if weighted else np.ones(questions)
    rows = []
    for model in range(models):
        chance = rng.random()
        for question in range(questions):
            # A model may lack a question.
            if question > 1 and rng.random() < 0.1:
                continue
            for _ in range(rng.integers(1, 5)):
                truth = kinds[min(int(rng.random() * len(kinds) * (0.5 + chance)), len(kinds) - 1)]
                outcome = truth if rng.random() < alike else float(rng.choice(kinds))
                if refusals and rng.random() < 0.1:
                    outcome = None
                human = truth if rng.random() < labelled else None
                about_question = (f"q{question}", f"g{question % 3}", weights[question])
                rows.append((f"m{model}", *about_question, outcome, human))
    for name in range(models):
        assume(any(row[0] == f"m{name}" and row[5] is not None for row in rows))
    options = {"sampled": about == "like"}
    if about == "clusters":
        options = {"cluster": "cluster"}
    return rows, options


def counted(rows, **options):
    """Count trials of which the labels go from 0 to 1."""
    frame = pl.DataFrame(rows, schema=COLUMNS, orient="row", infer_schema_length=None)
    frame = frame.with_columns(pl.col("human").cast(pl.Float64), pl.col("outcome").cast(pl.Float64))
    fields = {"cluster": "group", "weight": "weight", "weight_of": "question"}
    return judge.read(frame, "human", label_range=(0, 1), **(fields | options))


def near(found, expected):
    # Both lack the same figures.
    pairs = [
        (one, other) for one, other in zip(*map(np.atleast_1d, (found, expected)), strict=True)
    ]
    assert [one is None for one, _ in pairs] == [other is None for _, other in pairs]
    both = [pair for pair in pairs if pair[0] is not None]
    assert [one for one, _ in both] == pytest.approx([own for _, own in both], rel=1e-9, abs=1e-11)


def everything(counts, options):
    """All figures that counts have, by what they are about."""
    board = counts.score(**options)
    pairs = scorio.compare_pairs(counts, **options)
    return (
        {row.model: row for row in board},
        {row.model: row for row in board.judged},
        {(row.model, row.other): row for row in pairs},
        {row.model: row for row in judge.quality(counts, **options)},
        {(row.model, row.outcome): row for row in judge.plan(counts, budget=9, **options)},
    )


@settings(max_examples=40)
@given(tables(binary=False, refusals=True), st.randoms(use_true_random=False))
def test_the_order_of_records_changes_no_bit(table, chance):
    rows, options = table
    turned = list(rows)
    chance.shuffle(turned)
    assert same(everything(counted(turned), options), everything(counted(rows), options))


def same(one, other):
    """Whether figures are the same to the bit, whatever the order of their rows. NaN is NaN."""
    return all(
        {key: repr(row) for key, row in own.items()} == {key: repr(row) for key, row in its.items()}
        for own, its in zip(one, other, strict=True)
    )


@settings(max_examples=40)
@given(tables(binary=False), st.randoms(use_true_random=False))
def test_merged_counts_are_those_of_one_reading(table, chance):
    rows, options = table
    parts = [[], []]
    for row in rows:
        parts[chance.random() < 0.5].append(row)
    assume(all(any(row[5] is not None for row in part) for part in parts))
    one, other = (counted(part) for part in parts)
    whole = everything(counted(rows), options)
    assert same(everything(one.merge(other), options), whole)
    assert same(everything(other.merge(one), options), whole)


def mirrored(rows):
    return [(*row[:4], 1 - row[4], None if row[5] is None else 1 - row[5]) for row in rows]


@settings(max_examples=40)
@given(tables())
def test_yes_for_no_mirrors_every_figure(table):
    rows, options = table
    one, other = everything(counted(rows), options), everything(counted(mirrored(rows)), options)
    for model, row in one[0].items():
        turned = other[0][model]
        near((row.score, row.sigma), (1 - turned.score, turned.sigma))
        near((row.lo, row.hi), (1 - turned.hi, 1 - turned.lo))
        near(one[1][model].worth, other[1][model].worth)
    for (model, baseline), row in one[2].items():
        # The better of two models comes first.
        turned = other[2].get((baseline, model)) or other[2][model, baseline]
        sign = 1 if turned.model == baseline else -1
        near((row.difference, row.sigma), (sign * turned.difference, turned.sigma))
        ends = (turned.lo, turned.hi) if sign == 1 else (-turned.hi, -turned.lo)
        near((row.lo, row.hi), ends)
    for model, row in one[3].items():
        turned = other[3][model]
        for name, its in (("sensitivity", "specificity"), ("specificity", "sensitivity")):
            figures = (getattr(row, f"{name}{end}") for end in ("", "_lo", "_hi"))
            near(
                tuple(figures), tuple(getattr(turned, f"{its}{end}") for end in ("", "_lo", "_hi"))
            )
        near((row.agreement, row.bias), (turned.agreement, -turned.bias))
        if row.favours is not None:
            near((row.favours, row.favours_sigma), (-turned.favours, turned.favours_sigma))


@settings(max_examples=40)
@given(tables())
def test_a_judge_that_always_says_yes_leaves_the_mean_of_the_labels(table):
    rows, options = table
    rows = [(*row[:4], 1.0, row[5]) for row in rows]
    found = {row.model: row for row in counted(rows).score(**options)}
    trials = Counter((row[0], row[1]) for row in rows)
    for model, row in found.items():
        labels = [one for one in rows if one[0] == model and one[5] is not None]
        shares = np.array([one[3] / trials[model, one[1]] for one in labels])
        near(row.score, float(shares @ [one[5] for one in labels] / shares.sum()))


@settings(max_examples=40)
@given(tables(share=1.0, refusals=True))
def test_complete_labels_are_scored_as_outcomes(table):
    rows, options = table
    plain = pl.DataFrame(rows, schema=COLUMNS, orient="row", infer_schema_length=None)
    outcomes = plain.with_columns(pl.col("human").cast(pl.Int64).alias("outcome"))
    fields = {"cluster": "group", "weight": "weight", "weight_of": "question"}
    whole = scorio.count(outcomes, categories={"0": 0, "1": 1}, **fields)
    expected = {row.model: row for row in whole.score(**options)}
    clustered = "cluster" in options
    for row in counted(rows).score(**options):
        own = expected[row.model]
        near(row.score, own.score)
        # By clusters the interval is that of a Beta distribution, too.
        figures = (row.sigma,) if clustered else (row.sigma, row.lo, row.hi)
        near(figures, (own.sigma,) if clustered else (own.sigma, own.lo, own.hi))


@settings(max_examples=40)
@given(tables(binary=False, refusals=True))
def test_weights_count_as_copies_of_questions_do(table):
    rows, options = table
    double = [(*row[:3], 2 * row[3], *row[4:]) for row in rows]
    assert same(everything(counted(double), options), everything(counted(rows), options))
    heavy = [(*row[:3], row[3] * (1 + (row[1] == "q0")), *row[4:]) for row in rows]
    copies = [*rows, *((row[0], "q0 again", *row[2:]) for row in rows if row[1] == "q0")]
    first, second = everything(counted(heavy), options), everything(counted(copies), options)
    for model, row in first[0].items():
        near(row.score, second[0][model].score)


@settings(max_examples=40)
@given(tables(binary=False, refusals=True))
def test_every_figure_is_within_its_ends(table):
    rows, options = table
    board, judged, pairs, quality, plans = everything(counted(rows), options)
    for row in board.values():
        assert 0 <= row.lo <= row.score <= row.hi <= 1
        assert row.sigma >= 0
        assert judged[row.model].design_effect >= 1
    for row in pairs.values():
        assert -1 <= row.lo <= row.difference <= row.hi <= 1
        assert row.separated == (row.lo > 0 or row.hi < 0) or 0 in (row.lo, row.hi)
    for row in quality.values():
        for name in ("agreement", "sensitivity", "specificity", "bias"):
            value = getattr(row, name)
            if value is not None and getattr(row, f"{name}_lo") is not None:
                assert getattr(row, f"{name}_lo") <= value <= getattr(row, f"{name}_hi")
    for row in plans.values():
        assert row.labels + row.add <= row.trials
        assert math.isfinite(row.half_width)
        assert row.floor <= row.half_width


def test_an_outcome_that_chance_splits_widens_little():
    rng = np.random.default_rng(11)
    ratios = []
    for _ in range(40):
        chances = rng.beta(1, 1, (100, 1))
        right = (rng.random((100, 4)) < chances).astype(float)
        outcomes = np.where(rng.random(right.shape) < 0.85, right, 1 - right)
        labels = np.full(right.size, np.nan)
        chosen = rng.choice(right.size, 50, replace=False)
        labels[chosen] = right.ravel()[chosen]
        labels = labels.reshape(right.shape)
        split = np.where((outcomes == 1) & (rng.random(right.shape) < 0.5), 2, outcomes)
        one, two = (
            judge.from_arrays(own, labels, label_range=(0, 1)).score()[0]
            for own in (outcomes, split)
        )
        ratios.append((two.hi - two.lo) / (one.hi - one.lo))
    assert np.mean(ratios) < 1.03
