"""Metrics of scorio in tasks of the real lm-evaluation-harness, and its logs in scorio."""

from __future__ import annotations

import json
import pickle
import random

import pytest

import scorio
from scorio import lm_eval as inside

pytest.importorskip("lm_eval", reason="lm_eval is not here: `make harnesses` has it")

from lm_eval import simple_evaluate
from lm_eval.api.model import LM
from lm_eval.loggers import EvaluationTracker
from lm_eval.tasks import TaskManager

DOCS, REPEATS = 12, 5
ANSWER = r"answer is (\S+)"

TASK = """
task: sums
dataset_path: json
dataset_kwargs: {{data_files: {{test: {data}}}}}
test_split: test
output_type: generate_until
doc_to_text: "{{{{a}}}} + {{{{b}}}} = ?"
doc_to_target: {target}
repeats: {repeats}
generation_kwargs: {{until: ["\\n"], do_sample: true}}
filter_list:
  - name: all
    filter:
      - {{function: regex, regex_pattern: "answer is (\\\\S+)"}}
      - {{function: take_first_k, k: {repeats}}}
metric_list:
"""

METRIC = """
  - metric: !function scorio.lm_eval.{name}
    aggregation: !function scorio.lm_eval.total
    higher_is_better: true
"""


class Guessing(LM):
    """A model that is right with some chance, drawn from a seed."""

    def __init__(self, seed=0, chance=0.6):
        super().__init__()
        self.random, self.chance = random.Random(seed), chance

    def generate_until(self, requests, disable_tqdm=False):  # noqa: ARG002, FBT002  of lm_eval
        def answer(request):
            left, _, right, *_ = request.args[0].split()
            slip = self.random.random() > self.chance
            return f"The answer is {int(left) + int(right) + slip}"

        return [answer(request) for request in requests]

    def loglikelihood(self, requests):
        raise NotImplementedError

    def loglikelihood_rolling(self, requests):
        raise NotImplementedError


@pytest.fixture(autouse=True)
def _offline(tmp_path, monkeypatch):
    """Nothing is looked up in the network, and caches of data sets go away."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", tmp_path / "cache")


def evaluated(folder, metrics, *, model=None, repeats=REPEATS, target='"{{a + b}}"', name=None):
    """Evaluate a task, and write its samples where a name is given."""
    data = folder / "sums.jsonl"
    pairs = [{"a": place, "b": 2 * place} for place in range(DOCS)]
    data.write_text("".join(json.dumps(pair) + "\n" for pair in pairs))
    tasks = folder / "tasks"
    tasks.mkdir(exist_ok=True)
    lines = "".join(
        METRIC.format(name=metric) + "".join(f"    {key}: {value}\n" for key, value in options)
        for metric, options in ((one, given.items()) for one, given in metrics)
    )
    head = TASK.format(data=data, repeats=repeats, target=target)
    (tasks / "sums.yaml").write_text(head + lines)
    tracker = EvaluationTracker(output_path=str(folder / "out")) if name else None
    found = simple_evaluate(
        model=model or Guessing(), tasks=["sums"], log_samples=True, evaluation_tracker=tracker,
        task_manager=TaskManager(include_path=str(tasks), include_defaults=False),
    )  # fmt: skip
    if tracker:
        tracker.general_config_tracker.model_name = name
        tracker.general_config_tracker.model_name_sanitized = name
        samples = found.pop("samples")
        tracker.save_results_aggregated(results=found, samples=samples)
        for task, own in samples.items():
            tracker.save_results_samples(task_name=task, samples=own)
        found["samples"] = samples
    return found


def values(found):
    return {
        key.removesuffix(",all"): value
        for key, value in found["results"]["sums"].items()
        if key.endswith(",all") and "stderr" not in key
    }


def of_row(row, name):
    figures = (row.score, row.sigma, row.lo, row.hi)
    return dict(
        zip((name, f"{name}_sigma", f"{name}_lower", f"{name}_upper"), figures, strict=True)
    )


def test_results_are_those_of_the_log(tmp_path):
    metrics = [
        ("bayes", {}),
        ("avg", {"sampled": "true", "confidence": 0.9}),
        ("estimate", {"name": "pass_at_k", "k": 2}),
    ]
    found = evaluated(tmp_path, metrics, name="tiny")
    counts = scorio.count(tmp_path / "out", regrade=ANSWER)
    assert counts.trials == DOCS * REPEATS
    assert counts.models == ["tiny"]
    bayes = counts.score("bayes", by_task=False)[0]
    avg = counts.score("avg", sampled=True, confidence=0.9, by_task=False)[0]
    passing = counts.score("pass_at_k", k=2, by_task=False)[0]
    expected = of_row(bayes, "bayes") | of_row(avg, "avg") | of_row(passing, "pass_at_2")
    assert values(found) == expected
    # The outcomes as lm-eval graded them are in the log, too.
    (log,) = (tmp_path / "out/tiny").glob("samples_*.jsonl")
    graded = scorio.count(log, question="doc_id", outcome="bayes[]", constants={"model": "tiny"})
    assert graded.score("bayes", by_task=False)[0] == bayes


def test_options_of_the_metrics(tmp_path):
    (tmp_path / "tasks").mkdir()
    (tmp_path / "tasks/utils.py").write_text(
        "def near(target, response):\n"
        "    return 1 - abs(int(target) - int(response)) / 4\n"
        "def letter(target, response):\n"
        "    return 'C' if target == response else 'P'\n"
    )
    metrics = [
        ("avg", {"grade": "!function utils.near", "numeric": "true"}),
        ("bayes", {"grade": "!function utils.letter", "weights": "{I: 0, P: 0.75, C: 1}"}),
    ]
    found = evaluated(tmp_path, metrics)
    rows = found["samples"]["sums"]
    log = tmp_path / "log.jsonl"
    for name, options in (
        ("avg", {"numeric": True}),
        ("bayes", {"categories": {"I": "I", "P": "P", "C": "C"}}),
    ):
        lines = ({"q": row["doc_id"], "o": one} for row in rows for one in row[name])
        log.write_text("".join(json.dumps(line) + "\n" for line in lines))
        counts = scorio.count(log, question="q", outcome="o", constants={"model": "m"}, **options)
        weights = {} if "numeric" in options else {"weights": [0, 0.75, 1]}
        expected = of_row(counts.score(name, by_task=False, **weights)[0], name)
        assert {key: values(found)[key] for key in expected} == expected


def test_outcomes_known_beforehand(tmp_path):
    found = evaluated(tmp_path, [("bayes", {"R0": "[0, 1, 1]"})])
    rows = [row["bayes"] for row in found["samples"]["sums"]]
    expected = scorio.eval.bayes_ci(rows, R0=[[0, 1, 1]] * DOCS)
    names = ("bayes", "bayes_sigma", "bayes_lower", "bayes_upper")
    assert values(found) == pytest.approx(dict(zip(names, expected, strict=True)), rel=1e-15)


def test_runs_with_several_seeds(tmp_path):
    """Greedy tasks of one response: runs are trials, and two models are compared."""
    for name, chance in (("tiny", 0.4), ("base", 0.8)):
        for seed in range(3):
            evaluated(tmp_path, [("bayes", {})], model=Guessing(f"{name} {seed}", chance),
                      repeats=1, name=name)  # fmt: skip
    counts = scorio.count(tmp_path / "out", regrade=ANSWER)
    assert {model: counts.select(model=model).trials for model in counts.models} == {
        "tiny": 3 * DOCS,
        "base": 3 * DOCS,
    }
    compared = scorio.compare(counts, baseline="tiny")
    assert compared[0].questions == DOCS
    assert compared[0].difference > 0.1


def test_several_processes_gather_the_outcomes():
    doc = inside.bayes(["5"], [["5", "6"]])
    again = pickle.loads(pickle.dumps(doc))
    assert again == doc
    for name, outcomes in doc.items():
        assert inside.total([again[name]]) == inside.total([outcomes])
    assert json.loads(json.dumps(doc["bayes"])) == [1, 0]


def test_mistakes(tmp_path):
    with pytest.raises(ValueError, match="there is no metric passing"):
        evaluated(tmp_path, [("estimate", {"name": "passing"})])
    with pytest.raises(ValueError, match="confidence"):
        evaluated(tmp_path, [("bayes", {"confidence": 95})])
    with pytest.raises(ValueError, match="cluster is no option of this metric"):
        evaluated(tmp_path, [("bayes", {"cluster": "topic"})])
    with pytest.raises(ValueError, match="total is for the metrics of scorio.lm_eval"):
        evaluated(tmp_path, [("bayes", {})], target='["{{a + b}}", "{{a}}"]')


class Interrupted(Guessing):
    """A run that Ctrl-C ends in the middle of its answers."""

    def generate_until(self, requests, disable_tqdm=False):  # noqa: FBT002  of lm_eval
        super().generate_until(requests[: len(requests) // 2], disable_tqdm)
        raise KeyboardInterrupt


def test_an_interrupted_run_is_run_again(tmp_path):
    metrics = [("avg", {})]
    with pytest.raises(KeyboardInterrupt):
        evaluated(tmp_path, metrics, model=Interrupted(), name="__proto__")
    logs = tmp_path / "out"
    assert not list(logs.rglob("samples_*.jsonl"))
    found = evaluated(tmp_path, metrics, name="__proto__")
    counts = scorio.count(logs, regrade=ANSWER)
    assert (list(counts.models), counts.trials) == (["__proto__"], DOCS * REPEATS)
    assert values(found) == of_row(counts.score()[0], "avg")
    # The same run once more is a copy beside the first one.
    evaluated(tmp_path, metrics, name="__proto__")
    assert len(list(logs.rglob("samples_*.jsonl"))) == 2
    with pytest.raises(ValueError, match="is a copy of"):
        scorio.count(logs, regrade=ANSWER)
