"""Rubrics against exact values: thresholds, categories, scores, ranks and agreement."""

import json
import random
from fractions import Fraction

import numpy as np
import pandas
import polars
import pytest

import scorio
from scorio import eval as scorio_eval
from scorio import rubric

FIELDS = {"outcome": "is_correct"}


@pytest.fixture(name="vectors")
def _vectors(shared):
    document = json.loads((shared / "reference" / "rubric.json").read_text())
    return document["records"], {vector["id"]: vector for vector in document["vectors"]}


@pytest.fixture(name="log")
def _log(vectors, tmp_path):
    records, _ = vectors
    return written(records, tmp_path / "log.jsonl")


def written(records, path):
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def values(study):
    return {one.threshold: one.value for one in study.thresholds}


@pytest.mark.parametrize("rule", ["observed", "linear"])
def test_thresholds_are_the_exact_quantiles(vectors, log, rule):
    text = rubric.load("paper").text
    text = text.replace('scope = "task"', "").replace(
        "[[rubric]]\n", f'[[rubric]]\nquantile = "{rule}"\n'
    )
    found = values(rubric.study(log, text, **FIELDS))
    for name, exact in vectors[1][f"thresholds-{rule}"]["exact"].items():
        assert found[name] == pytest.approx(float(Fraction(exact)), rel=1e-15), name


def test_every_record_has_its_category(vectors, log):
    records, known = vectors
    rubrics = rubric.load("paper")
    trials = rubric.check(log, rubrics, len(records), **FIELDS)
    assert len(trials) == len(records)
    for name, expected in known["trial-categories"]["expected"].items():
        names = [category.name for category in rubrics.categories(name)]
        assert [names.index(trial.categories[name]) for trial in trials] == expected, name


def test_scores_and_ranks_are_exact(vectors, log):
    known = vectors[1]
    rubrics = rubric.load("paper")
    counts = rubric.count(log, rubrics, **FIELDS)
    study = rubric.study(log, rubrics, metric="bayes", **FIELDS)
    for name in rubrics.names:
        vector = known[f"schema-{name}"]
        assert counts[name].categories == vector["categories"]
        assert rubrics.weights(name) == vector["weights"]
        shares = {
            (one.model, one.category): one.trials for one in study.shares if one.rubric == name
        }
        for row in study.scores[name]:
            own = vector["expected"][row.model]
            exact = float(Fraction(own["mu_exact"]))
            assert row.score == pytest.approx(exact, rel=1e-13)
            assert row.sigma == pytest.approx(float(own["sigma_digits"]), rel=1e-13)
            assert row.rank == own["rank"]
            assert [shares[row.model, one] for one in vector["categories"]] == own["shares"]
            own_counts = polars.DataFrame(counts[name].select(model=row.model))
            cells = own_counts.sort("question").select("^count_.*$").rows()
            assert [list(row) for row in cells] == own["counts"]


def test_agreement_is_kendalls(vectors, log):
    vector = vectors[1]["agreement-tau-b"]
    study = rubric.study(log, "paper", metric="bayes", **FIELDS)
    places = {name: place for place, name in enumerate(vector["schemata"])}
    assert len(study.agreement) == 66
    for one in study.agreement:
        expected = vector["expected"][places[one.rubric]][places[one.other]]
        assert one.tau_b == pytest.approx(expected, abs=1e-14)
    twins = [(one.rubric, one.other) for one in study.agreement if one.same_rules]
    assert twins == [("exact-match", "length-robust")]


def test_order_of_records_and_of_models_changes_nothing(vectors, log, tmp_path):
    records, _ = vectors
    whole = rubric.count(log, "paper", **FIELDS)
    mixed = records[:]
    random.Random(7).shuffle(mixed)
    again = rubric.count(written(mixed, tmp_path / "mixed.jsonl"), "paper", **FIELDS)
    frame = rubric.count(pandas.DataFrame(mixed), "paper", **FIELDS)
    assert again == whole
    assert frame == whole


def test_a_model_alone_has_its_figures_of_the_whole(vectors, log, tmp_path):
    records, known = vectors
    frozen = rubric.freeze(log, "paper", **FIELDS)
    alone = written([one for one in records if one["model"] == "m2"], tmp_path / "m2.jsonl")
    study = rubric.study(alone, frozen, metric="bayes", **FIELDS)
    for name, expected in known["frozen-thresholds"]["expected"].items():
        (row,) = study.scores[name]
        assert row.score == pytest.approx(expected["mu"], rel=1e-13)
        assert row.sigma == pytest.approx(expected["sigma"], rel=1e-13)
    # Without frozen thresholds, the trials of the others are missing from the quantiles.
    assert values(rubric.study(alone, "paper", **FIELDS)) != values(study)


def test_unused_categories_keep_their_prior(vectors):
    # A perfect and a hopeless model: 5 questions of 4 trials, all in one category.
    for name, outcome in [("perfect", 1), ("hopeless", 0)]:
        runs = [
            {"model": "m", "question": q, "trial": t, "outcome": outcome, "finish_reason": "stop"}
            | {"C": 0.0}
            for q in range(5)
            for t in range(4)
        ]
        (row,) = rubric.study(pandas.DataFrame(runs), "paper:exact-match", metric="bayes")
        expected = vectors[1][f"unused-{name}"]["expected"]
        assert row.score == pytest.approx(expected["mu"], rel=1e-13)
        assert row.sigma == pytest.approx(expected["sigma"], rel=1e-13)


def test_questions_may_have_different_numbers_of_trials(vectors):
    runs = [("a", 0), ("a", 1), ("a", 1), ("b", 1)]
    frame = pandas.DataFrame(
        [
            {"model": "m", "question": q, "outcome": o, "C": 0.9 if q == "b" else 0.0}
            | {"finish_reason": "stop"}
            for q, o in runs
        ]
    )
    (row,) = rubric.study(frame, "paper:exact-match", metric="bayes")
    expected = vectors[1]["ragged"]["expected"]
    assert row.score == pytest.approx(expected["mu"], rel=1e-13)
    assert row.sigma == pytest.approx(expected["sigma"], rel=1e-13)


def test_rules_as_printed_overlap(vectors, log):
    # 24 wrong trials of the log are both confident and unsure by the paper's two thresholds.
    records, known = vectors
    limits = values(rubric.study(log, "paper", **FIELDS))
    wrong = [one for one in records if not one["is_correct"]]
    high = [one["completion_bpt"] <= limits["low_wrong"] for one in wrong]
    low = [one["completion_bpt"] > limits["high"] for one in wrong]
    expected = known["table-5-overlap"]["expected"]
    assert sum(map(all, zip(high, low, strict=True))) == expected["both"]
    assert sum(not any(pair) for pair in zip(high, low, strict=True)) == expected["neither"]


def test_matrices_have_the_same_score(vectors):
    vector = vectors[1]["schema-format-aware"]
    for own in vector["expected"].values():
        rows = [np.repeat(range(5), counts) for counts in own["counts"]]
        mu, sigma = scorio_eval.bayes([list(map(int, row)) for row in rows], vector["weights"])
        assert mu == pytest.approx(float(Fraction(own["mu_exact"])), rel=1e-13)
        assert sigma == pytest.approx(own["sigma"], rel=1e-13)


def test_verifiers_are_calibrated(vectors):
    contextual = vectors[1]["verifier-contextual"]
    verifier = rubric.Verifier(contextual["baseline"], contextual["temperature"])
    found = verifier.probabilities(contextual["logits"])
    np.testing.assert_allclose(found, contextual["expected"], rtol=1e-13)
    case = vectors[1]["verifier-temperature"]
    verifier = rubric.Verifier.fit(case["logits"], case["labels"], case["baseline"])
    expected = case["expected"]
    assert verifier.temperature == pytest.approx(expected["temperature"], rel=1e-13)
    _, after = verifier.report(case["logits"], case["labels"])
    assert after.nll == pytest.approx(expected["nll"], rel=1e-13)
    assert after.brier == pytest.approx(expected["brier"], rel=1e-13)
    cold = rubric.Verifier(case["baseline"], 1.0)
    assert cold.report(case["logits"], case["labels"])[1].nll == pytest.approx(
        expected["nll_at_1"], rel=1e-13
    )


def test_frozen_counts_merge_into_those_of_the_whole(vectors, log, tmp_path):
    records, _ = vectors
    frozen = rubric.freeze(log, "paper", **FIELDS)
    whole = rubric.count(log, frozen, **FIELDS)
    half = len(records) // 2
    parts = [
        rubric.count(written(part, tmp_path / f"{place}.jsonl"), frozen, **FIELDS)
        for place, part in enumerate([records[:half], records[half:]])
    ]
    for name, counts in whole.items():
        assert parts[0][name] + parts[1][name] == counts
    assert isinstance(whole["exact-match"], scorio.Counts)
