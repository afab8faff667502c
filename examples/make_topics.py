"""Make the sample log `topics.jsonl`: two models on 150 questions of four categories, 6 times each.

"new" is better than "old" overall, at algebra and most at geometry, and it is worse at language.

    python examples/make_topics.py > examples/topics.jsonl
"""

import json
import random

GAINS = {"algebra": (56, 0.06), "geometry": (44, 0.12), "language": (42, -0.1), "proofs": (8, 0.0)}
TRIALS = 6

draws = random.Random(11)
number = 0
for category, (questions, gain) in GAINS.items():
    for _ in range(questions):
        number += 1
        chance, words = draws.betavariate(2, 2), draws.randrange(12, 400)
        for model in ("new", "old"):
            solved = min(max(chance + (gain if model == "new" else 0), 0), 1)
            for trial in range(TRIALS):
                record = {
                    "model": model,
                    "category": category,
                    "words": words,
                    "question": f"q{number:03}",
                    "trial": trial,
                    "outcome": int(draws.random() < solved),
                }
                print(json.dumps(record))
