# Count states: how many questions have which counts. A metric is computed from them.

function scorio_tally(library::Library, R::MatrixView, ::Nothing, categories, drop::Bool)
    states = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(
        library.tally,
        Int32,
        (Ref{MatrixView}, Ptr{Cvoid}, Csize_t, Bool, Ref{Ptr{Cvoid}}),
        R, C_NULL, categories, drop, states,
    )
    return status, states[]
end

function scorio_tally(library::Library, R::MatrixView, R0::MatrixView, categories, drop::Bool)
    states = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(
        library.tally,
        Int32,
        (Ref{MatrixView}, Ref{MatrixView}, Csize_t, Bool, Ref{Ptr{Cvoid}}),
        R, R0, categories, drop, states,
    )
    return status, states[]
end

function scorio_tally_ragged(
    library::Library, outcomes::MatrixView, lengths::Vector{Csize_t}, categories, drop::Bool
)
    states = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(
        library.tally_ragged,
        Int32,
        (Ref{MatrixView}, Ptr{Csize_t}, Csize_t, Csize_t, Bool, Ref{Ptr{Cvoid}}),
        outcomes, lengths, length(lengths), categories, drop, states,
    )
    return status, states[]
end

function scorio_tally_counts(library::Library, counts::MatrixView)
    states = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(
        library.tally_counts, Int32, (Ref{MatrixView}, Ref{Ptr{Cvoid}}), counts, states
    )
    return status, states[]
end

scorio_states_free(library::Library, states) =
    ccall(library.states_free, Cvoid, (Ptr{Cvoid},), states)

"""Give `score(states, place)`, and free the states of a tally."""
function counted(score, (status, states)::Tuple{Int32,Ptr{Cvoid}}, place)
    check(status, place)
    try
        return score(states, place)
    finally
        scorio_states_free(loaded(), states)
    end
end

"""
Give `score(states, place)` of R, or an array of the scores of a batch. A score is a `T`, and `place`
is that of a matrix in the batch, or nothing.
"""
each_matrix(score, ::Type{T}, R, R0, categories::Int, drop::Bool) where {T} =
    throw(wrong("argument.matrix", "R", R, "is not a matrix of outcomes"))

each_matrix(score, ::Type{T}, R::AbstractArray{E,0}, R0, categories::Int, drop::Bool) where {T,E} =
    throw(wrong("argument.matrix", "R", R, "is not a matrix of outcomes"))

each_matrix(score, ::Type{T}, R::Tuple, R0, categories::Int, drop::Bool) where {T} =
    each_matrix(score, T, collect(Any, R), R0, categories, drop)

function each_matrix(score, ::Type{T}, R::Counts, R0, categories::Int, drop::Bool) where {T}
    R0 === nothing || throw(misfit("argument.known", "R0 goes with a matrix, not with counts"))
    table = R.table
    return GC.@preserve table begin
        counted(score, scorio_tally_counts(loaded(), matrix(Entries(table))), nothing)
    end
end

function each_matrix(score, ::Type{T}, R::AbstractArray, R0, categories::Int, drop::Bool) where {T}
    entries = native(R, "R")
    known = prior(R0, max(size(R, 1), 1))
    return each_matrix(score, T, entries, known, categories, drop)
end

function each_matrix(score, ::Type{T}, R::AbstractVector, R0, categories::Int, drop::Bool) where {T}
    if eltype(R) <: Union{Missing,Number} || !(any(is_row, R) || eltype(R) <: AbstractArray)
        return each_matrix(score, T, native(R, "R"), prior(R0, 1), categories, drop)
    end
    flat, lengths = joined(R, "R")
    trials = isempty(lengths) ? 0 : Int(first(lengths))
    if all(==(trials), lengths)
        entries = stacked_rows(flat, length(lengths), trials)
        known = prior(R0, max(length(lengths), 1))
        return each_matrix(score, T, entries, known, categories, drop)
    end
    if R0 !== nothing
        sentence = "R0 goes with a rectangular R: the rows of R differ in length"
        throw(misfit("argument.known", sentence))
    end
    outcomes = stacked_rows(flat, 1, length(flat))
    return GC.@preserve flat begin
        tally = scorio_tally_ragged(loaded(), matrix(outcomes), lengths, categories, drop)
        counted(score, tally, nothing)
    end
end

function each_matrix(
    score, ::Type{T}, R::Entries{E,N}, R0, categories::Int, drop::Bool
) where {T,E,N}
    check_axes(R, R0)
    N > 2 && return batch(score, T, R, R0, categories, drop)
    owner, known = R.owner, owner_of(R0)
    return GC.@preserve owner known begin
        tally = scorio_tally(loaded(), matrix(R), prior_matrix(R0, nothing), categories, drop)
        counted(score, tally, nothing)
    end
end

function batch(score, ::Type{T}, R::Entries, R0, categories::Int, drop::Bool) where {T}
    scores = Array{T}(undef, trailing(R))
    owner, known = R.owner, owner_of(R0)
    tallied = Ptr{Cvoid}[]
    try
        # All matrices are read before the first is scored, so that a wrong entry comes first.
        GC.@preserve owner known for place in CartesianIndices(scores)
            status, states =
                scorio_tally(loaded(), matrix(R, place), prior_matrix(R0, place), categories, drop)
            check(status, place)
            push!(tallied, states)
        end
        for (place, states) in zip(CartesianIndices(scores), tallied)
            scores[place] = score(states, place)
        end
    finally
        foreach(states -> scorio_states_free(loaded(), states), tallied)
    end
    return scores
end

owner_of(::Nothing) = nothing
owner_of(R0::Entries) = R0.owner
