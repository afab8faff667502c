"""Metrics of scorio in evaluations of the real inspect_ai, and its logs in scorio."""

from __future__ import annotations

import json
import math
import os
import random
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import scorio
from scorio import inspect_ai as inside

pytest.importorskip("inspect_ai", reason="inspect_ai is not here: `make harnesses` has it")

from inspect_ai import Epochs, Task, score
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import Sample
from inspect_ai.log import list_eval_logs, read_eval_log, recompute_metrics, write_eval_log
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Score, accuracy, match, mean, scorer
from inspect_ai.solver import solver

ROOT = Path(__file__).parents[2]
QUESTIONS, EPOCHS = 12, 4


@solver
def answering(chance=0.6, failing=0.0):
    """Answer 7 with some chance, and fail with another, by the names alone."""

    async def answer(state, generate):  # noqa: ARG001
        chosen = random.Random(f"{state.model} {state.sample_id} {state.epoch}")
        if chosen.random() < failing:
            raise RuntimeError("no answer")
        said = "7" if chosen.random() < chance else "8"
        state.output = ModelOutput.from_content(str(state.model), said)
        return state

    return answer


@scorer(metrics=[mean()])
def giving(values):
    """Give the values of a list, in turn of questions and epochs."""

    async def score(state, target):  # noqa: ARG001
        place = int(state.sample_id[1:]) * EPOCHS + state.epoch - 1
        value = values[place % len(values)]
        return Score.unscored() if value is None else Score(value=value)

    return score


def samples(questions=QUESTIONS):
    return [
        Sample(id=f"q{place}", input="?", target="7", metadata={"the.topic": f"t{place // 3}"})
        for place in range(questions)
    ]


def evaluated(metrics, folder, *, model="mockllm/a", epochs=EPOCHS, **options):
    task = Task(
        name="sevens",
        dataset=samples(options.pop("questions", QUESTIONS)),
        solver=answering(options.pop("chance", 0.6), options.pop("failing", 0.0)),
        scorer=options.pop("scorer", match()),
        epochs=epochs,
        metrics=metrics,
    )
    return inspect_eval(task, model=model, log_dir=str(folder), display="none",
                        fail_on_error=False, **options)[0]  # fmt: skip


def values(log, view=-1):
    """The metrics of a view of the results: the last one is that of all epochs."""
    return {name: one.value for name, one in log.results.scores[view].metrics.items()}


def of_row(row, name):
    figures = (row.score, row.sigma, row.lo, row.hi)
    return dict(
        zip((name, f"{name}_sigma", f"{name}_lower", f"{name}_upper"), figures, strict=True)
    )


@pytest.mark.parametrize("form", ["eval", "json"])
def test_metrics_are_those_of_the_finished_log(tmp_path, form):
    metrics = [
        accuracy(),
        inside.avg(),
        inside.bayes(),
        inside.estimate("pass_at_k", k=2),
        inside.estimate("g_pass_at_k_tau", k=2, tau=0.5, confidence=0.9),
    ]
    log = evaluated(metrics, tmp_path, failing=0.1, log_format=form)
    counts = scorio.count(log.location, on_error="drop")
    assert counts.missing > 0
    asked = {
        "avg": {"metrics": "avg"},
        "bayes": {"metrics": "bayes"},
        "pass_at_2": {"metrics": "pass_at_k", "k": 2},
        "g_pass_at_2_tau": {"metrics": "g_pass_at_k_tau", "k": 2, "tau": 0.5, "confidence": 0.9},
    }
    expected = {}
    for name, options in asked.items():
        row = counts.score(**options, ragged="drop", by_task=False)[0]
        expected |= of_row(row, name)
    assert values(log) == expected
    # Those of inspect_ai are as ever, in a view of their own.
    assert set(values(log, 0)) == {"accuracy"}
    assert [one.reducer for one in log.results.scores] == ["mean", None]
    assert [one.scored_samples for one in log.results.scores] == [QUESTIONS, counts.trials]


def test_clusters_are_those_of_the_metadata(tmp_path):
    log = evaluated([inside.avg(cluster="the.topic"), inside.avg(sampled=True)], tmp_path)
    counts = scorio.count(log.location, cluster=r"metadata.the\.topic")
    clustered = counts.score("avg", cluster="cluster", by_task=False)[0]
    sampled = counts.score("avg", sampled=True, by_task=False)[0]
    again = {f"{name}2": value for name, value in of_row(sampled, "avg").items()}
    assert values(log) == of_row(clustered, "avg") | again
    assert inside.metrics_of(log, cluster="the.topic") == of_row(clustered, "avg")
    assert log.results.scores[-1].metrics["avg"].params == {"cluster": "the.topic"}


@pytest.mark.parametrize("reducer", ["mode", ["max", "pass_at_2"], []])
def test_reducers_change_nothing(tmp_path, reducer):
    plain = evaluated([inside.bayes()], tmp_path)
    reduced = evaluated([inside.bayes(), accuracy()], tmp_path, epochs=Epochs(EPOCHS, reducer))
    bayes = {name: value for name, value in values(reduced).items() if name != "accuracy"}
    assert bayes == values(plain)


def test_the_posterior_is_that_of_the_function(tmp_path):
    log = evaluated([inside.bayes(R0=[0, 1, 1], confidence=0.8)], tmp_path, epochs=2)
    rows = {}
    for sample in log.samples:
        rows.setdefault(sample.id, []).append(int(sample.scores["match"].value == "C"))
    known = [[0, 1, 1]] * QUESTIONS
    found = scorio.eval.bayes_ci(list(rows.values()), R0=known, confidence=0.8)
    assert list(values(log).values()) == pytest.approx(list(found), rel=1e-15)


def test_scorers_take_them_too(tmp_path):
    @scorer(metrics=[inside.avg(), mean()])
    def own():
        async def score(state, target):
            return Score(value=state.output.completion == target.text)

        return score

    @scorer(metrics={"right": [inside.avg()], "half": [inside.avg(numeric=True)]})
    def parts():
        async def score(state, target):
            return Score(value={"right": state.output.completion == target.text, "half": 0.25})

        return score

    log = evaluated(None, tmp_path, scorer=[own(), parts()])
    expected = of_row(scorio.count(log.location, score="own").score("avg", by_task=False)[0], "avg")
    by_name = {(one.name, one.reducer): one.metrics for one in log.results.scores}
    assert {name: one.value for name, one in by_name["own", None].items()} == expected
    assert [one.value for one in by_name["right", None].values()] == list(expected.values())
    assert next(iter(by_name["half", None].values())).value == 0.25


def test_partial_credit_and_weights(tmp_path):
    letters = ["C", "I", "P", "C", "N"]
    metrics = [inside.bayes(), inside.bayes(weights={"N": 0, "I": 0, "P": 0.3, "C": 1})]
    log = evaluated(metrics, tmp_path, scorer=giving(letters))
    counts = scorio.count(log.location)
    assert len(counts.categories) == 3
    categories = {"N": "N", "I": "I", "P": "P", "C": "C"}
    named = scorio.count(log.location, categories=categories)
    row = named.score("bayes", weights=[0, 0, 0.3, 1], by_task=False)[0]
    second = {f"{name}2": value for name, value in of_row(row, "bayes").items()}
    first = of_row(counts.score("bayes", by_task=False)[0], "bayes")
    assert values(log) == first | second
    assert inside.metrics_of(log, "bayes", categories=categories, weights=[0, 0, 0.3, 1]) == of_row(
        row, "bayes"
    )


def test_numbers(tmp_path):
    given = [0.2, "0.9", True, 0.45, 1, None, 0.5]
    metrics = [inside.avg(numeric=True), inside.bayes(threshold=0.5)]
    log = evaluated(metrics, tmp_path, scorer=giving(given))
    numeric = inside.count(log, numeric=True, on_missing="drop").score("avg", by_task=False)[0]
    half = inside.count(log, threshold=0.5, on_missing="drop").score("bayes", by_task=False)[0]
    assert values(log) == of_row(numeric, "avg") | of_row(half, "bayes")
    assert log.results.scores[-1].unscored_samples == 7


def test_values_that_are_no_score(tmp_path):
    for metric, given, sentence in (
        (inside.avg(), 0.7, r"0.7 of sample q\d+ is not 0, 0.5 or 1: pass threshold=NUMBER"),
        (inside.avg(weights=[0, 1]), 0.5, r"0.5 of sample q\d+ is not 0 or 1: pass threshold"),
        (inside.avg(numeric=True), "maybe", r"'maybe' of sample q\d+ is no number"),
        (
            inside.bayes(weights={"C": 1, "I": 0}),
            "P",
            r"'P' of sample q\d+ has no weight: weights ",
        ),
        (inside.avg(cluster="group"), "C", r"sample q\d+ has no 'group' in its metadata"),
    ):
        log = evaluated([metric], tmp_path, scorer=giving([given]), questions=2)
        assert log.status == "error"
        assert re.search(sentence, log.error.message)


def test_mistakes_are_told_before_the_evaluation():
    for make, sentence in (
        (lambda: inside.avg(confidence=2), "confidence = 2 is not between 0 and 1"),
        (lambda: inside.avg(prior="flat"), "prior"),
        (lambda: inside.estimate("pass_at_k"), "k"),
        (lambda: inside.estimate("passing", k=2), "there is no metric passing"),
        (lambda: inside.estimate("pass_at_k", k=0), "k = 0"),
        (lambda: inside.estimate("pass_at_k", k=2, weights=[0, 0.5, 1]), "takes none"),
        (lambda: inside.bayes(R0=[2]), "R0"),
        (lambda: inside.bayes(R0=[1], sampled=True), "leave out cluster and sampled"),
        (lambda: inside.avg(numeric=True, threshold=1), "leave out weights and threshold"),
        (lambda: inside.avg(weights=[0, 0.3, 0.6, 1]), "there are 4 weights: give 2 or 3, or"),
        (lambda: inside.avg(weights=[0, 0.5, 1], threshold=1), "there are 3 weights: give 2, or"),
    ):
        with pytest.raises(ValueError, match=sentence):
            make()


def test_too_few_questions_and_trials(tmp_path):
    metrics = [
        inside.avg(cluster="the.topic"),
        inside.estimate("pass_at_k", k=EPOCHS + 1),
    ]
    log = evaluated(metrics, tmp_path, questions=3)
    found = values(log)
    assert found["avg"] == inside.metrics_of(log)["avg"]
    assert all(math.isnan(value) for name, value in found.items() if name != "avg")
    # Nothing was scored.
    log = evaluated([inside.avg()], tmp_path, scorer=giving([None]))
    assert all(math.isnan(value) for value in values(log).values())
    assert set(values(log)) == {"avg", "avg_sigma", "avg_lower", "avg_upper"}


def scorio_command(*words):
    done = subprocess.run([sys.executable, "-m", "scorio", *map(str, words)], text=True,
                          capture_output=True, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("cluster", [None, "the.topic"])
def test_two_logs_are_compared_as_by_the_command(tmp_path, cluster):
    a = evaluated([], tmp_path, chance=0.7)
    b = evaluated([], tmp_path, chance=0.5, model="mockllm/b", questions=9)
    field = [] if cluster is None else ["--cluster", r"metadata.the\.topic"]
    said = scorio_command("compare", a.location, b.location, *field, "--baseline", "mockllm/b",
                          "--json")  # fmt: skip
    told = json.loads(said)["rows"][0]
    for logs in ((a, b), (a.location, b), (Path(a.location), b.location)):
        found = inside.compare(*logs, cluster=cluster)
        row = found[0]._asdict()
        assert {name: told[name] for name in row if name in told} == row
        assert row["questions"] == 9


def test_logs_without_samples_are_read_from_their_files(tmp_path):
    log = evaluated([inside.avg()], tmp_path)
    header = read_eval_log(log.location, header_only=True)
    assert inside.metrics_of(header) == values(log)
    (listed,) = list_eval_logs(str(tmp_path))
    assert listed.name.startswith("file://")
    for one in (listed, listed.name, read_eval_log(listed, header_only=True)):
        assert inside.metrics_of(one) == values(log)
    assert values(inside.with_metrics(listed, inside.avg())) == values(log)
    moved = header.model_copy(update={"location": ""})
    with pytest.raises(ValueError, match="the log has its header alone, without samples"):
        inside.count(moved)


def test_metrics_are_added_to_a_finished_log(tmp_path):
    asked = [inside.avg(cluster="the.topic"), inside.estimate("pass_at_k", k=2)]
    bare = evaluated([accuracy()], tmp_path, failing=0.1)
    with_them = evaluated([accuracy(), *asked], tmp_path, failing=0.1)
    sentence = f"^{re.escape(bare.location)}, entry .* ended in an error"
    with pytest.raises(ValueError, match=sentence):
        inside.metrics_of(bare)
    found = inside.with_metrics(bare.location, *asked)
    assert len(bare.results.scores) == 1
    write_eval_log(found, bare.location)
    kept = read_eval_log(bare.location)
    assert values(kept) == values(with_them)
    views = [log.results.scores[-1] for log in (kept, with_them)]
    assert views[0].unscored_samples == views[1].unscored_samples
    for name, one in views[1].metrics.items():
        own = views[0].metrics[name]
        assert (own.name, own.group) == (one.name, one.group)
        assert one.params.items() <= own.params.items()
    # Once more changes nothing.
    assert inside.with_metrics(kept, *asked).results == kept.results
    with pytest.raises(ValueError, match="there is no scorer other: there are match"):
        inside.with_metrics(kept, *asked, scorer="other")


def test_scoring_and_recomputing_keep_them(tmp_path):
    log = evaluated([inside.bayes(weights={"I": 0, "C": 1}), accuracy()], tmp_path)
    expected = values(log)
    recompute_metrics(log)
    assert values(log) == expected
    again = score(log, match(), action="overwrite", display="none")
    assert values(again) == expected


def test_an_installed_package_is_found_by_its_entry_point(tmp_path):
    log = evaluated([accuracy()], tmp_path)
    packages = tmp_path / "site-packages"
    (packages / "scorio-0.dist-info").mkdir(parents=True)
    (packages / "scorio").symlink_to(Path(scorio.__file__).parent)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    points = project["entry-points"]["inspect_ai"].items()
    lines = "".join(f"{name} = {module}\n" for name, module in points)
    (packages / "scorio-0.dist-info/entry_points.txt").write_text(f"[inspect_ai]\n{lines}")
    (packages / "scorio-0.dist-info/METADATA").write_text("Name: scorio\nVersion: 0\n")
    words = ["inspect_ai", "score", log.location, "--metric", "scorio/avg", "--scorer", "match",
             "--action", "overwrite", "--overwrite"]  # fmt: skip
    done = subprocess.run([sys.executable, "-m", *words], text=True, capture_output=True,
                          check=False, cwd=tmp_path,
                          env=os.environ | {"PYTHONPATH": str(packages)})  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert values(read_eval_log(log.location)) == inside.metrics_of(log)
