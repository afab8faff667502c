"""The ranking methods of scorio 0.2.3 for Python, asked in an environment of their own."""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from parity.sides.peers import ANSWER_SECONDS, PYTHON_VERSION, NoPeerError, interpreter

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    RankCall: TypeAlias = tuple[str, dict[str, Any], NDArray[np.int64]]

WORKER = Path(__file__).with_name("rank_worker.py")


def ask(calls: Sequence[RankCall]) -> list[tuple[list[float], list[float]] | str]:
    """Ranks and scores of each call, or the text of the error."""
    python = interpreter()
    with tempfile.TemporaryDirectory() as folder:
        questions = Path(folder) / "calls.json"
        content = [[name, options, R.tolist()] for name, options, R in calls]
        questions.write_text(json.dumps(content))
        command = [str(python), "-I", str(WORKER), str(questions)]
        try:
            done = subprocess.run(command, check=True, capture_output=True, timeout=ANSWER_SECONDS)
        except (OSError, subprocess.SubprocessError) as failure:
            raise NoPeerError(f"scorio {PYTHON_VERSION} did not answer: {failure}") from failure
    return [one if isinstance(one, str) else tuple(one) for one in json.loads(done.stdout)]
