"""The help of commands: short, in groups, and whole with --help all. What left the command line."""

import json
import re

import click
import pytest
from click.testing import CliRunner
from test_help_examples import ROOT, commands_of, lines_of

import scorio
from scorio import adaptive, rank
from scorio._core import metrics, rank_methods
from scorio.cli.main import main
from scorio.cli.options.groups import GROUPS, grouped, key_of
from scorio.cli.options.unlisted import FORMER

COINS = str(ROOT / "examples" / "coins.jsonl")
MOST_LINES, WIDTH = 45, 80
EVERY = [pytest.param(*one, id=one[0]) for one in commands_of(main)]
LEAVES = [
    pytest.param(*one, id=one[0])
    for one in commands_of(main)
    if not isinstance(one[1], click.Group)
]
LOG = "".join(
    json.dumps({"model": model, "task": task, "question": f"{task}{question}", "trial": trial,
                "outcome": (question + trial + (model == "b")) % 2}) + "\n"
    for model in "ab" for task in "st" for question in range(4) for trial in range(2)
)  # fmt: skip


def run(*words, columns=WIDTH):
    arguments = [*words] if "--config" in words else ["--no-config", *words]
    return CliRunner().invoke(main, arguments, prog_name="scorio", terminal_width=columns)


def help_of(name, *more, columns=WIDTH):
    ended = run(*name.split()[1:], "--help", *more, columns=columns)
    assert ended.exit_code == 0
    return ended.stdout


def options_in(text):
    return set(re.findall(r"^  (?:-\w, )?(--?[\w-]+)", text, re.MULTILINE))


@pytest.mark.parametrize(("name", "command"), EVERY)
def test_a_help_is_short_and_has_a_few_examples(name, command):
    lines = help_of(name).splitlines()
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= WIDTH
    assert 1 <= len(lines_of(command.help)) <= 3


@pytest.mark.parametrize("command", [one.values[1] for one in LEAVES])
def test_every_option_has_one_group(command):
    own = [key_of(one) for one in command.params if isinstance(one, click.Option)]
    found = [key_of(one) for _, options in grouped(command) for one, _ in options]
    hidden = {key_of(one) for one in command.params if getattr(one, "hidden", False)}
    assert sorted(found) == sorted({*own} - hidden)
    assert len(own) == len({*own})


def test_the_groups_name_no_option_that_there_is_not():
    named = [name for names in GROUPS.values() for name in (*names.often, *names.rare)]
    known = {
        key_of(one)
        for _, command in commands_of(main)
        for one in command.params
        if isinstance(one, click.Option)
    }
    assert len(named) == len({*named})
    assert {*named} <= known


@pytest.mark.parametrize(("name", "command"), LEAVES)
@pytest.mark.parametrize("columns", [60, 80, 160])
def test_help_all_shows_every_option_under_its_heading(name, command, columns):
    text = help_of(name, "all", columns=columns)
    assert max(map(len, text.splitlines())) <= max(columns, WIDTH)
    for group, options in grouped(command):
        part = re.search(rf"^{group}:\n(.*?)(?=^\S|\Z)", text, re.DOTALL | re.MULTILINE)[1]
        long = {f"--{key_of(one)}" for one, _ in options if len(key_of(one)) > 1}
        assert long <= options_in(part)


@pytest.mark.parametrize(("name", "command"), LEAVES)
def test_a_short_help_says_how_many_options_there_are(name, command):
    short, whole = options_in(help_of(name)), options_in(help_of(name, "all"))
    number = sum(len(options) for _, options in grouped(command))
    assert len(whole) == number
    left = f"{name} --help all shows all {number} options" in " ".join(help_of(name).split())
    assert left == (short < whole)
    options = (one for one in command.params if isinstance(one, click.Option))
    needed = {max(one.opts, key=len) for one in options if one.required}
    assert needed <= short <= whole


def test_lists_of_metrics_and_methods_are_in_the_whole_help():
    for command, names in (
        ("score", {name for name, *_ in metrics()}),
        ("rank", {one["name"] for one in rank_methods()}),
    ):
        found = {*re.findall(r"\w+", help_of(f"scorio {command}", "all"))}
        assert names <= found
        short = help_of(f"scorio {command}")
        assert len(names - {*re.findall(r"\w+", short)}) > len(names) / 2


@pytest.mark.parametrize("words", [["-h"], ["--help"], ["log.jsonl", "--help"], ["-h", "log.jsonl"],
                                   ["--help", "--help"], ["--help="]])  # fmt: skip
def test_a_help_is_asked_for_in_any_way(words):
    assert run("gate", *words).stdout == help_of("scorio gate")


@pytest.mark.parametrize("words", [["-h", "all"], ["--help=all"], ["log.jsonl", "--help", "all"]])
def test_the_whole_help_too(words):
    assert run("gate", *words).stdout == help_of("scorio gate", "all")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "log.jsonl").write_text(LOG)
    (tmp_path / "na.jsonl").write_text(LOG.replace('"outcome": 1', '"outcome": "NA"', 1))
    within = {"data": {"rows": [json.loads(line) for line in LOG.splitlines()]}}
    (tmp_path / "within.json").write_text(json.dumps(within))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "old", "value"),
    [
        (["score", "na.jsonl", "--on-missing", "drop"], "missing", "NA"),
        (["adaptive", "fit", COINS, "--out", "bank.json"], "method", "ql"),
    ],
)
def test_a_former_name_is_taken_and_the_new_one_said(words, old, value):
    new = FORMER[old]
    expected = run(*words, f"--{new}", value)
    assert expected.exit_code == 0, expected.output
    for given in ([f"--{old}", value], [f"--{old}={value}"]):
        found = run(*words, *given)
        assert (found.exit_code, found.stdout) == (0, expected.stdout)
        said = f"scorio: --{old} is --{new} now, and will be gone in 0.6\n"
        assert found.stderr == said + expected.stderr
    twice = run(*words, f"--{old}", value, f"--{new}", value)
    assert twice.exit_code == 2
    assert f"--{new} is given 2 times" in twice.stderr


def test_a_file_of_options_may_have_a_former_name(folder):
    path = folder / "scorio.toml"
    path.write_text('missing = "NA"\non-missing = "drop"\n')
    found = run("--config", str(path), "score", "na.jsonl")
    said = f"scorio: {path}: missing is missing-values now, and will be gone in 0.6\n"
    assert found.exit_code == 0
    assert found.stderr.startswith(said)
    assert found.stderr.count("will be gone") == 1
    path.write_text('missing = "NA"\nmissing-values = "NA"\n')
    both = run("--config", str(path), "score", "na.jsonl")
    assert "missing does not fit: it is the former name of missing-values: give one" in both.stderr


def scores(found):
    return [tuple(row) for row in found]


@pytest.mark.usefixtures("folder")
def test_former_arguments_are_taken_with_a_warning():
    counts = scorio.count("log.jsonl")
    R = [[1, 0, 1, 1], [0, 1, 1, 0], [1, 1, 0, 0]]
    S = [[0.9, 0.5, 0.5, 0.1], [0.2, 0.8, 0.9, 0.1], [0.3, 0.1, 0.2, 0.4]]
    labels = ["x", "x", "y"]
    answers = [["p", "q"], ["p", "p"], ["q", "p"]]
    three = [[[1, 0], [0, 0], [1, 1]], [[0, 1], [1, 0], [0, 0]]]
    table = [[0.1, 0.4, 0.9, 0.5], [0.3, 0.2, 0.7, 0.4], [0.5, 0.6, 0.8, 0.9]]
    for now, before in (
        (lambda **to: scores(counts.score(**(to or {"by_task": False}))), {"by": "model"}),
        (lambda **to: scores(rank.fit("avg", three, replicates=20, **(to or {"cluster": labels}))),
         {"clusters": labels}),
        (lambda **to: scorio.eval.best_of_at_k_ci(
            R, S, 2, target="like", **(to or {"cluster": labels})),
         {"clusters": labels}),
        (lambda **to: scorio.eval.vote_at_k_ci(
            answers, ["p"] * 3, 1, **(to or {"cluster": labels})),
         {"clusters": labels}),
        (lambda **to: adaptive.ItemBank.fit(table, **(to or {"estimator": "ql"})),
         {"method": "ql"}),
        (lambda **to: scores(scorio.count("na.jsonl", on_missing="drop",
                                          **(to or {"missing_values": "NA"})).score()),
         {"missing": "NA"}),
    ):  # fmt: skip
        (old,) = before
        with pytest.warns(DeprecationWarning, match=f"^{old} is .* now, and will be gone in 0.6$"):
            found = now(**before)
        assert str(found) == str(now())
    with pytest.raises(TypeError, match="by is the former name of by_task: give by_task alone"):
        counts.score(by="model", by_task=False)
    with (
        pytest.warns(DeprecationWarning, match="^by is by_task now"),
        pytest.raises(ValueError, match="by = 'x' is not one of 'task', 'model'"),
    ):
        counts.score(by="x")


RARE = ["records", "format", "on-bad-line", "allow-copies", "times", "path"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "words",
    [["gate", "--at-least", "0.5"], ["converge"], ["report", "--out", "-"], ["plot", "--out", "-"],
     ["plan", "trials"]],
)  # fmt: skip
def test_rare_ways_to_read_are_in_a_file_of_options(words):
    names = " ".join(word for word in words if word in main.commands or word == "trials")
    for option in RARE:
        ended = run(*words, "within.json", f"--{option}", "x")
        said = f"scorio: this command has no --{option}: write {option} = … into scorio.toml"
        assert ended.exit_code == 2
        assert ended.stderr.startswith(said)
        counted = f", or count the logs by scorio count --{option}" in ended.stderr
        assert counted == (words[0] != "converge")
        assert f"--{option} " not in help_of(f"scorio {names}", "all")


def test_a_file_of_options_and_counts_read_what_the_command_line_does_not(folder):
    expected = run("gate", "log.jsonl", "--at-least", "0.5", "--json")
    (folder / "scorio.toml").write_text('records = "data.rows"\n')
    gate = ["gate", "within.json", "--at-least", "0.5", "--json"]
    found = run("--config", "scorio.toml", *gate)
    rows = [json.loads(one.stdout)["rows"] for one in (expected, found)]
    assert rows[0] == rows[1]
    kept = run("count", "within.json", "--records", "data.rows", "--out", "c.parquet")
    assert kept.exit_code == 0
    assert "counts.parquet" not in run("compare", "within.json", "--pairs").stderr
    said = run("gate", "within.json", "--at-least", "0.5").stderr
    proposed = "scorio count within.json --records data.rows --out counts.parquet"
    assert said.endswith(f"; this command counts it: {proposed}\n")
    counted = run("gate", "c.parquet", "--at-least", "0.5", "--json")
    assert json.loads(counted.stdout)["rows"] == rows[0]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((f"scorio {one}", {"--label"}) for one in ("score", "compare", "gate", "report")),
        ("scorio judge", {"--label", "--labels", "--judge"}),
        ("scorio plan labels", {"--label", "--labels", "--judge", "--seed"}),
    ],
)
def test_a_help_shows_the_options_of_labels(name, options):
    assert options <= options_in(help_of(name))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("scorio gate", ["--cost FIELD", "--cost-at-most X"]),
        ("scorio compare", ["--max-cost-ratio X", "or --max-cost-ratio"]),
        ("scorio count", ["--cost FIELD", "--keep-values"]),
        ("scorio plot", ["scores, or what --cost"]),
    ],
)
def test_a_help_has_a_word_on_costs(name, words):
    shown = help_of(name)
    assert all(word in shown for word in words)
