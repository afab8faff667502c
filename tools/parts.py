"""Run every part, whatever becomes of the others: `python tools/parts.py PART...`.

A part is NAME=COMMAND. The end lists the parts with their times, and is red if one of them failed.
"""

from __future__ import annotations

import subprocess
import sys
import time


def main(parts: list[str]) -> int:
    """Run the parts in their order, and give the exit code."""
    lines, failed = [], False
    for part in parts:
        name, _, command = part.partition("=")
        sys.stdout.write(f"\n== {name}: {command}\n")
        sys.stdout.flush()
        start = time.monotonic()
        code = subprocess.run(["sh", "-c", command], check=False).returncode
        minutes, seconds = divmod(round(time.monotonic() - start), 60)
        failed |= code != 0
        said = "passed" if code == 0 else f"FAILED (exit code {code}): {command}"
        lines.append(f"  {name:<9} {minutes:2} min {seconds:2} s  {said}")
    sys.stdout.write("\n".join(["", *lines, ""]))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
