# How many trials separate two models, and what numbers of trials show.

drop_of(missing) = choice("missing", missing, ("error", "drop")) == "drop"

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

