"""Environments of other packages, each in a folder of its own below `target`."""

import os
import subprocess
import venv
from pathlib import Path

TARGET = Path(__file__).resolve().parents[1] / "target"
# A peer may be an earlier scorio. It is not to find this one instead.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def interpreter(name, packages):
    """Give the interpreter of an environment with these packages, which the first call installs."""
    home = TARGET / f"peer-{name}"
    python, ready = home / "bin" / "python", home / " ".join(packages)
    if not ready.exists():
        venv.create(home, with_pip=True, clear=True)
        command = [python, "-m", "pip", "install", "--quiet", *packages]
        subprocess.run(command, check=True)
        ready.touch()
    return python
