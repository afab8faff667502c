"""Logs without an outcome."""

from shapes.corpus.cases import GOOD, MARKS, POOR, STEPS, Q, case
from shapes.samples import lines

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
