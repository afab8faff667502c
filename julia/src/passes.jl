# Pass@k and Pass^k: at least one, and all, of k trials succeed. Pass@k as a curve, and its area.

"""
    pass_at_k(R, k; missing = "error", ragged = "error", complement = false)

Pass@k: the chance that at least one of k trials succeeds, unbiased.

# Arguments
- `R`: M × N outcomes 0 and 1. Further axes are batch axes.
- `k`: trials drawn, 1 <= k <= N, or a vector or range of such budgets.
- `missing`: "error" or "drop", what to do with missing outcomes.
- `ragged`: "error" or "drop", what to do with questions that have fewer than k trials.
- `complement`: give 1 - Pass@k, to full relative accuracy.

# Returns
The mean over questions of 1 - C(N - c, k) / C(N, k), where c is a question's successes. Several
budgets or a batch give an array: first an axis for the budgets, then those of the batch.

# Throws
- `ArgumentError`: an entry that is missing or no outcome, an empty R, or a k that is no whole
  number.
- `DomainError`: a k outside 1..10^9, or above the trials of a question, which the message names.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> pass_at_k(R, 2)
0.95

julia> pass_at_k(R, [1, 2, 5])
3-element Vector{Float64}:
 0.7
 0.95
 1.0
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1.
"""
function pass_at_k(R, k; missing = "error", ragged = "error", complement = false)
    return points(metric("pass_at_k"; complement), R, k, missing, ragged)
end

"""
    pass_at_k_ci(R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0,
                 missing = "error", complement = false, interval = "normal", prior = nothing,
                 target = "these")

Posterior of Pass@k for k future trials, with its credible interval.

# Arguments
- `R`: M × N outcomes 0 and 1. Further axes are batch axes.
- `k`: trials drawn, 1 to 10^9, or a vector or range of such budgets.
- `confidence`: level of the interval, in (0, 1).
- `bounds`: `(lo, hi)` to which both ends are clipped, or nothing.
- `alpha0`, `beta0`: Beta prior of each question's success probability, positive.
- `missing`: "error" or "drop", what to do with missing outcomes.
- `complement`: give the posterior of 1 - Pass@k.
- `interval`: "normal", or "exact": quantiles of the posterior, certified to 1e-10.
- `prior`: "hierarchical" for a prior that the questions share, whose mean and spread their trials
  tell. `nothing` is Beta(alpha0, beta0) on each question.
- `target`: "these" for these questions, or "like" for questions like these, of which these are a
  sample. The latter needs the hierarchical prior.

# Formula
Let p ~ Beta(α, β) with α = alpha0 + c and β = beta0 + N - c. A question's g(p) = 1 - (1 - p)^k has
mean 1 - B(α, β + k) / B(α, β). Its variance v is that of (1 - p)^k. μ is the mean over questions,
and σ² = Σ v / M².

# Returns
`(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, P(|Z| < z) = confidence. Exact ends have P(score < lo) =
P(score > hi) = (1 - confidence) / 2. Under the hierarchical prior, lo and hi are quantiles of the
Beta distribution with this mean and σ. A batch or several budgets give arrays.

# Throws
- `ArgumentError`: as for [`pass_at_k`](@ref), bounds out of order, and an exact interval that
  cannot be certified. The hierarchical prior beside `alpha0`, `beta0` or an exact interval.
  "like" for a single question, or without the hierarchical prior.
- `DomainError`: a k outside 1..10^9, a confidence outside (0, 1), or a prior parameter that is not
  positive and finite.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), pass_at_k_ci(R, 1))
(mu = 0.6429, sigma = 0.1185, lo = 0.4107, hi = 0.875)

julia> map(figure -> round(figure, digits = 4), pass_at_k_ci(R, 2))
(mu = 0.8393, sigma = 0.0973, lo = 0.6487, hi = 1.0)

julia> map(figure -> round(figure, digits = 4), pass_at_k_ci(R, 2, prior = "hierarchical"))
(mu = 0.8705, sigma = 0.0969, lo = 0.629, hi = 0.9906)
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, with the posterior of Hariri et al. (2026),
arXiv:2510.04265, eq. 9 at C = 1.
"""
function pass_at_k_ci(
    R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error",
    complement = false, interval = "normal", prior = nothing, target = "these",
)
    given = metric("pass_at_k"; complement)
    known = belief(prior, target, alpha0, beta0)
    return intervals(given, R, k, confidence, bounds, known, missing; interval)
end

"""
    pass_hat_k(R, k; missing = "error", ragged = "error", complement = false)

Pass^k: the chance that all of k trials succeed, unbiased.

`unanimous_at_k` and `g_pass_at_k` are other names of this function.

# Arguments
- `R`, `k`, `missing`, `ragged`, `complement`: as for [`pass_at_k`](@ref).

# Returns
The mean over questions of C(c, k) / C(N, k), where c is a question's successes.

# Throws
As for `pass_at_k`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> pass_hat_k(R, 2), g_pass_at_k(R, 2)
(0.45, 0.45)
```

# Source
Yao et al. (2024), arXiv:2406.12045, section 4. As G-Pass@k, Liu et al. (2024), arXiv:2412.13147.
"""
function pass_hat_k(R, k; missing = "error", ragged = "error", complement = false)
    return points(metric("pass_hat_k"; complement), R, k, missing, ragged)
end

"""
    pass_hat_k_ci(R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0,
                  missing = "error", complement = false, interval = "normal", prior = nothing,
                  target = "these")

Posterior of Pass^k for k future trials, with its credible interval.

`unanimous_at_k_ci` and `g_pass_at_k_ci` are other names of this function.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`, `complement`, `interval`, `prior`,
  `target`: as for [`pass_at_k_ci`](@ref).

# Formula
With p ~ Beta(α, β), a question's g(p) = p^k has mean B(α + k, β) / B(α, β) and variance
E[p^2k] - E[p^k]².

# Returns
`(mu, sigma, lo, hi)`, arrays for a batch or several budgets.

# Throws
As for `pass_at_k_ci`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), pass_hat_k_ci(R, 2))
(mu = 0.4464, sigma = 0.1462, lo = 0.1599, hi = 0.7329)
```

# Source
Yao et al. (2024), arXiv:2406.12045, section 4, with the posterior of Hariri et al. (2026),
arXiv:2510.04265, eq. 9 at C = 1.
"""
function pass_hat_k_ci(
    R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error",
    complement = false, interval = "normal", prior = nothing, target = "these",
)
    given = metric("pass_hat_k"; complement)
    known = belief(prior, target, alpha0, beta0)
    return intervals(given, R, k, confidence, bounds, known, missing; interval)
end

const unanimous_at_k = pass_hat_k
const g_pass_at_k = pass_hat_k
const unanimous_at_k_ci = pass_hat_k_ci
const g_pass_at_k_ci = pass_hat_k_ci

"""
    pass_curve(R, k_max; missing = "error", ragged = "error", complement = false)

Pass@1, Pass@2, …, Pass@k_max in one pass, unbiased.

# Arguments
- `R`, `missing`, `complement`: as for [`pass_at_k`](@ref).
- `k_max`: the largest budget, 1 <= k_max <= N.
- `ragged`: "error" or "drop", what to do with questions that have fewer than k_max trials.

# Returns
A vector of length k_max, with Pass@k at place k. The axes of a batch come after it.

# Throws
As for `pass_at_k`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> pass_curve(R, 3)
3-element Vector{Float64}:
 0.7
 0.95
 1.0
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1.
"""
function pass_curve(R, k_max; missing = "error", ragged = "error", complement = false)
    return curves(R, k_max, missing, ragged, complement)
end

"""
    auc_at_k(R, k; missing = "error", ragged = "error", complement = false)

AUC@k: the area under Pass@1, …, Pass@k by the trapezoid rule, unbiased.

# Arguments
- `R`, `k`, `missing`, `ragged`, `complement`: as for [`pass_at_k`](@ref).

# Returns
(1 / (k - 1)) Σ (Pass@j + Pass@(j + 1)) / 2 over j = 1..k - 1. For k = 1 it is Pass@1.

# Throws
As for `pass_at_k`.

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
    return points(metric("auc_at_k"; complement), R, k, missing, ragged)
end

"""
    auc_at_k_ci(R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0,
                missing = "error", complement = false, interval = "normal", prior = nothing,
                target = "these")

Posterior of AUC@k for k future trials, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`, `complement`, `interval`, `prior`,
  `target`: as for [`pass_at_k_ci`](@ref).

# Formula
With p ~ Beta(α, β), a question's g(p) is the trapezoid area under 1 - (1 - p)^j, j = 1..k.

# Returns
`(mu, sigma, lo, hi)`. For k = 1 they are those of `pass_at_k_ci`.

# Throws
As for `pass_at_k_ci`.

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
    complement = false, interval = "normal", prior = nothing, target = "these",
)
    given = metric("auc_at_k"; complement)
    known = belief(prior, target, alpha0, beta0)
    return intervals(given, R, k, confidence, bounds, known, missing; interval)
end
