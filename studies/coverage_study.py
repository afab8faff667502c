"""Measure whether intervals, gates and other promises hold, and write docs/coverage.md.

`make coverage` runs the sections of `coverage_sections`. `--section NAME` prints one of them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from coverage_sections import SECTIONS
from coverage_suites import CONFIDENCE

if TYPE_CHECKING:
    from collections.abc import Iterator

SUMMARY = Path(__file__).with_name("coverage_summary.md")


def page(runs: int, seed: int) -> Iterator[str]:
    """Give the page."""
    error = (CONFIDENCE * (1 - CONFIDENCE) / runs) ** 0.5
    yield "# Do the intervals contain the truth?"
    yield "<!-- `make coverage` writes this page with studies/coverage_study.py. -->"
    yield SUMMARY.read_text("utf-8").format(runs=runs, error=error)
    for name in SECTIONS:
        yield from section(name, runs, seed)


def section(name: str, runs: int, seed: int) -> Iterator[str]:
    """Give a section with its title."""
    yield f"## {name}\n"
    yield from SECTIONS[name](runs, seed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--section", choices=SECTIONS)
    given = parser.parse_args()
    asked = (given.runs, given.seed)
    for line in section(given.section, *asked) if given.section else page(*asked):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
