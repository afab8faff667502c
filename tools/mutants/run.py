"""Change the core at random places, and see which tests notice: `python tools/mutants/run.py`.

A mutant is one change: an operator, a sign, a number or a condition. All mutants are compiled into
one copy of the core, and the environment variable MUTANT turns one of them on. A first run of each
Rust test writes down the mutants that it reaches. Then each mutant runs the tests that reach it,
the quickest first, until one fails. If none fails, it runs the Python tests of its room. The end is
a table and the mutants that no test notices. `target/mutants/found.json` has all of them.

`--again` takes the tests as they are now, and tries only the mutants that no Rust test noticed last
time. Write a test for one of them, or a line in `unnoticeable.txt` if it changes no figure.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from plant import (
    HERE,
    PROFILE,
    TREE,
    WORK,
    Mutant,
    cargo,
    compiling,
    copied,
    copy,
    drawn,
    run,
    sites,
)  # fmt: skip

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KEPT = WORK / "found.json"
# The rooms of the core, and the Python tests that ask them.
ROOMS = {
    "adaptive": ["tests/adaptive"],
    "compare": ["tests/compare"],
    "convergence": ["tests/test_convergence.py"],
    "gate": ["tests/test_gate.py", "tests/test_near_levels.py"],
    "irt": ["tests/adaptive", "tests/rank"],
    "leaderboard": ["tests/test_scores.py", "tests/test_hierarchical.py"],
    "metric": ["tests/test_eval.py", "tests/test_eval_metrics.py", "tests/test_exact.py"],
    "plan": [
        "tests/test_plan.py",
        "tests/test_plan_studies.py",
        "tests/test_plan_cli.py",
        "tests/test_stopping.py",
    ],
    "posterior": ["tests/test_hierarchical.py", "tests/test_exact_posteriors.py"],
    "rank": ["tests/test_rank.py", "tests/rank"],
    "rankers": ["tests/rank"],
    "rubric": ["tests/rubric"],
    "tally": ["tests/test_eval.py", "tests/numeric", "tests/test_exact.py"],
}
# A mutant whose tests take so many times as long does not end.
PATIENCE = 8
# Tests that together take so many seconds run in one process.
TOGETHER = 2.0


def programs() -> dict[str, str]:
    """Build the tests of the core and of its digests, and give their programs by name."""
    built = cargo(
        "test",
        "-p",
        "scorio-core",
        "-p",
        "scorio-digest",
        "--no-run",
        "--message-format=json",
        stdout=subprocess.PIPE,
    )
    if built.returncode:
        sys.exit("the tests of the copy do not compile")
    artifacts = (json.loads(line) for line in built.stdout.splitlines())
    return {
        one["target"]["name"]: one["executable"]
        for one in artifacts
        if one.get("executable") and one["profile"]["test"]
    }


class Test(NamedTuple):
    """A Rust test, its seconds without a mutant, and the mutants that it reaches."""

    program: str
    name: str
    seconds: float
    reached: frozenset[int]


def environment(**own: str) -> dict[str, str]:
    """Give the environment of a test: the same cases in every run, and one thread."""
    same = {"RUST_TEST_THREADS": "1", "PROPTEST_RNG_SEED": "1"}
    return os.environ | same | {"PROPTEST_FAILURE_PERSISTENCE": "off"} | own


def tried(program: str, name: str) -> Test:
    """Run a test without a mutant. It has to pass."""
    reached = WORK / "reached" / name.replace(":", "_")
    start = time.monotonic()
    done = subprocess.run(
        [program, "--exact", name], cwd=TREE / "rust/scorio-core", check=False,
        env=environment(MUTANTS_REACHED=str(reached)), capture_output=True,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"{name} fails without a mutant")
    numbers = frozenset(map(int, reached.read_text().split())) if reached.exists() else frozenset()
    return Test(program, name, time.monotonic() - start, numbers)


def tests(programs: dict[str, str]) -> list[Test]:
    """Try every test of the core, and give them with the quickest first."""
    shutil.rmtree(WORK / "reached", ignore_errors=True)
    (WORK / "reached").mkdir()
    names = [
        (program, line.removesuffix(": test"))
        for program in programs.values()
        for line in run(program, "--list", capture_output=True).stdout.splitlines()
        if line.endswith(": test")
    ]
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        found = workers.map(lambda one: tried(*one), names)
        return sorted(found, key=lambda test: test.seconds)


def batches(known: list[Test], number: int) -> Iterator[list[Test]]:
    """Give the tests that reach a mutant, several quick ones of a program together."""
    for program in sorted({test.program for test in known}):
        batch: list[Test] = []
        for test in known:
            if test.program == program and number in test.reached:
                if batch and sum(one.seconds for one in batch) + test.seconds > TOGETHER:
                    yield batch
                    batch = []
                batch.append(test)
        if batch:
            yield batch


def watched(batch: list[Test], number: int) -> str | None:
    """Run tests with a mutant until one fails, and name that."""
    command = [batch[0].program, "--exact", *(test.name for test in batch)]
    with subprocess.Popen(
        command, cwd=TREE / "rust/scorio-core", env=environment(MUTANT=str(number)), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as ran:  # fmt: skip
        late = threading.Timer(PATIENCE * sum(test.seconds for test in batch) + 20, ran.kill)
        late.start()
        try:
            for line in ran.stdout or ():
                if line.rstrip().endswith("... FAILED"):
                    return line.split()[1]
            if ran.wait() == 0:
                return None
            return "takes too long" if not late.is_alive() else f"ended with {ran.returncode}"
        finally:
            late.cancel()
            ran.kill()


def by_rust(known: list[Test], number: int) -> str | None:
    """Name the Rust test that notices a mutant."""
    noticed = next(filter(None, (watched(one, number) for one in batches(known, number))), None)
    print(f"{number}: {noticed or 'not noticed by Rust'}", file=sys.stderr, flush=True)
    return noticed


def extension() -> Path:
    """Build the Python package of the copy, and give its folder."""
    if cargo("build", "-p", "scorio-module", "--lib").returncode:
        sys.exit("the extension module of the copy does not compile")
    package = TREE / "python"
    built = (
        WORK / "build" / PROFILE / ("lib_core.dylib" if sys.platform == "darwin" else "lib_core.so")
    )
    shutil.copy2(built, package / "scorio" / "_core.abi3.so")
    return package


def by_python(package: Path, mutant: Mutant, number: int) -> str | None:
    """Name the Python test of its room that notices a mutant."""
    own = os.environ | {"MUTANT": str(number), "PYTHONPATH": str(package)}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*command, *ROOMS[mutant.room]], cwd=TREE, env=own, text=True, check=False,
            capture_output=True, timeout=900,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "takes too long"
    failed = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("FAILED")]
    return None if done.returncode == 0 else (failed or [f"ended with {done.returncode}"])[0]


def planted(asked: argparse.Namespace) -> tuple[dict[int, Mutant], dict[int, str | None]]:
    """Plant mutants in a copy of the project, or take the last ones with their newest tests."""
    if asked.again:
        copy("rust/scorio-core/tests", "rust/scorio-digest", "tests", "examples")
        kept = json.loads(KEPT.read_text())
        mutants = {one["number"]: Mutant(**one["at"]) for one in kept}
        return mutants, {one["number"]: one["rust"] for one in kept}
    copied()
    order = drawn(sites(asked.room or list(ROOMS)), asked.seed)
    mutants = compiling(order, asked.count)
    print(f"{len(mutants)} mutants, seed {asked.seed}", file=sys.stderr)
    return mutants, dict.fromkeys(mutants)


def main() -> None:
    """Draw mutants, run the tests, and print what they noticed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", action="append", choices=ROOMS)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--no-python", action="store_true")
    asked = parser.parse_args()
    mutants, rust = planted(asked)
    known = tests(programs())
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        trying = [number for number in mutants if not rust[number]]
        noticed = workers.map(lambda number: by_rust(known, number), trying)
        rust |= dict(zip(trying, noticed, strict=True))
    left = [] if asked.no_python else [number for number in mutants if rust[number] is None]
    python: dict[int, str | None] = {}
    if left:
        package = extension()
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            noticed = workers.map(lambda number: by_python(package, mutants[number], number), left)
            python = dict(zip(left, noticed, strict=True))
    report(mutants, rust, python)


def report(
    mutants: dict[int, Mutant], rust: dict[int, str | None], python: dict[int, str | None]
) -> None:
    """Print the table of rooms and the survivors, and keep everything."""
    shown = {number: one.name for number, one in mutants.items()}
    same = set((HERE / "unnoticeable.txt").read_text(encoding="utf-8").splitlines())
    tables = {name: Counter[str]() for name in ("mutants", "rust", "python", "no figure", "left")}
    for number, one in mutants.items():
        tables["mutants"][one.room] += 1
        if rust[number]:
            tables["rust"][one.room] += 1
        elif python.get(number):
            tables["python"][one.room] += 1
        else:
            tables["no figure" if shown[number] in same else "left"][one.room] += 1
    print("| room | mutants | caught by Rust | by Python | change no figure | left |")
    print("|---|--:|--:|--:|--:|--:|")
    for room in [*sorted(tables["mutants"]), "all"]:
        counts = (table.total() if room == "all" else table[room] for table in tables.values())
        print(f"| {room} | {' | '.join(map(str, counts))} |")
    for number in mutants:
        if not rust[number]:
            by = python.get(number) or ("changes no figure" if shown[number] in same else "LEFT")
            print(f"- {number}: {shown[number]} ({by})")
    kept = [
        {
            "number": number,
            "mutant": shown[number],
            "rust": rust[number],
            "python": python.get(number),
            "at": one._asdict(),
        }
        for number, one in mutants.items()
    ]
    KEPT.write_text(json.dumps(kept, indent=1, ensure_ascii=False))
    sys.exit(any(tables["left"].values()))


if __name__ == "__main__":
    main()
