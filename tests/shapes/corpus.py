"""Logs of many shapes, each with its right figures, or with what an inspection has to say.

The figures are by model and task. Where there are none, no table may look as if there were.
"""

import json
from typing import NamedTuple

from shapes.samples import lines


class Case(NamedTuple):
    """A file, or a folder of them."""

    name: str
    files: dict[str, str]
    scores: dict[tuple[str, str], float] | None
    says: tuple[str, ...] = ()
    """What the inspection has to say. Without figures, it proposes no command unless `guess`."""
    guess: bool | None = False
    """Whether the proposal is a guess. None: either."""


def case(name, content, scores=None, *says, guess=False):
    """Make a case of one file."""
    content = content if isinstance(content, str) else json.dumps(content)
    by_task = scores and {
        (key, "") if isinstance(key, str) else key: s for key, s in scores.items()
    }
    return Case(name, {name: content}, by_task, says, guess)


def folder(name, files, scores=None, *says, guess=False):
    """Make a case of several files."""
    one = case("", "", scores, *says, guess=guess)
    return one._replace(name=name, files={f"{name}/{file}": text for file, text in files.items()})


Q = range(6)
# 4 of 6, and 2 of 6, unlike by position.
GOOD, POOR = [1, 0, 1, 1, 0, 1], [0, 0, 1, 0, 1, 0]
TWO = {"small": 2 / 6, "large-2": 4 / 6}
MARKS = {"small": POOR, "large-2": GOOD}
BOTH = [(model, n, marks[n]) for model, marks in MARKS.items() for n in Q]
STEPS = [{"step": n, "thought": f"t{n}"} for n in range(4)]
# Llama, on two tasks with three runs.
RUNS = {
    "gpt-4": {"math": [1, 0, 1], "code": [0, 0, 1]},
    "claude-3": {"math": [0, 0, 1], "code": [1, 1, 1]},
}
OF_RUNS = {
    ("gpt-4", "math"): 2 / 3,
    ("gpt-4", "code"): 1 / 3,
    ("claude-3", "math"): 1 / 3,
    ("claude-3", "code"): 1.0,
}


def of(marks, **more):
    """Records of one model."""
    return lines(*({"id": f"q{n}", "correct": bool(mark), **more} for n, mark in enumerate(marks)))


RECORDS = [
    case(
        "plain.jsonl", lines(*({"model": m, "question": n, "outcome": x} for m, n, x in BOTH)), TWO
    ),
    case(
        "named.csv",
        "model_name,qid,correct\n" + "".join(f"{m},{n},{x}\n" for m, n, x in BOTH),
        TWO,
    ),
    case("tabs.tsv", "llm\tid\tpass\n" + "".join(f"{m}\t{n}\t{x}\n" for m, n, x in BOTH), TWO),
    case(
        "semicolons.csv", "model;id;solved\n" + "".join(f"{m};{n};{x}\n" for m, n, x in BOTH), TWO
    ),
    case(
        "nested.json",
        [{"meta": {"model": m}, "id": n, "eval": {"isCorrect": x > 0}} for m, n, x in BOTH],
        TWO,
    ),
    case(
        "words.jsonl",
        lines(*({"llm": m, "prompt_id": n, "verdict": ("fail", "pass")[x]} for m, n, x in BOTH)),
        TWO,
    ),
    case(
        "grades.jsonl",
        lines(*({"model": "m", "id": n, "grade": "CIPC"[n % 4]} for n in range(4))),
        {"m": 0.625},
        guess=None,
    ),
    case("judge.csv", "model,item,rating\nm,x,7.5\nm,y,8\nm,z,3\n", {"m": 18.5 / 3}),
    case(
        "judge10.jsonl",
        lines(*({"model": "m", "id": n, "score": n % 4 + 5} for n in range(8))),
        {"m": 6.5},
    ),
    case(
        "percent.jsonl",
        lines(*({"model": "m", "id": n, "acc": f"{n}0%"} for n in (2, 7, 3))),
        {"m": 0.4},
    ),
    case("counted.csv", "model_name,problem,n,c\nm,x,4,3\nm,y,4,0\nm,z,4,2\n", {"m": 5 / 12}),
    case(
        "rated.jsonl",
        lines(*({"model": "m", "question": n, "n": n, "acc": round(1 / n, 3)} for n in (2, 4, 8))),
        {"m": 7 / 24},
    ),
    case("repeats.csv", "model,question,run_1,run_2\nm,x,1,0\nm,y,1,1\nm,z,0,0\n", {"m": 0.5}),
    case(
        "wide.csv",
        "qid,gpt-4_correct,o1_correct,len\na,1,0,7\nb,0,0,9\nc,1,1,3\n",
        {"gpt-4": 2 / 3, "o1": 1 / 3},
    ),
    case(
        "wide.jsonl",
        lines(
            *(
                {
                    "id": n,
                    "gpt-4": {"is_correct": GOOD[n] > 0},
                    "o1": {"is_correct": POOR[n] > 0},
                    "n": 3,
                }
                for n in Q
            )
        ),
        {"gpt-4": 4 / 6, "o1": 2 / 6},
    ),
    case(
        "unlike.jsonl",
        lines(
            {"model": "m", "question": "a", "passed": True},
            {"model": "m", "question": "b", "success": False},
            {"model": "m", "question": "c", "passed": True},
        ),
        {"m": 2 / 3},
        guess=None,
    ),
    case(
        "missing.csv",
        "model,qid,attempt,correct\nm,x,0,1\nm,x,1,-1\nm,y,0,NA\nm,y,1,0\n",
        {"m": 0.5},
        guess=True,
    ),
    case("broken.jsonl", of(GOOD, model="m") + "not a record\n", {"m": 4 / 6}),
    case(
        "rows.table.json",
        {"columns": ["id", "llm", "correct"], "data": [[n, m, x > 0] for m, n, x in BOTH]},
        TWO,
    ),
    case(
        "split.json",
        {
            "columns": ["model", "question", "outcome"],
            "index": [0, 1, 2],
            "data": [["m", "a", 1], ["m", "b", 0], ["m", "c", 0]],
        },
        {"m": 1 / 3},
    ),
    case(
        "attempts.jsonl",
        lines(
            *(
                {
                    "model": "m",
                    "id": n,
                    "attempts": [
                        {"passed": GOOD[n] > 0, "log": "x"},
                        {"passed": POOR[n] > 0, "log": "y"},
                    ],
                }
                for n in Q
            )
        ),
        {"m": 0.5},
    ),
    case(
        "lists.jsonl",
        lines(*({"model": "m", "question": n, "accs": [GOOD[n] > 0, POOR[n] > 0]} for n in Q)),
        {"m": 0.5},
    ),
    case(
        "trees.json",
        [
            {"idx": 900 + n, "infos": [{"r": int((n + t) % 3 == 0), "x": "y"} for t in range(5)]}
            for n in range(4)
        ],
        {"trees": 7 / 20},
        guess=True,
    ),
    case(
        "keyed.json",
        {f"q{n}": {"model": "m", "correct": GOOD[n] > 0, "cost": 1.5} for n in Q},
        {"m": 4 / 6},
    ),
    case(
        "inside.json",
        {
            "version": 1,
            "performances": [
                {"model_name": m, "question_id": n, "is_correct": x > 0} for m, n, x in BOTH
            ],
            "notes": [],
        },
        TWO,
    ),
]
QUESTIONS = [
    # Samples of different questions, of which the coarse field groups a few.
    case(
        "finer.jsonl",
        lines(
            *(
                {
                    "model": "m",
                    "question_id": n // 4,
                    "sample_id": f"s{n}",
                    "correct": n in (0, 1, 2, 4),
                }
                for n in range(6)
            )
        ),
        {"m": 4 / 6},
        guess=True,
    ),
    # 1, 2 and 3 in each subject.
    case(
        "restarts.jsonl",
        lines(
            *(
                {"model": "m", "subject": s, "id": n, "correct": s == "law" or n < 1}
                for s in ("law", "art")
                for n in range(2 + (s == "art"))
            )
        ),
        {"m": 3 / 5},
        guess=None,
    ),
    case(
        "variants.jsonl",
        lines(
            *(
                {"model": "m", "id": n, "lang": lang, "correct": n == 0}
                for n in range(3)
                for lang in (["en", "de"] if n else ["en"])
            )
        ),
        {"m": 1 / 5},
        guess=None,
    ),
    case(
        "tasks.jsonl",
        lines(
            *(
                {"model": "m", "category": c, "id": n, "correct": n % 2 == 0}
                for c in ("law", "art")
                for n in range(3)
            )
        ),
        {("m", "law"): 2 / 3, ("m", "art"): 2 / 3},
    ),
    case(
        "samples.jsonl",
        lines(
            *(
                {
                    "model": "m",
                    "question_id": n // 3,
                    "sample_idx": n % 3,
                    "correct": n in (0, 1, 3),
                }
                for n in range(6)
            )
        ),
        {"m": 0.5},
    ),
    case(
        "again.jsonl",
        lines(*({"model": "m", "id": n % 3, "correct": n < 2} for n in range(5))),
        {"m": 1 / 3},
        guess=None,
    ),
    case(
        "epochs.jsonl",
        lines(
            *(
                {"model": "m", "id": q, "epoch": e, "correct": e > q}
                for q in range(3)
                for e in (1, 2)
            )
        ),
        {"m": 0.5},
    ),
    case(
        "seed.jsonl",
        lines(*({"model": "m", "id": "x", "seed": 7, "correct": one} for one in (1, 0, 1, 1))),
        {"m": 0.75},
        guess=None,
    ),
    case(
        "texts.csv",
        "model,prompt,correct\n"
        + "".join(
            f'm,"What is {n} + {n}, and why? In a word first, then explain at length: {n}",{x}\n'
            for n, x in enumerate(GOOD)
        ),
        {"m": 4 / 6},
    ),
]
OUTCOMES = [
    case(
        "letters.jsonl",
        lines(
            *({"model": "m", "id": n, "prediction": "ABCDAB"[n], "label": "ABDDCB"[n]} for n in Q)
        ),
        {"m": 4 / 6},
        guess=True,
    ),
    case(
        "answers.jsonl",
        lines(
            *(
                {"model": m, "id": n, "pred": n % 3 if m == "a" else 1.0, "answer": str(n % 2)}
                for m in "ab"
                for n in range(4)
            )
        ),
        {"a": 0.5, "b": 0.5},
        guess=True,
    ),
    case(
        "classes.jsonl",
        lines(*({"model": "m", "id": n, "pred": GOOD[n], "label": POOR[n]} for n in Q)),
        {"m": 2 / 6},
        guess=True,
    ),
    case(
        "graded.jsonl",
        lines(
            *(
                {
                    "model": "m",
                    "id": n,
                    "prediction": f"It is {n}",
                    "answer": str(n),
                    "is_correct": GOOD[n] > 0,
                }
                for n in Q
            )
        ),
        {"m": 4 / 6},
    ),
    case(
        "gold.jsonl",
        lines(*({"model": "m", "id": n, "label": n % 2, "correct": GOOD[n] > 0} for n in Q)),
        {"m": 4 / 6},
    ),
    case(
        "judged.jsonl",
        lines(*({"model": "m", "id": n, "label": ("incorrect", "correct")[GOOD[n]]} for n in Q)),
        {"m": 4 / 6},
        guess=None,
    ),
    case(
        "agents.jsonl",
        lines(*({"model": "m", "id": n, "resolved": GOOD[n] > 0, "steps": STEPS} for n in Q)),
        {"m": 4 / 6},
    ),
    case("perfect.jsonl", of([1] * 6, model="m"), {"m": 1.0}, "all outcomes are", guess=True),
    case("hopeless.jsonl", of([0] * 6, model="m"), {"m": 0.0}, "all outcomes are", guess=True),
    case(
        "flagged.jsonl",
        lines(*({"model": "m", "id": n, "flagged": GOOD[n] > 0} for n in Q)),
        {"m": 4 / 6},
        "flagged",
        guess=True,
    ),
    case(
        "two.jsonl",
        lines(*({"model": "m", "id": n, "correct": GOOD[n] > 0, "passed": POOR[n] > 0} for n in Q)),
        {"m": 4 / 6},
        "passed",
        guess=True,
    ),
    case(
        "rewards.jsonl",
        lines(*({"model": "m", "id": n, "reward": n / 4 - 1} for n in range(8))),
        {"m": -0.125},
    ),
]
DOCUMENTS = [
    case(
        "outcomes.json",
        {m: {f"q{n}": marks[n] > 0 for n in Q} for m, marks in MARKS.items()},
        TWO,
        guess=None,
    ),
    case(
        "turned.json",
        {f"q{n}": {m: marks[n] > 0 for m, marks in MARKS.items()} for n in Q},
        TWO,
        guess=None,
    ),
    case("runs.json", RUNS, {"gpt-4": 3 / 6, "claude-3": 4 / 6}),
    case(
        "tree.json",
        {
            model: {
                task: [{"id": n, "correct": x > 0} for n, x in enumerate(runs)]
                for task, runs in tasks.items()
            }
            for model, tasks in RUNS.items()
        },
        OF_RUNS,
        guess=None,
    ),
    case(
        "deep.json",
        {
            model: {
                task: {f"q{n}": {"correct": x > 0, "n": 1} for n, x in enumerate(runs)}
                for task, runs in tasks.items()
            }
            for model, tasks in RUNS.items()
        },
        OF_RUNS,
        guess=None,
    ),
    case(
        "by-model.json",
        {m: [{"id": n, "correct": marks[n] > 0} for n in Q] for m, marks in MARKS.items()},
        TWO,
        guess=None,
    ),
    case(
        "of-models.json",
        {
            m: {f"q{n}": {"correct": marks[n] > 0, "cost": 1} for n in Q}
            for m, marks in MARKS.items()
        },
        TWO,
        guess=None,
    ),
    case(
        "above.json",
        {"engine": "gpt-4", "results": [{"id": n, "correct": GOOD[n] > 0} for n in Q]},
        {"gpt-4": 4 / 6},
    ),
    case(
        "below.json",
        {"results": [{"id": n, "correct": GOOD[n] > 0} for n in Q], "model": "gpt-4"},
        {"gpt-4": 4 / 6},
    ),
    case(
        "config.json",
        {
            "config": {"model": "gpt-4", "seed": 3},
            "benchmark": "sums",
            "results": [{"id": n, "correct": GOOD[n] > 0} for n in Q],
        },
        {("gpt-4", "sums"): 4 / 6},
    ),
    case("m.swe.json", {"resolved": ["a", "b"], "unresolved_ids": ["c", "d", "e"]}, {"m": 2 / 5}),
    case(
        "n.swe.json",
        {"total": 5, "resolved": 2, "resolved_ids": ["a", "b"], "unresolved_ids": ["c", "d", "e"]},
        {"n": 2 / 5},
    ),
]
INSPECT = {
    "version": 2,
    "status": "success",
    "eval": {"model": "org/m", "task": "sums", "dataset": {"samples": 79}, "config": {"epochs": 1}},
    "samples": [{"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}}],
}
DOCUMENTS.append(case("one.json", INSPECT, {("org/m", "sums"): 1.0}, "79", "78"))
FOLDERS = [
    folder(
        "stems",
        {"Llama-3.1-8B.jsonl": of(POOR), "Llama-3.2-3B.jsonl": of(GOOD)},
        {"Llama-3.1-8B": 2 / 6, "Llama-3.2-3B": 4 / 6},
    ),
    folder(
        "gpt-4",
        {f"run-{n}.jsonl": of([*GOOD[n % 6 :], *GOOD[: n % 6]]) for n in range(1, 16)},
        {"gpt-4": 4 / 6},
        "run-1.jsonl",
    ),
    folder(
        "both", {f"{m}_run{n}.jsonl": of(marks) for m, marks in MARKS.items() for n in (1, 2)}, TWO
    ),
    folder(
        "own", {f"{n}.jsonl": of(marks, model=m) for n, (m, marks) in enumerate(MARKS.items())}, TWO
    ),
    folder(
        "constant",
        {f"part{n}.jsonl": of(marks, checkpoint=m) for n, (m, marks) in enumerate(MARKS.items())},
        TWO,
        guess=None,
    ),
    folder("folders", {f"{m}/results.jsonl": of(marks) for m, marks in MARKS.items()}, TWO),
    folder(
        "tables",
        {
            f"{m}.csv": "id,correct\n" + "".join(f"{n},{x}\n" for n, x in enumerate(marks))
            for m, marks in MARKS.items()
        },
        TWO,
    ),
    folder(
        "documents",
        {
            f"{m}.json": json.dumps([{"id": n, "score": x} for n, x in enumerate(marks)])
            for m, marks in MARKS.items()
        },
        TWO,
        guess=None,
    ),
]
DATASET = [{"id": n, "text": f"Text {n}", "label": n % 2} for n in Q]
NOTHING = [
    case(
        "steps.jsonl",
        lines(*({"model": "m", "id": n, "steps": STEPS} for n in Q)),
        None,
        "no outcome",
        "steps[].step",
    ),
    case("steps.json", {"model": "m", "steps": STEPS}, None, "no outcome", "step: it counts up"),
    case(
        "turns.json",
        [{"id": n, "turns": [{"n": k, "role": "user", "score": k} for k in range(3)]} for n in Q],
        None,
        "no outcome",
        "turns[].score",
    ),
    case("dataset.jsonl", lines(*DATASET), None, "no outcome", "label", "gold answer"),
    case(
        "stars.jsonl",
        lines(*({"id": n, "review": f"r{n}", "label": n % 5 + 1} for n in Q)),
        None,
        "no outcome",
        "label",
    ),
    case(
        "never.jsonl",
        lines(
            *(
                {"id": n, "provider": "acme", "output": f"The answer is {n}.", "answer": str(n)}
                for n in Q
            )
        ),
        None,
        "no outcome",
        "output == answer",
    ),
    case(
        "never.json",
        [{"id": n, "provider": "acme", "output": [f"It is {n}"], "answer": str(n)} for n in Q],
        None,
        "no outcome",
    ),
    case(
        "aggregate.json",
        {"task": "sums", "avg_score": 0.5, "max_score": 1, "min_score": 0},
        None,
        "summary",
        "gate",
    ),
    case(
        "aggregate.jsonl",
        lines(*({"model": m, "mean": 0.5, "max_score": 1, "min_score": 0} for m in MARKS)),
        None,
        "summary",
        "gate --at-least",
    ),
    case(
        "board.csv",
        "model,accuracy,stderr,n\nsmall,0.33,0.02,500\nlarge,0.67,0.02,500\n",
        None,
        "summary",
        "gate --at-least",
    ),
    case(
        "board.json",
        [{"model": "a", "score": 71.2}, {"model": "b", "score": 69.0}],
        None,
        "summary",
    ),
    case(
        "means.json",
        {
            "results": {
                "arc": {"acc": 0.5, "acc_stderr": 0.01},
                "mmlu": {"acc": 0.6, "acc_stderr": 0.01},
            }
        },
        None,
        "summary",
    ),
    case("texts.csv", "a,b\nhello,world\nbye,world\n", None, "no outcome"),
    case(
        "costs.jsonl",
        lines(*({"model": "m", "id": n, "latency": n / 7, "cost": 0.1, "tokens": 9} for n in Q)),
        None,
        "no outcome",
    ),
    case(
        "values.csv", "key,value\n" + "".join(f"k{n},{n}\n" for n in Q), None, "no outcome", "value"
    ),
    case(
        "flags.jsonl",
        lines(*({"model": "m", "id": n, "flagged": GOOD[n] > 0, "cached": POOR[n] > 0} for n in Q)),
        None,
        "flagged",
        "cached",
    ),
    case(
        "status.jsonl",
        lines(*({"model": "m", "id": n, "status": "ok", "text": f"t{n}"} for n in Q)),
        None,
        "no outcome",
        "status",
    ),
    case(
        "pairs.jsonl",
        lines(
            *(
                {"id": n, "model_a": "x", "model_b": "y", "winner": ("model_a", "model_b")[GOOD[n]]}
                for n in Q
            )
        ),
        None,
        "no outcome",
    ),
    case(
        "prompts.jsonl",
        lines(*({"id": n, "prompt": f"p{n}", "answer": n % 2} for n in Q)),
        None,
        "no outcome",
        "answer",
    ),
    case("tiny.json", {"a": {"b": [1, 2, {"c": "x"}]}}, None, "no outcome"),
    case("log.yaml", "- model: m\n  question: a\n  outcome: 1\n", None, "YAML"),
    case("log.yml", "model: m\nresults:\n  - id: 1\n    correct: true\n", None, "YAML"),
    case("disguised.txt", "---\nmodel: m\nresults:\n  - id: 1\n    correct: true\n", None, "YAML"),
    case(
        "ranks.jsonl",
        lines(
            *(
                {"model": m, "id": n, "rank": k, "choices": ["x", "y"]}
                for k, m in enumerate(MARKS)
                for n in Q
            )
        ),
        None,
        "no outcome",
    ),
    case(
        "empty.jsonl",
        lines(*({"model": "m", "id": n, "correct": None} for n in Q)),
        None,
        "no outcome",
    ),
]
MORE = [
    case(
        "words.json",
        {m: {f"t{n}": ("fail", "pass")[marks[n]] for n in Q} for m, marks in MARKS.items()},
        TWO,
        guess=None,
    ),
    case(
        "dated.json",
        {
            "date": "2026-01-01",
            "results": {m: {f"t{n}": marks[n] > 0 for n in Q} for m, marks in MARKS.items()},
        },
        TWO,
        guess=None,
    ),
    case(
        "key-runs.json",
        {
            m: {
                f"q{n}": {f"run_{k}": {"correct": (n + k) % 3 > 0, "cost": 1} for k in (1, 2)}
                for n in Q
            }
            for m in ("gpt-4", "o1")
        },
        {"gpt-4": 4 / 6, "o1": 4 / 6},
    ),
    case(
        "figures.json",
        {"gpt-4": {"math": 0.5, "code": 0.7}, "o1": {"math": 0.6, "code": 0.8}},
        None,
        "summary",
    ),
    case(
        "training.jsonl",
        lines(*({"step": n, "loss": 1 / (n + 1), "accuracy": 0.3 + n / 100} for n in range(9))),
        {"training": 0.34},
        guess=True,
    ),
    case(
        "trajectory.jsonl",
        lines(
            *(
                {
                    "model": "m",
                    "id": n,
                    "steps": [{"reward": 0}, {"reward": 0}, {"reward": int(n > 2)}],
                }
                for n in Q
            )
        ),
        None,
        "no outcome",
        "parts of one trial",
    ),
    case(
        "tests.jsonl",
        lines(*({"model": "m", "id": n, "tests": [True, n > 2, n > 1]} for n in Q)),
        None,
        "no outcome",
        "parts of one trial",
    ),
    case(
        "confidence.jsonl",
        lines(*({"model": "m", "id": n, "label": "POS", "score": 0.9 + n / 100} for n in Q)),
        {"m": 0.925},
        guess=True,
    ),
    case(
        "tested.jsonl",
        lines(*({"model": "m", "id": n, "passed": 5 * n % 6, "failed": 6 - n} for n in Q)),
        {"m": 2.5},
        guess=True,
    ),
    case(
        "pair.jsonl",
        lines(*({"model": "m", "id": n, "score_a": n % 4 + 1, "score_b": n % 3 + 1} for n in Q)),
        None,
        "no outcome",
        "score_a, score_b",
    ),
    case(
        "points.jsonl",
        lines(*({"model": "m", "id": n, "score": n % 4, "max_score": n % 4 + 2} for n in Q)),
        {"m": 7 / 6},
        guess=True,
    ),
    case(
        "ties.jsonl",
        lines(*({"model": "m", "id": n, "outcome": ("win", "loss", "tie")[n % 3]} for n in Q)),
        None,
        "no outcome",
        "--category",
        "win, loss, tie",
    ),
    case(
        "plus-minus.jsonl",
        lines(*({"model": "m", "id": n, "reward": 2 * GOOD[n] - 1} for n in Q)),
        {"m": 1 / 3},
    ),
    case(
        "sweep.jsonl",
        lines(
            *(
                {"model": "m", "id": q, "temperature": t, "correct": q > t}
                for q in range(3)
                for t in (0.0, 1.0)
            )
        ),
        {"m": 0.5},
        guess=True,
    ),
    case(
        "norm.jsonl",
        lines(*({"model": "m", "id": n, "acc": GOOD[n], "acc_norm": POOR[n]} for n in Q)),
        {"m": 4 / 6},
        guess=True,
    ),
    case(
        "texts.jsonl",
        lines(*({"model": "m", "id": n, "correct": ("False", "True")[GOOD[n]]} for n in Q)),
        {"m": 4 / 6},
    ),
    case(
        "records.jsonl",
        lines(
            *(
                {"id": f"u{n}", "model": "m", "question_id": n % 3, "correct": n in (0, 1, 3)}
                for n in Q
            )
        ),
        {"m": 0.5},
        guess=None,
    ),
    case(
        "parents.csv",
        "parent_model,qid,correct\nbase,a,1\nbase,b,0\nbase,c,0\n",
        {"parents": 1 / 3},
    ),
    case(
        "transcripts.jsonl",
        lines(
            *(
                {
                    "model": "m",
                    "id": n,
                    "messages": [
                        {"role": "user", "content": "x"},
                        {"role": "tool", "success": True},
                    ],
                    "success": GOOD[n] > 0,
                }
                for n in Q
            )
        ),
        {"m": 4 / 6},
    ),
    folder(
        "tasks-of-models",
        {
            f"{m}/{task}.jsonl": of(marks[:4] if task == "math" else marks[2:])
            for m, marks in MARKS.items()
            for task in ("math", "code")
        },
        {
            ("small", "math"): 1 / 4,
            ("small", "code"): 2 / 4,
            ("large-2", "math"): 3 / 4,
            ("large-2", "code"): 3 / 4,
        },
        guess=True,
    ),
    folder(
        "runs-of-models",
        {f"{m}/run-{k}.jsonl": of(marks) for m, marks in MARKS.items() for k in (1, 2)},
        TWO,
    ),
]
LATER = [
    case(
        "pass-k.json", {f"q{n}": {"num_samples": 10, "num_correct": n} for n in Q}, {"pass-k": 0.25}
    ),
    case("lists.json", {f"q{n}": [True, False, GOOD[n] > 0] for n in Q}, {"lists": 10 / 18}),
    case("transposed.csv", "model,q1,q2,q3\nm1,1,0,1\nm2,0,0,1\n", {"m1": 2 / 3, "m2": 1 / 3}),
    case("runs.csv", "question,model,r1,r2\na,m,1,0\nb,m,0,0\nc,m,1,1\n", {"m": 0.5}, guess=True),
    case(
        "matrix.csv",
        "question,alice,bob\na,1,0\nb,0,1\nc,1,1\n",
        {"alice": 2 / 3, "bob": 2 / 3},
        guess=True,
    ),
    case("board-of-tasks.csv", "Model,MMLU,GSM8K\ngpt-4,86.4,92\no1,90.1,95\n", None, "summary"),
    case(
        "subjects.json",
        {
            "model": "gpt-4",
            "overall": {"acc": 0.7},
            "by_subject": {"law": {"acc": 0.5, "n": 10}, "art": {"acc": 0.9, "n": 10}},
        },
        {"gpt-4": 0.7},
        guess=True,
    ),
    case(
        "heads.json",
        {
            "metadata": {"model_name": "gpt-4"},
            "summary": {"accuracy": 0.66, "total": 6},
            "samples": [{"id": n, "correct": GOOD[n] > 0} for n in Q],
        },
        {"gpt-4": 4 / 6},
    ),
    case(
        "rated.csv",
        "text,label,prediction,confidence\n"
        + "".join(f"t{n},{n % 2},{(n + 1 - GOOD[n]) % 2},0.9{n}\n" for n in Q),
        {"rated": 4 / 6},
        guess=True,
    ),
    case(
        "elo.json",
        [
            {"model": "a", "elo": 1200, "ci_lower": 1190, "ci_upper": 1210},
            {"model": "b", "elo": 1100, "ci_lower": 1090, "ci_upper": 1110},
        ],
        None,
        "summary",
    ),
    case(
        "rubric.jsonl",
        lines(*({"id": n, "model": "m", "kind": n % 5 + 1, "safe": n % 3 + 1} for n in Q)),
        None,
        "no outcome",
        "kind, safe",
    ),
    case(
        "votes.jsonl",
        lines(*({"id": n, "model": "m", "votes": [1, 0, 1]} for n in Q)),
        None,
        "no outcome",
        "votes[]",
    ),
    case(
        "languages.jsonl",
        lines(
            *(
                {"id": n // 2, "lang": ("py", "js")[n % 2], "model": "m", "correct": GOOD[n] > 0}
                for n in Q
            )
        ),
        {"m": 4 / 6},
        guess=True,
    ),
    case(
        "results.jsonl",
        lines(*({"task_id": f"T/{n}", "result": ("failed: x", "passed")[GOOD[n]]} for n in Q)),
        None,
        "no outcome",
        "--category",
    ),
]
CORPUS = [*RECORDS, *QUESTIONS, *OUTCOMES, *DOCUMENTS, *FOLDERS, *NOTHING, *MORE, *LATER]
