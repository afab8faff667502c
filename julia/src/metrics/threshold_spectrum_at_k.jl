# threshold_spectrum_at_k and its posterior. `make calls` writes this file.

export threshold_spectrum_at_k, threshold_spectrum_at_k_ci

"""
    threshold_spectrum_at_k(R, k, weights; missing = "error", ragged = "error",
                            complement = false)

Threshold spectrum: a weighted sum of the chances of at least 1, …, k successes, unbiased.

# Arguments
- `R`: M × N outcomes 0 and 1. Further axes are batch axes.
- `k`: trials drawn, 1 ≤ k ≤ N.
- `weights`: k weights w_1..w_k of thresholds, finite, not negative, with a sum of at most 1
  (rounding aside).
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.
- `ragged`: what to do with questions of fewer than k trials: "error", or "drop".
- `complement`: give 1 − metric, to full precision.

# Formula
Σ w_r T_r, T_r being the unbiased estimate of the chance of at least r successes in k trials: the
mean over questions of E[A_J], A_j = w_1 + … + w_j, J successes in k drawn.

# Returns
The score; an array for a batch.

# Throws
- `ArgumentError`: an entry that is missing or no outcome, an empty R. Another number of weights
  than k. A weight that is negative or not finite. A sum of weights above 1.
- `DomainError`: k < 1, or above the trials of a question, which the message names.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> threshold_spectrum_at_k(R, 2, [0.5, 0.5])
0.7
```

# Source
Thresholds of Liu et al. (2024), arXiv:2412.13147, section 3.
"""
function threshold_spectrum_at_k(
    R, k, weights; missing = "error", ragged = "error", complement = false,
)
    own = metric("threshold_spectrum_at_k"; complement, spectrum = spectrum(weights))
    return points(own, R, k, missing, ragged)
end

"""
    threshold_spectrum_at_k_ci(R, k, weights; confidence = 0.95, bounds = (0.0, 1.0),
                               alpha0 = 1.0, beta0 = 1.0, missing = "error",
                               interval = "normal", complement = false, prior = nothing,
                               target = "these")

Posterior of the threshold spectrum for k future trials, with its credible interval.

# Arguments
- `R`: M × N outcomes 0 and 1. Further axes are batch axes.
- `k`: trials drawn, 1 to 10^9.
- `weights`: k weights w_1..w_k of thresholds, finite, not negative, with a sum of at most 1
  (rounding aside).
- `confidence`: level of the interval, in (0, 1).
- `bounds`: `(lo, hi)` to which both ends are clipped, or `nothing`.
- `alpha0`, `beta0`: beta prior of each question's success probability, positive.
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.
- `interval`: "normal", or "exact": quantiles of the posterior, certified to 1e-10.
- `complement`: give the posterior of 1 − metric.
- `prior`: "hierarchical" for a prior that the questions share, whose mean and spread their trials
  tell; `nothing` for Beta(alpha0, beta0) on each question. By a shared prior, ends are quantiles of
  the Beta distribution with this mean and σ.
- `target`: "these" for these questions, or "like" for questions like these, of which these are a
  sample. The latter needs the hierarchical prior.

# Formula
With p ~ Beta(α, β), a question's g(p) = Σ_j A_j C(k, j) p^j (1 − p)^(k − j) with A_j = w_1 + … +
w_j.

# Returns
`(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, P(−z < Z < z) = confidence; arrays for a batch. Exact
ends have P(score < lo) = P(score > hi) = (1 − confidence) / 2.

# Throws
- `ArgumentError`: an entry that is missing or no outcome, an empty R, bounds out of order, an exact
  interval that cannot be certified, questions like these without the hierarchical prior, or of a
  single one. Another number of weights than k. A weight that is negative or not finite. A sum of
  weights above 1.
- `DomainError`: k outside 1..10^9, or a confidence outside (0, 1), or a prior parameter that is not
  positive and finite.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), threshold_spectrum_at_k_ci(R, 2, [0.0, 1.0]))
(mu = 0.4464, sigma = 0.1462, lo = 0.1599, hi = 0.7329)
```

# Source
Thresholds of Liu et al. (2024), arXiv:2412.13147, section 3, with the posterior of Hariri et al.
(2026), arXiv:2510.04265, eq. 9 at C = 1.
"""
function threshold_spectrum_at_k_ci(
    R, k, weights; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0,
    missing = "error", interval = "normal", complement = false, prior = nothing,
    target = "these",
)
    own = metric("threshold_spectrum_at_k"; complement, spectrum = spectrum(weights))
    known = belief(prior, target, alpha0, beta0)
    return intervals(own, R, k, confidence, bounds, known, missing; interval)
end
