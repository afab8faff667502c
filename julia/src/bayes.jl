# Bayes@N and avg@N: weighted scores with a Dirichlet posterior.

"""
    bayes(R, w = nothing, R0 = nothing; missing = "error")

Bayes@N: posterior mean and standard deviation of the weighted score.

# Arguments
- `R`: M × N outcomes in 0..C. Further axes are batch axes.
- `w`: C + 1 weights, one per category. The default is (0, 1).
- `R0`: M × D outcomes known beforehand, added to the uniform Dirichlet prior. A batch takes one
  for all of its matrices, or one for each.
- `missing`: "error" or "drop", what to do with missing outcomes.

# Formula
With n_j outcomes of category j among R and R0, let ν_j = n_j + 1 and T = Σ ν_j. A question's score
has mean m = Σ (ν_j / T) w_j and variance v = Σ (ν_j / T) (w_j - m)² / (T + 1). μ is the mean of the
m, and σ² = Σ v / M².

# Returns
`(mu, sigma)`, arrays for a batch.

# Throws
- `ArgumentError`: an entry that is missing or no category, an empty R, fewer than two weights, or
  an R0 with another number of questions.
- `DomainError`: a weight that is not finite.

# Examples
```jldoctest
julia> R = [0 1 2 2 1
            1 1 0 2 2];

julia> w = [0.0, 0.5, 1.0];

julia> mu, sigma = bayes(R, w, [0 2; 1 2]);

julia> round(mu, digits = 6), round(sigma, digits = 6)
(0.575, 0.084275)

julia> map(figure -> round(figure, digits = 6), bayes(R, w))
(mu = 0.5625, sigma = 0.091998)
```

# Source
Hariri et al. (2026), Don't Pass@k, arXiv:2510.04265: Algorithm 1, eq. 15.
"""
function bayes(R, w = nothing, R0 = nothing; missing = "error")
    numbers = weights(w)
    return estimates(metric("bayes", weights = numbers), R, R0, missing, numbers)
end

"""
    bayes_ci(R, w = nothing, R0 = nothing; confidence = 0.95, bounds = nothing, missing = "error",
             interval = "normal", prior = nothing, target = "these")

Bayes@N with its central credible interval.

# Arguments
- `R`, `w`, `R0`, `missing`: as for [`bayes`](@ref).
- `confidence`: level of the interval, in (0, 1).
- `bounds`: `(lo, hi)` to which both ends are clipped, or nothing.
- `interval`: "normal", or "exact": quantiles of the posterior, certified to 1e-10 of the range of w.
- `prior`: "hierarchical" for a prior that the questions share, whose mean and spread their trials
  tell, without R0. `nothing` is a uniform prior on each question.
- `target`: "these" for these questions, or "like" for questions like these, of which these are a
  sample. The latter needs the hierarchical prior.

# Formula
lo, hi = μ ∓ z σ with P(|Z| < z) = confidence. Exact ends have P(score < lo) = P(score > hi) =
(1 - confidence) / 2. Under the hierarchical prior, lo and hi are quantiles of the Beta distribution
with this mean and σ on the range of w.

# Returns
`(mu, sigma, lo, hi)`, arrays for a batch.

# Throws
As for `bayes`. Bounds out of order and an exact interval that cannot be certified are an
`ArgumentError`, a confidence outside (0, 1) is a `DomainError`. The hierarchical prior beside R0 or
an exact interval is an `ArgumentError`, and "like" for a single question.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), bayes_ci(R, bounds = (0.0, 1.0)))
(mu = 0.6429, sigma = 0.1185, lo = 0.4107, hi = 0.875)

julia> map(figure -> round(figure, digits = 4), bayes_ci(R, interval = "exact"))
(mu = 0.6429, sigma = 0.1185, lo = 0.398, hi = 0.8559)

julia> map(figure -> round(figure, digits = 4), bayes_ci(R, prior = "hierarchical"))
(mu = 0.6771, sigma = 0.1306, lo = 0.3991, hi = 0.8987)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.5 and eq. 15.
"""
function bayes_ci(
    R, w = nothing, R0 = nothing; confidence = 0.95, bounds = nothing, missing = "error",
    interval = "normal", prior = nothing, target = "these",
)
    numbers = weights(w)
    bayes_n = metric("bayes", weights = numbers)
    known = belief(prior, target)
    return intervals(bayes_n, R, 0, confidence, bounds, known, missing, R0, numbers; interval)
end

"""
    avg(R, w = nothing; missing = "error")

avg@N: the plain weighted average, with the Bayesian uncertainty on its scale.

# Arguments
- `R`: M × N outcomes in 0..C. Further axes are batch axes.
- `w`: C + 1 weights, one per category. The default is (0, 1).
- `missing`: "error" or "drop", what to do with missing outcomes.

# Formula
a = Σ w_j n_j / N, averaged over questions. σ_a = (T / N) σ_Bayes with T = N + C + 1 under the
uniform prior. With different N, each question has its own factor.

# Returns
`(mu, sigma)` with mu = a, arrays for a batch.

# Throws
As for [`bayes`](@ref).

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
    return estimates(metric("avg", weights = numbers), R, nothing, missing, numbers)
end

"""
    avg_ci(R, w = nothing; confidence = 0.95, bounds = nothing, missing = "error",
           interval = "normal", prior = nothing, target = "these")

avg@N with its central credible interval.

# Arguments
- `R`, `w`, `missing`: as for [`avg`](@ref).
- `confidence`: level of the interval, in (0, 1).
- `bounds`: `(lo, hi)` to which both ends are clipped, or nothing.
- `interval`: "normal", or "exact": quantiles of the posterior on the scale of the average.
- `prior`: "hierarchical" for a prior that the questions share, whose mean and spread their trials
  tell. The score stays the plain average. `nothing` is a uniform prior on each question.
- `target`: "these" for these questions, or "like" for questions like these, of which these are a
  sample. The latter needs the hierarchical prior.

# Formula
lo, hi = a ∓ z σ_a with P(|Z| < z) = confidence. Under the hierarchical prior, lo and hi are
quantiles of the Beta distribution with this mean and σ on the range of w.

# Returns
`(mu, sigma, lo, hi)` with mu = a, arrays for a batch.

# Throws
As for `avg` and [`bayes_ci`](@ref).

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
    avg_n = metric("avg", weights = numbers)
    known = belief(prior, target)
    return intervals(avg_n, R, 0, confidence, bounds, known, missing, nothing, numbers; interval)
end
