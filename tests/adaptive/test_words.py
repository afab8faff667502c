"""What an adaptive run says of itself: given-up trials apart, costs as they are written."""

import json

import pytest
from click.testing import CliRunner

from scorio import adaptive
from scorio.adaptive.running.item_costs import ItemCosts
from scorio.adaptive.running.result import ended_trials
from scorio.cli.main import main

BANK = adaptive.ItemBank.from_params(1, [place / 4 - 2 for place in range(20)])


def said(*arguments):
    result = CliRunner().invoke(main, ["--no-config", *arguments])
    assert result.exit_code == 2
    return result.stderr.removeprefix("scorio: ").strip()


def test_trials_that_are_given_up_are_counted_apart(tmp_path):
    run = adaptive.Ranker(BANK, ["a", "b"], warmup=3)
    for place, query in enumerate(run.ask(5)):
        run.tell_failed(query.id, retry=False) if place == 2 else run.tell(query.id, place % 2)
    found = run.result()
    assert found.title.startswith("Adaptive ranking: 2 models, 4 trials and 1 given up, cost 4")
    assert not [note for note in found.notes if "given up" in note]
    state = tmp_path / "run.json"
    BANK.save(tmp_path / "bank.json")
    again = adaptive.Ranker(adaptive.ItemBank.load(tmp_path / "bank.json"), ["a", "b"], warmup=3)
    [query] = again.ask(1)
    again.tell_failed(query.id, retry=False)
    again.save(state)
    (tmp_path / "none.jsonl").write_text("")
    told = CliRunner().invoke(
        main, ["--no-config", "adaptive", "tell", str(state), str(tmp_path / "none.jsonl")]
    )
    assert "So far 0 trials and 1 given up, cost 0," in told.stdout


def test_words_of_numbers_of_trials():
    assert ended_trials([]) == "0 trials"
    assert ended_trials([("a", "i", 1.0, 1.0)]) == "1 trial"
    assert ended_trials([("a", "i", 1.0, 1.0), ("a", "j", None, 1.0)]) == "1 trial and 1 given up"


def test_open_pairs_are_said_with_what_they_need():
    run = adaptive.Ranker(BANK, ["a", "b"], warmup=2)
    for place, query in enumerate(run.ask(4)):
        run.tell(query.id, place % 2)
    [note] = [one for one in run.result().notes if "would decide" in one]
    assert note.startswith(
        "Further items of each model that would decide neighbours, if abilities stay: "
    )


def test_neighbours_have_the_probability_of_one_look():
    run = adaptive.Ranker(BANK, ["a", "b", "c"], warmup=2, max_items=4, baseline="c")
    for place, query in enumerate(run.ask(6)):
        run.tell(query.id, place % 2)
    found = run.result()
    text = found.to_text(width=200)
    assert "P(A > B), one look" in text
    assert "Pairs with c" in text
    assert f"{found.pairs[1].p_exact:.3f}" in text
    assert "P(A > B), one look, holds if nobody looked before." in " ".join(text.split())


def test_costs_are_multiplied_as_they_are_written():
    costs = ItemCosts("c.csv", {None: {"q": 0.65, "r": 0.1}})
    assert costs.of_models({"a": 3.0, "b": None}) == {
        "a": {"q": 1.95, "r": 0.3}, "b": {"q": 0.65, "r": 0.1}
    }  # fmt: skip
    assert json.dumps(costs.of_models({"a": 3.0})["a"]["q"]) == "1.95"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["replay", "log", "--cost", "a=1,5"], "--cost a=1,5: '1,5' is not a number: write 1.5"),
        (["replay", "log", "--cost", "5"], "--cost 5: give MODEL=COST, as NAME=2"),
        (["replay", "log", "--cost", "=5"], "--cost =5: give MODEL=COST, as NAME=2"),
        (["start", "bank", "--state", "s", "--model", "a=1,5"],
         "--model a=1,5: the cost 1,5 is not a number: write 1.5"),
        (["start", "bank", "--state", "s", "--model", "a", "--budget", "1,5"],
         "--budget: '1,5' is not a number: write 1.5"),
    ],
)  # fmt: skip
def test_decimal_commas_are_named(arguments, words):
    assert said("adaptive", *arguments) == words


def test_a_bad_log_is_read_by_options_of_the_command(tmp_path):
    log = tmp_path / "log.jsonl"
    rows = [
        {"llm": f"m{model}", "id": f"q{question}", "score": (model + question) % 2}
        for model in range(4)
        for question in range(5)
    ]
    log.write_text("\n".join(map(json.dumps, rows)) + "\n")
    options = "--outcome score --model llm --question id"
    bank = str(tmp_path / "bank.json")
    words = said("adaptive", "fit", str(log), "--out", bank)
    assert words.endswith(f"; these options read it: {options}")
    assert f"this command scores it: scorio score {log} {options}" in said("score", str(log))
    done = CliRunner().invoke(main, ["adaptive", "fit", str(log), *options.split(), "--out", bank])
    assert done.exit_code == 0


@pytest.mark.parametrize("goal", ["rank", "score"])
def test_a_narrow_table_keeps_the_models(goal):
    found = adaptive.Ranker(BANK, ["first", "second"], goal=goal).result()
    table = found.to_text(width=24).split("\n\n")[1]
    assert "first" in table
    assert "second" in table
