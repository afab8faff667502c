"""Logs whose columns or names stand for trials, questions or models."""

from shapes.corpus.cases import GOOD, Q, case
from shapes.samples import lines

COLUMNS = [
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
