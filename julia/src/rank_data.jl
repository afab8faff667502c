# What models are ranked by, as the library holds it.

"""`ScorioRankedModel` of scorio.h."""
struct ScorioRankedModel
    rank::UInt64
    score::Float64
    order_sd::Float64
    sigma::Float64
    lo::Float64
    hi::Float64
    rank_lo::UInt64
    rank_hi::UInt64
    p_best::Float64
end

"""The results of each model, its name, and the clusters of questions."""
struct Contest
    # Keeps the memory alive.
    owner::Array
    first::MatrixView
    models::Int
    stride::Int
    is_counted::Bool
    names::Vector{String}
    clusters::Union{Nothing,Vector{Int64}}
end

const CONTEST = "give an array of questions × trials × models, or a vector with Counts of each model"

Contest(R, models, clusters) =
    throw(wrong("argument.matrix", "R", R, "is not an array of outcomes: $CONTEST"))

function Contest(R::AbstractArray{T,N}, models, clusters) where {T,N}
    throw(misfit("argument.axes", "R has $(plural(N, "axis", "axes")): $CONTEST"))
end

function Contest(R::AbstractArray{T,3}, models, clusters) where {T}
    entries = native(R, "R")
    return Contest(
        entries.owner, matrix(entries, CartesianIndex(1)), size(R, 3), entries.strides[3], false,
        names_of(models, size(R, 3)), codes_of(clusters, size(R, 1)),
    )
end

function Contest(R::AbstractVector, models, clusters)
    all(one -> one isa Counts, R) && !isempty(R) ||
        throw(misfit("argument.axes", "R has 1 axis: $CONTEST"))
    sizes = [size(one.table) for one in R]
    if any(!=(first(sizes)), sizes)
        sentence = "the Counts of R differ in size: they have the same questions and categories"
        throw(misfit("argument.counts", sentence))
    end
    table = cat((one.table for one in R)...; dims = 3)
    entries = Entries(table)
    return Contest(
        table, matrix(entries, CartesianIndex(1)), length(R), entries.strides[3], true,
        names_of(models, length(R)), codes_of(clusters, first(sizes)[1]),
    )
end

"""The names of models: their numbers, if there are none."""
names_of(::Nothing, models) = string.(1:models)
names_of(names, models) =
    throw(wrong("argument.label", "models", names, "is not a vector of names"))
function names_of(names::Union{AbstractVector,Tuple}, models)
    same_length("models", names, models, "model")
    return String[label_name(one, "models", (place,)) for (place, one) in enumerate(names)]
end

"""A number for each label of a cluster."""
codes_of(::Nothing, questions) = nothing
codes_of(labels, questions) =
    throw(wrong("argument.label", "clusters", labels, "is not a vector of labels"))
function codes_of(labels::Union{AbstractVector,Tuple}, questions)
    same_length("clusters", labels, questions, "question")
    known = Dict{String,Int64}()
    code((place, one)) = get!(known, label_name(one, "clusters", (place,)), length(known))
    return Int64[code(each) for each in enumerate(labels)]
end

function same_length(name, values, expected, what)
    length(values) == expected && return nothing
    sentence = "$name has length $(length(values)), but R has $(plural(expected, what))"
    throw(misfit("argument.length", sentence))
end

"""Give `use(handle)` with what models are ranked by, which is freed afterwards."""
function with_contest(use, contest::Contest, weights, aligned::Bool, drop::Bool)
    status, handle = scorio_rank_data(loaded(), contest, weights, aligned, drop)
    check(status)
    try
        return use(handle)
    finally
        scorio_rank_data_free(loaded(), handle)
    end
end

# Calls `scorio_rank_outcomes` or `scorio_rank_counts`.
function scorio_rank_data(library::Library, contest::Contest, weights, aligned, drop)
    handle = Ref{Ptr{Cvoid}}(C_NULL)
    owner, names = contest.owner, contest.names
    clusters = contest.clusters === nothing ? Int64[] : contest.clusters
    worth = weights === nothing ? Float64[] : weights
    status = GC.@preserve owner names clusters worth begin
        texts = map(pointer, names)
        codes = contest.clusters === nothing ? Ptr{Int64}(C_NULL) : pointer(clusters)
        values = weights === nothing ? Ptr{Float64}(C_NULL) : pointer(worth)
        if contest.is_counted
            ccall(
                library.rank_counts,
                Int32,
                (
                    Ref{MatrixView}, Csize_t, Cptrdiff_t, Ptr{Float64}, Ptr{Ptr{UInt8}},
                    Ptr{Int64}, Ref{Ptr{Cvoid}},
                ),
                contest.first, contest.models, contest.stride, values, texts, codes, handle,
            )
        else
            ccall(
                library.rank_outcomes,
                Int32,
                (
                    Ref{MatrixView}, Csize_t, Cptrdiff_t, Ptr{Ptr{UInt8}}, Ptr{Int64}, Bool, Bool,
                    Ref{Ptr{Cvoid}},
                ),
                contest.first, contest.models, contest.stride, texts, codes, aligned, drop, handle,
            )
        end
    end
    return status, handle[]
end

scorio_rank_data_free(library::Library, handle) =
    ccall(library.rank_data_free, Cvoid, (Ptr{Cvoid},), handle)

function scorio_rank_fit(
    library::Library, handle, method, options::Vector{Option}, models, interval, confidence,
    replicates, seed,
)
    rows, failed = Vector{ScorioRankedModel}(undef, models), Ref(UInt64(0))
    status = GC.@preserve options begin
        given = map(ScorioOption, options)
        ccall(
            library.rank_fit,
            Int32,
            (
                Ptr{Cvoid}, Cstring, Ptr{ScorioOption}, Csize_t, Int32, Float64, UInt64, UInt64,
                Csize_t, Ptr{ScorioRankedModel}, Ref{UInt64},
            ),
            handle, method, given, length(given), interval, confidence, replicates, seed, 0, rows,
            failed,
        )
    end
    return status, rows, Int(failed[])
end
