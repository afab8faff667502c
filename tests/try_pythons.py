"""Try a wheel in fresh environments: `python try_pythons.py FOLDER [PLATFORM]`.

It installs the wheel of the folder with the oldest Python that scorio takes and with the newest
one here, and runs `try_wheel.py` in each. With a platform, such as `manylinux_2_17`, it also checks
that auditwheel gives the wheel that platform.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
OLDEST, NEWEST = 11, 15
VERSION = "import sys; print('%d.%d' % sys.version_info[:2])"


def works(python, name):
    """Whether this is that Python. A stand-in of pyenv may be on PATH without it."""
    command = [python, "-c", VERSION]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    return ended.returncode == 0 and f"python{ended.stdout.strip()}" == name


def python_of(name):
    """Give the path of a Python that is on PATH, or that pyenv has, or None."""
    own = (Path.home() / ".pyenv" / "versions").glob(f"{name.removeprefix('python')}.*/bin/{name}")
    known = [shutil.which(name), *map(str, sorted(own, reverse=True))]
    return next((python for python in known if python and works(python, name)), None)


def chosen():
    """Give the oldest Python and the newest one here, and say which others were skipped."""
    names = [f"python3.{minor}" for minor in range(OLDEST, NEWEST + 1)]
    pythons = {name: python_of(name) for name in names}
    here = [name for name in names if pythons[name]]
    if not here:
        sys.exit(f"none of {', '.join(names)} is here: install {names[0]}")
    some = dict.fromkeys([here[0], here[-1]])
    for name in names:
        if name not in some:
            reason = "not the oldest or newest" if pythons[name] else "not on PATH"
            print(f"{name}: skipped, {reason}")
    if names[0] not in some:
        print(f"The wheel was not tried with the oldest Python, {names[0]}.")
    return [(name, pythons[name]) for name in some]


def audit(wheel, platform):
    """Check that the wheel runs on every Linux of that platform."""
    command = [sys.executable, "-m", "auditwheel", "show", "--json", wheel]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(shown.stdout)["overall_tag"]
    print(f"auditwheel: {found}")
    assert found.startswith(f"{platform}_"), f"the wheel is of {found}, and not of {platform}"


def main():
    folder, *platforms = sys.argv[1:]
    (wheel,) = Path(folder).resolve().glob("*.whl")
    for platform in platforms:
        audit(wheel, platform)
    for name, python in chosen():
        with tempfile.TemporaryDirectory() as place:
            subprocess.run([python, "-m", "venv", place], check=True)
            own = Path(place) / ("Scripts" if os.name == "nt" else "bin") / "python"
            subprocess.run([own, "-m", "pip", "install", "--quiet", wheel], check=True)
            print(f"{name}: {python}", flush=True)
            # Not in the folder of the project, where the package's sources are.
            command = [own, HERE / "try_wheel.py", wheel.parent]
            subprocess.run(command, check=True, cwd=place)


if __name__ == "__main__":
    main()
