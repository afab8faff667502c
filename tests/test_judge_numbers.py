"""A judge that gives numbers: what its levels predict, laws, and bad inputs."""

import numpy as np
import pytest
from judge_twin import score_by_levels

import scorio
from scorio import judge


def numbered(questions=120, trials=3, noise=0.2, share=0.3, seed=1, steps=4):
    """Numbers of a judge, the labels of all trials, and which are known."""
    rng = np.random.default_rng(seed)
    chances = rng.beta(2, 2, (1, questions, 1))
    truth = rng.binomial(steps, np.broadcast_to(chances, (1, questions, trials))) / steps
    outcomes = truth + rng.normal(0, noise, truth.shape)
    return outcomes, truth, rng.random(truth.shape) < share


def scored(outcomes, labels, **options):
    (row,) = judge.from_arrays(outcomes, labels, label_range=(0, 1)).score(**options)
    return row


def same(one, other, relative=1e-10):
    return pytest.approx(other, rel=relative) == one


@pytest.mark.parametrize("trials", [1, 3])
@pytest.mark.parametrize("noise", [0.1, 0.5, 4])
def test_scores_are_those_of_the_plain_formulas(trials, noise):
    outcomes, truth, known = numbered(questions=100, trials=trials, noise=noise, share=0.4)
    labels = np.where(known, truth, np.nan)
    # t of 99 degrees of freedom.
    twin = score_by_levels(outcomes[0], labels[0], like=True, t=1.98421695150868)
    row = scored(outcomes, labels, sampled=True)
    assert (row.score, row.sigma) == pytest.approx(twin, rel=1e-9)
    if trials > 1:
        twin = score_by_levels(outcomes[0], labels[0], like=False)
        row = scored(outcomes, labels)
        assert (row.score, row.sigma) == pytest.approx(twin, rel=1e-9)


def test_levels_narrow_the_interval_more_than_outcomes_without_an_order():
    outcomes, truth, known = numbered(questions=164, trials=4, share=0.08)
    labels = np.where(known, truth, np.nan)
    row = scored(outcomes, labels)
    alone = scored(np.zeros_like(outcomes), labels)
    assert row.lo < truth.mean() < row.hi
    assert row.hi - row.lo < 0.75 * (alone.hi - alone.lo)


def test_a_useless_number_costs_little():
    outcomes, truth, known = numbered(noise=50, share=0.15)
    labels = np.where(known, truth, np.nan)
    row, alone = scored(outcomes, labels), scored(np.zeros_like(outcomes), labels)
    assert row.hi - row.lo < 1.1 * (alone.hi - alone.lo)


@pytest.mark.parametrize("steps", [1, 4])
@pytest.mark.parametrize("options", [{}, {"sampled": True}])
def test_labels_and_numbers_that_mirror_give_the_mirrored_score(steps, options):
    outcomes, truth, known = numbered(steps=steps)
    one = scored(outcomes, np.where(known, truth, np.nan), **options)
    # Levels are those above a cut. So the numbers stay, and the labels mirror.
    other = scored(outcomes, np.where(known, 1 - truth, np.nan), **options)
    assert same(one.score, 1 - other.score)
    assert same(one.sigma, other.sigma)
    assert same((one.lo, one.hi), (1 - other.hi, 1 - other.lo))


def test_the_order_of_trials_and_a_stretched_scale_change_no_bit():
    outcomes, truth, known = numbered()
    labels = np.where(known, truth, np.nan)
    one = scored(outcomes, labels)
    order = np.random.default_rng(3).permutation(outcomes.shape[2])
    assert scored(outcomes[:, :, order], labels[:, :, order]) == one
    assert scored(np.exp(outcomes), labels) == one


@pytest.mark.parametrize("steps", [1, 4])
def test_the_interval_stays_open_where_labels_are_what_the_judge_says(steps):
    _, truth, known = numbered(steps=steps, share=0.06)
    # The numbers tell the labels, and are different in each trial.
    outcomes = truth + np.linspace(0, 0.01, truth.size).reshape(truth.shape)
    row = scored(outcomes, np.where(known, truth, np.nan))
    assert row.hi - row.lo > 2 / known.sum()


def test_labels_chosen_by_the_level_do_not_bias_the_score():
    outcomes, truth, _ = numbered(questions=400, trials=4)
    high = outcomes > np.quantile(outcomes, 0.6)
    known = np.random.default_rng(5).random(truth.shape) < np.where(high, 0.3, 0.05)
    row = scored(outcomes, np.where(known, truth, np.nan))
    assert abs(truth[known].mean() - truth.mean()) > 0.1
    assert abs(row.score - truth.mean()) < 3 * row.sigma < 0.1


def test_all_labels_are_scored_as_labels():
    outcomes, truth, _ = numbered(steps=1)
    row = scored(outcomes, truth)
    plain = scored(truth, truth)
    assert same(
        (row.score, row.sigma, row.lo, row.hi), (plain.score, plain.sigma, plain.lo, plain.hi)
    )


def test_few_labels_and_refusals_are_scored():
    outcomes, truth, known = numbered(share=0.02)
    outcomes[0, :10, 0] = np.nan
    known[0, :3, 0] = True
    row = scored(outcomes, np.where(known, truth, np.nan))
    assert 0 <= row.lo <= row.score <= row.hi <= 1


def test_merged_counts_are_those_of_all_models():
    outcomes, truth, known = (np.concatenate([one, one[:, ::-1]]) for one in numbered())
    labels = np.where(known, truth, np.nan)
    counts = judge.from_arrays(outcomes, labels, models=["a", "b"])
    parts = [counts.select(model=name) for name in ("a", "b")]
    assert list(parts[0].merge(parts[1]).score()) == list(counts.score())


def test_plans_share_labels_out_over_the_levels():
    outcomes, truth, known = numbered(questions=300)
    counts = judge.from_arrays(outcomes, np.where(known, truth, np.nan))
    rows = judge.plan(counts, budget=90)
    assert [row.outcome for row in rows] == [f"level {number} of 15" for number in range(1, 16)]
    assert sum(row.add for row in rows) == 90
    assert all(row.add <= row.trials - row.labels for row in rows)
    # Labels that chance spread alike go on being spread alike.
    assert max(row.add for row in rows) - min(row.add for row in rows) <= 3
    assert rows[0].half_width < (counts.score()[0].hi - counts.score()[0].lo) / 2


def test_differences_of_models_with_levels_mirror():
    outcomes, truth, known = (np.concatenate([one, one]) for one in numbered())
    outcomes[1] += np.random.default_rng(8).normal(0, 0.3, outcomes[1].shape)
    counts = judge.from_arrays(outcomes, np.where(known, truth, np.nan), models=["a", "b"])
    one = scorio.compare(counts, baseline="a")[0]
    other = scorio.compare(counts, baseline="b")[0]
    assert same(one.difference, -other.difference)
    assert same((one.sigma, one.lo, one.hi), (other.sigma, -other.hi, -other.lo))
