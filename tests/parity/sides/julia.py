"""The project's Julia side: a `julia` process that evaluates lines of source with `bridge.jl`."""

from __future__ import annotations

import json
import re
import shutil
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from parity.cases.spelling import call
from parity.sides.answer import Answer, Fault, Part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parity.cases.case import Case

HERE = Path(__file__).resolve().parent
BRIDGE = HERE / "bridge.jl"
PACKAGE = HERE.parents[2] / "julia"
OLDEST = (1, 5)
START_SECONDS = 60
# Without its library the package loads, but answers nothing.
PROBE = "S.avg([0, 1])"
ANSWER_SECONDS = 900
VERSION = re.compile(r"(\d+)\.(\d+)\.")
ESCAPE = re.compile(r'\\[tn"\\]')
HOW = "put Julia 1.5 or later on the PATH"


class NoJuliaError(Exception):
    """Julia or its package is not available. The text says why."""


@dataclass(frozen=True)
class Executable:
    """A julia and its version."""

    path: str
    version: str


def executable() -> Executable:
    """Find Julia on the PATH. None is ever downloaded."""
    path = shutil.which("julia")
    if path is None:
        raise NoJuliaError(f"there is no julia: {HOW}")
    try:
        done = subprocess.run(
            [path, "--startup-file=no", "-e", "print(VERSION)"],
            check=True,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=START_SECONDS,
        )
    except (OSError, subprocess.SubprocessError) as failure:
        raise NoJuliaError(f"{path} does not run: {failure}") from failure
    version = done.stdout.strip()
    numbers = VERSION.match(version)
    if numbers is None:
        raise NoJuliaError(f"{path} is no Julia: asked for its version, it said {version[:80]!r}")
    if tuple(map(int, numbers.groups())) < OLDEST:
        raise NoJuliaError(f"{path} is Julia {version}: {HOW}")
    return Executable(path, version)


@dataclass(frozen=True)
class Process:
    """A julia process that answers all lines at once."""

    julia: Executable
    project: Path

    @property
    def name(self) -> str:
        """The language and its version."""
        return f"Julia {self.julia.version}"

    def answers(self, sources: Sequence[str]) -> list[str]:
        """Evaluate lines of Julia source, and give a line for each."""
        serve = f"include({json.dumps(str(BRIDGE))}); ScorioParityBridge.serve()"
        # Julia computes nothing itself. Compiled for each kind of input, lines take twice as long.
        command = [self.julia.path, "--startup-file=no", "--compile=min"]
        command.append(f"--project={self.project}")
        try:
            done = subprocess.run(
                [*command, "-e", serve],
                check=False,
                capture_output=True,
                input="".join(f"{source}\n" for source in sources),
                text=True,
                encoding="utf-8",
                timeout=ANSWER_SECONDS,
            )
        except (OSError, subprocess.SubprocessError) as failure:
            raise NoJuliaError(f"Julia did not answer: {failure}") from failure
        said = done.stdout.splitlines()
        if done.returncode or len(said) != len(sources):
            after = sources[len(said)] if len(said) < len(sources) else "the last line"
            reason = " ".join(done.stderr.split())[:1000]
            raise NoJuliaError(
                f"Julia ended with {done.returncode} after {len(said)} of {len(sources)} answers, "
                f"at {after[:200]}: {reason}"
            )
        return said


def process() -> Process:
    """Give the process that runs this project's Julia package."""
    return Process(executable(), PACKAGE)


def answers(cases: Sequence[Case]) -> list[Answer]:
    """Ask Julia for every case."""
    way = process()
    first, *lines = way.answers([PROBE, *map(call, cases)])
    probe = parse(first)
    if probe.error is not None:
        raise NoJuliaError(f"the Julia package does not answer: {probe.error}")
    return [parse(line) for line in lines]


def parse(line: str) -> Answer:
    """Read an answer of the bridge."""
    status, first, *fields = line.split("\t")
    texts = map(unescape, fields)
    faults = list(map(Fault, texts, texts, texts))
    if status == "error":
        error, *warnings = faults
        return Answer((), tuple(warnings), error, first)
    if status != "ok":
        raise NoJuliaError(f"Julia answered {line[:200]!r}")
    return Answer(tuple(_part(text) for text in first.split(";")), tuple(faults))


def _part(written: str) -> Part:
    name, shape, values = written.split(":")
    # Julia's axes reversed are Python's, in the same memory order.
    axes = [int(size) for size in shape.rstrip("a").split("x") if size]
    bits = bytes.fromhex(values.replace(",", ""))
    doubles = struct.unpack(f">{len(bits) // 8}d", bits)
    return Part(name, tuple(reversed(axes)), doubles)


def unescape(written: str) -> str:
    """Undo Julia's `escape_string`."""
    pieces = {"\\t": "\t", "\\n": "\n", '\\"': '"', "\\\\": "\\"}
    return ESCAPE.sub(lambda found: pieces[found[0]], written)
