"""Labels of people in logs of the real inspect_ai: a second scorer, and metadata."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import scorio

pytest.importorskip("inspect_ai", reason="inspect_ai is not here: `make harnesses` has it")

from inspect_ai import Task
from inspect_ai import eval as inspect_eval
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput
from inspect_ai.scorer import Score, accuracy, scorer
from inspect_ai.solver import solver

PAGE = Path(__file__).parents[2] / "docs/judges.md"
QUESTIONS, EPOCHS = 30, 2


def truths():
    """What is right, and which trials have a label: by question and epoch."""
    rng = random.Random(1)
    keys = [(f"q{place}", epoch) for place in range(QUESTIONS) for epoch in range(1, EPOCHS + 1)]
    right = {key: rng.random() < 0.6 for key in keys}
    return right, set(rng.sample(keys, 24))


RIGHT, LABELLED = truths()


@solver
def answering():
    """Answer without a call of the model."""

    async def answer(state, generate):  # noqa: ARG001
        state.output = ModelOutput.from_content(str(state.model), "an answer")
        return state

    return answer


@scorer(metrics=[accuracy()])
def graded():
    """Judge by a rule that is wrong of each fifth question, with labels in the metadata."""

    async def score(state, target):  # noqa: ARG001
        key = (str(state.sample_id), state.epoch)
        wrong = int(key[0][1:]) % 5 == 0
        more = {"human": int(RIGHT[key])} if key in LABELLED else {}
        return Score(value="C" if RIGHT[key] != wrong else "I", metadata=more)

    return score


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    folder = tmp_path_factory.mktemp("logs")
    samples = [Sample(id=f"q{place}", input="?", target="") for place in range(QUESTIONS)]
    task = Task(samples, solver=answering(), scorer=graded(), epochs=EPOCHS, name="judged")
    (found,) = inspect_eval(task, model="mockllm/model", log_dir=str(folder), display="none")
    assert found.status == "success"
    return Path(found.location.removeprefix("file://"))


def expected():
    """Score the same trials from matrices."""
    places = [[(f"q{place}", epoch + 1) for epoch in range(EPOCHS)] for place in range(QUESTIONS)]
    outcomes = [[RIGHT[key] != (int(key[0][1:]) % 5 == 0) for key in row] for row in places]
    labels = [[RIGHT[key] if key in LABELLED else float("nan") for key in row] for row in places]
    return scorio.judge.from_arrays(outcomes, labels).score()


def same(counts):
    found, own = counts.score(), expected()
    assert (found[0].score, found[0].lo, found[0].hi) == (own[0].score, own[0].lo, own[0].hi)
    assert found.judged[0].labels == len(LABELLED)
    assert found.judged[0].judge == own.judged[0].judge


def test_labels_in_the_metadata_of_the_score(log):
    same(scorio.judge.read(log, "scores.graded.metadata.human"))


def test_labels_of_a_second_scorer(log, tmp_path):
    (program,) = re.findall(
        r"^```python\n(# human\.py\n.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL
    )
    (tmp_path / "human.py").write_text(program)
    lines = [f"{question},{epoch},{int(RIGHT[question, epoch])}" for question, epoch in LABELLED]
    (tmp_path / "human.csv").write_text("\n".join(["question,trial,label", *lines]))
    both = tmp_path / "both.eval"
    command = ["score", str(log), "--scorer", "human.py", "--action", "append"]
    subprocess.run(
        [Path(sys.executable).with_name("inspect"), *command, "--output-file", str(both)],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    same(scorio.judge.read(both, "human"))
    same(scorio.judge.read(both, "human", score="graded"))
