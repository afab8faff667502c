"""Runs that share luck: signs of it, and intervals that include it."""

import json
import pickle

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

import scorio
from scorio.cli import main


def frame(outcomes, *, numbers=None, model="m"):
    """A table of questions × trials as a data frame, whose trials have numbers."""
    questions, trials = outcomes.shape
    numbers = np.arange(trials) if numbers is None else np.asarray(numbers)
    return pl.DataFrame(
        {
            "model": model,
            "question": np.repeat(np.arange(questions), trials),
            "trial": np.tile(numbers, questions),
            "outcome": outcomes.ravel().astype(int),
        }
    )


def shared(*, questions=100, trials=8, spread=1.2, seed=1):
    """Outcomes whose logits have a part that all trials of a number share."""
    random = np.random.default_rng(seed)
    logits = random.normal(0, 1, (questions, 1)) + random.normal(0, spread, trials)
    return random.random((questions, trials)) < 1 / (1 + np.exp(-logits))


def repeated(*, questions=100, trials=8, seed=1):
    """Outcomes of which half are those of the trial before."""
    random = np.random.default_rng(seed)
    outcomes = random.random((questions, trials)) < random.random((questions, 1))
    for trial in range(1, trials):
        same = random.random(questions) < 0.5
        outcomes[same, trial] = outcomes[same, trial - 1]
    return outcomes


def independent(*, questions=100, trials=8, seed=1):
    random = np.random.default_rng(seed)
    return random.random((questions, trials)) < random.random((questions, 1))


def said(counts, **options):
    return " ".join(counts.score(**options).notes)


def signs(counts):
    return [note for note in counts.score().notes if note.startswith("Trials")]


def test_signs_of_luck_are_noted():
    together, again = "Trials of one number succeed together (m; p", "Trials repeat the one before"
    assert together in said(scorio.count(frame(shared())))
    assert "runs=True includes them" in said(scorio.count(frame(shared())))
    assert again in said(scorio.count(frame(repeated())))
    plain = said(scorio.count(frame(independent())))
    assert together not in plain
    assert again not in plain
    # With runs, the first note has done its work.
    both = said(scorio.count(frame(shared())), runs=True)
    assert together not in both
    assert "± and intervals are about new runs, too" in both


def test_seeds_are_numbers_too_and_their_order_counts():
    numbers = [1234, 7, 42, 99, 100_000, 3, 2_000_000_000, 11]
    by_seed = scorio.count(frame(shared(), numbers=numbers))
    assert signs(by_seed) == signs(scorio.count(frame(shared())))
    assert "repeat" not in said(scorio.count(frame(repeated(), numbers=numbers)))


def test_the_order_of_arrival_changes_no_bit(tmp_path):
    table = frame(shared()).vstack(frame(repeated(), model="n"))
    plain = scorio.count(table)
    for sampled in (False, True):
        expected = list(plain.score(runs=True, sampled=sampled))
        for seed in range(3):
            mixed = table.sample(fraction=1, shuffle=True, seed=seed)
            mixed.write_ndjson(tmp_path / "log.jsonl")
            mixed.write_parquet(tmp_path / "log.parquet")
            mixed.write_csv(tmp_path / "log.csv")
            for source in (
                mixed,
                *(tmp_path / f"log.{end}" for end in ("jsonl", "parquet", "csv")),
            ):
                counts = scorio.count(source)
                assert sorted(counts.score(runs=True, sampled=sampled)) == sorted(expected)
                assert signs(counts) == signs(plain)


def test_logs_of_single_runs_add_up(tmp_path):
    table = frame(shared())
    whole = scorio.count(table)
    parts = [scorio.count(table.filter(pl.col("trial") == number)) for number in range(8)]
    merged = parts[3].merge(*parts[:3], *parts[4:])
    assert list(merged.score(runs=True)) == list(whole.score(runs=True))
    assert signs(merged) == signs(whole)
    assert len(signs(whole)) > 0
    for number in range(8):
        table.filter(pl.col("trial") == number).write_ndjson(tmp_path / f"{number}.jsonl")
    assert list(scorio.count(tmp_path).score(runs=True)) == list(whole.score(runs=True))
    # A run that is there twice is none.
    with pytest.raises(ValueError, match="have no numbers of their own"):
        merged.merge(parts[0]).score(runs=True)


def test_selections_and_other_names_keep_runs():
    counts = scorio.count(frame(shared()).vstack(frame(independent(), model="n")))
    one = scorio.count(frame(shared()))
    assert list(counts.select(model="m").score(runs=True)) == list(one.score(runs=True))
    (renamed,) = one.rename(model={"m": "other"}).score(runs=True)
    assert renamed.sigma == one.score(runs=True)[0].sigma
    copied = pickle.loads(pickle.dumps(counts))
    assert list(copied.score(runs=True)) == list(counts.score(runs=True))
    assert copied.score().notes == counts.score().notes


def test_the_interval_is_the_plain_one_by_numpy():
    outcomes = shared(questions=60, trials=5)
    counts, runs = scorio.count(frame(outcomes)), outcomes.mean(axis=0)
    (plain,), (row,) = counts.score(), counts.score(runs=True)
    assert row.sigma == pytest.approx(max(plain.sigma, runs.std(ddof=1) / 5**0.5), rel=1e-12)
    assert (row.score, row.rank_hi, row.letters) == (plain.score, plain.rank_hi, plain.letters)
    assert row.lo < plain.lo < plain.hi < row.hi


def test_weights_and_tasks_weigh_runs():
    outcomes = shared(questions=40, trials=6)
    weights = np.where(np.arange(40) < 20, 3.0, 1.0)
    log = frame(outcomes).with_columns(
        task=pl.when(pl.col("question") < 20).then(pl.lit("a")).otherwise(pl.lit("b")),
        weight=pl.Series(np.repeat(weights, 6)),
    )
    runs = (outcomes * weights[:, None]).sum(axis=0) / weights.sum()
    (row,) = scorio.count(log, weight="weight").score(runs=True, by_task=False)
    assert row.sigma == pytest.approx(runs.std(ddof=1) / 6**0.5, rel=1e-12)
    halves = (outcomes[:20].mean(axis=0) + outcomes[20:].mean(axis=0)) / 2
    (row,) = scorio.count(log).score(runs=True, by_task=False, macro=True)
    assert row.sigma == pytest.approx(halves.std(ddof=1) / 6**0.5, rel=1e-12)


def test_what_cannot_be_included_is_said(tmp_path):
    numbered = scorio.count(frame(shared()))
    path = tmp_path / "counts.parquet"
    numbered.save(path)
    bare = scorio.Counts.load(path)
    single = scorio.count(frame(shared(trials=1)))
    named = scorio.count(frame(shared()).with_columns(trial=pl.format("run-{}", "trial")))
    uneven = scorio.count(
        frame(shared()).filter((pl.col("question") != 7) | (pl.col("trial") != 2))
    )
    for counts, sentence in [
        (bare, "the trials of question 0 .* have no numbers of their own"),
        (named, "have no numbers of their own"),
        (scorio.count(frame(shared()).drop("trial")), "have no numbers of their own"),
        (single, "one run tells nothing of others"),
        (uneven, "question 7 does not have the trial numbers that other questions of m have"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            counts.score(runs=True)
    for options in ({"metrics": "pass_at_k", "k": 2}, {"cluster": "cluster"}):
        with pytest.raises(ValueError, match="runs"):
            numbered.score(runs=True, **options)
    assert "succeed together" not in said(bare) + said(named)


def test_duplicates_are_settled_first(tmp_path):
    table = frame(shared())
    wrong = table.filter(pl.col("trial") == 3).with_columns(outcome=1 - pl.col("outcome"))
    (expected,) = scorio.count(table).score(runs=True)
    for policy, order in (("first", (table, wrong)), ("last", (wrong, table))):
        both = pl.concat(order)
        both.write_ndjson(tmp_path / "log.jsonl")
        for source in (both, tmp_path / "log.jsonl"):
            (row,) = scorio.count(source, on_repeat=policy).score(runs=True)
            assert row == expected
    kept = scorio.count(pl.concat([table, wrong]), on_repeat="keep")
    with pytest.raises(ValueError, match="have no numbers of their own"):
        kept.score(runs=True)


def test_missing_trials_are_no_runs():
    outcomes = shared(questions=40)
    log = frame(outcomes).with_columns(
        outcome=pl.when(pl.col("trial") == 2).then(None).otherwise(pl.col("outcome"))
    )
    dropped = scorio.count(log, on_missing="drop")
    rest = scorio.count(frame(outcomes).filter(pl.col("trial") != 2))
    assert dropped.score(runs=True)[0].sigma == rest.score(runs=True)[0].sigma
    failed = scorio.count(log, on_missing="fail")
    outcomes[:, 2] = False
    assert (
        failed.score(runs=True)[0].sigma == scorio.count(frame(outcomes)).score(runs=True)[0].sigma
    )


def test_the_command_line_prints_it(tmp_path):
    path = tmp_path / "log.jsonl"
    frame(shared()).write_ndjson(path)
    plain = CliRunner().invoke(main, ["score", str(path)])
    assert "a shared seed or server?" in plain.output
    assert "--runs includes them" in plain.output
    found = CliRunner().invoke(main, ["score", str(path), "--runs", "--json"])
    (row,) = json.loads(found.output)["rows"]
    assert row["sigma"] == scorio.count(path).score(runs=True)[0].sigma
    gate = CliRunner().invoke(main, ["gate", str(path), "--at-least", "0.5"])
    assert "a shared seed or server? Intervals are too small for new runs" in gate.output
