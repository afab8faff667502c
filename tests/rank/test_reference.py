"""Ranking methods beside exact values, which rational arithmetic or 60 digits gave."""

from __future__ import annotations

import json

import numpy as np
import pytest

from scorio import rank
from scorio.rank.source import data_of

METHODS = [
    (rank.avg, {}, "pairs", "average", 1),
    (rank.bradley_terry, {}, "bradley-terry", "theta", 1),
    (rank.plackett_luce, {}, "bradley-terry", "theta", 1),
    (rank.bradley_terry_map, {}, "bradley-terry-map", "theta", 1),
    (rank.plackett_luce_map, {}, "bradley-terry-map", "theta", 1),
    (rank.bradley_terry_davidson, {}, "davidson", "theta", 1),
    (rank.rao_kupper, {"tie_strength": 1.1}, "rao-kupper", "theta", 1),
    (rank.thurstone, {}, "thurstone", "theta", 1),
    (rank.hodge_rank, {}, "hodge", "scores", 1),
    (rank.pagerank, {"damping": 0.85}, "pagerank", "scores", 1),
    (rank.spectral, {}, "spectral", "scores", 1),
    (rank.rank_centrality, {}, "rank-centrality", "scores", 1),
    (rank.alpharank, {"alpha": 1, "population_size": 50}, "alpharank", "scores", 1),
    (rank.inverse_difficulty, {}, "inverse-difficulty", "scores", 1),
    (rank.thompson, {}, "thompson", "expected_rank", -1),
    (rank.rasch, {}, "rasch", "theta", 1),
    (rank.dynamic_irt, {}, "rasch", "theta", 1),
]


@pytest.fixture(scope="module")
def reference(shared):
    """The results, as an array, and the vectors by name."""
    content = json.loads((shared / "reference" / "rank.json").read_text())
    counts = np.array(content["counts"])
    R = (np.arange(content["trials"]) < counts[:, :, None]).astype(int)
    return R, {vector["id"]: vector["expected"] for vector in content["vectors"]}


@pytest.mark.parametrize(("method", "options", "vector", "field", "sign"), METHODS)
def test_scores(reference, method, options, vector, field, sign):
    R, vectors = reference
    _, scores = method(R, return_scores=True, **options)
    np.testing.assert_allclose(sign * scores, vectors[vector][field], rtol=1e-12)


def test_pairs(reference):
    R, vectors = reference
    wins, ties = data_of(R).pairs()
    np.testing.assert_allclose(wins, vectors["pairs"]["W"], rtol=1e-14)
    np.testing.assert_allclose(ties, vectors["pairs"]["T"], rtol=1e-14)


def test_standard_deviations_of_bradley_terry(reference):
    R, vectors = reference
    expected = vectors["bradley-terry-sandwich"]
    np.testing.assert_allclose(data_of(R).naive("bradley_terry", {}), expected["naive"], rtol=1e-12)
    found = {row.model: row for row in rank.fit("bradley_terry", R, interval="sandwich")}
    sigmas = [found[str(model)].sigma for model in range(len(R))]
    np.testing.assert_allclose(sigmas, expected["clustered"], rtol=1e-12)


def test_difficulties(reference):
    R, vectors = reference
    *_, items = rank.rasch(R, return_item_params=True)
    np.testing.assert_allclose(items["difficulty"], vectors["rasch"]["difficulty"], rtol=1e-12)
