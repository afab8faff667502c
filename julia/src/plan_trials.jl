# How many trials separate two models, and what numbers of trials show.

drop_of(missing) = choice("missing", missing, ("error", "drop")) == "drop"

"""
    plan.trials_needed(a, b, confidence = 0.95, power = nothing; w = nothing, replicates = 4000,
                       seed = 0, missing = "error")

How many trials of each question it takes to separate two models.

# Arguments
- `a`, `b`: pilots or `plan.assumed` probabilities of two models.
- `confidence`: in (0, 1). z has to reach its one-sided normal quantile.
- `power`: how probable the separation in the right order has to be, in (0, 1), or `nothing`.
- `w`: C + 1 weights, one per category. The default is (0, 1).
- `replicates`, `seed`: of the simulation for `power`.
- `missing`: "error" or "drop", for the pilots.

# Returns
`(trials, trials_for_power, power, difference)`. `trials` is the fewest whose expected z reaches the
threshold. `trials_for_power` is found by simulation, with its `power` as measured. Both are `missing`
where no number of trials up to 1,000,000,000 is enough. `difference` is that of the expected scores.

# Formula
z(N) = |E[μ - μ′]| / √(E[σ²] + E[σ′²]). Both expectations have closed forms, and z(N) increases.

# Throws
- `ArgumentError`: pilots as for [`bayes`](@ref), or weights of another number of categories.
- `DomainError`: a confidence or power outside (0, 1), or a probability outside [0, 1].

# Examples
```jldoctest
julia> p = simulate.coins([0.608, 0.6213], seed = 1);

julia> plan.trials_needed(plan.assumed(p[:, 2]), plan.assumed(p[:, 1])).trials
194
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.9.
"""
function trials_needed(
    a, b, confidence = 0.95, power = nothing; w = nothing, replicates = 4000, seed = 0,
    missing = "error",
)
    listed = weights(w)
    given = (
        weights = listed, confidence = number("confidence", confidence),
        power = given_number("power", power), runs_of(replicates, seed)...,
    )
    rows = planned("trials_needed", (a = a, b = b), given, listed, drop_of(missing))
    return measured(only_one(rows))
end

"""
    plan.smallest_difference(a, trials, confidence = 0.95, power = 0.8; w = nothing,
                             missing = "error")

Give the smallest difference from a model that N trials of each question will separate.

# Arguments
- `a`: pilot or `plan.assumed` probabilities of the model.
- `trials`: N, of this model and of the other.
- `confidence`, `power`, `w`, `missing`: as for [`plan.trials_needed`](@ref).

# Returns
The difference, or `missing` where it would lead beyond the largest and the smallest weight.

# Formula
Δ = (T / N) √2 (z σ + z_power S) with T = N + C + 1, S² = N Σ v / (T M)² and v the variance of a
question's outcome.

# Throws
As for `plan.trials_needed`. No trial is a `DomainError`.

# Examples
```jldoctest
julia> model = plan.assumed(fill(0.5, 100));

julia> [round(plan.smallest_difference(model, n), digits = 3) for n in (4, 16, 64)] == [0.092, 0.044, 0.022]
true
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.9.
"""
function smallest_difference(
    a, trials, confidence = 0.95, power = 0.8; w = nothing, missing = "error"
)
    listed, n = weights(w), whole_between("trials", trials, 0, typemax(Int64))
    given = (
        trials = n, weights = listed, confidence = number("confidence", confidence),
        power = number("power", power),
    )
    rows = planned("smallest_difference", (a = a,), given, listed, drop_of(missing))
    return only_one(rows).difference
end

"""
    plan.foresee(a, b, trials = (1, 2, 5, 10, 20, 40, 80), confidence = 0.95; w = nothing,
                 replicates = 4000, seed = 0, missing = "error")

What is to be expected after each of several numbers of trials.

# Arguments
- `a`, `b`, `confidence`, `w`, `replicates`, `seed`, `missing`: as for [`plan.trials_needed`](@ref).
- `trials`: numbers N of trials of each question, increasing; or one.

# Returns
A vector of rows, one for each N: `trials`, the mean `z` and its `quantiles` of 5 %, 50 % and 95 %. Then
four probabilities: the models are `separated`, stand in the `right` order, both (`found`), or are
separated in the `wrong` order.

# Throws
As for `plan.trials_needed`. Numbers of trials that do not increase from 1 are an error, too.

# Examples
```jldoctest
julia> p = simulate.coins([0.608, 0.6213], seed = 1);

julia> rows = plan.foresee(plan.assumed(p[:, 2]), plan.assumed(p[:, 1]), [80, 194]);

julia> [(row.trials, round(row.z.value, digits = 1), round(row.right.value, digits = 2)) for row in rows]
2-element Vector{Tuple{Int64,Float64,Float64}}:
 (80, 1.2, 0.85)
 (194, 1.7, 0.96)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.9 and figure 3.
"""
function foresee(
    a, b, trials = (1, 2, 5, 10, 20, 40, 80), confidence = 0.95; w = nothing, replicates = 4000,
    seed = 0, missing = "error",
)
    listed = weights(w)
    given = (
        trials = trials_of("trials", trials), weights = listed,
        confidence = number("confidence", confidence), runs_of(replicates, seed)...,
    )
    rows = planned("foresee", (a = a, b = b), given, listed, drop_of(missing))
    return map(measured, rows)
end

"""
    plan.order_probability(a, b, trials; w = nothing, replicates = 4000, seed = 0,
                           missing = "error")

Probability that the scores after N trials stand in the order of the true scores.

# Arguments
- `a`, `b`, `w`, `replicates`, `seed`, `missing`: as for [`plan.trials_needed`](@ref).
- `trials`: N.

# Returns
`(value, error)`: the probability and its Monte Carlo error. Equal scores are no order.

# Throws
As for `plan.trials_needed`.

# Examples
```jldoctest
julia> a, b = repeat([1 1 0 1], 20), repeat([0 1 0 1], 20);

julia> found = plan.order_probability(a, b, 20);

julia> round(found.value, digits = 1), found.error < 0.01
(1.0, true)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.9.
"""
order_probability(a, b, trials::Integer; options...) =
    only_one(foresee(a, b, trials; options...)).right
order_probability(a, b, trials; options...) =
    throw(wrong("argument.whole_number", "trials", trials, "is not a whole number"))

"""
    plan.repeated_looks(a, b, looks = 1:80, confidence = 0.95; w = nothing, replicates = 4000,
                        seed = 0, missing = "error")

What looking several times, and stopping at the first separation, really does.

# Arguments
- `a`, `b`, `confidence`, `w`, `replicates`, `seed`, `missing`: as for [`plan.trials_needed`](@ref).
- `looks`: the numbers of trials of each question at which z is looked at, increasing.

# Returns
`(stopped, wrong, wrong_once, trials, confidence, equal)`: the probabilities of stopping, of stopping
wrongly, and of that with the last look alone, and the mean number of trials. `equal` says whether the
models are known to be equal. Then `confidence` is the one for which at most 2 (1 - confidence) of the
replicates stop, or `missing`.

# Throws
As for `plan.foresee`.

# Examples
```jldoctest
julia> p = plan.assumed(repeat([0.2, 0.5, 0.8], 10));

julia> seen = plan.repeated_looks(p, p);

julia> round(seen.wrong.value, digits = 1), round(seen.wrong_once.value, digits = 1)
(0.5, 0.1)
```

# Source
docs/planning.md of the checkout.
"""
function repeated_looks(
    a, b, looks = 1:80, confidence = 0.95; w = nothing, replicates = 4000, seed = 0,
    missing = "error",
)
    listed = weights(w)
    given = (
        looks = trials_of("looks", looks), weights = listed,
        confidence = number("confidence", confidence), runs_of(replicates, seed)...,
    )
    rows = planned("repeated_looks", (a = a, b = b), given, listed, drop_of(missing))
    return measured(only_one(rows))
end
