"""Rubrics in both languages: categories and thresholds of the same trials, and exact values."""

import json
import math
import random
from fractions import Fraction

import pandas
import pytest

from parity.sides import julia
from parity.sides.answer import bits
from scorio import rubric
from scorio._rows import ThresholdValue
from scorio.rubric.grading import graded

CASES = 110
OUT = -1


def text_of(text):
    """A text as Julia source of one line."""
    return json.dumps(text).replace("$", "\\$")


def vector_of(values):
    """Values as Julia source. A missing number is NaN."""
    words = (
        text_of(one)
        if isinstance(one, str)
        else repr(one).replace("nan", "NaN").replace("inf", "Inf")
        for one in values
    )
    return f"[{', '.join(words)}]"


def columns_of(signals):
    return f"({', '.join(f'{name} = {vector_of(values)}' for name, values in signals.items())},)"


def call(function, text, name, signals, labels):
    options = "".join(f", {label} = {vector_of(values)}" for label, values in labels.items())
    source = f"S.Rubric({text_of(text)}, {text_of(name)})"
    return f"S.{function}({source}, {columns_of(signals)}{options})"


def grades(*arguments):
    """A line of Julia that gives the categories of trials, and -1 for those that are left out."""
    return f"Float64.(coalesce.({call('grade', *arguments)}, {OUT}))"


def drawn_rubric(rng):
    """A rubric file with rules and quantiles of its own."""
    lines = ["[signals]", 'x = "x"', 'y = "y"', 'flag = "flag"', "five = 5", "[thresholds]"]
    share = rng.choice(["0.5", "0.33", "0.66", "0.9", "0", "1"])
    where = rng.choice(["", ', where = "flag"', ', where = "x > 0.25 and y < 8"'])
    lines.append(f'low = {{ signal = "x", quantile = {share}{where} }}')
    lines.append('high = { signal = "y", quantile = 0.75, where = "x <= low" }')
    lines += ["half = 0.5", "[[rubric]]", 'name = "drawn"']
    lines.append(f'scope = "{rng.choice(["task", "model"])}"')
    lines.append(f'quantile = "{rng.choice(["observed", "linear"])}"')
    missing = rng.choice(["error", "drop", "first", "last"])
    lines.append(f'missing = "{missing}"')
    rules = ["flag and x < half", "x <= low", "y > high or flag", "y >= five", "not (x == y)"]
    chosen = rng.sample(rules, rng.choice([1, 2, 3]))
    lines.append("category = [")
    for place, rule in enumerate(chosen):
        name = "first" if place == 0 else f"c{place}"
        lines.append(
            f'  {{ name = "{name}", weight = {rng.randint(-4, 4) / 2}, when = "{rule}" }},'
        )
    end = "otherwise = true" if rng.random() < 0.9 else 'when = "x > 0.1"'
    lines += [f'  {{ name = "last", weight = 1, {end} }},', "]"]
    return "\n".join(lines) + "\n"


def drawn_trials(rng):
    """Signals with ties and gaps, and the task and the model of each trial."""
    trials = rng.choice([1, 5, 40, 40])
    gap = rng.choice([0, 0, 0.02, 0.3])

    def number(value):
        return math.nan if rng.random() < gap else value

    signals = {
        "x": [
            number(rng.choice([rng.random(), 0.1, 0.3, rng.randint(0, 9) / 8]))
            for _ in range(trials)
        ],
        "y": [number(rng.choice([rng.uniform(0, 10), 5.0, 1 / 3])) for _ in range(trials)],
        "flag": [number(float(rng.randint(0, 1))) for _ in range(trials)],
    }
    labels = {
        "task": [f"t{rng.randint(0, 1)}" for _ in range(trials)],
        "model": [f"m{rng.randint(0, 2)}" for _ in range(trials)],
    }
    return signals, labels


def by_python(text, signals, labels):
    """Categories of each trial and its thresholds by name, or the error."""
    frame = pandas.DataFrame(signals | labels).assign(question="q", trial=range(len(signals["x"])))
    try:
        grades, _ = graded(frame, rubric.load(text), {}, each_trial=True)
    except ValueError as error:
        return error
    (categories,) = grades.categories()
    rows = [ThresholdValue(*row) for row in grades.thresholds()]
    values = {}
    for task, model in zip(*labels.values(), strict=True):
        # A quantile over no trial has no row.
        own = {
            row.threshold: row.value
            for row in rows
            if row.task in (None, task) and row.model in (None, model)
        }
        for name in {row.threshold for row in rows}:
            values.setdefault(name, []).append(own.get(name, math.nan))
    return tuple(map(float, categories)), values


def test_random_trials(process):
    rng = random.Random(11)
    drawn = [(drawn_rubric(rng), *drawn_trials(rng)) for _ in range(CASES)]
    found = [by_python(*one) for one in drawn]
    lines = []
    for (text, signals, labels), python in zip(drawn, found, strict=True):
        lines.append(grades(text, "drawn", signals, labels))
        if isinstance(python, ValueError):
            continue
        same = call("thresholds", text, "drawn", signals, labels)
        lines += [f"{same}[{text_of(name)}]" for name in python[1]]
        lines.append(f"Float64(length({same}))")
    said = map(julia.parse, process.answers(lines))
    errors, moved, left_out = set(), 0, 0
    for (text, *_), python in zip(drawn, found, strict=True):
        answer = next(said)
        if isinstance(python, ValueError):
            assert answer.error is not None, text
            assert answer.error.kind == python.code, text
            assert answer.error.remedy.split()[:1] == [python.remedy[0]] if python.remedy else True
            errors.add(python.code)
            continue
        categories, values = python
        assert answer.error is None, f"{text}\n{answer}"
        assert bits(answer.values) == bits(categories), text
        for name, expected in values.items():
            assert bits(next(said).values) == bits(tuple(expected)), f"{text}\n{name}"
            moved += len(set(expected)) > 1
        assert next(said).values == (len(values),), text
        left_out += OUT in categories
    assert next(said, None) is None
    # What is compared is no empty case.
    assert {"rubric.missing", "rubric.no_trials", "rubric.unmatched"} <= errors
    assert sum(not isinstance(one, ValueError) for one in found) > CASES / 2
    assert moved > 30
    assert left_out > 5


@pytest.fixture(name="vectors")
def _vectors(shared):
    document = json.loads((shared / "reference" / "rubric.json").read_text())
    return document["records"], {vector["id"]: vector for vector in document["vectors"]}


def paper_signals(records):
    """The signals of the rubrics of the paper, as their file reads them from a record."""
    return {
        "correct": [float(one["is_correct"]) for one in records],
        "boxed": [float(one["has_box"]) for one in records],
        "repeated": [float(one["finish_reason"] != "stop") for one in records],
        "token_ratio": [one["completion_tokens"] / 32768 for one in records],
        "prompt_bits": [one["prompt_bpt"] for one in records],
        "bits": [one["completion_bpt"] for one in records],
        **{name: [one[name] for one in records] for name in "ABC"},
    }


def asked(process, lines):
    answers = [julia.parse(line) for line in process.answers(lines)]
    assert [answer.error for answer in answers] == [None] * len(lines)
    return answers


def test_categories_of_the_paper(process, vectors):
    records, known = vectors
    signals = paper_signals(records)
    expected = known["trial-categories"]["expected"]
    answers = asked(process, [grades("paper", name, signals, {}) for name in expected])
    assert len(answers) == 12
    for (name, places), answer in zip(expected.items(), answers, strict=True):
        assert list(answer.values) == places, name


@pytest.mark.parametrize("rule", ["observed", "linear"])
def test_thresholds_of_the_paper(process, vectors, rule):
    records, known = vectors
    exact = known[f"thresholds-{rule}"]["exact"]
    text = rubric.load("paper").text.replace("[[rubric]]\n", f'[[rubric]]\nquantile = "{rule}"\n')
    signals = paper_signals(records)
    names = rubric.load("paper").names
    every = [f"thresholds(S.Rubric(TEXT, {text_of(name)}), SIGNALS)" for name in names]
    every = ", ".join(f"S.{one}" for one in every)
    merged = f"let TEXT = {text_of(text)}, SIGNALS = {columns_of(signals)}; merge({every}) end"
    answers = asked(process, [f"({merged})[{text_of(name)}]" for name in exact])
    for (name, value), answer in zip(exact.items(), answers, strict=True):
        assert answer.values == pytest.approx([float(Fraction(value))] * 120, rel=1e-15), name


def test_scores_of_the_paper(process, vectors):
    records, known = vectors
    signals = paper_signals(records)
    # The trials of a model are rows of five: its questions.
    places = {}
    for place, one in enumerate(records, start=1):
        places.setdefault(one["model"], {}).setdefault(one["question"], []).append(place)
    cases, lines = [], []
    for name in rubric.load("paper").names:
        vector = known[f"schema-{name}"]
        for model, own in vector["expected"].items():
            rows = "; ".join(" ".join(map(str, row)) for row in places[model].values())
            source = f'r = S.Rubric("paper", {text_of(name)})'
            graded = f"S.grade(r, {columns_of(signals)})"
            lines.append(f"let {source}; S.bayes({graded}[[{rows}]], r.weights) end")
            cases.append((name, model, own))
    answers = asked(process, lines)
    assert len(answers) == 48
    for (name, model, own), answer in zip(cases, answers, strict=True):
        exact = float(Fraction(own["mu_exact"])), float(own["sigma_digits"])
        assert answer.values == pytest.approx(exact, rel=1e-13), (name, model)


def test_a_model_alone_with_frozen_thresholds(process, vectors, tmp_path):
    records, known = vectors
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(record) + "\n" for record in records))
    frozen = rubric.freeze(log, "paper", outcome="is_correct").text
    own = [one for one in records if one["model"] == "m2"]
    signals = paper_signals(own)
    expected = known["frozen-thresholds"]["expected"]
    lines = [
        f"let r = S.Rubric({text_of(frozen)}, {text_of(name)}); "
        f"S.bayes(permutedims(reshape(S.grade(r, {columns_of(signals)}), 5, 6)), r.weights) end"
        for name in expected
    ]
    for (name, figures), answer in zip(expected.items(), asked(process, lines), strict=True):
        assert answer.values == pytest.approx((figures["mu"], figures["sigma"]), rel=1e-13), name
