"""The list of metrics: what every front end knows of it."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import scorio
from scorio import _core
from scorio.cli.main import main

ROOT = Path(__file__).resolve().parents[1]
METRICS = _core.metrics()
NAMES = [name for name, *_ in METRICS]


@pytest.mark.parametrize("name", NAMES)
def test_each_has_functions_and_a_row_of_the_docs(name):
    julia = "".join(file.read_text() for file in ROOT.glob("julia/src/metrics/*.jl"))
    assert f"`{name}`" in (ROOT / "docs" / "metrics.md").read_text()
    for function in (name, f"{name}_ci"):
        assert function in scorio.eval.__all__
        assert re.search(rf"^export .*\b{function}\b", julia, re.MULTILINE)


def test_the_command_line_lists_them():
    text = " ".join(CliRunner().invoke(main, ["score", "--help", "all"]).output.split())
    for name, summary, *_ in METRICS:
        assert re.search(rf"{name} {re.escape(summary)}", text)
    options = {parameter for *_, parameters in METRICS for parameter, _, _ in parameters}
    assert all(f"--{option.replace('_', '-')} " in text for option in options)
    budgets = "One or more budgets, for every metric but bayes and avg."
    assert budgets in text


def test_parameters_have_a_kind_and_a_default():
    parameters = {name: parameters for name, *_, parameters in METRICS}
    assert parameters["pass_at_k"] == []
    assert parameters["g_pass_at_k_tau"] == [("tau", "a share in [0, 1]", None)]
    assert parameters["geo_spectrum_at_k"] == [
        ("lam", "a number", "0.5"),
        ("spectrum", "a sequence of numbers", "that of mg_pass_at_k"),
    ]


def test_the_docs_have_every_parameter():
    takers = {}
    for name, *_, parameters in METRICS:
        for parameter, kind, default in parameters:
            takers.setdefault((parameter, kind, default or ""), []).append(f"`{name}`")
    rows = {
        " ".join(f"| `{parameter}` | {kind} | {default} | {', '.join(metrics)} |".split())
        for (parameter, kind, default), metrics in takers.items()
    }
    lines = (ROOT / "docs" / "metrics.md").read_text().splitlines()
    assert rows <= set(lines)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("pass_at_k", None, {}, False), "pass_at_k needs a budget; give k"),
        (("bayes", 2, {}, False), "k is given, but bayes has no budget"),
        (("bayes", None, {}, True), "bayes has no complement"),
        (("avg", None, {"tau": 0.5}, False), "a value is given for tau, but avg takes none"),
        (("geom_at_k", 2, {"pass_power": [0.5, 1.0]}, False), "pass_power is not a number"),
        (("max_at_k", 2, {"weights": (2, 3)}, False), "weights is not a sequence of numbers"),
        (("g_pass_at_k_tau", 2, {"tau": [0.5, 1.0]}, False), "tau is not a share in"),
    ],
)
def test_bad_arguments_of_the_constructor(arguments, sentence):
    with pytest.raises(ValueError, match=sentence):
        _core.metric(*arguments)


def test_one_version_of_the_c_interface():
    header = (ROOT / "rust" / "scorio-capi" / "include" / "scorio.h").read_text()
    julia = (ROOT / "julia" / "src" / "door" / "library.jl").read_text()
    (declared,) = re.findall(r"#define SCORIO_ABI_VERSION (\d+)", header)
    assert re.findall(r"^const ABI_VERSION = (\d+)$", julia, re.MULTILINE) == [declared]
