"""Commands of pages and of --help that name a log of the examples run as they stand."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from scorio.cli.main import main

ROOT = Path(__file__).parent.parent
PAGES = ("planning", "convergence", "simulation", "gates", "continuous-integration",
         "configuration", "completion")  # fmt: skip
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def runs(line):
    """Whether a command needs no files but the examples."""
    known = ("examples/coins.jsonl", "--assume", "scorio simulate")
    return any(one in line for one in known)


def commands_of(group, name="scorio"):
    for own, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands_of(command, f"{name} {own}")
        yield f"{name} {own}", command


def lines_of(text):
    """The commands in a text. Lines that end in a backslash go on."""
    joined = re.sub(r"\\\n\s*", "", text)
    return [line.strip() for line in joined.splitlines() if line.strip().startswith("scorio ")]


HELP = [
    line for _, command in commands_of(main) for line in lines_of(command.help or "") if runs(line)
]
BLOCKS = [
    line
    for name in PAGES
    if (page := ROOT / "docs" / f"{name}.md").exists()
    for language, block in FENCE.findall(page.read_text(encoding="utf-8"))
    if language in ("", "sh")
    for line in lines_of(block)
    if runs(line)
]


def test_there_are_examples():
    assert len(HELP) > 20
    assert len(BLOCKS) >= 10


@pytest.mark.skipif(sys.platform == "win32", reason="examples are those of a POSIX shell")
@pytest.mark.parametrize("line", dict.fromkeys([*HELP, *BLOCKS]))
def test_an_example_runs(line, tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    own = shlex.quote(sys.executable) + " -m scorio "
    command = re.sub(r"(^|[|;&(]\s*)scorio ", lambda found: found[1] + own, line)
    ended = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    # A gate fails or is undecided, and a comparison finds a model worse.
    known = (0, 1, 4) if re.search("scorio (gate|compare)", line) else (0,)
    assert ended.returncode in known, ended.stderr
    assert ended.stdout or "--out -" not in line
