"""Look for failures with new inputs, for FUZZ_SECONDS from FUZZ_SEED on.

`python tools/fuzz.py OPTION...` hands the options to `cargo test`: the crates and the profile.

A fifth of the time goes to each of three fuzzers, and to the property tests of Rust and of Python,
which draw other cases than `make test` does. All of them run. The end says how to keep a finding.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

PYTEST = [sys.executable, "-m", "pytest"]
KEEP = """
How to keep a finding:
  a property test of Rust: commit the file that it wrote into a folder proptest-regressions, or
    write the case that it printed as a test of its own
  a property test of Python: add the line @reproduce_failure that it printed, find the case, and
    write it as @example
  a fuzzer: make the input that it printed, or that FUZZ_KEEP=FOLDER kept, a test of its own
"""


def seeds(share: float, first: int, command: list[str], variable: str | None) -> bool:
    """Run property tests with one seed after another, until the time is over or one fails."""
    start, seed = time.monotonic(), first
    while True:
        own = {variable: str(seed)} if variable else {"HYPOTHESIS_PROFILE": "fuzz"}
        seeded = [] if variable else [f"--hypothesis-seed={seed}"]
        sys.stdout.write(f"seed {seed}: {' '.join(command + seeded)}\n")
        sys.stdout.flush()
        # The fuzzers, which are among the tests, have had their time.
        rest = {name: value for name, value in os.environ.items() if name != "FUZZ_SECONDS"}
        if subprocess.run([*command, *seeded], env=rest | own, check=False).returncode:
            return False
        seed += 1
        if time.monotonic() - start > share:
            return True


def main(options: list[str]) -> int:
    """Run all of them, and say which found something."""
    cargo = ["cargo", "test", "--quiet", "--no-fail-fast", *options]
    share, seed = float(os.environ["FUZZ_SECONDS"]) / 5, int(os.environ["FUZZ_SEED"])
    environment = os.environ | {"FUZZ_SECONDS": str(round(share)), "PROPTEST_RNG_SEED": str(seed)}
    fuzzers = {
        "JSON scanner": [*cargo, "--test", "fuzz", "--", "--nocapture"],
        "readers": [*PYTEST, "-s", "tests/formats/test_fuzz.py"],
        "callers": [*PYTEST, "-s", "tests/attack/test_fuzz.py"],
    }
    found = [
        name
        for name, command in fuzzers.items()
        if subprocess.run(command, env=environment, check=False).returncode
    ]
    if not seeds(share, seed + 1, [*cargo, "--tests"], "PROPTEST_RNG_SEED"):
        found.append("property tests of Rust")
    properties = [*PYTEST, "-q", "-n", "auto", "-m", "hypothesis"]
    if not seeds(share, seed + 1, properties, None):
        found.append("property tests of Python")
    sys.stdout.write(
        f"\nFound something: {', '.join(found)}\n{KEEP}" if found else "\nNo finding.\n"
    )
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
