"""Every reader against damage: no crash, no hang, and never a wrong count.

`FUZZ_SECONDS` is the time, `FUZZ_SEED` the first damage, `FUZZ_KEEP` the folder for findings.
Without a time, a few batches are read, the same in every run.
The readers run in separate processes (`reading.py`). The oracles are full parsers (`plain.py`).
"""

import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from formats import plain
from formats.corpus import corpus
from formats.damage import damaged

SECONDS = os.environ.get("FUZZ_SECONDS")
SEED = int(os.environ.get("FUZZ_SEED", "1"))
BATCH = 300
BATCHES = 3
COLUMNS = (plain.parquet, plain.arrow)
SHARED = {"on_missing": "drop", "on_repeat": "keep", "ids": "text"}


def outcomes(cases, folder):
    """Read each case, and report cases that crash or hang the process."""
    found = []
    while len(found) < len(cases):
        listed = []
        for number, (log, content, _) in enumerate(cases[len(found) :]):
            path = folder / str(number) / log.name
            path.parent.mkdir(exist_ok=True)
            for old in path.parent.iterdir():
                old.unlink()
            path.write_bytes(content)
            listed.append((str(path), log.options and {**SHARED, **log.options}))
        (folder / "listed.json").write_text(json.dumps(listed))
        child = [sys.executable, Path(__file__).with_name("reading.py"), folder / "listed.json"]
        result = subprocess.run(child, capture_output=True, text=True, check=False)
        found += [json.loads(line) for line in result.stdout.splitlines()]
        if len(found) < len(cases):
            found.append({"broken": f"exit code {result.returncode}: {result.stderr[-2000:]}"})
    return found


def documents(log, content):
    """Give what a full parser reads, and whether that is everything."""
    text, whole = plain.unpacked(content)
    return log.read(text, whole)


def trials(log, read):
    """Its trials by the plain reading."""
    if log.trials is None:
        raise plain.Unsure
    try:
        return list(log.trials(read))
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise plain.Unsure from error


def is_beginning(rows, listed):
    """Whether counts are those of some of the first trials."""
    size = sum(sum(row.values()) for row in rows.values())
    return size <= len(listed) and plain.tally(listed[:size]) == rows


def is_part(rows, whole):
    """Whether counts are among others."""
    return all(Counter(row) <= Counter(whole.get(names, {})) for names, row in rows.items())


def wrong(log, content, result, right):  # noqa: C901, PLR0911, a list of cases
    """Say what is wrong with a result, if anything. `right` is the result of the undamaged log."""
    if "broken" in result:
        return "broke down"
    same = result == right
    if content == log.content:
        return None if same else "is not read as before"
    if log.read is None:
        # Everything in it has a checksum.
        if "refused" in result or same:
            return None
        part = result["interrupted"] and is_part(result["rows"], right["rows"])
        return None if part else "is counted in another way"
    try:
        read, whole = documents(log, content)
    except plain.Unsure:
        return None
    except plain.Refused:
        # Columns that are not needed are not read.
        fine = "refused" in result or (log.read in COLUMNS and same)
        return None if fine else "no parser reads it"
    original = documents(log, log.content)[0]
    if "refused" in result:
        # Columns have many details, and not every reader checks all of them.
        equal = whole and log.read not in COLUMNS and repr(read) == repr(original)
        return "is refused, and says the same" if equal else None
    if repr(read) == repr(original) and same:
        return None
    try:
        listed = trials(log, read)
    except plain.Unsure:
        return None
    except plain.Refused:
        return "has an outcome that is none"
    if result["interrupted"]:
        return None if is_beginning(result["rows"], listed) else "is not a log's beginning"
    if not whole:
        return "is cut without a warning"
    return None if result["rows"] == plain.tally(listed) else "has other counts"


def test_damage_is_an_error_or_reported_or_harmless(tmp_path):
    start, chance = time.monotonic(), random.Random(SEED)
    logs = corpus(tmp_path)
    whole = outcomes([(log, log.content, "") for log in logs], tmp_path)
    for log, result in zip(logs, whole, strict=True):
        assert "rows" in result, (log.name, result)
        if log.trials:
            expected = plain.tally(trials(log, documents(log, log.content)[0]))
            assert result["rows"] == expected, log.name
    seen, findings = Counter(), []
    while time.monotonic() - start < float(SECONDS) if SECONDS else seen.total() < BATCHES * BATCH:
        cases, rights = [], []
        for _ in range(BATCH):
            place = chance.randrange(len(logs))
            cases.append((logs[place], *damaged(chance, logs[place].content)))
            rights.append(whole[place])
        results = outcomes(cases, tmp_path)
        for (log, content, name), result, right in zip(cases, results, rights, strict=True):
            told = "interrupted" if result.get("interrupted") else "counted"
            seen[told if "rows" in result else next(iter(result))] += 1
            if what := wrong(log, content, result, right):
                findings.append(f"{log.name} {what} ({name}): {result}, not {right}")
                if keep := os.environ.get("FUZZ_KEEP"):
                    Path(keep, f"{len(findings)}-{log.name}").write_bytes(content)
    print(f"{sum(seen.values())} damaged logs from seed {SEED} on: {dict(seen)}")
    assert not findings, "\n".join([f"{len(findings)} findings", *findings[:50]])
    assert len(seen) > 1
