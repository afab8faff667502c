"""What every result can do, by laws that hold for all of them."""

import copy
import csv
import io
import json
import pickle
import re
import sysconfig
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from commands import run

import scorio
from scorio import plan
from scorio.show.escaping import in_latex

SCORIO = Path(sysconfig.get_path("scripts")) / "scorio"


@pytest.fixture(scope="module")
def results(coins, tmp_path_factory):
    counts = scorio.count(coins)
    log = tmp_path_factory.mktemp("odd") / "a_b & 50% #1.csv"
    log.write_text(
        'model,task,question,outcome\n"{a_b} $^~\\ -- |x|",t,q1,1\nb,t,q1,\nb,u,q2,0\nb,t,q2,1\n'
    )
    odd = scorio.count(log, on_missing="drop")
    pilots = [[1, 1, 0, 1]] * 20, [[0, 1, 0, 1]] * 20
    return {
        "scores": counts.score(["bayes", "pass_at_k"], k=[1, 8]),
        "odd scores": odd.score("avg"),
        "comparisons": scorio.compare(counts, baseline="coin-04", margin=0.01),
        "odd comparisons": scorio.compare(odd, baseline="b", by_task=True, paired=False),
        "matrices": scorio.compare([[1, 1, 1], [1, 0, 1]], [[0, 1, 0], [1, 0, 0]]),
        "convergence": scorio.convergence(
            scorio.count(coins, order=True), ["bayes", "pass_at_k"], k=4, replicates=20
        ),
        "one replicate": scorio.convergence(
            np.arange(24).reshape(2, 3, 4) % 2, scheme="given", gold=[1.0, 0.0]
        ),
        "trials needed": plan.trials_needed(*pilots, power=0.8),
        "no trials needed": plan.trials_needed(plan.assumed([0.5]), plan.assumed([0.5])),
        "foresight": plan.foresee(*pilots, [2, 4], replicates=50),
        "looks": plan.repeated_looks(*pilots, range(1, 9), replicates=50),
        "difference": plan.smallest_difference(pilots[0], 4),
        "narrowings": plan.trials_for_half_width(counts, 0.01),
        "odd narrowings": plan.trials_for_half_width(odd, 1e-9),
        "separations": plan.trials_to_separate(counts, "coin-09", power=0.8),
        "odd separations": plan.trials_to_separate(odd, "b", paired=False),
        "sights": plan.budget(counts, [1, 10]),
        "split": plan.questions_or_trials(*pilots, 100),
        "inspection": scorio.inspect(coins),
        "odd inspection": scorio.inspect(log),
        "gate": scorio.gate(counts, 0.45),
        "odd gate": scorio.gate(odd, 0.5, per_question=True),
        "pairs": scorio.compare_pairs(counts),
        "odd pairs": scorio.compare_pairs(odd, paired=False),
        "difficulty": scorio.difficulty(counts),
        "odd difficulty": scorio.difficulty(odd),
        "replay": scorio.adaptive.replay(
            np.random.default_rng(0).random((9, 30)), folds=2, max_items=20, goal="score"
        ),
        "view": counts.score(["avg", "pass_at_k"], k=[1, 8]).view(top=3, percent=True),
        "wide view": odd.score().view(wide=True, digits=1),
    }


NAMES = [
    "scores", "odd scores", "comparisons", "odd comparisons", "matrices", "convergence",
    "one replicate", "trials needed", "no trials needed", "foresight", "looks", "difference",
    "narrowings", "odd narrowings", "separations", "odd separations", "sights",
    "split", "inspection", "odd inspection", "gate", "odd gate",
    "pairs", "odd pairs", "difficulty", "odd difficulty", "replay", "view", "wide view",
]  # fmt: skip


@pytest.fixture(params=NAMES)
def result(request, results):
    return results[request.param]


def test_every_result_is_here(results):
    assert list(results) == NAMES


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_is_the_same(result, protocol):
    again = pickle.loads(pickle.dumps(result, protocol))
    assert type(again) is type(result)
    assert again.to_json() == result.to_json()
    assert again.to_text() == result.to_text()
    # NaN is not itself among the rows that are named tuples.
    assert again == result or "error=nan" in repr(again)


def test_copies_are_equal(result):
    for again in (copy.copy(result), copy.deepcopy(result)):
        assert again is not result
        assert again == result
        assert again.to_json() == result.to_json()


def test_other_results_are_not_equal(results):
    values = list(results.values())
    for i, one in enumerate(values):
        assert [one == other for other in values] == [i == j for j in range(len(values))]
    assert results["scores"] != 1


def test_a_title_is_one_line_and_notes_are_sentences(result):
    assert result.title
    assert "\n" not in result.title
    assert all(isinstance(note, str) and note for note in result.notes)


def test_rows_are_typed_and_the_same_in_every_form(result, tmp_path):
    rows = result.rows
    assert all(type(row) is type(rows[0]) for row in rows)
    document = json.loads(result.to_json(), parse_constant=pytest.fail)
    assert document == json.loads(json.dumps(result.document()))
    assert len(document["rows"]) == len(rows)
    columns = list(document["rows"][0])
    for ending in ("csv", "json", "parquet", "md", "tex", "html"):
        result.save(tmp_path / f"r.{ending}")
    assert json.loads((tmp_path / "r.json").read_text()) == document
    stored = pl.read_parquet(tmp_path / "r.parquet")
    handed = pl.from_arrow(pa.RecordBatchReader.from_stream(result).read_all())
    assert stored.columns == handed.columns == columns
    assert stored.equals(handed, null_equal=True) or "NaN" in str(stored)
    kept = json.loads(stored.write_json().replace("NaN", "null"))
    assert kept == [{k: row[k] for k in columns} for row in document["rows"]]
    table = list(csv.DictReader(io.StringIO((tmp_path / "r.csv").read_text())))
    texts = [["" if v is None else str(v) for v in row.values()] for row in document["rows"]]
    assert [["" if v == "nan" else v for v in row.values()] for row in table] == texts


def test_what_is_saved_says_how_it_was_made(results, tmp_path):
    scores = results["odd scores"]
    document = scores.document()
    assert document["scorio"] == scorio.__version__
    settings = document["settings"]
    assert (settings["confidence"], settings["prior"], settings["metrics"]) == (
        0.95, "hierarchical", ["avg"],
    )  # fmt: skip
    assert document["sources"][0].endswith("a_b & 50% #1.csv")
    assert document["notes"] == scores.notes
    scores.save(tmp_path / "s.parquet")
    metadata = pq.read_schema(tmp_path / "s.parquet").metadata
    assert json.loads(metadata[b"scorio"]) == {k: v for k, v in document.items() if k != "rows"}
    assert pa.table(scores).schema.metadata == {b"scorio": metadata[b"scorio"]}
    compared = results["comparisons"].document()["settings"]
    assert (compared["baseline"], compared["margin"]) == ("coin-04", 0.01)
    assert results["foresight"].document()["settings"]["replicates"] == 50


def test_latex_is_balanced_and_escaped(result):
    text = result.to_latex()
    for name in ("table", "tabular"):
        assert text.count(rf"\begin{{{name}}}") == text.count(rf"\end{{{name}}}") > 0
    bare = re.sub(r"\\[\\{}&%$#_]", "", text)
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") % 2 == 0
    assert not re.search(r"[%#^~|<>\"](?!\$)", bare.replace("$<$", "").replace("$>$", ""))
    for body in re.findall(r"\\midrule\n(.*?)\\bottomrule", text, flags=re.DOTALL):
        lines = body.splitlines()
        assert all(line.endswith(r" \\") for line in lines)
        assert len({len(re.findall(r"(?<!\\)&", line)) for line in lines}) == 1
    assert in_latex("--") == "{-}{-}"


@pytest.mark.parametrize("width", [60, 80, 120])
def test_text_keeps_its_width(result, width):
    long = max(len(word) for word in result.to_text().split())
    assert max(map(len, result.to_text(width).splitlines())) <= max(width, long + 20)


def test_a_pickled_comparison_still_answers(results):
    found = results["comparisons"]
    again = pickle.loads(pickle.dumps(found))
    assert again.questions("coin-05", 3) == found.questions("coin-05", 3)
    assert again.verdicts(0.02) == found.verdicts(0.02)


def test_a_pickled_study_still_answers(results):
    study = results["convergence"]
    again = pickle.loads(pickle.dumps(study))
    assert np.array_equal(again.trajectory("bayes", 3), study.trajectory("bayes", 3))
    assert np.array_equal(again.replicate(2), study.replicate(2))
    assert again.subset([0, 1]) == study.subset([0, 1])


def _score(counts):
    return counts.score("pass_at_k", 2, ragged="drop")


@pytest.mark.parametrize("order", [False, True])
def test_counts_pickle_with_all_that_they_hold(coins, tmp_path, order):
    log = tmp_path / "log.csv"
    log.write_text(
        "model,task,question,outcome\na,t,q1,1\na,t,q1,1\na,u,q1,\nb,t,q1,0\nb,t,q1,1\n模,t,q2,1"
    )
    for path in (coins, log):
        counts = scorio.count(path, on_missing="drop", order=order)
        again = pickle.loads(pickle.dumps(counts))
        assert (again, again.report, again.notes) == (counts, counts.report, counts.notes)
        assert (again.models, again.tasks, again.sources) == (
            counts.models, counts.tasks, [str(path)],
        )  # fmt: skip
        assert copy.deepcopy(counts) == copy.copy(counts) == counts
        if order:
            kept = counts.results(ragged="error") if path == coins else None
            if kept:
                assert np.array_equal(again.results().R, kept.R)
                assert again.results()[1:] == kept[1:]


def test_a_pickle_knows_that_trials_have_no_numbers(tmp_path):
    log = tmp_path / "log.csv"
    log.write_text("model,question,outcome\na,q,1\na,q,1\nb,q,0\nb,q,1\n")
    counts = scorio.count(log, order=True)
    again = pickle.loads(pickle.dumps(counts))
    (note,) = scorio.convergence(counts, replicates=5).notes
    assert "the trials have no numbers" in note
    assert scorio.convergence(again, replicates=5).notes == [note]
    assert np.array_equal(again.results().R, counts.results().R)


def test_counts_go_to_other_processes(coins):
    counts = scorio.count(coins)
    with ProcessPoolExecutor(1) as pool:
        found = pool.submit(_score, counts).result()
    assert found == _score(counts)


def _run(*arguments):
    return run(*arguments, text=False)


def test_what_a_program_reads_stands_alone(coins, tmp_path):
    out = tmp_path / "s.md"
    plain = _run("score", coins, "--out", "-", "--out", out)
    assert plain.returncode == 0
    assert len(list(csv.DictReader(io.StringIO(plain.stdout.decode())))) == 11
    assert plain.stderr.decode() == f"Wrote {out}.\n"
    document = json.loads(_run("score", coins, "--json").stdout)
    assert document["sources"] == [str(coins)]
    compare = ["compare", coins, "--baseline", "coin-04", "--only", "coin-05"]
    assert json.loads(_run(*compare, "--json").stdout)["rows"][0]["model"] == "coin-05"
    both = _run("score", coins, "--json", "--out", "-")
    assert (both.returncode, both.stdout) == (2, b"")
    assert b"--out - and --json both write to standard output" in both.stderr
    (line,) = _run("inspect", coins, "--json").stdout.splitlines()
    assert {"name": "format", "value": "long table, JSON Lines"} in json.loads(line)["rows"]
    piped = _run("count", coins, "--out", "-")
    assert piped.stderr.startswith(b"Read 26,400 records")
    stored = tmp_path / "c.parquet"
    stored.write_bytes(piped.stdout)
    assert scorio.Counts.load(stored) == scorio.count(coins)
    assert _run("merge", stored, "--out", "-").stdout == piped.stdout
