# Geom@k and GeoSpectrum@k: geometric blends of Pass@k with a stricter metric.

const DEFAULT_LAM = 0.5

powers(name, pass_power, unanimous_power) = metric(
    name,
    pass_power = number("pass_power", pass_power),
    unanimous_power = number("unanimous_power", unanimous_power),
)

geo_spectrum(lam, weights) = metric(
    "geo_spectrum_at_k",
    lam = number("lam", lam),
    spectrum = weights === nothing ? nothing : spectrum(weights),
)

"""
    geom_at_k(R, k; pass_power = 0.5, unanimous_power = 0.5, missing = "error", ragged = "error")

Geom@k: each question's Pass@k^a Pass^k^b, averaged over questions.

# Arguments
- `R`, `k`, `missing`, `ragged`: as for [`pass_at_k`](@ref).
- `pass_power`, `unanimous_power`: the exponents a and b, finite.

# Returns
The mean over questions of P^a U^b, where P and U are its unbiased Pass@k and Pass^k. 0^0 is 1.

# Throws
As for `pass_at_k`. An exponent that is not finite, or 0 to a negative power, is a `DomainError`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> round(geom_at_k(R, 2), digits = 6)
0.647106
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Yao et al. (2024), arXiv:2406.12045, section 4.
The blend is that of scorio 0.2.3.
"""
function geom_at_k(
    R, k; pass_power = 0.5, unanimous_power = 0.5, missing = "error", ragged = "error"
)
    return points(powers("geom_at_k", pass_power, unanimous_power), R, k, missing, ragged)
end

"""
    geom_at_k_ci(R, k; pass_power = 0.5, unanimous_power = 0.5, confidence = 0.95,
                 bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error",
                 prior = nothing, target = "these")

Posterior of Geom@k for k future trials, to first order, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`, `prior`: as for
  [`pass_at_k_ci`](@ref).
- `target`: "these". "like" is an error, because the blend has no score of one question.
- `pass_power`, `unanimous_power`: the exponents a and b, finite.

# Formula
A question has posterior means x of Pass@k and y of Pass^k. Its blend is G = x^a y^b, with
(σ_G / G)² = a² Var x / x² + 2ab Cov / (xy) + b² Var y / y². μ is the mean of the G, and
σ² = Σ σ_G² / M².

# Returns
`(mu, sigma, lo, hi)`, arrays for a batch or several budgets.

# Throws
As for `pass_at_k_ci` and [`geom_at_k`](@ref).

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), geom_at_k_ci(R, 2))
(mu = 0.6107, sigma = 0.1331, lo = 0.3498, hi = 0.8716)
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Yao et al. (2024), arXiv:2406.12045, section 4.
The blend is that of scorio 0.2.3.
"""
function geom_at_k_ci(
    R, k; pass_power = 0.5, unanimous_power = 0.5, confidence = 0.95, bounds = (0.0, 1.0),
    alpha0 = 1.0, beta0 = 1.0, missing = "error", prior = nothing, target = "these",
)
    blend = powers("geom_at_k", pass_power, unanimous_power)
    known = belief(prior, target, alpha0, beta0)
    return intervals(blend, R, k, confidence, bounds, known, missing)
end

"""
    geom_ds_at_k(R, k; pass_power = 0.5, unanimous_power = 0.5, missing = "error", ragged = "error")

Geom@k of the data set: Pass@k^a Pass^k^b, each averaged over questions first.

# Arguments
- `R`, `k`, `missing`, `ragged`: as for [`pass_at_k`](@ref).
- `pass_power`, `unanimous_power`: the exponents a and b, finite.

# Returns
`pass_at_k(R, k)`^a `pass_hat_k(R, k)`^b. 0^0 is 1.

# Throws
As for [`geom_at_k`](@ref).

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> round(geom_ds_at_k(R, 2), digits = 6)
0.653835
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Yao et al. (2024), arXiv:2406.12045, section 4.
The blend is that of scorio 0.2.3.
"""
function geom_ds_at_k(
    R, k; pass_power = 0.5, unanimous_power = 0.5, missing = "error", ragged = "error"
)
    return points(powers("geom_ds_at_k", pass_power, unanimous_power), R, k, missing, ragged)
end

"""
    geom_ds_at_k_ci(R, k; pass_power = 0.5, unanimous_power = 0.5, confidence = 0.95,
                    bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error",
                    prior = nothing, target = "these")

Posterior of the data set's Geom@k, to first order, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`, `prior`: as for
  [`pass_at_k_ci`](@ref).
- `target`: "these". "like" is an error, because the blend has no score of one question.
- `pass_power`, `unanimous_power`: the exponents a and b, finite.

# Formula
As [`geom_at_k_ci`](@ref), with the means over questions in place of a question's x and y.

# Returns
`(mu, sigma, lo, hi)`, arrays for a batch or several budgets.

# Throws
As for `geom_at_k_ci`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), geom_ds_at_k_ci(R, 2))
(mu = 0.6121, sigma = 0.1328, lo = 0.3519, hi = 0.8723)
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Yao et al. (2024), arXiv:2406.12045, section 4.
The blend is that of scorio 0.2.3.
"""
function geom_ds_at_k_ci(
    R, k; pass_power = 0.5, unanimous_power = 0.5, confidence = 0.95, bounds = (0.0, 1.0),
    alpha0 = 1.0, beta0 = 1.0, missing = "error", prior = nothing, target = "these",
)
    blend = powers("geom_ds_at_k", pass_power, unanimous_power)
    known = belief(prior, target, alpha0, beta0)
    return intervals(blend, R, k, confidence, bounds, known, missing)
end

"""
    geo_spectrum_at_k(R, k; lam = 0.5, weights = nothing, missing = "error", ragged = "error")

GeoSpectrum@k: Pass@k^λ S^(1 - λ), where S is a threshold spectrum of the data set.

# Arguments
- `R`, `k`, `missing`, `ragged`: as for [`pass_at_k`](@ref).
- `lam`: λ in [0, 1].
- `weights`: k weights of thresholds, as for [`threshold_spectrum_at_k`](@ref). Without them S is
  mG-Pass@k.

# Returns
`pass_at_k(R, k)`^λ S^(1 - λ). 0^0 is 1.

# Throws
As for `threshold_spectrum_at_k`. A λ outside [0, 1] is a `DomainError`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> round(geo_spectrum_at_k(R, 3), digits = 6), geo_spectrum_at_k(R, 3, lam = 1.0)
(0.408248, 1.0)
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3.
The blend is that of scorio 0.2.3.
"""
function geo_spectrum_at_k(
    R, k; lam = DEFAULT_LAM, weights = nothing, missing = "error", ragged = "error"
)
    return points(geo_spectrum(lam, weights), R, k, missing, ragged)
end

"""
    geo_spectrum_at_k_ci(R, k; lam = 0.5, weights = nothing, confidence = 0.95,
                         bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error",
                         prior = nothing, target = "these")

Posterior of GeoSpectrum@k for k future trials, to first order, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`, `prior`: as for
  [`pass_at_k_ci`](@ref).
- `target`: "these". "like" is an error, because the blend has no score of one question.
- `lam`, `weights`: as for [`geo_spectrum_at_k`](@ref).

# Formula
As [`geom_ds_at_k_ci`](@ref), where y is the spectrum S, a = λ and b = 1 - λ.

# Returns
`(mu, sigma, lo, hi)`, arrays for a batch or several budgets.

# Throws
As for `pass_at_k_ci` and `geo_spectrum_at_k`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), geo_spectrum_at_k_ci(R, 2))
(mu = 0.6121, sigma = 0.1328, lo = 0.3519, hi = 0.8723)
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3.
The blend is that of scorio 0.2.3.
"""
function geo_spectrum_at_k_ci(
    R, k; lam = DEFAULT_LAM, weights = nothing, confidence = 0.95, bounds = (0.0, 1.0),
    alpha0 = 1.0, beta0 = 1.0, missing = "error", prior = nothing, target = "these",
)
    blend = geo_spectrum(lam, weights)
    known = belief(prior, target, alpha0, beta0)
    return intervals(blend, R, k, confidence, bounds, known, missing)
end

"""
    geo_spectrum_star_at_k(R, k; missing = "error", ragged = "error")

GeoSpectrum*@k: the geometric mean of Pass@k and mG-Pass@k.

# Arguments
- `R`, `k`, `missing`, `ragged`: as for [`pass_at_k`](@ref).

# Returns
√(`pass_at_k(R, k)` `mg_pass_at_k(R, k)`), the default of [`geo_spectrum_at_k`](@ref).

# Throws
As for `pass_at_k`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> round(geo_spectrum_star_at_k(R, 3), digits = 6)
0.408248
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3.
The blend is that of scorio 0.2.3.
"""
function geo_spectrum_star_at_k(R, k; missing = "error", ragged = "error")
    return points(metric("geo_spectrum_star_at_k"), R, k, missing, ragged)
end

"""
    geo_spectrum_star_at_k_ci(R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0,
                              beta0 = 1.0, missing = "error", prior = nothing, target = "these")

Posterior of GeoSpectrum*@k for k future trials, to first order, with its interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`, `prior`: as for
  [`pass_at_k_ci`](@ref).
- `target`: "these". "like" is an error, because the blend has no score of one question.

# Returns
`(mu, sigma, lo, hi)`, the default of [`geo_spectrum_at_k_ci`](@ref).

# Throws
As for `pass_at_k_ci`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> geo_spectrum_star_at_k_ci(R, 3) == geo_spectrum_at_k_ci(R, 3)
true
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3.
The blend is that of scorio 0.2.3.
"""
function geo_spectrum_star_at_k_ci(
    R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error",
    prior = nothing, target = "these",
)
    blend = metric("geo_spectrum_star_at_k")
    known = belief(prior, target, alpha0, beta0)
    return intervals(blend, R, k, confidence, bounds, known, missing)
end
