"""Completion by click's protocol, and by a bash that sources it."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from scorio.cli.main import main

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "completion.md").read_text(encoding="utf-8")


def completed(*words, shell="bash"):
    """What the last word is completed to."""
    *before, last = map(str, words)
    typed = shlex.join(["scorio", *before]) + (f" {shlex.quote(last)}" if last else " ")
    environment = {
        "_SCORIO_COMPLETE": f"{shell}_complete", "COMP_WORDS": typed,
        "COMP_CWORD": last if shell == "fish" else str(len(words)),
    }  # fmt: skip
    ended = CliRunner().invoke(main, [], env=environment, prog_name="scorio")
    assert ended.exit_code == 0, ended.output
    assert ended.stderr == ""
    return [line.split(",", 1) for line in ended.stdout.splitlines() if line]


def plain(*words):
    found = completed(*words)
    assert all(kind == "plain" for kind, _ in found)
    return [name for _, name in found]


@pytest.mark.parametrize(
    ("words", "known"),
    [
        (("pl",), ["plan", "plot"]),
        (("score", "LOG", "--metric", "pass"), ["pass_at_k", "pass_hat_k"]),
        (("gate", "LOG", "--metric", "max"), ["max_at_k"]),
        (("converge", "LOG", "--metric", "maj"), ["maj_at_k"]),
        (("rank", "LOG", "--method", "bor"), ["borda"]),
        (("score", "--format", "ins"), ["inspect"]),
        (("compare", "LOG", "--baseline", "coin-1"), ["coin-10", "coin-11"]),
        (("score", "LOG", "--only", "coin-1"), ["coin-10", "coin-11"]),
        (("plan", "trials", "LOG", "--only", "coin-1"), ["coin-10", "coin-11"]),
        (("score", "LOG", "--question", "q"), ["question"]),
        (("score", "LOG", "--on-missing", ""), ["error", "drop", "fail"]),
        (("score", "none.jsonl", "--only", ""), []),
        (("compare", "--baseline", ""), []),
    ],
)
def test_names_of_options(words, known, coins):
    assert plain(*(coins if word == "LOG" else word for word in words)) == known


def test_files():
    assert completed("score", "exam") == [["file", "exam"]]
    assert completed("compare", "a.jsonl", "--against", "b") == [["file", "b"]]


def test_models_are_read_as_the_words_and_the_file_say(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [
        {"who": name, "id": 1, "right": 1} for name in ("a b", "a'c", "$(d)", "mod\x07el", "été")
    ]
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert plain("score", log, "--only", "") == []
    fields = ("--model", "who", "--question", "id", "--outcome", "right")
    names = ["'a b'", "'a'\"'\"'c'", "'$(d)'", "'été'"]
    assert sorted(plain("score", log, *fields, "--only", "")) == sorted(names)
    assert plain("score", *fields, log, "--only", "a b") == ["'a b'"]
    (tmp_path / "scorio.toml").write_text('model = "who"\nquestion = "id"\noutcome = "right"\n')
    assert sorted(plain("score", log, "--only", "")) == sorted(names)
    assert plain("--no-config", "score", log, "--only", "") == []
    (tmp_path / "scorio.toml").write_text("unknown = 1\n")
    assert plain("score", log, "--only", "") == []
    assert [name for _, name in completed("score", log, "--outcome", "r")] == ["right"]


def test_models_of_large_logs_are_not_looked_up(coins, tmp_path, monkeypatch):
    from scorio.cli import completing

    counted = tmp_path / "counts.parquet"
    assert CliRunner().invoke(main, ["count", str(coins), "--out", str(counted)]).exit_code == 0
    monkeypatch.setattr(completing, "_SMALL", 1000)
    assert plain("score", coins, "--only", "coin-1") == []
    assert plain("score", counted, "--only", "coin-1") == ["coin-10", "coin-11"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_page_has_the_line_of_each_shell(shell):
    assert f"_SCORIO_COMPLETE={shell}_source scorio" in PAGE
    environment = {"_SCORIO_COMPLETE": f"{shell}_source"}
    ended = CliRunner().invoke(main, [], env=environment, prog_name="scorio")
    # Click asks bash for its version, and warns where there is none.
    assert "_scorio_completion" in ended.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
@pytest.mark.skipif(sys.platform == "win32", reason="the test makes a script of its own")
def test_a_bash_completes(tmp_path, coins):
    command = tmp_path / "scorio"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m scorio "$@"\n')
    command.chmod(0o755)
    [line] = re.findall(r'`(eval "\$\(_SCORIO_COMPLETE=bash_source scorio\)")`', PAGE)
    script = f"""{line}
complete -p scorio
COMP_WORDS=(scorio compare {shlex.quote(str(coins))} --baseline coin-1)
COMP_CWORD=4
_scorio_completion scorio
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    environment = os.environ | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    ended = subprocess.run(
        ["bash", "--norc", "-c", script], capture_output=True, text=True, check=False,
        env=environment,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines()[-2:] == ["coin-10", "coin-11"]
    assert "_scorio_completion" in ended.stdout.splitlines()[0]
