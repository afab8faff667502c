"""Reports of SWE-bench and Multi-SWE-bench."""

import json

import polars as pl
import pytest
from click.testing import CliRunner

import scorio
from scorio.cli.main import main


def report(**lists):
    """A report as the harness writes it, with some lists."""
    names = ("resolved", "unresolved", "empty_patch", "error")
    ids = {name: lists.get(name, []) for name in names}
    submitted = lists.get("submitted", sorted(one for some in ids.values() for one in some))
    incomplete = lists.get("incomplete", [])
    return {
        "total_instances": lists.get("total", len(submitted) + len(incomplete)),
        "submitted_instances": len(submitted),
        "completed_instances": len(ids["resolved"]) + len(ids["unresolved"]),
        **{f"{name}_instances": len(ids[name]) for name in names},
        "completed_ids": sorted(ids["resolved"] + ids["unresolved"]),
        "incomplete_ids": incomplete,
        "submitted_ids": submitted,
        **{f"{name}_ids": ids[name] for name in names},
        "schema_version": 2,
    }


@pytest.fixture
def write(tmp_path):
    def write(content, name="org__agent-1.5.first.json"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content, indent=4))
        return path

    return write


def outcomes(counts):
    return {row[2]: row[3:] for row in pl.DataFrame(counts).rows()}


ALL = {"resolved": ["django__django-1", "b-2"], "unresolved": ["c-3"], "empty_patch": ["d-4"]}


def test_the_lists_are_outcomes(write):
    counts = scorio.count(write(report(**ALL)))
    assert (counts.models, counts.tasks) == (["org__agent-1.5"], [""])
    assert outcomes(counts) == {
        "django__django-1": (0, 1, 0),
        "b-2": (0, 1, 0),
        "c-3": (1, 0, 0),
        "d-4": (1, 0, 0),
    }
    assert counts.notes == ["SWE-bench score: resolved"]


def test_an_error_follows_the_policy(write):
    path = write(report(**ALL, error=["e-5"]))
    with pytest.raises(ValueError, match="ended in an error"):
        scorio.count(path)
    assert outcomes(scorio.count(path, on_error="drop"))["e-5"] == (0, 0, 1)
    assert outcomes(scorio.count(path, on_error="fail"))["e-5"] == (1, 0, 0)


def test_what_was_not_submitted_is_missing(write):
    counts = scorio.count(write(report(**ALL, incomplete=["e-5", "f-6"])))
    assert outcomes(counts)["e-5"] == (0, 0, 1)
    assert counts.notes[-1].endswith(
        "plans 6 questions x 1 trial, of which 2 trials are not there and count as missing"
    )
    row = counts.score("avg")[0]
    assert (row.coverage, row.worst, row.best) == (4 / 6, 2 / 6, 4 / 6)


def test_a_total_of_more_than_it_names_is_in_a_note(write):
    counts = scorio.count(write(report(**ALL, total=500)))
    assert counts.trials == 4
    assert "plans 500 questions x 1 trial; 496 of the questions are not in it" in counts.notes[-1]


def test_runs_are_trials(write):
    first = write(report(**ALL), "agent.a.json")
    second = write(report(unresolved=["b-2", "c-3"]), "agent.b.json")
    counts = scorio.count([first, second])
    assert (counts.models, outcomes(counts)["b-2"]) == (["agent"], (1, 1, 0))
    with pytest.raises(ValueError, match="question b-2, trial a was counted before"):
        scorio.count([first, write(report(resolved=["b-2"]), "copy/agent.a.json")])


def test_multi_swe_bench_names_no_model(write):
    content = report(**ALL, error=["e-5"], incomplete=["e-5"], total=5)
    path = write(content, "final_report.json")
    with pytest.raises(ValueError, match="names no model"):
        scorio.count(path)
    counts = scorio.count(path, constants={"model": "m"}, on_error="fail")
    assert (counts.models, counts.trials, len(counts.notes)) == (["m"], 5, 1)


def test_a_submission_in_no_list_is_missing(write):
    path = write(report(resolved=["a"], submitted=["a", "unknown"], total=2))
    with pytest.raises(ValueError, match='"resolved" is null'):
        scorio.count(path)
    assert outcomes(scorio.count(path, on_missing="drop"))["unknown"] == (0, 0, 1)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"resolved_ids": ["c-3"], "resolved_instances": 1}, 'c-3 is in "resolved_ids" and again'),
        ({"error_ids": ["x", "x"], "error_instances": 2}, 'x is in "error_ids" and again in "err'),
        ({"resolved_ids": ["b-2"]}, '"resolved_ids" has 1 entries, and resolved_instances is 2'),
        ({"unresolved_ids": {"c-3": 1}}, '"unresolved_ids" is not a list of texts'),
        ({"empty_patch_ids": [1]}, '"empty_patch_ids" is not a list of texts'),
        ({"submitted_ids": "all"}, '"submitted_ids" is not a list of texts'),
    ],
)
def test_wrong_lists(write, wrong, message):
    with pytest.raises(ValueError, match=message):
        scorio.count(write(report(**ALL) | wrong))


def one(*, resolved):
    return {
        "patch_is_None": False,
        "patch_exists": True,
        "patch_successfully_applied": True,
        "resolved": resolved,
        "tests_status": {"FAIL_TO_PASS": {"success": [], "failure": []}},
    }


def test_reports_of_single_questions(write, tmp_path):
    for number, resolved in enumerate([True, False, True]):
        name = f"a__a-{number}"
        write({name: one(resolved=resolved)}, f"run_evaluation/first/agent/{name}/report.json")
    write({"a__a-0": one(resolved=False)}, "run_evaluation/second/agent/a__a-0/report.json")
    counts = scorio.count(tmp_path / "run_evaluation")
    assert (counts.models, counts.trials) == (["agent"], 4)
    assert outcomes(counts) == {"a__a-0": (1, 1, 0), "a__a-1": (1, 0, 0), "a__a-2": (0, 1, 0)}


RESOLVED = {"no_generation": ["c-3"], "no_logs": [], "resolved": ["a-1", "b-2"]}
NAMES = ["a-1", "b-2", "c-3", "d-4", "e-5"]


@pytest.mark.parametrize("form", ["names", "lines", "list"])
def test_resolved_questions_need_those_that_were_asked(write, tmp_path, form):
    path = write(RESOLVED, "20261120_agent/results/results.json")
    with pytest.raises(ValueError, match="does not name those that failed; .*questions=FILE"):
        scorio.count(path)
    asked = tmp_path / "asked"
    asked.write_text(json.dumps(NAMES) if form == "list" else "\n".join([*NAMES, "", ""]))
    counts = scorio.count(path, questions=NAMES if form == "names" else asked)
    assert counts.models == ["20261120_agent"]
    assert outcomes(counts) == {
        **dict.fromkeys(["a-1", "b-2"], (0, 1, 0)),
        **dict.fromkeys(["c-3", "d-4", "e-5"], (1, 0, 0)),
    }


def test_the_number_of_questions_alone(write):
    paths = [write(RESOLVED, f"{name}/results.json") for name in ("m", "n")]
    counts = scorio.count(paths, questions=10)
    assert [row.score for row in counts.score("avg")] == [0.2, 0.2]
    # Nothing tells whether the others are the same.
    assert len({row[2] for row in pl.DataFrame(counts).rows()}) == 3 + 7 + 7
    with pytest.raises(ValueError, match="it names 3 questions, and 2 were asked"):
        scorio.count(paths, questions=2)
    with pytest.raises(ValueError, match="2000000 questions are more than 1000000"):
        scorio.count(paths, questions=2_000_000)


def test_questions_without_logs_went_wrong(write):
    path = write(RESOLVED | {"no_logs": ["d-4"]}, "m/results.json")
    with pytest.raises(ValueError, match="ended in an error"):
        scorio.count(path, questions=NAMES)
    assert outcomes(scorio.count(path, questions=NAMES, on_error="fail"))["d-4"] == (1, 0, 0)
    assert outcomes(scorio.count(path, questions=NAMES, on_error="drop"))["d-4"] == (0, 0, 1)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"resolved": ["a-1", "x-9"]}, "x-9 is not among the questions that were asked"),
        ({"resolved": ["c-3"]}, "c-3 is resolved, and in another list as well"),
        ({"no_logs": "none"}, '"no_logs" is not a list of texts'),
    ],
)
def test_wrong_resolved_lists(write, wrong, message):
    with pytest.raises(ValueError, match=message):
        scorio.count(write(RESOLVED | wrong, "m/results.json"), questions=NAMES)


def test_a_report_takes_the_questions_too(write):
    path = write(report(**ALL))
    counts = scorio.count(path, questions=["django__django-1", *NAMES])
    assert outcomes(counts)["a-1"] == (0, 0, 1)
    assert "plans 6 questions x 1 trial, of which 2 trials are not" in counts.notes[-1]
    assert "plans 9 questions" in scorio.count(path, questions=9).notes[-1]
    with pytest.raises(ValueError, match="b-2 is not among the questions that were asked"):
        scorio.count(path, questions=["c-3"])
    with pytest.raises(ValueError, match="it names 4 questions, and 3 were asked"):
        scorio.count(path, questions=3)


def test_questions_are_for_logs_that_do_not_name_them(write, tmp_path):
    table = tmp_path / "log.jsonl"
    table.write_text('{"model": "m", "question": "q", "outcome": 1}\n')
    for path in (table, write({"a-1": one(resolved=True)}, "r/m/a-1/report.json")):
        with pytest.raises(ValueError, match="names all of its questions itself; leave questions"):
            scorio.count(path, questions=3)
    with pytest.raises(ValueError, match="questions"):
        scorio.count(pl.DataFrame({"model": ["m"], "question": ["q"], "outcome": [1]}), questions=3)


@pytest.mark.parametrize("questions", [0, -1, True, [], [1]])
def test_wrong_questions(write, questions):
    with pytest.raises((TypeError, ValueError), match="questions"):
        scorio.count(write(RESOLVED, "m/results.json"), questions=questions)


def test_the_command_line_takes_a_file_or_a_number(write, tmp_path):
    runner = CliRunner()
    path = str(write(RESOLVED, "m/results.json"))
    asked = tmp_path / "asked.txt"
    asked.write_text("\n".join(NAMES))
    for questions, score in ((str(asked), "0.4"), ("5", "0.4")):
        result = runner.invoke(main, ["score", path, "--questions", questions, "--metric", "avg"])
        assert result.exit_code == 0, result.output
        assert score in result.output
    result = runner.invoke(main, ["score", path])
    assert "--questions FILE" in result.output
