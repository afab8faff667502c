"""The earlier packages, live: scorio 0.2.3 for Python and Scorio 0.2.2 for Julia.

Each is installed into a folder of its own and asked there, so that neither meets this project's.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import venv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parity.cases.case import Matrix, value_of
from parity.cases.spelling import documented, earlier_call
from parity.sides import julia
from parity.sides.answer import Answer, Fault, Part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parity.cases.case import Case

PYTHON_VERSION = "0.2.3"
JULIA_VERSION = "0.2.2"
JULIA_UUID = "8b85e2e0-9a7f-4d8f-8e1e-3c5c7d5e8e0a"
INSTALL_SECONDS = 300
ANSWER_SECONDS = 600
TARGET = Path(__file__).resolve().parents[3] / "target"
WORKER = Path(__file__).with_name("worker.py")
# Functions that they do not have.
NEW = {"pass_curve", "superiority"}
FIGURES = ("mu", "sigma", "lo", "hi")


class NoPeerError(Exception):
    """An earlier package could not be installed or asked. The text says why."""


def interpreter() -> Path:
    """Give the interpreter of an environment with the earlier Python package."""
    home = TARGET / "peer"
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not (home / "ready").exists():
        network = ["--quiet", "--disable-pip-version-check", "--retries=1", "--timeout=15"]
        package = f"scorio=={PYTHON_VERSION}"
        command = [str(python), "-m", "pip", "install", *network, package]
        try:
            venv.create(home, with_pip=True, clear=True)
            subprocess.run(command, check=True, capture_output=True, timeout=INSTALL_SECONDS)
        except (OSError, subprocess.SubprocessError) as failure:
            reason = type(failure).__name__
            raise NoPeerError(f"{package} could not be installed: {reason}") from failure
        (home / "ready").touch()
    return python


@dataclass(frozen=True)
class Call:
    """A call that the earlier packages can make too."""

    name: str
    rows: tuple[tuple[int, ...], ...]
    options: dict[str, Any]

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def key(self) -> str:
        """What makes two calls the same."""
        return json.dumps([self.name, self.rows, self.options])


def earlier(case: Case) -> Call | None:
    """Give the call as the earlier packages take it, or None if they do not."""
    names = {parameter.name for parameter in _documented(case.name)}
    options = {name: value_of(value) for name, value in case.options.items()}
    known = options.get("R0")
    if known is not None:
        options["R0"] = known.rows if isinstance(known, Matrix) and len(known.banks) == 1 else None
    for policy, usual in (("missing", "error"), ("ragged", "error"), ("complement", False)):
        if options.get(policy, usual) == usual:
            options.pop(policy, None)
    rectangular = len(case.R.banks) == 1 and len(set(map(len, case.R.rows))) == 1
    beyond = case.R.axes or not options.keys() <= names or (known is not None and not options["R0"])
    single = isinstance(options.get("k", 1), int)
    if case.name in NEW or beyond or not rectangular or not single:
        return None
    try:
        # Whatever is no number, text, list or None of Python's own has no place in the earlier API.
        return Call(case.name, case.R.rows, json.loads(json.dumps(options)))
    except TypeError:
        return None


@cache
def _documented(name: str) -> tuple[Any, ...]:
    return tuple(documented(name)) if name not in NEW else ()


def python_answers(calls: Sequence[Call]) -> list[Answer]:
    """Ask the earlier Python package."""
    python = interpreter()
    with tempfile.TemporaryDirectory() as place:
        questions = Path(place) / "calls.json"
        questions.write_text(json.dumps([(call.name, call.rows, call.options) for call in calls]))
        # Isolated: neither this package's folder nor the environment leads it here.
        command = [str(python), "-I", str(WORKER), str(questions)]
        try:
            done = subprocess.run(command, check=True, capture_output=True, timeout=ANSWER_SECONDS)
        except (OSError, subprocess.SubprocessError) as failure:
            raise NoPeerError(f"scorio {PYTHON_VERSION} did not answer: {failure}") from failure
    return [_read(found) for found in json.loads(done.stdout)]


def _read(found: dict[str, Any]) -> Answer:
    if "error" in found:
        kind, _, sentence = found["error"].partition(": ")
        return Answer(error=Fault("", sentence), error_type=kind)
    return unnamed(found["values"])


def unnamed(values: Sequence[float]) -> Answer:
    """Give the answer of a package whose figures have no names."""
    names = ("",) if len(values) == 1 else FIGURES
    pairs = zip(names, values, strict=False)
    return Answer(tuple(Part(name, (), (float(value),)) for name, value in pairs))


def julia_project(found: julia.Executable) -> Path:
    """Give a Julia project with the earlier Julia package."""
    home = TARGET / "peer-julia"
    if (home / "ready").exists():
        return home
    home.mkdir(parents=True, exist_ok=True)
    package = f'name = "Scorio", uuid = "{JULIA_UUID}", version = "{JULIA_VERSION}"'
    add = f"import Pkg; Pkg.add(Pkg.PackageSpec({package})); import Scorio"
    command = [found.path, "--startup-file=no", f"--project={home}", "-e", add]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=INSTALL_SECONDS)
    except subprocess.CalledProcessError as failure:
        said = [line for line in failure.stderr.splitlines() if line.startswith("ERROR")]
        reason = said[0] if said else f"Julia ended with {failure.returncode}"
        raise NoPeerError(
            f"Scorio {JULIA_VERSION} could not be installed: {reason.removeprefix('ERROR: ')}"
        ) from failure
    except (OSError, subprocess.SubprocessError) as failure:
        raise NoPeerError(
            f"Scorio {JULIA_VERSION} could not be installed: {type(failure).__name__}"
        ) from failure
    (home / "ready").touch()
    return home


def julia_answers(calls: Sequence[Call]) -> list[Answer]:
    """Ask the earlier Julia package, in a process of its own."""
    try:
        found = julia.executable()
        way = julia.Process(found, julia_project(found))
        sources = [earlier_call(call.name, call.rows, call.options) for call in calls]
        return [julia.parse(line) for line in way.answers(sources)]
    except julia.NoJuliaError as failure:
        raise NoPeerError(str(failure)) from failure
