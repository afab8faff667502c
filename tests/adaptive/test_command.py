"""`scorio adaptive`: a harness that is killed and begins again, and two processes at once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from commands import run

from scorio import adaptive

TESTS = Path(__file__).parents[1]
DRAWS = np.random.default_rng(2)
THETA = dict(zip("abc", [1.0, 0.2, -0.6], strict=True))
BANK = adaptive.ItemBank.from_params(1.4, np.linspace(-2, 2, 50), 0.2)


def scorio(*arguments, given="", code=0):
    done = run("adaptive", *arguments, stdin=given or None)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done


def score(query):
    curve = 1.4 * (THETA[query["model"]] - BANK.b[int(query["item"])])
    return round(1 / (1 + np.exp(-curve)), 6)


@pytest.fixture
def state(tmp_path):
    BANK.save(tmp_path / "bank.parquet")
    path = tmp_path / "run.json"
    models = ["--model", "a", "--model", "b=2", "--model", "c=0.5"]
    scorio("start", tmp_path / "bank.parquet", *models, "--warmup", 3, "--state", path)
    return path


def lines(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_harness_that_is_killed_begins_again(state):
    """Every third batch is lost between ask and tell; --pending gives it again."""
    asked = {}
    for step in range(200):
        done = run("adaptive", "ask", state, "-n", "4")
        if done.returncode == 5:
            assert done.stdout == ""
            break
        assert done.returncode == 0
        queries = lines(done)
        if step % 3 == 0:
            queries = lines(scorio("ask", state, "--pending"))
        assert not set(asked) & {query["id"] for query in queries}
        asked |= {query["id"]: query for query in queries}
        answers = [{"id": query["id"], "score": score(query)} for query in queries]
        scorio("tell", state, "-", given="\n".join(map(json.dumps, answers)))
    else:
        pytest.fail("the run does not end")
    found = adaptive.Ranker.load(state)
    assert found.reason == "confident"
    assert found.result().order == ["a", "b", "c"]
    assert len({(trial.model, trial.item) for trial in found.result().log}) == len(asked)
    assert "all pairs that matter are decided" in scorio("show", state).stdout
    document = json.loads(scorio("show", state, "--json").stdout)
    assert document["reason"] == "confident"
    assert document["outlook"] == []


def test_failed_trials_are_asked_again(state):
    first = lines(scorio("ask", state, "-n", 2))
    scorio("tell", state, "-", given='{"id": 0, "error": "timeout"}\n')
    assert lines(scorio("ask", state)) == first[:1]


def test_a_query_is_given_up(state):
    first = lines(scorio("ask", state, "-n", 2))
    scorio("tell", state, "-", given='{"id": 0, "error": "timeout", "retry": false}\n')
    assert not [one for one in lines(scorio("ask", state, "-n", 9)) if one == first[0]]
    assert all(one["id"] != 0 for one in lines(scorio("ask", state, "--pending")))


def test_bytes_that_are_not_utf_8_have_their_line(state, tmp_path):
    answers = tmp_path / "answers.jsonl"
    answers.write_bytes(b'{"id": 0, "score": 1}\n{"id": 1, "score": 1, "error": "\xff"}\n')
    said = scorio("tell", state, answers, code=2).stderr
    assert said.endswith("answers.jsonl, line 2: byte 33 of the line is not UTF-8\n")


def test_answers_by_model_and_item_with_costs(state):
    query = lines(scorio("ask", state))[0]
    line = {"model": query["model"], "item": query["item"], "score": 0.5, "cost": 7.5}
    scorio("tell", state, "-", given=json.dumps(line))
    assert adaptive.Ranker.load(state).cost == 7.5


def test_a_log_answers_queries(state, tmp_path):
    queries = lines(scorio("ask", state, "-n", 6))
    rows = [{"model": q["model"], "question": q["item"], "outcome": score(q)} for q in queries]
    rows.append({"model": "other", "question": "1", "outcome": 0.123})
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join(map(json.dumps, rows)) + "\n")
    done = scorio("tell", state, log, "--log", "--numeric")
    assert done.stdout.startswith("Took 6 scores, passed over 1 ")
    run = adaptive.Ranker.load(state)
    assert not run.pending
    told = {(one.model, one.item): one.score for one in run.result().log}
    assert told == {(q["model"], q["item"]): score(q) for q in queries}


def test_a_log_of_other_models_is_an_error(state, tmp_path):
    rows = [{"model": name, "question": "1", "outcome": 1} for name in ("org/a", "org/b")]
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join(map(json.dumps, rows)))
    before = state.read_bytes()
    said = scorio("tell", state, log, "--log", code=2).stderr
    assert 'the log has no model of the run: it has "org/a", "org/b", and the run has' in said
    assert state.read_bytes() == before


def test_trials_of_a_query_that_contradict_each_other_are_an_error(state, tmp_path):
    query = lines(scorio("ask", state))[0]
    log = tmp_path / "log.jsonl"
    names = f"item {json.dumps(query['item'])} of model {json.dumps(query['model'])}"
    for outcomes, options, sentence in [
        ((0, 1), [], "with the scores 0 and 1; leave all but one out, or take their mean (--mean)"),
        ((0.25, 0.5), ["--numeric"], "with the scores 0.25 and 0.5; leave"),
        ((0, 1, 1), [], "3 trials of"),
    ]:
        rows = [{"model": query["model"], "question": query["item"], "outcome": outcome}
                for outcome in outcomes]  # fmt: skip
        log.write_text("".join(json.dumps(row) + "\n" for row in rows))
        before = state.read_bytes()
        said = scorio("tell", state, log, "--log", *options, code=2).stderr
        assert f"the log has {len(outcomes)} trials of {names}, with " in said
        assert sentence in said
        assert state.read_bytes() == before
    scorio("tell", state, log, "--log", "--mean")
    (trial,) = adaptive.Ranker.load(state).result().log
    assert trial.score == pytest.approx(2 / 3)


def test_equal_trials_of_a_query_are_one(state, tmp_path):
    query = lines(scorio("ask", state))[0]
    row = json.dumps({"model": query["model"], "question": query["item"], "outcome": 0.3})
    log = tmp_path / "log.jsonl"
    log.write_text(f"{row}\n{row}\n")
    scorio("tell", state, log, "--log", "--numeric")
    (trial,) = adaptive.Ranker.load(state).result().log
    assert trial.score == 0.3


def test_categories_of_a_log_have_the_weights_of_the_calibration(state, tmp_path):
    query = lines(scorio("ask", state))[0]
    row = {"model": query["model"], "question": query["item"], "outcome": "half"}
    log = tmp_path / "log.jsonl"
    log.write_text(json.dumps(row) + "\n")
    categories = ["--category", "bad=bad", "--category", "half=half", "--category", "good=good"]
    scorio("tell", state, log, "--log", *categories, "--weights", "0,0.4,1")
    (trial,) = adaptive.Ranker.load(state).result().log
    assert trial.score == 0.4


def test_options_of_logs_need_log(state, tmp_path):
    said = scorio("tell", state, tmp_path / "x.jsonl", "--outcome", "score", code=2).stderr
    assert said == "scorio: --outcome is for logs: say --log, too, or leave --outcome out\n"


STARTS = [
    (
        ["--model", "a", "--model", "b", "--max-items", "5"],
        "--warmup 10 is more than --max-items 5: say a smaller one",
    ),
    (
        ["--model", "a", "--model", "b", "--rho", "3", "--resolution", "0.1"],
        "--rho and --resolution exclude each other",
    ),
    (
        ["--model", "a", "--model", "b", "--boundary", "two-sided", "--resolution", "0.1"],
        "--resolution is for --boundary anytime: leave it out",
    ),
    (
        ["--model", "a", "--model", "b", "--boundary", "spending"],
        "--boundary spending needs --budget or --max-items, to know the last look",
    ),
    (
        ["--model", "a", "--goal", "score", "--select", "expected"],
        "--select is for --goal rank: leave it out",
    ),
    (["--model", "a", "--model", "b=x"], "--model b=x: the cost x is not a number"),
    (["--model", "a", "--model", "=3"], "--model =3: the model has no name"),
    (["--model", "a", "--model", ""], "--model : the model has no name"),
    (
        ["--model", "a", "--model", "b", "--goal", "score", "--top", "1"],
        "--top is for --goal rank: leave it out",
    ),
]


@pytest.mark.parametrize(("given", "sentence"), STARTS)
def test_a_wrong_start_writes_nothing(state, tmp_path, given, sentence):
    other = tmp_path / "other.json"
    bank = json.loads(state.read_text())["bank"]["path"]
    assert sentence in scorio("start", state.parent / bank, *given, "--state", other, code=2).stderr
    assert not other.exists()


MISTAKES = [
    ("nonsense", "the line is no JSON"),
    ("[]", "the line is no JSON object"),
    ('{"id": 0}', "the line has neither a score nor an error"),
    ('{"score": 1}', "the line has neither an id, nor a model and an item"),
    ('{"id": 0, "score": 1, "error": "x"}', "the line has both a score and an error"),
    ('{"id": 0, "score": 1, "score": 0}', 'the line has "score" more than once'),
    ('{"id": 0, "score": 1, "retry": false}', "the line has retry, which belongs to an error"),
    ('{"id": 0, "error": "x", "retry": 0.5}', "retry = 0.5 is neither true nor false"),
    ('{"id": 0, "error": null}', "the line has neither a score nor an error"),
    ('{"model": "a", "item": 1, "score": 1}', "item = 1 is not a text"),
    ('{"id": 0, "scores": 1}', 'the line has "scores", which means nothing here'),
    ('{"id": -1, "score": 1}', "the id -1 is no number of a query"),
    ('{"id": true, "score": 1}', "the id true is no number of a query"),
    ('{"id": 99, "score": 1}', "query 99 was not asked"),
    ('{"id": 0, "score": NaN}', "is not finite"),
    ('{"id": 0, "score": 1.01}', "outside the bank's range, 0 to 1; begin the run with"),
    ('{"id": 0, "score": "good"}', "score = 'good' is not a number"),
    ('{"id": 0, "model": "c", "score": 1}', 'query 0 asks another model, "a"'),
    ('{"model": "z", "item": "1", "score": 1}', 'the run has no model "z"'),
    ('{"model": "a", "item": "zz", "score": 1}', 'the bank has no item "zz"'),
    ('{"model": "c", "item": "1", "score": 1}', 'item "1" of model "c" was not asked'),
    (
        '{"id": 1, "score": 1}\n{"id": 1, "score": 1}',
        "line 3: query 1 is answered already: leave the line out",
    ),
]


@pytest.mark.parametrize(("line", "sentence"), MISTAKES)
def test_a_wrong_line_changes_nothing(state, line, sentence):
    scorio("ask", state, "-n", 3)
    before = state.read_bytes()
    good = json.dumps({"id": 2, "score": 0.5})
    done = scorio("tell", state, "-", given=f"{good}\n{line}\n", code=2)
    assert sentence in done.stderr
    assert done.stderr.startswith("scorio: in standard input, line ")
    assert done.stderr.count("\n") == 1
    assert state.read_bytes() == before


def test_two_processes_never_lose_an_answer(state):
    """Workers ask and tell at once: one waits for the other, or gets an error and tries again."""
    program = f"""
import json, sys, time
sys.path.insert(0, {str(TESTS)!r})
from commands import run
told = 0
while told < 12:
    asked = run("adaptive", "ask", {str(state)!r})
    if asked.returncode == 2:
        assert "another process is writing" in asked.stderr, asked.stderr
        time.sleep(0.05)
        continue
    if not asked.stdout:
        break
    query = json.loads(asked.stdout)
    while True:
        line = json.dumps({{"id": query["id"], "score": 0.5}})
        done = run("adaptive", "tell", {str(state)!r}, "-", stdin=line)
        if done.returncode == 0:
            break
        assert "another process is writing" in done.stderr, done.stderr
        time.sleep(0.05)
    told += 1
print(told)
"""
    workers = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = sum(int(worker.communicate(timeout=300)[0]) for worker in workers)
    run = adaptive.Ranker.load(state)
    assert not run.pending
    assert len(run.result().log) == told == 24


def test_beginnings(tmp_path, state):
    bank = tmp_path / "bank.parquet"
    done = scorio("start", bank, "--model", "a", "--model", "b", "--state", state, code=2)
    assert "exists: choose another file" in done.stderr
    new = tmp_path / "new.json"
    for options, sentence in [
        (["--model", "a"], "at least two models"),
        (["--model", "a", "--model", "a=3"], "named twice"),
        (["--model", "a=9", "--model", "b", "--budget", "50"], "the warm-up costs 100, more than"),
        (["--model", "a=0", "--model", "b"], "the cost 0 of model"),
    ]:
        done = scorio("start", bank, *options, "--state", new, code=2)
        assert sentence in done.stderr
        assert not new.exists()


def test_calibration(tmp_path):
    success = DRAWS.random((8, 30)) < 1 / (1 + np.exp(np.linspace(-1, 1, 30)))
    rows = [
        {"model": f"m{model}", "id": f"q{item}", "outcome": int(success[model, item]),
         "category": "even" if item % 2 == 0 else "odd"}
        for model in range(8) for item in range(30)
    ]  # fmt: skip
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join(map(json.dumps, rows)))
    out = tmp_path / "bank.parquet"
    done = scorio("fit", log, "--question", "id", "--strata", "category", "--out", out)
    assert done.stdout.startswith("30 items, 8 models, scores from 0 to 1.\n")
    bank = adaptive.ItemBank.load(out)
    assert set(bank.strata) == {"even", "odd"}
    own = adaptive.ItemBank.fit(success.astype(float))
    assert sorted(bank.b) == pytest.approx(sorted(own.b), abs=1e-9)
    for command in (["fit", log, "--out", tmp_path / "no.parquet"], ["replay", log]):
        said = scorio(*command, "--question", "id", "--strata", "nocat", code=2).stderr
        assert 'there is no field "nocat" for the strata; fields here: model, id' in said
        assert said.endswith("name the field that holds it (--strata FIELD)\n")
    assert not (tmp_path / "no.parquet").exists()
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join(json.dumps(row) for row in rows[:60]))
    assert "at least 3" in scorio("fit", few, "--question", "id", "--out", out, code=2).stderr


HARNESS = """#!{python}
import json, math, sys
theta = dict(a=1.0, b=0.2, c=-0.6)
for line in open(sys.argv[1]):
    query = json.loads(line)
    b = -2 + 4 * int(query["item"]) / 49
    y = 1 / (1 + math.exp(-1.4 * (theta[query["model"]] - b)))
    print(json.dumps(dict(id=query["id"], score=round(y, 6))))
"""


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell")
def test_the_loop_of_the_page(state):
    """The loop as the page has it ends by itself, and then prints the ranking."""
    page = (Path(__file__).parents[2] / "docs" / "adaptive.md").read_text()
    blocks = page.split("```sh\n")[1:]
    (loop,) = (one.split("```")[0] for one in blocks if "while harness" in one)
    harness = state.parent / "harness"
    harness.write_text(HARNESS.format(python=sys.executable))
    program = state.parent / "scorio"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scorio "$@"\n')
    for one in (harness, program):
        one.chmod(0o755)
    path = f"{state.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(["sh", "-c", loop], cwd=state.parent, env={**os.environ, "PATH": path},
                          capture_output=True, text=True, check=False, timeout=300)  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "all pairs that matter are decided" in done.stdout
    assert scorio("ask", state, code=5).stdout == ""
    assert scorio("ask", state, "--pending", code=5).stdout == ""


def test_what_was_done_as_json(tmp_path):
    BANK.save(tmp_path / "bank.parquet")
    other = tmp_path / "other.json"
    begun = scorio(
        "start", tmp_path / "bank.parquet", "--model", "a", "--model", "b=2", "--state", other,
        "--seed", 3, "--json",
    )  # fmt: skip
    assert json.loads(begun.stdout) == {"state": str(other), "models": ["a", "b"], "seed": 3}
    queries = lines(scorio("ask", other, "-n", 3))
    answers = [{"id": query["id"], "score": 0.5} for query in queries[:2]]
    answers.append({"id": queries[2]["id"], "error": "timeout"})
    told = tmp_path / "told.jsonl"
    told.write_text("".join(json.dumps(one) + "\n" for one in answers))
    found = json.loads(scorio("tell", other, told, "--json").stdout)
    assert (found["scores"], found["failed"], found["passed_over"]) == (2, 1, 0)
    assert (found["done"], found["reason"]) == (False, None)
    log = tmp_path / "log.jsonl"
    rows = [
        {"model": model, "question": f"q{q}", "outcome": round((q * 3 + place * 5) % 11 / 10, 1)}
        for place, model in enumerate("abcd")
        for q in range(12)
    ]
    log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    bank = tmp_path / "fitted.json"
    fitted = json.loads(scorio("fit", log, "--numeric", "--out", bank, "--json").stdout)
    assert (fitted["out"], fitted["items"]) == (str(bank), 12)
    assert fitted["report"]
