"""Documents with names above their records, and folders of files."""

import json

from shapes.corpus.cases import (
    GOOD,
    MARKS,
    OF_RUNS,
    POOR,
    RUNS,
    TWO,
    Q,
    case,
    folder,
    of,
)

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
