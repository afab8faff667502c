# Thresholds: at least so many of k trials succeed, and weighted averages of such chances.

"""A float that stands for the decimal it was meant as: its value and its significant bits."""
struct Rounded
    value::Float64
    bits::UInt32
end

"""G-Pass@k_τ; τ is a float that stands for a decimal, or exact as numerator and denominator."""
struct GPassAtKTau{T<:Union{Rounded,NTuple{2,UInt64}}} <: Metric
    tau::T
    complement::Bool
end

struct ThresholdSpectrumAtK <: Metric
    weights::Vector{Float64}
    complement::Bool
end

function made(library::Library, metric::GPassAtKTau{Rounded}, k)
    handle = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(
        library.metric_g_pass_at_k_rounded,
        Int32,
        (Int64, Float64, UInt32, Bool, Ref{Ptr{Cvoid}}),
        k, metric.tau.value, metric.tau.bits, metric.complement, handle,
    )
    return status, handle[]
end

function made(library::Library, metric::GPassAtKTau{NTuple{2,UInt64}}, k)
    handle = Ref{Ptr{Cvoid}}(C_NULL)
    numerator, denominator = metric.tau
    status = ccall(
        library.metric_g_pass_at_k_ratio,
        Int32,
        (Int64, UInt64, UInt64, Bool, Ref{Ptr{Cvoid}}),
        k, numerator, denominator, metric.complement, handle,
    )
    return status, handle[]
end

function made(library::Library, metric::ThresholdSpectrumAtK, k)
    handle = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(
        library.metric_threshold_spectrum_at_k,
        Int32,
        (Int64, Ptr{Float64}, Csize_t, Bool, Ref{Ptr{Cvoid}}),
        k, metric.weights, length(metric.weights), metric.complement, handle,
    )
    return status, handle[]
end

"""A share; the library checks the range of a float."""
share(tau::Real) = Rounded(number("tau", tau), precision(Float64))
share(tau::Union{Float16,Float32,Float64}) = Rounded(tau, precision(tau))
share(tau::Bool) = throw(ArgumentError("tau = $tau is a boolean, not a number"))
share(tau) = throw(ArgumentError("tau = $(shown(tau)) is not a number"))
function share(tau::Union{Integer,Rational})
    written = isone(denominator(tau)) ? string(numerator(tau)) : replace(string(tau), "//" => "/")
    return ratio(tau, numerator(tau), denominator(tau), written)
end
function share(tau::BigFloat)
    isfinite(tau) || return Rounded(tau, precision(Float64))
    exact = Rational{BigInt}(tau)
    written = Float64(tau) == tau ? string(Float64(tau)) : string(tau)
    return ratio(tau, numerator(exact), denominator(exact), written)
end

function ratio(tau, numerator, denominator, written)
    # Without a fraction, which in a small type might overflow.
    if !(0 <= numerator <= denominator) || denominator == 0
        throw(DomainError(tau, "tau = $written is not in [0, 1]"))
    end
    if denominator > typemax(UInt64)
        sentence = "tau = $written is too fine: its denominator has more than 64 bits"
        throw(ArgumentError(sentence))
    end
    return UInt64(numerator), UInt64(denominator)
end

"""
    g_pass_at_k_tau(R, k, tau; missing = "error", ragged = "error", complement = false)

G-Pass@k_τ: the chance that at least ⌈τk⌉ of k trials succeed, unbiased.

# Arguments
- `R`, `k`, `missing`, `ragged`, `complement`: as for [`pass_at_k`](@ref).
- `tau`: share in [0, 1]; at least one success is always asked for, so that 0 gives Pass@k, and 1
  gives Pass^k. A float stands for the decimal or the quotient it was meant as, within a few
  roundings of its type: j / k asks for j successes, and 0.1 * 3 is 0.3. A `Rational` or a
  `BigFloat` is exact.

# Returns
The mean over questions of Σ C(c, j) C(N - c, k - j) / C(N, k) over j >= max(1, ⌈τk⌉), c being a
question's successes.

# Throws
As for `pass_at_k`; a `DomainError` for τ outside [0, 1]; an `ArgumentError` for τ that is no
number, or whose denominator has more than 64 bits.

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
    return points(GPassAtKTau(share(tau), flag(complement)), R, k, missing, ragged)
end

"""
    g_pass_at_k_tau_ci(R, k, tau; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0,
                       missing = "error", complement = false)

Posterior of G-Pass@k_τ for k future trials, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`, `complement`: as for
  [`pass_at_k_ci`](@ref).
- `tau`: as for [`g_pass_at_k_tau`](@ref).

# Formula
With p ~ Beta(α, β), a question's g(p) is the chance of at least max(1, ⌈τk⌉) successes in k
independent trials; μ is the mean over questions of E[g], σ² the sum of Var[g] over M².

# Returns
`(mu, sigma, lo, hi)`, arrays for a batch or several budgets.

# Throws
As for `pass_at_k_ci` and `g_pass_at_k_tau`.

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
    missing = "error", complement = false,
)
    metric = GPassAtKTau(share(tau), flag(complement))
    return intervals(metric, R, k, confidence, bounds, alpha0, beta0, missing)
end

"""
    maj_at_k(R, k; missing = "error", ragged = "error", complement = false)

Maj@k: the chance that more than half of k trials succeed, unbiased.

# Arguments
- `R`, `k`, `missing`, `ragged`, `complement`: as for [`pass_at_k`](@ref).

# Returns
G-Pass@k_τ at τ = (⌊k/2⌋ + 1) / k.

# Throws
As for `pass_at_k`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> maj_at_k(R, 1), maj_at_k(R, 2), maj_at_k(R, 3)
(0.7, 0.45, 0.85)
```

# Source
G-Pass@k of Liu et al. (2024), arXiv:2412.13147, at the threshold of a strict majority.
"""
function maj_at_k(R, k; missing = "error", ragged = "error", complement = false)
    return points(MajAtK(complement), R, k, missing, ragged)
end

"""
    maj_at_k_ci(R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0,
                missing = "error", complement = false)

Posterior of Maj@k for k future trials, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`, `complement`: as for
  [`pass_at_k_ci`](@ref).

# Returns
`(mu, sigma, lo, hi)`, those of `g_pass_at_k_tau_ci` at τ = (⌊k/2⌋ + 1) / k.

# Throws
As for `pass_at_k_ci`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), maj_at_k_ci(R, 2))
(mu = 0.4464, sigma = 0.1462, lo = 0.1599, hi = 0.7329)

julia> map(figure -> round(figure, digits = 4), maj_at_k_ci(R, 3))
(mu = 0.6845, sigma = 0.152, lo = 0.3867, hi = 0.9824)
```

# Source
G-Pass@k of Liu et al. (2024), arXiv:2412.13147, at the threshold of a strict majority, with the
posterior of Hariri et al. (2026), arXiv:2510.04265, eq. 9 at C = 1.
"""
function maj_at_k_ci(
    R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error",
    complement = false,
)
    return intervals(MajAtK(complement), R, k, confidence, bounds, alpha0, beta0, missing)
end

"""
    mg_pass_at_k(R, k; missing = "error", ragged = "error", complement = false)

mG-Pass@k: G-Pass@k_τ averaged over τ from 1/2 to 1, unbiased.

# Arguments
- `R`, `k`, `missing`, `ragged`, `complement`: as for [`pass_at_k`](@ref).

# Returns
The mean over questions of (2 / k) Σ (j - m) C(c, j) C(N - c, k - j) / C(N, k) over j > m,
m = ⌈k/2⌉, c being a question's successes. It is 0 for k = 1.

# Throws
As for `pass_at_k`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> round(mg_pass_at_k(R, 2), digits = 6), round(mg_pass_at_k(R, 3), digits = 6)
(0.45, 0.166667)
```

# Source
Liu et al. (2024), arXiv:2412.13147, section 3.
"""
function mg_pass_at_k(R, k; missing = "error", ragged = "error", complement = false)
    return points(MgPassAtK(complement), R, k, missing, ragged)
end

"""
    mg_pass_at_k_ci(R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0,
                    missing = "error", complement = false)

Posterior of mG-Pass@k for k future trials, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`, `complement`: as for
  [`pass_at_k_ci`](@ref).

# Formula
With p ~ Beta(α, β) and J successes in k independent trials, a question's g(p) is
(2 / k) E[max(J - m, 0) | p], m = ⌈k/2⌉.

# Returns
`(mu, sigma, lo, hi)`, arrays for a batch or several budgets.

# Throws
As for `pass_at_k_ci`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), mg_pass_at_k_ci(R, 2))
(mu = 0.4464, sigma = 0.1462, lo = 0.1599, hi = 0.7329)
```

# Source
Liu et al. (2024), arXiv:2412.13147, section 3, with the posterior of Hariri et al. (2026),
arXiv:2510.04265, eq. 9 at C = 1.
"""
function mg_pass_at_k_ci(
    R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0, missing = "error",
    complement = false,
)
    return intervals(MgPassAtK(complement), R, k, confidence, bounds, alpha0, beta0, missing)
end

"""
    threshold_spectrum_at_k(R, k, weights; missing = "error", ragged = "error", complement = false)

Threshold spectrum: a weighted sum of the chances of at least 1, …, k successes, unbiased.

# Arguments
- `R`, `k`, `missing`, `ragged`, `complement`: as for [`pass_at_k`](@ref).
- `weights`: k weights w_1..w_k, finite, not negative, with a sum of at most 1 (rounding aside).

# Returns
Σ w_r T_r, T_r being the unbiased estimate of the chance of at least r successes in k trials: the
mean over questions of E[A_J], A_j = w_1 + … + w_j, J successes in k drawn.

# Throws
As for `pass_at_k`; an `ArgumentError` for another number of weights than k, a `DomainError` for a
weight that is negative or not finite, or a sum above 1.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> threshold_spectrum_at_k(R, 2, [0.5, 0.5])
0.7
```

# Source
Thresholds of Liu et al. (2024), arXiv:2412.13147, section 3.
"""
function threshold_spectrum_at_k(
    R, k, weights; missing = "error", ragged = "error", complement = false
)
    metric = ThresholdSpectrumAtK(spectrum(weights), flag(complement))
    return points(metric, R, k, missing, ragged)
end

"""
    threshold_spectrum_at_k_ci(R, k, weights; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0,
                               beta0 = 1.0, missing = "error", complement = false)

Posterior of the threshold spectrum for k future trials, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`, `complement`: as for
  [`pass_at_k_ci`](@ref).
- `weights`: as for [`threshold_spectrum_at_k`](@ref).

# Formula
With p ~ Beta(α, β), a question's g(p) = Σ_j A_j C(k, j) p^j (1 - p)^(k - j) with
A_j = w_1 + … + w_j.

# Returns
`(mu, sigma, lo, hi)`, arrays for a batch or several budgets.

# Throws
As for `pass_at_k_ci` and `threshold_spectrum_at_k`.

# Examples
```jldoctest
julia> R = [0 1 1 0 1
            1 1 0 1 1];

julia> map(figure -> round(figure, digits = 4), threshold_spectrum_at_k_ci(R, 2, [0.0, 1.0]))
(mu = 0.4464, sigma = 0.1462, lo = 0.1599, hi = 0.7329)
```

# Source
Thresholds of Liu et al. (2024), arXiv:2412.13147, section 3, with the posterior of Hariri et al.
(2026), arXiv:2510.04265, eq. 9 at C = 1.
"""
function threshold_spectrum_at_k_ci(
    R, k, weights; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0,
    missing = "error", complement = false,
)
    metric = ThresholdSpectrumAtK(spectrum(weights), flag(complement))
    return intervals(metric, R, k, confidence, bounds, alpha0, beta0, missing)
end
