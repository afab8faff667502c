"""Options that are given twice: none is silently lost."""

import click
import pytest
from click.testing import CliRunner

from scorio.cli.main import main

COINS = "examples/coins.jsonl"


def commands(group, above=()):
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            yield from commands(command, (*above, name))
        else:
            yield (*above, name), command


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["compare", COINS, "--metric", "avg", "--metric", "bayes"],
         "--metric is given 2 times: give one"),
        (["score", COINS, "-k", "1", "-k", "2", "-k", "4"],
         "-k is given 3 times: give one list, as -k 1,8"),
        (["score", COINS, "--missing-values=1", "--missing-values", "2"],
         "--missing-values is given 2 times: give one list, as -1,NA"),
        (["score", COINS, "--score", "a", "--score", "b"],
         "--score is given 2 times: give one, or all"),
        (["adaptive", "replay", COINS, "--cost", "a=1", "--cost", "a=2"],
         "--cost is given for a twice: give one"),
        (["adaptive", "replay", COINS, "--model-family", "a=x", "--model-family", "a=y"],
         "--model-family is given for a twice: give one"),
    ],
)  # fmt: skip
def test_the_sentence(arguments, sentence):
    result = CliRunner().invoke(main, arguments)
    assert (result.exit_code, result.stderr) == (2, f"scorio: {sentence}\n")


@pytest.mark.parametrize(
    ("path", "command"), [pytest.param(*one, id=" ".join(one[0])) for one in commands(main)]
)
def test_every_option_with_one_value_is_refused_twice(path, command):
    single = [
        option
        for option in command.params
        if isinstance(option, click.Option)
        and not option.multiple
        and not option.is_flag
        and not option.hidden
    ]
    for option in single:
        name = max(option.opts, key=len)
        value = ["1"] * option.nargs
        result = CliRunner().invoke(main, [*path, name, *value, name, *value])
        assert result.exit_code == 2
        assert result.stderr.startswith(f"scorio: {name} is given 2 times: give one"), (
            name,
            result.stderr,
        )


def test_flags_and_lists_may_be_given_twice():
    runner = CliRunner()
    twice = ["--only", "coin-01", "--only", "coin-02", "--json", "--json"]
    assert runner.invoke(main, ["score", COINS, *twice]).exit_code == 0
