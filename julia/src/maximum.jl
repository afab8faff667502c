# Max@k: the best reward among k trials.

"""
    max_at_k(R, k, w = nothing; missing = "error", ragged = "error")

Max@k: the expected best reward among k trials, unbiased.

# Arguments
- `R`: M × N outcomes in 0..C. Further axes are batch axes.
- `k`: trials drawn, 1 <= k <= N, or a vector or range of such budgets.
- `w`: C + 1 rewards, one per category, of any sign. The default (0, 1) gives Pass@k.
- `missing`: "error" or "drop", what to do with missing outcomes.
- `ragged`: "error" or "drop", what to do with questions that have fewer than k trials.

# Returns
The mean over questions of Σ_i C(i - 1, k - 1) g_i / C(N, k) for i = k..N, where
g_1 <= ... <= g_N are a question's rewards in order. A batch or several budgets give an array.

# Throws
As for [`pass_at_k`](@ref). Fewer than two rewards are an `ArgumentError`, a reward that is not
finite is a `DomainError`.

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
    rewards = weights(w)
    return points(metric("max_at_k", weights = rewards), R, k, missing, ragged, rewards)
end

"""
    max_at_k_ci(R, k, w = nothing, R0 = nothing; confidence = 0.95, bounds = nothing,
                missing = "error", prior = nothing, target = "these")

Posterior of Max@k for k future trials, with its credible interval.

# Arguments
- `R`: M × N outcomes in 0..C. Further axes are batch axes.
- `k`: trials drawn, 1 to 10^9, or a vector or range of such budgets.
- `w`: C + 1 rewards, one per category. The default is (0, 1).
- `R0`: M × D outcomes known beforehand, added to the uniform Dirichlet prior. A batch takes one
  for all of its matrices, or one for each.
- `confidence`: level of the interval, in (0, 1).
- `bounds`: `(lo, hi)` to which both ends are clipped. The default is the smallest and the largest
  reward. At k = 1, which is `bayes_ci`, nothing is clipped.
- `missing`: "error" or "drop", what to do with missing outcomes.
- `prior`: "hierarchical" as for [`pass_at_k_ci`](@ref), without R0. `nothing` is uniform.
- `target`: "these". "like" is an error, because the posterior has no score of one question.

# Formula
With rewards r_1 < ... < r_L and A_l the chance of at most r_l in one trial, a question's
g = r_L - Σ (r_(l+1) - r_l) A_l^k. Under the Dirichlet posterior of [`bayes`](@ref), A_l is Beta
distributed. For l < m, A_l / A_m is independent of A_m. Thus
Cov(A_l^k, A_m^k) = Var(A_m^k) E[A_l^k] / E[A_m^k].

# Returns
`(mu, sigma, lo, hi)`, arrays for a batch or several budgets.

# Throws
As for [`bayes_ci`](@ref) and [`pass_at_k_ci`](@ref).

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
    rewards = weights(w)
    best = metric("max_at_k", weights = rewards)
    known = belief(prior, target)
    return intervals(best, R, k, confidence, bounds, known, missing, R0, rewards)
end
