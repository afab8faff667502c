"""Tables in a terminal: every width, every name, every view."""

import csv
import math
import random
import re

import pytest
from click.testing import CliRunner

import scorio
from scorio._rows import RankedModel
from scorio.cli import main
from scorio.rank.fitting import Ranking
from scorio.show.page import Column, Page, Table
from scorio.show.terminal import bars, cells
from scorio.show.terminal.text import render

ODD = [
    "meta-llama/Llama-3.1-405B-Instruct-FP8-with-a-very-long-suffix-of-the-run-2026-11-20",
    "模型-七",
    "דגם-אלף",
    "🦙 llama ❤️",
    "e\u0301tude",
    "x" * 300,
    "x" * 299 + "y",
    "<b>bold</b> | *x*",
    "a\nb\x1b[31m",
]


def log_of(tmp_path, models, tasks=("t",)):
    path = tmp_path / "log.csv"
    draws = random.Random(4)
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["model", "task", "question", "trial", "outcome"])
        for model in models:
            p = draws.random()
            writer.writerows(
                [model, task, question, trial, int(draws.random() < p)]
                for task in tasks
                for question in range(3)
                for trial in range(2)
            )
    return scorio.count(path)


def shown(text):
    return re.sub(r"\x1b\[\d+m", "", text)


def table_lines(text):
    """Lines of tables: not those of notes, which keep paths and names whole."""
    return [line for part in text.split("\n\n")[:2] for line in part.splitlines()]


@pytest.fixture(scope="module")
def odd(tmp_path_factory):
    return log_of(tmp_path_factory.mktemp("odd"), ODD)


@pytest.mark.parametrize("width", [30, 60, 61, 75, 80, 100, 120, 160, 200])
@pytest.mark.parametrize("color", [False, True])
def test_lines_keep_the_width_whatever_the_names(odd, width, color):
    baseline = odd.models[0]
    results = [odd.score(), scorio.compare(odd, baseline=baseline), odd.score().view(wide=True)]
    for result in [*results, scorio.compare_pairs(odd)]:
        text = shown(result.to_text(width, color=color))
        assert max(map(cells.columns_of, table_lines(text))) <= width
        # One line for each model: none is broken, and none is lost.
        head, *lines = text.split("\n\n")[1].split("Not shown")[0].splitlines()
        assert len(lines) == len(result._page().tables[0].lines), head


@pytest.mark.parametrize("width", range(60, 201, 7))
def test_what_is_left_out_is_named(odd, width):
    result = odd.score()
    head, *rest = result.to_text(width).split("\n\n")[1].splitlines()
    said = " ".join(line.strip() for line in rest)
    for column in result._page().tables[0].columns:
        assert column.name in head or column.name in said.partition("Not shown")[2]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_lines_of_several_tasks_are_told_apart(tmp_path, width):
    counts = log_of(tmp_path, ["m" * 40, "n" * 40], ["first task", "second task"])
    for result in (scorio.gate(counts, 0.5, by_task=True), scorio.difficulty(counts)):
        assert "task" in result.to_text(width).split("\n\n")[1].splitlines()[0].split()


def test_ranges_of_ranks_are_in_sight(coins):
    """A narrow terminal has bars for intervals, but nothing else says who is separated."""
    head = scorio.count(coins).score().to_text(60).split("\n\n")[1].splitlines()[0]
    assert "rank range" in head


def test_a_column_of_one_value_goes_before_others(tmp_path):
    gate = scorio.gate(log_of(tmp_path, ["m" * 12, "n" * 12]), 0.5)
    text = gate.to_text(80)
    assert "task" in text.partition("Not shown")[2]
    assert "interval" in text.partition("Not shown")[0]


def test_heads_are_whole_where_there_is_room():
    heads = ["model", "x", "the smallest difference there is"]
    columns = [Column(heads[0], left=True, worth=100), *(Column(one) for one in heads[1:])]
    page = Page([Table("", columns, [["a" * 20, "1", "2"]])], [])
    for width in range(20, 100):
        head, line = render(page, width).split("Not shown")[0].split("\n")[2:4]
        assert width < 59 or head.split() == " ".join(heads).split()
        assert "smallest difference" not in head or line.split() == ["a" * 20, "1", "2"]


def test_columns_line_up(odd):
    head, *lines = odd.score().to_text(100).split("\n\n")[1].split("Not shown")[0].splitlines()
    end = cells.columns_of(head[: head.index("score") + 5])
    for line in lines:
        before = next(line[:at] for at in range(len(line)) if cells.columns_of(line[:at]) == end)
        assert re.search(r"\d\.\d{4}$", before), line


def test_a_pipe_has_whole_names_and_little_padding(tmp_path):
    names = ["short", "n" * 60, "long-" * 60]
    text = log_of(tmp_path, names).score().to_text()
    head, *lines = text.split("\n\n")[1].splitlines()[:4]
    for name in names:
        [line] = [line for line in lines if f" {name} " in line or line.startswith(f"{name} ")]
        assert len(line) < max(len(name), 60) + 120
        if len(name) <= 60:
            assert re.search(r"\d\.\d{4}$", line[: head.index("score") + 5])


def test_more_room_shows_no_less(odd):
    result = odd.score()
    numbers = []
    for width in (30, 60, 80, 120, 200):
        text = result.to_text(width)
        numbers.append(len(re.findall("  +", text.split("\n\n")[1].splitlines()[0])))
    assert numbers == sorted(numbers)
    assert "Not shown" not in result.to_text(200)


def test_one_model_and_many(tmp_path):
    one = log_of(tmp_path, ["only"]).score()
    assert "only" in one.to_text(60)
    assert "only" in one.to_text(30)
    many = log_of(tmp_path, [f"model-{i}" for i in range(500)]).score()
    text = many.to_text(60)
    assert all(re.search(rf"\bmodel-{i}\b", text) for i in range(500))
    top = many.view(top=3)
    assert "Shown: 3 of 500 models." in top.to_text(60)
    assert len(top) == 500


def test_scores_that_are_no_numbers():
    nan = math.nan
    rows = [
        RankedModel("m", "a", 1.0, None, 0.1, 0.8, 1.2, 1, 1, 1, 0.9, 3, 3, 6),
        RankedModel("m", "b", nan, None, nan, nan, nan, 2, 1, 2, 0.1, 3, 3, 6),
    ]
    settings = {"confidence": 0.95}
    lines = Ranking(rows, settings, [], []).to_text(80).splitlines()
    assert "●" in lines[3]
    assert "nan" in lines[4]
    assert "●" not in lines[4]
    assert "nan" in Ranking(rows[1:], settings, [], []).to_text(80)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("abc", 3),
        ("模型", 4),
        ("e\u0301", 1),
        ("🦙", 2),
        ("❤\ufe0f", 2),
        ("👍🏽", 2),
        ("👩‍👩‍👧‍👦", 2),
        ("👩🏽‍💻", 2),
        ("🏳️‍🌈 a", 4),
        ("🇫🇷", 2),
        ("각", 2),
        ("\u1100\u1161\u11a8", 2),
        ("דגם", 3),
        ("ｗ", 2),
        ("", 0),
    ],
)
def test_columns_of_a_text(text, columns):
    assert cells.columns_of(text) == columns


@pytest.mark.parametrize("width", [1, 2, 5, 12, 40])
def test_names_are_shortened_in_the_middle(width):
    for name in ODD:
        short = cells.shortened(name, width)
        assert cells.columns_of(short) <= width
        assert short == name or cells.CUT in short
    assert cells.shortened("abcdefghij", 5) == "ab…ij"
    assert cells.shortened("abc", 3) == "abc"


def test_shortened_names_stay_different():
    names = ["x" * 300, "x" * 299 + "y", "long-prefix-a-long-suffix", "long-prefix-b-long-suffix"]
    assert len(set(cells.all_shortened(names, 20))) == 4
    assert cells.all_shortened(names[:2], 12)[1].endswith("y")


def test_right_to_left_names_do_not_move_their_neighbours(odd):
    line = next(line for line in odd.score().to_text(80).splitlines() if "דגם" in line)
    assert "\u200eדגם-אלף\u200e" in line
    # A program reads the name as it is.
    assert "\u200e" not in odd.score().to_text()


def test_bars():
    scale = bars.scale_of([bars.Span(0, 1, 2), bars.Span(3, 3.5, 4)], None)
    assert scale == (0, 4, None)
    assert bars.bar(bars.Span(0, 1, 2), scale, 8, plain=False) == "━━●━╸   "
    assert bars.bar(bars.Span(0, 1, 2), scale, 8, plain=True) == "--o--   "
    around = bars.scale_of([bars.Span(1, 2, 3), bars.Span(-1, 0.5, 2)], 0.0)
    assert bars.bar(bars.Span(1, 2, 3), around, 8, plain=False).startswith("  ┊ ")
    assert "┿" in bars.bar(bars.Span(-1, 1.5, 2), around, 8, plain=False)
    point = bars.scale_of([bars.Span(0.5, 0.5, 0.5)], None)
    assert bars.bar(bars.Span(0.5, 0.5, 0.5), point, 9, plain=False).strip() == "●"
    assert bars.scale_of([bars.Span(math.nan, 0, 1)], 0.0) is None


def test_views(odd):
    board = odd.score()
    names = [row.model for row in board]
    only = board.view(only=names[2], digits=1, percent=True)
    lines = only._page().tables[0].lines
    assert len(lines) == 1
    assert lines[0][2:4] == [names[2], f"{100 * board[2].score:.1f}%"]
    by_name = board.view(sort="model")._page().tables[0]
    assert [line[2] for line in by_name.lines][:1] == ["<b>bold</b> | *x*"]
    by_sigma = [float(line[4]) for line in board.view(sort="sigma")._page().tables[0].lines]
    assert by_sigma == sorted(by_sigma)
    assert list(only) == list(board)
    assert only.to_csv() == board.to_csv()
    for options, message in [
        ({"only": "nope"}, "there is no model 'nope'"),
        ({"sort": "nope"}, "there is no field 'nope' to sort by"),
        ({"top": 0}, "top = 0 is not a number of lines"),
        ({"digits": 16}, "digits = 16 is not from 0 to 15"),
    ]:
        with pytest.raises(ValueError, match=message):
            board.view(**options)


def test_wide_tables(tmp_path):
    counts = log_of(tmp_path, ["a", "b"], ["math", "code"])
    table = counts.score().view(wide=True)._page().tables[0]
    assert [column.name for column in table.columns] == [
        "rank", "model", "all tasks", "math", "code",
    ]  # fmt: skip
    metrics = counts.score(["avg", "pass_at_k"], k=[1, 2], by_task=False).view(wide=True)
    names = [column.name for column in metrics._page().tables[0].columns]
    assert names == ["rank", "model", "avg", "pass_at_k, k = 1", "pass_at_k, k = 2"]
    macro = counts.score(macro=True).view(wide=True)._page().tables[0]
    assert macro.columns[2].name == "mean of tasks"


def test_pairs_agree_with_comparisons(odd):
    pairs = scorio.compare_pairs(odd)
    models = len(odd.models)
    assert len(pairs) == models * (models - 1) // 2
    for row in pairs[::5]:
        one = scorio.compare(odd, baseline=row.other, models=row.model)[0]
        assert (row.difference, row.probability, row.pvalue) == (
            one.difference, one.probability, one.pvalue,
        )  # fmt: skip
    for row in pairs:
        apart = not set(pairs.letters[row.model]) & set(pairs.letters[row.other])
        assert apart == row.separated == (row.p_adjusted <= 0.05)
    with pytest.raises(ValueError, match="pairs need two or more"):
        scorio.compare_pairs(odd, models=odd.models[:1])


def run(*arguments, **environment):
    return CliRunner().invoke(main, [str(one) for one in arguments], env=environment)


def test_colours_of_the_command_line(coins):
    plain = run("score", coins)
    assert "\x1b" not in plain.output
    assert "●" not in plain.output
    always = run("score", coins, "--color", "always", COLUMNS="70")
    assert "\x1b[1mavg\x1b[0m" in always.output
    assert "●" in always.output
    assert max(map(len, shown(always.output).splitlines())) <= 70
    never = run("score", coins, "--color", "never", COLUMNS="70")
    assert never.output == plain.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--pairs", "--baseline", "coin-01"], "--pairs compares all models .* without --baseline"),
        (["--pairs", "--top", "2"], "without --top"),
        (["--baseline", "coin-01", "--sort", "x"], "there is no field 'x' to sort by"),
        ([], "or --pairs"),
    ],
)
def test_options_that_do_not_go_together(coins, arguments, message):
    result = run("compare", coins, *arguments)
    assert result.exit_code == 2
    assert re.search(message, result.output)


def test_ranges_of_k(coins):
    listed = run("score", coins, "--metric", "pass_at_k", "-k", "1,2,3,8", "--wide")
    ranged = run("score", coins, "--metric", "pass_at_k", "-k", "1-3,8", "--wide")
    assert ranged.output == listed.output
    for bad in ("3-1", "1-", "1-999999999999", "a-b"):
        result = run("score", coins, "--metric", "pass_at_k", "-k", bad)
        assert f"-k {bad} is not a list of whole numbers" in result.output
    assert "is not a list of numbers" in run("score", coins, "--weights", "0-1").output
