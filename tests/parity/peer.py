"""The earlier Python package, scorio 0.2.3, in the environment that the benchmark uses too.

Run by that environment's interpreter, `python peer.py FILE` answers the calls of a JSON file.
"""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

VERSION = "0.2.3"
HOME = Path(__file__).parents[2] / "target" / "peer"
INSTALL_SECONDS = 300
ANSWER_SECONDS = 300


class NoPeerError(Exception):
    """The earlier package could not be installed."""


def interpreter():
    """Give the interpreter of an environment with the earlier package."""
    python = HOME / "bin" / "python"
    if not (HOME / "ready").exists():
        network = ["--quiet", "--disable-pip-version-check", "--retries=1", "--timeout=15"]
        command = [python, "-m", "pip", "install", *network, f"scorio=={VERSION}"]
        try:
            venv.create(HOME, with_pip=True, clear=True)
            subprocess.run(command, check=True, capture_output=True, timeout=INSTALL_SECONDS)
        except (OSError, subprocess.SubprocessError) as failure:
            reason = type(failure).__name__
            raise NoPeerError(f"scorio {VERSION} could not be installed: {reason}") from failure
        (HOME / "ready").touch()
    return python


def answers(calls):
    """Give the earlier package's values, or its refusal, for each (function, R, options)."""
    python = interpreter()
    with tempfile.TemporaryDirectory() as folder:
        questions = Path(folder) / "calls.json"
        questions.write_text(json.dumps(calls))
        command = [python, "-I", __file__, questions]
        done = subprocess.run(command, check=True, capture_output=True, timeout=ANSWER_SECONDS)
    return json.loads(done.stdout)


def answer(name, R, options):
    """Make one call of the earlier package."""
    import numpy as np

    from scorio import eval as peer_eval

    R0 = options.get("R0")
    arrays = {} if R0 is None else {"R0": np.array(R0)}
    try:
        values = getattr(peer_eval, name)(np.array(R), **{**options, **arrays})
    except (ArithmeticError, TypeError, ValueError) as refusal:
        return {"refusal": f"{type(refusal).__name__}: {refusal}"}
    return {"values": [float(value) for value in np.atleast_1d(values)]}


if __name__ == "__main__":
    print(json.dumps([answer(*call) for call in json.loads(Path(sys.argv[1]).read_text())]))
