"""Trials with costs through the C library: the exact values, and what it refuses."""

import json
from contextlib import contextmanager
from ctypes import byref, c_bool, c_char_p, c_double, c_size_t, c_void_p

import pytest
from attack.models import Rows
from c_answers import ARGUMENT, DOMAIN, OK, loaded, rows_of, said

NAN = float("nan")


@pytest.fixture(scope="module")
def library():
    return loaded()


def added(library, sums, name, questions, *, drop_missing=False, drop_costs=False, clusters=None):
    """Add a model, whose questions have pairs of an outcome and a cost."""
    flat = [trial for question in questions for trial in question]
    outcomes, costs = ((c_double * len(flat))(*side) for side in zip(*flat, strict=True))
    lengths = (c_size_t * len(questions))(*map(len, questions))
    named = clusters and (c_char_p * len(questions))(*(one.encode() for one in clusters))
    rows = Rows(name, None, None, named, None)
    return library.scorio_sums_add_costs(
        sums, byref(rows), outcomes, costs, c_size_t(len(flat)), lengths,
        c_size_t(len(questions)), c_bool(drop_missing), c_bool(drop_costs),
    )  # fmt: skip


@contextmanager
def summed(library, models, *, keep=True, **policies):
    """Sum the costs of models by their names."""
    sums = c_void_p()
    assert library.scorio_sums_new(c_bool(keep), byref(sums)) == OK
    for name, questions in models.items():
        assert added(library, sums, name.encode(), questions, **policies) == OK, said(library)
    yield sums
    library.scorio_sums_free(sums)


def near(found, expected, relative=1e-9):
    # A cell that is missing is an infinite end.
    if expected is not None:
        assert found == pytest.approx(expected, rel=relative, abs=1e-12)


def test_figures_are_the_exact_ones(library, shared):
    cases = json.loads((shared / "reference" / "costs.json").read_text())["cases"]
    for case in cases:
        expected = case["expected"]
        retries = expected["retries"]
        tries = min(len(rows) for rows in retries.values())
        with summed(library, case["data"]) as sums:
            for target, about in (("these", {}), ("like", {b"sampled": 1.0})):
                options = about | {b"tries": float(tries)}
                for row in rows_of(library, b"cost", None, options, sums=sums):
                    exact = expected["models"][row["model"]]
                    near(row["score"], exact["score"])
                    near(row["sigma"], exact[f"sigma_score_{target}"], 1e-8)
                    near(row["cost"], exact["cost"])
                    near(row["cost_sigma"], exact[f"sigma_cost_{target}"])
                    for end, wanted in zip(
                        ("cost_lo", "cost_hi"), exact[f"interval_cost_{target}"], strict=True
                    ):
                        near(row[end], wanted, 1e-7)
                    near(row["per_success"], exact["cost_per_success"])
                for row in rows_of(library, b"cost", None, options, 2, sums):
                    exact = retries[row["model"]][row["tries"] - 1]
                    near(row["success"], exact["success"])
                    near(row["cost"], exact["spend"])


MODELS = {
    "large": [[(1.0, 4.0), (1.0, 5.0)], [(1.0, 9.0), (0.0, 8.0)]],
    "small": [[(1.0, 1.0), (0.0, 1.0)], [(0.0, 2.0), (0.0, 2.0)]],
}


def test_outcomes_are_counts_like_others(library):
    counts = c_void_p()
    with summed(library, MODELS) as sums:
        assert library.scorio_sums_outcomes(sums, byref(counts)) == OK
        board = rows_of(library, b"score", counts, {})
        assert [(row["model"], row["score"]) for row in board] == [("large", 0.75), ("small", 0.25)]
        table = rows_of(library, b"cost", None, {}, sums=sums)
        for row, own in zip(table, board, strict=True):
            assert [row[name] for name in ("sigma", "lo", "hi")] == [
                own[name] for name in ("sigma", "lo", "hi")
            ]
        caps = rows_of(library, b"cost", None, {b"caps": 4.5}, 3, sums)
        assert {row["model"]: row["success"] for row in caps} == {"large": 0.25, "small": 0.25}
        gate = rows_of(library, b"cost_gate", None, {b"at_most": 3.0}, sums=sums)
        assert [row["verdict"] for row in gate] == ["fail", "pass"]
        plans = rows_of(library, b"plan_costs", None, {b"money": 100.0}, sums=sums)
        assert [row["model"] for row in plans] == ["large", "small"]
        library.scorio_counts_free(counts)


def test_missing_costs_are_left_out_of_costs_alone(library):
    models = {**MODELS, "large": [[(1.0, NAN), (1.0, 5.0)], [(1.0, 9.0), (NAN, 8.0)]]}
    with summed(library, models, drop_missing=True, drop_costs=True) as sums:
        row = rows_of(library, b"cost", None, {}, sums=sums)[0]
        assert [row[name] for name in ("model", "score", "cost", "trials", "lacking")] == [
            "large",
            1.0,
            7.0,
            2,
            1,
        ]


def test_what_is_wrong_is_said(library):
    sums, counts = c_void_p(), c_void_p()
    assert library.scorio_sums_new(c_bool(), byref(sums)) == OK
    assert library.scorio_sums_outcomes(sums, byref(counts)) == ARGUMENT
    assert said(library) == "there are no costs of trials: count them with their costs"
    for trial, status, sentence in (
        (
            (1.0, NAN),
            ARGUMENT,
            "1 of 2 trials of a has no cost; drop_costs leaves them out of costs, not of scores",
        ),
        ((1.0, -0.2), DOMAIN, "costs[0, 1] = -0.2 is not a finite number from 0 (of model a)"),
        (
            (1.0, float("inf")),
            DOMAIN,
            "costs[0, 1] = inf is not a finite number from 0 (of model a)",
        ),
        ((float("inf"), 1.0), DOMAIN, "outcomes[0, 1] = inf is not finite (of model a)"),
        ((NAN, 1.0), ARGUMENT, "outcomes[0, 1] is missing (of model a); set drop_missing"),
    ):
        assert added(library, sums, b"a", [[(1.0, 2.0), trial]]) == status
        assert said(library).startswith(sentence), said(library)
    # Nothing of it was added.
    assert library.scorio_sums_outcomes(sums, byref(counts)) == ARGUMENT
    questions = [[(0.5, 2.0), (1.0, 3.0)], [(0.0, 2.0)]]
    assert added(library, sums, b"a", questions, clusters=["x", "y"]) == OK
    assert added(library, sums, b"a", questions, clusters=["x", "z"]) == ARGUMENT
    assert said(library).startswith("question 1 has the cluster y and the cluster z")
    with pytest.raises(AssertionError, match="retries need .* there are outcomes such as 0.5"):
        rows_of(library, b"cost", None, {b"tries": 2.0}, sums=sums)
    with (
        summed(library, MODELS, keep=False) as few,
        pytest.raises(
            AssertionError, match="caps need every cost, but .* count the log with keep_values"
        ),
    ):
        rows_of(library, b"cost", None, {b"caps": 1.0}, sums=few)
    assert library.scorio_sums_outcomes(sums, byref(counts)) == OK
    with pytest.raises(AssertionError, match="there are no costs of trials"):
        rows_of(library, b"cost", counts, {})
    library.scorio_counts_free(counts)
    library.scorio_sums_free(sums)
