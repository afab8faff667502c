"""Models without labels, scales of labels, and the first round of labels."""

import csv
import json

import numpy as np
import pytest
from click.testing import CliRunner

import scorio
from scorio import judge
from scorio.cli.main import main


def simulated(models=3, questions=40, trials=4, share=0.4, seed=1):
    """Outcomes of a judge that is mostly right, and labels of some trials."""
    rng = np.random.default_rng(seed)
    right = (rng.random((models, questions, trials)) < 0.6).astype(float)
    outcomes = np.where(rng.random(right.shape) < 0.9, right, 1 - right)
    labels = np.where(rng.random(right.shape) < share, right, np.nan)
    return outcomes, labels


def test_a_gate_names_models_without_labels():
    outcomes, labels = simulated()
    labels[2] = np.nan
    gate = scorio.gate(judge.from_arrays(outcomes, labels), 0.2)
    verdicts = {row.model: row.verdict for row in gate}
    assert verdicts == {"1": "pass", "2": "pass", "3": "undecided"}
    (row,) = (row for row in gate if row.model == "3")
    assert (row.score, row.questions_asked, row.trials) == (None, 40, 160)
    assert gate.verdict == "undecided"
    assert any(note.startswith("3 has no label") for note in gate.notes)


def test_a_gate_takes_the_scale_of_labels():
    outcomes, labels = simulated()
    counts = judge.from_arrays(1 + 4 * outcomes, 1 + 4 * labels, label_range=(1, 5))
    assert {row.verdict for row in scorio.gate(counts, 2)} == {"pass"}
    assert {row.verdict for row in scorio.gate(counts, 4.5)} == {"fail"}
    with pytest.raises(ValueError, match="5"):
        scorio.gate(counts, 6)


def test_corrected_gates_do_not_promise_that_trials_decide():
    outcomes, labels = simulated(share=0.1)
    for row in scorio.gate(judge.from_arrays(outcomes, labels), 0.6):
        assert row.more is None


def test_a_label_of_another_scale_is_refused():
    outcomes, labels = simulated()
    for wrong in (11.0, -1.0):
        odd = labels.copy()
        odd[0, 0, 0] = wrong
        with pytest.raises(ValueError, match="but the judge says 0 or 1: mend them, or name"):
            judge.from_arrays(outcomes, odd)
        ends = (min(wrong, 0), max(wrong, 1))
        assert judge.from_arrays(outcomes, odd, label_range=ends).score()


def test_a_model_without_labels_has_labels_planned():
    outcomes, labels = simulated()
    labels[2] = np.nan
    rows = judge.plan(judge.from_arrays(outcomes, labels), budget=60)
    planned = {model: sum(row.add for row in rows if row.model == model) for model in "123"}
    assert planned["3"] > planned["1"]
    assert sum(planned.values()) == 60
    rows = judge.plan(judge.from_arrays(outcomes, labels), half_width=0.08)
    for row in rows:
        assert row.reached
        assert row.half_width <= 0.08


def test_the_first_labels_are_shared_out_by_the_judge():
    outcomes, labels = simulated()
    labels[:, 1:] = np.nan
    labels[1:] = np.nan
    counts = judge.from_arrays(outcomes, labels)
    for row in judge.plan(counts, budget=90):
        if row.model == "1":
            continue
        # Neyman's allocation of outcomes of which nothing is known is proportional.
        share = row.trials / 160
        assert abs(row.add / sum(one.add for one in judge.plan(counts, budget=90)
                                 if one.model == row.model) - share) < 0.1  # fmt: skip


def test_two_rounds_of_labels_add_up(tmp_path):
    """The judge alone plans the first labels, and these the next."""
    rng = np.random.default_rng(4)
    right = rng.random((2, 40, 3)) < np.array([0.8, 0.4])[:, None, None]
    said = np.where(rng.random(right.shape) < 0.85, right, ~right)
    rows = [
        {"model": "ab"[model], "question": f"q{question}", "trial": trial,
         "outcome": int(said[model, question, trial])}
        for model in range(2) for question in range(40) for trial in range(3)
    ]  # fmt: skip
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(row) + "\n" for row in rows))
    files = []
    for number, budget in enumerate((60, 30)):
        file = tmp_path / f"round{number}.csv"
        given = [word for one in files for word in ("--labels", one)]
        result = CliRunner().invoke(
            main, ["plan", "labels", str(log), *given, "--budget", str(budget), "--out", str(file)]
        )
        assert result.exit_code == 0, result.output
        lines = list(csv.DictReader(file.read_text().splitlines()))
        assert len(lines) == budget
        for line in lines:
            model, question = "ab".index(line["model"]), int(line["question"][1:])
            line["label"] = int(right[model, question, int(line["trial"])])
        with file.open("w", newline="") as stream:
            writer = csv.DictWriter(stream, list(lines[0]))
            writer.writeheader()
            writer.writerows(lines)
        files.append(str(file))
    counts = judge.read(log, labels=files)
    assert sum(row.labels for row in judge.quality(counts)) == 90
    truth = dict(zip("ab", right.mean(axis=(1, 2)), strict=True))
    for row in counts.score(confidence=0.999):
        assert row.lo <= truth[row.model] <= row.hi
    assert {row.labels for row in judge.read(log).plan(budget=5)} == {0}
