"""Errors of the core: what is wrong and the way out, in words of Python and as attributes."""

from __future__ import annotations

import pickle
import re

import numpy as np
import polars
import pytest

import scorio
from scorio import _core, _errors, adaptive, plan
from scorio import eval as scorio_eval
from scorio.cli.wording import sentence, way_out

R = [[0, 1, 1], [0, 0, 1]]
ITEMS = adaptive.ItemBank.from_params(1, [0.0, 1.0])


def count(*trials, order=False):
    """Counts of trials, "a 1 0" for a failure of model a in question 1; a fourth word names it."""
    names = ("model", "question", "outcome", "trial")
    rows = [dict(zip(names, trial.split(), strict=False)) for trial in trials]
    table = polars.DataFrame(rows).with_columns(polars.col("outcome").cast(int))
    return scorio.count(table, order=order)


def one_question():
    """Two models with one common question."""
    return count("a 1 0", "b 1 1")


RAISED = {
    "clip_scores": (
        lambda: adaptive.ability(ITEMS, {"0": 2}),
        ("adaptive.score_outside", {}),
        (
            'the score 2 of item "0" is outside the bank\'s range, 0 to 1; '
            'pass out_of_range="clip" to clip and count such scores'
        ),
    ),
    "shorten_warmup": (
        lambda: adaptive.Ranker(ITEMS, ["a", "b"], budget=1, warmup=1),
        ("adaptive.warmup_budget", {}),
        (
            "the warm-up costs 2, more than the budget of 1; "
            "take a smaller warmup, or a larger budget"
        ),
    ),
    "shorten_warmup_or_allow_items": (
        lambda: adaptive.Ranker(ITEMS, ["a", "b"], max_items=1, warmup=2),
        ("adaptive.warmup_items", {}),
        (
            "warmup = 2 is more than max_items = 1, the most items of a model; "
            "take a smaller warmup, or a larger max_items"
        ),
    ),
    "drop_missing": (
        lambda: scorio_eval.bayes([[0, np.nan]]),
        ("tally.missing", {}),
        'R[0, 1] is missing; pass missing="drop" to leave missing outcomes out',
    ),
    "drop_short": (
        lambda: scorio_eval.pass_at_k(R, 4),
        ("metric.budget_exceeds_trials", {"most": 3}),
        (
            "k = 4 is more than the 3 trials of row 0 of R; take k ≤ 3, take the metric with "
            '_ci, which accepts any k, or pass ragged="drop" to leave such questions out'
        ),
    ),
    "drop_unasked": (
        lambda: count("a 1 0", "a 2 0", "b 1 0", order=True).results(),
        ("counts.not_asked", {}),
        (
            'model b has no observed trial of question "2", which others have; '
            'pass ragged="drop" to leave such questions out'
        ),
    ),
    "take_common_trials": (
        lambda: count("a 1 0 0", "a 1 0 1", "b 1 0 0", "b 1 0 2", order=True).results(),
        ("counts.other_trials", {}),
        (
            'the trials of question "1" have other numbers with one model than with another; '
            'pass ragged="drop" to take those that all have'
        ),
    ),
    "take_first_trials": (
        lambda: count("a 1 0", "a 1 1", "b 1 0", order=True).results(),
        ("counts.uneven", {"most": 1}),
        (
            'question "1" (model b) has 1 observed trials, others have 2; '
            'pass ragged="drop" to take the first 1 of each at most'
        ),
    ),
    "keep_order": (
        lambda: one_question().results(),
        ("counts.no_order", {}),
        (
            "the counts do not keep the order of trials; "
            "count the log with order=True, all files of a question in one call"
        ),
    ),
    "choose_one_model": (
        lambda: scorio.compare(one_question(), one_question()),
        ("counts.models", {}),
        (
            "there are 2 models (a, b) where one is meant; choose one with "
            "counts.select(model=...), or name one of them as the baseline of the others"
        ),
    ),
    "take_normal": (
        lambda: scorio_eval.superiority(R, R, "geom_at_k", 2),
        ("posterior.no_exact", {}),
        (
            "there is no exact posterior of Geom@k: exact are bayes, avg and the Pass family; pass "
            'interval="normal", or give scores with their sigmas to rank.ranking_confidence for a '
            "normal approximation"
        ),
    ),
    "compare_unpaired": (
        lambda: scorio.compare(count("a 1 0", "b 2 1"), baseline="a"),
        ("compare.no_common_question", {"model": "b"}),
        (
            "b and a have no question in common (they have 1 and 1); name the questions alike, "
            "leave b out, or pass paired=False, which needs none in common"
        ),
    ),
    "compare_these_questions": (
        lambda: scorio.compare(one_question(), baseline="a", sampled=True),
        ("compare.one_unit", {"unit": "question"}),
        (
            "a sample of one question has no scatter, and that is what b and a have; compare on "
            "these questions alone (sampled=False, without clusters), or add a question"
        ),
    ),
}


@pytest.mark.parametrize("name", RAISED)
def test_a_way_out_is_data_and_words_of_python(name):
    call, (kind, values), sentence = RAISED[name]
    with pytest.raises(ValueError, match=re.escape(sentence)) as raised:
        call()
    error = raised.value
    assert str(error) == sentence
    assert (error.code, error.remedy) == (kind, (name, values))
    problem, words = sentence.split("; ", 1)
    assert (error.problem, sentence) == (problem, f"{error.problem}; {words}")


def test_each_way_out_of_the_core_is_shown():
    names = [name for name, _ in _core.remedies()]
    assert set(RAISED) <= set(names)
    assert len(names) == len(set(names))


def test_an_error_without_words_of_its_own_says_the_problem():
    with pytest.raises(ValueError, match="power") as raised:
        plan.smallest_difference([[0, 1]], 10, power=2)
    error = raised.value
    assert (error.code, error.remedy) == ("check.level", None)
    assert str(error) == error.problem == "power = 2 is not between 0 and 1"


# Mistakes that no code of the core or of an argument names.
PLAIN = {
    "no file": (lambda: scorio.count("no-such-file.jsonl"), "source.open"),
    "no path": (lambda: scorio.count(7), "type"),
    "no option": (lambda: scorio.count("x.jsonl", modle="m"), "type"),
    "no pattern": (lambda: scorio.count("no-such-*.jsonl"), "file"),
    "no model": (lambda: one_question().select(model="c"), "select.no_model"),
    "no column": (lambda: one_question().score().to_text(columns="x"), "view.no_column"),
    "no field": (lambda: one_question().score().view(sort="x"), "view.no_field"),
    "no ending": (lambda: one_question().score().save("x.doc"), "value"),
    "no plot": (lambda: one_question().score().plot("pie"), "value"),
    "no baseline": (lambda: scorio.compare(one_question()), "value"),
    "no tasks": (lambda: one_question().score().plot("tasks"), "python.name_tasks"),
    "no confidence": (lambda: one_question().score(confidence="x"), "argument.number"),
    "no report": (lambda: scorio.report(one_question(), "x.txt"), "value"),
}


@pytest.mark.parametrize("name", PLAIN)
def test_every_error_has_a_code(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call, code = PLAIN[name]
    with pytest.raises((ValueError, TypeError, OSError)) as raised:
        call()
    assert raised.value.code == code


def test_what_an_error_says_survives_pickling():
    with pytest.raises(ValueError, match="missing") as raised:
        scorio_eval.bayes([[0, np.nan]])
    copy = pickle.loads(pickle.dumps(raised.value))
    assert (str(copy), copy.code) == (str(raised.value), "tally.missing")
    assert copy.remedy == ("drop_missing", {})


def test_the_command_line_has_words_for_each_way_out():
    assert set(_errors.remedies()) == {*dict(_core.remedies()), *_errors.REMEDIES}
    for name in _errors.remedies():
        words = way_out(name, {}, None)
        # Rubrics are TOML, which has an equals sign between blanks.
        assert "=" not in re.sub(r"--(set|category|signal) \S+| = ", "", words)


def test_the_command_line_says_the_way_out_in_its_own_words():
    with pytest.raises(ValueError, match="in common") as raised:
        scorio.compare(count("a{0} 1 0", "b{model} 2 1"), baseline="a{0}")
    assert sentence(raised.value) == (
        "b{model} and a{0} have no question in common (they have 1 and 1); name the questions "
        "alike, leave b{model} out, or say --unpaired, which needs none in common"
    )


def test_why_the_function_and_a_leaderboard_differ_is_one_sentence():
    said = (
        "σ of the function `avg` and of a leaderboard differ: the function has a uniform prior for "
        "each question, the leaderboard one prior that all share."
    )
    for documented in (scorio_eval.avg, scorio.Counts.score):
        assert said in " ".join(documented.__doc__.split())
    counts = one_question()
    row = counts.select(model="a").score()[0]
    uniform = scorio_eval.avg(counts.select(model="a"))
    assert (row.score, row.sigma) != pytest.approx(uniform)
    shared = scorio_eval.avg_ci(counts.select(model="a"), prior="hierarchical")
    assert uniform.mu == shared.mu == row.score
