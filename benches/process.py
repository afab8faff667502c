"""Run a command in a process of its own: seconds, processor seconds of all threads, peak memory.

The system counts the memory of the process that starts another as a peak of the latter. So a small
one starts it: this file, as a program.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple


class Run(NamedTuple):
    """What a command took: seconds, processor seconds, and megabytes at its peak."""

    seconds: float
    used: float
    peak: float


def measure(words, given=None):
    """Run a command once. Blocks of bytes go to its standard input.

    Raises
    ------
    SystemExit
        The command fails.
    """
    with tempfile.NamedTemporaryFile("r") as answer:
        starter = [sys.executable, "-S", "-E", __file__, answer.name, *map(str, words)]
        process = subprocess.Popen(starter, stdin=None if given is None else subprocess.PIPE)
        for block in given or ():
            process.stdin.write(block)
        if given is not None:
            process.stdin.close()
        if process.wait() != 0:
            raise SystemExit(f"{words}: exit code {process.returncode}")
        return Run(*json.load(answer))


def main():
    """Start the command, and write what it took into a file."""
    answer, *words = sys.argv[1:]
    begin = time.perf_counter()
    process = os.posix_spawnp(
        words[0], words, os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)],
    )  # fmt: skip
    _, status, usage = os.wait4(process, 0)
    used = usage.ru_utime + usage.ru_stime
    with open(answer, "w") as file:  # noqa: PTH123  pathlib takes as long as some commands
        json.dump([time.perf_counter() - begin, used, usage.ru_maxrss * 1024 / 1e6], file)
    sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
