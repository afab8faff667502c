"""The command line as a person types it."""

import csv
import json
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from commands import run

SCORIO = Path(sysconfig.get_path("scripts")) / "scorio"


def test_leaderboard(coins):
    result = run("score", coins)
    assert (result.returncode, result.stderr) == (0, "")
    assert "   1           1  coin-11" in result.stdout
    assert "\x1b" not in result.stdout
    assert "Read 26,400 records from 1 file" in result.stdout


def test_help_has_examples():
    for arguments in ([], ["score"], ["count"], ["merge"]):
        result = run(*arguments, "--help")
        assert result.returncode == 0
        assert re.search(r"Examples?:\n  +scorio ", result.stdout)
    assert run("--version").stdout.startswith("scorio, version 0.")
    module = subprocess.run(
        [sys.executable, "-m", "scorio", "--help"], check=True, capture_output=True
    )
    assert module.stdout.startswith(b"Usage: scorio")


def test_standard_input_and_out_files(coins, tmp_path):
    outs = [tmp_path / f"s.{ending}" for ending in ("csv", "json", "parquet", "md")]
    options = [option for out in outs for option in ("--out", out)]
    result = run(
        "score", "-", "--metric", "pass_at_k", "-k", "1,8", *options, stdin=coins.read_text()
    )
    assert result.returncode == 0
    assert all(out.exists() for out in outs)
    assert len(list(csv.DictReader(outs[0].read_text().splitlines()))) == 22
    assert json.loads(outs[1].read_text())["rows"][0]["metric"] == "pass_at_k"


def test_counting_apart_and_merging(coins, tmp_path):
    lines = coins.read_text().splitlines(keepends=True)
    for i in range(3):
        (tmp_path / f"{i}.jsonl").write_text("".join(lines[i::3]))
        assert run("count", f"{i}.jsonl", "--out", f"{i}.parquet", cwd=tmp_path).returncode == 0
    merged = run(
        "merge", "0.parquet", "1.parquet", "2.parquet", "--out", "all.parquet", cwd=tmp_path
    )
    assert "11 models" in merged.stdout
    direct = run("score", coins).stdout.split("Scores, intervals")[0]
    assert run("score", "all.parquet", cwd=tmp_path).stdout.split("Scores, intervals")[0] == direct
    assert (
        run("score", "[0-9].parquet", cwd=tmp_path).stdout.split("Scores, intervals")[0] == direct
    )
    twice = run("merge", "0.parquet", "./0.parquet", "--out", "all.parquet", cwd=tmp_path)
    assert "./0.parquet is given twice, also as 0.parquet" in twice.stderr
    unread = run("score", "all.parquet", "--on-missing", "fail", cwd=tmp_path)
    assert "--on-missing says how to read logs, but all files hold counts" in unread.stderr
    mixed = run("score", "0.parquet", "1.jsonl", "2.parquet", cwd=tmp_path)
    assert mixed.stdout.split("Scores, intervals")[0] == direct
    folder = tmp_path / "folder"
    folder.mkdir()
    for i in range(3):
        (tmp_path / f"{i}.jsonl").rename(folder / f"{i}.jsonl")
    assert run("score", folder).stdout.split("Scores, intervals")[0] == direct


def test_merging_matches_categories_by_name(tmp_path):
    halves = ["--category", "0=0", "--category", "0.5=0.5"]
    for name, options, lines in [
        ("ends", [], "m,q,1\nm,q,0"),
        ("halves", halves, "m,q,0.5\nm,q,0.5"),
        ("all", [*halves, "--category", "1=1"], "m,q,1"),
    ]:
        (tmp_path / f"{name}.csv").write_text(f"model,question,outcome\n{lines}\n")
        counted = run("count", f"{name}.csv", "--out", f"{name}.parquet", *options, cwd=tmp_path)
        assert counted.returncode == 0
    files = ["ends.parquet", "halves.parquet", "all.parquet"]
    assert run("merge", *files, "--out", "sum.parquet", cwd=tmp_path).returncode == 0
    scored = run("score", "sum.parquet", "--metric", "avg", cwd=tmp_path).stdout
    assert scored.startswith("avg, weights = 0,0.5,1\n")
    assert "  0.6000  " in scored
    # Logs and count files are matched together.
    mixed = run("score", "ends.csv", *files[1:], "--metric", "avg", cwd=tmp_path).stdout
    assert mixed.split("Scores, intervals")[0] == scored.split("Scores, intervals")[0]
    apart = run("merge", *files[:2], "--out", "two.parquet", cwd=tmp_path)
    assert "(0, 1) and (0, 0.5) cannot be merged" in apart.stderr
    assert not (tmp_path / "two.parquet").exists()


MISTAKES = [
    (["score", "absent.jsonl"], "cannot open absent.jsonl: No such file or directory\n"),
    (["score", "log.jsonl", "--path", "("], "scorio: --path '(' is not a regular expression"),
    (["score", "log.jsonl", "--path", "x"], "scorio: --path 'x' has no named group"),
    (["score", "log.jsonl", "--question", "id"], 'no field "id" for the question'),
    (["score", "log.jsonl", "-k", "1,x", "--metric", "pass_at_k"], "-k 1,x is not a list of whole"),
    (
        ["score", "log.jsonl", "--metric", "pass_at_k", "-k", "9"],
        "more than the 1 trial of question",
    ),
    (["score", "log.jsonl", "--metric", "best"], "there is no metric best"),
    (
        ["score", "log.jsonl", "--confidence", "95"],
        "--confidence 95 is not between 0 and 1: say --confidence 0.95",
    ),
    (["score", "log.jsonl", "--weights", "0,a"], "--weights 0,a is not a list of numbers"),
    (["score", "log.jsonl", "--out", "scores.xls"], "cannot write scores.xls"),
    (["score", "log.jsonl", "--out", "no/s.csv"], "cannot write no/s.csv: there is no folder no"),
    (["score", "log.jsonl", "--out", "s.csv", "--out", "no/s.md"], "cannot write no/s.md"),
    (
        ["score", "log.json", "--out", "./log.json"],
        "cannot write ./log.json: it is one of the files",
    ),
    (["score", "log.jsonl", "-k", "2"], "k is given, but avg has no budget"),
    (["score", ""], "a file name is empty"),
    (["score", "log.jsonl", "--set", "model"], "--set model is not of the form NAME=VALUE"),
    (["score", "log.jsonl", "--category", "a="], "--category a= is not of the form"),
    (["score", "log.jsonl", "log.jsonl"], "log.jsonl is given twice"),
    (["score", "log.jsonl", "--on-missing", "guess"], "'guess' is not one of"),
    (["score"], "Missing argument"),
    (["count", "log.jsonl", "--out", "counts.csv"], "the ending of a count file is .parquet, or"),
    (["merge", "log.jsonl", "--out", "all.parquet"], "is not a count file"),
    (["score", "folder/"], "there is no log in the folder"),
]


@pytest.mark.parametrize(("arguments", "sentence"), MISTAKES)
def test_mistakes(tmp_path, arguments, sentence):
    (tmp_path / "log.jsonl").write_text('{"model": "m", "question": "q", "outcome": 1}\n')
    (tmp_path / "log.json").write_text('[{"model": "m", "question": "q", "outcome": 1}]')
    (tmp_path / "folder").mkdir()
    before = sorted(tmp_path.iterdir())
    result = run(*arguments, cwd=tmp_path)
    assert result.returncode == 2
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_long_input_shows_bytes_and_rate(tmp_path):
    record = json.dumps({"model": "m", "question": "q", "text": "x" * 1_000_000, "outcome": 1})
    log = tmp_path / "long.jsonl"
    log.write_text((record + "\n") * 60)
    import pty
    import termios

    reader, writer = pty.openpty()
    termios.tcsetwinsize(writer, (24, 80))
    with subprocess.Popen([SCORIO, "score", log], stdout=subprocess.PIPE, stderr=writer) as process:
        board = process.stdout.read().decode()
    shown = os.read(reader, 100_000).decode()
    os.close(writer)
    os.close(reader)
    assert process.returncode == 0
    assert "60.0M" in shown
    assert "B/s" in shown
    assert "B/s" not in board


def test_the_page_about_shards(coins, tmp_path):
    page = Path(__file__).parent.parent / "docs" / "beyond-one-machine.md"
    (commands,) = re.findall(r"```sh\n(.*?)```", page.read_text(), flags=re.DOTALL)
    lines = coins.read_text().splitlines(keepends=True)
    for shard in range(2):
        folder = tmp_path / "runs" / f"shard-{shard}"
        folder.mkdir(parents=True)
        (folder / "log.jsonl").write_text("".join(lines[shard::2]))
    for command in commands.splitlines():
        result = run(*command.split()[1:], cwd=tmp_path)
        assert result.returncode == 0, result.stderr
    whole = run("score", coins)
    assert result.stdout.splitlines()[:-1] == whole.stdout.splitlines()[:-1]


def test_a_score_is_named_once(coins):
    result = run("score", coins, "--score", "a", "--score", "b")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "scorio: --score is given 2 times: give one, or all\n"


def test_a_count_file_is_described(coins, tmp_path):
    stored = tmp_path / "counts.parquet"
    assert run("count", coins, "--out", stored).returncode == 0
    result = run("inspect", stored)
    assert result.returncode == 0
    assert "format      counts" in result.stdout
    assert "trials      26,400" in result.stdout
