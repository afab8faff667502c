"""The commands on the pages: those with output give it, and the others have options that exist."""

import os
import re
import shlex
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import click
import pytest

import scorio
from scorio.cli import main

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
WIDTH = "92"  # of a terminal: the column of the site holds no more


def blocks(page, kind):
    """Give the blocks of a page that have a language."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def lines(block):
    """Give the lines of a block, with those joined that go on, by a backslash or in quotes."""
    block = re.sub(r"'[^']*'", lambda quoted: quoted[0].replace("\n", " "), block)
    return block.replace("\\\n", " ").splitlines()


def typed(line):
    """Give the arguments of each scorio command in a line of a shell."""
    reader = shlex.shlex(line, posix=True, punctuation_chars="|;&<>()")
    reader.whitespace_split, words, own = True, [], False
    for word in reader:
        if set(word) <= set("|;&<>()$"):
            if words:
                yield words
            words, own = [], False
        elif own:
            words.append(word)
        elif word.rpartition("/")[2] == "scorio":
            own = True
    if words:
        yield words


SHOWN = [
    pytest.param(block, id=f"{page.stem}: {block.splitlines()[0]}")
    for page in PAGES
    for block in blocks(page, "console")
    if block.startswith("$ scorio")  # the others need shared data: test_compare_cli runs them
]


@pytest.mark.parametrize("block", SHOWN)
def test_output(block, tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    command, _, expected = block.partition("\n")
    environment = {**os.environ, "COLUMNS": WIDTH, "PYTHONUTF8": "1"}
    arguments = [*shlex.split(command.removeprefix("$ scorio ")), "--color", "always"]
    ran = subprocess.run(
        [sys.executable, "-m", "scorio", *arguments],
        cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        encoding="utf-8", check=False,
    )  # fmt: skip
    assert re.sub(r"\x1b\[[0-9;]*m", "", ran.stdout) == expected


def commands():
    for page in PAGES:
        for block in blocks(page, "sh"):
            for line in lines(block):
                for words in typed(line.strip().removeprefix("$ ")):
                    yield pytest.param(words, id=f"{page.stem}: {' '.join(words)}"[:150])


@pytest.mark.parametrize("words", list(commands()))
def test_options_exist(words):
    command = main
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        name, *words = words
        assert name in command.commands
        command = command.commands[name]
    if {"--version", "--help", "-h"} & set(words):
        return
    with suppress(FileNotFoundError):
        command.make_context("scorio", words)


def test_picture():
    scores = scorio.count(ROOT / "examples" / "coins.jsonl").score()
    assert (ROOT / "docs" / "leaderboard.svg").read_text() == scores.plot().to_svg()
