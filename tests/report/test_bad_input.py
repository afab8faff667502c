"""Reports of odd counts, hostile names, and places that are taken."""

import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import scorio
from scorio.cli import main

HOSTILE = [
    "<script>alert(1)</script>", "</title></style></script><img src=x onerror=alert(1)>",
    "\" onmouseover=\"alert(1)", "🦙🧑‍💻", "דגם עברי", "نموذج", "x" * 300, "a\nb\x1b[31m\x00",
    "\u202eevil", "]]>&amp;${style}$$", "=cmd()", "模型",
]  # fmt: skip


def test_names_are_never_markup(page, log):
    text, tree = page(log(HOSTILE, tasks=["<i>t</i>", "$title"]), baseline=HOSTILE[0],
                      title="</title><script>alert(2)</script>")  # fmt: skip
    assert len(tree.all("script")) == 1
    assert not {"img", "i"} & {name for name, _, _ in tree.elements}
    assert not any(key.startswith("on") for _, own, _ in tree.elements for key in own)
    assert not any(c in text for c in "\x00\x1b\u202e")
    assert "<script>alert(1)</script>" in tree.text
    assert "${style}$$" in tree.text
    assert "דגם עברי" in tree.text
    # A long name is shortened, and whole in its tip.
    assert max(map(len, tree.said("bdi"))) <= 60
    assert any(own.get("title") == "x" * 300 for own in tree.all("bdi"))


def test_long_names_that_are_alike_stay_different(page, log):
    names = [f"{'x' * 40}{one}{'x' * 120}" for one in "abc"]
    _, tree = page(log(names, tasks=["t"]))
    heads = tree.said("th")
    assert len({head for head in heads if head.startswith("xxx") and "…" in head}) >= 3


def test_questions_and_sources_are_never_markup(page, tmp_path):
    path = tmp_path / "<b>log<b>.jsonl"
    path.write_text(
        "".join(
            f'{{"model":"{m}","question":"<u>{q}","outcome":{(q + n) % 2}}}\n'
            for m in "ab" for q in range(30) for n in range(1 + (m == "b"))
        )
    )  # fmt: skip
    text, tree = page(path)
    assert "<u>" not in text
    assert "<b>log" not in text
    assert "<u>7" in tree.text
    assert "<b>log<b>.jsonl" in tree.text


def test_one_model(page, log):
    _, tree = page(log(["only"]))
    assert "Which model is better" not in tree.text
    assert "only scores" in tree.text


def test_no_models(page, tmp_path):
    path = tmp_path / "empty.jsonl"
    path.write_text("")
    with pytest.raises(ValueError, match="."):
        page(path)
    with pytest.raises(ValueError, match="."):
        page(scorio.count(pd.DataFrame({"model": [], "question": [], "outcome": []})))


def test_500_models(page, log):
    text, tree = page(log([f"m{i}" for i in range(500)], questions=3, trials=2))
    assert len(text) < 3_000_000
    assert "The figure shows the first 60 of 500 models. The table has all." in tree.text
    assert "Compared are the first 316 of 500 models." in tree.text
    assert "The matrix shows the first 30 of 500 models." in tree.text
    board = next(i for i, name in enumerate(tree.said("caption")) if "on all tasks" in name)
    assert board == 0
    assert "m499" in tree.text


def test_models_without_a_common_question(page):
    rows = [
        {"model": model, "question": f"{model}{q}", "outcome": q % 2}
        for model in "ab" for q in range(5)
    ]  # fmt: skip
    _, tree = page(scorio.count(pd.DataFrame(rows)))
    assert "a and b have no question in common" in tree.text
    with pytest.raises(ValueError, match="common"):
        page(scorio.count(pd.DataFrame(rows)), baseline="a")


def test_scores_that_are_not_numbers(page, tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("model,question,outcome\na,q,1.5\na,p,NaN\nb,q,2.5\nb,p,inf\n")
    with pytest.raises(ValueError, match="NaN|nan|inf"):
        page(path, numeric=True)


def test_a_baseline_that_is_no_model(page, log):
    with pytest.raises(ValueError, match="nobody"):
        page(log(["a", "b"]), baseline="nobody")


@pytest.mark.parametrize(("options", "said"), [
    ({"metric": "speed"}, "speed"), ({"confidence": 2}, "confidence"), ({"sampled": 1}, "sampled"),
    ({"metric": "pass_at_k"}, "k"), ({"metric": "pass_at_k", "k": 9}, "k"),
    ({"weights": [0, 1, 2]}, "weights"), ({"outcome": "x"}, "outcome"),
])  # fmt: skip
def test_wrong_options(page, log, options, said):
    with pytest.raises((ValueError, TypeError), match=said):
        page(log(["a", "b"]), **options)


def test_a_file_that_is_no_report_is_kept(coins, tmp_path):
    path = tmp_path / "report.html"
    path.write_text("<p>mine</p>")
    with pytest.raises(ValueError, match="force=True") as error:
        scorio.report(coins, path)
    assert error.value.remedy == ("write_over", {})
    assert path.read_text() == "<p>mine</p>"
    run = CliRunner().invoke(main, ["report", str(coins), "--out", str(path)])
    assert run.exit_code == 2
    assert "--force" in run.output
    assert path.read_text() == "<p>mine</p>"
    run = CliRunner().invoke(main, ["report", str(coins), "--out", str(path), "--force"])
    assert run.exit_code == 0, run.output
    # A report takes the place of a report.
    scorio.report(coins, path, title="anew")
    assert "<title>anew</title>" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["report.pdf", "report", "none/report.html"])
def test_places_that_cannot_be(coins, tmp_path, name):
    with pytest.raises((ValueError, OSError), match="cannot write"):
        scorio.report(coins, tmp_path / name)


def test_a_folder_and_an_input_are_no_places(coins, tmp_path):
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(OSError, match="cannot write"):
        scorio.report(coins, tmp_path / "folder.html", force=True)
    own = tmp_path / "log.html"
    own.write_bytes(Path(coins).read_bytes())
    run = CliRunner().invoke(main, ["report", str(own), "--out", str(own), "--force"])
    assert run.exit_code == 2
    assert "it is one of the files to read" in run.output


def test_the_command(coins, tmp_path):
    out = tmp_path / "a.html"
    arguments = [
        "report",
        str(coins),
        "--baseline",
        "coin-04",
        "--metric",
        "pass_at_k",
        "-k",
        "2-4",
    ]
    run = CliRunner().invoke(main, [*arguments, "--title", "Coins", "--out", str(out)])
    assert run.exit_code == 0, run.output
    assert run.output == f"Wrote {out}.\n"
    text = out.read_text(encoding="utf-8")
    again = subprocess.run(
        [sys.executable, "-m", "scorio", *arguments, "--title", "Coins", "--out", "-"],
        capture_output=True, text=True, check=True, encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert again.stdout == text
    assert "<h1>Coins</h1>" in text


def test_a_log_on_standard_input_is_read_once(coins):
    run = subprocess.run(
        [sys.executable, "-m", "scorio", "report", "-", "--out", "-"],
        input=Path(coins).read_bytes(), capture_output=True, check=True,
    )  # fmt: skip
    assert b"How the ranking settles: " in run.stdout


def test_a_rubric(tmp_path):
    out = tmp_path / "r.html"
    run = CliRunner().invoke(main, ["report", "examples/graded.jsonl", "--rubric",
                                    "examples/rubric.toml:right", "--out", str(out)])  # fmt: skip
    assert run.exit_code == 0, run.output
    assert "Leaderboard" in out.read_text(encoding="utf-8")
