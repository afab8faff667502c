"""What a newcomer asks of scores, comparisons, gates and plans, and what the answer says."""

import json

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner

import scorio
from scorio import plan
from scorio.cli.main import main


def run(*arguments):
    return CliRunner().invoke(main, list(map(str, arguments)))


def refused(*arguments):
    ended = run(*arguments)
    assert ended.exit_code == 2, ended.output
    return ended.stderr


def log(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def lucky(path, field, number=lambda *at: at[0], *, runs=6, questions=40):
    """A log of two models, whose runs share their luck, with the runs in a field."""
    random, rows = np.random.default_rng(3), []
    for model in "AB":
        for one in range(runs):
            luck = 0.85 if random.random() < 0.5 else 0.15
            rows += [
                {
                    "model": model, "question": f"q{question}",
                    field: number(one, question, model), "outcome": int(random.random() < luck),
                }
                for question in range(questions)
            ]  # fmt: skip
    return log(path, rows)


# --- Plans


ASSUMED = ("plan", "trials", "--assume", 0.6, "--assume", 0.65)


@pytest.mark.parametrize(
    ("difference", "said"),
    [
        ("0", "the true difference 0 leaves nothing to separate: give another one"),
        ("3", "the true difference 3 is impossible, as scores differ by at most 1"),
        ("-1.5", "the true difference -1.5 is impossible, as scores differ by at most 1"),
        ("nan", "--difference nan is not finite"),
        ("inf", "--difference inf is not finite"),
    ],
)
def test_a_plan_needs_a_difference_that_scores_can_have(difference, said):
    assert said in refused(*ASSUMED, "--difference", difference)
    log_of_two = ("plan", "trials", "examples/coins.jsonl", "--baseline", "coin-09")
    assert said in refused(*log_of_two, "--difference", difference)
    with pytest.raises(ValueError, match="difference"):
        plan.trials_needed(plan.assumed([0.6]), plan.assumed([0.7]), difference=float(difference))


def test_a_difference_is_measured_by_the_weights():
    a, b = ([[0, 1, 0, 1]] * 4, [[1, 1, 0, 1]] * 4)
    assert plan.trials_needed(a, b, difference=1, w=[0, 1]).trials == 1
    assert plan.trials_needed(a, b, difference=5, w=[0, 10]).trials is not None
    with pytest.raises(ValueError, match="scores differ by at most 10"):
        plan.trials_needed(a, b, difference=11, w=[0, 10])


def test_a_plan_of_several_models_shows_the_difference_that_is_given():
    for start in (
        (*ASSUMED, "--assume", 0.7),
        ("plan", "trials", "examples/coins.jsonl", "--baseline", "coin-09"),
    ):
        given = " ".join(run(*start, "--difference", "-0.02").stdout.split())
        assert "if the true difference is −0.020. if half: the same for half of it." in given
        assert "Separated: at least" in given
        assert "if the true difference is the one that is seen." in " ".join(
            run(*start).stdout.split()
        )


def test_a_sentence_of_a_plan_has_the_minus_of_its_table():
    ended = run("plan", "trials", "--assume", 0.65, "--assume", 0.61)
    table, sentence = ended.stdout.split("\n\n")[1:3]
    assert "−0.0400" in table
    assert "If the true difference is −0.040" in sentence
    assert " -0" not in ended.stdout
    needed = plan.trials_needed(plan.assumed([0.6, 0.7]), plan.assumed([0.8, 0.7]))
    assert "−0.100" in needed.says
    assert " -0" not in needed.to_text()


def test_a_budget_says_from_where_on_models_are_separated():
    one = run("plan", "budget", "--assume", 0.6).stdout
    assert "Separated: at least 1.96 σ apart, with 95% confidence." in one
    several = run("plan", "budget", "examples/coins.jsonl", "--only", "coin-09").stdout
    several = " ".join(several.split())
    assert "Separated: at least 2.80 σ apart, so that all 10 comparisons of a model" in several


def test_a_plan_shows_whether_its_number_is_a_bound():
    single = plan.trials_needed([[1], [0], [1]], [[0], [0], [1]]).to_text()
    several = plan.trials_needed([[1, 0], [0, 1]], [[0, 0], [0, 1]]).to_text()
    bounds = [
        next(line.split()[-1] for line in text.splitlines() if "at most" in line)
        for text in (single, several)
    ]
    assert bounds == ["True", "False"]


def test_only_one_rule_separates():
    for text in (scorio.sinf.should_stop_top1.__doc__, scorio.sinf.suggest_next_allocation.__doc__):
        assert "separated" not in text


# --- Comparisons


def with_an_empty_model(path):
    rows = [
        {"model": model, "question": f"q{q}", "trial": t, "outcome": (q * 7 + t * 3 + shift) % 2}
        for shift, model in enumerate("AB")
        for q in range(12)
        for t in range(4)
    ]
    rows += [{"model": "C", "question": f"q{q}", "trial": 0, "outcome": None} for q in range(12)]
    return log(path, rows)


def test_a_model_without_trials_is_left_out_of_every_comparison(tmp_path):
    data = with_an_empty_model(tmp_path / "log.jsonl")
    line = "C has no score overall: no trial was observed."
    for what in (("--baseline", "A"), ("--pairs",)):
        ended = run("compare", data, *what, "--on-missing", "drop")
        assert ended.exit_code == 0, ended.stderr
        assert line in ended.stdout.splitlines()
    found = scorio.compare(data, baseline="A", on_missing="drop")
    assert [row.model for row in found] == ["B"]
    assert [one.model for one in found.uncompared] == ["C"]
    # Two models hold together with the third, as on the leaderboard.
    assert found[0].comparisons == 2
    # A baseline without trials, or no model with some, is an error.
    dropped = ("--on-missing", "drop")
    assert "C has no observed trial" in refused("compare", data, "--baseline", "C", *dropped)
    alone = refused("compare", data, "--baseline", "A", "--only", "C", *dropped)
    assert "C has no observed trial" in alone


def test_a_model_without_trials_does_not_pass_a_verdict(tmp_path):
    data = with_an_empty_model(tmp_path / "log.jsonl")
    junit = tmp_path / "junit.xml"
    ended = run(
        "compare", data, "--baseline", "A", "--on-missing", "drop", "--fail-if-worse", 0.9,
        "--junit", junit,
    )  # fmt: skip
    assert ended.exit_code == 4
    assert "nothing tells whether these are worse: C" in ended.stderr
    assert 'skipped message="not compared: C has no observed trial' in junit.read_text()


@pytest.mark.parametrize("trials", [1, 4])
@pytest.mark.parametrize("sampled", [False, True])
@pytest.mark.parametrize("shared", [12, 9])
def test_with_two_models_the_best_is_the_better_one(trials, sampled, shared):
    random = np.random.default_rng(trials)
    rows = [
        {"model": model, "question": q, "trial": t, "outcome": int(random.random() < p)}
        for model, p, first in (("A", 0.4, 0), ("B", 0.6, 12 - shared))
        for q in range(first, first + 12)
        for t in range(trials)
    ]
    counts = scorio.count(pl.DataFrame(rows))
    above = {row.model: row.p_best for row in counts.score(sampled=sampled)}
    row = scorio.compare(counts, baseline="A", sampled=sampled)[0]
    assert above["B"] == pytest.approx(row.probability, abs=1e-12)
    assert above["A"] + above["B"] == pytest.approx(1, abs=1e-15)


# --- Gates


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("0",), "every score reaches the level 0, so this gate always passes"),
        (("-1",), "every score reaches the level -1, so this gate always passes"),
        (("0", "--metric", "pass_at_k", "-k", "2"), "every score reaches the level 0"),
        (("-1", "--weights", "-1,1"), "say a level above -1"),
        (("0%",), "every score reaches the level 0"),
        (("0", "--per-question"), "every question reaches the level 0"),
        (("1", "--per-question"), "no trials show that a question always succeeds: say a level"),
        (("1.5", "--per-question"), "the level 1.5 is not between 0 and 1"),
        (("80", "--per-question"), "for 80 in a hundred, give 0.8"),
    ],
)
def test_a_gate_needs_a_level_that_trials_can_tell(arguments, said):
    assert said in refused("gate", "examples/coins.jsonl", "--at-least", *arguments)


def test_a_level_of_zero_is_one_of_scores_below_zero():
    ended = run("gate", "examples/coins.jsonl", "--at-least", 0, "--weights", "-1,1")
    assert ended.exit_code == 1, ended.output


def test_gates_and_scores_say_the_same_of_their_intervals(tmp_path):
    # Trials stop at the first success, and few questions have both outcomes.
    rows = [
        {"model": "m", "question": q, "trial": t, "outcome": int(t == q % 5)}
        for q in range(20)
        for t in range(q % 5 + 1)
    ]
    few = [
        {"model": "m", "question": q, "trial": t, "outcome": int(q > 10 or (q == 3 and t > 0))}
        for q in range(20)
        for t in range(4)
    ]
    single = [{"model": "m", "question": q, "outcome": q % 2} for q in range(12)]
    weighted = [{**row, "weight": 1 + row["question"] % 3} for row in few]
    seen = set()
    for name, lines in {"a": rows, "b": few, "c": single, "d": weighted}.items():
        data = log(tmp_path / name, lines)
        more = {"weight": "weight"} if name == "d" else {}
        counts = scorio.count(data, format="jsonl", **more)
        about = {note.kind for note in counts.score()._notes}
        about &= {
            "score.few_questions", "score.single", "score.trials_follow", "score.few_mixed",
            "score.weighted",
        }  # fmt: skip
        seen |= about
        assert about
        assert about <= {note.kind for note in scorio.gate(counts, 0.5)._notes}
    assert seen == {
        "score.few_questions", "score.single", "score.trials_follow", "score.few_mixed",
        "score.weighted",
    }  # fmt: skip


def test_a_gate_of_questions_sees_runs_that_share_their_luck(tmp_path):
    counts = scorio.count(lucky(tmp_path / "log.jsonl", "trial"))
    notes = scorio.gate(counts, 0.5, per_question=True).notes
    assert any(
        note.startswith("Trials of one number succeed together (A, B;")
        and note.endswith("Then questions fail or pass together.")
        for note in notes
    )
    calm = scorio.gate(scorio.count("examples/coins.jsonl"), 0.5, per_question=True).notes
    assert not any("succeed together" in note for note in calm)


def test_a_level_of_confidence_may_be_a_percentage():
    for command in (
        ("score",), ("gate", "--at-least", "50%"), ("compare", "--baseline", "coin-01"),
        ("plan", "budget", "--power", "80%"),
    ):  # fmt: skip
        name, *rest = command
        words = [name, rest.pop(0)] if name == "plan" else [name]
        start = (*words, "examples/coins.jsonl", *rest)
        same = [run(*start, "--confidence", one).stdout for one in ("90%", "0.9")]
        assert same[0] == same[1] != run(*start).stdout
        assert "--confidence" in refused(*start, "--confidence", "190%")
        assert "such as 0.95 or 95%" in refused(*start, "--confidence", "high")


# --- Fields that number trials


@pytest.mark.parametrize("field", ["epoch", "seed", "run", "run_id", "sample", "attempt", "repeat"])
def test_a_field_that_numbers_trials_is_named(tmp_path, field):
    data = lucky(tmp_path / "log.jsonl", field)
    line = f'Field "{field}" looks like the number of a trial:'
    own = run("score", data)
    assert own.stdout.count(line) == 1
    assert f"{line} --trial {field} counts by it and looks for shared luck." in own.stdout
    assert f'{line} trial="{field}" counts by it' in scorio.count(data).notes[0]
    # What is said is so: by that field the trials are the same, and their luck is seen.
    by_field = run("score", data, "--trial", field)
    assert line not in by_field.stdout
    assert "Trials of one number succeed together (A, B;" in by_field.stdout
    assert (
        scorio.count(data).select(model="A").score().rows[0][3:6]
        == (scorio.count(data, trial=field).select(model="A").score().rows[0][3:6])
    )
    # Without numbers there are no runs, and the error names the field.
    said = refused("score", data, "--runs")
    assert "have no numbers of their own, so runs cannot be included" in said
    assert f"count the log with --trial {field}" in said
    assert run("score", data, "--runs", "--trial", field).exit_code == 0
    with pytest.raises(ValueError, match=f'count the log with trial="{field}"'):
        scorio.count(data).select(model="A").score(runs=True)


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(lambda *_: 7, id="the same for all"),
        pytest.param(lambda *at: 1000 * at[0] + 2 * at[1] + (at[2] == "B"), id="of a record"),
        pytest.param(lambda *at: at[0] // 2, id="twice in a question"),
        pytest.param(lambda *at: at[0] + 0.5, id="no whole number"),
        pytest.param(lambda *at: [at[0]], id="a list"),
        pytest.param(lambda *at: at[0] if at[1] else None, id="with gaps"),
        pytest.param(lambda *at: at[1], id="of a question"),
    ],
)
def test_a_seed_that_numbers_no_trials_is_not_named(tmp_path, number):
    data = lucky(tmp_path / "log.jsonl", "seed", number)
    ended = run("score", data)
    assert ended.exit_code == 0, ended.stderr
    assert "looks like the number" not in ended.stdout
    said = refused("score", data, "--runs")
    assert "--trial FIELD" in said


def test_other_fields_and_other_logs_have_no_such_note(tmp_path):
    other = lucky(tmp_path / "a.jsonl", "temperature")
    named = lucky(tmp_path / "b.jsonl", "trial")
    single = lucky(tmp_path / "c.jsonl", "epoch", runs=1)
    for data in (other, named, single, "examples/coins.jsonl"):
        assert "looks like the number" not in run("score", data).stdout


# --- Documents


def test_what_a_table_leaves_out_is_said_of_the_table_alone():
    for command in (
        ("score", "--top", 1),
        ("compare", "--baseline", "coin-01", "--top", 1),
        ("gate", "--at-least", 0.5, "--top", 1),
        ("rank", "--method", "borda", "--top", 1),
    ):
        name, *rest = command
        start = (name, "examples/coins.jsonl", *rest)
        assert "Shown: 1 of 1" in run(*start).stdout
        document = json.loads(run(*start, "--json").stdout)
        assert len(document["rows"]) > 1
        assert not any("Shown" in note for note in document["notes"])


def test_a_report_speaks_to_its_reader(tmp_path):
    page = tmp_path / "report.html"
    scorio.report(lucky(tmp_path / "log.jsonl", "trial"), page, baseline="A")
    text = page.read_text(encoding="utf-8")
    assert "--runs includes them" in text
    assert "runs=True" not in text
    tied = [
        {"model": model, "question": q, "trial": t, "outcome": int((q + t + (model == "c")) % 2)}
        for model in "abc"
        for q in range(5)
        for t in range(3)
    ]
    scorio.report(log(tmp_path / "tied.jsonl", tied), page, force=True)
    text = page.read_text(encoding="utf-8").lower()
    assert "the reference ranking ties some models" in text
    assert "gold" not in text


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--top", "x"), "'--top': 'x' is not a whole number.\n"),
        (("--top", 0), "'--top': 0 is less than 1.\n"),
        (("--digits", 16), "'--digits': 16 is more than 15.\n"),
    ],
)
def test_numbers_that_are_no_whole_numbers_of_the_range_are_named(words, said):
    ended = run("score", "examples/coins.jsonl", *words)
    assert ended.exit_code == 2
    assert said in ended.stderr
