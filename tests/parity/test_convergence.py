"""Convergence in both languages: the same seed gives the same courses, ranks and replicates."""

import numpy as np

import scorio
from parity.sides import julia, tables

SETS = 6
THREE = [0.0, 0.5, 1.0]
FIELDS = "(:n, :tau, :tau_error, :flat, :pmf, :cdf, :never, :mean, :mean_error, :slowest)"
STUDIES = [
    ("bayes", None, {}),
    (["avg", "pass_at_k"], [1, 2], {"scheme": "row"}),
    ("bayes", None, {"confidence": 0.8, "seed": 5}),
    ("bayes", None, {"weights": THREE}),
    (["naive_pass_at_k", "g_pass_at_k_tau"], 2, {"tau": 0.5}),
    ("threshold_spectrum_at_k", 2, {"spectrum": [0.25, 0.75]}),
    ("bayes", None, {"gold": True}),
    ("bayes", None, {"R0": True}),
    ("bayes", None, {"scheme": "given"}),
    ("pass_at_k", 99, {}),
]


def drawn(number, categories):
    generator = np.random.default_rng(number)
    models, questions, trials, known = generator.integers([2, 2, 3, 1], [5, 6, 8, 3])
    R = generator.integers(0, categories, (models, questions, trials))
    return R, generator.integers(0, categories, (models, questions, known))


def axes_of_julia(results):
    """Questions, trials and models."""
    return f"permutedims({tables.matrix(results)}, (2, 3, 1))"


def calls():
    """What both languages are asked, and Python's call."""
    for number in range(SETS):
        for metrics, k, options in STUDIES:
            R, R0 = drawn(number, 3 if "weights" in options else 2)
            own = {"replicates": 1 if options.get("scheme") == "given" else 30} | options
            source = {name: value for name, value in own.items() if value is not True}
            written = tables.given(source)
            if options.get("gold"):
                own["gold"] = list(range(len(R)))
                written += f", gold = {tables.word(own['gold'])}"
            if options.get("R0"):
                own["R0"] = R0
                written += f", R0 = {axes_of_julia(R0)}"
            study = (
                f"S.convergence({axes_of_julia(R)}, {tables.word(metrics)}, {tables.word(k)}"
                f"{written})"
            )

            def call(R=R, metrics=metrics, k=k, own=own):
                return scorio.convergence(R, metrics, k, **own)

            yield study, call


def courses(found):
    """Every figure of all courses. Julia counts replicates from 1."""
    return [
        float(one)
        for course in found
        for field in (*course[3:12], course.slowest + 1)
        for one in np.atleast_1d(field)
    ]


def by_python(call):
    try:
        return call()
    except ValueError:
        return None


def test_the_same_digits(process):
    listed = list(calls())
    lines = []
    for source, _ in listed:
        lines += [
            f"flat([NamedTuple{{{FIELDS}}}(course) for course in {source}])",
            f"Float64.(S.convergence_trajectory({source}, 1, 1))'",
            f"permutedims(Float64.(S.convergence_replicate({source}, 1)), (2, 1, 3))",
        ]
    said = list(map(julia.parse, process.answers(lines)))
    fitted = 0
    for place, (source, call) in enumerate(listed):
        found, answers = by_python(call), said[3 * place : 3 * place + 3]
        if found is None:
            assert all(answer.error is not None for answer in answers), source
            continue
        assert [answer.error for answer in answers] == [None] * 3, source
        assert tables.equal(answers[0].values, courses(found)), source
        ranks = found.trajectory(0, 0).ravel().tolist()
        assert list(answers[1].values) == ranks, source
        assert list(answers[2].values) == found.replicate(0).ravel().tolist(), source
        fitted += 1
    assert fitted > len(listed) / 2
