"""Run the benchmarks of the core, `cargo bench -p scorio-core`, and print their medians.

    make bench
    .venv/bin/python benches/core.py growth     # those with a word in their names

It needs Rust. `benches/core.rs` has the benchmarks.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from page import begin, duration, figure, table

TITLE = "The core"
# Seconds before and during each measurement: there are about ninety.
TIMES = ("--warm-up-time", "0.5", "--measurement-time", "1", "--output-format", "bencher")
LINE = re.compile(r"^test (.+?) \.\.\. bench: +([\d,.]+) ns/iter", re.MULTILINE)
READ, ROWS = "plain read", "2 categories, rows"


def measured(words):
    """Give the median seconds of each benchmark by its group, name and size."""
    command = ["cargo", "bench", "--locked", "--quiet", "-p", "scorio-core", "--", *TIMES]
    command += ["|".join(words)] if words else []
    home = Path(__file__).parents[1]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=home)
    found = {}
    for name, nanoseconds in LINE.findall(done.stdout):
        group, rest = name.split("/", 1)
        label, _, size = rest.replace(", 257 states", "").partition("/")
        found.setdefault(group, {})[label, size] = float(nanoseconds.replace(",", "")) * 1e-9
    return found


def shape(size):
    """Write a shape or a number: 1000000x16 is 1,000,000 × 16."""
    return " × ".join(f"{int(part):,}" for part in size.split("x")) if size[:1].isdigit() else size


def crossed(first, found):
    """Give a table with a line for each name and a column for each size."""
    names = dict.fromkeys(name for name, _ in found)
    sizes = dict.fromkeys(size for _, size in found)
    rows = [
        [name, *(duration(found[name, size]) if (name, size) in found else "" for size in sizes)]
        for name in names
    ]
    return table([first, *(shape(size) or "no k" for size in sizes)], rows)


def turned(found):
    """Exchange names and sizes."""
    return {(shape(size), name): seconds for (name, size), seconds in found.items()}


def tallies(found):
    """Give the table of counting, with the ratio of rows to a plain read."""
    names = list(dict.fromkeys(name for name, _ in found))
    rows = [
        [shape(size), *(duration(found[name, size]) for name in names),
         figure(found[ROWS, size] / found[READ, size])]
        for size in dict.fromkeys(size for _, size in found)
    ]  # fmt: skip
    return table(["questions × trials", *names, "2 by rows / read"], rows)


TABLES = {
    "tally": (
        "Matrices are counted in place.",
        tallies,
    ),
    "growth": (
        "Counting 16 trials a question, and a posterior of Maj@8.",
        lambda found: crossed("questions", turned(found)),
    ),
    "kernels": (
        "Metrics of 10,000 × 256 that are counted, by k.", lambda found: crossed("call", found),
    ),
    "large": (
        "Six questions of a million trials, with k = 100,000.",
        lambda found: crossed("metric", found),
    ),
    "item response": (
        "Item response, with models × items × trials.",
        lambda found: table(
            ["call", "time"],
            [[f"{name}, {shape(size)}" if size else name, duration(seconds)]
             for (name, size), seconds in found.items()],
        ),
    ),
}  # fmt: skip


def main():
    """Print the section."""
    if not shutil.which("cargo"):
        begin(TITLE, "`cargo` is missing.")
        return
    begin(TITLE, "Calls of the Rust crate `scorio-core` on one thread, if nothing else is said.")
    found = measured(sys.argv[1:])
    for group, (text, made) in TABLES.items():
        if group in found:
            print(f"{text}\n")
            print(made(found[group]))


if __name__ == "__main__":
    main()
