"""Every error and every note is one line, whatever names and values hold."""

import json

import pytest

import scorio
from scorio import Counts, plan

NAME = "a\nb\r\u2028c\x1b\x85"
OTHER = "x\ny"


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """A log of which every name has line ends."""
    records = [
        {"model": model, "task": NAME, "question": f"{NAME}{q}", "outcome": (q + t) % 2}
        for model in (NAME, "z\r")
        for q in range(3)
        for t in range(3)
    ]
    path = tmp_path_factory.mktemp(OTHER) / f"{OTHER}.jsonl"
    path.write_text("\n".join(map(json.dumps, records)))
    return path


MISTAKES = {
    "a model": lambda counts, _: counts.select(model=OTHER),
    "a question": lambda counts, _: counts.select(question=OTHER),
    "a task": lambda counts, _: counts.select(task=OTHER),
    "a renamed model": lambda counts, _: counts.rename(model={OTHER: "z"}),
    "a baseline": lambda counts, _: scorio.compare(counts, baseline=OTHER),
    "models of pairs": lambda counts, _: scorio.compare_pairs(counts, models=[OTHER, NAME]),
    "a metric": lambda counts, _: counts.score(OTHER),
    "a prior": lambda counts, _: counts.score(prior=OTHER),
    "a budget": lambda counts, _: counts.score("pass_at_k", 9),
    "several models": lambda counts, _: plan.trials_needed(counts, counts),
    "a plot": lambda counts, _: counts.score().plot(OTHER),
    "a place": lambda counts, log: counts.save(log.with_suffix(f".{OTHER}")),
    "a folder": lambda counts, log: counts.save(log / OTHER / "counts.parquet"),
    "a table": lambda counts, log: counts.score().save(log.with_suffix(f".{OTHER}")),
    "a report": lambda counts, log: scorio.report(counts, log.with_suffix(f".{OTHER}")),
    "no file": lambda _, log: scorio.count(log.with_name(OTHER)),
    "no match": lambda _, log: scorio.count(f"{log.parent}/*{OTHER}"),
    "a file twice": lambda _, log: scorio.count([log, log]),
    "no log": lambda _, log: scorio.count(log.parent / "*.csv"),
    "no count file": lambda _, log: Counts.load(log),
    "a field": lambda _, log: scorio.count(log, outcome=OTHER),
    "a constant": lambda _, log: scorio.count(log, constants={OTHER: 1}),
    "an outcome": lambda _, log: scorio.count(log, outcome="model"),
    "a number": lambda _, log: scorio.count(log, outcome="model", numeric=True),
}


def is_one_line(text):
    return text.isprintable()


@pytest.mark.parametrize("mistake", MISTAKES)
def test_errors(log, mistake):
    counts = scorio.count(log)
    with pytest.raises((ValueError, OSError)) as caught:
        MISTAKES[mistake](counts, log)
    error = caught.value
    assert is_one_line(str(error)), str(error)
    assert is_one_line(getattr(error, "problem", ""))


def test_notes(log, tmp_path):
    (tmp_path / f"{OTHER}.txt").write_text("no log")
    (tmp_path / f"{OTHER}.jsonl").write_bytes(log.read_bytes()[:-20])
    with pytest.warns(scorio.InterruptedLogWarning) as warned:
        counts = scorio.count(tmp_path)
    notes = [str(one.message) for one in warned]
    notes += [*map(str, counts.notes), *counts.score().notes]
    notes += scorio.compare(counts, baseline=NAME).notes
    notes += scorio.gate(counts, at_least=0.5).notes
    notes += scorio.gate(counts, at_least=0.5, per_question=True).notes
    assert any("nterrupted" in note for note in notes)
    assert [note for note in notes if not is_one_line(note)] == []
