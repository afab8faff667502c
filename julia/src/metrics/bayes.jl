# bayes and its posterior. `make calls` writes this file.

export bayes, bayes_ci

"""
    bayes(R, w = nothing, R0 = nothing; missing = "error")

Bayes@N: posterior mean and standard deviation of the weighted score.

# Arguments
- `R`: M × N outcomes in 0..C. Further axes are batch axes.
- `w`: C + 1 weights, one per category. The default is (0, 1).
- `R0`: M × D outcomes known beforehand, added to the uniform Dirichlet prior. A batch takes one for
  all of its matrices, or one for each.
- `missing`: what to do with missing outcomes: "error", or "drop" to leave them out.

# Formula
Let n_j be the outcomes of category j among R and R0, ν_j = n_j + 1 and T = Σ ν_j. A question's
score has mean m = Σ (ν_j / T) w_j and variance Σ (ν_j / T) (w_j − m)² / (T + 1). Then μ is the mean
of the m, and σ² the sum of the variances over M².

# Returns
`(mu, sigma)`; an array for a batch.

# Throws
- `ArgumentError`: an entry that is missing or no category, an empty R. Fewer than two weights, or
  one that is not finite. R0 of another number of questions.

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
    own = metric("bayes"; weights = numbers)
    return estimates(own, R, R0, missing, numbers)
end

"""
    bayes_ci(R, w = nothing, R0 = nothing; confidence = 0.95, bounds = nothing,
             missing = "error", interval = "normal", prior = nothing, target = "these")

Bayes@N with its central credible interval.

# Arguments
- `R`: M × N outcomes in 0..C. Further axes are batch axes.
- `w`: C + 1 weights, one per category. The default is (0, 1).
- `R0`: M × D outcomes known beforehand, added to the uniform Dirichlet prior. A batch takes one for
  all of its matrices, or one for each.
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
The score is a mean of independent questions. Its characteristic function is the product of theirs,
φ(t) = Π φ_i(t / M). The exact ends invert P(score < x) = 1/2 − ∫ Im(φ(t) e^(-itx)) / (π t) dt over
t > 0.

# Returns
`(mu, sigma, lo, hi)` with lo, hi = μ ∓ z σ, P(−z < Z < z) = confidence; arrays for a batch. Exact
ends have P(score < lo) = P(score > hi) = (1 − confidence) / 2.

# Throws
- `ArgumentError`: an entry that is missing or no category, an empty R, bounds out of order, an
  exact interval that cannot be certified, questions like these without the hierarchical prior, or
  of a single one. Fewer than two weights, or one that is not finite. R0 of another number of
  questions.
- `DomainError`: a confidence outside (0, 1).

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), bayes_ci(R, bounds = (0.0, 1.0)))
(mu = 0.6429, sigma = 0.1185, lo = 0.4107, hi = 0.875)

julia> map(figure -> round(figure, digits = 4), bayes_ci(R, interval = "exact"))
(mu = 0.6429, sigma = 0.1185, lo = 0.398, hi = 0.8559)

julia> map(figure -> round(figure, digits = 4), bayes_ci(R, prior = "hierarchical"))
(mu = 0.7, sigma = 0.139, lo = 0.3624, hi = 0.9271)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.5 and eq. 15.
"""
function bayes_ci(
    R, w = nothing, R0 = nothing; confidence = 0.95, bounds = nothing, missing = "error",
    interval = "normal", prior = nothing, target = "these",
)
    numbers = weights(w)
    own = metric("bayes"; weights = numbers)
    known = belief(prior, target)
    return intervals(own, R, 0, confidence, bounds, known, missing, R0, numbers; interval)
end
