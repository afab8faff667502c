# When to stop, and which models to run next. The rules take posterior means and standard deviations.

const METHODS = ("ci_overlap", "zscore")

"""
    plan.ci_from_mu_sigma(mu, sigma, confidence = 0.95, clip = nothing)

Give the central normal interval of a score.

# Arguments
- `mu`, `sigma`: posterior mean and standard deviation.
- `confidence`: level of the interval, in (0, 1).
- `clip`: `(lo, hi)` to which both ends are clipped, or `nothing`.

# Returns
`(lo, hi)` = μ ∓ z σ with P(|Z| < z) = confidence.

# Throws
- `ArgumentError`: a mean that is not finite, or bounds out of order.
- `DomainError`: a negative σ, or a confidence outside (0, 1).

# Examples
```jldoctest
julia> map(end_of -> round(end_of, digits = 4), plan.ci_from_mu_sigma(0.9, 0.1, 0.95, (0, 1)))
(lo = 0.704, hi = 1.0)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.5.
"""
function ci_from_mu_sigma(mu, sigma, confidence = 0.95, clip = nothing)
    return asked_row("ci_from_mu_sigma", (
        mu = number("mu", mu), sigma = number("sigma", sigma),
        confidence = number("confidence", confidence), clip = interval_bounds(clip),
    ))
end

"""
    plan.should_stop(sigma, confidence = 0.95; max_ci_width = nothing, max_half_width = nothing)

Whether a score is known precisely enough.

# Arguments
- `sigma`: posterior standard deviation.
- `confidence`: level of the interval, in (0, 1).
- `max_ci_width`, `max_half_width`: what its width, or half of it, may be at most; one of the two.

# Returns
Whether 2 z σ ≤ max_ci_width, or z σ ≤ max_half_width, with P(|Z| < z) = confidence.

# Throws
- `ArgumentError`: none or both of the widths.
- `DomainError`: a width or σ that is negative or not finite, or a confidence outside (0, 1).

# Examples
```jldoctest
julia> plan.should_stop(0.01, max_half_width = 0.02), plan.should_stop(0.01, max_ci_width = 0.02)
(true, false)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.5.
"""
function should_stop(sigma, confidence = 0.95; max_ci_width = nothing, max_half_width = nothing)
    if (max_ci_width === nothing) == (max_half_width === nothing)
        given = max_ci_width === nothing ? "neither is" : "both are"
        throw(misfit("argument.known", "give one of max_ci_width and max_half_width: $given given"))
    end
    return asked_row("should_stop", (
        sigma = number("sigma", sigma), confidence = number("confidence", confidence),
        max_ci_width = given_number("max_ci_width", max_ci_width),
        max_half_width = given_number("max_half_width", max_half_width),
    )).stop
end

"""
    plan.should_stop_top1(mus_in_id_order, sigmas_in_id_order, confidence = 0.95,
                          method = "ci_overlap")

Whether the model in the lead is separated from every other.

# Arguments
- `mus_in_id_order`, `sigmas_in_id_order`: posterior means and standard deviations of each model.
- `confidence`: in (0, 1).
- `method`: "ci_overlap", where the central intervals do not overlap; or "zscore", where z is at least
  the one-sided normal quantile of the confidence.

# Returns
`(stop, leader, ambiguous)`: the models that are not separated from the leader, counted from 1. Of equal
means the first one leads.

# Throws
- `ArgumentError`: no model, as many means as not deviations, or another method.
- `DomainError`: a negative σ, or a confidence outside (0, 1).

# Examples
```jldoctest
julia> plan.should_stop_top1([0.70, 0.65, 0.20], [0.02, 0.02, 0.02])
(stop = false, leader = 1, ambiguous = [2])
```

# Source
Hariri et al. (2026), arXiv:2510.04265, sections 2.5 and 2.9.
"""
function should_stop_top1(
    mus_in_id_order, sigmas_in_id_order, confidence = 0.95, method = "ci_overlap"
)
    given = posteriors(mus_in_id_order, sigmas_in_id_order, confidence, method)
    return answer_of("should_stop_top1", given) do answer
        top, rivals = only_one(table_of(answer, 0)), table_of(answer, 1)
        (stop = top.stop, leader = top.leader + 1, ambiguous = Int[one.model + 1 for one in rivals])
    end
end

"""
    plan.suggest_next_allocation(mus_in_id_order, sigmas_in_id_order, confidence = 0.95,
                                 method = "ci_overlap")

Which two models to run next: the one in the lead, and the rival least separated from it.

# Arguments
As for [`plan.should_stop_top1`](@ref).

# Returns
`(leader, competitor)`, counted from 1. The competitor has the smallest gap between the intervals, or the
smallest z.

# Throws
As for `plan.should_stop_top1`. Fewer than two models are an error.

# Examples
```jldoctest
julia> plan.suggest_next_allocation([0.70, 0.40, 0.40], [0.01, 0.01, 0.15])
(leader = 1, competitor = 3)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, sections 2.5 and 2.9.
"""
function suggest_next_allocation(
    mus_in_id_order, sigmas_in_id_order, confidence = 0.95, method = "ci_overlap"
)
    given = posteriors(mus_in_id_order, sigmas_in_id_order, confidence, method)
    row = asked_row("suggest_next_allocation", given)
    return (leader = row.leader + 1, competitor = row.competitor + 1)
end

"""Models by their posteriors, as options."""
function posteriors(means, deviations, confidence, method)
    mus = per_model("mus_in_id_order", means)
    sigmas = per_model("sigmas_in_id_order", deviations)
    as_many("sigmas_in_id_order", sigmas, "mus_in_id_order", mus)
    level, rule = number("confidence", confidence), choice("method", method, METHODS)
    return (mus = mus, sigmas = sigmas, confidence = level, method = rule)
end
