"""The share of processor time that checking takes while a log is read: `benches/validation.py`.

It samples `scorio count` with `perf` (Linux) and adds up the functions that check UTF-8, page
checksums and the footer of Parquet. Checks inside the JSON scanner are parsing, and not counted.
"""

import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from page import begin, figure, table

TITLE = "Checks while reading"
RECORDS = 2_000_000
LOGS = ("JSON Lines", "Parquet with dictionaries", "Parquet with plain texts")
CHECKS = re.compile(r"utf8|crc32|footer|contradiction", re.IGNORECASE)
LINE = re.compile(r"^\s*([\d.]+)%\s+\S+\s+\S*_core\S*\s+\[.\] (.+)$", re.MULTILINE)


def write(folder):
    """The same trials as JSON Lines and as Parquet with checksums."""
    chance = random.Random(1)
    trials = [
        (f"model-{chance.randrange(20)}", f"question-{chance.randrange(5000)}", chance.randrange(2))
        for _ in range(RECORDS)
    ]
    lines = folder / "log.jsonl"
    with lines.open("w") as file:
        for model, question, outcome in trials:
            file.write(
                f'{{"model":"{model}","question":"{question}","outcome":{outcome},'
                '"seconds":1.25,"note":"a short text of a trial"}\n'
            )
    columns = zip(*trials, strict=True)
    table = pa.table(dict(zip(("model", "question", "outcome"), columns, strict=True)))
    packed, plain = folder / "dictionaries.parquet", folder / "texts.parquet"
    pq.write_table(table, packed, write_page_checksum=True)
    pq.write_table(table, plain, write_page_checksum=True, use_dictionary=False)
    return [lines, packed, plain]


def share(log, folder):
    """The share of samples that fall into checks, in percent. None without names of functions."""
    scorio = Path(sys.executable).with_name("scorio")
    samples, out = folder / "perf.data", folder / "counts.parquet"
    command = [
        "perf",
        "record",
        "-q",
        "-F",
        "5000",
        "-o",
        samples,
        scorio,
        "count",
        log,
        "--out",
        out,
    ]
    subprocess.run(command, check=True, capture_output=True)
    command = ["perf", "report", "-i", samples, "--no-children", "--stdio"]
    report = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = LINE.findall(report)
    if not found:
        return None
    return sum(float(percent) for percent, name in found if CHECKS.search(name))


def main():
    """Print the section."""
    if shutil.which("perf") is None:
        begin(TITLE, "`perf` is missing: it comes with the tools of the Linux kernel.")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shares = [share(log, folder) for log in write(folder)]
    if None in shares:
        begin(
            TITLE, "`perf` found no functions of the extension: it was built without their names."
        )
        return
    begin(
        TITLE,
        f"""`scorio count` reads {RECORDS:,} records. `perf` samples what share of the time goes
        into checks of UTF-8, of page checksums and of the footer.""",
    )
    rows = [[name, f"{figure(own)} %"] for name, own in zip(LOGS, shares, strict=True)]
    print(table(["log", "of the time"], rows))


if __name__ == "__main__":
    main()
