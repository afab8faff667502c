# Thresholds: at least j of k trials succeed, and weighted averages of such chances.

"""A share. The library checks the range of a float."""
share(tau::Real) = Value(number("tau", tau))
share(tau::Union{Float16,Float32,Float64}) = Value([Float64(tau)], precision(tau))
share(tau::Bool) = throw(wrong("argument.boolean", "tau", tau, "is a boolean, not a number"))
share(tau) = number("tau", tau)
function share(tau::Union{Integer,Rational})
    written = isone(denominator(tau)) ? string(numerator(tau)) : replace(string(tau), "//" => "/")
    return ratio(tau, numerator(tau), denominator(tau), written)
end
function share(tau::BigFloat)
    isfinite(tau) || return Value(Float64(tau))
    exact = Rational{BigInt}(tau)
    written = Float64(tau) == tau ? string(Float64(tau)) : string(tau)
    return ratio(tau, numerator(exact), denominator(exact), written)
end

"""A share as an option: a number, a fraction, or a number with its significant bits."""
share_option(::Nothing) = nothing
function share_option(tau)
    found = share(tau)
    found isa Value || return found
    found.ratio == (0, 0) || return "$(found.ratio[1])/$(found.ratio[2])"
    return found.bits == 0 ? found.numbers : [only(found.numbers), found.bits]
end

function ratio(tau, numerator, denominator, written)
    # A fraction might overflow in a small type.
    if !(0 <= numerator <= denominator) || denominator == 0
        throw(DomainError(tau, Message("tau = $written is not in [0, 1]", "check.share")))
    end
    if denominator > typemax(UInt64)
        sentence = "tau = $written is too fine: its denominator has more than 64 bits"
        throw(misfit("argument.too_fine", sentence))
    end
    return Value(Float64[], 0, (UInt64(numerator), UInt64(denominator)))
end

"""
    g_pass_at_k_tau(R, k, tau; missing = "error", ragged = "error", complement = false)

G-Pass@k_τ: the chance that at least ⌈τk⌉ of k trials succeed, unbiased.

# Arguments
- `R`, `k`, `missing`, `ragged`, `complement`: as for [`pass_at_k`](@ref).
- `tau`: share in [0, 1]. At least one success is always required, so 0 gives Pass@k and 1 gives
  Pass^k. A float stands for the decimal or the quotient that was meant, within a few roundings of
  its type: j / k requires j successes, and 0.1 * 3 is 0.3. A `Rational` or a `BigFloat` is exact.

# Returns
The mean over questions of Σ C(c, j) C(N - c, k - j) / C(N, k) over j >= max(1, ⌈τk⌉), where c is a
question's successes.

# Throws
As for `pass_at_k`. A τ outside [0, 1] is a `DomainError`. A τ that is no number, or whose
denominator has more than 64 bits, is an `ArgumentError`.

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
    return points(metric("g_pass_at_k_tau"; complement, tau = share(tau)), R, k, missing, ragged)
end

"""
    g_pass_at_k_tau_ci(R, k, tau; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0,
                       beta0 = 1.0, missing = "error", complement = false, interval = "normal",
                       prior = nothing, target = "these")

Posterior of G-Pass@k_τ for k future trials, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`, `complement`, `interval`, `prior`,
  `target`: as for [`pass_at_k_ci`](@ref).
- `tau`: as for [`g_pass_at_k_tau`](@ref).

# Formula
Let p ~ Beta(α, β). A question's g(p) is the chance of at least max(1, ⌈τk⌉) successes in k
independent trials. μ is the mean over questions of E[g], and σ² = Σ Var[g] / M².

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
    missing = "error", complement = false, interval = "normal", prior = nothing, target = "these",
)
    share_of_k = metric("g_pass_at_k_tau"; complement, tau = share(tau))
    known = belief(prior, target, alpha0, beta0)
    return intervals(share_of_k, R, k, confidence, bounds, known, missing; interval)
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
    return points(metric("maj_at_k"; complement), R, k, missing, ragged)
end

"""
    maj_at_k_ci(R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0,
                missing = "error", complement = false, interval = "normal", prior = nothing,
                target = "these")

Posterior of Maj@k for k future trials, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`, `complement`, `interval`, `prior`,
  `target`: as for [`pass_at_k_ci`](@ref).

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
    complement = false, interval = "normal", prior = nothing, target = "these",
)
    given = metric("maj_at_k"; complement)
    known = belief(prior, target, alpha0, beta0)
    return intervals(given, R, k, confidence, bounds, known, missing; interval)
end

"""
    mg_pass_at_k(R, k; missing = "error", ragged = "error", complement = false)

mG-Pass@k: G-Pass@k_τ averaged over τ from 1/2 to 1, unbiased.

# Arguments
- `R`, `k`, `missing`, `ragged`, `complement`: as for [`pass_at_k`](@ref).

# Returns
The mean over questions of (2 / k) Σ (j - m) C(c, j) C(N - c, k - j) / C(N, k) over j > m,
m = ⌈k/2⌉, where c is a question's successes. It is 0 for k = 1.

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
    return points(metric("mg_pass_at_k"; complement), R, k, missing, ragged)
end

"""
    mg_pass_at_k_ci(R, k; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0, beta0 = 1.0,
                    missing = "error", complement = false, interval = "normal", prior = nothing,
                    target = "these")

Posterior of mG-Pass@k for k future trials, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`, `complement`, `interval`, `prior`,
  `target`: as for [`pass_at_k_ci`](@ref).

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
    complement = false, interval = "normal", prior = nothing, target = "these",
)
    given = metric("mg_pass_at_k"; complement)
    known = belief(prior, target, alpha0, beta0)
    return intervals(given, R, k, confidence, bounds, known, missing; interval)
end

"""
    threshold_spectrum_at_k(R, k, weights; missing = "error", ragged = "error", complement = false)

Threshold spectrum: a weighted sum of the chances of at least 1, …, k successes, unbiased.

# Arguments
- `R`, `k`, `missing`, `ragged`, `complement`: as for [`pass_at_k`](@ref).
- `weights`: k weights w_1..w_k, finite, not negative, with a sum of at most 1 (rounding aside).

# Returns
Σ w_r T_r, where T_r is the unbiased estimate of the chance of at least r successes in k trials.
This is the mean over questions of E[A_J] with J successes in k drawn and A_j = w_1 + … + w_j.

# Throws
As for `pass_at_k`. A number of weights other than k is an `ArgumentError`. A weight that is
negative or not finite, or a sum above 1, is a `DomainError`.

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
    thresholds = metric("threshold_spectrum_at_k"; complement, spectrum = spectrum(weights))
    return points(thresholds, R, k, missing, ragged)
end

"""
    threshold_spectrum_at_k_ci(R, k, weights; confidence = 0.95, bounds = (0.0, 1.0), alpha0 = 1.0,
                               beta0 = 1.0, missing = "error", complement = false,
                               interval = "normal", prior = nothing, target = "these")

Posterior of the threshold spectrum for k future trials, with its credible interval.

# Arguments
- `R`, `k`, `confidence`, `bounds`, `alpha0`, `beta0`, `missing`, `complement`, `interval`, `prior`,
  `target`: as for [`pass_at_k_ci`](@ref).
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
    missing = "error", complement = false, interval = "normal", prior = nothing, target = "these",
)
    thresholds = metric("threshold_spectrum_at_k"; complement, spectrum = spectrum(weights))
    known = belief(prior, target, alpha0, beta0)
    return intervals(thresholds, R, k, confidence, bounds, known, missing; interval)
end
