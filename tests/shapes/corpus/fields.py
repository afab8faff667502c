"""Logs in which several fields may be the question, or the outcome."""

from shapes.corpus.cases import GOOD, POOR, STEPS, Q, case, of
from shapes.samples import lines

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
