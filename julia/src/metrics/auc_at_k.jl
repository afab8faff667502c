# auc_at_k and its posterior. `make calls` writes this file.

export auc_at_k, auc_at_k_ci

"""
    auc_at_k(R, k; missing = "error", ragged = "error", complement = false)

AUC@k: the area under Pass@1, …, Pass@k by the trapezoid rule, unbiased.

# Arguments
- `R`: M × N outcomes 0 and 1. Further axes are batch axes.
- `k`: trials drawn, 1 ≤ k ≤ N, or a vector or range of such budgets.
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.
- `ragged`: what to do with questions of fewer than k trials: "error", or "drop".
- `complement`: give 1 − metric, to full precision.

# Formula
(1 / (k − 1)) Σ (Pass@j + Pass@(j + 1)) / 2 over j = 1..k − 1; Pass@1 for k = 1.

# Returns
The score; an array for a batch or several budgets.

# Throws
- `ArgumentError`: an entry that is missing or no outcome, an empty R.
- `DomainError`: k < 1, or above the trials of a question, which the message names.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> auc_at_k(R, 1), auc_at_k(R, 2), auc_at_k(R, 3)
(0.7, 0.825, 0.9)
```

# Source
Hu et al. (2026), arXiv:2601.08763.
"""
function auc_at_k(R, k; missing = "error", ragged = "error", complement = false)
    own = metric("auc_at_k"; complement)
    return points(own, R, k, missing, ragged)
end

"""
    auc_at_k_ci(R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0,
                missing = "error", interval = "normal", complement = false, prior = nothing,
                target = "these")

Posterior of AUC@k for k future trials, with its credible interval.

# Arguments
- `R`: M × N outcomes 0 and 1. Further axes are batch axes.
- `k`: trials drawn, 1 to 10^9, or a vector or range of such budgets.
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
With p ~ Beta(α, β), a question's g(p) is the trapezoid area under 1 − (1 − p)^j, j = 1..k. For k =
1 it is that of `pass_at_k_ci`.

# Returns
`(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, P(−z < Z < z) = confidence; arrays for a batch or
several budgets. Exact ends have P(score < lo) = P(score > hi) = (1 − confidence) / 2.

# Throws
- `ArgumentError`: an entry that is missing or no outcome, an empty R, bounds out of order, an exact
  interval that cannot be certified, questions like these without the hierarchical prior, or of a
  single one.
- `DomainError`: k outside 1..10^9, or a confidence outside (0, 1), or a prior parameter that is not
  positive and finite.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> auc_at_k_ci(R, 1) == pass_at_k_ci(R, 1)
true

julia> map(figure -> round(figure, digits = 4), auc_at_k_ci(R, 2))
(mu = 0.7411, sigma = 0.1068, lo = 0.5318, hi = 0.9503)
```

# Source
Hu et al. (2026), arXiv:2601.08763, with the posterior of Hariri et al. (2026), arXiv:2510.04265,
eq. 9 at C = 1.
"""
function auc_at_k_ci(
    R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error",
    interval = "normal", complement = false, prior = nothing, target = "these",
)
    own = metric("auc_at_k"; complement)
    known = belief(prior, target, alpha0, beta0)
    return intervals(own, R, k, confidence, bounds, known, missing; interval)
end
