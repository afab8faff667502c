# Geom@k and GeoSpectrum@k: geometric blends of Pass@k with a stricter metric.

"""Geom@k, of each question or of the data set, by its name in the library."""
struct Geom{Name} <: Metric
    pass_power::Float64
    unanimous_power::Float64
    Geom{Name}(pass_power, unanimous_power) where {Name} = new{Name}(
        number("pass_power", pass_power), number("unanimous_power", unanimous_power)
    )
end

const GeomAtK = Geom{:metric_geom_at_k}
const GeomDsAtK = Geom{:metric_geom_ds_at_k}

struct GeoSpectrumAtK{W} <: Metric
    lam::Float64
    weights::W
end

const DEFAULT_LAM = 0.5

function made(library::Library, metric::Geom{Name}, k) where {Name}
    handle = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(
        getfield(library, Name),
        Int32,
        (Int64, Float64, Float64, Ref{Ptr{Cvoid}}),
        k, metric.pass_power, metric.unanimous_power, handle,
    )
    return status, handle[]
end

function made(library::Library, metric::GeoSpectrumAtK, k)
    handle = Ref{Ptr{Cvoid}}(C_NULL)
    weights = metric.weights
    status = ccall(
        library.metric_geo_spectrum_at_k,
        Int32,
        (Int64, Float64, Ptr{Float64}, Csize_t, Ref{Ptr{Cvoid}}),
        k, metric.lam, data(weights), weights === nothing ? 0 : length(weights), handle,
    )
    return status, handle[]
end

"""
    geom_at_k(R, k; pass_power = 0.5, unanimous_power = 0.5, missing = "error", ragged = "error")

Geom@k: each question's Pass@k^a Pass^k^b, averaged over questions.

# Arguments
- `R`, `k`, `missing`, `ragged`: as for [`pass_at_k`](@ref).
- `pass_power`, `unanimous_power`: the exponents a and b, finite.

# Returns
The mean over questions of P^a U^b, P and U being its unbiased Pass@k and Pass^k; 0^0 is 1.

# Throws
As for `pass_at_k`; a `DomainError` for an exponent that is not finite, or for 0 to a negative
power.

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
    R, k; pass_power = 0.5, unanimous_power = 0.5, missing = "error", ragged = "error"
)
    return points(GeomAtK(pass_power, unanimous_power), R, k, missing, ragged)
end

"""
    geom_at_k_ci(R, k; pass_power = 0.5, unanimous_power = 0.5, confidence = 0.95,
                 bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error")

Posterior of Geom@k for k future trials, to first order, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`: as for [`pass_at_k_ci`](@ref).
- `pass_power`, `unanimous_power`: the exponents a and b, finite.

# Formula
With a question's posterior means x of Pass@k and y of Pass^k, its blend is G = x^a y^b and
(σ_G / G)² = a² Var x / x² + 2ab Cov / (xy) + b² Var y / y²; μ is the mean of the G, σ² the sum of
the σ_G² over M².

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
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Yao et al. (2024), arXiv:2406.12045, section 4: the
metrics that are blended, as in scorio 0.2.3.
"""
function geom_at_k_ci(
    R, k; pass_power = 0.5, unanimous_power = 0.5, confidence = 0.95, bounds = (0.0, 1.0),
    alpha0 = 1.0, beta0 = 1.0, missing = "error",
)
    metric = GeomAtK(pass_power, unanimous_power)
    return intervals(metric, R, k, confidence, bounds, alpha0, beta0, missing)
end

"""
    geom_ds_at_k(R, k; pass_power = 0.5, unanimous_power = 0.5, missing = "error", ragged = "error")

Geom@k of the data set: Pass@k^a Pass^k^b, each averaged over questions first.

# Arguments
- `R`, `k`, `missing`, `ragged`: as for [`pass_at_k`](@ref).
- `pass_power`, `unanimous_power`: the exponents a and b, finite.

# Returns
`pass_at_k(R, k)`^a `pass_hat_k(R, k)`^b; 0^0 is 1.

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
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Yao et al. (2024), arXiv:2406.12045, section 4: the
metrics that are blended, as in scorio 0.2.3.
"""
function geom_ds_at_k(
    R, k; pass_power = 0.5, unanimous_power = 0.5, missing = "error", ragged = "error"
)
    return points(GeomDsAtK(pass_power, unanimous_power), R, k, missing, ragged)
end

"""
    geom_ds_at_k_ci(R, k; pass_power = 0.5, unanimous_power = 0.5, confidence = 0.95,
                    bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error")

Posterior of the data set's Geom@k, to first order, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`: as for [`pass_at_k_ci`](@ref).
- `pass_power`, `unanimous_power`: the exponents a and b, finite.

# Formula
As [`geom_at_k_ci`](@ref), with x, y, their variances and covariance those of the means over
questions.

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
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Yao et al. (2024), arXiv:2406.12045, section 4: the
metrics that are blended, as in scorio 0.2.3.
"""
function geom_ds_at_k_ci(
    R, k; pass_power = 0.5, unanimous_power = 0.5, confidence = 0.95, bounds = (0.0, 1.0),
    alpha0 = 1.0, beta0 = 1.0, missing = "error",
)
    metric = GeomDsAtK(pass_power, unanimous_power)
    return intervals(metric, R, k, confidence, bounds, alpha0, beta0, missing)
end

"""
    geo_spectrum_at_k(R, k; lam = 0.5, weights = nothing, missing = "error", ragged = "error")

GeoSpectrum@k: Pass@k^λ S^(1 - λ), S being a threshold spectrum of the data set.

# Arguments
- `R`, `k`, `missing`, `ragged`: as for [`pass_at_k`](@ref).
- `lam`: λ in [0, 1].
- `weights`: k weights of thresholds, as for [`threshold_spectrum_at_k`](@ref); if omitted S is
  mG-Pass@k.

# Returns
`pass_at_k(R, k)`^λ S^(1 - λ); 0^0 is 1.

# Throws
As for `threshold_spectrum_at_k`; a `DomainError` for λ outside [0, 1].

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> round(geo_spectrum_at_k(R, 3), digits = 6), geo_spectrum_at_k(R, 3, lam = 1.0)
(0.408248, 1.0)
```

# Source
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3: the
metrics that are blended, as in scorio 0.2.3.
"""
function geo_spectrum_at_k(
    R, k; lam = DEFAULT_LAM, weights = nothing, missing = "error", ragged = "error"
)
    return points(geo_spectrum(lam, weights), R, k, missing, ragged)
end

"""
    geo_spectrum_at_k_ci(R, k; lam = 0.5, weights = nothing, confidence = 0.95,
                         bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error")

Posterior of GeoSpectrum@k for k future trials, to first order, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`: as for [`pass_at_k_ci`](@ref).
- `lam`, `weights`: as for [`geo_spectrum_at_k`](@ref).

# Formula
As [`geom_ds_at_k_ci`](@ref) with y the spectrum S, a = λ, b = 1 - λ.

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
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3: the
metrics that are blended, as in scorio 0.2.3.
"""
function geo_spectrum_at_k_ci(
    R, k; lam = DEFAULT_LAM, weights = nothing, confidence = 0.95, bounds = (0.0, 1.0),
    alpha0 = 1.0, beta0 = 1.0, missing = "error",
)
    metric = geo_spectrum(lam, weights)
    return intervals(metric, R, k, confidence, bounds, alpha0, beta0, missing)
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
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3: the
metrics that are blended, as in scorio 0.2.3.
"""
function geo_spectrum_star_at_k(R, k; missing = "error", ragged = "error")
    return points(geo_spectrum(DEFAULT_LAM, nothing), R, k, missing, ragged)
end

"""
    geo_spectrum_star_at_k_ci(R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0,
                              beta0 = 1.0, missing = "error")

Posterior of GeoSpectrum*@k for k future trials, to first order, with its interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`: as for [`pass_at_k_ci`](@ref).

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
Chen et al. (2021), arXiv:2107.03374, eq. 1, and Liu et al. (2024), arXiv:2412.13147, section 3: the
metrics that are blended, as in scorio 0.2.3.
"""
function geo_spectrum_star_at_k_ci(
    R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error"
)
    metric = geo_spectrum(DEFAULT_LAM, nothing)
    return intervals(metric, R, k, confidence, bounds, alpha0, beta0, missing)
end

geo_spectrum(lam, ::Nothing) = GeoSpectrumAtK(number("lam", lam), nothing)
geo_spectrum(lam, weights) = GeoSpectrumAtK(number("lam", lam), spectrum(weights))
