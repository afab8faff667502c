"""What the first error, the first help and the first percentage say, for whoever begins."""

import json
import re

import click
import polars as pl
import pytest
from click.testing import CliRunner
from commands import run
from test_help_examples import commands_of

import scorio
from scorio.adaptive import ItemBank
from scorio.cli.main import main
from scorio.cli.options.groups import grouped, key_of

COINS = "examples/coins.jsonl"


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def two(tmp_path):
    """Give a folder with the logs of two models, whose fields have other names."""
    rows = [{"id": f"p{n}", "passed": n % 2 == 0} for n in range(4)]
    for name in ("new", "old"):
        write(tmp_path / f"{name}.jsonl", rows)
    return tmp_path


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """Give a log of a judge's 1 to 10."""
    rows = [
        {
            "model": model,
            "question": f"q{n}",
            "outcome": float((n * (2 + t)) % 4 + 4 + (model == "b")),
        }
        for model in "ab"
        for n in range(20)
        for t in range(2)
    ]
    return str(write(tmp_path_factory.mktemp("judged") / "log.jsonl", rows))


@pytest.mark.parametrize("several", [False, True])
def test_the_first_error_of_several_files_has_a_command_that_works(two, several):
    named = [str(two / "new.jsonl"), str(two / "old.jsonl")] if several else [str(two)]
    ended = run("score", *named)
    assert ended.returncode == 2
    (words,) = re.findall(r"this command scores it: scorio (.*)$", ended.stderr, re.MULTILINE)
    # Files that are all of a folder are named by it.
    place = str(two)
    assert words.startswith(f"score {place} --outcome passed --question id")
    ended = CliRunner().invoke(main, words.replace("'", '"').split('"')[0].split()[:-1])
    assert ended.exit_code == 0
    assert "new" in ended.stdout
    assert "old" in ended.stdout


def test_an_error_without_such_a_command_names_what_shows_the_files(tmp_path):
    for name in "ab":
        write(tmp_path / f"{name}.jsonl", [{"prompt": "p", "verdict": one} for one in "xy"])
    for named in ([tmp_path], [tmp_path / "a.jsonl", tmp_path / "b.jsonl"], [tmp_path / "a.jsonl"]):
        ended = run("score", *named)
        look = f"scorio inspect {' '.join(map(str, named))}"
        assert ended.stderr.rstrip().endswith(f"; to see what is there: {look}")
        assert run(*look.split()[1:]).returncode == 0
    with pytest.raises(ValueError, match=r"which scorio\.inspect\(FILES\) proposes"):
        scorio.count(tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("compare {} --baseline a --numeric --fail-if-worse 2%", "--fail-if-worse 2%: percentages"),
        ("compare {} --baseline a --numeric --percent", "percent: percentages"),
        ("gate {} --numeric --at-least 70%", "--at-least 70%: percentages"),
        ("gate {} --numeric --at-least 7 --percent", "percent: percentages"),
        ("score {} --numeric --percent", "percent: percentages"),
        ("report {} --numeric --percent --out -", "percent: percentages"),
    ],
)
def test_percentages_are_for_scores_from_0_to_1(judged, words, said):
    ended = run(*words.format(judged).split())
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert f"{said} are for scores from 0 to 1, and " in ended.stderr
    without = re.sub(r"%| --percent", "", words.format(judged))
    assert run(*without.split()).returncode in (0, 1)


def test_percentages_of_weights_above_1_are_refused_too():
    words = f"gate {COINS} --only coin-11 --at-least 40%"
    assert run(*words.split()).returncode == 0
    ended = run(*words.split(), "--weights", "0,2")
    assert ended.returncode == 2
    assert "an outcome has the weight 2; say a number on the scale" in ended.stderr


def test_columns_of_all_pairs_are_those_that_are_named():
    ended = run("compare", COINS, "--pairs", "--columns", "foo")
    assert ended.returncode == 2
    assert "there is no column 'foo': there are #, model, letters, score, 1, 2" in ended.stderr
    ended = run("compare", COINS, "--pairs", "--columns", "model,letters")
    assert ended.stdout.split("\n\n")[1].splitlines()[0].split() == ["model", "letters"]


@pytest.mark.parametrize("name", ["k=8", "k = 8", "k_=_8"])
def test_a_column_of_a_budget_has_the_name_that_one_types(name):
    words = ["score", COINS, "--metric", "pass_at_k", "-k", "1,8", "--wide"]
    ended = run(*words, "--columns", f"model,{name}")
    assert ended.stdout.split("\n\n")[1].splitlines()[0].split("  ")[-1].strip() == "k = 8"


def groups(command=main, above="scorio"):
    yield above, command
    for name, one in command.commands.items():
        if isinstance(one, click.Group):
            yield from groups(one, f"{above} {name}")


@pytest.mark.parametrize(("name", "group"), [pytest.param(*one, id=one[0]) for one in groups()])
def test_a_list_of_commands_has_whole_sentences(name, group):
    ended = CliRunner().invoke(group, ["--help"], terminal_width=80)
    listed = ended.stdout.split("Commands:")[1]
    assert "..." not in listed, name


@pytest.mark.parametrize(
    ("name", "command"), [pytest.param(*one, id=one[0]) for one in commands_of(main)]
)
def test_a_short_help_has_the_options_of_its_examples(name, command):
    """Rare ones, too: who tries an example looks for them."""
    if isinstance(command, click.Group):
        return
    often = {key_of(one) for _, options in grouped(command) for one, often in options if often}
    known = {key_of(one) for _, options in grouped(command) for one, _ in options}
    shown = set(re.findall(r" --([a-z-]+)", (command.help or "").partition("\b\n")[2]))
    assert shown & known <= often, name


def test_a_plan_of_two_assumed_models_says_how_to_assume_them():
    ended = run("plan", "split", "--assume", "0.6", "--budget", "100")
    assert ended.stderr.rstrip().endswith("but there are 1: say --assume MEAN twice")


def test_a_split_says_which_questions_and_what_they_tell_apart():
    words = ["plan", "split", COINS, "--baseline", "coin-01", "--only", "coin-05", "--budget"]
    fewer, all_ = run(*words, "20").stdout, run(*words, "200").stdout
    assert "Draw them at random from the 30 that there are." in fewer
    assert "Draw them" not in all_
    assert "raise max_questions: 200 with 1 trial of each" in all_
    # z of 97.5 % and of 80 %: 1.960 + 0.842.
    sigma = float(re.search(r"σ of the difference +([\d.]+)", all_)[1])
    assert f"A true difference of {2.8016 * sigma:.2g} (2.8 σ) is separated in 80%" in all_


def test_a_run_begins_without_a_bank(tmp_path):
    names = tmp_path / "names.txt"
    names.write_text("".join(f"q{n}\n" for n in range(40)) + "\n", encoding="utf-8")
    start = ["adaptive", "start", "--model", "a", "--model", "b", "--state", "run.json"]
    ended = run(*start, "--items", names, "--budget", "20", cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    bank = ItemBank.load(tmp_path / "run.json.bank.parquet")
    table = pl.read_parquet(tmp_path / "run.json.bank.parquet")
    assert sorted(table["item"]) == sorted(f"q{n}" for n in range(40))
    assert list(table["item"]) != [f"q{n}" for n in range(40)]
    assert set(table["b"]) == {0.0}
    assert len(bank) == 40
    asked = run("adaptive", "ask", "run.json", cwd=tmp_path)
    assert json.loads(asked.stdout.splitlines()[0])["item"] == table["item"][0]
    # Another state has a bank of its own, which is drawn alike.
    other = [*start[:-1], "other.json"]
    assert run(*other, "--items", names, cwd=tmp_path).returncode == 0
    assert pl.read_parquet(tmp_path / "other.json.bank.parquet").equals(table)


def test_a_run_says_what_it_begins_on(tmp_path):
    start = ["adaptive", "start", "--model", "a", "--model", "b", "--state", "run.json"]
    assert "or --items FILE with the name of an item" in run(*start, cwd=tmp_path).stderr
    empty = tmp_path / "names.txt"
    empty.write_text("\n", encoding="utf-8")
    assert "names no item" in run(*start, "--items", empty, cwd=tmp_path).stderr
    both = run(*start, "bank.parquet", "--items", empty, cwd=tmp_path)
    assert "say BANK or --items FILE, not both" in both.stderr
    (tmp_path / "run.json.bank.parquet").touch()
    empty.write_text("q1\n", encoding="utf-8")
    assert "bank.parquet exists" in run(*start, "--items", empty, cwd=tmp_path).stderr
    assert sorted(one.name for one in tmp_path.iterdir()) == ["names.txt", "run.json.bank.parquet"]


def test_each_latex_table_says_what_bold_means():
    rows = [
        {"model": model, "task": task, "question": f"q{n}", "outcome": (n + len(model)) % 2}
        for model in ("a", "bb")
        for task in "st"
        for n in range(8)
    ]
    board = scorio.count(rows).score()
    text = board.to_latex(caption="Two models")
    tables = text.split(r"\end{table}")[:-1]
    assert len(tables) > 1
    assert all(("Bold: not separated" in one) == ("textbf" in one) for one in tables)
    assert any("textbf" in one for one in tables)
    assert r"\caption{Two models: Average score on s}" in text
    single = scorio.count(COINS).score().to_latex(caption="5% of all")
    assert r"\caption{5\% of all}" in single


@pytest.mark.parametrize(
    ("call", "code", "said"),
    [
        (lambda: scorio.count([]), "value", "no file is given"),
        (lambda: scorio.compare(COINS, against="x"), "compare.against", r"compare\(a, b\)"),
        (lambda: scorio.count(COINS).select(model="x"), "select.no_model", "there is no model 'x'"),
        (
            lambda: scorio.count(COINS).score().to_latex(columns=["x"]),
            "view.no_column",
            "there is no column 'x'",
        ),
        (
            lambda: scorio.count(pl.DataFrame({"question": ["a"], "outcome": [1]})),
            "frame.no_column",
            'set it as a constant \\(constants={"model": "NAME"}\\)',
        ),
    ],
)
def test_errors_of_python_have_a_code_and_a_way_out(call, code, said):
    with pytest.raises((ValueError, TypeError), match=said) as found:
        call()
    assert found.value.code == code
