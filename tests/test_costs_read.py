"""Costs in logs: formulas, prices, forms of logs, count files, and the command."""

import json
import pickle
import subprocess
import sys

import polars as pl
import pytest
from click.testing import CliRunner

import scorio
from scorio.cli.main import main

LINES = [
    {"model": model, "question": f"q{question}", "trial": trial, "outcome": (question + trial) % 2,
     "cost": 0.1 * question + 0.37 * trial, "usage": {"in": 100 * trial, "out": question}}
    for model in ("large", "small")
    for question in range(40)
    for trial in range(3)
]  # fmt: skip
PRICES = {"large": {"input": 10, "output": 40}, "small": {"input": 1, "output": 4}}
FORMULA = "usage.in * input + usage.out * output"


def priced(line):
    own = PRICES[line["model"]]
    return line["usage"]["in"] * own["input"] / 1e6 + line["usage"]["out"] * own["output"] / 1e6


def often(times):
    """The lines so many times, each time of other questions: threads read that many."""
    return [
        line | {"question": f"{line['question']}-{part}"} for part in range(times) for line in LINES
    ]


def written(folder, lines=LINES):
    log = folder / "log.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return log


def refused(source, cost, **options):
    with pytest.raises(ValueError) as raised:  # noqa: PT011
        scorio.count(source, cost=cost, **options)
    return str(raised.value)


def of_files(log, **options):
    return scorio.count(log, **options).costs


def test_readers_of_every_form_give_the_same_sums(tmp_path):
    log = written(tmp_path)
    wanted = of_files(log, cost="cost", keep_values=True)
    table = pl.DataFrame([{k: v for k, v in line.items() if k != "usage"} for line in LINES])
    table.write_parquet(tmp_path / "log.parquet")
    table.write_csv(tmp_path / "log.csv")
    (tmp_path / "log.json").write_text(json.dumps(LINES))
    for source in (table, LINES, *(tmp_path / f"log.{one}" for one in ("parquet", "csv", "json"))):
        assert of_files(source, cost="cost", keep_values=True) == wanted
    # Many records are read by several threads.
    many = often(150)
    large = of_files(written(tmp_path, many), cost="cost")
    assert large == of_files(pl.DataFrame(many), cost="cost")
    assert large.trials == 150 * len(LINES)


def test_prices_are_those_of_the_model(tmp_path):
    log = written(tmp_path)
    wanted = [line | {"cost": priced(line)} for line in LINES]
    file = tmp_path / "prices.csv"
    file.write_text("model,input,output\nlarge,10,40\nsmall,$1,4\n")
    for prices in (PRICES, file):
        assert of_files(log, cost=FORMULA, prices=prices) == of_files(wanted, cost="cost")
    many = often(150)
    large = of_files(written(tmp_path, many), cost=FORMULA, prices=PRICES)
    assert large == of_files([line | {"cost": priced(line)} for line in many], cost="cost")


@pytest.mark.parametrize(
    ("prices", "words"),
    [
        ({"large": {"input": 10, "output": 40}}, "prices has no row for small"),
        ({**PRICES, "small": {"input": 1}}, 'prices has no price "output" for small'),
        ({**PRICES, "small": {"input": -1, "output": 4}}, "prices has the price -1 for small"),
        ({"large": {"tokens": 1}}, "uses none of the prices"),
    ],
)
def test_a_price_that_is_not_there(tmp_path, prices, words):
    assert words in refused(written(tmp_path), FORMULA, prices=prices)
    many = often(150)
    assert words in refused(written(tmp_path, many), FORMULA, prices=prices)


def test_files_of_prices(tmp_path):
    file = tmp_path / "prices.csv"
    for text, words in [
        ("name,input\na,1\n", 'no column "model"'),
        ("model,input\na,1\na,2\n", "line 3: a is there twice"),
        ("model,input\na,much\n", "is 'much', which is no number"),
    ]:
        file.write_text(text)
        assert words in refused(written(tmp_path), FORMULA, prices=file)
    with pytest.raises(ValueError, match="prices are of a cost"):
        scorio.count(written(tmp_path), prices=PRICES)


def test_the_last_of_repeated_trials_counts_with_its_cost(tmp_path):
    later = [line | {"outcome": 1, "cost": 9.0} for line in LINES[:5]]
    log = written(tmp_path, LINES + later)
    wanted = of_files(later + LINES[5:], cost="cost", keep_values=True)
    found = of_files(log, cost="cost", on_repeat="last", keep_values=True)
    names = ["model", "question", "score"]
    both = pl.DataFrame(wanted).join(pl.DataFrame(found), on=names, how="left", suffix="_found")
    for column in ("trials", "exact_sum", "exact_sum_of_squares", "exact_sum_of_cubes"):
        assert both[column].equals(both[f"{column}_found"])
    first = of_files(log, cost="cost", on_repeat="first")
    assert first == of_files(LINES, cost="cost")


def test_counts_with_costs_are_counts(tmp_path):
    log = written(tmp_path)
    counts, plain = scorio.count(log, cost="cost", keep_values=True), scorio.count(log)
    assert list(counts.score()) == list(plain.score())
    assert counts.categories == plain.categories
    counts.save(tmp_path / "costs.parquet")
    loaded = scorio.CostCounts.load(tmp_path / "costs.parquet")
    assert loaded == counts
    assert list(scorio.cost(loaded, caps=[1])) == list(scorio.cost(counts, caps=[1]))
    small = counts.select(model="small").rename(model={"small": "tiny"})
    assert [row.model for row in scorio.cost(small)] == ["tiny"]
    assert pickle.loads(pickle.dumps(counts)) == counts
    with pytest.raises(TypeError, match="count both logs with cost"):
        counts.merge(plain)
    with pytest.raises(TypeError, match="has no costs"):
        plain.merge(counts)


def test_missing_outcomes_stay_counted(tmp_path):
    lacking = [line | ({"outcome": None} if line["trial"] == 0 else {}) for line in LINES]
    log = written(tmp_path, lacking)
    counts = scorio.count(log, cost="cost", on_missing="drop")
    plain = scorio.count(log, on_missing="drop")
    assert counts.missing == plain.missing
    assert list(counts.score()) == list(plain.score())


COMMANDS = [
    (["--cost", "cost", "--retries", "1-3"], ["large", "Fresh tries until the first success"]),
    (["--cost", "cost", "--cap", "0.5,2"], ["Success within a cap"]),
    (["--cost", "usage.out", "--within", "0.1"], ["P(within)"]),
    ([], ["cost per success"]),
    (["--cost", "costs"], ['perhaps "cost" is meant']),
    (["--cost", "cost", "--retries", "2-3"], ["does not begin with 1"]),
    (["--cost", "cost", "--retries", "8"], ["retries go up to 3"]),
]


@pytest.mark.parametrize(("options", "words"), COMMANDS)
def test_the_command(tmp_path, options, words):
    done = CliRunner().invoke(main, ["cost", str(written(tmp_path)), *options])
    for one in words:
        assert one in done.output


def test_the_command_takes_count_files(tmp_path):
    log, kept = str(written(tmp_path)), str(tmp_path / "costs.parquet")
    run = CliRunner().invoke
    assert run(main, ["count", log, "--cost", "cost", "--out", kept]).exit_code == 0
    of_log = run(main, ["cost", log, "--json"])
    found = run(main, ["cost", kept, "--json"])
    assert json.loads(found.output)["rows"] == json.loads(of_log.output)["rows"]
    run(main, ["count", log, "--out", kept])
    assert "counts without costs" in run(main, ["cost", kept]).output


def test_a_log_without_the_usual_field(tmp_path):
    lines = [{k: v for k, v in line.items() if k != "cost"} | {"dollars": 1} for line in LINES]
    done = CliRunner().invoke(main, ["cost", str(written(tmp_path, lines))])
    assert done.output.endswith('no field "cost": name the field by --cost, such as dollars\n')


SAMPLE = {
    "id": "q1", "epoch": 1, "input": "?", "target": "1", "scores": {"match": {"value": "C"}},
    "model_usage": {
        "large": {"input_tokens": 100, "output_tokens": 20, "total_tokens": 120},
        "grader": {"input_tokens": 50, "output_tokens": 5, "total_tokens": 55},
    },
    "total_time": 2.5,
}  # fmt: skip
INSPECT = {
    "status": "success",
    "eval": {"model": "large", "task": "t", "scorers": [{"name": "match"}]},
    "samples": [
        SAMPLE,
        SAMPLE | {"epoch": 2, "scores": {"match": {"value": "I"}}, "total_time": 1.5},
    ],
}  # fmt: skip
TOKENS = "model_usage.*.input_tokens * input + model_usage.*.output_tokens * output"


def test_usage_of_inspect(tmp_path):
    log = tmp_path / "log.json"
    log.write_text(json.dumps(INSPECT))
    prices = {"large": {"input": 10, "output": 40}, "grader": {"input": 1, "output": 2}}
    for cost, options, dearest in [
        ("total_time", {}, 2.5),
        ("model_usage.*.total_tokens", {}, 175),
        (TOKENS, {"prices": prices}, (1000 + 800 + 50 + 10) / 1e6),
    ]:
        costs = pl.DataFrame(of_files(log, cost=cost, **options))
        right = costs.filter(pl.col("score") == "cost where the outcome is 1")
        assert right["sum"].to_list() == pytest.approx([dearest], rel=1e-14)
    assert "no row for grader" in refused(log, TOKENS, prices={"large": prices["large"]})
    done = CliRunner().invoke(main, ["cost", str(log)])
    assert done.output.endswith("by --cost, such as model_usage.*.total_tokens\n")


def test_costs_of_promptfoo(tmp_path):
    results = [
        {"promptIdx": 0, "testIdx": test, "provider": {"id": "m"}, "vars": {"x": test},
         "success": test > 0, "id": f"r{test}", "cost": test / 8, "latencyMs": 100 * test}
        for test in range(4)
    ]  # fmt: skip
    log = tmp_path / "out.jsonl"
    log.write_text("".join(json.dumps(one) + "\n" for one in results))
    done = CliRunner().invoke(main, ["cost", str(log), "--json"])
    (row,) = json.loads(done.output)["rows"]
    assert (row["cost"], row["score"]) == (0.1875, 0.75)
    assert any("1 of 4 trials of m cost 0" in note for note in json.loads(done.output)["notes"])


PARTIAL = [line | {"outcome": (0, 0.5, 1)[place % 3]} for place, line in enumerate(LINES)]


@pytest.mark.parametrize(
    "words",
    [["cost"], ["plan", "costs", "--half-width", "0.1"], ["plot", "--cost", "cost", "--out"],
     ["report", "--cost", "cost", "--out"], ["count", "--cost", "cost", "--out"]],
)  # fmt: skip
def test_partial_credit_is_read_as_numbers(tmp_path, words):
    endings = {"plot": "svg", "report": "html", "count": "parquet"}
    out = [str(tmp_path / f"out.{endings[words[0]]}")] if words[-1] == "--out" else []
    log = str(written(tmp_path, PARTIAL))
    done = CliRunner().invoke(main, ["--no-config", *words, *out, log])
    assert (done.exit_code, done.stderr) == (0, "")
    if words[0] in ("cost", "count"):
        assert "Scores are read as numbers, because no category fits" in done.stdout


def test_one_odd_outcome_makes_no_log_of_numbers(tmp_path):
    log = str(written(tmp_path, [LINES[0] | {"outcome": 7}, *LINES[1:]]))
    done = CliRunner().invoke(main, ["--no-config", "cost", log])
    assert done.exit_code == 2
    assert "the outcome 7" in done.stderr


def test_the_usual_cost_of_a_pipe_and_of_no_file(tmp_path):
    with written(tmp_path).open() as lines:
        words = [sys.executable, "-m", "scorio", "--no-config", "cost", "-"]
        done = subprocess.run(words, stdin=lines, capture_output=True, check=True, text=True)
    assert "Scores beside costs" in done.stdout
    for words in ("cost", "score"):
        done = CliRunner().invoke(main, ["--no-config", words, "nosuch.jsonl"])
        assert "cannot open nosuch.jsonl" in done.stderr


def test_counts_without_costs_are_named(tmp_path):
    log = written(tmp_path)
    names = {"bare": {}, "costed": {"cost": "cost"}}
    for name, options in names.items():
        scorio.count(log, **options).save(tmp_path / f"{name}.parquet")
    bare, costed = (str(tmp_path / f"{name}.parquet") for name in names)
    for order in (bare, costed), (costed, bare):
        done = CliRunner().invoke(main, ["--no-config", "cost", *order])
        assert f"{bare} has no costs: count both logs with --cost, or both without" in done.stderr
    done = CliRunner().invoke(main, ["--no-config", "cost", costed, "--cap", "0.1"])
    assert "--keep-values" in done.stderr
