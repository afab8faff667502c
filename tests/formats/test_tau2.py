"""Logs of tau2-bench: one file, an index, or a file for each simulation."""

import json
import subprocess
import sys

import polars as pl
import pytest

import scorio


def simulation(task, trial, reward, reason="user_stop"):
    info = None if reward is None else {"reward": reward, "reward_basis": ["DB"]}
    return {
        "id": f"{task}-{trial}",
        "task_id": task,
        "trial": trial,
        "termination_reason": reason,
        "reward_info": info,
        "messages": [{"role": "user", "content": "]}"}],
    }


def entry(one):
    reward = one["reward_info"] and one["reward_info"]["reward"]
    kept = {name: one[name] for name in ("id", "task_id", "trial", "termination_reason")}
    return kept | {"reward": reward, "agent_cost": 0.01, "duration": 3.5}


ONE, INDEX, FILES, BOTH = "one file", "an index", "files of their own", "one file, no index"
LAYOUTS = [ONE, INDEX, FILES, BOTH]


@pytest.fixture
def write(tmp_path):
    def write(simulations, layout=ONE, llm="gpt-4.1"):
        document = {
            "timestamp": "2026-06-30T11:17:32",
            "info": {
                "num_trials": 2,
                "agent_info": {"implementation": "llm_agent", "llm": llm},
                "environment_info": {"domain_name": "retail", "policy": "# Policy"},
            },
            "tasks": [{"id": "0", "description": None}],
        }
        if layout in (ONE, BOTH):
            document["simulations"] = simulations
        if layout == INDEX:
            document["simulation_index"] = [entry(one) for one in simulations]
        if layout == BOTH:
            document["simulation_index"] = None
        if layout == FILES:
            folder = tmp_path / "simulations"
            folder.mkdir()
            for one in simulations:
                (folder / f"{one['id']}.json").write_text(json.dumps(one, indent=2))
        path = tmp_path / "results.json"
        path.write_text(json.dumps(document, indent=2))
        return path

    return write


def outcomes(counts):
    return {row[2]: row[3:] for row in pl.DataFrame(counts).rows()}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts(write, layout):
    rewards = [("0", 0, 1.0), ("0", 1, 0.9999999), ("1", 0, 0.5), ("1", 1, 0), ("a", 0, 1)]
    path = write([simulation(*one) for one in rewards], layout)
    counts = scorio.count(path)
    assert (counts.models, counts.tasks) == (["gpt-4.1"], ["retail"])
    assert outcomes(counts) == {'"0"': (0, 2, 0), '"1"': (2, 0, 0), "a": (0, 1, 1)}
    assert counts.notes[0] == "tau2-bench score: reward"
    # With a threshold, the user decides what succeeds.
    assert outcomes(scorio.count(path, threshold=0.5))['"1"'] == (1, 1, 0)
    assert scorio.count(path.parent) == counts


@pytest.mark.parametrize("layout", LAYOUTS)
def test_errors(write, layout):
    failed = simulation("0", 1, 1.0, "infrastructure_error")
    path = write([simulation("0", 0, 1.0), failed, simulation("0", 2, None)], layout)
    with pytest.raises(ValueError, match="the trial ended in an error and has no score"):
        scorio.count(path)
    dropped = scorio.count(path, on_error="drop")
    assert outcomes(dropped) == {'"0"': (0, 1, 2)}
    assert dropped.report["errored"] == 2
    assert outcomes(scorio.count(path, on_error="fail")) == {'"0"': (2, 1, 0)}


def test_identifiers_are_numbers_or_texts(write):
    path = write([simulation(1, 0, 1.0), simulation("1", 0, 0.0)])
    assert outcomes(scorio.count(path)) == {"1": (0, 1, 1), '"1"': (1, 0, 1)}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_repeated_trials(write, layout):
    twice = [simulation("a", 0, 1.0), simulation("a", 0, 0.0) | {"id": "b"}]
    path = write(twice, layout)
    with pytest.raises(ValueError, match="question a, trial 0 was counted before"):
        scorio.count(path)
    assert outcomes(scorio.count(path, on_repeat="first")) == {"a": (0, 1, 1)}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_model(write, layout):
    path = write([simulation("a", 0, 1.0)], layout, llm=None)
    with pytest.raises(ValueError, match=r"results.json names no model; set it as a constant"):
        scorio.count(path)
    assert scorio.count(path, constants={"model": "m"}).models == ["m"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"reward_info": {"reward": "1"}}, 'the outcome "1"'),
        ({"reward_info": {"reward": [1]}}, "the outcome a list or an object"),
        ({"task_id": None}, "the question is null"),
    ],
)
def test_values_of_wrong_types(write, change, message):
    path = write([simulation("a", 0, 1.0), simulation("a", 1, 1.0) | change])
    with pytest.raises(ValueError, match=f"entry 2 .*{message}"):
        scorio.count(path)


def test_no_simulation(write, shared):
    for path in (shared / "data/tau2/test_experiment_results.json", write([], INDEX)):
        with pytest.raises(ValueError, match=r"as tau2: it has no simulation: neither [^\n]*$"):
            scorio.count(path)
    with pytest.raises(ValueError, match="is empty: it has no record"):
        scorio.count(write([]))


def test_an_interrupted_run(write):
    path = write([simulation("a", 0, 1.0), simulation("a", 1, 1.0)])
    path.write_text(path.read_text()[:-60])
    with pytest.warns(match="Interrupted"):
        assert scorio.count(path).trials == 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_coverage_is_of_the_plan(write, layout):
    path = write([simulation("0", 1, 1.0)], layout)
    document = json.loads(path.read_text())
    document["tasks"] = [{"id": name} for name in ("0", "b")]
    path.write_text(json.dumps(document))
    counts = scorio.count(path)
    assert outcomes(counts) == {'"0"': (0, 1, 1), "b": (0, 0, 2)}
    (row,) = counts.score("avg")
    assert (row.coverage, row.worst, row.best) == (0.25, 0.25, 1)


def test_content_after_the_simulations_of_a_stream(write):
    path = write([simulation("a", 0, 1.0)])
    document = json.loads(path.read_text())
    late = {"simulations": document.pop("simulations"), **document}
    path.write_text(json.dumps(late))
    assert scorio.count(path, format="tau2").tasks == ["retail"]
    command = [sys.executable, "-m", "scorio", "score", "-", "--format", "tau2", "--set", "model=m"]
    with path.open() as stream:
        done = subprocess.run(command, stdin=stream, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert 'its "info", which says what its records are of, stands behind them' in done.stderr


def test_the_folder_of_a_logs_parts(write):
    path = write([simulation("a", 0, 1.0)], FILES)
    with pytest.raises(
        ValueError, match=r"simulations holds parts of a log: give its .*results\.json"
    ):
        scorio.count(path.parent / "simulations")
