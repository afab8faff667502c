"""Costs by item: files of costs, budgets that are never exceeded, and items that still fit."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest
from click.testing import CliRunner

from scorio import adaptive
from scorio.adaptive.running.item_costs import read_costs
from scorio.cli.main import main

DRAWS = np.random.default_rng(6)
NAMES = [f"q{place}" for place in range(40)]
BANK = adaptive.ItemBank.from_params(1.2, np.linspace(-2, 2, 40), 0.3, items=NAMES)
COSTS = dict(zip(NAMES, (0.5 + DRAWS.random(40) * 4).round(3).tolist(), strict=True))


def scorio(*arguments, given=None, code=0):
    done = CliRunner().invoke(main, ["adaptive", *map(str, arguments)], input=given)
    assert done.exit_code == code, done.output
    return done


@pytest.fixture
def bank(tmp_path):
    path = tmp_path / "bank.parquet"
    BANK.save(path)
    return path


def in_csv(path, rows, header="item,cost"):
    path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path


def as_written(own, cost):
    """Multiply two decimal numbers, of which floats are the nearest ones."""
    return float(Fraction(str(own)) * Fraction(str(cost)))


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_costs_for_all_models_are_multiplied(bank, tmp_path, ending):
    path = tmp_path / f"costs.{ending}"
    if ending == "csv":
        in_csv(path, COSTS.items())
    else:
        rows = [{"item": item, "cost": cost} for item, cost in COSTS.items()]
        path.write_text("\n".join(map(json.dumps, rows)))
    state = tmp_path / "run.json"
    models = ["--model", "a", "--model", "b=2.5"]
    scorio("start", bank, *models, "--item-costs", path, "--per-cost", "--state", state)
    run = adaptive.Ranker.load(state)
    assert run.options["per_cost"]
    own = adaptive.Ranker(
        BANK, ["a", "b"], cost={"a": COSTS, "b": {q: as_written(2.5, c) for q, c in COSTS.items()}},
        per_cost=True,
    )  # fmt: skip
    queries = run.ask(30)
    assert queries == own.ask(30)
    for query in queries:
        assert query.cost == pytest.approx(COSTS[query.item] * (2.5 if query.model == "b" else 1))


@pytest.mark.parametrize("budget", [40, 71.3, 160])
@pytest.mark.parametrize("goal", ["rank", "score"])
def test_the_budget_is_never_exceeded(bank, tmp_path, budget, goal):
    """At every look, what was spent and what is pending fit; at the end, no item does."""
    rows = [(model, item, round(cost * factor, 4)) for model, factor in (("a", 1), ("b", 3))
            for item, cost in COSTS.items()]  # fmt: skip
    path = in_csv(tmp_path / "costs.csv", rows, "model,item,cost")
    state = tmp_path / "run.json"
    scorio("start", bank, "--model", "a", "--model", "b", "--item-costs", path, "--budget", budget,
           "--goal", goal, "--warmup", 2, "--state", state)  # fmt: skip
    costs = {(model, item): cost for model, item, cost in rows}
    while True:
        done = CliRunner().invoke(main, ["adaptive", "ask", str(state), "-n", "3"])
        if done.exit_code == 5:
            break
        queries = [json.loads(line) for line in done.stdout.splitlines()]
        assert queries
        run = adaptive.Ranker.load(state)
        assert run.cost + sum(query.cost for query in run.pending) <= budget * (1 + 1e-12)
        assert all(query["cost"] == costs[query["model"], query["item"]] for query in queries)
        answers = [json.dumps({"id": query["id"], "score": 0.5}) for query in queries]
        scorio("tell", state, "-", given="\n".join(answers))
    run = adaptive.Ranker.load(state)
    assert run.cost <= budget * (1 + 1e-12)
    left = {pair: cost for pair, cost in costs.items() if not run.has(*pair)}
    if goal == "rank" and left:
        assert run.reason == "budget"
        assert min(left.values()) > budget - run.cost


def test_the_best_item_that_fits_is_asked():
    """The most informative item is too dear for the rest of the budget, and others are not."""
    bank = adaptive.ItemBank.from_params([3, 1, 2], 0.0, items=["dear", "weak", "good"])
    cost = {"dear": 50, "weak": 1, "good": 1}
    run = adaptive.Ranker(bank, ["a", "b"], cost={"a": cost, "b": cost}, budget=10, warmup=0)
    assert [query.item for query in run.ask(9)] == ["good", "good", "weak", "weak"]
    sample = adaptive.Ranker(bank, ["a"], cost={"a": cost}, budget=10, goal="score", seed=1)
    order = adaptive.Ranker(bank, ["a"], goal="score", seed=1).ask(3)
    asked = sample.ask(9)
    # A sample keeps its order, and ends where the next item does not fit.
    assert [query.item for query in asked] == [one.item for one in order[: len(asked)]]
    assert order[len(asked)].item == "dear"


def test_costs_of_several_models_are_in_the_state_once(tmp_path, bank):
    own = adaptive.ItemBank.load(bank)
    costs = [COSTS[name] for name in own.items]
    rows = [costs, costs, [2.5 * one for one in costs], [one + 1 for one in costs]]
    run = adaptive.Ranker(own, list("abcd"), cost=rows)
    state = tmp_path / "run.json"
    run.save(state)
    kept = [one["cost"] for one in json.loads(state.read_text())["models"]]
    assert kept[1] == {"model": "a", "times": 1.0}
    assert kept[0] == costs
    assert kept[3] == rows[3]
    assert [query.cost for query in adaptive.Ranker.load(state).ask(9)] == [
        query.cost for query in run.ask(9)
    ]
    for wrong in ({"model": "z", "times": 1}, {"model": "a"}, {"model": "a", "times": "x"}, {}):
        document = json.loads(state.read_text())
        document["models"][1]["cost"] = wrong
        del document["checksum"]
        (tmp_path / "wrong.json").write_text(json.dumps(document))
        with pytest.raises(ValueError, match="is no state of an adaptive run"):
            adaptive.Ranker.load(tmp_path / "wrong.json")


MISTAKES = [
    ("costs.txt", "item,cost\nq0,1\n", "is no file of costs: its ending is none of .csv, .jsonl"),
    ("c.csv", "question,cost\nq0,1\n", "has no column 'item'"),
    ("c.csv", "item,cost\n", "has no cost"),
    ("c.csv", "item,cost\nq0,1\nq0,2\n", "line 3: the cost of item 'q0' is there twice"),
    ("c.csv", "item,cost\nq0,0\n", 'line 2: cost = "0" is not positive and finite'),
    ("c.csv", "item,cost\nq0,x\n", "line 2: the cost 'x' is not a number"),
    ("c.csv", 'item,cost\nq0,"1,5"\n', "line 2: the cost '1,5' is not a number: write 1.5"),
    ("c.csv", "item,cost\nq0,1,2\n", "line 2: the line has more cells than the first line"),
    ("c.csv", "item,cost\nq0\n", "line 2: there is no cost"),
    ("c.csv", "item,price,cost\nq0,1,2\n", "'price' is none of model, item and cost"),
    ("c.jsonl", '{"item": "q0", "cost": 1}\n{"item"\n', "line 2: the line is no JSON"),
    ("c.jsonl", "[1]\n", "line 1: the line is no JSON object"),
    ("c.jsonl", '{"item": 3, "cost": 1}\n', "item = 3 is not a text"),
    ("c.jsonl", '{"item": "q0", "cost": NaN}\n', "cost = NaN is not positive and finite"),
    ("c.jsonl", '{"item": "q0", "cost": true}\n', "cost = true is not positive and finite"),
    (
        "c.jsonl",
        '{"item": "q0", "cost": 1}\n{"model": "a", "item": "q0", "cost": 1}\n',
        "line 2: some lines have a model, and others have none",
    ),
    ("c.csv", "item,cost\nq0,1\n", "there is no cost of item 'q1' for model 'a'"),
    (
        "c.csv",
        "item,cost\n" + "".join(f"{name},1\n" for name in [*NAMES, "zz"]),
        "there is a cost of item 'zz', which the bank does not have",
    ),
    ("c.csv", "model,item,cost\na,q0,1\n", "has no costs of model 'b'"),
    ("c.csv", "model,item,cost\nz,q0,1\n", "has costs of model 'z', which is not in the run"),
    ("c.csv", "model,item,cost\na,q0,1\nb,q0,1\n", "trials of model 'b' cost: leave =2 out"),
]


@pytest.mark.parametrize(("name", "text", "sentence"), MISTAKES)
def test_wrong_files_of_costs(bank, tmp_path, name, text, sentence):
    path, state = tmp_path / name, tmp_path / "run.json"
    path.write_text(text)
    models = ["--model", "a", "--model", "b=2"] if "leave =2" in sentence else [
        "--model", "a", "--model", "b"]  # fmt: skip
    done = scorio("start", bank, *models, "--item-costs", path, "--state", state, code=2)
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
    assert not state.exists()


def test_bytes_that_are_not_utf_8(tmp_path):
    path = tmp_path / "c.csv"
    path.write_bytes(b"item,cost\n\xff,1\n")
    with pytest.raises(ValueError, match="is not UTF-8"):
        read_costs(path)


def test_information_per_cost_needs_costs_of_items(bank, tmp_path):
    done = scorio("start", bank, "--model", "a", "--model", "b", "--per-cost", "--state",
                  tmp_path / "run.json", code=2)  # fmt: skip
    assert "say --item-costs FILE" in done.stderr


def test_failed_queries_are_given_up_once_others_used_the_budget_up():
    bank = adaptive.ItemBank.from_params([1.0] * 8, [-2, -1, -0.5, 0, 0.2, 0.7, 1, 2])
    run = adaptive.Ranker(bank, ["a", "b"], budget=10, warmup=1)
    first, second = run.ask(2)
    run.tell(first, 1, cost=50)
    run.tell_failed(second)
    assert run.ask(4) == []
    assert run.cost == 50
    assert run.done
