"""Every two options of a command together: they work, or one sentence names one of the two.

`make test` tries a part of the pairs, and FUZZ_SECONDS all of them.
"""

import json
import os
from itertools import combinations

import click
import pytest
from click.testing import CliRunner
from test_option_values import COMMANDS, RUBRIC, command_of

from scorio.cli import main

# Records with a field for every option that names one.
LOG = "".join(
    json.dumps({
        "model": f"m{model}", "task": "t", "question": f"q{question}", "trial": trial,
        "outcome": int((model * 5 + question * 3 + trial * 7) % 9 < 3 + model),
        "weight": 1 + question, "topic": f"c{question % 2}", "share": 0.5, "times": 1,
    }) + "\n"
    for model in range(6)
    for question in range(6)
    for trial in range(3)
)  # fmt: skip
ONE = "".join(line for line in LOG.splitlines(keepends=True) if '"m1"' in line)
FIELDS = {"cluster": "topic", "weight": "weight", "times": "times", "rate": "share"}
VALUES = {
    "only": "m1", "baseline": "m0", "against": "one.jsonl", "rubric": "rubric.toml",
    "questions": "questions.txt", "set": "task=t", "category": "0=0", "missing-values": "NA",
    "signal": "correct=outcome", "metric": "bayes", "k": "2", "weights": "0,1", "path": "q.",
    "memory": "1G", "sort": "model", "title": "T", "option": "tol=1e-8", "method": "avg",
    "prior": "uniform", "junit": "verdicts.xml", "out": "result.json", "plot": "drawn.svg",
    "cost": "m1=2", "model-family": "m1=f", "calibrate-on": "m1", "dataset": "d",
    "select": "expected", "model": "c", "state": "new.json", "item-costs": "costs.json",
    "spectrum": "0,1,1", "looks": "2,4", "trials": "2", "means": "0.5", "family": "9",
    "score-range": "0 1", "format": "jsonl", "difference": "0.1", "seed": "2",
}  # fmt: skip
# One of 5 pairs is tried where time is short.
PART = 1 if os.environ.get("FUZZ_SECONDS") else 5


def words(option):
    """Give an option with a value that it often takes."""
    key = max(option.opts, key=len)
    name = key.lstrip("-")
    if option.is_flag:
        return [key]
    if option.metavar == "FIELD":
        return [key, FIELDS.get(name, name)]
    if name in VALUES:
        return [key, *VALUES[name].split(" ")]
    if isinstance(option.type, click.Choice):
        return [key, option.type.choices[-1]]
    kind = type(option.type).__name__
    return [key, {"Whole": "3", "IntRange": "3"}.get(kind, "0.5")]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    labelled = "".join(
        line.replace("}", f', "human": {place // 3 % 2}}}' if place % 2 else "}") + "\n"
        for place, line in enumerate(LOG.splitlines())
    )
    for name, text in {
        "log.jsonl": LOG, "labelled.jsonl": labelled,
        "one.jsonl": ONE.replace("m1", "other"), "rubric.toml": RUBRIC,
        "told.jsonl": LOG.replace("m0", "a").replace("m1", "b"), "costs.json": "{}",
        "questions.txt": "".join(f"q{number}\n" for number in range(6)),
    }.items():  # fmt: skip
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    for arguments in (
        ["fit", "log.jsonl", "--out", "bank.json"],
        ["start", "bank.json", "--state", "run.json", "--model", "a", "--model", "b"],
    ):
        assert CliRunner().invoke(main, ["--no-config", "adaptive", *arguments]).exit_code == 0
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_two_options_work_together_or_one_is_named(folder, name):
    base = COMMANDS[name]
    given = {word for word in base if word.startswith("-")}
    taken, begun = [], (folder / "run.json").read_text()

    def ran(*options):
        (folder / "new.json").unlink(missing_ok=True)
        (folder / "run.json").write_text(begun)
        more = [word for option in options for word in words(option)]
        ended = CliRunner().invoke(main, ["--no-config", *name.split(), *base, *more])
        assert ended.exit_code in (0, 1, 2, 4, 5), (more, ended.exception)
        return ended

    assert ran().exit_code != 2
    for option in command_of(name).params:
        if not isinstance(option, click.Option) or option.name == "help" or given & {*option.opts}:
            continue
        if ran(option).exit_code != 2:
            taken.append(option)
    pairs, unnamed = list(combinations(taken, 2)), []
    for pair in pairs[::PART]:
        ended = ran(*pair)
        if ended.exit_code != 2:
            continue
        said = ended.stderr.strip().splitlines()[-1]
        assert said.startswith("scorio: "), (said, pair)
        # A sentence about a value names it, and one in a library's words has no dashes.
        named = {word.lstrip("-") for option in pair for word in [*option.opts, *words(option)]}
        if not any(word and word.lower() in said.lower() for word in named):
            unnamed.append((said, *map(words, pair)))
    assert not unnamed
    assert len(pairs) >= len(taken) - 1 > 0
