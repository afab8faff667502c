"""Every recorded value of every function, at 1e-13."""

import gzip
import json
from decimal import Decimal

import numpy as np
import pytest

from scorio import eval as scorio_eval

TOLERANCE = Decimal("1e-13")
WITH_PRIOR = {"bayes", "bayes_ci", "max_at_k_ci"}


def inputs_and_calls(path):
    inputs = {}
    with gzip.open(path, "rt") as lines:
        for line in lines:
            record = json.loads(line)
            if "input" in record:
                inputs[record["input"]] = record
            else:
                yield inputs[record["on"]], record


def matrix(record):
    if record["kind"] == "categorical":
        return np.array(record["rows"])
    successes = np.array(record["successes"])
    return (np.arange(record["N"]) < successes[:, None]).astype(np.int8)


def check(path):
    worst, calls, made = Decimal(0), 0, {}
    for source, call in inputs_and_calls(path):
        if source["input"] not in made:
            made = {source["input"]: matrix(source)}
        options = dict(call["kwargs"])
        if call["fn"] in WITH_PRIOR and "R0" in source:
            options["R0"] = source["R0"]
        result = getattr(scorio_eval, call["fn"])(made[source["input"]], **options)
        values = result if isinstance(result, tuple) else (result,)
        for value, text in zip(values, call["exact"], strict=True):
            exact = Decimal(text)
            error = abs(Decimal(value) - exact)
            worst = max(worst, error / abs(exact) if exact else error)
            assert worst <= TOLERANCE, (call["fn"], source["input"], call["kwargs"], value, text)
        calls += 1
    return calls


@pytest.mark.parametrize(("name", "least"), [("eval_golden", 5155), ("eval_large", 270)])
def test_recorded_values(shared, name, least):
    assert check(shared / "reference" / f"{name}.jsonl.gz") >= least
