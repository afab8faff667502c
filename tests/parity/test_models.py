"""Leaderboards and comparisons in both languages: every column of the same results, by bits."""

import numpy as np
import pyarrow as pa
import pytest

import scorio
from parity.sides import julia, tables
from scorio._compare.pairs import Pair
from scorio._rows import Comparison, Gated, QuestionDifference, Score

SETS = 6
THREE = [0.0, 0.5, 1.0]
SCORES = [
    ("avg", {}),
    ("bayes", {"weights": THREE}),
    ("avg", {"prior": "uniform", "confidence": 0.8}),
    ("avg", {"sampled": True}),
    ("pass_at_k", {"k": 2}),
    ("pass_at_k_ci", {"k": [1, 3]}),
    ("pass_hat_k_ci", {"k": 2, "sampled": True}),
    ("g_pass_at_k_tau", {"k": 2, "tau": 0.7}),
    ("geom_at_k_ci", {"k": 2, "pass_power": 0.3}),
    ("threshold_spectrum_at_k_ci", {"k": 2, "spectrum": [0.25, 0.75]}),
    ("geo_spectrum_at_k", {"k": 2, "lam": 0.2}),
    ("max_at_k", {"k": 2, "weights": THREE}),
    ("max_at_k_ci", {"k": 2, "weights": THREE, "prior": "uniform"}),
    ("pass_at_k", {"k": 99}),
    ("pass_at_k", {"k": 99, "ragged": "drop"}),
    ("avg", {"k": 2}),
    ("bayes", {"confidence": 1.5}),
]
COMPARED = [
    {},
    {"metric": "bayes"},
    {"prior": "uniform"},
    {"sampled": True, "confidence": 0.9},
    {"paired": False},
    {"paired": False, "sampled": True},
    {"margin": 0.05},
    {"weights": THREE},
    {"weights": THREE, "metric": "bayes", "sampled": True},
    {"confidence": 0.0},
    {"metric": "pass_at_k", "k": 2, "ragged": "drop"},
    {"metric": "pass_hat_k_ci", "k": 2, "sampled": True},
    {"metric": "g_pass_at_k_tau", "k": 1, "tau": 0.7},
    {"metric": "geom_at_k_ci", "k": 2, "pass_power": 0.3, "prior": "uniform"},
    {"metric": "max_at_k_ci", "k": 2, "weights": THREE, "paired": False},
    {"metric": "pass_at_k"},
]
GATED = [
    {},
    {"confidence": 0.6},
    {"sampled": True, "metric": "bayes"},
    {"metric": "pass_at_k_ci", "k": 2},
    {"weights": THREE, "prior": "uniform"},
    {"per_question": True},
    {"per_question": True, "family": True, "confidence": 0.7},
    {"per_question": True, "k": 2},
    {"family": True},
    {"confidence": 0.5},
]
NUMERIC = [
    {},
    {"sampled": True, "confidence": 0.8},
    {"metrics": "max_at_k", "k": [1, 2], "ragged": "drop"},
    {"metrics": ["avg", "max_at_k"], "k": 2},
    {"by_task": False},
    {"metrics": "bayes"},
]


def drawn(number, categories):
    """Random outcomes of 2 to 4 models: 1 to 9 questions, 1 to 4 trials each."""
    generator = np.random.default_rng(number)
    models, questions, trials = generator.integers([2, 1, 1], [5, 10, 5])
    shape = (models, questions, trials)
    return {f"m{i}": one for i, one in enumerate(generator.integers(0, categories, shape))}


def categories_of(options):
    return 3 if "weights" in options else 2


def by_python(call, kept):
    """The columns of a call, or the error."""
    try:
        return tables.columns(call(), kept)
    except (ValueError, TypeError) as error:
        return error


def compare_all(process, cases, kept):
    """Ask Julia for all cases, and compare each with Python. Give how many had rows."""
    names = ", ".join(f":{name}" for name in kept)
    said = process.answers([f"columns({source}, {names})" for source, _ in cases])
    fitted = 0
    for (source, call), line in zip(cases, said, strict=True):
        expected, answer = by_python(call, kept), julia.parse(line)
        if isinstance(expected, Exception):
            assert answer.error is not None, source
            kind = getattr(expected, "code", None)
            assert kind in (None, answer.error.kind), (source, expected, answer.error)
            continue
        assert answer.error is None, (source, answer.error)
        assert tables.same(answer.parts, expected), (source, expected, answer.parts)
        fitted += 1
    return fitted


def test_scores(process):
    cases = []
    for number in range(SETS):
        for metric, options in SCORES:
            categories = categories_of(options)
            named = drawn(number, categories)
            source = f'S.score({tables.models(named)}, "{metric}"'
            own = {name: value for name, value in options.items() if name != "k"}
            k = f", {tables.word(options['k'])}" if "k" in options else ""
            cases.append(
                (
                    f"{source}{k}{tables.given(own)})",
                    lambda n=named, c=categories, m=metric, o=options: tables.counts(n, c).score(
                        m, **o
                    ),
                )
            )
    fitted = compare_all(process, cases, Score._fields)
    assert fitted > len(cases) / 2


@pytest.mark.parametrize("kind", ["rows", "questions"])
def test_two_models(process, kind):
    kept = Comparison._fields if kind == "rows" else QuestionDifference._fields
    kept = [name for name in kept if name != "question"]
    function = "compare" if kind == "rows" else "compare_questions"
    cases = []
    for number in range(SETS):
        for options in COMPARED:
            a, b, *_ = drawn(number, categories_of(options)).values()
            labels = [str(place % 3) for place in range(len(a))]
            clustered = options | {"cluster": labels} if number % 3 == 0 else options
            source = (
                f"S.{function}({tables.matrix(a)}, {tables.matrix(b)}{tables.given(clustered)})"
            )

            def call(a=a, b=b, options=clustered):
                found = scorio.compare(a, b, **options)
                if kind == "rows":
                    return found
                return found.questions() if options.get("paired", True) else []

            cases.append((source, call))
    assert compare_all(process, cases, kept) > len(cases) / 2


@pytest.mark.parametrize("function", ["compare", "compare_pairs"])
def test_many_models(process, function):
    pairs = function == "compare_pairs"
    cases = []
    for number in range(SETS):
        for options in COMPARED:
            if pairs and "margin" in options:
                continue
            categories = categories_of(options)
            named = drawn(number, categories)
            own = options if pairs else options | {"baseline": "m0"}
            source = f"S.{function}({tables.models(named)}{tables.given(own)})"
            cases.append(
                (
                    source,
                    lambda n=named, c=categories, o=own: getattr(scorio, function)(
                        tables.counts(n, c), **o
                    ),
                )
            )
    kept = Pair._fields if pairs else Comparison._fields
    assert compare_all(process, cases, kept) > len(cases) / 2


def test_gates(process):
    cases = []
    for number in range(SETS):
        for options in GATED:
            categories = categories_of(options)
            named = drawn(number, categories)
            cases.append(
                (
                    f"S.gate({tables.models(named)}, 0.4{tables.given(options)})",
                    lambda n=named, c=categories, o=options: scorio.gate(
                        tables.counts(n, c), 0.4, **o
                    ),
                )
            )
    kept = [name for name in Gated._fields if name != "question"]
    assert compare_all(process, cases, kept) > len(cases) / 2


def drawn_numbers(number):
    """Random numeric scores of 2 to 4 models, on 2 to 9 questions, 1 to 4 trials each."""
    generator = np.random.default_rng(number)
    models, questions, trials = generator.integers([2, 2, 1], [5, 10, 5])
    scores = generator.normal(5, 2, (models, questions, trials)).round(3)
    return {f"m{i}": one for i, one in enumerate(scores)}


def sums(named):
    """Sum these scores as a log. Questions are named from 1, as in Julia."""
    rows = [
        (model, str(question + 1), trial, float(score))
        for model, results in named.items()
        for (question, trial), score in np.ndenumerate(results)
    ]
    names = ["model", "question", "trial", "outcome"]
    table = pa.table(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))
    return scorio.count(table, numeric=True, keep_values=True)


def test_numeric_scores(process):
    cases = []
    for number in range(SETS):
        named = drawn_numbers(number)
        given = tables.models(named)
        for options in NUMERIC:
            metrics, k = options.get("metrics", "avg"), options.get("k")
            own = {name: one for name, one in options.items() if name not in ("metrics", "k")}
            source = f"S.score({given}, {tables.word(metrics)}, {tables.word(k)}"
            cases.append(
                (
                    f"{source}{tables.given(own | {'numeric': True})})",
                    lambda n=named, o=options: sums(n).score(**o),
                )
            )
    assert compare_all(process, cases, Score._fields) > len(cases) / 3


@pytest.mark.parametrize("function", ["compare", "compare_pairs", "compare_questions"])
def test_numeric_comparisons(process, function):
    pairs = function == "compare_pairs"
    cases = []
    for number in range(SETS):
        named = drawn_numbers(number)
        if function == "compare_questions":
            named = {name: named[name] for name in ("m0", "m1")}
        for options in ({}, {"sampled": True}, {"paired": False}, {"confidence": 0.8}):
            own = options if pairs else options | {"baseline": "m0"}

            def call(n=named, o=own):
                if pairs:
                    return scorio.compare_pairs(sums(n), **o)
                found = scorio.compare(sums(n), **o)
                if function == "compare":
                    return found
                return found.questions() if o.get("paired", True) else []

            given = tables.given(own | {"numeric": True})
            cases.append((f"S.{function}({tables.models(named)}{given})", call))
    rows = {"compare": Comparison, "compare_pairs": Pair, "compare_questions": QuestionDifference}
    kept = [name for name in rows[function]._fields if name != "question"]
    assert compare_all(process, cases, kept) > len(cases) / 2
