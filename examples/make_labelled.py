"""Make the sample log `labelled.jsonl`: a judge's outcomes of four models, and some labels.

The judge says yes to 95 of 100 right answers and to 25 of 100 wrong ones, but to 50 of those of the
model `fluent`. 30 % of the trials have a label. Seeded: the same file every time.

    python examples/make_labelled.py > examples/labelled.jsonl
"""

import json
import random
import sys

# Share of right answers, and how often the judge says yes to wrong ones.
MODELS = {
    "large": (0.75, 0.25),
    "fluent": (0.60, 0.50),
    "medium": (0.55, 0.25),
    "small": (0.35, 0.25),
}
QUESTIONS, TRIALS, SEED = 50, 4, 20261127
YES_IF_RIGHT, LABELLED = 0.95, 0.3


def main():
    """Write the log to standard output."""
    source = random.Random(SEED)
    ease = [source.gauss(0, 0.2) for _ in range(QUESTIONS)]
    for model, (right, misled) in MODELS.items():
        for question in range(QUESTIONS):
            for trial in range(TRIALS):
                correct = source.random() < right + ease[question]
                record = {
                    "model": model,
                    "question": f"q{question + 1:02}",
                    "trial": trial,
                    "outcome": int(source.random() < (YES_IF_RIGHT if correct else misled)),
                }
                if source.random() < LABELLED:
                    record["human"] = int(correct)
                sys.stdout.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
