"""Scores beside costs: exact values, laws, readings and bad inputs."""

import json
import math

import polars as pl
import pytest

import scorio


def costs_of(case, **options):
    """Costs of the trials of a case: by model its questions, each with outcomes and costs."""
    rows = [
        {"model": model, "question": f"q{place:04}", "outcome": outcome, "cost": cost}
        for model, questions in case["data"].items()
        for place, trials in enumerate(questions)
        for outcome, cost in trials
    ]
    return scorio.count(pl.DataFrame(rows), cost="cost", numeric=True, **options)


def cases(shared):
    return json.loads((shared / "reference" / "costs.json").read_text())["cases"]


def near(found, expected, relative=1e-9):
    if expected is None:
        assert found is None
    else:
        assert found == pytest.approx(expected, rel=relative, abs=1e-12)


def quotient(a, b, correlation):
    """The ends of a / b from their own, each a mean with a lower and an upper end."""
    (mean, lo, hi), (other, other_lo, other_hi) = a, b
    if not other:
        return lo / other_hi, None

    def reach(one, another):
        return math.sqrt(one * one + another * another - 2 * correlation * one * another)

    below = reach(math.log(mean / lo), math.log(other_hi / other)) if lo else math.inf
    above = reach(math.log(hi / mean), math.log(other / other_lo)) if other_lo else math.inf
    ratio = mean / other
    return ratio * math.exp(-below), None if above == math.inf else ratio * math.exp(above)


TARGETS = (("these", {}), ("like", {"sampled": True}))


def test_costs_have_exact_values(shared):
    for case in cases(shared):
        counted = costs_of(case)
        for target, about in TARGETS:
            for row in scorio.cost(counted, **about):
                expected = case["expected"]["models"][row.model]
                near(row.score, expected["score"])
                near(row.cost, expected["cost"])
                near(row.spent, expected["spent"])
                near(row.dearest, expected["largest_question_share"])
                near(row.per_success, expected["cost_per_success"])
                near(row.cost_sigma, expected[f"sigma_cost_{target}"])
                near(row.degrees, expected[f"degrees_{target}"])
                near(row.skewness, expected[f"skew_{target}"])
                near(row.correlation, expected[f"correlation_{target}"])
                ends = (row.cost_lo, row.cost_hi)
                for found, end in zip(ends, expected[f"interval_cost_{target}"], strict=True):
                    near(found, end, 1e-7)
                # The reference has another interval of the score than `scorio score` has now.
                # So the formula is checked with both.
                near(row.sigma, expected[f"sigma_score_{target}"], 1e-8)
                ends = quotient((row.cost, *ends), (row.score, row.lo, row.hi), row.correlation)
                for found, end in zip((row.per_success_lo, row.per_success_hi), ends, strict=True):
                    near(found, end, 1e-12)
                cost = (row.cost, *expected[f"interval_cost_{target}"])
                score = (row.score, *expected[f"interval_score_{target}"])
                ends = quotient(cost, score, row.correlation)
                wanted = expected[f"interval_cost_per_success_{target}"]
                for found, end in zip(ends, wanted, strict=True):
                    near(found, end, 1e-7)


def test_pairs_have_exact_values(shared):
    seen = 0
    for case in cases(shared):
        counted = costs_of(case)
        for target, about in TARGETS:
            rows = {(row.model, row.other): row for row in scorio.cost(counted, **about).pairs}
            for pair in case["expected"].get("pairs", []):
                if pair["target"] != target:
                    continue
                a, b = pair["a"], pair["b"]
                row = rows.get((a, b)) or rows[b, a]
                ways = [pair["probability_a_dominates"], pair["probability_b_dominates"]]
                better, cheaper = pair["probability_better"], pair["probability_cheaper"]
                if row.model == a:
                    near(row.ratio, pair["cost_ratio"])
                    for found, end in zip(
                        (row.lo, row.hi), pair["interval_cost_ratio"], strict=True
                    ):
                        near(found, end, 1e-7)
                    assert (row.better, row.cheaper) == pytest.approx((better, cheaper), abs=1e-7)
                else:
                    ways.reverse()
                    turned = (1 - row.better, 1 - row.cheaper)
                    assert turned == pytest.approx((better, cheaper), abs=1e-7)
                assert [row.dominates, row.dominated] == pytest.approx(ways, abs=1e-7)
                seen += 1
    assert seen > 10


def test_retries_have_exact_values(shared):
    for case in cases(shared):
        counted = costs_of(case)
        retries = case["expected"]["retries"]
        tries = min(len(rows) for rows in retries.values())
        for target, about in TARGETS:
            for row in scorio.cost(counted, tries=tries, **about).retries:
                expected = retries[row.model][row.tries - 1]
                near(row.success, expected["success"])
                near(row.cost, expected["spend"])
                near(row.per_success, expected["spend_per_success"])
                sigma = expected.get(f"sigma_spend_{target}")
                if sigma is not None:
                    near(row.cost_sigma, sigma)


def test_caps_have_exact_values(shared):
    for case in cases(shared):
        wanted = case["expected"].get("caps", {})
        caps = sorted({one["cap"] for rows in wanted.values() for one in rows})
        counted = costs_of(case, keep_values=True)
        rows = {(row.model, row.cap): row for row in scorio.cost(counted, caps=caps).caps}
        for model, expected in wanted.items():
            for one in expected:
                row = rows[model, one["cap"]]
                near(row.success, one["success"])
                near(row.sigma, one["sigma_these"], 1e-8)
                assert row.lo <= row.success <= row.hi


def test_chances_of_the_frontier_are_those_of_a_million_draws(shared):
    for case in cases(shared):
        expected = case["expected"].get("probability_frontier_these", {})
        for row in scorio.cost(costs_of(case)):
            if row.model in expected:
                assert row.frontier == pytest.approx(expected[row.model], abs=0.03)


TRIALS = [
    ("large", 1, 1, 4.0), ("large", 1, 1, 5.0), ("large", 2, 1, 9.0), ("large", 2, 0, 8.0),
    ("large", 3, 1, 3.0), ("large", 3, 1, 4.0), ("small", 1, 1, 1.0), ("small", 1, 0, 1.0),
    ("small", 2, 0, 2.0), ("small", 2, 0, 2.0), ("small", 3, 1, 1.0), ("small", 3, 0, 2.0),
]  # fmt: skip


def frame(trials=TRIALS):
    return pl.DataFrame(trials, ["model", "question", "outcome", "cost"], orient="row")


def counted(trials=TRIALS, **options):
    return scorio.count(frame(trials), cost="cost", **options)


def replaced(place, **fields):
    """The trials with one of them changed."""
    names = ("model", "question", "outcome", "cost")
    new = tuple(fields.get(name, old) for name, old in zip(names, TRIALS[place], strict=True))
    return [*TRIALS[:place], new, *TRIALS[place + 1 :]]


def said(source, cost="cost", **options):
    with pytest.raises(ValueError) as raised:  # noqa: PT011
        scorio.count(source, cost=cost, **options)
    return str(raised.value)


def test_a_field_that_is_not_there(tmp_path):
    here = "fields here: model, question, outcome, cost"
    way = (
        "name the field that holds it (cost=FIELD), or a sum of products, as in "
        'cost="tokens_in * 2e-6 + tokens_out * 1e-5"'
    )
    assert said(frame(), "dollars") == (
        f'polars DataFrame, row 1: there is no field "dollars" for the cost; {here}; {way}'
    )
    log = tmp_path / "log.jsonl"
    frame().write_ndjson(log)
    assert said(log, "costs * 2") == (
        f'{log}, line 1 (byte 0): there is no field "costs" for the cost, perhaps "cost" is '
        f"meant; {here}; {way}"
    )


def test_a_field_that_is_empty():
    empty = frame().with_columns(pl.lit(None, pl.Float64).alias("cost"))
    assert said(empty).startswith("there are no costs of trials")


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"order": True}, "the order of trials"),
        ({"total": "outcome", "correct": "outcome"}, "whole questions"),
        ({"times": "question"}, "records that each stand for several trials"),
        ({"outcome": "{outcome,cost}", "score": "all"}, "all scores at once"),
        ({"outcome": "{outcome,cost}", "model": "*"}, "outcomes that are several fields"),
    ],
)
def test_readings_that_tell_no_cost_of_a_trial(options, what):
    words = said(frame(), **options)
    assert words.startswith(f"costs are of single trials, and cannot be combined with {what}")


def test_some_trials_lack_a_cost():
    with pytest.raises(ValueError, match="1 of 6 trials of large has no cost"):
        counted(replaced(0, cost=None))


def test_dropped_costs_count_for_scores():
    table = scorio.cost(counted(replaced(0, cost=None), on_missing_cost="drop"))
    row = table[0]
    assert (row.model, row.trials, row.lacking) == ("large", 5, 1)
    assert row.score == pytest.approx(5 / 6)
    assert any("1 of 6 trials of large has no cost" in note for note in table.notes)


@pytest.mark.parametrize(
    ("on_missing", "score", "trials"), [("fail", 4 / 6, 6), ("drop", 5 / 6, 5)]
)
def test_trials_without_an_outcome_fail_or_are_left_out(on_missing, score, trials):
    lacking = replaced(0, outcome=None)
    with pytest.raises(ValueError, match="outcome"):
        counted(lacking)
    row = scorio.cost(counted(lacking, on_missing=on_missing))[0]
    assert (row.model, row.trials) == ("large", trials)
    assert row.score == pytest.approx(score)


def test_a_negative_cost():
    with pytest.raises(ValueError, match=r"row 4: the cost -2 is negative"):
        counted(replaced(3, cost=-2.0))


def test_a_cost_that_is_text():
    texts = frame().with_columns(pl.lit("much").alias("cost"))
    assert said(texts) == (
        'polars DataFrame, row 1: the cost is "much" in cost, which is no number; name the field '
        'that holds it (cost=FIELD), or a sum of products, as in cost="tokens_in * 2e-6 + '
        'tokens_out * 1e-5"'
    )


def test_an_infinite_cost_is_none():
    with pytest.raises(ValueError, match="row 4: the cost is inf in cost, which is no number"):
        counted(replaced(3, cost=math.inf))


def test_more_tries_than_trials():
    with pytest.raises(ValueError, match="2 trials, and retries go up to 2, not 3"):
        scorio.cost(counted(), tries=3)


def test_partial_credit_has_no_retries():
    partial = counted(replaced(0, outcome=0.5), numeric=True)
    assert scorio.cost(partial)[0].model == "large"
    with pytest.raises(ValueError, match="retries need successes and failures"):
        scorio.cost(partial, tries=2)


def test_caps_need_every_cost():
    with pytest.raises(ValueError, match="caps need every cost"):
        scorio.cost(counted(), caps=[1.0])


def test_sums_of_something_else():
    numbers = frame().drop("outcome").rename({"cost": "outcome"})
    with pytest.raises(ValueError, match="these counts have no costs"):
        scorio.cost(scorio.count(numbers, numeric=True))
    with pytest.raises(ValueError, match="give the field of the cost by cost=…"):
        scorio.cost(frame())


def test_costs_of_zero():
    free = counted([(*one[:3], 0.0) for one in TRIALS])
    table = scorio.cost(free, tries=2)
    assert all((row.cost, row.cost_lo, row.cost_hi) == (0, 0, 0) for row in table)
    assert any("6 of 6 trials of large cost 0" in note for note in table.notes)


def test_one_question():
    one = counted([trial for trial in TRIALS if trial[1] == 1])
    assert [row.questions for row in scorio.cost(one)] == [1, 1]
    with pytest.raises(ValueError, match="question"):
        scorio.cost(one, sampled=True)


@pytest.mark.parametrize(
    "text", ["", "cost *", "* cost", "cost + + cost", "2 * 3", "cost cost", "1.2.3 * cost"]
)
def test_bad_expressions(text):
    with pytest.raises(ValueError, match="cost = .* cannot be read"):
        scorio.count(frame(), cost=text)


@pytest.mark.parametrize("about", [{}, {"sampled": True}])
def test_another_unit_changes_no_verdict(about):
    table = scorio.cost(counted(), **about)
    tenfold = scorio.cost(scorio.count(frame(), cost="cost * 10"), **about)
    for one, other in zip(table, tenfold, strict=True):
        assert (one.model, one.verdict) == (other.model, other.verdict)
        assert other.cost == pytest.approx(10 * one.cost)
        assert other.cost_hi == pytest.approx(10 * one.cost_hi)
        assert other.frontier == pytest.approx(one.frontier, abs=1e-3)


@pytest.mark.parametrize("about", [{}, {"sampled": True}])
def test_order_changes_no_bit(about):
    one = scorio.cost(counted(keep_values=True), tries=2, caps=[2.0], **about)
    turned = counted(TRIALS[::-1], keep_values=True)
    other = scorio.cost(turned, tries=2, caps=[2.0], **about)
    for table in ("pairs", "retries", "caps"):
        assert list(getattr(one, table)) == list(getattr(other, table))
    assert list(one) == list(other)


def test_merged_parts_are_the_whole():
    parts = counted(TRIALS[::2]) + counted(TRIALS[1::2])
    assert list(scorio.cost(parts, tries=2)) == list(scorio.cost(counted(), tries=2))


def test_a_cap_above_all_costs_leaves_the_score():
    table = scorio.cost(counted(keep_values=True), caps=[100.0])
    scores = {row.model: row for row in table}
    for row in table.caps:
        own = scores[row.model]
        assert (row.success, row.sigma, row.lo, row.hi) == (own.score, own.sigma, own.lo, own.hi)


def test_tries_begin_at_the_mean_cost_and_never_fall():
    table = scorio.cost(counted(), tries=2)
    for row in table:
        tries = [one for one in table.retries if one.model == row.model]
        assert tries[0].cost == pytest.approx(row.cost, rel=1e-14)
        assert tries[0].success == pytest.approx(row.score, rel=1e-14)
        assert tries[0].cost <= tries[1].cost
        assert tries[0].success <= tries[1].success


def test_tables_show_few_caps_of_a_curve():
    found = scorio.cost("examples/agents.jsonl", cost="dollars", caps=[0.123], curve=64)
    (table,) = [one for one in found._page().tables if "cap" in one.title]
    every = sorted({row.cap for row in found.caps})
    assert table.title == f"Success within a cap; 13 of {len(every)} caps"
    shown = list(dict.fromkeys(float(line[0].replace(",", "")) for line in table.lines))
    assert len(shown) == 13
    assert 0.123 in shown
    assert shown[0] == pytest.approx(every[0], abs=1e-3)
    assert shown[-1] == pytest.approx(every[-1], abs=1e-3)
    assert len(found.document()["caps"]) == len(found.caps) == 4 * len(every)
    whole = scorio.cost("examples/agents.jsonl", cost="dollars", curve=12)
    (table,) = [one for one in whole._page().tables if "cap" in one.title]
    assert table.title == "Success within a cap"
    assert len(table.lines) == len(whole.caps)


def test_words_are_told_in_text_and_not_in_json():
    table = scorio.cost(counted())
    said = 'frontier has no other that is better and cheaper: "frontier" is sure at 95%'
    assert said in table.to_text()
    assert said not in table.to_json().replace('\\"', '"')


@pytest.mark.parametrize("call", [scorio.cost, scorio.cost_gate])
def test_an_unknown_option_is_one_of_the_function_that_was_called(call):
    with pytest.raises(TypeError, match=rf"^{call.__name__}\(\) got an unexpected"):
        call(frame(), cost="cost", retries=2)
