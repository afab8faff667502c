# Values of a metric for every matrix of a batch and every budget, in arrays of that shape.

function scorio_point(library::Library, metric, states, drop_short::Bool)
    value, dropped = Ref(0.0), Ref(UInt64(0))
    status = ccall(
        library.point,
        Int32,
        (Ptr{Cvoid}, Ptr{Cvoid}, Bool, Ref{Float64}, Ref{UInt64}),
        metric, states, drop_short, value, dropped,
    )
    return status, value[], Int(dropped[])
end

function scorio_estimate(library::Library, metric, states)
    estimate = Ref((0.0, 0.0))
    status = ccall(
        library.estimate,
        Int32,
        (Ptr{Cvoid}, Ptr{Cvoid}, Ref{NTuple{2,Float64}}),
        metric, states, estimate,
    )
    return status, estimate[]
end

# `compute` is the address of `scorio_interval` or of `scorio_exact_interval`.
function scorio_interval(compute, metric, states, confidence, ::Nothing, prior::Known)
    interval = Ref((0.0, 0.0, 0.0, 0.0))
    status = ccall(
        compute,
        Int32,
        (Ptr{Cvoid}, Ptr{Cvoid}, Float64, Ptr{Float64}, Float64, Float64, Ref{NTuple{4,Float64}}),
        metric, states, confidence, C_NULL, prior.alpha, prior.beta, interval,
    )
    return status, interval[]
end

function scorio_interval(
    compute, metric, states, confidence, bounds::NTuple{2,Float64}, prior::Known
)
    interval = Ref((0.0, 0.0, 0.0, 0.0))
    status = ccall(
        compute,
        Int32,
        (
            Ptr{Cvoid}, Ptr{Cvoid}, Float64, Ref{NTuple{2,Float64}}, Float64, Float64,
            Ref{NTuple{4,Float64}},
        ),
        metric, states, confidence, bounds, prior.alpha, prior.beta, interval,
    )
    return status, interval[]
end

function scorio_hierarchical_interval(
    library::Library, metric, states, confidence, ::Nothing, target
)
    interval = Ref((0.0, 0.0, 0.0, 0.0))
    status = ccall(
        library.hierarchical_interval,
        Int32,
        (Ptr{Cvoid}, Ptr{Cvoid}, Float64, Ptr{Float64}, Int32, Ref{NTuple{4,Float64}}),
        metric, states, confidence, C_NULL, target, interval,
    )
    return status, interval[]
end

function scorio_hierarchical_interval(
    library::Library, metric, states, confidence, bounds::NTuple{2,Float64}, target
)
    interval = Ref((0.0, 0.0, 0.0, 0.0))
    status = ccall(
        library.hierarchical_interval,
        Int32,
        (Ptr{Cvoid}, Ptr{Cvoid}, Float64, Ref{NTuple{2,Float64}}, Int32, Ref{NTuple{4,Float64}}),
        metric, states, confidence, bounds, target, interval,
    )
    return status, interval[]
end

"""The interval of one matrix, by the function of the prior."""
function interval_of(prior::Known, exact::Bool, arguments...)
    library = loaded()
    compute = exact ? library.exact_interval : library.interval
    return scorio_interval(compute, arguments..., prior)
end

interval_of(prior::Hierarchical, exact::Bool, arguments...) =
    scorio_hierarchical_interval(loaded(), arguments..., prior.target)

function scorio_superiority(library::Library, metric, a, b, alpha0, beta0)
    probability = Ref(0.0)
    status = ccall(
        library.superiority,
        Int32,
        (Ptr{Cvoid}, Ptr{Cvoid}, Ptr{Cvoid}, Float64, Float64, Ref{Float64}),
        metric, a, b, alpha0, beta0, probability,
    )
    return status, probability[]
end

function scorio_pass_curve(library::Library, states, k_max, complement::Bool, drop_short::Bool)
    values, dropped = Vector{Float64}(undef, k_max), Ref(UInt64(0))
    status = ccall(
        library.pass_curve,
        Int32,
        (Ptr{Cvoid}, Int64, Bool, Bool, Ptr{Float64}, Ref{UInt64}),
        states, k_max, complement, drop_short, values, dropped,
    )
    return status, values, Int(dropped[])
end

"""Questions that were left out of one score: how many, for which budget, and of which matrix."""
const Short = Tuple{Int,Int64,Union{Nothing,CartesianIndex}}

"""Point estimates of a metric, for each budget."""
function points(metric::Metric, R, k, missing, ragged, w = nothing)
    drop_short = drops("ragged", ragged)
    ks = budgets(k)
    short = Short[]
    found = with_metrics(metric, ks) do handles
        drop = drops("missing", missing)
        each_matrix(each(Float64, handles), R, nothing, categories(w), drop) do states, place
            each_budget(handles) do (handle, budget)
                status, value, dropped = scorio_point(loaded(), handle, states, drop_short)
                check(status, place)
                dropped == 0 || push!(short, (dropped, budget, place))
                value
            end
        end
    end
    report(short)
    return shaped(found, ks)
end

"""Pass@1..k_max."""
function curves(R, k_max, missing, ragged, complement)
    drop_short = drops("ragged", ragged)
    length = budget(k_max, "k_max")
    1 <= length <= MOST_DRAWS || throw(outside(length, "k_max"))
    other, drop = flag(complement), drops("missing", missing)
    short = Short[]
    found = with_metrics(metric("pass_at_k", complement = other), length) do (last, _)
        each_matrix(Vector{Float64}, R, nothing, 2, drop) do states, place
            # Memory for a curve is taken after its last point: k_max may be a slip.
            status, _, dropped = scorio_point(loaded(), last, states, drop_short)
            check(status, place)
            status, curve, _ = scorio_pass_curve(loaded(), states, length, other, drop_short)
            check(status, place)
            dropped == 0 || push!(short, (dropped, length, place))
            curve
        end
    end
    report(short)
    return shaped(found, 1:length)
end

"""Estimates of a metric without a budget."""
function estimates(metric::Metric, R, R0, missing, w)
    found = with_metrics(metric, 0) do (handle, _)
        drop = drops("missing", missing)
        each_matrix(NTuple{2,Float64}, R, R0, categories(w), drop) do states, place
            status, estimate = scorio_estimate(loaded(), handle, states)
            check(status, place)
            estimate
        end
    end
    return named(Estimate, found)
end

"""Posteriors of a metric, with their intervals."""
function intervals(
    metric::Metric, R, k, confidence, bounds, prior, missing, R0 = nothing, w = nothing;
    interval = "normal",
)
    exact = is_exact(interval)
    ks = budgets(k)
    found = with_metrics(metric, ks) do handles
        level, ends = number("confidence", confidence), interval_bounds(bounds)
        require_fit(prior, exact, R0)
        drop = drops("missing", missing)
        each_matrix(each(NTuple{4,Float64}, handles), R, R0, categories(w), drop) do states, place
            each_budget(handles) do (handle, _)
                status, found = interval_of(prior, exact, handle, states, level, ends)
                check(status, place)
                found
            end
        end
    end
    return named(Interval, shaped(found, ks))
end

"""The type of what `each_budget` gives for one matrix."""
each(::Type{T}, ::Tuple) where {T} = T
each(::Type{T}, ::Vector) where {T} = Vector{T}

each_budget(score, handle::Tuple{Ptr{Cvoid},Int64}) = score(handle)
each_budget(score, handles::Vector) = map(score, handles)

"""An axis for several budgets, before the axes of the batch."""
shaped(found, ks::Int64) = found
shaped(found::Vector{T}, ks::AbstractVector) where {T<:Union{Float64,NTuple}} = found
function shaped(found::Array{Vector{T},N}, ks::AbstractVector) where {T,N}
    joined = Array{T,N + 1}(undef, length(ks), size(found)...)
    for place in CartesianIndices(found)
        joined[:, place] = found[place]
    end
    return joined
end

const Estimate = NamedTuple{(:mu, :sigma)}
const Interval = NamedTuple{(:mu, :sigma, :lo, :hi)}

"""Values under their names, or arrays of them."""
named(Names::Type, found::NTuple{N,Float64}) where {N} = Names(found)
named(Names::Type, found::Array{NTuple{N,Float64}}) where {N} =
    Names(ntuple(part -> map(values -> values[part], found), Val(N)))

"""Warn about the questions that each score leaves out."""
function report(short::Vector{Short})
    isempty(short) && return nothing
    sentence, problem = map((place_name, neutral_name)) do name
        parts = map(short) do (dropped, k, place)
            questions = dropped == 1 ? "1 question has" : "$(grouped(dropped)) questions have"
            "$questions fewer than k = $k trials$(place === nothing ? "" : " in $(name(place))")"
        end
        "$(join(parts, "; ")): left out of the score"
    end
    @warn Message(sentence, "warning.short_questions", problem)
    return nothing
end
