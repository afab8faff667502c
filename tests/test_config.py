"""Options from scorio.toml or pyproject.toml: found, checked, outdone by the command line."""

import json
import os
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import scorio
from scorio.cli.config import _keys
from scorio.cli.main import main
from scorio.cli.tree import commands_of

PAGE = Path(__file__).parent.parent / "docs" / "configuration.md"
LOG = [
    {"who": "a", "task_id": f"q{q}", "passed": text}
    for q, text in enumerate(["yes", "no", "y", "NA", "yes"])
]
FIELDS = 'model = "who"\nquestion = "task_id"\noutcome = "passed"\n'
WORDS = 'category = { failed = ["no"], passed = ["yes", "y"] }\n'


def run(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    below = tmp_path / "team" / "runs"
    below.mkdir(parents=True)
    (below / "log.jsonl").write_text("".join(json.dumps(one) + "\n" for one in LOG))
    monkeypatch.chdir(below)
    return tmp_path / "team"


def rows(*arguments):
    ended = run(*arguments, "--json")
    assert ended.exit_code == 0, ended.stderr
    return json.loads(ended.stdout)["rows"], ended.stderr


def test_a_proposed_command_does_without_a_file_that_is_wrong(folder):
    (folder / "scorio.toml").write_text('question = "task"\n')
    (folder / "runs" / "own.jsonl").write_text('{"model": "m", "question": "q", "outcome": 1}\n')
    said = run("score", "own.jsonl").stderr
    assert 'there is no field "task"' in said
    assert "this command scores it: scorio --no-config score own.jsonl" in said


@pytest.mark.parametrize("name", ["scorio.toml", "pyproject.toml"])
def test_a_file_above_says_how_to_read(folder, name):
    head = "[tool.scorio]\n" if name == "pyproject.toml" else ""
    text = (
        f'{head}{FIELDS}{WORDS}on-missing = "fail"\nmissing-values = ["NA", -1]\nweights = [0, 2]\n'
    )
    (folder / name).write_text(text)
    # A project without such a table is none.
    (folder / "runs" / "pyproject.toml").write_text('[project]\nname = "scorio-runs"\n')
    [row], said = rows("score", "log.jsonl")
    assert (row["score"], row["trials"]) == (pytest.approx(2 * 3 / 5), 5)
    category = '{"failed": ["no"], "passed": ["yes", "y"]}'
    options = (
        f'model = "who", question = "task_id", outcome = "passed", category = {category}, '
        'on-missing = "fail", missing-values = ["NA", -1], weights = [0, 2]'
    )
    assert said == f"scorio: options of {folder / name}: {options}\n"


def test_the_command_line_wins(folder):
    (folder / "scorio.toml").write_text(
        f'{FIELDS}{WORDS}on-missing = "fail"\nmissing-values = "NA"\n'
    )
    [row], said = rows("score", "log.jsonl", "--on-missing", "drop")
    assert (row["score"], row["trials"]) == (pytest.approx(3 / 4), 4)
    assert "on-missing" not in said
    for arguments in (("--no-config", "score", "log.jsonl"), ("score", "log.jsonl", "--no-config")):
        ended = run(*arguments)
        assert ended.exit_code == 2
        assert "options of" not in ended.stderr
    assert run("score", "log.jsonl", "--help").stderr == ""


def test_a_table_of_a_command_holds_any_of_its_options(folder):
    (folder / "scorio.toml").write_text(
        f'{FIELDS}{WORDS}missing-values = "NA"\non-missing = "drop"\n'
        "[gate]\nat-least = 0.1\nper-question = true\n[plan.trials]\nhalf-width = 0.2\n"
    )
    ended = run("gate", "log.jsonl")
    assert "every question solved in at least 0.1" in ended.stdout
    assert "at-least = 0.1, per-question = true\n" in ended.stderr
    [row], _ = rows("plan", "trials", "log.jsonl")
    assert row["wanted"] == 0.2
    [row], _ = rows("plan", "trials", "log.jsonl", "--half-width", "0.1")
    assert row["wanted"] == 0.1
    assert "at-least" not in run("score", "log.jsonl").stderr


def test_counts_need_no_names_of_fields(folder, tmp_path):
    (folder / "scorio.toml").write_text(
        f'{FIELDS}{WORDS}missing-values = "NA"\non-missing = "drop"\n'
    )
    assert run("count", "log.jsonl", "--out", tmp_path / "c.parquet").exit_code == 0
    [row], _ = rows("score", tmp_path / "c.parquet")
    assert row["trials"] == 4


def test_files_are_in_the_folder_of_the_configuration(folder):
    (folder / "scorio.toml").write_text(f'{FIELDS}{WORDS}[score]\nrubric = "grades.toml:one"\n')
    assert str(folder / "grades.toml") in run("score", "log.jsonl").stderr
    (folder / "scorio.toml").write_text('[score]\nrubric = "paper:exact-match"\n')
    assert f"{folder}/paper" not in run("score", "log.jsonl").stderr


@pytest.mark.parametrize("key", ["rubric", "questions", "against"])
def test_files_outside_the_folder_of_the_configuration_are_refused(folder, tmp_path, key):
    outside = tmp_path / "other.toml"
    outside.write_text("")
    (folder / "linked.toml").symlink_to(outside)
    (folder / "inside.toml").write_text("")
    for file in (
        "/dev/zero",
        str(outside),
        "../other.toml",
        "linked.toml",
        "runs/../../other.toml",
    ):
        (folder / "scorio.toml").write_text(f'{FIELDS}[compare]\n{key} = "{file}"\n')
        said = run("compare", "log.jsonl", "--pairs").stderr
        problem = f"compare.{key} does not fit: {file} is not in the folder of the configuration"
        assert said == f"scorio: {folder / 'scorio.toml'}: {problem}\n"
    (folder / "scorio.toml").write_text(f'{FIELDS}[compare]\n{key} = "inside.toml"\n')
    assert "does not fit" not in run("compare", "log.jsonl", "--pairs").stderr


def test_no_file_says_what_is_written_or_written_over(folder):
    named = [
        (key, ".".join(path))
        for path, command in commands_of(main)
        for key in _keys(command)
        if key in ("out", "junit", "plot", "state", "force", "guess")
    ]
    assert len(named) > 20
    for key, path in named:
        value = "true" if key == "force" else '"/tmp/taken.json"'
        (folder / "scorio.toml").write_text(f"[{path}]\n{key} = {value}\n")
        said = run("score", "log.jsonl").stderr
        assert said.count("\n") == 1
        why = {
            "force": "a file of options never forces",
            "guess": "it says what in one reading is guessed",
        }.get(key, "a file of options does not say what is written")
        assert f"{path}.{key} does not fit: {why}" in said, (key, path)


def test_a_file_of_another_user_is_not_read(folder, monkeypatch):
    (folder / "scorio.toml").write_text(f"{FIELDS}{WORDS}")
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    line = f"scorio: {folder / 'scorio.toml'} belongs to another user: not read; "
    ended = run("score", "log.jsonl")
    assert ended.exit_code == 2
    assert ended.stderr.startswith(line + "--config FILE reads it\n")
    (folder / "scorio.toml").write_text("this is no TOML")
    assert run("config").stderr.startswith(line)
    (folder / "scorio.toml").write_text(
        f'{FIELDS}{WORDS}missing-values = "NA"\non-missing = "drop"\n'
    )
    ended = run("--config", folder / "scorio.toml", "score", "log.jsonl", "--json")
    assert json.loads(ended.stdout)["rows"][0]["trials"] == 4


def test_a_file_above_the_repository_is_not_read(folder):
    above, inside = folder / "scorio.toml", folder / "runs" / "scorio.toml"
    above.write_text(f"{FIELDS}{WORDS}")
    (folder / "runs" / ".git").mkdir()
    ended = run("config")
    assert "no options" in ended.stdout
    assert f"{above} is above the root of this repository: not read" in ended.stderr
    inside.write_text(f"{FIELDS}{WORDS}")
    ended = run("config")
    assert (ended.stderr, str(inside) in ended.stdout) == ("", True)


@pytest.mark.usefixtures("folder")
def test_a_file_can_be_named(tmp_path):
    other = tmp_path / "ours.toml"
    other.write_text(f'{FIELDS}{WORDS}missing-values = "NA"\non-missing = "drop"\n')
    ended = run("--config", other, "score", "log.jsonl")
    assert ended.exit_code == 0
    assert f"options of {other}: model" in ended.stderr
    bare = tmp_path / "pyproject.toml"
    bare.write_text("[project]\nname = 'x'\n")
    for words, said in [
        (("--config", tmp_path / "no.toml"), "there is no such file"),
        (("--config", bare), "it has no table [tool.scorio]"),
        (("--config", other, "--no-config"), "--config reads a file, --no-config reads none"),
    ]:
        ended = run(*words, "score", "log.jsonl")
        assert (ended.exit_code, ended.stderr.count("\n")) == (2, 1)
        assert said in ended.stderr


def test_verdicts_name_the_options_of_the_file_that_decide(folder):
    path = folder / "scorio.toml"
    path.write_text(
        f'{FIELDS}{WORDS}on-missing = "fail"\nmissing-values = "NA"\nweights = [0, 2]\n'
        "[gate]\nat-least = 0.4\n"
    )
    decide = 'missing-values = "NA", weights = [0, 2], at-least = 0.4'
    ended = run("gate", "log.jsonl", "--on-missing", "drop", "--junit", "gate.xml")
    assert f"{decide}." in " ".join(ended.stdout.split())
    assert f"Options of {path}" in ended.stdout
    assert "on-missing" not in ended.stdout
    assert decide in ended.stderr
    assert decide.replace('"', "&quot;") in Path("gate.xml").read_text()
    notes = json.loads(run("gate", "log.jsonl", "--json").stdout)["notes"]
    assert sum("weights = [0, 2]" in note for note in notes) == 1
    run("report", "log.jsonl", "--out", "page.html")
    assert "weights = [0, 2]" in Path("page.html").read_text()
    (folder / "runs" / "log.jsonl").write_text(
        "".join(json.dumps(one | {"who": who}) + "\n" for one in LOG for who in "ab")
    )
    path.write_text(path.read_text().replace("[0, 2]", "[0, 5]"))
    ended = run("compare", "log.jsonl", "--baseline", "a", "--fail-if-worse", "0", "--json")
    assert any("weights = [0, 5]" in note for note in json.loads(ended.stdout)["notes"])
    run("count", "log.jsonl", "--out", "c.parquet")
    assert "weights = [0, 5]" in run("score", "c.parquet").stdout


def test_options_of_reading_are_for_commands_that_read_logs(folder):
    (folder / "scorio.toml").write_text(f'{FIELDS}questions = "7"\n')
    # It has an option of this name, but reads no log.
    ended = run("simulate", "--seed", "1", "--json")
    assert ended.stderr == ""
    assert json.loads(ended.stdout)["settings"]["questions"] == 30


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('on_bad_line = "skip"', "on_bad_line is no option: did you mean on-bad-line?"),
        ('outcom = "x"', "outcom is no option: did you mean outcome?"),
        ("at-least = 0.5", "at-least is no option: at-least belongs in the table [gate]\n"),
        ("at_least = 0.5", "at_least is no option: at-least belongs in the table [gate]\n"),
        (
            "force = true",
            "force is no option: force belongs in the table [plan.labels] or [report]\n",
        ),
        ("[score]\nbaseline = 'a'", "baseline belongs in the table [compare] or [horizon] or"),
        ("[plan]\nquestions = 9", "or [plan.costs] or [plan.trials] or"),
        ("[score]\ntpo = 3", "tpo is no option of score: did you mean top?"),
        ("zzz = 1", "zzz is no option: there are model, task,"),
        (
            '[gate]\nat-least = "abc"',
            "gate.at-least does not fit: --at-least: 'abc' is not",
        ),
        (
            "[gate]\nconfidence = 95",
            "--confidence 95 is not above 0.5 and below 1: say --confidence 0.95",
        ),
        (
            "[gate]\nconfidence = 7",
            "gate.confidence does not fit: --confidence 7 is not above 0.5 and below 1\n",
        ),
        ('[score]\nk = "abc"', "score.k does not fit: -k abc is not a list of whole numbers"),
        ("[score]\nk = [1, 0]", "score.k does not fit: -k 0 is not a whole number from 1"),
        (
            '[score]\nmetric = "pas_at_k"',
            "score.metric does not fit: there is no metric 'pas_",
        ),
        ('[rank]\nmethod = "bordo"', "rank.method does not fit: "),
        ("[rank]\nseed = 1e30", "rank.seed does not fit"),
        ("weights = [1]", "weights does not fit: --weights 1: give at least 2 numbers"),
        ('category = "no"', "category does not fit: --category no is not of the form NAME=VALUE"),
        ('path = "["', "path does not fit"),
        ("[plan.budget]\ntrials = [2, -1]", "plan.budget.trials does not fit: --trials -1 is not"),
        ("[gate]\nat-leats = 0.5", "at-leats is no option of gate: did you mean at-least?"),
        ("[plan.trails]\nx = 1", "trails is no option of plan: did you mean trials?"),
        ('on-missing = "ignore"', "on-missing does not fit: 'ignore' is not one of"),
        ('threshold = "high"', "threshold does not fit: --threshold: 'high' is not a number"),
        ("numeric = 1", "numeric does not fit: it is true or false"),
        ("outcome = true", "outcome does not fit: the option takes a value"),
        ("outcome = 2026-11-01", "outcome does not fit: it is a text, a number"),
        ("gate = 1", "gate does not fit: it is the table of a command"),
        ("outcome = ", "is no TOML"),
        ("x = " + "[" * 5000, "is nested too deeply"),
    ],
)
def test_mistakes_in_a_file_name_it(folder, text, said):
    (folder / "scorio.toml").write_text(text)
    ended = run("score", "log.jsonl")
    assert ended.exit_code == 2
    assert said in ended.stderr
    assert str(folder / "scorio.toml") in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_help_names_a_mistake_in_a_file_and_goes_on(folder):
    (folder / "scorio.toml").write_text("[score]\ntpo = 3")
    ended = run("score", "--help")
    assert ended.exit_code == 0
    assert "Usage:" in ended.stdout
    assert "did you mean top?" in ended.stderr


def test_two_files_in_a_folder_are_a_mistake(folder):
    (folder / "scorio.toml").write_text(FIELDS)
    (folder / "pyproject.toml").write_text(f"[tool.scorio]\n{FIELDS}")
    assert "both hold options: keep one" in run("score", "log.jsonl").stderr


def test_the_command_shows_what_is_used(folder):
    assert "no options" in run("config").stdout
    assert json.loads(run("config", "--json").stdout) == {"file": None, "options": {}}
    (folder / "scorio.toml").write_text(f"{FIELDS}[gate]\nat-least = 0.8\n")
    shown = run("config")
    assert shown.stderr == ""
    assert shown.stdout.splitlines()[0] == f"Options of {folder / 'scorio.toml'}:"
    assert '  outcome = "passed"' in shown.stdout
    assert "  gate.at-least = 0.8" in shown.stdout
    document = json.loads(run("config", "--json").stdout)
    assert document["options"]["gate"] == {"at-least": 0.8}


def test_python_reads_no_file(folder):
    (folder / "scorio.toml").write_text('outcome = "passed"\n')
    with pytest.raises(ValueError, match="outcome"):
        scorio.count("log.jsonl", model="who", question="task_id")


def test_the_page_has_a_file_that_fits(folder):
    [text] = re.findall(r"^```toml\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert tomllib.loads(text)["gate"]["at-least"] == 0.8
    (folder / "scorio.toml").write_text(text)
    ended = run("gate", "log.jsonl", "--model", "who")
    assert ended.exit_code in (1, 4), ended.stderr
    assert "at least 0.8; confidence 0.95" in ended.stdout
