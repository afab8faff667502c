"""Logs that mislead: parts of trials, counters, figures and names."""

from shapes.corpus.cases import GOOD, MARKS, POOR, TWO, Q, case, folder, of
from shapes.samples import lines

TRAPS = [
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
