"""Pairs that are not decided: all of them, in few words."""

from __future__ import annotations

import math
import random
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest

from scorio import adaptive
from scorio.adaptive.running.undecided import listed, undecided


def pairs_of(order, still_open):
    return [
        SimpleNamespace(above=one, below=other, decided=(one, other) not in still_open)
        for one, other in combinations(order, 2)
    ]


@pytest.mark.parametrize("seed", range(40))
def test_groups_hold_the_open_pairs_and_no_others(seed):
    draws = np.random.default_rng(seed)
    order = [f"m{place}" for place in range(int(draws.integers(1, 14)))]
    share = draws.random()
    still_open = {pair for pair in combinations(order, 2) if draws.random() < share}
    groups = undecided(order, pairs_of(order, still_open))
    held = {pair for group in groups for pair in combinations(group, 2)}
    assert held == still_open
    for one, other in combinations(map(set, groups), 2):
        assert not one <= other
        assert not other <= one


def test_groups_of_a_chain():
    order = list("abcde")
    still_open = {("a", "b"), ("b", "c"), ("a", "c"), ("d", "e"), ("a", "e")}
    groups = undecided(order, pairs_of(order, still_open))
    assert groups == [["a", "b", "c"], ["a", "e"], ["d", "e"]]
    assert listed(groups) == "a, b and c; a and e; d and e"
    assert undecided(order, pairs_of(order, set())) == []


def test_fifty_models_stay_short():
    bank = adaptive.ItemBank.from_params(1, np.linspace(-2, 2, 30))
    models = [f"model-{place:02}" for place in range(50)]
    run = adaptive.Ranker(bank, models, boundary="two-sided")
    before = run.result().notes
    assert "Decided at 95%: 0 of 1,225 pairs." in before
    all_of_them = "the 50 from model-00 to model-49"
    assert f"Models that are not decided from one another: {all_of_them}." in before
    for place, model in enumerate(models):
        for query in [run.ask_item(model, str(item)) for item in range(30)]:
            run.tell(query, round(0.2 + 0.6 * place / 49, 3))
    found = run.result()
    notes = found.notes
    (open_groups,) = (one for one in notes if one.startswith("Models that are not decided"))
    assert "the " in open_groups
    assert "more such groups" in open_groups
    assert max(map(len, notes)) < 700
    decided = sum(pair.decided for pair in found.pairs)
    assert f"Decided at 95%: {decided:,} of 1,225 pairs." in notes
    (needs,) = (one for one in notes if "that would decide neighbours" in one)
    assert needs.endswith("; and 39 more pairs.")


def test_pairs_across_a_place_matter_alone():
    bank = adaptive.ItemBank.from_params(1, np.linspace(-2, 2, 30))
    found = adaptive.Ranker(bank, list("abc"), top=1, budget=90).result()
    assert any(
        "that would decide pairs that matter, if abilities stay: " in one for one in found.notes
    )
    assert found.title.endswith("cost 0 of 90")


@pytest.mark.parametrize("boundary", ["auto", "spending", "anytime", "two-sided"])
@pytest.mark.parametrize("end", [{"budget": 8}, {"max_items": 4}])
def test_a_fixed_end_has_the_probability_of_one_look_beside_the_verdict(boundary, end):
    bank = adaptive.ItemBank.from_params(1, b=0, items=[f"q{place}" for place in range(9)])
    run = adaptive.Ranker(bank, ["a", "b"], warmup=2, boundary=boundary, **end)
    while queries := run.ask(2):
        assert not [note for note in run.result().notes if "was to end" in note]
        for query in queries:
            run.tell(query, query.model == "a" or query.item == "q0")
    found = run.result()
    (pair,) = found.pairs
    decided = "decided" if pair.decided else "not decided"
    said = (
        "The run ends where it was to end. If nobody looked before, P(A > B) holds: a over b "
        f"{pair.p_exact:.3f} ({decided}). Decisions allow for every look."
    )
    at_an_end = found.reason in ("items", "budget") and boundary != "two-sided"
    assert (said in found.notes) == at_an_end
    assert found.reason in ("items", "budget") or pair.decided


def test_a_bank_of_equal_items_decides_equal_models_as_rarely_as_it_promises():
    """Items that differ in difficulty, in a random order, with a bank that knows none of it."""
    wrong = 0
    for seed in range(200):
        source = random.Random(seed)
        difficulty = [source.gauss(0, 1.5) for _ in range(100)]
        bank = adaptive.ItemBank.from_params(1, b=0, items=[str(place) for place in range(100)])
        run = adaptive.Ranker(bank, ["a", "b"], max_items=100)
        while queries := run.ask(2):
            for query in queries:
                chance = 1 / (1 + math.exp(difficulty[int(query.item)]))
                run.tell(query, source.random() < chance)
        wrong += run.result().pairs[0].decided
    # Of 200 runs with .05 each, 17 or more have a chance of .03. These are fixed seeds.
    assert wrong <= 16
