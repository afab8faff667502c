"""Several interpreters in one process, and a package that is imported again."""

import subprocess
import sys

import pytest

PROGRAM = """
import os, sys
import _xxsubinterpreters as interpreters

first, second = "import scorio; scorio.eval.avg([[0, 1]])", '''
try:
    import scorio
except ImportError as error:
    print(error, flush=True)
else:
    print("imported", flush=True)
'''
other = interpreters.create(isolated=False)
if sys.argv[1] == "main":
    exec(first)
    interpreters.run_string(other, second)
else:
    interpreters.run_string(other, "from scorio import _core")
    exec(second)
# Python 3.11 may wait forever for the threads of packages where another interpreter is left.
sys.stdout.flush()
os._exit(0)
"""


@pytest.mark.parametrize("first", ["main", "other"])
def test_a_second_interpreter_is_told(first):
    pytest.importorskip("_xxsubinterpreters", reason="its module has another name from 3.13 on")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, first], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "another interpreter of this process has loaded scorio, whose extension module serves one "
        "alone: import it in a process of its own\n"
    )


AGAIN = """
import importlib, sys
import scorio as first

for name in [name for name in sys.modules if name.split(".")[0] == "scorio"]:
    del sys.modules[name]
import scorio

assert scorio is not first
assert scorio.eval.avg([[0, 1]]) == first.eval.avg([[0, 1]])
importlib.reload(scorio._core)
importlib.reload(scorio)
try:
    scorio.count(sys.argv[1], progress=lambda *_: (_ for _ in ()).throw(
        scorio._core.PanicException("a test")))
except scorio.InternalError as error:
    print(error)
"""


def test_the_package_is_imported_again(coins):
    program = [sys.executable, "-c", AGAIN, coins]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("internal error in scorio: a test; please report it")
