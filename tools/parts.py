"""Run every part, whatever becomes of the others: `parts.py PART... [--beside PART...]`.

A part is NAME=COMMAND. Those behind `--beside` run one after another beside the others, and are
shown after them. The end lists the parts with their times, and is red if one of them failed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
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


def one_by_one(beside: list[tuple[Part, Path]]) -> None:
    """Run the parts beside the others. What they say goes to files."""
    for part, said in beside:
        with said.open("wb") as output:
            part.run(output)


def main() -> int:
    """Run the parts in their order, and give the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="+", type=Part, metavar="PART")
    parser.add_argument("--beside", nargs="+", type=Part, metavar="PART", default=[])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        beside = [(part, Path(folder, str(place))) for place, part in enumerate(asked.beside)]
        thread = threading.Thread(target=one_by_one, args=[beside])
        thread.start()
        for part in asked.parts:
            part.begin()
            part.run()
        thread.join()
        for part, said in beside:
            part.begin()
            sys.stdout.write(said.read_text(errors="replace"))
    parts = [*asked.parts, *asked.beside]
    sys.stdout.write("\n".join(["", *map(str, parts), ""]))
    return int(any(part.code for part in parts))


if __name__ == "__main__":
    sys.exit(main())
