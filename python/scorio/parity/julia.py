"""The project's Julia side, and how it is reached.

Where juliacall is installed beside a Julia that it supports, Julia runs in this process; else a
`julia` process of its own answers. Both evaluate `bridge.jl` and hand over the same lines.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from scorio.parity import places
from scorio.parity.case import Answer, Part
from scorio.parity.spelling import call

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorio.parity.case import Case

HERE = Path(__file__).resolve().parent
BRIDGE = HERE / "bridge.jl"
OLDEST = (1, 5)
START_SECONDS = 60
# Without its library the package loads, but answers nothing.
PROBE = "S.avg([0, 1])"
ANSWER_SECONDS = 900
VERSION = re.compile(r"(\d+)\.(\d+)\.")
ESCAPE = re.compile(r'\\[tn"\\]')
HOW = "install Julia 1.5 or later, so that `julia` is on the PATH or PYTHON_JULIAPKG_EXE names it"


class NoJuliaError(Exception):
    """Julia, or the package that it should run, is not to be had; the text says why."""


class Transport(Protocol):
    """A way to Julia."""

    @property
    def name(self) -> str:
        """How Julia is reached, in words."""

    def answers(self, sources: Sequence[str]) -> list[str]:
        """Evaluate lines of Julia source; give a line for each."""


@dataclass(frozen=True)
class Executable:
    """A julia and its version."""

    path: str
    version: str


def executable() -> Executable:
    """Find Julia without ever fetching one."""
    named = os.environ.get("PYTHON_JULIAPKG_EXE")
    path = shutil.which(named or "julia")
    if path is None:
        missing = f"PYTHON_JULIAPKG_EXE = {named!r} is no program" if named else "there is no julia"
        raise NoJuliaError(f"{missing}: {HOW}")
    try:
        done = subprocess.run(  # noqa: S603
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


def package(named: Path | None = None) -> Path:
    """Find this project's Julia package: named, or in the checkout that this one stands in."""
    if named is None and os.environ.get("SCORIO_JULIA"):
        named = Path(os.environ["SCORIO_JULIA"])
    if named is not None:
        if not (named / "Project.toml").is_file():
            raise NoJuliaError(f"{named} holds no Julia package: it has no Project.toml")
        return named
    beside = HERE.parents[2] / "julia"
    if (beside / "Project.toml").is_file():
        return beside
    raise NoJuliaError(
        "this project's Julia package is not here: name its folder with --julia or SCORIO_JULIA"
    )


@dataclass(frozen=True)
class Process:
    """A julia process that answers all lines at once."""

    julia: Executable
    project: Path
    because: str

    @property
    def name(self) -> str:
        """How Julia is reached, in words."""
        return f"Julia {self.julia.version} in a process of its own ({self.because})"

    def answers(self, sources: Sequence[str]) -> list[str]:
        """Evaluate lines of Julia source; give a line for each."""
        serve = f"include({json.dumps(str(BRIDGE))}); ScorioParityBridge.serve()"
        # Nothing is computed in Julia: what would take long is to compile for each kind of input.
        command = [self.julia.path, "--startup-file=no", "-O0", f"--project={self.project}"]
        try:
            done = subprocess.run(  # noqa: S603
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


class InProcess:
    """Julia in this process, by juliacall."""

    def __init__(self, julia: Executable, project: Path) -> None:
        # juliapkg would fetch a Julia of its own if none were named.
        os.environ["PYTHON_JULIAPKG_EXE"] = julia.path
        juliacall = importlib.import_module("juliacall")
        self.module = juliacall.newmodule("ScorioParity")
        self.module.seval(f"pushfirst!(LOAD_PATH, {json.dumps(str(project))})")
        self.module.seval(f"Base.include(@__MODULE__, {json.dumps(str(BRIDGE))})")
        self.name = f"Julia {julia.version} in this process, by juliacall"

    def answers(self, sources: Sequence[str]) -> list[str]:
        """Evaluate lines of Julia source; give a line for each."""
        answer = self.module.ScorioParityBridge.answer
        return [str(answer(source)) for source in sources]


def juliacall_takes(version: str) -> str | None:
    """Say why juliacall cannot be used with a Julia; nothing if it can."""
    found = importlib.util.find_spec("juliacall")
    if found is None or found.origin is None:
        return "juliacall is not installed"
    wanted = Path(found.origin).with_name("juliapkg.json")
    try:
        compat = importlib.import_module("juliapkg.compat")
        needed = json.loads(wanted.read_text())["julia"]
        supported = compat.Version.parse(version) in compat.Compat.parse(needed)
    except (ImportError, AttributeError, OSError, KeyError, ValueError) as failure:
        return f"what juliacall supports is not known: {type(failure).__name__}: {failure}"
    return None if supported else f"juliacall needs Julia {needed}"


def transport(named: Path | None = None) -> Transport:
    """Choose how to reach Julia."""
    julia, project = executable(), package(named)
    because = juliacall_takes(julia.version)
    if because is None:
        try:
            return InProcess(julia, project)
        except Exception as failure:  # noqa: BLE001  juliacall raises plain exceptions
            because = f"juliacall did not start: {failure}"
    return Process(julia, project, because)


def answers(cases: Sequence[Case], way: Transport) -> list[Answer]:
    """Ask Julia for every case, places in its sentences as Python counts them."""
    first, *lines = way.answers([PROBE, *map(call, cases)])
    probe = parse(first)
    if probe.error is not None:
        raise NoJuliaError(f"the Julia package does not answer: {probe.error}")
    return [parse(line) for line in lines]


def parse(line: str) -> Answer:
    """Read an answer of the bridge."""
    status, *fields = line.split("\t")
    if status == "error":
        kind, sentence, *said = fields
        warnings = tuple(places.to_python(unescape(text)) for text in said)
        return Answer((), warnings, places.to_python(unescape(sentence)), kind)
    if status != "ok":
        raise NoJuliaError(f"Julia answered {line[:200]!r}")
    written, *said = fields
    parts = tuple(_part(text) for text in written.split(";"))
    return Answer(parts, tuple(places.to_python(unescape(text)) for text in said))


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
