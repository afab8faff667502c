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
mutable struct TailPassProfile
    k::Int
    thresholds::Vector{Float64}
    mean::Vector{Float64}
    questions::Int
    handle::Ptr{Cvoid}
end

function TailPassProfile(handle::Ptr{Cvoid}, k)
    library = loaded()
    thresholds, questions = Ref{Csize_t}(0), Ref{Csize_t}(0)
    profile = TailPassProfile(k, Float64[], Float64[], 0, handle)
    finalizer(one -> scorio_tailpass_free(library, getfield(one, :handle)), profile)
    GC.@preserve profile begin
        check(scorio_tailpass_sizes(library, handle, thresholds, questions))
        profile.questions = questions[]
        resize!(getfield(profile, :thresholds), thresholds[])
        resize!(getfield(profile, :mean), thresholds[])
        check(
            scorio_tailpass_mean(library, handle, profile.thresholds, getfield(profile, :mean))
        )
    end
    return profile
end

function Base.getproperty(profile::TailPassProfile, name::Symbol)
    name === :std && return tailpass_ci(profile).sigma
    name === :covariance && return covariance(profile)
    name === :question_mean && return question_means(profile)
    return getfield(profile, name)
end

Base.propertynames(::TailPassProfile) =
    (:k, :thresholds, :mean, :std, :covariance, :question_mean)

Base.show(io::IO, profile::TailPassProfile) = print(
    io, "TailPassProfile(k = ", profile.k, ", ", plural(profile.questions, "question"), ", ",
    plural(length(profile.thresholds), "threshold"), ")",
)

"""
    tailpass(R, k, w = nothing, R0 = nothing; eta = 1.0, prior = 1.0, thresholds = nothing)

TailPass: the posterior of the chance to earn at least each share of the score in k trials.

# Arguments
- `R`: M × N outcomes in 0..C. A vector is one question.
- `k`: trials of a future bank, however many were observed.
- `w`: C + 1 scores in [0, 1], one per category. The default is (0, 1).
- `R0`: M × D earlier outcomes of the same questions.
- `eta`: what an earlier outcome counts, in [0, 1].
- `prior`: shapes of the Dirichlet prior, positive: one, C + 1, or M × (C + 1).
- `thresholds`: average scores in [0, 1] to reach, increasing. The default is 1/k, …, 1.

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
    R, k, w = nothing, R0 = nothing; eta = 1.0, prior = 1.0, thresholds = nothing
)
    entries, own, draws = one_matrix(R), tail_scores(w), budget(k, "k")
    known = Scorio.prior(R0, max(entries.size[1], 1))
    check_axes(entries, known)
    shapes = prior_shapes(prior, length(own), matrix(entries).rows)
    cuts = numbers("thresholds", thresholds, "increasing scores")
    owner, before = entries.owner, owner_of(known)
    status, handle = GC.@preserve owner before scorio_tailpass(
        loaded(), matrix(entries), prior_matrix(known, nothing), own, draws, number("eta", eta),
        shapes, cuts,
    )
    check(status)
    return TailPassProfile(handle, draws)
end

"""
    tailpass_empirical(R, k, w = nothing; thresholds = nothing)

TailPass of the observed trials: the profile of k drawn without replacement, unbiased.

# Arguments
- `R`, `k`, `w`, `thresholds`: as for [`tailpass`](@ref). `k` is at most N.

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
function tailpass_empirical(R, k, w = nothing; thresholds = nothing)
    entries, own, draws = one_matrix(R), tail_scores(w), budget(k, "k")
    cuts = numbers("thresholds", thresholds, "increasing scores")
    owner = entries.owner
    status, values = GC.@preserve owner scorio_tailpass_empirical(
        loaded(), matrix(entries), own, draws, cuts
    )
    check(status)
    return values
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
    level = number("confidence", confidence)
    found = Vector{NTuple{4,Float64}}(undef, length(profile.thresholds))
    check(GC.@preserve profile scorio_tailpass_intervals(loaded(), profile.handle, level, found))
    return named(Interval, found)
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
    if length(own) != length(profile.thresholds)
        sentence = "weights has length $(length(own)), but the profile has " *
                   plural(length(profile.thresholds), "threshold")
        throw(misfit("argument.length", sentence))
    end
    level = number("confidence", confidence)
    status, found = GC.@preserve profile scorio_tailpass_linear(
        loaded(), profile.handle, own, level
    )
    check(status)
    return named(Interval, found)
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
    power, level = number("lam", lam), number("confidence", confidence)
    status, found = GC.@preserve profile scorio_tailpass_moment(
        loaded(), profile.handle, power, level
    )
    check(status)
    return named(Interval, found)
end

"""One matrix of outcomes, in place or copied."""
one_matrix(R) = throw(wrong("argument.matrix", "R", R, "is not a matrix of outcomes"))
one_matrix(R::Tuple) = one_matrix(collect(Any, R))
function one_matrix(R::AbstractArray)
    single(R, "R")
    R isa AbstractVector && any(is_row, R) && return native(table(R, "R"), "R")
    ndims(R) == 0 && throw(wrong("argument.matrix", "R", R, "is not a matrix of outcomes"))
    return native(R, "R")
end

tail_scores(w) = w === nothing ? [0.0, 1.0] : weights(w)

"""Shapes of the prior, those of a question one after another."""
prior_shapes(prior::Real, categories, questions) = [number("prior", prior)]
function prior_shapes(prior, categories, questions)
    sizes = (prior isa AbstractArray || prior isa Tuple) ? sizes_of(prior) : ()
    if !(sizes in ((1,), (categories,), (questions, categories)))
        what = "has a wrong shape"
        sentence = "prior $what: give one number, $categories, or $questions × $categories"
        throw(misfit("argument.prior", sentence, "prior $what"))
    end
    flat = prior isa AbstractMatrix ? vec(permutedims(prior)) : prior
    return numbers("prior", flat, "positive shapes")
end

sizes_of(prior::Tuple) = (length(prior),)
sizes_of(prior::AbstractArray) = size(prior)

function covariance(profile)
    size = length(profile.thresholds)
    found = Matrix{Float64}(undef, size, size)
    check(GC.@preserve profile scorio_tailpass_covariance(loaded(), profile.handle, found))
    # The library writes row by row.
    return permutedims(found)
end

function question_means(profile)
    found = Matrix{Float64}(undef, length(profile.thresholds), profile.questions)
    check(GC.@preserve profile scorio_tailpass_questions(loaded(), profile.handle, found))
    return permutedims(found)
end

function scorio_tailpass(library::Library, R, R0, scores, k, eta, shapes, thresholds)
    handle = Ref{Ptr{Cvoid}}(C_NULL)
    known = Ref(R0 === nothing ? R : R0)
    status = GC.@preserve known thresholds ccall(
        library.tailpass,
        Int32,
        (
            Ref{MatrixView}, Ptr{Cvoid}, Ptr{Float64}, Csize_t, Int64, Float64, Ptr{Float64},
            Csize_t, Ptr{Float64}, Csize_t, Ref{Ptr{Cvoid}},
        ),
        R, R0 === nothing ? C_NULL : Base.unsafe_convert(Ptr{MatrixView}, known), scores,
        length(scores), k, eta, shapes, length(shapes), or_null(thresholds), count_of(thresholds),
        handle,
    )
    return status, handle[]
end

count_of(::Nothing) = 0
count_of(values) = length(values)

scorio_tailpass_free(library::Library, handle) =
    ccall(library.tailpass_free, Cvoid, (Ptr{Cvoid},), handle)

scorio_tailpass_sizes(library::Library, handle, thresholds, questions) = ccall(
    library.tailpass_sizes, Int32, (Ptr{Cvoid}, Ref{Csize_t}, Ref{Csize_t}), handle, thresholds,
    questions,
)

scorio_tailpass_mean(library::Library, handle, thresholds, means) = ccall(
    library.tailpass_mean, Int32, (Ptr{Cvoid}, Ptr{Float64}, Ptr{Float64}), handle, thresholds,
    means,
)

scorio_tailpass_intervals(library::Library, handle, confidence, intervals) = ccall(
    library.tailpass_intervals, Int32, (Ptr{Cvoid}, Float64, Ptr{NTuple{4,Float64}}), handle,
    confidence, intervals,
)

scorio_tailpass_questions(library::Library, handle, means) =
    ccall(library.tailpass_questions, Int32, (Ptr{Cvoid}, Ptr{Float64}), handle, means)

scorio_tailpass_covariance(library::Library, handle, covariance) =
    ccall(library.tailpass_covariance, Int32, (Ptr{Cvoid}, Ptr{Float64}), handle, covariance)

function scorio_tailpass_linear(library::Library, handle, weights, confidence)
    interval = Ref((0.0, 0.0, 0.0, 0.0))
    status = ccall(
        library.tailpass_linear, Int32,
        (Ptr{Cvoid}, Ptr{Float64}, Float64, Ref{NTuple{4,Float64}}), handle, weights, confidence,
        interval,
    )
    return status, interval[]
end

function scorio_tailpass_moment(library::Library, handle, lam, confidence)
    interval = Ref((0.0, 0.0, 0.0, 0.0))
    status = ccall(
        library.tailpass_moment, Int32, (Ptr{Cvoid}, Float64, Float64, Ref{NTuple{4,Float64}}),
        handle, lam, confidence, interval,
    )
    return status, interval[]
end

# Without thresholds there are k of them, and more than 20,000 are an error.
const MOST_THRESHOLDS = 20_000

function scorio_tailpass_empirical(library::Library, R, scores, k, thresholds)
    length_ = thresholds === nothing ? clamp(k, 0, MOST_THRESHOLDS) : length(thresholds)
    values = Vector{Float64}(undef, length_)
    status = GC.@preserve thresholds ccall(
        library.tailpass_empirical,
        Int32,
        (
            Ref{MatrixView}, Ptr{Float64}, Csize_t, Int64, Ptr{Float64}, Csize_t, Ptr{Float64},
        ),
        R, scores, length(scores), k, or_null(thresholds), count_of(thresholds), values,
    )
    return status, values
end
