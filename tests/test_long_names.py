"""Names of a million signs: a whole prompt stands where a name should."""

import json

import commands
import pytest

import scorio

LONG = "n" * 1_000_000
OPTIONS = ["--model", "model", "--question", "question", "--task", "task", "--outcome", "outcome"]
READABLE = 10_100


def written(path, role):
    records = [
        {"model": m, "task": "t", "question": q, "trial": trial, "outcome": (trial + ord(m)) % 2}
        for m in "ab" for q in ("1", "2") for trial in range(3)
    ]  # fmt: skip
    for record in records:
        record[role] += LONG
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return path


@pytest.fixture(scope="module")
def long_models(tmp_path_factory):
    return written(tmp_path_factory.mktemp("long") / "log.jsonl", "model")


@pytest.mark.parametrize("role", ["model", "task", "question"])
def test_people_see_the_ends(role, tmp_path):
    log = written(tmp_path / "log.jsonl", role)
    board = scorio.count(log).score()
    for shown in (board.to_text(width=100), scorio.inspect(log).to_text(width=100)):
        assert max(map(len, shown.splitlines())) < 1100
    page, picture = tmp_path / "page.html", tmp_path / "picture.svg"
    scorio.report(log, page)
    board.plot().save(picture)
    assert page.stat().st_size < 400_000
    assert picture.stat().st_size < 100_000


def test_programs_get_the_whole(long_models):
    for option in (["--json"], ["--out", "-"]):
        done = commands.run("score", long_models, *OPTIONS, *option)
        assert f"b{LONG}" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["compare", "--baseline", "a"],
        ["compare", "--baseline", LONG],
        ["score", "--only", "c"],
        ["score", "--question", "model"],
        ["score", "--model", "nobody"],
        ["gate", "--at-least", "0.5", "--only", "c"],
        ["plan", "trials", "--baseline", "c"],
    ],
    ids=lambda arguments: " ".join(one[:10] for one in arguments),
)
def test_a_message_stays_short(long_models, arguments):
    group = 2 if arguments[0] == "plan" else 1
    done = commands.run(*arguments[:group], long_models, *OPTIONS, *arguments[group:])
    assert "Traceback" not in done.stderr
    assert len(done.stderr) < READABLE
