"""The hierarchical prior in both languages, against exact values."""

import json

import pytest

from parity import cases
from parity.cases.case import Case
from parity.cases.matrices import uneven
from parity.needs import without_julia
from parity.sides import julia, python

HIERARCHICAL = {"prior": "hierarchical"}


def vector_cases(vector):
    """Calls with their mean and σ. One trial is the plain average, which no vector has."""
    rows = [
        [1] * c + [0] * (n - c) for c, n in zip(vector["successes"], vector["trials"], strict=True)
    ]
    (_, R), *_ = uneven(rows)
    for target in ("these", "like"):
        if vector[f"sd_{target}"] is not None:
            yield Case("bayes_ci", target, R, HIERARCHICAL | {"target": target}), None
    for name, moments in vector.items():
        if name.startswith("pass@"):
            options = HIERARCHICAL | {"k": int(name.removeprefix("pass@"))}
            exact = None if name == "pass@1" else (moments["mean"], moments["sd"])
            yield Case("pass_at_k_ci", name, R, options), exact


def test_exact_values(shared):
    file = shared / "reference" / "hierarchical.json"
    calls = [
        call for vector in json.loads(file.read_text())["vectors"] for call in vector_cases(vector)
    ]
    assert len(calls) > 150
    try:
        answers = julia.answers([case for case, _ in calls])
    except julia.NoJuliaError as reason:
        without_julia(str(reason))
    for (case, moments), answer in zip(calls, answers, strict=True):
        assert answer.same(python.answer(case)), str(case)
        if moments is None:
            mean = [sum(row) / len(row) for row in case.R.python]
            assert answer.values[0] == pytest.approx(sum(mean) / len(mean), rel=1e-14), str(case)
            continue
        # The values leave e^-25 of the posterior out, which some tiny σ show.
        assert answer.values[:2] == pytest.approx(moments, rel=1e-9, abs=1e-9), str(case)


@pytest.mark.parametrize("name", [name for name in cases.NAMES if name.endswith("_ci")])
def test_every_posterior_is_compared(found, name):
    results = [one for one in found.of(name) if one.python.error is None]
    options = [one.case.options for one in results]
    hierarchical = [one for one in options if one.get("prior") == "hierarchical"]
    targets = {one["target"] for one in hierarchical if "target" in one}
    has_scores_of_questions = not name.startswith(("max", "geo"))
    assert len(hierarchical) >= 25
    assert targets == ({"these", "like"} if has_scores_of_questions else {"these"})
    exact = sum(one.get("interval") == "exact" for one in options)
    assert (exact >= 25) == has_scores_of_questions
