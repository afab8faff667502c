"""Answer the calls of a JSON file by the scorio of this interpreter: `worker.py FILE`.

It is run by the environment of the earlier package, and so uses nothing of this one.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from scorio import eval as scorio_eval


def answer(name: str, rows: list[list[int]], options: dict[str, Any]) -> dict[str, Any]:
    """Make one call."""
    if options.get("R0") is not None:
        options = {**options, "R0": np.array(options["R0"])}
    try:
        values = getattr(scorio_eval, name)(np.array(rows), **options)
    except (ArithmeticError, TypeError, ValueError) as error:
        return {"error": f"{type(error).__name__}: {error}"}
    return {"values": [float(value) for value in np.atleast_1d(values)]}


if __name__ == "__main__":
    calls = json.loads(Path(sys.argv[1]).read_text())
    sys.stdout.write(json.dumps([answer(*call) for call in calls]))
