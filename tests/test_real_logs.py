"""Published numbers from real logs, by the command line and detected formats alone."""

import csv
import json

import pytest
from commands import run

import scorio


def scores(tmp_path, *arguments):
    out = tmp_path / "scores.csv"
    result = run("score", *arguments, "--out", out)
    assert (result.returncode, result.stderr) == (0, "")
    with out.open() as file:
        rows = list(csv.DictReader(file))
    return {(row["model"], row["metric"], row["k"]): float(row["score"]) for row in rows}


def test_tau_bench(shared, tmp_path):
    found = scores(
        tmp_path, shared / "data/tau-bench/gpt-4o-airline.json",
        "--metric", "pass_hat_k", "-k", "1,2,3,4",
    )  # fmt: skip
    rounded = [round(found["gpt-4o", "pass_hat_k", str(k)], 3) for k in (1, 2, 3, 4)]
    assert rounded == [0.420, 0.273, 0.220, 0.200]


def test_terminal_bench(shared, tmp_path):
    found = scores(
        tmp_path, shared / "data/terminal-bench/tb011_trials.csv", "--on-missing", "fail",
        "--metric", "avg", "--metric", "pass_at_k", "-k", "2,4,5",
    )  # fmt: skip
    for model, accuracy in [
        ("20250923_droid_claude-4-1-opus", 0.5875),
        ("20250924_droid_gpt-5", 0.525),
        ("20250711_openhands_claude-4-sonnet", 0.4125),
    ]:
        assert found[model, "avg", ""] == pytest.approx(accuracy, rel=1e-12)
    for model, published in [
        ("20250906_orchestrator_claude-4.1-opus", (0.48625, 0.56, 0.575)),
        ("20250902_orchestrator_claude-4-sonnet", (0.4625, 0.5475, 0.575)),
        ("20250902_orchestrator_qwen-3-coder-480B", (0.2725, 0.3575, 0.3875)),
    ]:
        measured = [found[model, "pass_at_k", k] for k in "245"]
        assert measured == pytest.approx(published, rel=1e-12)


def test_evalperf(shared, tmp_path):
    found = scores(
        tmp_path, shared / "data/evalperf/evalperf_counts.csv", "--metric", "pass_at_k", "-k", "1",
    )  # fmt: skip
    for name, published in [
        ("o1-mini", 0.888305),
        ("claude-3-5", 0.880085),
        ("Llama-3-8B", 0.436949),
    ]:
        measured = [score for (model, _, _), score in found.items() if name in model]
        assert published in [round(score, 6) for score in measured]


def test_lm_eval(shared, tmp_path):
    """Means of each score of each run, from the results next to the samples."""
    compared = 0
    for file in sorted((shared / "data/lm-eval/acme__tiny-7b").glob("results_*.json")):
        time = file.stem.removeprefix("results_")
        for task, results in json.loads(file.read_text())["results"].items():
            names = [name for name in results if "," in name and "stderr" not in name]
            for name in names:
                if name.startswith("brier"):
                    continue
                samples = file.with_name(f"samples_{task}_{time}.jsonl")
                found = scores(tmp_path, samples, "--score", name, "--metric", "avg")
                mean = found["acme/tiny-7b", "avg", ""]
                assert mean == pytest.approx(results[name], rel=1e-12)
                compared += 1
    assert compared == 8


def test_a_trial_of_the_path_precedes_those_of_a_table(shared, tmp_path):
    for name in ("a", "b"):
        folder = tmp_path / name
        folder.mkdir()
        text = (shared / "data/tau-bench/gpt-4o-airline.json").read_text()
        (folder / "gpt-4o-airline.json").write_text(text)
    counts = scorio.count(tmp_path, path=r"/(?P<trial>[ab])/gpt")
    assert (counts.trials, counts.models, len(counts)) == (400, ["gpt-4o"], 50)


def test_standard_errors_are_those_of_inspect(shared):
    log = shared / "data/inspect/arith.json"
    printed = {
        (score["name"], score["reducer"]): score["metrics"]["stderr"]["value"]
        for score in json.loads(log.read_text())["results"]["scores"]
    }
    counts = scorio.count(log)
    own = [counts.score()[0].sem, counts.score("pass_at_k", k=2)[0].sem]
    # Their sums are rounded in another order.
    assert own == pytest.approx([printed["match", one] for one in ("mean", "pass_at_2")], rel=5e-16)


def test_standard_errors_are_those_of_lm_eval(shared):
    compared = 0
    for results in sorted((shared / "data/lm-eval/acme__tiny-7b").glob("results_*.json")):
        date = results.stem.removeprefix("results_")
        for task, printed in json.loads(results.read_text())["results"].items():
            samples = results.with_name(f"samples_{task}_{date}.jsonl")
            for key, value in printed.items():
                name, _, kind = key.partition("_stderr,")
                if not kind or value == "N/A":
                    continue
                row = scorio.count(samples, score=f"{name},{kind}").score()[0]
                assert row.sem == pytest.approx(value, rel=5e-16), key
                compared += 1
    assert compared == 8
