"""Make the sample log `horizons.jsonl`: four models on tasks of known length, with 4 trials each.

Tasks are of 32 families, and take people from half a minute to two days. A model of each year does
longer tasks than the one before. Tasks of a length differ, and more so between families.
`diversity` is the weight 1 / √n of a task whose family has n tasks.

    python examples/make_horizons.py > examples/horizons.jsonl
"""

import json
import math
import random

FAMILIES, TRIALS = 32, 4
# The models: the minutes at which half of their trials succeed, if tasks of a length were alike.
MODELS = {"year-1": 3.0, "year-2": 14.0, "year-3": 50.0, "year-4": 240.0}
# What a doubling of the length takes from the logit, and how tasks of a length differ in it.
SLOPE, TASK, FAMILY = 0.8, 0.9, 0.6
SHORTEST, LONGEST = -1.0, 11.5


def main() -> None:
    """Write the log to standard output."""
    random.seed(503)
    number = 0
    for family in range(FAMILIES):
        middle = SHORTEST + (LONGEST - SHORTEST) * (family + random.random()) / FAMILIES
        luck = random.gauss(0, FAMILY)
        size = random.choice([1, 1, 2, 2, 3, 4])
        for _ in range(size):
            number += 1
            doublings = min(max(middle + random.gauss(0, 0.8), SHORTEST), LONGEST)
            minutes = float(f"{2**doublings:.3g}")
            easy = luck + random.gauss(0, TASK)
            for model, horizon in MODELS.items():
                logit = SLOPE * math.log2(horizon / minutes) + easy + random.gauss(0, 0.4)
                for trial in range(TRIALS):
                    record = {
                        "model": model,
                        "question": f"task-{number:02}",
                        "family": f"family-{family + 1:02}",
                        "human_minutes": minutes,
                        "diversity": round(1 / math.sqrt(size), 4),
                        "trial": trial + 1,
                        "outcome": int(random.random() < 1 / (1 + math.exp(-logit))),
                    }
                    print(json.dumps(record))


if __name__ == "__main__":
    main()
