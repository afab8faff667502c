"""Read the files of a list, each as a user would, and print the results.

It runs in a separate process, so that a file that crashes or hangs it is noticed.
"""

import faulthandler
import json
import sys
import warnings
from pathlib import Path

import polars as pl

import scorio

LIMIT = 20  # seconds for a file
MEMORY = 8 << 30

REFUSALS = (ValueError, OSError)


def rows(counts):
    """By model, task and question the counts that are not 0, by category."""
    table = pl.DataFrame(counts)
    found = {}
    for row in table.iter_rows(named=True):
        names = [row.pop(name) for name in ("model", "task", "question")]
        marks = {name.removeprefix("count_"): count for name, count in row.items() if count}
        found[json.dumps(names)] = marks
    return found


def outcome(path, options):
    """Give the counts of a file, or its error."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            counts = scorio.Counts.load(path) if options is None else scorio.count(path, **options)
        except REFUSALS as error:
            return {"refused": str(error)}
    return {"rows": rows(counts), "interrupted": bool(said)}


def look(path):
    """Read it without naming its format, which must give the same result."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for read in (scorio.inspect, lambda path: scorio.count(path, on_missing="drop")):
            try:
                read(path)
            except REFUSALS:
                continue


def main(listed):
    """Print a line for each file of the list."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for number, (path, options) in enumerate(json.loads(Path(listed).read_text())):
        faulthandler.dump_traceback_later(LIMIT, exit=True)
        result = outcome(path, options)
        if number % 4 == 0:
            look(path)
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
