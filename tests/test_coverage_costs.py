"""A short run of the study of costs: intervals contain the truth as often as they say."""

import numpy as np
import pytest
from coverage_costs import Law, drawn, each, like, means, nodes, spent
from coverage_sections import cost_crossings, cost_designs, cost_frontier, cost_means, cost_tries

import scorio

RUNS = 60


def least(nominal):
    """Four standard errors below a coverage."""
    return nominal - 4 * (nominal * (1 - nominal) / RUNS) ** 0.5


@pytest.mark.parametrize(("sigma", "nominal"), [(1.0, 0.93), (2.0, 0.87)])
def test_intervals_of_mean_costs(sigma, nominal):
    for found in cost_means.measured(sigma, (30, 4), RUNS, 3):
        assert found.tables.cost.misses(found.truth.cost).covered >= least(nominal)
        success = found.tables.per_success.misses(found.truth.per_success)
        assert success.covered >= least(nominal)
        # A warning stands by nearly every miss of wide costs, and by few runs of others.
        warned = found.tables.warned
        assert warned[found.missed()].mean() >= 0.8 if sigma == 2 else warned.mean() <= 0.05


def test_intervals_of_clusters_weights_and_tasks():
    clusters = cost_designs.clustered(1.0, 20, RUNS, 3)
    designs = [
        clusters["like"],
        *cost_designs.weighted(1.0, 30, RUNS, 3).values(),
        *cost_designs.tasks(1.0, RUNS, 3).values(),
    ]
    for found in designs:
        assert found.tables.cost.misses(found.truth.cost).covered >= least(0.92)
        success = found.tables.per_success.misses(found.truth.per_success)
        assert success.covered >= least(0.92)
    # Questions of a cluster are alike, which no interval knows without the clusters.
    alone = clusters["like, clusters not given"]
    given = designs[0].tables.cost.misses(designs[0].truth.cost)
    assert alone.tables.cost.misses(alone.truth.cost).covered < given.covered


def test_verdicts():
    for found in cost_frontier.judged((60, 4), 20, 3).values():
        assert found.frontier > 0
        assert found.wrong <= 0.15 * found.frontier
        assert np.mean(found.false) <= 0.15


@pytest.mark.parametrize("tries", [1, 3])
def test_tries_cost_what_the_law_says(tries):
    random = np.random.default_rng(1)
    law = Law(0.5)
    dear, easy = (random.standard_normal(200_000) for _ in range(2))
    spent, open_ = np.zeros(len(dear)), np.ones(len(dear), bool)
    outcomes, costs = law.trials(random, dear, easy, tries)
    for place in range(tries):
        spent += open_ * costs[:, place]
        open_ &= outcomes[:, place] == 0
    found = Law(0.5).spend(dear, easy, tries)
    assert spent.mean() == pytest.approx(found.mean(), rel=0.02)
    grid_dear, grid_easy, weights = nodes()
    assert weights @ law.spend(grid_dear, grid_easy, tries) == pytest.approx(found.mean(), rel=0.02)
    # Within a cap that half of the successes keep, half of them are.
    kept = (outcomes[:, 0] == 1) & (costs[:, 0] <= law.cap(0.5))
    assert kept.sum() == pytest.approx(0.5 * outcomes[:, 0].sum(), rel=0.02)


def test_intervals_of_tries_and_of_two_models():
    cells = [line[-1] for line in cost_tries.tried(1.0, (30, 4), RUNS, 3)]
    cells += [line[-1] for line in cost_tries.quotients(1.0, (30, 4), RUNS, 3)]
    assert min(float(cell.split()[0]) for cell in cells) >= least(0.93)


def test_intervals_of_crossings():
    laws = cost_crossings.MODELS["far apart"]
    for found in cost_crossings.crossed(laws, (60, 4), 40, 3).values():
        assert found.one.mean() >= 0.8
        assert found.covered.misses(found.truth).covered >= least(0.93)


def test_the_plain_formula_gives_the_cost_of_tries():
    found = drawn(np.random.default_rng(4), Law(1.0), 5, (30, 4))
    for run, sums in enumerate(each(5, [found])):
        for place, row in enumerate(scorio.cost(sums, tries=4).retries):
            own = spent(found.outcomes[run], found.costs[run], place + 1).mean()
            assert row.cost == pytest.approx(own, rel=1e-12)


def test_wide_costs_are_seen_without_single_costs():
    found = drawn(np.random.default_rng(5), Law(2.0), 20, (30, 4))
    counted = each(20, [found])
    warned = means(scorio.cost(one) for one in counted).warned
    assert warned.mean() >= 0.9
    # Times 10^150, costs are as wide. Their squares are no numbers of 64 bits.
    large = found._replace(costs=found.costs * 1e150)
    assert means(scorio.cost(one) for one in each(20, [large])).warned.tolist() == warned.tolist()
    assert like(Law(1.0)).cost > 0
