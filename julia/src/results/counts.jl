# Counts of outcomes that a database or the command line has made.

"""
    Counts(table)
    Counts(successes, trials)

How often each question had each outcome. Counts from a database or from the command line take the
place of a results matrix.

# Arguments
- `table`: M × (C + 1) whole numbers from 0. Column j holds how often category j - 1 occurred.
- `successes`, `trials`: vectors of length M. `trials` may be one number for all questions.

`+` adds the counts of the same questions in the same order. `vcat` appends the counts of other
questions. Every function takes counts in place of `R`.

# Throws
- `ArgumentError`: a count that is no whole number from 0 to 2^53, fewer than two columns, or more
  successes than trials. Vectors that differ in length, and counts that do not fit together.

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
                misfit(
                    "argument.counts",
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
        sentence = "successes has length $M but trials has length $(length(trials))"
        throw(misfit("argument.counts", sentence))
    end
    all_tried = trials isa AbstractVector ? trials : Iterators.repeated(trials, M)
    table = Matrix{Int64}(undef, M, 2)
    for (row, (success, trial)) in enumerate(zip(successes, all_tried))
        succeeded = whole_count(success, "successes", (row,))
        tried = whole_count(trial, "trials", trials isa AbstractVector ? (row,) : ())
        if succeeded > tried
            others = trials isa AbstractVector ? entry_name("trials", (row,)) : "trials"
            what = "is more than $others = $tried"
            throw(wrong("argument.counts", "successes", (row,), "$succeeded", what))
        end
        table[row, 1], table[row, 2] = tried - succeeded, succeeded
    end
    return Counts(table)
end

Counts(table) =
    throw(wrong("argument.counts", "counts", table, "is not a matrix, a row for each question"))
function Counts(successes, trials)
    if successes isa AbstractVector
        throw(wrong("argument.counts", "trials", trials, "is not a number, or a vector of them"))
    end
    what = "is not a vector, an entry for each question"
    throw(wrong("argument.counts", "successes", successes, what))
end

"""A count as an Int64. A count above 2^53 would not be exact as a double."""
function whole_count(count, name::String, place)
    bad = count isa Bool || !is_whole(count) || count < 0
    bad || count > maxintfloat(Float64) || return Int64(count)
    what = bad ? "is not a count: a whole number from 0" : "is too large: a count is at most 2^53"
    isempty(Tuple(place)) && throw(wrong("argument.counts", name, count, what))
    throw(wrong("argument.counts", name, place, shown(count), what))
end

function Base.:+(one::Counts, other::Counts)
    same_categories(one, other)
    M, N = size(one.table, 1), size(other.table, 1)
    if M != N
        throw(
            misfit(
                "argument.counts",
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
    C == D && return nothing
    throw(misfit("argument.counts", "counts over $C and over $D categories cannot be merged"))
end

Base.:(==)(one::Counts, other::Counts) = one.table == other.table
Base.hash(counts::Counts, seed::UInt) = hash(counts.table, hash(:Counts, seed))

function Base.show(io::IO, counts::Counts)
    M, C = size(counts.table)
    # The sum may be larger than an Int64.
    trials = mapreduce(big, +, counts.table; init = big(0))
    parts = [plural(M, "question"), plural(C, "category", "categories"), plural(trials, "trial")]
    return print(io, "Counts(", join(parts, ", "), ")")
end

plural(count, one, several = one * "s") = "$(grouped(count)) $(count == 1 ? one : several)"

"""A whole number with commas between its thousands."""
grouped(count) = replace(string(count), r"(?<=\d)(?=(\d{3})+$)" => ",")
