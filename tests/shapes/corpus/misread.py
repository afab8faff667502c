"""Logs that look like others: what is true may be a failure, a list a group, a file a task."""

from shapes.corpus.cases import GOOD, MARKS, POOR, TWO, Q, case, folder, of
from shapes.samples import lines

A, B = MARKS.values()
# Each question is tried until it succeeds.
UNTIL = [[0, 1], [1], [0, 0, 1], [1], [1], [0, 1]]


def entries(marks, key="id"):
    """Records inside a list."""
    return [{key: f"q{n}", "correct": mark > 0} for n, mark in enumerate(marks)]


def both(name, turn=lambda mark: mark > 0, **more):
    """Records of two models with one field of true and false."""
    return lines(
        *(
            {"model": m, "id": n, name: turn(marks[n]), **more}
            for m, marks in MARKS.items()
            for n in Q
        )
    )


LISTS = [
    case(
        "groups.json",
        {"models": [{"name": m, "results": entries(marks)} for m, marks in MARKS.items()]},
        None,
        "no outcome",
        '"results[].id" names the question inside a list',
    ),
    case(
        "by-task.json",
        {"model": "x", "tasks": [{"name": t, "samples": entries(x)} for t, x in MARKS.items()]},
        None,
        "no outcome",
        "inside a list",
    ),
    case(
        "items.json",
        [{"name": m, "items": entries(marks, "question")} for m, marks in MARKS.items()],
        None,
        "inside a list",
    ),
    case(
        "answers-of-models.jsonl",
        lines(
            *(
                {
                    "question": n,
                    "answers": [
                        {"model": m, "correct": marks[n] > 0} for m, marks in MARKS.items()
                    ],
                }
                for n in Q
            )
        ),
        None,
        '"answers[].model" names the model inside a list',
    ),
    case(
        "until.jsonl",
        lines(
            *(
                {
                    "task": f"t{n}",
                    "model": "m",
                    "attempts": [{"attempt": k, "success": x > 0} for k, x in enumerate(one)],
                }
                for n, one in enumerate(UNTIL)
            )
        ),
        {"m": 3 / 6},
        "after a success",
        guess=True,
    ),
    case(
        "of-trials.json",
        {"model": "x", "trials": {f"q{n}": [A[n] > 0, B[n] > 0] for n in Q}},
        {"x": 0.5},
        guess=None,
    ),
    case(
        "in-pairs.jsonl",
        lines(
            *(
                {
                    "model": "m",
                    "task_id": f"t/{n}",
                    "results": [
                        [k, {"passed": x[n] > 0, "result": "x"}] for k, x in enumerate((A, B))
                    ],
                }
                for n in Q
            )
        ),
        {"m": 0.5},
    ),
    case(
        "model-task-question.json",
        {
            m: {
                t: {f"q{n}": marks[n] for n in Q[at : at + 3]} for t, at in (("law", 0), ("art", 3))
            }
            for m, marks in MARKS.items()
        },
        {
            ("small", "law"): sum(A[:3]) / 3,
            ("small", "art"): sum(A[3:]) / 3,
            ("large-2", "law"): sum(B[:3]) / 3,
            ("large-2", "art"): sum(B[3:]) / 3,
        },
        guess=None,
    ),
    case(
        "model-task-question-runs.json",
        {
            m: {t: {f"q{n}": [marks[n], marks[n - 1]] for n in Q} for t in ("law", "art")}
            for m, marks in (("x", A), ("y", B))
        },
        {(m, t): sum(marks) / 6 for m, marks in (("x", A), ("y", B)) for t in ("law", "art")},
        guess=True,
    ),
]

OPPOSITES = [
    case("failed.jsonl", both("failed", lambda mark: not mark), TWO, "turned round", guess=True),
    case("is-wrong.csv",
         "model,id,is_wrong\n" + "".join(f"m,{n},{x}\n" for n, x in enumerate(GOOD)),
         {"m": 2 / 6}, "turned round", guess=True),
    case("incorrect.jsonl", both("incorrect", lambda mark: not mark), TWO, guess=True),
    case("hallucinated.jsonl", both("hallucinated"), None, "no outcome", "true seems to be bad"),
    case("refused.jsonl", both("refused"), None, "no outcome", "--category fail=true"),
    case("cached.jsonl", both("cached", stream=True), None, "no outcome", "a setting"),
    case(
        "suspicious.jsonl",
        lines(*({"model": m, "id": n, "odd": GOOD[n] > 0} for m in MARKS for n in Q)),
        None,
        "all models have the same value of it on each question",
    ),
    case(
        "levels.jsonl",
        lines(
            *(
                {"question": n, "level": n % 2, "model": "m", "predicted": "xy"[x], "gold": "y"}
                for n, x in enumerate(GOOD)
            )
        ),
        {"m": 4 / 6},
        "predicted == gold",
        guess=True,
    ),
    case(
        "actual.jsonl",
        lines(*({"model": "m", "id": n, "expected": GOOD[n], "actual": POOR[n]} for n in Q)),
        {"m": sum(a == b for a, b in zip(GOOD, POOR, strict=True)) / 6},
        "actual == expected",
        guess=True,
    ),
    case(
        "suites.jsonl",
        lines(*({"model": "m", "suite": f"s{n}", "passed": n, "failed": 6 - n} for n in Q)),
        None,
        "no outcome",
    ),
    case("half.jsonl", '{"model":"a","question":"q","outcome":1}\n{"model":"a",\n', {"a": 1.0},
         "1 of 2 records cannot be read", guess=True),
    case(
        "thrice.jsonl",
        lines(*({"model": "m", "id": n, "correct": GOOD[n] > 0} for n in Q for _ in range(3))),
        {"m": 4 / 6},
        "all trials of a question are alike",
        guess=True,
    ),
    case("none.json", [], None, "empty"),
    case("header.csv", "model,question,outcome\n", None, "no row"),
]  # fmt: skip

NAMES = [
    case(
        "checkpoints.jsonl",
        lines(
            *(
                {"id": n, "checkpoint": step, "correct": marks[n] > 0}
                for step, marks in ((1000, A), (2000, B))
                for n in Q
            )
        ),
        {"1000": 2 / 6, "2000": 4 / 6},
        '"checkpoint" is taken for the model',
        guess=True,
    ),
    case(
        "variant.jsonl",
        lines(
            *(
                {"id": n, "variant": m, "correct": marks[n] > 0}
                for m, marks in (("cot", A), ("direct", B))
                for n in Q
            )
        ),
        {"cot": 2 / 6, "direct": 4 / 6},
        guess=True,
    ),
    case(
        "modell.csv",
        "modell;frage;richtig\n"
        + "".join(f"{m};{n};{marks[n]}\n" for m, marks in (("m0", A), ("m1", B)) for n in Q),
        {"m0": 2 / 6, "m1": 4 / 6},
        guess=True,
    ),
    case(
        "columns-of-runs.csv",
        "problem,gpt_1,gpt_2,llama_1,llama_2\n"
        + "".join(f"q{n},{GOOD[n]},{POOR[n]},{POOR[n]},{GOOD[n]}\n" for n in Q),
        None,
        "models, as --model '*' takes them, or trials of gpt, llama",
    ),
    case(
        "published.csv",
        "model,task,correct,total\n"
        + "".join(f"m{n},{t},{205 + 9 * n},500\n" for n in range(3) for t in ("gsm", "mmlu")),
        None,
        "summary",
    ),
    case(
        "accuracies.csv",
        "model,benchmark,accuracy,n\nm1,gsm,0.52,500\nm1,mmlu,0.554,500\nm2,gsm,0.452,500\n",
        None,
        "summary",
    ),
]

NAMES += [
    case(
        "tests-passed.jsonl",
        lines(*({"model": "m", "id": n, "tests_passed": n % 4, "tests_total": 5} for n in Q)),
        {"m": 7 / 6},
        "numbers other than 0 and 1",
        guess=True,
    ),
    case(
        "mostly-missing.jsonl",
        lines(*({"model": "m", "id": n, "score": (n % 2 if n < 2 else None)} for n in Q)),
        {"m": 0.5},
        "4 of 6 outcomes are missing",
        guess=True,
    ),
    case(
        "until-flat.jsonl",
        lines(
            *(
                {"model": "m", "id": n, "attempt": k, "success": x > 0}
                for n, one in enumerate(UNTIL)
                for k, x in enumerate(one)
            )
        ),
        {"m": 13 / 18},
        "tried until it succeeds",
        guess=True,
    ),
    case(
        "conditions.jsonl",
        lines(*({"id": n, "condition": c, "correct": GOOD[n] > 0} for c in ("x", "y") for n in Q)),
        {"conditions": 4 / 6},
        '"condition" may name the model',
        guess=True,
    ),
    case(
        "runs-of-questions.json",
        {
            m: {f"run{k}": {f"q{n}": marks[n - k] for n in Q} for k in (1, 2)}
            for m, marks in MARKS.items()
        },
        TWO,
        guess=None,
    ),
    case(
        "classified.jsonl",
        lines(*({"id": n, "model": "m", "predicted": "AB"[GOOD[n]], "actual": "B"} for n in Q)),
        {"m": 4 / 6},
        "predicted == actual",
        guess=True,
    ),
]

FILES = [
    folder(
        "benchmarks",
        {
            f"{t}.jsonl": lines(
                *(
                    {"model": m, "id": n, "correct": (n + k + len(m)) % 3 == 0}
                    for m in ("a", "bb")
                    for n in Q
                )
            )
            for k, t in enumerate(("gsm8k", "mmlu"))
        },
        {(m, t): 2 / 6 for m in ("a", "bb") for t in ("gsm8k", "mmlu")},
    ),
    folder(
        "of-one-model",
        {"gsm8k.jsonl": of(A), "mmlu.jsonl": of(B)},
        {("of-one-model", "gsm8k"): 2 / 6, ("of-one-model", "mmlu"): 4 / 6},
        "names of files are taken for tasks",
        guess=True,
    ),
    folder(
        "shards",
        {
            f"shard_{k}_of_2.jsonl": lines(
                *({"id": f"{k}-{n}", "correct": x > 0} for n, x in enumerate(marks))
            )
            for k, marks in enumerate((A, B))
        },
        {"shards": 0.5},
        "parts of one log",
        guess=True,
    ),
    folder(
        "runs-by-number",
        {f"{m}_{k}.jsonl": of(marks) for m, marks in (("gpt", A), ("llama", B)) for k in (0, 1)},
        {"gpt": 2 / 6, "llama": 4 / 6},
        "may be models",
        guess=True,
    ),
    folder(
        "days",
        {"2026-01-01.jsonl": of(A), "2026-01-02.jsonl": of(B)},
        {"2026-01-01": 2 / 6, "2026-01-02": 4 / 6},
        "names of files are taken for models",
        guess=True,
    ),
    folder(
        "grid",
        {
            f"{m}/{t}/run_{k}.jsonl": of(marks)
            for m, marks in (("x", A), ("y", B))
            for t in ("gsm", "mmlu")
            for k in (1, 2)
        },
        {(m, t): s for m, s in (("x", 2 / 6), ("y", 4 / 6)) for t in ("gsm", "mmlu")},
        guess=True,
    ),
]

MISREAD = [*LISTS, *OPPOSITES, *NAMES, *FILES]
