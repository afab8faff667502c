"""Make the sample log `labelled.jsonl`: a judge's outcomes of four models, and some labels.

The judge says yes to 95 of 100 right answers and to 25 of 100 wrong ones, but to 50 of those of the
model `fluent`. A second judge, `regex`, says yes to 80 and 5 of 100. A person labelled 30 % of the
trials (`human`), and another some of these (`second`). Seeded: the same file every time.

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
# The second judge, and how often two people agree.
REGEX_IF_RIGHT, REGEX_MISLED = 0.80, 0.05
SECOND, ALIKE = 0.7, 0.94


def main():
    """Write the log to standard output."""
    source, others = random.Random(SEED), random.Random(SEED + 1)
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
                record["regex"] = int(
                    others.random() < (REGEX_IF_RIGHT if correct else REGEX_MISLED)
                )
                if source.random() < LABELLED:
                    record["human"] = int(correct)
                    if others.random() < SECOND:
                        record["second"] = int(correct == (others.random() < ALIKE))
                sys.stdout.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
