# geom_at_k and its posterior. `make calls` writes this file.

export geom_at_k, geom_at_k_ci

"""
    geom_at_k(R, k; pass_power = 0.5, unanimous_power = 0.5, missing = "error",
              ragged = "error")

Geom@k: each question's Pass@k^a Pass^k^b, averaged over questions.

# Arguments
- `R`: M × N outcomes 0 and 1. Further axes are batch axes.
- `k`: trials drawn, 1 ≤ k ≤ N, or a vector or range of such budgets.
- `pass_power`: the exponent a of Pass@k, finite.
- `unanimous_power`: the exponent b of Pass^k, finite.
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.
- `ragged`: what to do with questions of fewer than k trials: "error", or "drop".

# Formula
The mean over questions of P^a U^b, P and U being its unbiased Pass@k and Pass^k; 0^0 is 1.

# Returns
The score; an array for a batch or several budgets.

# Throws
- `ArgumentError`: an entry that is missing or no outcome, an empty R. An exponent that is not
  finite. 0 to a negative power.
- `DomainError`: k < 1, or above the trials of a question, which the message names.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> round(geom_at_k(R, 2), digits = 6)
0.647106
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Yao et al. (2024), arXiv:2406.12045, section 4: the
metrics that are blended, as in scorio 0.2.3.
"""
function geom_at_k(
    R, k; pass_power = 0.5, unanimous_power = 0.5, missing = "error", ragged = "error",
)
    own = metric(
        "geom_at_k"; pass_power = number("pass_power", pass_power), unanimous_power = number("unanimous_power", unanimous_power),
    )
    return points(own, R, k, missing, ragged)
end

"""
    geom_at_k_ci(R, k; pass_power = 0.5, unanimous_power = 0.5, confidence = 0.95,
                 bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error",
                 prior = nothing, target = "these")

Posterior of Geom@k for k future trials, to first order, with its credible interval.

# Arguments
- `R`: M × N outcomes 0 and 1. Further axes are batch axes.
- `k`: trials drawn, 1 to 10^9, or a vector or range of such budgets.
- `pass_power`: the exponent a of Pass@k, finite.
- `unanimous_power`: the exponent b of Pass^k, finite.
- `confidence`: level of the interval, in (0, 1).
- `bounds`: `(lo, hi)` to which both ends are clipped, or `nothing`.
- `alpha0`, `beta0`: beta prior of each question's success probability, positive.
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.
- `prior`: "hierarchical" for a prior that the questions share, whose mean and spread their trials
  tell; `nothing` for Beta(alpha0, beta0) on each question. By a shared prior, ends are quantiles of
  the Beta distribution with this mean and σ.
- `target`: "these". "like" is an error, because the posterior has no score of one question.

# Formula
Let x and y be a question's posterior means of Pass@k and Pass^k. Its blend is G = x^a y^b, with
(σ_G / G)² = a² Var x / x² + 2ab Cov / (xy) + b² Var y / y². Then μ is the mean of the G, and σ² the
sum of the σ_G² over M².

# Returns
`(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, P(−z < Z < z) = confidence; arrays for a batch or
several budgets.

# Throws
- `ArgumentError`: an entry that is missing or no outcome, an empty R, bounds out of order. An
  exponent that is not finite. 0 to a negative power.
- `DomainError`: k outside 1..10^9, or a confidence outside (0, 1), or a prior parameter that is not
  positive and finite.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), geom_at_k_ci(R, 2))
(mu = 0.6107, sigma = 0.1331, lo = 0.3498, hi = 0.8716)
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Yao et al. (2024), arXiv:2406.12045, section 4: the
metrics that are blended, as in scorio 0.2.3.
"""
function geom_at_k_ci(
    R, k; pass_power = 0.5, unanimous_power = 0.5, confidence = 0.95, bounds = (0.0, 1.0),
    alpha0 = 1.0, beta0 = 1.0, missing = "error", prior = nothing, target = "these",
)
    own = metric(
        "geom_at_k"; pass_power = number("pass_power", pass_power), unanimous_power = number("unanimous_power", unanimous_power),
    )
    known = belief(prior, target, alpha0, beta0)
    return intervals(own, R, k, confidence, bounds, known, missing)
end
