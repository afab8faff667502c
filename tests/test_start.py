"""What a command loads before it answers: its own modules, click, and no NumPy."""

import subprocess
import sys

import pytest

# Run a command, then name what it loaded on standard error.
PROGRAM = """
import sys
before = set(sys.modules)
from scorio.cli import main
try:
    main(sys.argv[1:])
finally:
    print(*sorted(set(sys.modules) - before), file=sys.stderr)
"""

# All of scorio that `scorio score` loads for a log.
SCORE = """
_arguments _call _calls _calls.score _core _counting _counting.copies _counting.costed
_counting.counts _counting.joining _counting.selected _counting.sums _counting.tallied _declared
_errors _former _inspecting _inspecting.names _internal_error _numpy _reading _reading.asked
_reading.excel _reading.folders _reading.frames _reading.keeping _reading.matrices
_reading.numbering _reading.options _reading.paths _reading.rate _reading.reading _reading.records
_reading.report _reading.sources _reading.whole _reading.workbook _results _rows _rows.score
_scoring _scoring.scores _scoring.settings _scoring.sliced cli cli.commands cli.commands.score
cli.completing cli.config cli.config_file cli.ending cli.helping cli.loading cli.main cli.options
cli.options.declared cli.options.grading cli.options.groups cli.options.kinds
cli.options.parameters cli.options.reading cli.options.shared cli.options.slicing
cli.options.unlisted cli.options.viewing cli.output cli.preparing cli.progress cli.tree cli.twice
cli.used show show.documents show.documents.html show.documents.latex show.documents.markdown
show.documents.records show.documents.writing show.escaping show.page show.result show.terminal
show.terminal.bars show.terminal.cells show.terminal.layout show.terminal.text show.view show.wide
show.words
"""


def loaded(*words):
    """Run a command, and give the modules that it loaded."""
    command = [sys.executable, "-c", PROGRAM, "--no-config", *map(str, words)]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode in {0, 1, 4}, run.stderr
    return set(run.stderr.splitlines()[-1].split())


def test_a_score_loads_what_it_needs(coins):
    modules = loaded("score", coins)
    own = {name.removeprefix("scorio.") for name in modules if name.startswith("scorio.")}
    assert own == set(SCORE.split())
    tops = {name.partition(".")[0] for name in modules}
    assert tops - sys.stdlib_module_names == {"click", "scorio"}
    assert not tops & {"decimal", "fractions", "tomllib", "asyncio", "email", "logging"}


@pytest.mark.parametrize(
    "words",
    [
        ("compare", "--baseline", "coin-01"),
        ("compare", "--pairs"),
        ("gate", "--at-least", "0.5"),
        ("rank",),
        ("plan", "trials", "--half-width", "0.015"),
        ("plan", "budget", "--only", "coin-09", "--trials", "10,20"),
        ("inspect",),
        ("score", "--metric", "pass_at_k", "-k", "1,8", "--confidence", "0.9"),
    ],
    ids=" ".join,
)
def test_commands_on_logs_load_no_numpy(coins, words):
    modules = loaded(*words, coins)
    assert "scorio._core" in modules
    assert "numpy" not in modules


def test_the_version_loads_no_command():
    modules = loaded("--version")
    assert not {name for name in modules if name.startswith(("scorio.cli.commands", "scorio._r"))}
