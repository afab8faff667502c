"""Numeric scores on the command line, named or found by content."""

import json

import pytest
from click.testing import CliRunner
from numeric.conftest import log

from scorio.cli import main


def run(*arguments, code=0):
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def judged(write):
    own = [(f"q{number}", number / 3) for number in range(6)] * 2
    base = [(name, value + 0.5 + (place % 4) / 10) for place, (name, value) in enumerate(own)]
    return write(log(*own, model="a") + log(*base, model="b"))


def test_numbers_are_found_by_content(judged):
    text = run("score", judged)
    assert text.startswith("avg · numeric scores\n")
    assert "Scores are read as numbers, because no category fits" in text
    assert "the outcome 0.3333333333333333" in text
    named = json.loads(run("score", judged, "--numeric", "--json"))
    found = json.loads(run("score", judged, "--json"))
    assert named["rows"] == found["rows"]
    assert named["title"] == "Leaderboard: avg; these questions · numeric scores"
    assert not any("no category" in note for note in named["notes"])


def test_the_note_has_the_whole_outcome_and_no_way_out(write):
    path = write(log(("p; q", 0.37), ("r", 0.5)), "day; night.jsonl")
    [note] = [one for one in json.loads(run("score", path, "--json"))["notes"] if "fits" in one]
    assert "day; night.jsonl" in note
    assert note.endswith('the outcome 0.37 (field "outcome") matches no category.')


def test_zeros_and_ones_are_numbers_if_asked(coins):
    assert "numeric" not in run("score", coins)
    assert "avg · numeric scores" in run("score", coins, "--numeric")


def test_numbers_beside_categories_are_an_error(write):
    path = write(log(("p", 0.37), ("q", "C")))
    text = run("score", path, code=2)
    assert "the outcome 0.37" in text
    assert "or read numbers as they are (--numeric)" in text
    assert 'line 2 (byte 49): the outcome "C"' in run("score", path, "--numeric", code=2)


def test_a_gate_of_numeric_scores(judged):
    text = run("compare", judged, "--baseline", "b", "--fail-if-worse", "0.1", code=1)
    assert "a is worse than b by more than 0.1" in text
    assert "avg of numeric scores, paired" in text
    run("compare", judged, "--baseline", "b", "--fail-if-worse", "2")
    assert "these are a sample" in run("compare", judged, "--baseline", "b", "--sampled")


def test_count_files_of_numbers(judged, tmp_path):
    stored, again = tmp_path / "sums.parquet", tmp_path / "again.parquet"
    for path in (stored, again):
        assert "Sums(2 models" in run("count", judged, "--out", path)
    merged = run("merge", stored, again, "--allow-copies", "--out", tmp_path / "twice.parquet")
    assert "Sums(2 models, 1 task, 12 questions, 48 trials)" in merged
    direct = json.loads(run("score", judged, "--json"))
    kept = json.loads(run("score", stored, "--json"))
    assert direct["rows"] == kept["rows"]
    assert run("score", stored, judged, "--allow-copies").startswith("avg · numeric scores\n")
    assert "name the log itself" in run("score", stored, "--metric", "max_at_k", "-k", 1, code=2)


def test_counts_and_sums_are_never_mixed(judged, coins, tmp_path):
    sums, counts = tmp_path / "sums.parquet", tmp_path / "counts.parquet"
    run("count", judged, "--out", sums)
    run("count", coins, "--out", counts)
    assert "is not Sums" in run("merge", sums, counts, "--out", tmp_path / "x.parquet", code=2)


def test_the_largest_of_k(judged):
    text = run("score", judged, "--metric", "max_at_k", "-k", "1,2")
    assert "max_at_k, k = 2 · numeric scores" in text
    assert "about questions like these" in text


def test_options_of_categories_are_refused(judged):
    assert "no categories, and so no --weights" in run("score", judged, "--weights", "0,1", code=2)
    assert "--tau is for g_pass_at_k_tau" in run("score", judged, "--tau", "0.5", code=2)


def test_clusters_make_sigma_robust(write):
    records = [
        one | {"g": str(place // 2)}
        for place, one in enumerate(
            log(*[(f"q{number}", number // 2 + 0.5) for number in range(8)])
        )
    ]
    path = write(records)
    plain, robust = (
        json.loads(run("score", path, "--json", *more))["rows"][0]["sigma"]
        for more in ([], ["--cluster", "g"])
    )
    # Questions of a cluster are equal, so there are four questions, not eight.
    assert robust == pytest.approx(plain * (7 / 3) ** 0.5, rel=1e-14)


def test_a_log_of_categories_is_not_compared_with_one_of_numbers(tmp_path, judged):
    categories = tmp_path / "categories.jsonl"
    records = log(("q0", 0), ("q1", 1), model="c")
    categories.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    for pair in ((categories, "--against", judged), (judged, "--against", categories)):
        said = run("compare", *pair, code=2)
        assert "log.jsonl holds numeric scores, but" in said
        assert "categories.jsonl holds categories; read both with --numeric" in said


def test_numbers_have_no_worst_and_best(tmp_path):
    path = tmp_path / "log.csv"
    lines = [f"m,q{q},{t},{'nan' if q + t == 1 else q / 7}" for q in range(4) for t in range(2)]
    path.write_text("model,question,trial,outcome\n" + "\n".join(lines) + "\n")
    words = ["score", str(path), "--numeric", "--on-missing", "drop"]
    said = CliRunner().invoke(main, words).output
    assert "avg of numbers has no worst..best: see coverage." in said
