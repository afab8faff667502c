# avg and its posterior. `make calls` writes this file.

export avg, avg_ci

"""
    avg(R, w = nothing; missing = "error")

avg@N: the plain weighted average, with the Bayesian uncertainty on its scale.

# Arguments
- `R`: M × N outcomes in 0..C. Further axes are batch axes.
- `w`: C + 1 weights, one per category. The default is (0, 1).
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.

# Formula
a = Σ w_j n_j / N, averaged over questions, and σ_a = (T / N) σ_Bayes with T = N + C + 1 under the
uniform prior. With different N, each question has its own factor. σ of the function `avg` and of a
leaderboard differ: the function has a uniform prior for each question, the leaderboard one prior
that all share.

# Returns
`(mu, sigma)`; an array for a batch.

# Throws
- `ArgumentError`: an entry that is missing or no category, an empty R. Fewer than two weights, or
  one that is not finite.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 6), avg(R))
(mu = 0.7, sigma = 0.165831)

julia> R = [0 1 2 2 1
            1 1 0 2 2];

julia> map(figure -> round(figure, digits = 6), avg(R, [0.0, 0.5, 1.0]))
(mu = 0.6, sigma = 0.147196)
```

# Source
Hariri et al. (2026), arXiv:2510.04265: eq. 18 and 20.
"""
function avg(R, w = nothing; missing = "error")
    numbers = weights(w)
    own = metric("avg"; weights = numbers)
    return estimates(own, R, nothing, missing, numbers)
end

"""
    avg_ci(R, w = nothing; confidence = 0.95, bounds = nothing, missing = "error",
           interval = "normal", prior = nothing, target = "these")

avg@N with its central credible interval.

# Arguments
- `R`: M × N outcomes in 0..C. Further axes are batch axes.
- `w`: C + 1 weights, one per category. The default is (0, 1).
- `confidence`: level of the interval, in (0, 1).
- `bounds`: `(lo, hi)` to which both ends are clipped, or `nothing`.
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.
- `interval`: "normal", or "exact": quantiles of the posterior, certified to 1e-10.
- `prior`: "hierarchical" for a prior that the questions share, whose mean and spread their trials
  tell; `nothing` for a uniform prior on each question. By a shared prior, ends are quantiles of the
  Beta distribution with this mean and σ.
- `target`: "these" for these questions, or "like" for questions like these, of which these are a
  sample. The latter needs the hierarchical prior.

# Formula
lo, hi = a ∓ z σ_a. Exact ends are a plus quantiles of the mean of (T / N) (score − m) over
questions.

# Returns
`(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, P(−z < Z < z) = confidence; arrays for a batch. Exact
ends have P(score < lo) = P(score > hi) = (1 − confidence) / 2.

# Throws
- `ArgumentError`: an entry that is missing or no category, an empty R, bounds out of order, an
  exact interval that cannot be certified, questions like these without the hierarchical prior, or
  of a single one. Fewer than two weights, or one that is not finite.
- `DomainError`: a confidence outside (0, 1).

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), avg_ci(R, bounds = (0.0, 1.0)))
(mu = 0.7, sigma = 0.1658, lo = 0.375, hi = 1.0)

julia> map(figure -> round(figure, digits = 4), avg_ci(R, prior = :hierarchical, target = :like))
(mu = 0.7, sigma = 0.1842, lo = 0.0, hi = 1.0)

julia> R = [0 1 2 2 1
            1 1 0 2 2];

julia> map(figure -> round(figure, digits = 4), avg_ci(R, [0.0, 0.5, 1.0]))
(mu = 0.6, sigma = 0.1472, lo = 0.3115, hi = 0.8885)
```

# Source
Hariri et al. (2026), arXiv:2510.04265: eq. 18 and 20.
"""
function avg_ci(
    R, w = nothing; confidence = 0.95, bounds = nothing, missing = "error", interval = "normal",
    prior = nothing, target = "these",
)
    numbers = weights(w)
    own = metric("avg"; weights = numbers)
    known = belief(prior, target)
    return intervals(own, R, 0, confidence, bounds, known, missing, nothing, numbers; interval)
end
