"""Peak memory of reading a pipe of 1 GB and one of 10 GB, which should be the same.

    .venv/bin/python benches/memory.py          # 1 and 10 GB
    .venv/bin/python benches/memory.py 2 40     # 2 and 40 GB

Transcripts of 4.5 kB are made while they are read: 8 models, 1,000 questions, numbered trials.
"""

import json
import subprocess
import sys
from pathlib import Path

from page import begin, table

TITLE = "Memory of a stream"
READ = """
import json, scorio
counts = scorio.count("-")
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps([counts.trials, int(peak.split()[1]) * 1024 / 1e6]))
"""
TRANSCRIPT = 'so the answer is ≤ 7,\\n and therefore \\"it holds\\" ' * 90


def feed(pipe, size):
    """Write records until there are so many bytes; how many records it were."""
    written, records, trial = 0, 0, 0
    while True:
        for question in range(1000):
            for model in range(8):
                record = (
                    f'{{"model": "model-{model}", "question": "q{question}", "trial": {trial}, '
                    f'"transcript": "{TRANSCRIPT}", "outcome": {(question + trial) % 3 == 0:d}}}\n'
                ).encode()
                pipe.write(record)
                written += len(record)
                records += 1
                if written >= size:
                    return records
        trial += 1


def peak(gigabytes):
    """Feed a reader, and give the records and its peak memory in MB."""
    reader = subprocess.Popen(
        [sys.executable, "-c", READ], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    records = feed(reader.stdin, gigabytes * 1e9)
    reader.stdin.close()
    trials, megabytes = json.loads(reader.stdout.read())
    if (reader.wait(), trials) != (0, records):
        raise SystemExit(f"{trials:,} trials of {records:,} were counted")
    return records, megabytes


def main():
    """Feed one reader after the other, and print the section."""
    if not Path("/proc/self/status").exists():
        begin(TITLE, "The peak of a process is read from `/proc`, which this system does not have.")
        return
    begin(
        TITLE,
        """`scorio.count("-")` reads JSON Lines from a pipe: transcripts of 4.5 kB by 8 models on
        1,000 questions. The peak is that of the process, with Python itself.""",
    )
    rows = []
    for gigabytes in [float(size) for size in sys.argv[1:]] or [1.0, 10.0]:
        records, megabytes = peak(gigabytes)
        rows.append([f"{gigabytes:g} GB", f"{records:,}", f"{megabytes:.0f} MB"])
    print(table(["bytes", "records", "peak"], rows))


if __name__ == "__main__":
    main()
