"""`scorio inspect` proposes the right command for any log, or says what it does not know."""

import json
import re
import shlex

import pytest
from click.testing import CliRunner
from shapes.corpus import CORPUS

import scorio
from scorio.cli.main import main


def run(*arguments):
    return CliRunner().invoke(main, list(arguments))


@pytest.fixture(params=CORPUS, ids=lambda case: case.name)
def inspected(request, tmp_path, monkeypatch):
    """Give a case, and what an inspection says of it."""
    case = request.param
    monkeypatch.chdir(tmp_path)
    for file, text in case.files.items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return case, run("inspect", case.name)


def figures(command):
    """Run a command, and give its figures by model and task, and its notes."""
    ran = run(*shlex.split(command)[1:], "--json")
    if ran.exit_code != 0:
        return None, [ran.stderr]
    document = json.loads(ran.stdout)
    found = {(row["model"], row["task"] or ""): row["score"] for row in document["rows"]}
    if any(task for _, task in found):
        # Not the rows over all tasks.
        found = {key: score for key, score in found.items() if key[1]}
    return found, document["notes"]


def test_the_proposal_is_right_or_says_what_it_does_not_know(inspected):
    case, shown = inspected
    text = shown.stdout + shown.stderr
    for word in case.says:
        assert word in " ".join(text.split()), text
    command = re.search(r"^  score by +(scorio .*)$", text, re.MULTILINE)
    if case.scores is None:
        assert command is None, text
        return
    assert command, text
    found, notes = figures(command[1])
    assert found == pytest.approx(case.scores), (text, notes)
    guessed = any("guess" in note for note in notes)
    assert guessed == ("a guess, because" in text)
    if case.guess is not None:
        assert guessed == case.guess, text


def test_a_third_of_the_corpus_has_no_figure_or_several_readings():
    open_ended = [case for case in CORPUS if case.scores is None or case.guess]
    assert len(CORPUS) >= 60
    assert 3 * len(open_ended) >= len(CORPUS)


def test_inspections_tell_doubts_as_data(tmp_path):
    record = '{{"id": {0}, "flagged": {1}}}\n'
    text = "".join(record.format(n, n % 2) for n in range(4))
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_text(text)
    found = scorio.inspect(tmp_path)
    assert found.counts.models == ["a", "b"]
    assert list(found.doubts) == [
        'nothing but its values says that "flagged" is the outcome',
        "names of files are taken for models",
    ]
    assert json.loads(found.to_json())["doubts"] == list(found.doubts)
    both = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    assert scorio.inspect(both).command == found.command
    (tmp_path / "c.csv").write_text("question,outcome\n1,1\n")
    with pytest.raises(ValueError, match="3 files that are not read alike: inspect one at a time"):
        scorio.inspect(tmp_path)
    shown = run("inspect", str(tmp_path)).stdout
    assert shown.count("score by") == 3
    alone = scorio.inspect(both[0])
    assert alone.without == ()
    both[0].write_text('{"id": 1, "text": "x"}\n')
    assert scorio.inspect(both[0]).without[0] == "no outcome here"


@pytest.mark.parametrize(
    "case", [case for case in CORPUS if case.scores is None], ids=lambda case: case.name
)
def test_no_error_of_score_proposes_a_command_where_an_inspection_knows_none(
    case, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    for file, text in case.files.items():
        (tmp_path / file).write_text(text)
    scored = run("score", case.name)
    assert scored.exit_code == 2
    assert "read it" not in scored.stderr
