"""Answer calls of ranking methods by the scorio of this interpreter: `rank_worker.py FILE`.

It is run by the environment of the earlier package, and so uses nothing of this one. The file
holds [name, options, R] for each call. Each answer is [ranks, scores], or the text of an error.
"""

import json
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np

from scorio import rank


def answer(name: str, options: dict[str, Any], R: Any) -> Any:
    """Make one call."""
    try:
        ranks, scores = getattr(rank, name)(np.array(R), return_scores=True, **options)
    except (ArithmeticError, RuntimeError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return [np.asarray(ranks).tolist(), np.asarray(scores).tolist()]


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    calls = json.loads(Path(sys.argv[1]).read_text())
    sys.stdout.write(json.dumps([answer(*call) for call in calls]))
