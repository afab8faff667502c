"""A small log of each shape: its file's name, its text, the options that read it, and its counts.

The counts are by model, task and question: failures, successes and missing outcomes.
"""

import json
from typing import Any, NamedTuple


class Sample(NamedTuple):
    """A log of some shape."""

    name: str
    text: str
    options: dict[str, Any]
    rows: dict[tuple[str, str, str], tuple[int, int, int]]


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


TREES = [
    {"idx": 900 + n, "infos": [{"r": int((n + t) % 3 == 0), "x": "y"} for t in range(5)]}
    for n in range(4)
]
LISTS = [{"model": "m", "question": f"q{n}", "accs": [n > 0, False, True]} for n in range(3)]
ANSWERS = [
    {"model": m, "id": f"q{n}", "pred": n % 2 if m == "a" else 1.0, "answer": str(n % 2)}
    for m in "ab"
    for n in range(4)
]
PERFORMANCES = [
    {"model_name": m, "question_id": n, "is_correct": (n + len(m)) % 2 == 0}
    for m in ("small", "large-2")
    for n in range(3)
]
CELLS = [
    [n // 2, "ab"[n % 2], 'é ["]', n % 3 == 0, {"f1": n % 2, "parts": [1, 0]}] for n in range(6)
]
ROWS = {
    "_type": "table",
    "column_types": {"params": {"type_map": {}}, "wb_type": "typedDict"},
    "columns": ["id", "llm", "prompt", "correct", "scores"],
    "data": CELLS,
    "ncols": 5,
    "nrows": 6,
}
ARENA = {f"q{n}": {"model": "m", "correct": n % 2 == 0, "cost": 1.5} for n in range(5)}


def rows(trials, task=""):
    """Counts of trials: model, question and 0, 1 or None."""
    found = {}
    for model, question, outcome in trials:
        row = list(found.get((model, task, question), (0, 0, 0)))
        row[2 if outcome is None else outcome] += 1
        found[model, task, question] = tuple(row)
    return found


SAMPLES = [
    Sample(
        "trees.json",
        json.dumps(TREES),
        {"question": "idx", "outcome": "infos[].r", "constants": {"model": "gpt-4"}},
        rows(("gpt-4", str(r["idx"]), one["r"]) for r in TREES for one in r["infos"]),
    ),
    Sample(
        "lists.jsonl",
        lines(*LISTS),
        {"outcome": "accs[]"},
        rows(("m", r["question"], int(one)) for r in LISTS for one in r["accs"]),
    ),
    Sample(
        "lists.csv",
        "model,question,accs\n"
        + "".join(f'm,{r["question"]},"{json.dumps(r["accs"])}"\n' for r in LISTS),
        {"outcome": "accs[]"},
        rows(("m", r["question"], int(one)) for r in LISTS for one in r["accs"]),
    ),
    Sample(
        "inside.json",
        json.dumps({"version": 1, "performances": PERFORMANCES, "notes": ["x"]}, indent=1),
        {
            "records": "performances",
            "model": "model_name",
            "question": "question_id",
            "outcome": "is_correct",
        },
        rows((r["model_name"], str(r["question_id"]), int(r["is_correct"])) for r in PERFORMANCES),
    ),
    Sample(
        "rows.table.json",
        json.dumps(ROWS),
        {"model": "llm", "question": "id", "outcome": "correct"},
        rows((llm, str(n), int(correct)) for n, llm, _, correct, _ in CELLS),
    ),
    Sample(
        "rows-late.json",
        json.dumps({name: ROWS[name] for name in ("data", "columns")}, indent=1),
        {"model": "llm", "question": "id", "outcome": "correct"},
        rows((llm, str(n), int(correct)) for n, llm, _, correct, _ in CELLS),
    ),
    Sample(
        "rows-split.json",
        json.dumps(
            {
                "columns": ["model", "question", "outcome"],
                "index": [0, 1],
                "data": [["m", "a", 1], ["m", "b", 0]],
            }
        ),
        {},
        rows([("m", "a", 1), ("m", "b", 0)]),
    ),
    Sample(
        "keyed.json",
        json.dumps(ARENA),
        {"records": ".", "outcome": "correct"},
        rows(("m", name, int(r["correct"])) for name, r in ARENA.items()),
    ),
    Sample(
        "keyed-inside.json",
        json.dumps({"about": {"x": 1}, "instances": ARENA}),
        {"records": "instances", "outcome": "correct"},
        rows(("m", name, int(r["correct"])) for name, r in ARENA.items()),
    ),
    Sample(
        "wide.jsonl",
        lines(
            {"id": 1, "gpt-4": {"is_correct": True}, "o1": {"is_correct": False}, "n": 3},
            {"id": 2, "gpt-4": {"is_correct": False}, "o1": {"is_correct": True}, "n": 3},
        ),
        {"question": "id", "outcome": "*.is_correct", "model": "*"},
        rows([("gpt-4", "1", 1), ("o1", "1", 0), ("gpt-4", "2", 0), ("o1", "2", 1)]),
    ),
    Sample(
        "wide.csv",
        "qid,gpt-4_correct,o1_correct,len\na,1,0,7\nb,0,1,9\nc,1,1,3\n",
        {"question": "qid", "outcome": "*_correct", "model": "*"},
        rows(
            (model, question, int(one))
            for question, pair in {"a": "10", "b": "01", "c": "11"}.items()
            for model, one in zip(("gpt-4", "o1"), pair, strict=True)
        ),
    ),
    Sample(
        "named.csv",
        "qid,gpt-4,o1,len\na,1,0,7\nb,0,1,9\n",
        {"question": "qid", "outcome": "{gpt-4,o1}", "model": "*"},
        rows([("gpt-4", "a", 1), ("o1", "a", 0), ("gpt-4", "b", 0), ("o1", "b", 1)]),
    ),
    Sample(
        "answers.jsonl",
        lines(*ANSWERS),
        {"question": "id", "outcome": "pred == answer"},
        rows((r["model"], r["id"], int(float(r["pred"]) == float(r["answer"]))) for r in ANSWERS),
    ),
    Sample(
        "alternatives.jsonl",
        lines(
            {"model": "m", "question": "a", "passed": True},
            {"model": "m", "question": "b", "success": False},
            {"model": "m", "question": "c", "passed": None},
        ),
        {"outcome": "passed,success", "on_missing": "drop"},
        rows([("m", "a", 1), ("m", "b", 0), ("m", "c", None)]),
    ),
    Sample(
        "rates.csv",
        "model,question,pass@1\nm,a,0.3\nm,b,100%\nm,c,0\n",
        {"total": 10, "rate": "pass@1"},
        {("m", "", "a"): (7, 3, 0), ("m", "", "b"): (0, 10, 0), ("m", "", "c"): (10, 0, 0)},
    ),
    Sample(
        "performances.json",
        json.dumps(
            {
                "performances": [
                    {"question_id": f"q{n}", "model": "m", "date": 1, "pass@1": 100.0 * n / 10}
                    for n in (0, 3, 10)
                ],
                "models": [{"model_name": "m"}],
            }
        ),
        {
            "records": "performances",
            "question": "question_id",
            "total": 10,
            "rate": "pass@1 / 100",
        },
        {("m", "", f"q{n}"): (10 - n, n, 0) for n in (0, 3, 10)},
    ),
    Sample(
        "totals.jsonl",
        lines(*({"model": "m", "question": n, "n": n, "acc": round(1 / n, 3)} for n in (1, 3, 7))),
        {"total": "n", "rate": "acc"},
        {("m", "", str(n)): (n - 1, 1, 0) for n in (1, 3, 7)},
    ),
    Sample(
        "semicolons.csv",
        "model;question;outcome\nm;a,b;1\nm;c;0\n",
        {},
        rows([("m", "a,b", 1), ("m", "c", 0)]),
    ),
    Sample(
        "tabs.csv",
        "model\tquestion\toutcome\nm\ta\t1\nm\tc\t0\n",
        {},
        rows([("m", "a", 1), ("m", "c", 0)]),
    ),
]
