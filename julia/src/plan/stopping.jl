# When to stop, and which models to run next. The rules take posterior means and standard deviations.

const METHODS = ("ci_overlap", "zscore")

"""
    plan.should_stop_top1(mus_in_id_order, sigmas_in_id_order, confidence = 0.95,
                          method = "ci_overlap")

Whether the model in the lead is clearly ahead of every other.

# Arguments
- `mus_in_id_order`, `sigmas_in_id_order`: posterior means and standard deviations of each model.
- `confidence`: in (0, 1).
- `method`: "ci_overlap", where the central intervals do not overlap; or "zscore", where z is at least
  the one-sided normal quantile of the confidence.

# Returns
`(stop, leader, ambiguous)`: the models that it is not clearly ahead of, counted from 1. Of equal
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

"""Models by their posteriors, as options."""
function posteriors(means, deviations, confidence, method)
    mus = per_model("mus_in_id_order", means)
    sigmas = per_model("sigmas_in_id_order", deviations)
    as_many("sigmas_in_id_order", sigmas, "mus_in_id_order", mus)
    level, rule = number("confidence", confidence), choice("method", method, METHODS)
    return (mus = mus, sigmas = sigmas, confidence = level, method = rule)
end

"""The same places, counted from 1."""
places_from_one(row) = map(place -> place + 1, row)
