# max_at_k and its posterior. `make calls` writes this file.

export max_at_k, max_at_k_ci

"""
    max_at_k(R, k, w = nothing; missing = "error", ragged = "error")

Max@k: the expected best reward among k trials, unbiased.

# Arguments
- `R`: M × N outcomes in 0..C. Further axes are batch axes.
- `k`: trials drawn, 1 ≤ k ≤ N, or a vector or range of such budgets.
- `w`: C + 1 weights, one per category. The default is (0, 1).
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.
- `ragged`: what to do with questions of fewer than k trials: "error", or "drop".

# Formula
The mean over questions of Σ_i C(i − 1, k − 1) g_i / C(N, k), i = k..N, g_1 ≤ ... ≤ g_N being a
question's rewards in order.

# Returns
The score; an array for a batch or several budgets.

# Throws
- `ArgumentError`: an entry that is missing or no category, an empty R. Fewer than two rewards, or
  one that is not finite.
- `DomainError`: k < 1, or above the trials of a question, which the message names.

# Examples
```jldoctest
julia> max_at_k([0 1 1 0 1; 1 1 0 1 1], 2)
0.95

julia> R = [0 1 2 2 1
            1 1 0 2 2];

julia> max_at_k(R, 2, [0.0, 0.5, 1.0])
0.85
```

# Source
Bagirov et al. (2025), arXiv:2510.23393, appendix C.1. Walder & Karkhanis (2025), arXiv:2505.15201.
"""
function max_at_k(R, k, w = nothing; missing = "error", ragged = "error")
    numbers = weights(w)
    own = metric("max_at_k"; weights = numbers)
    return points(own, R, k, missing, ragged, numbers)
end

"""
    max_at_k_ci(R, k, w = nothing, R0 = nothing; confidence = 0.95, bounds = nothing,
                missing = "error", prior = nothing, target = "these")

Posterior of Max@k for k future trials, with its credible interval.

# Arguments
- `R`: M × N outcomes in 0..C. Further axes are batch axes.
- `k`: trials drawn, 1 to 10^9, or a vector or range of such budgets.
- `w`: C + 1 weights, one per category. The default is (0, 1).
- `R0`: M × D outcomes known beforehand, added to the uniform Dirichlet prior. A batch takes one for
  all of its matrices, or one for each.
- `confidence`: level of the interval, in (0, 1).
- `bounds`: `(lo, hi)` to which both ends are clipped, or `nothing` for the smallest and the largest
  reward. At k = 1 ends are not clipped.
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.
- `prior`: "hierarchical" for a prior that the questions share, whose mean and spread their trials
  tell; `nothing` for a uniform prior on each question. By a shared prior, ends are quantiles of the
  Beta distribution with this mean and σ.
- `target`: "these". "like" is an error, because the posterior has no score of one question.

# Formula
With rewards r_1 < ... < r_L and A_l the chance of at most r_l in one trial, a question's g = r_L −
Σ (r_(l+1) − r_l) A_l^k. Under the Dirichlet posterior of `bayes`, A_l is Beta distributed. For l <
m, A_l / A_m is independent of A_m. So Cov(A_l^k, A_m^k) = Var(A_m^k) E[A_l^k] / E[A_m^k].

# Returns
`(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, P(−z < Z < z) = confidence; arrays for a batch or
several budgets.

# Throws
- `ArgumentError`: an entry that is missing or no category, an empty R, bounds out of order. Fewer
  than two rewards, or one that is not finite.
- `DomainError`: k outside 1..10^9, or a confidence outside (0, 1).

# Examples
```jldoctest
julia> map(figure -> round(figure, digits = 4), max_at_k_ci([0 1 1 0 1; 1 1 0 1 1], 2))
(mu = 0.8393, sigma = 0.0973, lo = 0.6487, hi = 1.0)

julia> R = [0 1 2 2 1
            1 1 0 2 2];

julia> map(figure -> round(figure, digits = 4), max_at_k_ci(R, 2, [0.0, 0.5, 1.0]))
(mu = 0.75, sigma = 0.0881, lo = 0.5773, hi = 0.9227)
```

# Source
Bagirov et al. (2025), arXiv:2510.23393, appendix C.1, with the posterior of Hariri et al. (2026),
arXiv:2510.04265, eq. 9.
"""
function max_at_k_ci(
    R, k, w = nothing, R0 = nothing; confidence = 0.95, bounds = nothing, missing = "error",
    prior = nothing, target = "these",
)
    numbers = weights(w)
    own = metric("max_at_k"; weights = numbers)
    known = belief(prior, target)
    return intervals(own, R, k, confidence, bounds, known, missing, R0, numbers)
end
