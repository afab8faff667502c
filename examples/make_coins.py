"""Make the sample log `coins.jsonl`: eleven biased-coin models, 30 questions, 80 trials.

The models' mean success probabilities are those of section 2.7 of arXiv:2510.04265. The paper does
not publish the questions' probabilities. Here each model's are drawn from a Beta distribution about
its mean, and then shifted to have exactly that mean. Seeded: the same file every time.

    python examples/make_coins.py > examples/coins.jsonl
"""

import json
import random
import sys

MEANS = [0.2332, 0.2545, 0.3604, 0.3642, 0.3642, 0.4466, 0.5418, 0.5276, 0.608, 0.6213, 0.7327]
QUESTIONS, TRIALS, CONCENTRATION, SEED = 30, 80, 4.0, 20260101


def probabilities(mean, random_source):
    """Give the success probabilities of a model's questions, with exactly this mean."""
    drawn = [
        random_source.betavariate(CONCENTRATION * mean, CONCENTRATION * (1 - mean))
        for _ in range(QUESTIONS)
    ]
    for _ in range(200):
        shift = mean - sum(drawn) / QUESTIONS
        drawn = [min(max(p + shift, 0.001), 0.999) for p in drawn]
    return drawn


def main():
    """Write the log to standard output."""
    random_source = random.Random(SEED)
    for number, mean in enumerate(MEANS, start=1):
        for question, p in enumerate(probabilities(mean, random_source), start=1):
            for trial in range(TRIALS):
                correct = random_source.random() < p
                record = {
                    "model": f"coin-{number:02}",
                    "question": f"q{question:02}",
                    "trial": trial,
                    "transcript": "heads" if correct else "tails",
                    "outcome": correct,
                }
                sys.stdout.write(json.dumps(record) + "\n")


if __name__ == "__main__":
    main()
