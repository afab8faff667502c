"""The same trials under two names do not count twice without a word."""

import json
import os
import random
import shutil

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import scorio
from scorio.cli.main import main


def records(model="m", trials=3, **more):
    return "".join(
        json.dumps({"model": model, "question": f"q{q}", "outcome": (q + t) % 2, **more}) + "\n"
        for q in range(5)
        for t in range(trials)
    )


def run(*arguments):
    result = CliRunner().invoke(main, [str(one) for one in arguments])
    return result.exit_code, result.output


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_text(records())
    return path


@pytest.mark.parametrize("how", [shutil.copy, os.link])
def test_the_same_bytes_under_two_names(log, tmp_path, how):
    copy = tmp_path / "other.jsonl"
    how(log, copy)
    for source in ([log, copy], tmp_path, str(tmp_path / "*.jsonl")):
        with pytest.raises(
            ValueError, match=r"other.jsonl is a copy of .*log.jsonl: .* allow_copie"
        ):
            scorio.count(source)
    assert scorio.count([log, copy], allow_copies=True).trials == 30
    assert scorio.count([log, copy], numeric=True, allow_copies=True).trials == 30
    with pytest.raises(ValueError, match="is a copy of"):
        scorio.count([log, copy], numeric=True)
    code, text = run("score", log, copy)
    assert code == 2
    assert "leave one of them out, or say --allow-copies if they hold different trials" in text
    assert run("score", log, copy, "--allow-copies")[0] == 0


def test_what_counts_nothing_twice_is_no_copy(tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "a").mkdir()
    for name in "ab":
        (tmp_path / name / "log.jsonl").write_text(records(trials=1))
    # The path says that they are of two models.
    both = scorio.count([tmp_path / "a", tmp_path / "b"], path="(?P<task>[ab])/log")
    assert both.trials == 10
    assert scorio.count([tmp_path / "a", tmp_path / "b"], path="(?P<trial>[ab])/log").trials == 10
    # A policy for repeated trials says what to do.
    for name, trial in (("1", "t"), ("2", "t")):
        (tmp_path / f"{name}.csv").write_text("model,question,trial,outcome\n" + f"m,q,{trial},1\n")
    named = [tmp_path / "1.csv", tmp_path / "2.csv"]
    assert scorio.count(named, on_repeat="first").trials == 1
    assert scorio.count(named, on_repeat="keep").trials == 2
    with pytest.raises(ValueError, match="was counted before"):
        scorio.count(named)


def test_a_log_beside_its_own_counts(log, tmp_path):
    stored, other = tmp_path / "log.parquet", tmp_path / "other.jsonl"
    scorio.count(log).save(stored)
    other.write_text(records("n", 2))
    code, text = run("score", log, other, stored)
    assert code == 2
    assert "all that" in text
    assert "holds is in the logs beside it, with equal counts" in text
    assert "--allow-copies" in text
    assert run("score", log, stored, "--allow-copies")[0] == 0
    assert run("score", other, stored)[0] == 0
    # Another log of the same questions changes their counts, and not those of the one log.
    again = tmp_path / "again.jsonl"
    again.write_text(records(trials=2))
    code, text = run("score", log, again, stored)
    assert code == 2
    assert "holds is in" in text
    assert "log.jsonl, with equal counts" in text
    assert run("score", again, other, stored)[0] == 0
    more = tmp_path / "more.jsonl"
    more.write_text(records(trials=4))
    assert run("score", more, stored)[0] == 0
    assert "count twice" not in run("score", more, stored)[1]
    for numeric in (True, False):
        counts = scorio.count(log, numeric=numeric)
        half = scorio.count(other, numeric=numeric)
        assert counts._core.holds(counts._core)
        assert counts.merge(half)._core.holds(half._core)
        assert not counts._core.holds(half._core)
        assert not half._core.holds(counts.merge(half)._core)


@pytest.mark.parametrize("numeric", [True, False])
def test_two_equal_count_files(log, tmp_path, numeric):
    one, two = tmp_path / "one.parquet", tmp_path / "two.parquet"
    counts = scorio.count(log, numeric=numeric)
    counts.save(one)
    shutil.copy(one, two)
    out = tmp_path / "out.parquet"
    code, text = run("merge", one, two, "--out", out)
    assert code == 2
    assert f"{two} holds the same counts as {one}: its trials would count twice" in text
    assert not out.exists()
    assert run("score", one, two)[0] == 2
    assert run("merge", one, two, "--out", out, "--allow-copies")[0] == 0
    loaded = [type(counts).load(path) for path in (one, two, out)]
    assert loaded[2].trials == 2 * loaded[0].trials
    with pytest.raises(ValueError, match="holds the same counts .* allow_copies=True"):
        loaded[0].merge(loaded[1])
    with pytest.raises(ValueError, match="holds the same counts"):
        loaded[0] + counts
    assert loaded[0].merge(loaded[1], allow_copies=True) == loaded[2]
    # Equal counts of tables in memory may well be of different trials.
    if not numeric:
        part = counts.select(model="m")
        assert part.merge(part).trials == 30


def drawn(seed, questions=60, each=3, model="m"):
    draw = random.Random(seed)
    chances = [draw.random() for _ in range(questions)]
    return [
        {"model": model, "question": f"q{q}", "outcome": int(draw.random() < chances[q])}
        for _ in range(each)
        for q in range(questions)
    ]


def save(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


@given(
    seed=st.integers(0, 1000),
    each=st.integers(2, 4),
    changed=st.integers(1, 12),
    grown=st.booleans(),
    numeric=st.booleans(),
)
@settings(deadline=None, max_examples=int(os.environ.get("COPIES_EXAMPLES", "20")))
def test_a_log_that_has_grown_beside_its_counts(
    tmp_path_factory, seed, each, changed, grown, numeric
):
    folder = tmp_path_factory.mktemp("grown")
    records = drawn(seed, each=each)
    few, many = records[:-changed], records
    counted, log = (few, many) if grown else (many, few)
    path, stored = save(folder / "log.jsonl", counted), folder / "log.parquet"
    scorio.count(path, numeric=numeric).save(stored)
    save(path, log)
    code, text = run("score", path, stored)
    assert code == 2, text
    assert "would count twice" in text
    assert "--allow-copies" in text
    assert run("score", path, stored, "--allow-copies")[0] == 0
    # Two count files of these.
    other = folder / "other.parquet"
    scorio.count(path, numeric=numeric).save(other)
    for pair in ([stored, other], [other, stored]):
        code, text = run("merge", *pair, "--out", folder / "out.parquet")
        assert code == 2, text
        assert "would count twice" in text


def test_what_is_left_of_a_log_beside_its_counts(tmp_path):
    records = drawn(1)
    log, stored = tmp_path / "log.jsonl", tmp_path / "log.parquet"
    scorio.count(save(log, records)).save(stored)
    # A shard of whole questions, one of whole trials, and a few records.
    shard = [one for one in records if int(one["question"][1:]) < 30]
    assert run("score", save(log, shard), stored)[0] == 2
    code, text = run("score", save(log, records[:120]), stored)
    assert code == 0
    assert "has all outcomes of" in text
    assert "if its 120 trials are the same ones, they count twice" in text
    code, text = run("score", save(log, records[:2]), stored)
    assert code == 0
    assert "count twice" not in text


def test_counts_with_a_model_more(tmp_path):
    one, two = save(tmp_path / "m.jsonl", drawn(1)), save(tmp_path / "n.jsonl", drawn(2, model="n"))
    scorio.count(one).save(tmp_path / "m.parquet")
    scorio.count([one, two]).save(tmp_path / "both.parquet")
    code, text = run("score", tmp_path / "m.parquet", tmp_path / "both.parquet")
    assert code == 2
    assert "both.parquet has all outcomes of" in text
    assert "and no others in 60 of its 60 questions: its trials would count twice" in text


@given(seed=st.integers(0, 1000), each=st.tuples(st.integers(1, 4), st.integers(1, 4)))
@settings(deadline=None, max_examples=int(os.environ.get("COPIES_EXAMPLES", "20")))
def test_counts_of_other_trials_are_no_copies(tmp_path_factory, seed, each):
    folder = tmp_path_factory.mktemp("other")
    runs = [drawn(seed, each=each[0]), drawn(seed + 2000, each=each[1])]
    log, other = (save(folder / f"{n}.jsonl", one) for n, one in enumerate(runs))
    scorio.count(other).save(folder / "other.parquet")
    code, text = run("score", log, folder / "other.parquet")
    assert code == 0, text
    assert "count twice" not in text


def test_equal_counts_of_easy_questions_are_noted(tmp_path):
    right = [{"model": "m", "question": f"q{q}", "outcome": 1} for q in range(50)]
    one, two = save(tmp_path / "1.jsonl", right), save(tmp_path / "2.jsonl", right[:40])
    scorio.count(one).save(tmp_path / "1.parquet")
    code, text = run("score", two, tmp_path / "1.parquet")
    assert code == 0
    assert "and no others in 40 of its 40 questions; if its 40 trials" in text
