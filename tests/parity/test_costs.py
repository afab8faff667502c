"""Scores beside costs in Python and Julia: every column of the same trials, by bits."""

import numpy as np
import pyarrow as pa
import pytest

import scorio
from parity.sides import tables
from parity.test_models import compare_all
from scorio._rows import Capped, Cost, CostGated, CostPair, CostPlan, Retry

SETS = 6
COSTS = [
    {},
    {"sampled": True},
    {"confidence": 0.8, "within": 0.05},
    {"tries": 2},
    {"caps": [0.5, 1.0, 3.0]},
    {"curve": 8, "sampled": True},
    {"tries": 99},
    {"confidence": 0.0},
]
GATES = [
    {"at_most": 1.0},
    {"at_most": 2.5, "confidence": 0.7, "sampled": True},
    {"max_ratio": 1.2, "baseline": "m0"},
    {"at_most": 1.0, "only": ["m1"]},
    {},
    {"max_ratio": 2.0},
]
PLANS = [{"half_width": 0.1}, {"money": 100.0}, {"money": 30.0, "only": ["m0", "m1"]}, {}]


def drawn(number):
    """Random outcomes and costs of 2 to 4 models, on 2 to 9 questions, 2 to 4 trials each."""
    generator = np.random.default_rng(number)
    models, questions, trials = generator.integers([2, 2, 2], [5, 10, 5])
    shape = models, questions, trials
    outcomes = (generator.random(shape) < 0.5).astype(int)
    costs = generator.lognormal(0, 0.8, shape).round(4)
    return [{f"m{i}": one for i, one in enumerate(side)} for side in (outcomes, costs)]


def julia(outcomes, costs):
    return f"S.CostCounts({tables.models(outcomes)}, {tables.models(costs)})"


def counts(outcomes, costs):
    """Count these trials as a log. Questions are named from 1, as in Julia."""
    rows = [
        (model, str(question + 1), trial, int(outcome), float(costs[model][question, trial]))
        for model, results in outcomes.items()
        for (question, trial), outcome in np.ndenumerate(results)
    ]
    names = ["model", "question", "trial", "outcome", "cost"]
    table = pa.table(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))
    return scorio.count(table, cost="cost", keep_values=True)


@pytest.mark.parametrize(
    ("table", "row"), [("", Cost), ("pairs", CostPair), ("retries", Retry), ("caps", Capped)]
)
def test_costs(process, table, row):
    place = ["", "pairs", "retries", "caps"].index(table)
    cases = []
    for number in range(SETS):
        trials = drawn(number)
        for options in COSTS:

            def call(t=trials, o=options):
                found = scorio.cost(counts(*t), **o)
                return getattr(found, table) if table else found

            source = f"S.cost({julia(*trials)}{tables.given(options)})"
            cases.append((f"{source}.others[{place}]" if table else source, call))
    assert compare_all(process, cases, row._fields) > len(cases) / 2


def test_gates_and_plans(process):
    for function, python, row, wanted in (
        ("cost_gate", scorio.cost_gate, CostGated, GATES),
        ("plan_costs", scorio.plan.costs, CostPlan, PLANS),
    ):
        cases = []
        for number in range(SETS):
            trials = drawn(number)
            for options in wanted:
                own = {"models" if name == "only" else name: one for name, one in options.items()}
                cases.append(
                    (
                        f"S.{function}({julia(*trials)}{tables.given(options)})",
                        lambda t=trials, o=own, f=python: f(counts(*t), **o),
                    )
                )
        assert compare_all(process, cases, row._fields) > len(cases) / 2
