"""Run every part, whatever becomes of the others: `python tools/parts.py PART... [--beside PART]`.

A part is NAME=COMMAND. One runs beside the others from the start, and is shown after them. The end
lists the parts with their times, and is red if one of them failed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import threading
import time
from typing import IO


class Part:
    """A command with a name, its exit code and its time."""

    def __init__(self, written: str) -> None:
        self.name, _, self.command = written.partition("=")
        self.code = 0
        self.seconds = 0.0

    def run(self, output: IO[bytes] | None = None) -> None:
        """Run the command. What it says goes to the output."""
        start = time.monotonic()
        said = subprocess.STDOUT if output else None
        command = ["sh", "-c", self.command]
        self.code = subprocess.run(command, check=False, stdout=output, stderr=said).returncode
        self.seconds = time.monotonic() - start

    def begin(self) -> None:
        """Say what runs."""
        sys.stdout.write(f"\n== {self.name}: {self.command}\n")
        sys.stdout.flush()

    def __str__(self) -> str:
        minutes, seconds = divmod(round(self.seconds), 60)
        failed = f"FAILED (exit code {self.code}): {self.command}"
        return (
            f"  {self.name:<9} {minutes:2} min {seconds:2} s  {failed if self.code else 'passed'}"
        )


def main() -> int:
    """Run the parts in their order, and give the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="+", type=Part, metavar="PART")
    parser.add_argument("--beside", type=Part, metavar="PART")
    asked = parser.parse_args()
    parts, beside = asked.parts, asked.beside
    with tempfile.TemporaryFile() as said:
        if beside:
            thread = threading.Thread(target=beside.run, args=[said])
            thread.start()
        for part in parts:
            part.begin()
            part.run()
        if beside:
            beside.begin()
            thread.join()
            said.seek(0)
            sys.stdout.write(said.read().decode(errors="replace"))
            parts = [*parts, beside]
    sys.stdout.write("\n".join(["", *map(str, parts), ""]))
    return int(any(part.code for part in parts))


if __name__ == "__main__":
    sys.exit(main())
