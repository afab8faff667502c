# Counts of outcomes, for tables that are counted elsewhere.

"""
    Counts(table)
    Counts(successes, trials)

How often each question had each outcome: what a data base or the command line has counted, in
place of a results matrix.

# Arguments
- `table`: M × (C + 1) whole numbers from 0; column j holds how often category j - 1 came.
- `successes`, `trials`: vectors of length M; `trials` may be one number for all questions.

The counts of the same questions in the same order add up with `+`; those of other questions are
appended with `vcat`. Every function takes counts in place of `R`.

# Throws
- `ArgumentError`: a count that is no whole number from 0 to 2^53; fewer than two columns; more
  successes than trials; vectors that differ in length; counts of other categories or questions.

# Examples
```jldoctest
julia> counts = Counts([3, 4], 5)
Counts(2 questions, 2 categories, 10 trials)

julia> bayes(counts) == bayes([0 1 1 0 1; 1 1 0 1 1])
true

julia> counts + Counts([0, 1], [1, 1])
Counts(2 questions, 2 categories, 12 trials)

julia> vcat(counts, Counts([2 0]))
Counts(3 questions, 2 categories, 12 trials)
```
"""
struct Counts
    table::Matrix{Int64}

    function Counts(table::AbstractMatrix)
        if size(table, 2) < 2
            throw(
                ArgumentError(
                    "counts has $(plural(size(table, 2), "column")): " *
                    "give one for each category, at least two",
                ),
            )
        end
        copy = Matrix{Int64}(undef, size(table))
        for (place, count) in zip(CartesianIndices(copy), table)
            copy[place] = whole_count(count, "counts", place)
        end
        return new(copy)
    end
end

function Counts(successes::AbstractVector, trials::Union{Number,AbstractVector})
    M = length(successes)
    if trials isa AbstractVector && length(trials) != M
        throw(ArgumentError("successes has length $M but trials has length $(length(trials))"))
    end
    all_tried = trials isa AbstractVector ? trials : Iterators.repeated(trials, M)
    table = Matrix{Int64}(undef, M, 2)
    for (row, (success, trial)) in enumerate(zip(successes, all_tried))
        succeeded = whole_count(success, "successes", (row,))
        tried = whole_count(trial, "trials", trials isa AbstractVector ? (row,) : ())
        if succeeded > tried
            others = trials isa AbstractVector ? entry_name("trials", (row,)) : "trials"
            sentence = "successes[$row] = $succeeded is more than $others = $tried"
            throw(ArgumentError(sentence))
        end
        table[row, 1], table[row, 2] = tried - succeeded, succeeded
    end
    return Counts(table)
end

Counts(table) =
    throw(ArgumentError("counts = $(shown(table)) is not a matrix, a row for each question"))
function Counts(successes, trials)
    if successes isa AbstractVector
        throw(ArgumentError("trials = $(shown(trials)) is not a number, or a vector of them"))
    end
    sentence = "successes = $(shown(successes)) is not a vector, an entry for each question"
    throw(ArgumentError(sentence))
end

"""A count, which is exact in every type that it passes."""
function whole_count(count, name::String, place)
    written = isempty(Tuple(place)) ? name : entry_name(name, place)
    if count isa Bool || !is_whole(count) || count < 0
        throw(ArgumentError("$written = $(shown(count)) is not a count: a whole number from 0"))
    end
    count <= maxintfloat(Float64) ||
        throw(ArgumentError("$written = $(shown(count)) is too large: a count is at most 2^53"))
    return Int64(count)
end

function Base.:+(one::Counts, other::Counts)
    same_categories(one, other)
    M, N = size(one.table, 1), size(other.table, 1)
    if M != N
        throw(
            ArgumentError(
                "counts of $(plural(M, "question")) and of $(plural(N, "question")) do not add " *
                "up: the questions are the same in the same order, or appended with vcat",
            ),
        )
    end
    return Counts(one.table + other.table)
end

function Base.vcat(one::Counts, others::Counts...)
    foreach(other -> same_categories(one, other), others)
    return Counts(vcat(one.table, map(other -> other.table, others)...))
end

function same_categories(one::Counts, other::Counts)
    C, D = size(one.table, 2), size(other.table, 2)
    C == D || throw(ArgumentError("counts over $C and over $D categories cannot be merged"))
    return nothing
end

Base.:(==)(one::Counts, other::Counts) = one.table == other.table
Base.hash(counts::Counts, seed::UInt) = hash(counts.table, hash(:Counts, seed))

function Base.show(io::IO, counts::Counts)
    M, C = size(counts.table)
    # Beyond Int64 many questions with many trials are still counted.
    trials = mapreduce(big, +, counts.table; init = big(0))
    parts = [plural(M, "question"), plural(C, "category", "categories"), plural(trials, "trial")]
    return print(io, "Counts(", join(parts, ", "), ")")
end

plural(count, one, several = one * "s") = "$(grouped(count)) $(count == 1 ? one : several)"

"""A whole number with its thousands apart."""
grouped(count) = replace(string(count), r"(?<=\d)(?=(\d{3})+$)" => ",")
