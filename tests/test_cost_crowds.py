"""Pictures of costs of many models: which of them have names, and what is left of long names."""

from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import pytest

import scorio

SVG = "{http://www.w3.org/2000/svg}"


def texts(figure):
    return [node.text for node in ET.fromstring(figure.to_svg()).iter(f"{SVG}text")]


def crowd():
    """A cheap model, many alike, and a dear one that is best within the largest caps alone."""
    rng = np.random.default_rng(3)
    kinds = {"cheap": (0.3, 0.1), "best": (0.97, 30.0)}
    kinds |= {f"m{place:02}": (0.4 + 0.012 * place, 0.3 * 1.1**place) for place in range(38)}
    rows = [
        (model, f"q{question}", int(rng.random() < skill), cost * np.exp(rng.normal(0, 0.1)))
        for model, (skill, cost) in kinds.items()
        for question in range(40)
        for _ in range(4)
    ]
    return pd.DataFrame(rows, columns=["model", "question", "outcome", "cost"])


@pytest.mark.parametrize("narrow", [False, True])
def test_the_best_and_the_sure_ones_have_names(narrow):
    found = scorio.cost(crowd(), cost="cost", curve=64)
    assert "best" in texts(found._of_budget(narrow=narrow))
    shown = texts(found._of_frontier(narrow=narrow))
    sure = [row.model for row in found if row.verdict == "frontier"]
    assert sure
    assert all(model in shown for model in sure)


def test_names_that_begin_alike_keep_their_ends():
    family = "a-vendor/a-long-family-of-models/checkpoint-"
    table = crowd().query("model in ['m00', 'm10', 'm20', 'm30', 'best']")
    found = scorio.cost(table.assign(model=family + table.model), cost="cost", curve=16)
    for drawn in found._of_budget(narrow=True), found._of_frontier(narrow=True):
        shown = [one for one in texts(drawn) if "…" in one]
        assert len(shown) == 5
        assert all(one.lstrip("0123456789 ").startswith("…") for one in shown)
