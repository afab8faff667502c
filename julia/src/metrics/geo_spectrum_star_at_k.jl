# geo_spectrum_star_at_k and its posterior. `make calls` writes this file.

export geo_spectrum_star_at_k, geo_spectrum_star_at_k_ci

"""
    geo_spectrum_star_at_k(R, k; missing = "error", ragged = "error")

GeoSpectrum*@k: the geometric mean of Pass@k and mG-Pass@k.

# Arguments
- `R`: M × N outcomes 0 and 1. Further axes are batch axes.
- `k`: trials drawn, 1 ≤ k ≤ N, or a vector or range of such budgets.
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.
- `ragged`: what to do with questions of fewer than k trials: "error", or "drop".

# Formula
√(`pass_at_k(R, k)` `mg_pass_at_k(R, k)`), the default of `geo_spectrum_at_k`.

# Returns
The score; an array for a batch or several budgets.

# Throws
- `ArgumentError`: an entry that is missing or no outcome, an empty R.
- `DomainError`: k < 1, or above the trials of a question, which the message names.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> round(geo_spectrum_star_at_k(R, 3), digits = 6)
0.408248
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3: the
metrics that are blended, as in scorio 0.2.3.
"""
function geo_spectrum_star_at_k(R, k; missing = "error", ragged = "error")
    own = metric("geo_spectrum_star_at_k")
    return points(own, R, k, missing, ragged)
end

"""
    geo_spectrum_star_at_k_ci(R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0,
                              beta0 = 1.0, missing = "error", prior = nothing,
                              target = "these")

Posterior of GeoSpectrum*@k for k future trials, to first order, with its interval.

# Arguments
- `R`: M × N outcomes 0 and 1. Further axes are batch axes.
- `k`: trials drawn, 1 to 10^9, or a vector or range of such budgets.
- `confidence`: level of the interval, in (0, 1).
- `bounds`: `(lo, hi)` to which both ends are clipped, or `nothing`.
- `alpha0`, `beta0`: beta prior of each question's success probability, positive.
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.
- `prior`: "hierarchical" for a prior that the questions share, whose mean and spread their trials
  tell; `nothing` for Beta(alpha0, beta0) on each question. By a shared prior, ends are quantiles of
  the Beta distribution with this mean and σ.
- `target`: "these". "like" is an error, because the posterior has no score of one question.

# Formula
The default of `geo_spectrum_at_k_ci`.

# Returns
`(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, P(−z < Z < z) = confidence; arrays for a batch or
several budgets.

# Throws
- `ArgumentError`: an entry that is missing or no outcome, an empty R, bounds out of order.
- `DomainError`: k outside 1..10^9, or a confidence outside (0, 1), or a prior parameter that is not
  positive and finite.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> geo_spectrum_star_at_k_ci(R, 3) == geo_spectrum_at_k_ci(R, 3)
true
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3: the
metrics that are blended, as in scorio 0.2.3.
"""
function geo_spectrum_star_at_k_ci(
    R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error",
    prior = nothing, target = "these",
)
    own = metric("geo_spectrum_star_at_k")
    known = belief(prior, target, alpha0, beta0)
    return intervals(own, R, k, confidence, bounds, known, missing)
end
