"""`Stopping` in evaluations of the real inspect_ai, with models that are functions."""

from __future__ import annotations

import json
import math
import subprocess
import sys

import pytest

import scorio
from scorio import adaptive
from scorio.adaptive.inspect import Stopping

pytest.importorskip("inspect_ai", reason="inspect_ai is not here: `make harnesses` has it")

from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Score, accuracy, match, mean, scorer
from inspect_ai.solver import solver
from inspect_ai.util import EarlyStopping

ITEMS = 60
B = [4 * place / (ITEMS - 1) - 2 for place in range(ITEMS)]
BANK = adaptive.ItemBank.from_params(1.5, B, 0.1, items=[f"q{place}" for place in range(ITEMS)])
THETA = {"mockllm/strong": 1.5, "mockllm/weak": -1.0, "mockllm/even": 1.5}


def truth(model, item):
    return round(1 / (1 + math.exp(-1.5 * (THETA[model] - B[int(item[1:])]))), 6)


@scorer(metrics=[mean()])
def graded():
    async def score(state, target):  # noqa: ARG001
        return Score(value=float(state.output.completion))

    return score


@scorer(metrics=[accuracy()])
def other():
    async def score(state, target):  # noqa: ARG001
        return Score(value="I")

    return score


@solver
def answering(wrong=()):
    """Answer with the expected score, or fail, without a call of the model."""

    async def answer(state, generate):  # noqa: ARG001
        if str(state.sample_id) in wrong:
            raise RuntimeError("no answer")
        score = truth(str(state.model), str(state.sample_id).removeprefix("arithmetic/"))
        state.output = ModelOutput.from_content(str(state.model), str(score))
        return state

    return answer


def samples(names=None):
    names = BANK.items if names is None else names
    return [Sample(id=name, input=name, target="1") for name in names]


def evaluated(stopping, names, *, folder, fails=(), **options):
    """The logs of a task, by model."""
    task = Task(
        name="arithmetic",
        dataset=options.pop("dataset", samples()),
        solver=answering(fails),
        scorer=options.pop("scorer", graded()),
        early_stopping=stopping,
    )
    logs = inspect_eval(task, model=names,
                        log_dir=str(folder), display="none", fail_on_error=False,
                        **options)  # fmt: skip
    return {log.eval.model: log for log in logs}


def told(run):
    return {(one.model, one.item): one.score for one in run.result().log}


def test_it_has_the_four_methods():
    stopping: EarlyStopping = Stopping(BANK, list(THETA))
    methods = [name for name in vars(EarlyStopping) if not name.startswith("_")]
    assert sorted(methods) == ["complete_sample", "complete_task", "schedule_sample", "start_task"]
    assert all(callable(getattr(stopping, name)) for name in methods)


def test_models_of_one_evaluation_are_ranked(tmp_path):
    names = ["mockllm/strong", "mockllm/weak"]
    stopping = Stopping(BANK, names, warmup=5)
    logs = evaluated(stopping, names, folder=tmp_path, max_samples=2)
    assert stopping.run.reason == "confident"
    assert stopping.run.result().order == names
    told_scores = told(stopping.run)
    assert all(score == truth(*trial) for trial, score in told_scores.items())
    for name in names:
        log = logs[name]
        assert log.status == "success"
        found = log.results.early_stopping
        scored = sum(model == name for model, _ in told_scores)
        assert 5 <= scored < ITEMS
        assert found.manager == "scorio"
        assert found.metadata["model"] == name
        assert found.metadata["scored"] == scored == len(log.samples)
        assert len(found.early_stops) == ITEMS - scored == sum(found.metadata["stopped"].values())
        reasons = {stop.reason for stop in found.early_stops}
        assert reasons == {"every pair with this model that matters is decided"}


def test_a_model_against_one_that_is_known(tmp_path):
    names = ["mockllm/strong", "mockllm/weak"]
    run = adaptive.Ranker(BANK, names, warmup=5)
    for item in BANK.items:
        run.add("mockllm/weak", item, truth("mockllm/weak", item))
    stopping = Stopping(run)
    evaluated(stopping, names[:1], folder=tmp_path, max_samples=1)
    assert run.reason == "confident"
    assert len(run.result().log) < ITEMS + 20


def test_precision_of_one_score(tmp_path):
    stopping = Stopping(BANK, ["mockllm/strong"], goal="score", max_items=20)
    logs = evaluated(stopping, ["mockllm/strong"], folder=tmp_path)
    row = stopping.run.result()[0]
    mean_score = sum(truth("mockllm/strong", item) for item in BANK.items) / ITEMS
    assert row.items == 20
    assert row.assisted == pytest.approx(mean_score, abs=0.02)
    assert len(logs["mockllm/strong"].samples) == 20
    # The sample is that of a run which asks.
    asked = adaptive.Ranker(BANK, ["mockllm/strong"], goal="score", max_items=20)
    asked.run(truth)
    assert told(asked) == told(stopping.run)


def test_one_trial_of_a_question_is_enough(tmp_path):
    stopping = Stopping(BANK, ["mockllm/strong", "mockllm/even"], warmup=60)
    logs = evaluated(stopping, ["mockllm/strong"], folder=tmp_path, epochs=3)
    log = logs["mockllm/strong"]
    assert len(log.samples) == ITEMS
    found = log.results.early_stopping.metadata
    assert found["stopped"] == {"one trial of a question is enough": 2 * ITEMS}


def test_trials_that_fail_are_given_up(tmp_path):
    stopping = Stopping(BANK, ["mockllm/strong", "mockllm/even"], warmup=60)
    logs = evaluated(stopping, ["mockllm/strong"], folder=tmp_path, fails=("q3", "q7"))
    found = logs["mockllm/strong"].results.early_stopping.metadata
    assert (found["scored"], found["failed"]) == (ITEMS - 2, 2)
    assert not stopping.run.pending
    assert {item for (_, item), score in told(stopping.run).items() if score is None} == {
        "q3",
        "q7",
    }


def test_a_budget_is_never_exceeded(tmp_path):
    names = ["mockllm/strong", "mockllm/even"]
    stopping = Stopping(BANK, names, warmup=5, cost=[3.0, 1.0], budget=50)
    evaluated(stopping, names, folder=tmp_path)
    assert 45 < stopping.run.cost <= 50
    assert stopping.run.reason == "budget"


def test_samples_that_the_bank_does_not_have_or_keep(tmp_path):
    kept = adaptive.ItemBank.from_params(1.5, B[:3], items=["q0", "arithmetic/q1", "q2"],
                                         kept=[True, True, False])  # fmt: skip
    stopping = Stopping(kept, ["mockllm/strong", "mockllm/even"], warmup=9)
    logs = evaluated(stopping, ["mockllm/strong"], folder=tmp_path, dataset=samples(BANK.items[:5]))
    assert set(told(stopping.run)) == {
        ("mockllm/strong", "q0"),
        ("mockllm/strong", "arithmetic/q1"),
    }
    assert logs["mockllm/strong"].results.early_stopping.metadata["stopped"] == {
        "the bank does not have this item": 2,
        "the bank does not keep this item": 1,
    }


def failed(stopping, tmp_path, **options):
    """The error of an evaluation."""
    log = evaluated(stopping, ["mockllm/strong"], folder=tmp_path, **options)["mockllm/strong"]
    assert log.status == "error"
    return log.error.message


def test_mistakes(tmp_path):
    names = ["mockllm/strong", "mockllm/even"]
    assert "the run has no model mockllm/strong: its models are a, b" in failed(
        Stopping(BANK, ["a", "b"]), tmp_path
    )
    assert "the bank has none of the 2 samples of arithmetic" in failed(
        Stopping(BANK, names), tmp_path, dataset=samples(["x", "y"])
    )
    two = [graded(), other()]
    assert "there are several scorers, graded, other: name one as scorer" in failed(
        Stopping(BANK, names), tmp_path, scorer=two
    )
    assert "there is no scorer third" in failed(
        Stopping(BANK, names, scorer="third"), tmp_path, scorer=two
    )
    assert 'the score 7 of item "q' in failed(Stopping(BANK, names, value=lambda _: 7.0), tmp_path)
    chosen = Stopping(BANK, names, scorer="graded", warmup=60)
    evaluated(chosen, names[:1], folder=tmp_path, scorer=two)
    assert told(chosen.run)[names[0], "q9"] == truth(names[0], "q9")


LOOP = """
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import match
from inspect_ai.solver import solver

@solver
def seven():
    async def solve(state, generate):
        state.output = ModelOutput.from_content(str(state.model), "7")
        return state
    return solve

@task
def arithmetic():
    samples = [Sample(id=f"q{place}", input="?", target="7") for place in range(9)]
    return Task(dataset=samples, solver=seven(), scorer=match())
"""


def test_asked_items_are_run_by_their_ids(tmp_path):
    """The loop of the page: ask, --sample-id, tell --log."""
    bank = adaptive.ItemBank.from_params(1, [0.1 * place for place in range(9)],
                                         items=[f"q{place}" for place in range(9)])  # fmt: skip
    bank.save(tmp_path / "bank.parquet")
    (tmp_path / "task.py").write_text(LOOP)

    def ran(*words):
        done = subprocess.run([sys.executable, "-m", *words], cwd=tmp_path, text=True,
                              capture_output=True, check=False)  # fmt: skip
        assert done.returncode == 0, done.stderr + done.stdout
        return done.stdout

    ran("scorio", "adaptive", "start", "bank.parquet", "--model", "mockllm/a", "--model",
        "mockllm/b", "--state", "run.json")  # fmt: skip
    asked = ran("scorio", "adaptive", "ask", "run.json", "-n", "6")
    queries = [json.loads(line) for line in asked.splitlines()]
    for model in ("mockllm/a", "mockllm/b"):
        ids = ",".join(query["item"] for query in queries if query["model"] == model)
        ran("inspect_ai", "eval", "task.py", "--model", model, "--sample-id", ids,
            "--log-dir", "logs", "--display", "none")  # fmt: skip
    said = ran("scorio", "adaptive", "tell", "run.json", "--log", "logs")
    assert said.startswith("Took 6 scores")
    run = adaptive.Ranker.load(tmp_path / "run.json")
    assert told(run) == {(query["model"], query["item"]): 1.0 for query in queries}


def test_values_of_match(tmp_path):
    stopping = Stopping(BANK, ["mockllm/strong", "mockllm/even"], warmup=60)
    evaluated(stopping, ["mockllm/strong"], folder=tmp_path, scorer=match())
    scores = told(stopping.run)
    assert set(scores.values()) == {0.0, 1.0}
    assert all(score == str(truth(*trial)).endswith("1") for trial, score in scores.items())


NAMES = [
    "__proto__",
    "constructor",
    "a/b",
    "=1+1",
    "<b>x</b>",
    "é",
    " q ",
    "a\nb",
    "\u202eabc",
    "x" * 200,
]

# inspect_ai retries tasks that it finds in a file.
RETRIED = """
from pathlib import Path
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import match
from inspect_ai.solver import solver

@solver
def answering(once):
    async def answer(state, generate):
        if state.epoch == 2 and state.sample_id == "=1+1" and not Path(once).exists():
            Path(once).touch()
            raise RuntimeError("the server is gone")
        state.output = ModelOutput.from_content("m", str(state.epoch % 2))
        return state
    return answer

@task
def hostile():
    samples = [Sample(id=name, input=name, target="1") for name in NAMES]
    return Task(dataset=samples, solver=answering(ONCE), scorer=match())
"""


def test_a_retried_evaluation_of_hostile_names(tmp_path, monkeypatch):
    from inspect_ai import eval_retry

    once, logs = tmp_path / "once", tmp_path / "logs"
    program = f"NAMES = {NAMES!r}\nONCE = {str(once)!r}\n{RETRIED}"
    (tmp_path / "hostile.py").write_text(program, encoding="utf-8")
    options = {"log_dir": str(logs), "display": "none"}
    monkeypatch.chdir(tmp_path)
    (first,) = inspect_eval("hostile.py", model="mockllm/model", epochs=3,
                            fail_on_error=True, max_samples=1, **options)  # fmt: skip
    assert first.status == "error"
    with pytest.raises(ValueError, match="ended in an error and has no score"):
        scorio.count(first.location)
    (again,) = eval_retry(first, **options)
    assert again.status == "success"
    # The sample that failed is written twice, and inspect_ai reads the second one.
    counts = scorio.count(again.location)
    assert (len(counts), counts.trials) == (len(NAMES), 3 * len(NAMES))
    assert counts.score()[0].score == pytest.approx(2 / 3)
    # The first log is part of the second.
    with pytest.raises(ValueError, match="was counted before|ended in an error"):
        scorio.count(logs)
