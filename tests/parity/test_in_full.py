"""What the report gives of a call is enough to make it again."""

import json
import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from parity import cases, report
from parity.cases import spelling
from parity.sides import julia, python
from scorio import eval as scorio_eval

NAMES = {"np": np, "Fraction": Fraction, "Decimal": Decimal, "inf": math.inf, "nan": math.nan}


def again(name, written):
    """The values of a call, from what JSON has of it."""
    options = {key: eval(value, NAMES) for key, value in written["options"].items()}
    if "successes" in written["R"]:
        trials = written["R"]["trials"]
        R = [[1] * c + [0] * (trials - c) for c in written["R"]["successes"]]
    else:
        R = written["R"]["rows"]
        if isinstance(R[0], list) and isinstance(R[0][0], list):
            R = np.array(R)
    return [
        value
        for part in python.figures(getattr(scorio_eval, name)(R, **options))
        for value in part.values
    ]


@pytest.mark.filterwarnings("ignore:.*left out")
@pytest.mark.parametrize("name", cases.NAMES)
def test_python(found, name):
    made = 0
    for result in found.of(name):
        if result.error is None:
            continue
        written = json.loads(json.dumps(spelling.in_full(result.case)))
        assert again(name, written) == list(result.python.values), str(result.case)
        made += 1
    assert made >= 50


def test_worst_cases(found, process):
    rows = [row for row in report.data(found)["functions"] if row["function"] != "all"]
    assert [row["function"] for row in rows] == list(cases.EVERY)
    rows = [row for row in rows if row["worst"] is not None]
    assert [row["function"] for row in rows] == list(cases.NAMES)
    worst = [row["worst"] for row in rows]
    assert all("…" not in json.dumps(one, ensure_ascii=False) for one in worst)
    lines = process.answers([one["julia_source"] for one in worst])
    for row, line in zip(rows, lines, strict=True):
        results = [one for one in found.of(row["function"]) if one.error == row["exact"]]
        assert julia.parse(line).same(results[0].julia)


@pytest.mark.parametrize(
    "value",
    [
        0.1,
        (-math.inf, 0.5),
        [1, 0.25],
        Fraction(1, 3),
        Decimal("0.3"),
        np.uint8(3),
        np.float32(1 / 3),
        np.float16(1 / 3),
        np.arange(2000) / 3,
        np.array([0.1, 0.2], np.float32),
    ],
)
def test_options(value):
    read = eval(spelling.python(value), NAMES)
    assert np.array_equal(read, value)
    assert type(read) is type(value)
    assert getattr(read, "dtype", None) == getattr(value, "dtype", None)
