"""`scorio inspect` proposes the right command for any log, or says what it does not know."""

import json
import re
import shlex

import pytest
from click.testing import CliRunner
from shapes.corpus import CORPUS

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
