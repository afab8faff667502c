"""A log whose judge gives every trial an outcome, and labels of some of them."""

import json

import pandas as pd
from click.testing import CliRunner

from scorio.cli import main

ROWS = [
    {"model": model, "question": f"q{question}", "trial": trial,
     "outcome": (question * 7 + trial * 3 + len(model)) % 5 % 2,
     "human": (question * 5 + trial) % 3 % 2 if (question + trial) % 2 else None}
    for model in ("small", "large")
    for question in range(20)
    for trial in range(4)
]  # fmt: skip
LABELS = [
    {name: row[name] for name in ("model", "question", "trial")} | {"label": row["human"]}
    for row in ROWS
]
LOG = [{name: value for name, value in row.items() if name != "human"} for row in ROWS]


def lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def table(path, rows):
    pd.DataFrame(rows).convert_dtypes().to_csv(path, index=False)
    return path


def command(*words):
    found = CliRunner().invoke(main, ["score", *map(str, words)])
    return found.exit_code, found.output


def problem(*words):
    """The sentence that a command ends with."""
    code, output = command(*words)
    assert code == 2, output
    return output.strip().splitlines()[-1].removeprefix("scorio: ")
