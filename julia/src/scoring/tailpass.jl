# TailPass: the chance to earn at least each share of the score in k trials.

"""
    TailPassProfile

The posterior of F(ρ), the chance that k future trials earn an average score of at least ρ.
[`tailpass`](@ref) makes it. It takes [`tailpass_ci`](@ref), [`tailpass_linear`](@ref) and
[`tailpass_moment`](@ref).

# Fields
- `k`: trials of a future bank.
- `thresholds`: the thresholds ρ.
- `mean`, `std`, `covariance`: of F at the thresholds. `std` and `covariance` are computed when they
  are read.
- `question_mean`: the mean of each question, questions × thresholds, computed when it is read.

# Throws
- `DomainError`: a covariance of k above 1,000, or of too many counts of three or more scores.

# Examples
```jldoctest
julia> profile = tailpass([0 1 1; 1 1 1], 4)
TailPassProfile(k = 4, 2 questions, 4 thresholds)

julia> round.(profile.mean, digits = 4)
4-element Vector{Float64}:
 0.9571
 0.8429
 0.6429
 0.3571
```

# Source
Hariri, Hinczewski, Ayday & Chaudhary (2026), Success Has a Shape: TailPass@k for repeated sampling
evaluation.
"""
struct TailPassProfile
    k::Int
    thresholds::Vector{Float64}
    mean::Vector{Float64}
    given::NamedTuple
end

function TailPassProfile(given::NamedTuple)
    rows = asked_rows("tailpass", given)
    thresholds, mean = Float64[row.threshold for row in rows], Float64[row.mean for row in rows]
    return TailPassProfile(given.k, thresholds, mean, given)
end

function Base.getproperty(profile::TailPassProfile, name::Symbol)
    name === :std && return tailpass_ci(profile).sigma
    name === :question_mean && return array_by(profile, 0, (each_question = 1,))
    name === :covariance && return array_by(profile, 1, (covariance = 1,))
    return getfield(profile, name)
end

"""An array of the library's answer about a profile, of which more is asked."""
function array_by(profile, place, more)
    given = merge(profile.given, more)
    return permutedims(answer_of(answer -> array_of(answer, place), "tailpass", given))
end

Base.propertynames(::TailPassProfile) =
    (:k, :thresholds, :mean, :std, :covariance, :question_mean)

Base.show(io::IO, profile::TailPassProfile) = print(
    io, "TailPassProfile(k = ", profile.k, ", ", plural(size(profile.given.R, 2), "question"), ", ",
    plural(length(profile.thresholds), "threshold"), ")",
)

"""
    tailpass(R, k, w = nothing, R0 = nothing; eta = 1.0, prior = 1.0, thresholds = nothing,
             missing = "error")

TailPass: the posterior of the chance to earn at least each share of the score in k trials.

# Arguments
- `R`: M × N outcomes in 0..C. A vector is one question.
- `k`: trials of a future bank, however many were observed.
- `w`: C + 1 scores in [0, 1], one per category. The default is (0, 1).
- `R0`: M × D earlier outcomes of the same questions.
- `eta`: what an earlier outcome counts, in [0, 1].
- `prior`: shapes of the Dirichlet prior, positive: one, C + 1, or M × (C + 1).
- `thresholds`: average scores in [0, 1] to reach, increasing. The default is 1/k, …, 1.
- `missing`: "error", or "drop" to leave missing outcomes of R out.

# Formula
A question's chances have the Dirichlet posterior prior + counts(R) + eta · counts(R0). With S the
average score of k trials, the profile is the mean over questions of P(S >= ρ).

# Returns
A [`TailPassProfile`](@ref).

# Throws
- `ArgumentError`: an entry that is missing or no outcome; thresholds that do not increase; a prior of
  another shape.
- `DomainError`: a score or `eta` outside [0, 1], a prior that is not positive, a k that is too large.

# Examples
```jldoctest
julia> profile = tailpass([0 1 1; 1 1 1], 4);

julia> map(figure -> round(figure, digits = 6), tailpass_moment(profile, 1))
(mu = 0.7, sigma = 0.129099, lo = 0.44697, hi = 0.95303)
```

# Source
Hariri, Hinczewski, Ayday & Chaudhary (2026), Success Has a Shape: TailPass@k for repeated sampling
evaluation.
"""
function tailpass(
    R, k, w = nothing, R0 = nothing; eta = 1.0, prior = 1.0, thresholds = nothing,
    missing = "error",
)
    given = observed(R, k, w, thresholds, missing)
    known = (R0 = earlier(R0), eta = number("eta", eta), prior = prior_shapes(prior))
    return TailPassProfile(merge(given, known))
end

"""
    tailpass_empirical(R, k, w = nothing; thresholds = nothing, missing = "error")

TailPass of the observed trials: the profile of k drawn without replacement, unbiased.

# Arguments
- `R`, `k`, `w`, `thresholds`, `missing`: as for [`tailpass`](@ref). `k` is at most N.

# Returns
The mean over questions of P(S >= ρ) at each threshold.

# Throws
- As for [`tailpass`](@ref).
- `DomainError`: a k above the trials of a question.

# Examples
```jldoctest
julia> round.(tailpass_empirical([0 1 1; 1 1 1], 2), digits = 4)
2-element Vector{Float64}:
 1.0
 0.6667
```

# Source
As for [`tailpass`](@ref).
"""
function tailpass_empirical(R, k, w = nothing; thresholds = nothing, missing = "error")
    return asked_array("tailpass_empirical", observed(R, k, w, thresholds, missing))
end

"""
    tailpass_ci(profile; confidence = 0.95)

Mean, σ and interval of a profile at each threshold.

# Arguments
- `profile`: a [`TailPassProfile`](@ref).
- `confidence`: level of the intervals, in (0, 1). Each has it alone, not all together.

# Returns
Vectors `(mu, sigma, lo, hi)`. Mean and σ are exact, intervals are normal and within [0, 1].

# Throws
- `DomainError`: a confidence outside (0, 1), or too many counts of three or more scores.

# Examples
```jldoctest
julia> round.(tailpass_ci(tailpass([0 1 1; 1 1 1], 4)).sigma, digits = 4)
4-element Vector{Float64}:
 0.061
 0.1348
 0.1862
 0.1791
```

# Source
As for [`tailpass`](@ref).
"""
function tailpass_ci(profile::TailPassProfile; confidence = 0.95)
    level = (confidence = number("confidence", confidence),)
    rows = asked_rows("tailpass", merge(profile.given, level))
    column(name) = Float64[row[name] for row in rows]
    return (mu = profile.mean, sigma = column(:sigma), lo = column(:lo), hi = column(:hi))
end

"""
    tailpass_linear(profile, weights; confidence = 0.95)

Mean, σ and interval of Σ wᵢ F(ρᵢ).

# Arguments
- `profile`: a [`TailPassProfile`](@ref).
- `weights`: one for each threshold, with sum 1. [`tailpass_weights`](@ref) has families of them.
- `confidence`: level of the interval, in (0, 1).

# Returns
`(mu, sigma, lo, hi)`. Mean and σ are exact, the interval is normal and within [0, 1].

# Throws
- `ArgumentError`: another number of weights than of thresholds, or another sum than 1.
- `DomainError`: a weight below 0, or a confidence outside (0, 1).

# Examples
```jldoctest
julia> profile = tailpass([0 1 1; 1 1 1], 4);

julia> round(tailpass_linear(profile, tailpass_weights("moment", 4, 2)).mu, digits = 4)
0.575
```

# Source
As for [`tailpass`](@ref).
"""
function tailpass_linear(profile::TailPassProfile, weights; confidence = 0.95)
    own = numbers("weights", weights, "one weight for each threshold")
    more = (threshold_weights = own, confidence = number("confidence", confidence))
    return asked_row("tailpass_linear", merge(profile.given, more))
end

"""
    tailpass_moment(profile, lam; confidence = 0.95)

Mean, σ and interval of E[Sˡᵃᵐ], where S is the average score of k trials.

# Arguments
- `profile`: a [`TailPassProfile`](@ref).
- `lam`: the power, positive. 1 is the mean score; a larger one counts high scores more.
- `confidence`: level of the interval, in (0, 1).

# Returns
`(mu, sigma, lo, hi)`. Mean and σ are exact, the interval is normal and within [0, 1].

# Throws
- `DomainError`: a power that is not positive, or a confidence outside (0, 1).

# Examples
```jldoctest
julia> round(tailpass_moment(tailpass([0 1 1; 1 1 1], 4), 2).mu, digits = 4)
0.575
```

# Source
As for [`tailpass`](@ref).
"""
function tailpass_moment(profile::TailPassProfile, lam; confidence = 0.95)
    more = (lam = number("lam", lam), confidence = number("confidence", confidence))
    return asked_row("tailpass_moment", merge(profile.given, more))
end

"""Observed trials and what is wanted of them, as options."""
observed(R, k, w, thresholds, missing) = (
    R = outcomes(R), k = budget(k, "k"), weights = w === nothing ? nothing : weights(w),
    thresholds = numbers("thresholds", thresholds, "increasing scores"),
    missing = drops("missing", missing) ? "drop" : "error",
)

"""One matrix of outcomes, whose columns are questions as the library takes them."""
outcomes(R) = throw(wrong("argument.matrix", "R", R, "is not a matrix of outcomes"))
outcomes(R::Tuple) = outcomes(collect(Any, R))
function outcomes(R::AbstractArray)
    single(R, "R")
    ndims(R) == 0 && throw(wrong("argument.matrix", "R", R, "is not a matrix of outcomes"))
    rows = R isa AbstractVector && any(is_row, R) ? table(R, "R") : R
    return turned(is_native(eltype(rows)) && dense(rows) ? rows : copied(rows, "R"))
end

turned(trials::AbstractVector) = reshape(Float64.(trials), :, 1)
turned(rows::AbstractMatrix) =
    permutedims!(Matrix{Float64}(undef, reverse(size(rows))), rows, (2, 1))

"""Earlier outcomes, as the library takes them. Numbers alone are the trials of one question after another."""
earlier(::Nothing) = nothing
earlier(R0) = throw(wrong("argument.matrix", "R0", R0, "is not a matrix of outcomes"))
earlier(R0::Tuple) = earlier(collect(Any, R0))
function earlier(R0::AbstractArray)
    ndims(R0) == 0 && throw(wrong("argument.matrix", "R0", R0, "is not a matrix of outcomes"))
    rows = R0 isa AbstractVector && any(is_row, R0) ? table(R0, "R0") : R0
    entries = Float64.(whole(rows))
    return ndims(entries) == 1 ? entries : permutedims(entries, ndims(entries):-1:1)
end

"""Shapes of the prior, as the library takes them."""
prior_shapes(prior) = numbers("prior", prior, "positive shapes")
prior_shapes(prior::Real) = number("prior", prior)
prior_shapes(prior::AbstractMatrix) =
    permutedims(reshape(prior_shapes(vec(collect(prior))), size(prior)))
