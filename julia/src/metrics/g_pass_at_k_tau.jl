# g_pass_at_k_tau and its posterior. `make calls` writes this file.

export g_pass_at_k_tau, g_pass_at_k_tau_ci

"""
    g_pass_at_k_tau(R, k, tau; missing = "error", ragged = "error", complement = false)

G-Pass@k_τ: the chance that at least ⌈τk⌉ of k trials succeed, unbiased.

# Arguments
- `R`: M × N outcomes 0 and 1. Further axes are batch axes.
- `k`: trials drawn, 1 ≤ k ≤ N, or a vector or range of such budgets.
- `tau`: share of the trials that have to succeed, in [0, 1]. One success is always asked for, so
  that 0 gives Pass@k, and 1 gives Pass^k. A float stands for the decimal or the quotient that it is
  nearest to, within a few roundings: j / k asks for j successes, and 0.1 * 3 is 0.3. An exact type
  is taken as it is.
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.
- `ragged`: what to do with questions of fewer than k trials: "error", or "drop".
- `complement`: give 1 − metric, to full precision.

# Formula
The mean over questions of Σ C(c, j) C(N − c, k − j) / C(N, k) over j ≥ max(1, ⌈τk⌉), c being a
question's successes.

# Returns
The score; an array for a batch or several budgets.

# Throws
- `ArgumentError`: an entry that is missing or no outcome, an empty R. A τ outside [0, 1], or one
  that is not a number.
- `DomainError`: k < 1, or above the trials of a question, which the message names.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> g_pass_at_k_tau(R, 2, 0.5), g_pass_at_k_tau(R, 2, 1.0)
(0.95, 0.45)

julia> g_pass_at_k_tau(R, 3, 2 / 3) == g_pass_at_k_tau(R, 3, 2 // 3)
true
```

# Source
Liu et al. (2024), arXiv:2412.13147, section 3.
"""
function g_pass_at_k_tau(R, k, tau; missing = "error", ragged = "error", complement = false)
    own = metric("g_pass_at_k_tau"; complement, tau = share(tau))
    return points(own, R, k, missing, ragged)
end

"""
    g_pass_at_k_tau_ci(R, k, tau; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0,
                       beta0 = 1.0, missing = "error", interval = "normal",
                       complement = false, prior = nothing, target = "these")

Posterior of G-Pass@k_τ for k future trials, with its credible interval.

# Arguments
- `R`: M × N outcomes 0 and 1. Further axes are batch axes.
- `k`: trials drawn, 1 to 10^9, or a vector or range of such budgets.
- `tau`: share of the trials that have to succeed, in [0, 1]. One success is always asked for, so
  that 0 gives Pass@k, and 1 gives Pass^k. A float stands for the decimal or the quotient that it is
  nearest to, within a few roundings: j / k asks for j successes, and 0.1 * 3 is 0.3. An exact type
  is taken as it is.
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
With p ~ Beta(α, β), a question's g(p) is the chance of at least max(1, ⌈τk⌉) successes in k
independent trials. Then μ is the mean over questions of E[g], σ² the sum of Var[g] over M².

# Returns
`(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, P(−z < Z < z) = confidence; arrays for a batch or
several budgets. Exact ends have P(score < lo) = P(score > hi) = (1 − confidence) / 2.

# Throws
- `ArgumentError`: an entry that is missing or no outcome, an empty R, bounds out of order, an exact
  interval that cannot be certified, questions like these without the hierarchical prior, or of a
  single one. A τ outside [0, 1], or one that is not a number.
- `DomainError`: k outside 1..10^9, or a confidence outside (0, 1), or a prior parameter that is not
  positive and finite.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), g_pass_at_k_tau_ci(R, 3, 2 / 3))
(mu = 0.6845, sigma = 0.152, lo = 0.3867, hi = 0.9824)
```

# Source
Liu et al. (2024), arXiv:2412.13147, section 3, with the posterior of Hariri et al. (2026),
arXiv:2510.04265, eq. 9 at C = 1.
"""
function g_pass_at_k_tau_ci(
    R, k, tau; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0,
    missing = "error", interval = "normal", complement = false, prior = nothing,
    target = "these",
)
    own = metric("g_pass_at_k_tau"; complement, tau = share(tau))
    known = belief(prior, target, alpha0, beta0)
    return intervals(own, R, k, confidence, bounds, known, missing; interval)
end
