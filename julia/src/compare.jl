# Comparisons of two models, and the questions that decide a difference. compare_calls.jl compares many.

"""
    compare(a, b; …)

Compare two models, named "a" and "b". Their questions are matched by rows, unless they have names.
Options are those of the other method.

# Throws
As for many models.

# Examples
```jldoctest
julia> first(compare([1 1 1; 1 0 1], [0 1 0; 1 0 0])).difference
0.5
```

# Source
As for many models.
"""
compare(a, b; options...) =
    compare(named_pair(a, b; options...); baseline = "b", options...)

"""Two models by their names, whose rows can be matched."""
function named_pair(a, b; paired = true, options...)
    if paired === true && !haskey(options, :questions)
        same_rows(a, b)
    end
    return ["a" => a, "b" => b]
end

"""
    compare_questions(a, b; …)
    compare_questions(R; baseline, …)

Give the questions that decide a difference, those that differ most first.

# Arguments
As for [`compare`](@ref).

# Returns
A vector of rows: `model`, `task`, `question`, `score`, `baseline_score`, `difference`, `part`, `sigma`,
`probability`, `score_name` and `cluster`. The parts add up to the overall difference. `probability` is
P(A > B) on this question. Without names, questions are counted from 1. An unpaired comparison has no
rows.

# Throws
As for `compare`.

# Examples
```jldoctest
julia> a, b = [1 1 1; 1 0 1], [0 1 0; 1 0 0];

julia> [(row.question, row.part) for row in compare_questions(a, b)]
2-element Vector{Tuple{String,Float64}}:
 ("1", 0.3333333333333333)
 ("2", 0.16666666666666666)
```

# Source
As for `compare`.
"""
compare_questions(models...; options...) = first(compare(models...; options...).others)

"""Check that rows can be matched."""
function same_rows(a, b)
    own, base = row_count(a), row_count(b)
    own == base && return nothing
    sentence = "a has $(plural(own, "row")) (questions) but b has $base: give both the same, row by " *
               "row, name the questions, or compare with paired=false"
    throw(misfit("argument.rows", sentence))
end

row_count(results) = throw(wrong("argument.matrix", "R", results, "is not a matrix of outcomes"))
row_count(results::Counts) = size(results.table, 1)
row_count(results::Union{AbstractArray,Tuple}) = size_of_rows(results)
size_of_rows(results::Tuple) = any(is_row, results) ? length(results) : 1
size_of_rows(results::AbstractVector) =
    any(is_row, results) || eltype(results) <: AbstractArray ? length(results) : 1
size_of_rows(results::AbstractArray) = size(results, 1)
