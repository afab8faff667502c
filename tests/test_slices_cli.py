"""Slices on the command line: score, compare, gate, plot and report."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import scorio
from scorio.cli.main import main

TOPICS = "examples/topics.jsonl"
ROOT = Path(__file__).parent.parent
BESIDE = ["compare", TOPICS, "--baseline", "old"]


def ran(*arguments):
    return CliRunner().invoke(main, ["--no-config", *arguments])


def test_a_comparison_has_the_table_of_slices():
    found = ran(*BESIDE, "--slice", "category")
    assert found.exit_code == 0, found.output
    expected = scorio.slices(TOPICS, baseline="old", slice="category")
    assert found.stdout.splitlines()[0] == expected.title
    assert "Differences differ between slices (Q 26.0" in found.stdout
    cells = ran(*BESIDE, "--slice", "category,words:2", "--json")
    names = {row["slice"] for row in json.loads(cells.stdout)["rows"]}
    assert any(name.startswith("algebra, 13 to ") for name in names)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--each-slice"], 1, "new is worse than old by more than 0.02 in language"),
        ([], 0, "over all questions no model is worse than old by more than 0.02; --each-slice"),
    ],
)
def test_verdicts_say_what_they_are_about(arguments, code, words):
    found = ran(*BESIDE, "--slice", "category", "--fail-if-worse", "0.02", *arguments)
    assert found.exit_code == code
    assert words in found.stderr


def test_a_verdict_by_task_points_to_each_slice():
    given = [*BESIDE, "--task", "category", "--by-task", "--fail-if-worse", "0.02"]
    found = ran(*given)
    assert found.exit_code == 0
    assert "over all tasks no model is worse than old by more than 0.02" in found.stderr
    assert "--slice task --each-slice judges each task" in found.stderr
    each = ran(
        *BESIDE, "--task", "category", "--slice", "task", "--fail-if-worse", "0.02", "--each-slice"
    )
    assert each.exit_code == 1
    turned = ran("compare", TOPICS, "--baseline", "new", "--task", "category", "--by-task",
                 "--fail-if-worse", "0")  # fmt: skip
    assert "over all tasks" in turned.stderr


def test_scores_and_gates_have_slices():
    scores = ran("score", TOPICS, "--slice", "category")
    assert "avg by slice" in scores.stdout
    gate = ran("gate", TOPICS, "--at-least", "0.3", "--slice", "category", "--json")
    rows = json.loads(gate.stdout)["rows"]
    counts = scorio.count(TOPICS, fields="category")
    names = {row["slice"] for row in rows}
    assert names == {None, "algebra", "geometry", "language"}
    assert "proofs" in gate.stdout
    chosen = [f"q{number:03}" for number in range(1, 57)]
    alone = scorio.gate(counts.select(question=chosen), 0.3)
    own = [row for row in rows if row["slice"] == "algebra"]
    for one, other in zip(own, alone, strict=True):
        assert (one["model"], one["verdict"], one["score"]) == (
            other.model, other.verdict, other.score,
        )  # fmt: skip
        assert one["lo"] == pytest.approx(other.lo, rel=1e-13)


def test_a_gate_fails_where_a_slice_does():
    assert ran("gate", TOPICS, "--at-least", "0.44", "--only", "new").exit_code == 0
    sliced = ran("gate", TOPICS, "--at-least", "0.44", "--only", "new", "--slice", "category")
    assert sliced.exit_code == 1
    assert "new    language  fail" in sliced.stdout


def test_junit_has_a_test_for_each_slice(tmp_path):
    path = tmp_path / "slices.xml"
    given = [*BESIDE, "--slice", "category", "--fail-if-worse", "0.02", "--each-slice"]
    assert ran(*given, "--junit", str(path)).exit_code == 1
    assert path.read_text().count("<testcase") == 4


def test_fields_of_count_files_and_of_other_files(tmp_path):
    path = tmp_path / "counts.parquet"
    assert ran("count", TOPICS, "--fields", "category", "--out", str(path)).exit_code == 0
    stored = ran("compare", str(path), "--baseline", "old", "--slice", "category")
    table = tmp_path / "kinds.csv"
    lines = {
        f"{record['question']},{record['category']}"
        for record in map(json.loads, Path(TOPICS).read_text().splitlines())
    }
    table.write_text("question,kind\n" + "\n".join(sorted(lines)) + "\n")
    joined = ran(*BESIDE, "--slices", str(table), "--slice", "kind")
    rows = [found.stdout.splitlines()[2:6] for found in (stored, joined)]
    assert rows[0] == rows[1] == ran(*BESIDE, "--slice", "category").stdout.splitlines()[2:6]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--slice", "nope"], 'no record has the field "nope"; '),
        (["--slice", "words"], "cut it, as words:4"),
        (["--slice", "model"], "all trials of a question have the same"),
        (["--slice", "category", "--by-task"], "without --by-task"),
        (["--slice", "category", "--deciding", "3"], "without --deciding"),
        (["--each-slice"], "say --slice FIELD, too"),
        (["--slice", "category", "--each-slice"], "say --fail-if-worse X, too"),
        (["--slice", "category,"], "--slice has an empty name"),
    ],
)
def test_mistakes_are_named(arguments, words):
    found = ran(*BESIDE, *arguments)
    assert found.exit_code == 2
    assert words in found.stderr


def test_the_picture_of_the_page_is_that_of_today():
    found = ran("plot", TOPICS, "--baseline", "old", "--slice", "category", "--out", "-")
    assert (ROOT / "docs" / "slices.svg").read_text() == found.stdout.rstrip("\n")
    assert "needs --baseline" in ran("plot", TOPICS, "--slice", "category", "--out", "-").stderr
    ranks = ran("plot", TOPICS, "--kind", "ranks", "--slice", "category", "--out", "-")
    assert "--slice is for --kind differences" in ranks.stderr


def test_reports_have_slices_that_are_asked_for_or_usual(tmp_path):
    asked, usual, none = (tmp_path / name for name in ("a.html", "b.html", "c.html"))
    assert ran("report", TOPICS, "--slice", "words:3", "--out", str(asked)).exit_code == 0
    assert ran("report", TOPICS, "--out", str(usual)).exit_code == 0
    assert ran("report", "examples/agents.jsonl", "--out", str(none)).exit_code == 0
    section = "Where it differs"
    assert section in asked.read_text()
    assert "By category" in usual.read_text()
    assert section not in none.read_text()
    scorio.report(TOPICS, usual, baseline="old", force=True)
    assert "is worse than <bdi>old</bdi> on <bdi>language</bdi>" in usual.read_text()


def test_a_usual_name_with_two_values_of_a_question_makes_no_slices(tmp_path):
    log = tmp_path / "log.jsonl"
    records = [
        {"model": model, "question": f"q{number}", "category": "ab"[trial], "outcome": trial}
        for model in ("m", "n") for number in range(30) for trial in range(2)
    ]  # fmt: skip
    log.write_text("".join(json.dumps(record) + "\n" for record in records))
    out = tmp_path / "report.html"
    assert ran("report", str(log), "--out", str(out)).exit_code == 0
    assert "Where it differs" not in out.read_text()


def test_an_inspection_names_the_task_as_slices():
    said = str(scorio.inspect(TOPICS))
    assert (
        "--slice category: algebra 56, geometry 44, language 42, … (numbers of questions)" in said
    )
    assert "--slice words:4 cuts its numbers at quartiles" in said
