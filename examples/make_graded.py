"""Make the sample log `graded.jsonl`: four models, 40 questions, 4 trials with signals each.

Each record has whether the answer is right, whether it is boxed, how many tokens it took, the mean
bits per token, and why the model stopped. Seeded: the same file every time.

    python examples/make_graded.py > examples/graded.jsonl
"""

import json
import random
import sys

# Share of right and of boxed answers, mean tokens, and bits per token of right and wrong answers.
MODELS = {
    "careful": (0.66, 0.97, 2400, 0.30, 0.62),
    "terse": (0.58, 0.90, 700, 0.35, 0.55),
    "fluent": (0.69, 0.55, 1900, 0.28, 0.34),
    "small": (0.35, 0.80, 1300, 0.50, 0.66),
}
QUESTIONS, TRIALS, LONGEST, SEED = 40, 4, 8192, 20260102
FAILED = 0.01


def main():
    """Write the log to standard output."""
    source = random.Random(SEED)
    ease = [source.gauss(0, 0.18) for _ in range(QUESTIONS)]
    for model, (right, boxed, tokens, sure, unsure) in MODELS.items():
        for question in range(QUESTIONS):
            for trial in range(TRIALS):
                correct = source.random() < right + ease[question]
                used = min(round(tokens * source.lognormvariate(0, 0.5)), LONGEST)
                bits = source.gauss(sure if correct else unsure, 0.08)
                record = {
                    "model": model,
                    "question": f"q{question + 1:02}",
                    "trial": trial,
                    "correct": correct,
                    "boxed": source.random() < boxed,
                    "tokens": used,
                    "bits": round(max(bits, 0.05), 3),
                    "finish": "length" if used == LONGEST or source.random() < FAILED else "stop",
                }
                sys.stdout.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
