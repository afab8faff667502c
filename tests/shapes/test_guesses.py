"""What a guess says stays with its figures, and a proposal keeps to what the user said."""

import json

from click.testing import CliRunner

import scorio
from scorio.cli.main import main

WHY = '"checkpoint" is taken for the model'
SAID = f"A guess of scorio inspect: {WHY}"


def run(*arguments):
    return CliRunner().invoke(main, list(arguments))


def log(path):
    marks = [(model, n, (n + model) % 3 > 0) for model in (1, 2) for n in range(6)]
    text = [json.dumps({"id": n, "checkpoint": m, "correct": x}) for m, n, x in marks]
    path.write_text("\n".join(text) + "\n")
    return ("--model", "checkpoint", "--question", "id", "--outcome", "correct", "--guess", WHY)


def test_a_count_file_keeps_a_guess(tmp_path):
    options = log(tmp_path / "log.jsonl")
    saved = str(tmp_path / "c.parquet")
    assert run("count", str(tmp_path / "log.jsonl"), *options, "--out", saved).exit_code == 0
    assert SAID in scorio.Counts.load(saved).notes
    shown = run("score", saved).output
    assert shown.count(SAID) == 1
    # A count file of counts that have it says it once, too.
    again = str(tmp_path / "again.parquet")
    scorio.Counts.load(saved).save(again)
    assert scorio.Counts.load(again).notes.count(SAID) == 1


def test_a_plot_shows_a_guess(tmp_path):
    options = log(tmp_path / "log.jsonl")
    picture = tmp_path / "x.svg"
    assert run("plot", str(tmp_path / "log.jsonl"), *options, "--out", str(picture)).exit_code == 0
    svg = picture.read_text()
    assert 'class="dim">A guess of scorio inspect: &quot;checkpoint&quot;' in svg
    plain = run("plot", str(tmp_path / "log.jsonl"), *options[:-2], "--out", "-").stdout
    assert "A guess" not in plain


def test_an_error_proposes_no_command_without_the_fields_that_the_user_named(tmp_path):
    path = tmp_path / "log.jsonl"
    log(path)
    assert "this command scores it" in run("score", str(path), "--model", "nothing").stderr
    assert "this command scores it" in run("score", str(path), "--model", "checkpoint").stderr
    assert "this command scores it" not in run("score", str(path), "--model", "id").stderr


def test_questions_that_models_share_are_counted_once(tmp_path):
    log(tmp_path / "log.jsonl")
    assert "questions   6 (6 a model)" in run("inspect", str(tmp_path / "log.jsonl")).stdout


def test_logs_without_records_are_refused_by_inspect_as_by_score(tmp_path):
    for name, text in (("a.json", "[]"), ("b.csv", "model,question,outcome\n"), ("c.jsonl", "\n")):
        (tmp_path / name).write_text(text)
        inspected, scored = (run(one, str(tmp_path / name)) for one in ("inspect", "score"))
        assert inspected.exit_code == 2
        assert inspected.stderr == scored.stderr
    (tmp_path / "d.json").write_text('{"model":"a","question":"q"}{"model":"a","question":"p"}')
    refused = run("inspect", str(tmp_path / "d.json"))
    assert refused.exit_code == 2
    assert "no record that can be read" in refused.stderr
    (tmp_path / "e.json").write_text("[[1, 0], [0, 1]]")
    refused = run("inspect", str(tmp_path / "e.json"))
    assert refused.exit_code == 2
    assert "is a matrix without names of questions" in refused.stderr
