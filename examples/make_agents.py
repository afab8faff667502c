"""Make the sample log `agents.jsonl`: four agents of unequal price on 50 tasks, with 6 trials each.

"large" solves most. "medium" costs a seventh of it, and a second try makes it better than one of
"large". "small" is cheap and weak. "previous" is dearer than "medium" and solves fewer tasks. A
failed trial costs more than a success, and a hard task more than an easy one.

    python examples/make_agents.py > examples/agents.jsonl
"""

import json
import math
import random

TASKS, TRIALS = 50, 6
# The agents: ability, tokens of a trial, and dollars of a thousand tokens.
AGENTS = {
    "large": (1.5, 60_000, 0.020),
    "medium": (1.1, 45_000, 0.004),
    "previous": (0.3, 50_000, 0.006),
    "small": (-0.9, 30_000, 0.0015),
}


def main() -> None:
    """Write the log to standard output."""
    random.seed(2026)
    difficulties = [random.gauss(0, 1.3) for _ in range(TASKS)]
    for task, difficulty in enumerate(difficulties):
        for agent, (ability, tokens, price) in AGENTS.items():
            solved = 1 / (1 + math.exp(difficulty - ability))
            for trial in range(TRIALS):
                outcome = int(random.random() < solved)
                length = tokens * math.exp(0.3 * difficulty + random.gauss(0, 0.35))
                spent = round(length * (1 if outcome else 1.7))
                prompt = round(spent * random.uniform(0.85, 0.95))
                record = {
                    "model": agent,
                    "question": f"task-{task + 1:02}",
                    "trial": trial + 1,
                    "outcome": outcome,
                    "dollars": round(spent / 1000 * price, 4),
                    "seconds": round(spent / 400 * random.uniform(0.8, 1.2), 1),
                    "usage": {"prompt_tokens": prompt, "completion_tokens": spent - prompt},
                }
                print(json.dumps(record))


if __name__ == "__main__":
    main()
