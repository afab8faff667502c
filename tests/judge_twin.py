"""Plain twins of scores by levels of a judge, and by borrowed error rates."""

import numpy as np

Z = 1.959963984540054


def levels_of(outcomes, count=15):
    """The level of each number: how many of the cuts it is above."""
    ordered = np.sort(outcomes.ravel())
    cuts = [ordered[-(-level * ordered.size // count) - 1] for level in range(1, count)]
    return (outcomes[..., None] > cuts).sum(axis=-1)


def predicted(levels, labels, known, left_out, count=15):
    """The prediction for each level by the labels of all questions but one."""
    place = (np.arange(count) + 0.5) / count - 0.5
    terms = np.column_stack([np.ones(count), place, np.eye(3)[np.arange(count) * 3 // count]])
    own = known.copy()
    if left_out is not None:
        own[left_out] = False
    rows, y = terms[levels[own]], labels[own]
    return terms @ np.linalg.solve(rows.T @ rows + np.diag([0, 0.3, 1, 1, 1]), rows.T @ y)


def score_by_levels(outcomes, labels, *, like, t=None):
    """Score and σ of one model, questions × trials, whose labels are spread as trials are."""
    known = ~np.isnan(labels)
    levels = levels_of(outcomes)
    questions, trials = outcomes.shape
    every = np.array([predicted(levels, labels, known, q) for q in range(questions)])
    full = predicted(levels, labels, known, None)
    f = np.take_along_axis(every, levels, axis=1)
    rest, whole = (labels - f)[known], (labels - full[levels])[known]
    mean = f.mean() + rest.mean()
    n = known.sum()
    square = (rest - rest.mean()) ** 2
    both = np.mean((rest - rest.mean()) * (whole - whole.mean()))
    feared = 1 / (1 + square.sum() ** 2 / (square**2).sum())
    phi = min(1, (n * both / (mean * (1 - mean)) + feared) / (n + feared))
    pulls = np.zeros(questions)
    np.add.at(pulls, np.nonzero(known)[0], (rest - rest.mean()) / n)
    own = known.sum(axis=1).astype(float)
    beside = (own**2).sum() / n - 1
    share = n / known.size
    by_chance = ((own * share * trials).sum() - n * share) / n
    shared = 0 if beside <= 0 else 1 if like else max(0, 1 - by_chance / beside)
    alone, least = (square / n**2).sum(), 1 / (4 * n**2)
    grown = alone + shared * ((pulls**2).sum() - alone) + least * (1 + shared * beside)
    effect = max(1, grown / (alone + least))
    h = n / (effect * phi)
    m = (mean * h + 0.5) / (h + 1)
    values = (full - full[levels].mean() + m)[levels]
    apart = (values - m).sum(axis=1) / known.size
    variance = m * (1 - m) / (h + 1)
    if like:
        said = questions / (questions - 1) * (apart**2).sum() + max(0, 2 * (apart * pulls).sum())
        variance += (t / Z) ** 2 * said
    else:
        inner = ((values - values.mean(axis=1, keepdims=True)) ** 2).sum()
        variance += inner / (questions * (trials - 1)) / known.size
    return mean, np.sqrt(variance)


def logistic(x):
    return 1 / (1 + np.exp(-x))


def pooled(logits, variances):
    """The mean of random effects, and the variance of one more model."""
    degrees = len(logits) - 1

    def q_of(between):
        weights = 1 / (variances + between)
        mean = weights @ logits / weights.sum()
        return weights @ (logits - mean) ** 2, mean, weights.sum()

    low, high = 0.0, 0.0
    if q_of(0.0)[0] > degrees:
        high = 100.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if q_of(middle)[0] > degrees else (low, middle)
    between = (low + high) / 2
    q, mean, weight = q_of(between)
    return mean, between + max(1, q / degrees) / weight


def rate(mean, variance):
    """Mean and variance of the rate whose logit is normal."""
    z = np.linspace(-8, 8, 20_001)
    density = np.exp(-0.5 * z * z)
    found = logistic(mean + np.sqrt(variance) * z)
    average = density @ found / density.sum()
    return average, density @ (found - average) ** 2 / density.sum()


def borrowed(shares, rates, worths, says, variance, t):
    """θ, σ and the interval. Arrays have a row for each model, yes before no."""
    yes, no = shares[:, 0], shares[:, 1]
    m = (rates * worths + 0.5) / (worths + 1)
    logits = (
        np.log(yes * m[:, 0] / (no * m[:, 1])),
        np.log(no * (1 - m[:, 1]) / (yes * (1 - m[:, 0]))),
    )
    truth, at = yes * m[:, 0] + no * m[:, 1], m
    for turn in range(4):
        of = [((1 - p) / (p * (worths + 1))).sum(axis=1) for p in (at, 1 - at)]
        found = [pooled(own, variances) for own, variances in zip(logits, of, strict=True)]
        caught, passed = (logistic(mean) for mean, _ in found)
        if turn < 3:
            told = caught * truth + (1 - passed) * (1 - truth)
            at = np.column_stack([caught * truth / told, (1 - caught) * truth / (1 - told)])
    (se, v_se), (sp, v_sp) = (rate(*one) for one in found)
    v_se, v_sp = ((t / Z) ** 2 * one for one in (v_se, v_sp))
    theta = (says + sp - 1) / (se + sp - 1)
    grid = np.linspace(0, 1, 200_001)
    distance = (says - se * grid - (1 - sp) * (1 - grid)) ** 2
    inside = grid[distance <= Z**2 * (variance + grid**2 * v_se + (1 - grid) ** 2 * v_sp)]
    sigma = np.sqrt(variance + theta**2 * v_se + (1 - theta) ** 2 * v_sp) / (se + sp - 1)
    return theta, sigma, inside[0], inside[-1]
