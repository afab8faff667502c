"""Commands of a help, and those of pages that name a log of the examples, run as they stand."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from scorio.cli.main import main

ROOT = Path(__file__).parent.parent
PAGES = ("planning", "convergence", "simulation", "gates", "continuous-integration",
         "configuration", "completion")  # fmt: skip
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def runs(line):
    """Whether a command of a page needs no files but the examples."""
    known = ("examples/coins.jsonl", "--assume", "scorio simulate")
    return any(one in line for one in known)


def commands_of(group, name="scorio"):
    yield name, group
    for own, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands_of(command, f"{name} {own}")
        else:
            yield f"{name} {own}", command


def lines_of(text):
    """The commands in a text. Lines that end in a backslash go on."""
    joined = re.sub(r"\\\n\s*", "", text)
    return [line.strip() for line in joined.splitlines() if line.strip().startswith("scorio ")]


HELP = [line for _, command in commands_of(main) for line in lines_of(command.help or "")]
BLOCKS = [
    line
    for name in PAGES
    if (page := ROOT / "docs" / f"{name}.md").exists()
    for language, block in FENCE.findall(page.read_text(encoding="utf-8"))
    if language in ("", "sh")
    for line in lines_of(block)
    if runs(line)
]


def records(model, trials=3, **names):
    """Lines of a log: six questions with some trials each."""
    given = {"model": "model", "question": "question", "outcome": "outcome"} | names
    rows = (
        {given["model"]: model, given["question"]: f"q{question}", "trial": trial,
         given["outcome"]: int((question + trial + ord(model[0])) % 4 > question % 3)}
        for question in range(6) for trial in range(trials)
    )  # fmt: skip
    return "".join(f"{json.dumps(row)}\n" for row in rows)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files that the examples of a help name."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "runs").mkdir()
    for model in ("a", "b"):
        text = records(model, question="task_id", outcome="passed")
        (folder / "runs" / f"{model}.jsonl").write_text(text)
    for name in ("branch", "main"):
        (folder / f"{name}.jsonl").write_text(records(name))
    (folder / "names.txt").write_text("".join(f"q{place}\n" for place in range(6)))
    bank, state, log = (str(folder / name) for name in ("bank.parquet", "run.json", "full.jsonl"))
    (folder / "answered.jsonl").write_text(records("a", 1) + records("b", 1))
    (folder / "full.jsonl").write_text("".join(map(records, "abc")))
    days = [str(folder / f"{day}.parquet") for day in ("monday", "tuesday")]

    def run(*words):
        ended = CliRunner().invoke(main, ["--no-config", *words])
        assert ended.exit_code == 0, ended.output
        return ended.stdout

    for day, name in zip(days, ("branch", "main"), strict=True):
        run("count", str(folder / f"{name}.jsonl"), "--out", day)
    run("adaptive", "fit", log, "--out", bank)
    run("adaptive", "start", bank, "--model", "a", "--model", "b", "--state", state)
    asked = [json.loads(line) for line in run("adaptive", "ask", state, "-n", "4").splitlines()]
    answers = [{"id": one["id"], "score": 1} for one in asked]
    (folder / "results.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in answers))
    return folder


def test_there_are_examples():
    assert len(HELP) > 40
    assert len(BLOCKS) >= 10


@pytest.mark.skipif(sys.platform == "win32", reason="examples are those of a POSIX shell")
@pytest.mark.parametrize("line", dict.fromkeys([*HELP, *BLOCKS]))
def test_an_example_runs(line, tmp_path, folder):
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    if "adaptive start" in line:
        (tmp_path / "run.json").unlink()
    own = shlex.quote(sys.executable) + " -m scorio "
    command = re.sub(r"(^|[|;&(]\s*)scorio ", lambda found: found[1] + own, line)
    ended = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    # A gate fails or is undecided, and a comparison finds a model worse.
    known = (0, 1, 4) if re.search("scorio (gate|compare)", line) else (0,)
    assert ended.returncode in known, ended.stderr
    assert ended.stdout or "--out -" not in line
