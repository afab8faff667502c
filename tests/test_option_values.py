"""Bad values of options: a mistake is one sentence about the option, in no word of Python."""

import re

import click
import pytest
from click.testing import CliRunner

from scorio._core import metrics, rank_methods
from scorio.cli import main
from scorio.cli.options.kinds import Kind

LOG = "".join(
    f'{{"model": "m{model}", "question": "q{question}", "trial": {trial}, "outcome": '
    f"{int((model * 5 + question * 3 + trial * 7) % 9 < 3 + model)}}}\n"
    for model in range(6)
    for question in range(8)
    for trial in range(3)
)
LABELLED = "".join(
    line.replace("}", f', "human": {place // 3 % 2}}}' if place % 2 else "}") + "\n"
    for place, line in enumerate(LOG.splitlines())
)
RUBRIC = """[signals]
correct = "@outcome"
[[rubric]]
name = "r"
category = [
  { name = "wrong", weight = 0, when = "correct < 0.5" },
  { name = "right", weight = 1, otherwise = true },
]
"""
FEW = ["--replicates", "3"]
COMMANDS = {
    "score": ["log.jsonl"],
    "compare": ["log.jsonl", "--baseline", "m0"],
    "gate": ["log.jsonl", "--at-least", "0.5"],
    "rank": ["log.jsonl", "--method", "borda", *FEW],
    "converge": ["log.jsonl", *FEW],
    "plan trials": ["log.jsonl", "--baseline", "m0", "--only", "m1"],
    "plan budget": ["log.jsonl", "--trials", "2", *FEW],
    "plan split": ["log.jsonl", "--budget", "100", "--baseline", "m0", "--only", "m1"],
    "plan labels": ["labelled.jsonl", "--label", "human", "--budget", "3"],
    "judge": ["labelled.jsonl", "--label", "human"],
    "plan looks": ["log.jsonl", "--looks", "2,4", "--baseline", "m0", "--only", "m1", *FEW],
    "simulate": ["--seed", "1"],
    "plot": ["log.jsonl", "--out", "-"],
    "report": ["log.jsonl", "--out", "report.html", "--force"],
    "rubric check": ["rubric.toml", "log.jsonl"],
    "rubric freeze": ["rubric.toml", "log.jsonl", "--out", "frozen.toml"],
    "adaptive fit": ["log.jsonl", "--out", "other.json"],
    "adaptive start": ["bank.json", "--state", "new.json", "--model", "a", "--model", "b"],
    "adaptive ask": ["run.json"],
    "adaptive tell": ["run.json", "told.jsonl", "--log"],
    "adaptive replay": ["log.jsonl", "--folds", "1", "--hold-out", "2"],
    "count": ["log.jsonl", "--out", "counts.parquet"],
    "inspect": ["log.jsonl"],
}
BAD = ["-1", "0", "101", "1e400", "nan", "abc", "", "1,-1", "1,2,3", "9" * 20, "-0.5"]
# What an option needs beside it.
BESIDE = {
    "--half-width": {"--baseline", "--only"},
    "--assume": {"log.jsonl", "--baseline", "--only"},
}
MORE = {
    "lam": ["--metric", "geo_spectrum_at_k", "-k", "2"],
    "tau": ["--metric", "g_pass_at_k_tau", "-k", "2"],
    "spectrum": ["--metric", "threshold_spectrum_at_k", "-k", "2"],
    "pass_power": ["--metric", "geom_at_k", "-k", "2"],
    "unanimous_power": ["--metric", "geom_at_k", "-k", "2"],
}
TEXTS = ["memory", "questions", "prior", "models", "select", "costs"]
NAMES = {name for name, *_ in metrics()} | {one["name"] for one in rank_methods()}


def command_of(name):
    command = main
    for word in name.split():
        command = command.commands[word]
    return command


def options():
    for name in COMMANDS:
        for option in command_of(name).params:
            if not isinstance(option, click.Option) or option.is_flag:
                continue
            number = isinstance(option.type, (Kind, click.types.IntParamType))
            reads = option.name in ("threshold", "questions") and name not in ("score", "count")
            if (number or option.name in TEXTS) and not reads and option.metavar != "FIELD":
                yield pytest.param(name, option, id=f"{name} {max(option.opts, key=len)}")


def without(arguments, left_out):
    kept, words = [], iter(arguments)
    for word in words:
        if word not in left_out:
            kept.append(word)
        elif word.startswith("-"):
            next(words)
    return kept


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("values")
    (folder / "log.jsonl").write_text(LOG)
    (folder / "labelled.jsonl").write_text(LABELLED)
    (folder / "told.jsonl").write_text(LOG.replace("m0", "a").replace("m1", "b"))
    (folder / "rubric.toml").write_text(RUBRIC)
    bank, run = str(folder / "bank.json"), str(folder / "run.json")
    for words in (
        ["fit", str(folder / "log.jsonl"), "--out", bank],
        ["start", bank, "--state", run, "--model", "a", "--model", "b"],
    ):
        ended = CliRunner().invoke(main, ["--no-config", "adaptive", *words])
        assert ended.exit_code == 0, ended.output
    return folder


@pytest.mark.parametrize(("name", "option"), list(options()))
def test_a_bad_value_is_said_of_the_option(folder, monkeypatch, name, option):
    monkeypatch.chdir(folder)
    spelled = max(option.opts, key=len)
    base = without(COMMANDS[name], {spelled, *BESIDE.get(spelled, ())})
    more = MORE.get(option.name, []) if name in ("score", "rank", "compare") else []
    if name == "rank" and more:
        base, more = ["log.jsonl", *FEW], ["--method", more[1], "-k", "2"]
    refused = 0
    for bad in BAD:
        (folder / "new.json").unlink(missing_ok=True)
        values = [bad] * option.nargs
        ended = CliRunner().invoke(
            main, ["--no-config", *name.split(), *base, *more, spelled, *values]
        )
        assert ended.exit_code in (0, 1, 2, 4, 5), (bad, ended.exception)
        if ended.exit_code != 2:
            continue
        refused += 1
        said = ended.stderr.strip().splitlines()[-1]
        assert said.startswith(("scorio: ", "Error: ")), said
        own = re.findall(r"\w*[a-z]_[a-z]\w*", said)
        assert set(own) <= NAMES, said
        assert not re.search(r"\w\[\d", said), said
        assert not re.match(r"scorio: (?!k )\w+ = |scorio: [wR] ", said), said
        assert "extract field" not in said
    assert refused


@pytest.mark.parametrize(
    "words",
    [["converge", "one.jsonl"], ["plot", "one.jsonl", "--kind", "convergence", "--out", "-"]],
)
def test_one_model_has_no_ranking_to_settle(folder, monkeypatch, words):
    monkeypatch.chdir(folder)
    (folder / "one.jsonl").write_text("".join(LOG.splitlines(keepends=True)[:24]))
    ended = CliRunner().invoke(main, ["--no-config", *words])
    assert ended.exit_code == 2
    assert ended.stderr == "scorio: there is one model, 'm0': convergence needs two or more\n"
