# geo_spectrum_at_k and its posterior. `make calls` writes this file.

export geo_spectrum_at_k, geo_spectrum_at_k_ci

"""
    geo_spectrum_at_k(R, k; lam = 0.5, weights = nothing, missing = "error",
                      ragged = "error")

GeoSpectrum@k: Pass@k^λ S^(1 − λ), S being a threshold spectrum of the data set.

# Arguments
- `R`: M × N outcomes 0 and 1. Further axes are batch axes.
- `k`: trials drawn, 1 ≤ k ≤ N, or a vector or range of such budgets.
- `lam`: λ in [0, 1].
- `weights`: k weights of thresholds, as for `threshold_spectrum_at_k`. With `nothing`, S is
  mG-Pass@k.
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.
- `ragged`: what to do with questions of fewer than k trials: "error", or "drop".

# Formula
`pass_at_k(R, k)^λ S^(1 − λ)`; 0^0 is 1.

# Returns
The score; an array for a batch or several budgets.

# Throws
- `ArgumentError`: an entry that is missing or no outcome, an empty R. A λ outside [0, 1]. Weights
  that `threshold_spectrum_at_k` refuses.
- `DomainError`: k < 1, or above the trials of a question, which the message names.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> round(geo_spectrum_at_k(R, 3), digits = 6), geo_spectrum_at_k(R, 3, lam = 1.0)
(0.408248, 1.0)
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3: the
metrics that are blended, as in scorio 0.2.3.
"""
function geo_spectrum_at_k(
    R, k; lam = 0.5, weights = nothing, missing = "error", ragged = "error",
)
    own = metric(
        "geo_spectrum_at_k"; lam = number("lam", lam), spectrum = weights === nothing ? nothing : spectrum(weights),
    )
    return points(own, R, k, missing, ragged)
end

"""
    geo_spectrum_at_k_ci(R, k; lam = 0.5, weights = nothing, confidence = 0.95,
                         bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error",
                         prior = nothing, target = "these")

Posterior of GeoSpectrum@k for k future trials, to first order, with its credible interval.

# Arguments
- `R`: M × N outcomes 0 and 1. Further axes are batch axes.
- `k`: trials drawn, 1 to 10^9, or a vector or range of such budgets.
- `lam`: λ in [0, 1].
- `weights`: k weights of thresholds, as for `threshold_spectrum_at_k`. With `nothing`, S is
  mG-Pass@k.
- `confidence`: level of the interval, in (0, 1).
- `bounds`: `(lo, hi)` to which both ends are clipped, or `nothing`.
- `alpha0`, `beta0`: beta prior of each question's success probability, positive.
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.
- `prior`: "hierarchical" for a prior that the questions share, whose mean and spread their trials
  tell; `nothing` for Beta(alpha0, beta0) on each question. By a shared prior, ends are quantiles of
  the Beta distribution with this mean and σ.
- `target`: "these". "like" is an error, because the posterior has no score of one question.

# Formula
As `geom_ds_at_k_ci` with y the spectrum S, a = λ, b = 1 − λ.

# Returns
`(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, P(−z < Z < z) = confidence; arrays for a batch or
several budgets.

# Throws
- `ArgumentError`: an entry that is missing or no outcome, an empty R, bounds out of order. A λ
  outside [0, 1]. Weights that `threshold_spectrum_at_k` refuses.
- `DomainError`: k outside 1..10^9, or a confidence outside (0, 1), or a prior parameter that is not
  positive and finite.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), geo_spectrum_at_k_ci(R, 2))
(mu = 0.6121, sigma = 0.1328, lo = 0.3519, hi = 0.8723)
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3: the
metrics that are blended, as in scorio 0.2.3.
"""
function geo_spectrum_at_k_ci(
    R, k; lam = 0.5, weights = nothing, confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0,
    beta0 = 1.0, missing = "error", prior = nothing, target = "these",
)
    own = metric(
        "geo_spectrum_at_k"; lam = number("lam", lam), spectrum = weights === nothing ? nothing : spectrum(weights),
    )
    known = belief(prior, target, alpha0, beta0)
    return intervals(own, R, k, confidence, bounds, known, missing)
end
