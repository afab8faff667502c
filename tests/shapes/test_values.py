"""Values of outcomes: those that stand for no outcome, and numbers that are texts."""

import polars as pl
import pytest

import scorio


def records(*outcomes):
    return [
        {"model": "m", "question": f"q{number}", "outcome": outcome}
        for number, outcome in enumerate(outcomes)
    ]


@pytest.mark.parametrize("missing", [[-1, "NA"], ("-1", "NA")])
@pytest.mark.parametrize(("policy", "trials"), [("drop", 3), ("fail", 5)])
def test_values_that_stand_for_no_outcome(write, missing, policy, trials):
    log = write(records(1, -1, 0, "NA", 1.0))
    with pytest.raises(ValueError, match="line 2 .*is a value that stands for no outcome; say"):
        scorio.count(log, missing_values=missing)
    counts = scorio.count(log, missing_values=missing, on_missing=policy)
    assert (counts.trials, counts.missing) == (trials, 5 - trials)
    table = write("model,question,outcome\nm,q1,1\nm,q2,-1.0\nm,q3,NA\n", "log.csv")
    assert scorio.count(table, missing_values=missing, on_missing="drop").trials == 1


def test_no_outcome_among_numbers(write):
    log = write(records(7, -1, "8.5", "85%"))
    sums = scorio.count(log, numeric=True, missing_values=-1, on_missing="drop")
    assert sums.score()[0].score == pytest.approx((7 + 8.5 + 0.85) / 3)
    assert scorio.count(log, threshold=1, missing_values=-1, on_missing="drop").trials == 3


@pytest.mark.parametrize("eager", [True, False])
def test_no_outcome_in_a_data_frame(eager):
    frame = pl.DataFrame(records(1.0, -1.0, 0.0, 0.0))
    frame = frame if eager else frame.lazy()
    counts = scorio.count(frame, missing_values=-1, on_missing="drop", threshold=0.5)
    assert (counts.trials, counts.missing) == (3, 1)


def test_texts_as_numbers(write):
    log = write(records("7", "85%", "0.2", " 3e-1 "))
    scores = {q: scorio.count(log, threshold=q).score("avg")[0].score for q in (0.25, 0.85, 5)}
    assert scores == {0.25: 0.75, 0.85: 0.5, 5: 0.25}
    for text in ("7 of 10", "inf", "high"):
        with pytest.raises(ValueError, match="matches no category"):
            scorio.count(write(records(text)), threshold=0.5)
    table = write("model,question,outcome\nm,q1,85%\nm,q2,20 %\n", "log.csv")
    assert scorio.count(table, threshold=0.5).score("avg")[0].score == 0.5


def test_a_value_in_a_category_is_not_missing(write):
    log = write(records(1))
    categories = {"no": 0, "yes": [1, "true"]}
    with pytest.raises(ValueError, match="the value 1.0 is in a category"):
        scorio.count(log, categories=categories, missing_values="1.0")
    with pytest.raises(ValueError, match="no missing values"):
        scorio.count(log, total="n", correct="c", missing_values=-1)
