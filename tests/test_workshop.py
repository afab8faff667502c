"""The programs behind `make test`: no part hides another, and a failure is seen."""

import subprocess
import sys
from pathlib import Path

import pytest

PARTS = Path(__file__).parent.parent / "tools" / "parts.py"


def parts(*asked):
    return subprocess.run(
        [sys.executable, PARTS, *asked], capture_output=True, text=True, check=False, timeout=120
    )


@pytest.mark.parametrize("first", ["false", "exit 3", "kill -9 $$", "no_such_program_at_all"])
def test_a_part_that_fails_hides_no_other(first):
    done = parts(f"One={first}", "Two=echo two=$((1 + 1))", "Three=exit 1")
    assert done.returncode == 1
    assert "two=2" in done.stdout
    one, two, three = done.stdout.splitlines()[-3:]
    assert one.split()[0] == "One"
    assert "FAILED" in one
    assert one.endswith(first)
    assert two.endswith("passed")
    assert "FAILED (exit code 1)" in three


def test_a_part_beside_the_others_is_shown_after_them(tmp_path):
    # Each of the two waits for the other.
    first, second = tmp_path / "first", tmp_path / "second"
    meet = "touch {}; while [ ! -e {} ]; do sleep 0.01; done; echo over={}"
    done = parts(
        f"One={meet.format(first, second, 1)}",
        "--beside",
        f"Two={meet.format(second, first, 2)}; exit 3",
    )
    assert done.returncode == 1
    assert done.stdout.index("over=1") < done.stdout.rindex("over=2")
    one, two = done.stdout.splitlines()[-2:]
    assert one.endswith("passed")
    assert "FAILED (exit code 3)" in two


def test_parts_beside_the_others_run_one_by_one(tmp_path):
    log = tmp_path / "log"
    step = "echo begin >> {0}; sleep 0.05; echo end >> {0}; echo said={1}"
    beside = [f"P{one}={step.format(log, one)}" for one in range(3)]
    done = parts("One=exit 4", "--beside", *beside)
    assert done.returncode == 1
    assert log.read_text().split() == ["begin", "end"] * 3
    shown = [done.stdout.rindex(f"said={one}\n") for one in range(3)]
    assert shown == sorted(shown)
    assert [line.split()[0] for line in done.stdout.splitlines()[-4:]] == ["One", "P0", "P1", "P2"]


def test_parts_that_pass():
    done = parts("One=true", "Two=true", "--beside", "Three=true")
    assert done.returncode == 0
    assert [line.split()[-1] for line in done.stdout.splitlines()[-3:]] == ["passed"] * 3
