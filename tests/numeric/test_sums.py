"""Numeric scores: reading, merging, files, scores and comparisons."""

import copy
import json
import math
import pickle
import statistics
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from numeric.conftest import log

import scorio
from scorio import Sums
from scorio._inside.trials import Trials

ANY = [("p", 0.1), ("p", 7), ("q", -3.5), ("q", 1e-9), ("r", True), ("r", 1e17)]


def rows(sums):
    """The labels, the number of trials and the exact sums of each question."""
    names = ["model", "task", "question", "trials", "exact_sum", "exact_sum_of_squares"]
    names += ["exact_sum_of_cubes"]
    return sorted(pl.DataFrame(sums).select(names).rows())


def fraction(text):
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    whole, exponent = digits.removeprefix("0x").split("p")
    return sign * int(whole, 16) * Fraction(2) ** int(exponent)


def test_sums_are_exact(write):
    sums = scorio.count(write(log(*ANY)), numeric=True)
    for *_, question, trials, total, squares, cubes in rows(sums):
        values = [Fraction(value) for name, value in ANY if name == question]
        assert trials == len(values)
        assert fraction(total) == sum(values)
        assert fraction(squares) == sum(value**2 for value in values)
        assert fraction(cubes) == sum(value**3 for value in values)


def test_all_forms_say_the_same(write, tmp_path):
    records = log(*[(question, float(value)) for question, value in ANY])
    frame = pd.DataFrame(records)
    frame.to_csv(tmp_path / "log.csv", index=False)
    frame.to_parquet(tmp_path / "log.parquet")
    (tmp_path / "log.json").write_text(json.dumps(records))
    expected = scorio.count(write(records), numeric=True)
    for name in ("log.csv", "log.parquet", "log.json"):
        assert scorio.count(tmp_path / name, numeric=True) == expected
    for data in (frame, pl.DataFrame(records), pl.LazyFrame(records), pa.Table.from_pandas(frame)):
        assert scorio.count(data, numeric=True) == expected


def test_times_are_trials(write):
    many = [{"model": "m", "question": "q", "outcome": 0.1, "n": 1000}]
    once = scorio.count(write(log(*[("q", 0.1)] * 1000)), numeric=True)
    assert scorio.count(write(many), numeric=True, times="n") == once


def test_shards_and_their_order_change_no_bit(write):
    rng = np.random.default_rng(1)
    trials = [(f"q{rng.integers(5)}", float(value)) for value in rng.normal(size=200) * 1e3]
    together = scorio.count(write(log(*trials)), numeric=True, keep_values=True)
    rng.shuffle(trials)
    parts = [
        scorio.count(write(log(*trials[start::3])), numeric=True, keep_values=True)
        for start in range(3)
    ]
    merged = parts[2].merge(parts[0], parts[1])
    assert merged == together
    assert merged + Sums(parts[0]._core) != together
    for name, k in (("avg", None), ("max_at_k", 3)):
        assert list(merged.score(name, k)) == list(together.score(name, k))


@pytest.mark.parametrize("keep", [False, True])
def test_files_bytes_and_copies_hold_all(write, tmp_path, keep):
    records = [one | {"task": "t", "group": "g", "w": 2.5} for one in log(*ANY, ("s", None))]
    sums = scorio.count(
        write(records),
        numeric=True,
        keep_values=keep,
        cluster="group",
        weight="w",
        on_missing="drop",
    )
    path = tmp_path / "sums.parquet"
    sums.save(path)
    loaded = Sums.load(path)
    assert loaded == sums == pickle.loads(pickle.dumps(sums)) == copy.deepcopy(sums)
    assert (loaded.report, loaded.missing) == (sums.report, 1)
    assert loaded.keep_values is keep
    columns = pq.read_table(path).column_names
    assert ("values" in columns) is keep
    assert {"cluster", "weight", "sum", "exact_sum"} <= set(columns)
    assert loaded.select(model="m", task="t") == sums


def test_damage_of_a_file_is_found(write, tmp_path):
    path = tmp_path / "sums.parquet"
    scorio.count(write(log(*ANY)), numeric=True, keep_values=True).save(path)
    table = pq.read_table(path)

    def changed(name, values):
        place = table.column_names.index(name)
        bare = table.replace_schema_metadata(None)
        other = tmp_path / "other.parquet"
        pq.write_table(bare.set_column(place, name, pa.array(values)), other)
        return other

    kept = table["values"].to_pylist()
    for name, values, sentence in [
        ("exact_sum", ["1", "0x1p0", "0x1p0"], "the exact sum 1, which is not a number such as"),
        ("exact_sum_of_squares", ["0x1p0"] * 3, "fit no 2 outcomes"),
        ("trials", [2, 3, 2], "the kept outcomes of .* do not have its sums"),
        ("trials", [2, -1, 2], "does not hold whole numbers"),
        ("sum", [7.1, 0.0, 1e17], "has 0 in row 2, which is not the exact sum"),
        ("values", [kept[0], kept[1], [1.0]], "do not have its sums"),
        ("values", [kept[0], None, kept[2]], "does not hold numbers"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            Sums.load(changed(name, values))
    assert Sums.load(changed("missing", [0, 0, 1])).missing == 1
    content, sums = path.read_bytes(), Sums.load(path)
    for place in range(4, len(content), 97):
        flipped = bytearray(content)
        flipped[place] ^= 8
        path.write_bytes(flipped)
        try:
            assert Sums.load(path) == sums
        except ValueError as error:
            assert str(path) in str(error)  # noqa: PT017  most bits matter, and some do not


def test_the_largest_double_and_the_smallest_are_kept(write, tmp_path):
    sums = scorio.count(write(log(("q", 1.7e308), ("q", 1.7e308), ("q", 5e-324))), numeric=True)
    path = tmp_path / "sums.parquet"
    sums.save(path)
    assert Sums.load(path) == sums
    assert pl.read_parquet(path)["sum"].to_list() == [math.inf]


def test_single_trials_have_the_usual_standard_error(write):
    values = [0.2, 0.9, 0.4, 1.0, 0.0]
    sums = scorio.count(
        write(log(*[(f"q{number}", value) for number, value in enumerate(values)])), numeric=True
    )
    for sampled in (False, True):
        row = sums.score(sampled=sampled)[0]
        assert row.score == pytest.approx(statistics.mean(values), rel=1e-15)
        assert row.sigma == pytest.approx(statistics.stdev(values) / 5**0.5, rel=1e-14)
    assert "one trial of each question" in "".join(sums.score().notes)
    assert "single" not in "".join(sums.score(sampled=True).notes)


# The mean and the standard error of 805 preferences, as AlpacaEval publishes them: in percent, with
# the deviation of 804 degrees of freedom.
def test_preferences_have_mean_and_standard_error_in_percent(write):
    rng = np.random.default_rng(805)
    preferences = rng.beta(0.6, 0.3, size=805)
    records = log(*[(f"q{number}", float(100 * p)) for number, p in enumerate(preferences)])
    row = scorio.count(write(records), numeric=True).score(sampled=True)[0]
    assert row.score == pytest.approx(100 * np.mean(preferences), rel=1e-13)
    expected = 100 * np.std(preferences, ddof=1) / 805**0.5
    assert row.sigma == pytest.approx(expected, rel=1e-12)


def test_weights_give_the_weighted_mean(write):
    rng = np.random.default_rng(2)
    scores, weights = rng.uniform(size=50), rng.uniform(0.1, 3, size=50)
    records = [
        {"model": "m", "question": str(number), "outcome": score, "w": weight}
        for number, (score, weight) in enumerate(zip(scores, weights, strict=True))
    ]
    sums = scorio.count(write(records), numeric=True, weight="w")
    row = sums.score()[0]
    assert row.score == pytest.approx(np.average(scores, weights=weights), rel=1e-14)
    assert "Each question counts by its weight." in sums.score().notes


def test_clusters_and_macro_averages(write):
    records = [
        {
            "model": "m",
            "task": task,
            "question": f"{task}{number}",
            "outcome": value,
            "group": value,
        }
        for task, values in (("s", [1, 2, 3]), ("t", [10, 20]))
        for number, value in enumerate(values)
    ]
    sums = scorio.count(write(records), numeric=True, cluster="group")
    overall = [row for row in sums.score(macro=True) if row.task is None]
    assert [row.score for row in overall] == [8.5]
    tasks = sums.score(cluster="task", by_task=False)[0]
    # Two clusters: residuals −15.6 and 15.6 over 5 questions.
    assert tasks.sigma == pytest.approx((2 * 2 * 15.6**2) ** 0.5 / 5, rel=1e-14)
    # Each question is a cluster of its own.
    own = sums.score(cluster="cluster", by_task=False)[0]
    assert own.sigma == pytest.approx(sums.score(sampled=True, by_task=False)[0].sigma, rel=1e-15)


def test_two_models_are_compared_in_pairs(write):
    own = log(("p", 3), ("q", 5), ("r", 4), model="a")
    base = log(("p", 1), ("q", 2), ("r", 3), model="b")
    path = write(own + base)
    sums = scorio.count(path, numeric=True)
    found = [
        scorio.compare(path, baseline="b", numeric=True),
        scorio.compare(sums, baseline="b"),
        scorio.compare(sums.select(model="a"), sums.select(model="b")),
    ]
    for comparison in found:
        row = comparison[0]
        assert (row.difference, row.degrees, row.decisive) == (2.0, 2.0, 3)
        assert row.sigma == pytest.approx(3**-0.5, rel=1e-15)
        assert "numeric scores" in comparison.title
        assert any("single" in note for note in comparison.notes)
        assert [one.sigma for one in comparison.questions()] == [None] * 3
    assert pickle.loads(pickle.dumps(found[1])).verdicts(0.1)[0].worse is False
    with pytest.raises(ValueError, match="no categories, and so no weights"):
        scorio.compare(sums, baseline="b", weights=[0, 1])


def test_repeated_trials_follow_their_policy(write):
    records = [
        {"model": "m", "question": "q", "trial": trial, "outcome": value}
        for trial, value in ((0, 1.5), (1, 2.5), (0, 9.5))
    ]
    path = write(records)

    def total(policy):
        sums = scorio.count(path, numeric=True, keep_values=True, on_repeat=policy)
        row = pl.DataFrame(sums).row(0, named=True)
        return row["sum"], row["values"]

    assert total("first") == (4.0, [1.5, 2.5])
    assert total("last") == (12.0, [2.5, 9.5])
    assert total("keep") == (13.5, [1.5, 2.5, 9.5])
    with pytest.raises(ValueError, match="was counted before"):
        total("error")


def test_a_missing_outcome_takes_a_number_back(write):
    records = [
        {"model": "m", "question": "q", "trial": trial, "outcome": value}
        for trial, value in ((0, 1.5), (1, 2.5), (0, None), (1, 3.5))
    ]
    sums = scorio.count(write(records), numeric=True, on_repeat="last", on_missing="drop")
    row = pl.DataFrame(sums).row(0, named=True)
    assert (row["sum"], row["trials"], row["missing"]) == (3.5, 1, 1)


def test_trials_inside_of_a_harness_have_the_sums_of_a_log(write):
    questions = [[0.1, 0.1, -0.0], [1e300, 5e-324], [7.0]]
    clusters = ["a", "b", "a"]
    records = [
        {"question": place, "outcome": value, "cluster": clusters[place]}
        for place, question in enumerate(questions)
        for value in question
    ]
    read = {"numeric": True, "keep_values": True, "constants": {"model": "model"}}
    logged = scorio.count(str(write(records)), cluster="cluster", **read)
    trials = Trials([[(value, None) for value in question] for question in questions], clusters)
    sums = trials.sums([value for value, _ in trials.values])
    assert sums == logged
    assert sums.score("max_at_k", 1).rows == logged.score("max_at_k", 1).rows


def test_sums_are_selected_and_renamed_as_counts_are(write):
    read = {"numeric": True, "keep_values": True}
    both = log(("p", 1.5), ("q", 2.5), ("r", 4.0)) + log(("p", 3.0), ("q", 0.5), model="n")
    sums = scorio.count(write(both), **read)
    chosen = sums.select(question=["q", "p"])
    assert chosen == scorio.count(write([one for one in both if one["question"] != "r"]), **read)
    with pytest.raises(ValueError, match="there is no question 'z'"):
        sums.select(question="z")
    together = sums.rename(model={"n": "m"}, question={"r": "q"})
    assert together.models == ["m"]
    assert together == scorio.count(
        write(log(("p", 1.5), ("q", 2.5), ("q", 4.0), ("p", 3.0), ("q", 0.5))), **read
    )


def test_files_without_cubes_have_no_skewness(write, tmp_path):
    trials = [("p", 0.0), ("p", 1.0), ("p", 9.0), ("q", 1.0), ("q", 2.0), ("q", 12.0)]
    sums, path = scorio.count(write(log(*trials)), numeric=True), tmp_path / "sums.parquet"
    (skewed,) = sums.score()
    assert skewed.hi - skewed.score > skewed.score - skewed.lo
    table = pl.DataFrame(sums)
    for older in (
        table.drop("exact_sum_of_cubes"),
        table.with_columns(exact_sum_of_cubes=pl.lit(None, pl.String)),
    ):
        older.write_parquet(path)
        (plain,) = Sums.load(path).score()
        assert plain.hi - plain.score == pytest.approx(plain.score - plain.lo, rel=1e-12)
        assert plain.lo == pytest.approx(skewed.lo, rel=1e-12)
        # With others that lack it, it is not known either.
        merged = Sums.load(path).merge(sums)
        assert set(pl.DataFrame(merged)["exact_sum_of_cubes"]) == {""}
    table.with_columns(exact_sum_of_cubes=pl.lit("0x1p90")).write_parquet(path)
    with pytest.raises(ValueError, match="fit no 3 outcomes"):
        Sums.load(path)
