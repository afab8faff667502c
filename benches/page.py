"""The page docs/speed.md: every benchmark's tables, measured on this tree and machine.

    make bench
    .venv/bin/python benches/page.py logs start    # some sections only, to standard output

Each benchmark prints its section of the page, and all figures of speed in the documentation stand
there. A benchmark that fails ends the run, so the page is of one tree or unchanged.
"""

import datetime
import os
import platform
import statistics
import subprocess
import sys
import textwrap
import time
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs/speed.md"
# In the order of the page. Others need more than Python: `make bench` names them.
SECTIONS = ("start", "logs", "tables", "scale", "compare", "languages", "core", "convergence",
            "rankers", "adaptive", "rubrics", "formats", "memory", "judges", "slices", "costs",
            "horizons", "validation")  # fmt: skip
# NumPy is compared on one thread, as the ranking methods are.
SETTINGS = {"rankers": {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}}
HEAD = """# Fast and exact
How fast and how exact is scorio? Scores are computed with about 30 digits and rounded once. The
largest relative error is 1.1e-16, on recorded values from rational arithmetic up to a million
trials and budgets. Speed is measured: `make bench` writes this page.

All sides of a comparison take turns on one machine. Figures are medians if nothing else is said. A
ratio says how many times as long the other takes.

Measured on {date}, commit `{commit}`, {machine}.
"""


def table(head, rows):
    """Give a table in Markdown: the first column on the left, figures on the right."""
    lines = [f"| {' | '.join(head)} |", f"|---{'|--:' * (len(head) - 1)}|"]
    lines += [f"| {' | '.join(map(str, row))} |" for row in rows]
    return "\n".join(lines) + "\n"


def begin(title, text):
    """Print the heading of a section, and what it measures."""
    lines = textwrap.fill(" ".join(text.split()), 120, break_on_hyphens=False)
    print(f"## {title}\n{lines}\n")


def turns(work, rounds):
    """Let calls take turns, after a round that does not count: the median seconds of each."""
    spent = {name: [] for name in work}
    for _ in range(rounds + 1):
        for name, call in work.items():
            start = time.perf_counter()
            call()
            spent[name].append(time.perf_counter() - start)
    return {name: statistics.median(own[1:]) for name, own in spent.items()}


def figure(value, digits=2):
    """Write a number with so many digits, with three from 100 on, and thousands with commas."""
    if value == 0:
        return "0"
    value = float(f"{value:.{max(digits, 3) if abs(value) >= 100 else digits}g}")
    places = max(0, digits - len(str(int(abs(value)))))
    return f"{value:,.{places}f}" if abs(value) >= 1 else f"{value:#.{digits}g}"


def duration(seconds):
    """Write a time in the unit that suits it."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{figure(seconds / size)} {unit}"
    return f"{figure(seconds / 1e-9)} ns"


def machine():
    """Say what machine this is: processor, cores, memory, system."""
    info = Path("/proc/cpuinfo")
    names = [line.partition(":")[2].strip() for line in info.read_text().splitlines()
             if line.startswith("model name")] if info.exists() else []  # fmt: skip
    memory = Path("/proc/meminfo")
    kilobytes = int(memory.read_text().split()[1]) if memory.exists() else 0
    return (
        f"{len(names) or '?'} cores of {names[0] if names else platform.processor()}, "
        f"{kilobytes / 2**20:.0f} GiB, {platform.system()}, Python {platform.python_version()}"
    )


def commit():
    """Name the commit, with a plus if the tree differs from it."""
    git = ["git", "-C", HERE, "describe", "--always", "--abbrev=10", "--dirty=+"]
    return subprocess.run(git, check=True, capture_output=True, text=True).stdout.strip()


def section(name):
    """Run a benchmark, and give what it prints."""
    own = HERE / f"{name}.py"
    print(f"measuring {name}", file=sys.stderr, flush=True)
    environment = os.environ | SETTINGS.get(name, {})
    command = [sys.executable, own]
    return subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, env=environment
    ).stdout


def main():
    """Write the page, or print some of its sections."""
    if sys.argv[1:]:
        print("\n".join(map(section, sys.argv[1:])))
        return
    head = HEAD.format(
        date=datetime.datetime.now(tz=datetime.UTC).date(), commit=commit(), machine=machine()
    )
    PAGE.write_text("\n".join([head, *map(section, SECTIONS)]), encoding="utf-8")


if __name__ == "__main__":
    main()
