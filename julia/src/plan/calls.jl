# Calls about their options. `make calls` writes this file from their declarations.

"""
    plan.trials_needed(a, b, confidence = 0.95, power = 0.8; difference = nothing, family = 2,
                       w = nothing, missing = "error")

Give how many new trials of each question separate two models with a power.

# Arguments
- `a`: the first model. It is a pilot: results or [`Counts`](@ref). Or it is [`plan.assumed`](@ref)
  probabilities.
- `b`: the second model. It is a pilot: results or [`Counts`](@ref). Or it is [`plan.assumed`](@ref)
  probabilities.
- `confidence`: the confidence of the separation, between 0 and 1.
- `power`: how probable the separation in the right order has to be, between 0 and 1.
- `difference`: the true difference of the scores. By default that of the two models.
- `family`: how many models the table has, a whole number from 2. All comparisons of a model hold
  together.
- `w`: A weight per category. By default 0 and 1.
- `missing`: "error" or "drop", what to do with missing outcomes of pilots.

# Returns
- `trials`: the fewest that have the power. Missing if no number up to 10⁹ is enough.
- `half`: the same if half the difference is true.
- `power`: the power of so many trials. Missing with them.
- `difference`: the true difference that is assumed, a - b.
- `at_most`: whether fewer may be enough, because single trials do not tell how much further ones vary.

# Formula
N is the fewest with Φ(|Δ| / σ - z*) ≥ power and σ² = Σ (v + v′) / N / M². So it is (z* + z_power)² Σ (v
+ v′) / (M Δ)², rounded up.
Here v is the variance of a trial of one of M questions. Assumed probabilities have p(1 - p). A pilot
has E[p(1 - p) | trials] by the leaderboard's hierarchical posterior. In a table of F models, with the
confidence c, z* = Φ⁻¹((1 + c^(1/(F - 1))) / 2). With power 0.5 the expected z is z*.

# Throws
`ArgumentError`, or `DomainError` for a number out of its range. Probabilities outside [0, 1]. Models of
other categories. A difference that is not finite.

# Examples
```jldoctest
julia> p = simulate.coins([0.608, 0.6213], seed = 1);

julia> plan.trials_needed(plan.assumed(p[:, 2]), plan.assumed(p[:, 1])).trials
557
```

# Source
docs/planning.md of the checkout. Šidák (1967). With power 0.5: Hariri et al. (2026), arXiv:2510.04265,
section 2.9.
"""
function trials_needed(
    a, b, confidence = 0.95, power = 0.8; difference = nothing, family = 2, w = nothing,
    missing = "error",
)
    given = (
        confidence = number("confidence", confidence), power = number("power", power),
        difference = given_number("difference", difference),
        family = whole_between("family", family, 2, typemax(Int64)), weights = weights(w),
    )
    rows = planned("trials_needed", (a = a, b = b), given, given.weights, drop_of(missing))
    return only_one(rows)
end

"""
    plan.smallest_difference(a, trials, confidence = 0.95, power = 0.8; family = 2, w = nothing,
                             missing = "error")

Give the smallest difference from a model that N trials of each question separate.

# Arguments
- `a`: the model. It is a pilot: results or [`Counts`](@ref). Or it is [`plan.assumed`](@ref)
  probabilities.
- `trials`: N, the trials of each question of this model and of the other, a whole number from 1.
- `confidence`: the confidence of the separation, between 0 and 1.
- `power`: how probable that has to be, between 0 and 1.
- `family`: how many models the table has, a whole number from 2. All comparisons of a model hold
  together.
- `w`: A weight per category. By default 0 and 1.
- `missing`: "error" or "drop", what to do with missing outcomes of pilots.

# Returns
- `difference`: the difference. Missing if it would lead beyond the largest and the smallest weight.

# Formula
Δ = (z* + z_power) √(2 Σ v / N) / M. Here v is the variance of a trial of one of M questions, and z* is
Φ⁻¹((1 + c^(1/(F - 1))) / 2) with the confidence c in a table of F models.

# Throws
`ArgumentError`, or `DomainError` for a number out of its range. Probabilities outside [0, 1]. No trial.

# Examples
```jldoctest
julia> model = plan.assumed(fill(0.5, 100));

julia> [round(plan.smallest_difference(model, n), digits = 3) for n in (4, 16, 64)] == [0.099, 0.05, 0.025]
true
```

# Source
docs/planning.md of the checkout. Šidák (1967).
"""
function smallest_difference(
    a, trials, confidence = 0.95, power = 0.8; family = 2, w = nothing, missing = "error",
)
    given = (
        trials = whole_between("trials", trials, 1, typemax(Int64)),
        confidence = number("confidence", confidence), power = number("power", power),
        family = whole_between("family", family, 2, typemax(Int64)), weights = weights(w),
    )
    rows = planned("smallest_difference", (a = a,), given, given.weights, drop_of(missing))
    return only_one(rows).difference
end

"""
    plan.foresee(a, b, trials = (1, 2, 5, 10, 20, 40, 80), confidence = 0.95; family = 2, w = nothing,
                 replicates = 4000, seed = 0, missing = "error")

Give what to expect of two models after each of several numbers of trials.

# Arguments
- `a`: the first model. It is a pilot: results or [`Counts`](@ref). Or it is [`plan.assumed`](@ref)
  probabilities.
- `b`: the second model. It is a pilot: results or [`Counts`](@ref). Or it is [`plan.assumed`](@ref)
  probabilities.
- `trials`: numbers N of trials of each question, increasing.
- `confidence`: the confidence of the separation, between 0 and 1.
- `family`: how many models the table has, a whole number from 2. All comparisons of a model hold
  together.
- `w`: A weight per category. By default 0 and 1.
- `replicates`: how many replicates are simulated, a whole number from 1.
- `seed`: the seed that they depend on.
- `missing`: "error" or "drop", what to do with missing outcomes of pilots.

# Returns
- `trials`: N, the number of trials.
- `z`: mean of z.
- `quantiles`: the 5 %, 50 % and 95 % quantiles of z.
- `separated`: probability that z reaches the threshold.
- `right`: probability that the means are in the order of the true scores.
- `found`: probability that z reaches the threshold in the right order.
- `wrong`: probability that z reaches the threshold in the wrong order, or for equal models.

# Formula
Each replicate draws probabilities from what is known of the models, then trials from these. Those of a
pilot come from the leaderboard's hierarchical posterior. z is the difference of the averages over σ
with σ² = Σ v / N / M², added over both models. Models are separated if |z| reaches z*.

# Throws
`ArgumentError`, or `DomainError` for a number out of its range. Probabilities outside [0, 1]. Numbers
of trials that do not increase from 1.

# Examples
```jldoctest
julia> p = simulate.coins([0.608, 0.6213], seed = 1);

julia> rows = plan.foresee(plan.assumed(p[:, 2]), plan.assumed(p[:, 1]), [80, 194]);

julia> [(row.trials, round(row.z.value, digits = 1), round(row.right.value, digits = 2)) for row in rows]
2-element Vector{Tuple{Int64,Float64,Float64}}:
 (80, 1.2, 0.85)
 (194, 1.7, 0.95)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.9 and figure 3.
"""
function foresee(
    a, b, trials = (1, 2, 5, 10, 20, 40, 80), confidence = 0.95; family = 2, w = nothing,
    replicates = 4000, seed = 0, missing = "error",
)
    given = (
        trials = trials_of("trials", trials), confidence = number("confidence", confidence),
        family = whole_between("family", family, 2, typemax(Int64)), weights = weights(w),
        replicates = whole_between("replicates", replicates, 1, typemax(Int64)),
        seed = string(whole_between("seed", seed, 0, typemax(UInt64))),
    )
    rows = planned("foresee", (a = a, b = b), given, given.weights, drop_of(missing))
    return map(measured, rows)
end

"""
    plan.repeated_looks(a, b, looks = 1:80, confidence = 0.95; w = nothing, replicates = 4000, seed = 0,
                        missing = "error")

Give what looking after several numbers of trials does, if the first separation stops the trials.

# Arguments
- `a`: the first model. It is a pilot: results or [`Counts`](@ref). Or it is [`plan.assumed`](@ref)
  probabilities.
- `b`: the second model. It is a pilot: results or [`Counts`](@ref). Or it is [`plan.assumed`](@ref)
  probabilities.
- `looks`: the numbers of trials of each question at which z is looked at, increasing.
- `confidence`: the confidence of the separation at one look, between 0 and 1.
- `w`: A weight per category. By default 0 and 1.
- `replicates`: how many replicates are simulated, a whole number from 1.
- `seed`: the seed that they depend on.
- `missing`: "error" or "drop", what to do with missing outcomes of pilots.

# Returns
- `stopped`: probability of stopping at one of the looks.
- `wrong`: probability of stopping in the wrong order, or with equal models.
- `wrong_once`: the same probability with a single look, the last one.
- `trials`: mean number of trials of each question.
- `confidence`: for equal models, the confidence at which at most 1 - confidence of the replicates stop,
  the share that stops with one look. Missing for other models, and if no largest z is rare enough.
- `equal`: whether the models are known and equal.

# Formula
As for `foresee`. For equal models, `confidence` is the one at which at most 1 - confidence of the
replicates stop, as with one look.

# Throws
`ArgumentError`, or `DomainError` for a number out of its range. Probabilities outside [0, 1]. Numbers
of trials that do not increase from 1.

# Examples
```jldoctest
julia> p = plan.assumed(repeat([0.2, 0.5, 0.8], 10));

julia> seen = plan.repeated_looks(p, p);

julia> round(seen.wrong.value, digits = 1), round(seen.wrong_once.value, digits = 1)
(0.4, 0.0)
```

# Source
docs/planning.md of the checkout.
"""
function repeated_looks(
    a, b, looks = 1:80, confidence = 0.95; w = nothing, replicates = 4000, seed = 0,
    missing = "error",
)
    given = (
        looks = trials_of("looks", looks), confidence = number("confidence", confidence),
        weights = weights(w),
        replicates = whole_between("replicates", replicates, 1, typemax(Int64)),
        seed = string(whole_between("seed", seed, 0, typemax(UInt64))),
    )
    rows = planned("repeated_looks", (a = a, b = b), given, given.weights, drop_of(missing))
    return measured(only_one(rows))
end

"""
    plan.ci_from_mu_sigma(mu, sigma, confidence = 0.95, clip = nothing)

Give the central normal interval of a score.

# Arguments
- `mu`: posterior mean.
- `sigma`: posterior standard deviation.
- `confidence`: the probability of the interval, between 0 and 1.
- `clip`: the bounds to which both ends are clipped.

# Returns
- `lo`: the lower end.
- `hi`: the upper end.

# Formula
lo, hi = μ ∓ z σ with P(-z < Z < z) = confidence.

# Throws
`ArgumentError`, or `DomainError` for a number out of its range. A mean that is not finite. Bounds out
of order.

# Examples
```jldoctest
julia> map(end_of -> round(end_of, digits = 4), plan.ci_from_mu_sigma(0.9, 0.1, 0.95, (0, 1)))
(lo = 0.704, hi = 1.0)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.5.
"""
function ci_from_mu_sigma(
    mu, sigma, confidence = 0.95, clip = nothing,
)
    given = (
        mu = number("mu", mu), sigma = number("sigma", sigma),
        confidence = number("confidence", confidence), clip = interval_bounds(clip),
    )
    rows = asked_rows("ci_from_mu_sigma", given)
    return only_one(rows)
end

"""
    plan.should_stop(sigma, confidence = 0.95; max_ci_width = nothing, max_half_width = nothing)

Give whether a score is known precisely enough.

# Arguments
- `sigma`: posterior standard deviation.
- `confidence`: the probability of the interval, between 0 and 1.
- `max_ci_width`: what the width may be at most. Not with max_half_width.
- `max_half_width`: what half the width may be at most.

# Returns
- `stop`: whether the interval is narrow enough.

# Formula
2 z σ ≤ max_ci_width, or z σ ≤ max_half_width, with P(-z < Z < z) = confidence.

# Throws
`ArgumentError`, or `DomainError` for a number out of its range. None of the widths. A width or σ that
is negative.

# Examples
```jldoctest
julia> plan.should_stop(0.01, max_half_width = 0.02), plan.should_stop(0.01, max_ci_width = 0.02)
(true, false)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.5.
"""
function should_stop(
    sigma, confidence = 0.95; max_ci_width = nothing, max_half_width = nothing,
)
    given = (
        sigma = number("sigma", sigma), confidence = number("confidence", confidence),
        max_ci_width = given_number("max_ci_width", max_ci_width),
        max_half_width = given_number("max_half_width", max_half_width),
    )
    rows = asked_rows("should_stop", given)
    return only_one(rows).stop
end

"""
    plan.suggest_next_allocation(mus_in_id_order, sigmas_in_id_order, confidence = 0.95,
                                 method = "ci_overlap")

Give which two models to run next: the one in the lead, and its closest rival.

# Arguments
- `mus_in_id_order`: posterior means of the models.
- `sigmas_in_id_order`: their posterior standard deviations.
- `confidence`: the probability of the intervals, or the level that z has to reach, between 0 and 1.
- `method`: "ci_overlap": central intervals must not overlap. "zscore": z has to reach the one-sided
  normal quantile of the confidence.

# Returns
- `leader`: the model in the lead.
- `competitor`: its closest rival.

# Formula
The rival has the smallest gap between the intervals, or the smallest z.

# Throws
`ArgumentError`, or `DomainError` for a number out of its range. Fewer than two models. Other numbers of
means than of deviations. A negative σ.

# Examples
```jldoctest
julia> plan.suggest_next_allocation([0.70, 0.40, 0.40], [0.01, 0.01, 0.15])
(leader = 1, competitor = 3)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, sections 2.5 and 2.9.
"""
function suggest_next_allocation(
    mus_in_id_order, sigmas_in_id_order, confidence = 0.95, method = "ci_overlap",
)
    given = (
        mus = per_model("mus_in_id_order", mus_in_id_order),
        sigmas = per_model("sigmas_in_id_order", sigmas_in_id_order),
        confidence = number("confidence", confidence),
        method = choice("method", method, ("ci_overlap", "zscore")),
    )
    rows = asked_rows("suggest_next_allocation", given)
    return places_from_one(only_one(rows))
end
