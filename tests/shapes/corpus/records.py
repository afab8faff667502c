"""Logs with a record for each trial, or for each question."""

from shapes.corpus.cases import BOTH, GOOD, POOR, TWO, Q, case, of
from shapes.samples import lines

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
