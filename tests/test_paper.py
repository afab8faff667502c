"""Tables for a paper: chosen columns, intervals in a wide table, LaTeX that compiles."""

import re
import shutil
import subprocess

import pandas as pd
import pytest
from click.testing import CliRunner

import scorio
from scorio import rank
from scorio.cli import main


@pytest.fixture(scope="module")
def board(coins):
    return scorio.count(coins).score()


@pytest.fixture(scope="module")
def tasks():
    rows = [
        {"model": model, "task": task, "question": f"q{q}", "outcome": int((q * 7 + t) % 10 < good)}
        for model, good in (("best_1", 8), ("near & so", 7), ("bad", 1))
        for task in ("math", "code")
        for q in range(20)
        for t in range(4)
    ]
    return scorio.count(pd.DataFrame(rows))


def test_columns_are_chosen_in_their_order(board):
    text = board.to_text(columns=["model", "interval", "score"])
    head, first = text.splitlines()[2:4]
    assert re.split(r"\s{2,}", head) == ["model", "95% interval", "score"]
    row = board[0]
    assert re.split(r"\s{2,}", first.strip()) == [
        row.model, f"[{row.lo:.4f}, {row.hi:.4f}]", f"{row.score:.4f}",
    ]  # fmt: skip
    # A view keeps its columns in every form, and a name of one's own wins.
    view = board.view(columns=["model", "±"])
    assert "| model | ± |" in view.to_markdown()
    assert "<th>model</th><th>±</th>" in view.to_html()
    assert "<th>score</th>" in view.to_html(columns="score")
    assert view.to_csv() == board.to_csv()
    assert "━" not in view.to_text(80)


def test_columns_that_tables_do_not_show_on_their_own(board):
    # The first is certain, so that P(best) has no column, until it is asked for.
    assert "P(best)" not in board.to_text()
    lines = board._chosen_page(["model", "p_best", "letters"]).tables[0].lines
    assert lines == [[row.model, f"{row.p_best:.3f}", row.letters] for row in board]


@pytest.mark.parametrize("form", ["to_text", "to_markdown", "to_latex", "to_html"])
def test_a_column_that_there_is_not(board, form):
    message = "there is no column 'scor': there are rank, rank_range, model, score, sigma"
    with pytest.raises(ValueError, match=message):
        getattr(board, form)(columns=["model", "scor"])
    with pytest.raises(ValueError, match=message):
        board.view(columns="scor")


def test_other_results_have_columns(coins):
    counts = scorio.count(coins)
    found = scorio.compare(counts, baseline="coin-04")
    lines = found._chosen_page(["model", "probability"]).tables[0].lines
    assert len(lines) == len(found)
    assert all(len(line) == 2 for line in lines)
    ranked = rank.fit("borda", counts, interval=None).view(columns=["model"])
    assert [line[0] for line in ranked._chosen_page().tables[0].lines] == [
        row.model for row in ranked
    ]
    gate = scorio.gate(counts, 0.5)
    assert gate.to_markdown(columns=["model", "run more"]).count("| model | run more |") == 1
    assert scorio.difficulty(counts).to_text(columns="question").count("q25") == 1


def test_wide_tables_have_intervals(tasks):
    board = tasks.score()
    row = {(one.model, one.task): one for one in board}["best_1", "math"]
    cells = board.view(wide=True, interval=True, digits=3)._page().tables[0].lines[0]
    assert cells[3] == f"{row.score:.3f} [{row.lo:.3f}, {row.hi:.3f}]"
    cells = board.view(wide=True, sigma=True)._page().tables[0].lines[0]
    assert cells[3] == f"{row.score:.4f} ± {row.sigma:.4f}"
    text = board.view(wide=True).to_text(columns=["model", "code"])
    assert re.split(r"\s{2,}", text.splitlines()[2]) == ["model", "code"]
    with pytest.raises(ValueError, match="interval is for a wide table, which wide gives"):
        board.view(interval=True)


def test_what_is_not_separated_from_the_best_is_bold(tasks):
    board = tasks.score()
    best = {(row.model, row.task) for row in board if row.with_leader}
    assert ("near & so", "math") in best
    assert ("near & so", None) not in best
    text = board.view(wide=True).to_latex()
    lines = {
        re.match(r"\d & (.*?) & [\\0]", line)[1]: line
        for line in text.splitlines()
        if re.match(r"\d & ", line)
    }
    for name, model in (("best\\_1", "best_1"), (r"near \& so", "near & so"), ("bad", "bad")):
        bold = lines[name].count(r"\textbf")
        assert bold == sum((model, task) in best for task in (None, "math", "code")), name
    single = tasks.select(task="math").score().to_latex(columns=["model", "score"])
    assert r"\textbf{near \& so} & \textbf{" in single
    assert "\nbad & 0." in single
    assert "Bold: not separated from the best." in single
    assert r"\textbf" not in tasks.select(model="bad").score().to_latex()


def test_latex_is_for_a_paper(board, tasks):
    text = board.to_latex(label="tab:main")
    assert text.count(r"\label{tab:main}") == 1
    assert r"\caption{Average score}" in text
    assert "Read " not in text
    assert "Read 26,400 records" in board.to_markdown()
    # What was left out is no matter of taste.
    rows = [("a", 1), ("a", None), ("b", 0)]
    log = pd.DataFrame([{"model": m, "question": "q", "outcome": o} for m, o in rows])
    counts = scorio.count(log, on_missing="drop")
    assert any("left out" in note for note in counts.score().notes) == (
        "left out" in counts.score().to_latex()
    )
    # Each of several tables has a label and says what bold is. Other notes stand below the last.
    several = tasks.score().to_latex(label="tab:all")
    assert re.findall(r"\\label\{(.*?)\}", several) == ["tab:all-1", "tab:all-2", "tab:all-3"]
    assert several.count("Bold:") == 3
    assert several.index("Separated:") > several.index(r"\label{tab:all-3}")
    own = re.findall(r"\\label\{(.*?)\}", tasks.score("pass_at_k", k=[1, 2]).to_latex())
    assert len(set(own)) == len(own) == 6
    assert "tab:pass-at-k-k-2-math" in own
    with pytest.raises(ValueError, match="has a sign that LaTeX takes for its own"):
        board.to_latex(label="a{b}")


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
def test_latex_compiles(tasks, board, tmp_path):
    found = scorio.compare(tasks, baseline="bad")
    (tmp_path / "tables.tex").write_text(
        board.to_latex(label="tab:main")
        + tasks.score().view(wide=True, interval=True, digits=2).to_latex()
        + found.to_latex(columns=["model", "difference", "interval", "verdict"]),
        encoding="utf-8",
    )
    (tmp_path / "paper.tex").write_text(
        r"\documentclass{article}\usepackage{booktabs}\begin{document}"
        r"Table~\ref{tab:main}.\input{tables}\end{document}"
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    for _ in range(2):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    assert b"undefined" not in done.stdout


def run(*arguments):
    return CliRunner().invoke(main, [*map(str, arguments)])


def test_columns_on_the_command_line(coins, tmp_path):
    out = tmp_path / "table.tex"
    result = run("score", coins, "--columns", "model,score, interval", "--out", out)
    assert result.exit_code == 0, result.output
    assert re.split(r"\s{2,}", result.output.splitlines()[2]) == ["model", "score", "95% interval"]
    assert r"model & score & 95\% interval \\" in out.read_text()
    result = run(
        "score", coins, "--metric", "pass_at_k", "-k", "1,8", "--wide", "--interval", "--columns",
        "model", "--columns", "k = 8",
    )  # fmt: skip
    assert re.search(r"^coin-11 +0\.9989 \[0\.\d{4}, 0\.\d{4}\]$", result.output, re.MULTILINE)
    for command in (
        ["compare", coins, "--baseline", "coin-04"],
        ["gate", coins, "--at-least", ".5"],
        ["rank", coins, "--method", "borda", "--interval", "none"],
    ):
        result = run(*command, "--columns", "model,score")
        assert re.split(r"\s{2,}", result.output.splitlines()[2].strip()) == ["model", "score"]


def test_mistakes_on_the_command_line(coins, tmp_path):
    out = tmp_path / "scores.csv"
    result = run("score", coins, "--columns", "modell", "--out", out)
    assert result.exit_code == 2
    assert "there is no column 'modell': there are rank, rank_range, model" in result.output
    assert not out.exists()
    result = run("score", coins, "--sigma")
    assert result.exit_code == 2
    assert "--sigma is for a wide table, which --wide gives" in result.output
