"""Counts of some questions, and under other names."""

import pytest

import scorio


def test_questions_are_selected(coins):
    counts = scorio.count(coins, order=True)
    names = counts.results().questions
    some = counts.select(question=[name for _, name in names[:3]], model="coin-01")
    assert (len(some), some.trials, some.models) == (3, 240, ["coin-01"])
    assert (counts.select(model="coin-01").results().R[:, :3] == some.results().R).all()
    assert counts.select(question=names[0][1]).trials == 11 * 80
    with pytest.raises(ValueError, match="there is no question 'x': the first of 30 is"):
        counts.select(question="x")


def test_names_are_changed(coins):
    counts = scorio.count(coins, order=True)
    again = counts.rename(model={"coin-01": "coin-02", "coin-02": "coin-01"})
    assert again != counts
    back = again.rename(model={"coin-01": "coin-02", "coin-02": "coin-01"})
    assert back == counts
    assert (back.results().R == counts.results().R).all()
    assert again.report == counts.report
    assert counts.rename(task={counts.tasks[0]: "throws"}).tasks == ["throws"]
    question = counts.results().questions[0][1]
    assert counts.rename(question={question: "first"}).select(question="first").trials == 880
    one = counts.rename(model={"coin-01": "coin-02"})
    assert (len(one), one.trials) == (len(counts) - 30, counts.trials)
    with pytest.raises(ValueError, match="order"):
        one.results()
    for wrong in ({"model": {"x": "y"}}, {"task": {"x": "y"}}, {"question": {"x": "y"}}):
        with pytest.raises(ValueError, match="there is no"):
            counts.rename(**wrong)
