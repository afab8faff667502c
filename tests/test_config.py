"""Options from scorio.toml or pyproject.toml: found, checked, outdone by the command line."""

import json
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import scorio
from scorio.cli.main import main

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
    text = f'{head}{FIELDS}{WORDS}on-missing = "fail"\nmissing = ["NA", -1]\nweights = [0, 2]\n'
    (folder / name).write_text(text)
    # A project without such a table is none.
    (folder / "runs" / "pyproject.toml").write_text('[project]\nname = "scorio-runs"\n')
    [row], said = rows("score", "log.jsonl")
    assert (row["score"], row["trials"]) == (pytest.approx(2 * 3 / 5), 5)
    options = "model, question, outcome, category, on-missing, missing, weights"
    assert said == f"scorio: options of {folder / name}: {options}\n"


def test_the_command_line_wins(folder):
    (folder / "scorio.toml").write_text(f'{FIELDS}{WORDS}on-missing = "fail"\nmissing = "NA"\n')
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
        f'{FIELDS}{WORDS}missing = "NA"\non-missing = "drop"\n'
        "[gate]\nat-least = 0.1\nper-question = true\n[plan.trials]\nhalf-width = 0.2\n"
    )
    ended = run("gate", "log.jsonl")
    assert "every question solved in at least 0.1" in ended.stdout
    assert "at-least, per-question" in ended.stderr
    [row], _ = rows("plan", "trials", "log.jsonl")
    assert row["wanted"] == 0.2
    [row], _ = rows("plan", "trials", "log.jsonl", "--half-width", "0.1")
    assert row["wanted"] == 0.1
    assert "at-least" not in run("score", "log.jsonl").stderr


def test_counts_need_no_names_of_fields(folder, tmp_path):
    (folder / "scorio.toml").write_text(f'{FIELDS}{WORDS}missing = "NA"\non-missing = "drop"\n')
    assert run("count", "log.jsonl", "--out", tmp_path / "c.parquet").exit_code == 0
    [row], _ = rows("score", tmp_path / "c.parquet")
    assert row["trials"] == 4


def test_files_are_in_the_folder_of_the_configuration(folder):
    (folder / "scorio.toml").write_text(f'{FIELDS}{WORDS}[score]\nrubric = "grades.toml:one"\n')
    assert str(folder / "grades.toml") in run("score", "log.jsonl").stderr
    (folder / "scorio.toml").write_text('[score]\nrubric = "paper:exact-match"\n')
    assert "paper:exact-match" not in run("score", "log.jsonl").stderr


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
        ("force = true", "force is no option: force belongs in the table [report]\n"),
        ("[score]\nbaseline = 'a'", "baseline belongs in the table [compare] or [plan.trials] or"),
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
    ],
)
def test_mistakes_in_a_file_name_it(folder, text, said):
    (folder / "scorio.toml").write_text(text)
    ended = run("score", "log.jsonl")
    assert ended.exit_code == 2
    assert said in ended.stderr
    assert str(folder / "scorio.toml") in ended.stderr
    assert ended.stderr.count("\n") == 1


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
