"""The C examples, compiled with the committed header and run with the built library."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PRINTED = """\
ranks   model   score       ±      95% interval
1 to 2  ann    0.7857  0.0714  [0.6457, 0.9257]
1 to 2  bob    0.7143  0.0799  [0.5578, 0.8708]
3 to 3  cyd    0.3214  0.0799  [0.1649, 0.4780]
k = 0 is too small: a budget is a whole number from 1 to 1,000,000,000
"""
GRADED = """\
long is more than 530 tokens
wrong  worth 0.0   4 trials
long   worth 0.5   2 trials
right  worth 1.0   6 trials
0.5476 ± 0.0867
line 1 of the rubric file: the rubric "plain" has no [[rubric.category]]
"""


@pytest.fixture
def library():
    named = os.environ.get("SCORIO_LIB")
    if not named:
        pytest.skip("SCORIO_LIB names no library: make test builds it and sets that")
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    return Path(named)


WARNINGS = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
HEADER = f"-I{ROOT / 'rust' / 'scorio-capi' / 'include'}"


def shared(library):
    return [f"-L{library.parent}", "-lscorio", f"-Wl,-rpath,{library.parent}"]


def static(library):
    return [library.with_suffix(".a"), "-lm", "-lpthread", "-ldl"]


@pytest.mark.parametrize("linked", [shared, static])
@pytest.mark.parametrize(("name", "printed"), [("leaderboard", PRINTED), ("rubric", GRADED)])
def test_example(library, tmp_path, linked, name, printed):
    program = tmp_path / name
    source = ROOT / "examples" / "c" / f"{name}.c"
    command = ["cc", *WARNINGS, HEADER, source, *linked(library), "-o", program]
    subprocess.run(command, check=True)
    done = subprocess.run([program], check=True, capture_output=True, text=True)
    assert done.stdout == printed
    assert not done.stderr


def test_header_in_cpp(library, tmp_path):
    if shutil.which("c++") is None:
        pytest.skip("there is no C++ compiler")
    unit = tmp_path / "unit.cpp"
    unit.write_text('#include "scorio.h"\nint main() { return scorio_abi_version() == 0; }\n')
    program = tmp_path / "unit"
    command = ["c++", "-Wall", "-Werror", HEADER, unit, *shared(library), "-o", program]
    subprocess.run(command, check=True)
    subprocess.run([program], check=True)
