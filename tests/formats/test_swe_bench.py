"""Reports of SWE-bench and Multi-SWE-bench."""

import json

import polars as pl
import pytest

import scorio


def report(**lists):
    """A report as the harness writes it, of which some lists are given."""
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


def test_a_list_of_resolved_questions_is_no_report(write):
    with pytest.raises(ValueError, match="is of no kind that is known"):
        scorio.count(write({"no_generation": [], "no_logs": [], "resolved": ["a"]}))
