"""Ranking methods in both languages: ranks, scores and intervals of the same results."""

import math

import numpy as np
import pytest

from parity.cases.matrices import batch
from parity.cases.spelling import matrix
from parity.sides import julia
from parity.sides.answer import bits
from scorio import rank

REPLICATES = 30
SETS = 8
FEW = 3
MODELS_OF_PAIRS = [
    ("bradley_terry", {}),
    ("bradley_terry_map", {}),
    ("bradley_terry_map", {"prior": "laplace", "prior_scale": 0.7}),
    ("bradley_terry_map", {"prior_variance": 0.3}),
    ("bradley_terry_davidson", {}),
    ("bradley_terry_davidson_map", {}),
    ("rao_kupper", {"tie_strength": 1.5}),
    ("rao_kupper_map", {}),
    ("thurstone", {}),
]
OTHERS = [
    ("avg", {}),
    ("hodge_rank", {}),
    ("hodge_rank", {"pairwise_stat": "log_odds"}),
    ("borda", {}),
    ("kemeny_young", {}),
    ("elo", {"orders": 4, "K": 20}),
    ("bayes", {}),
    ("pass_hat_k", {"k": 1}),
    ("rasch_map", {}),
    ("rasch_mml", {}),
]
TRIED = MODELS_OF_PAIRS + OTHERS
# For each further method that needs or takes them.
GIVEN = {"k": 1, "tau": 0.5, "orders": 2, "quantile": 0.2, "fix_guessing": 0.1}
CALLS = [
    (name, options, interval)
    for name, options in TRIED
    for interval in ("questions", "sandwich", "posterior", None)
]
REST = [
    (one.name, {option: GIVEN[option] for option in GIVEN if option in one.options}, interval)
    for one in rank.methods()
    if one.name not in dict(TRIED)
    for interval in ("posterior", None)
]
FIELDS = ("rank", "score", "order_sd", "sigma", "lo", "hi", "rank_lo", "rank_hi", "p_best")


def drawn(number):
    """Random results of 2 to 5 models, on 1 to 12 questions, 1 to 4 trials each."""
    generator = np.random.default_rng(number)
    models, questions, trials = generator.integers([2, 1, 1], [6, 13, 5])
    skill = generator.normal(0, 0.7, (models, 1, 1)) - generator.normal(0, 1, (1, questions, 1))
    chances = np.broadcast_to(1 / (1 + np.exp(-skill)), (models, questions, trials))
    return generator.binomial(1, chances)


def word(value):
    if isinstance(value, str):
        return f'"{value}"'
    return "nothing" if value is None else repr(value)


def line(results, name, options, form):
    """A call as Julia source: its columns as floats, by the axes of Julia."""
    given = "".join(f", {option} = {word(value)}" for option, value in options.items())
    if form == "counts":
        tables = [np.stack([(one == 0).sum(-1), one.sum(-1)], -1) for one in results]
        rows = (f"S.Counts({matrix('Int64', one.tolist())})" for one in tables)
        source = f"[{', '.join(rows)}]"
    else:
        source = batch(results.tolist(), (len(results),), "int64").julia
    return f"map(x -> Float64.(x), S.rank_fit({word(name)}, {source}{given}))"


def by_python(results, name, options):
    """The columns by the order of models, with the draws that have no scores, or the error."""
    try:
        found = rank.fit(name, results, **options)
    except ValueError as error:
        return error
    rows = sorted(found, key=lambda row: int(row.model))
    columns = {field: [getattr(row, field) for row in rows] for field in FIELDS}
    failed = [note for note in found.notes if "has no scores of" in note]
    return {field: one for field, one in columns.items() if one[0] is not None}, failed


@pytest.mark.parametrize("form", ["outcomes", "counts"])
def test_random_results(process, form):
    cases = [
        (drawn(number), name, {"interval": interval, "replicates": REPLICATES, "seed": 5} | options)
        for calls, sets in ((CALLS, SETS), (REST, FEW))
        for number in range(sets)
        for name, options, interval in calls
    ]
    cases.append((drawn(0)[:, :1], "avg", {"interval": "questions"}))
    cases += [
        (results, name, options | {"pairing": "aligned"})
        for results, name, options in cases
        if form == "outcomes" and options["interval"] == "sandwich"
    ]
    said = process.answers([line(*case, form) for case in cases])
    errors, fitted, warned = set(), set(), 0
    for (results, name, options), answer in zip(cases, map(julia.parse, said), strict=True):
        case = (results.tolist(), name, options)
        found = by_python(results, name, options)
        if isinstance(found, ValueError):
            assert answer.error is not None, case
            assert answer.error.kind == found.code, case
            assert answer.error.remedy.split()[:1] == [found.remedy[0]] if found.remedy else True
            errors.add(found.code)
            continue
        columns, failed = found
        assert answer.error is None, (case, answer.error)
        assert [part.name for part in answer.parts] == list(columns), case
        for part, (field, expected) in zip(answer.parts, columns.items(), strict=True):
            own = tuple(map(float, expected))
            assert bits(part.values) == bits(own), (case, field)
            assert all(map(math.isfinite, own)), (case, field)
        assert [f"{one.problem}." for one in answer.warnings] == failed, case
        fitted.add((name, options["interval"]))
        warned += len(failed)
    # What is compared is no empty case.
    assert {"rankers.apart", "rankers.no_sandwich", "rankers.one_unit"} <= errors
    assert {(name, "questions") for name, _ in TRIED} <= fitted
    assert {(name, "sandwich") for name, _ in MODELS_OF_PAIRS} <= fitted
    assert {(name, None) for name, _, _ in REST} - fitted == {
        ("bradley_terry_luce", None),
        ("bradley_terry_luce_map", None),
    }
    assert warned > 0
