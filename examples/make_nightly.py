"""Make the sample log `nightly.jsonl`: a model on 60 questions, 4 times each night, for 20 nights.

From the 15th of October on a template of its prompt is broken: the model solves fewer questions of
algebra and geometry than before.

    python examples/make_nightly.py > examples/nightly.jsonl
"""

import json
import random
from datetime import date, timedelta

FIRST, NIGHTS, BROKEN = date(2026, 10, 1), 20, date(2026, 10, 15)
TOPICS = ("algebra", "geometry", "history", "language", "law")

draws = random.Random(7)
questions = [
    (f"q{number:02}", TOPICS[number % 5], draws.uniform(0.4, 0.95)) for number in range(60)
]
for night in range(NIGHTS):
    day = FIRST + timedelta(days=night)
    for question, topic, chance in questions:
        lost = 0.25 if day >= BROKEN and topic in TOPICS[:2] else 0.0
        for trial in range(4):
            record = {
                "model": "assistant",
                "night": day.isoformat(),
                "topic": topic,
                "question": question,
                "trial": trial,
                "outcome": int(draws.random() < chance - lost),
            }
            print(json.dumps(record))
