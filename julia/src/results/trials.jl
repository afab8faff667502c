# Trials of questions one after another: numbers, or answers by which equal ones are known.

"""The rows of trials: those of a matrix, of a vector of rows, or one of single entries."""
trial_rows(A, name) = throw(wrong("argument.matrix", name, A, "is not a matrix of trials"))
trial_rows(A::Tuple, name) = trial_rows(collect(Any, A), name)
trial_rows(A::AbstractVector, name) =
    any(is_row, A) ? listed(row -> one_row(row, name), Vector{Any}, A) : [collect(Any, A)]
trial_rows(A::AbstractMatrix, name) =
    [Any[A[i, j] for j in axes(A, 2)] for i in axes(A, 1)]
trial_rows(A::AbstractArray, name) =
    throw(misfit("argument.axes", "$name has $(ndims(A)) axes: a matrix has rows and columns"))

one_row(row, name) = throw(misfit("argument.rows", "$name mixes rows and single outcomes"))
one_row(row::Union{AbstractVector,Tuple}, name) = collect(Any, row)

"""Real numbers, with NaN for missing ones."""
real_rows(rows, name) = map(enumerate(rows)) do (i, row)
    Float64[real_entry(entry, name, (i, j)) for (j, entry) in enumerate(row)]
end

real_entry(::Union{Missing,Nothing}, name, place) = NaN
real_entry(entry::Real, name, place) = number(entry_name(name, place), entry)
real_entry(entry, name, place) =
    throw(wrong("argument.number", name, place, shown(entry), "is not a number"))

is_absent(answer) = answer === missing || answer === nothing
is_absent(answer::AbstractFloat) = isnan(answer)

"""An answer as it is compared: 0.0 and -0.0 are the same."""
comparable(answer) = answer
comparable(answer::AbstractFloat) = iszero(answer) ? zero(answer) : answer

"""A score of each budget by a call, with a warning of the questions that are left out."""
function selected(name, given, k)
    ks = budgets(k)
    rows = asked_rows(name, merge(given, (k = Float64[ks...],)))
    report(Short[(row.dropped, row.k, nothing) for row in rows if row.dropped > 0])
    return ks isa Int64 ? only_one(rows).value : Float64[row.value for row in rows]
end
