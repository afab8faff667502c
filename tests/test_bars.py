"""Commands that take long show how far they are, on a terminal alone."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")

# Runs a command with bars from the start, and not from the first second on.
AT_ONCE = """
import sys
from scorio.cli.main import main
from scorio.cli.progress import Steps
Steps.SOON = 0
main(sys.argv[1:])
"""

LONG = {
    "draws": ["rank", "LOG", "--method", "elo", "--replicates", "40", "--orders", "4"],
    "replicates": ["converge", "LOG", "--replicates", "500"],
    "replicates of a budget": [
        "plan", "budget", "LOG", "--only", "coin-01", "--baseline", "coin-05", "--trials", "4",
        "--replicates", "500",
    ],
    "replicates of looks": [
        "plan", "looks", "--assume", "0.6", "--assume", "0.7", "--looks", "4,8", "--replicates",
        "500",
    ],
    "folds": ["adaptive", "replay", "LOG", "--hold-out", "2", "--folds", "2"],
}  # fmt: skip


# A terminal that does not know its size says 0.
@pytest.mark.parametrize(
    ("unit", "size"), [*((unit, (24, 100)) for unit in LONG), ("draws", (0, 0))]
)
def test_long_commands_show_their_steps(unit, size, coins):
    import pty
    import termios

    given = [str(coins) if one == "LOG" else one for one in LONG[unit]]
    command = [sys.executable, "-c", AT_ONCE, *given]
    reader, writer = pty.openpty()
    termios.tcsetwinsize(writer, size)
    found = subprocess.run(command, stdout=subprocess.PIPE, stderr=writer, check=True)
    shown = os.read(reader, 100_000).decode()
    os.close(writer)
    os.close(reader)
    total = given[given.index("--folds" if unit == "folds" else "--replicates") + 1]
    assert f"/{total} [" in shown
    assert unit.split()[0] in shown
    silent = subprocess.run(command, capture_output=True, check=True)
    assert b"%|" not in silent.stderr
    assert silent.stdout == found.stdout
