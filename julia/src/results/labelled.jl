# Trials with the outcome of a judge and, some of them, a label of people.

"""
    JudgeCounts(outcomes, labels; label_range = nothing)

Trials that a judge graded and of which people labelled some. They take the place of `R` in
[`score`](@ref), [`compare`](@ref), [`compare_pairs`](@ref) and [`gate`](@ref), which then correct the
judge. [`judge_quality`](@ref) says how good the judge is, and [`plan_labels`](@ref) which trials to
label next.

# Arguments
- `outcomes`: the judge's outcomes, which are numbers. M × N × L of questions, trials and models, or a
  vector with the trials of each model: a matrix, or rows of different lengths. With names it is a
  vector of pairs, such as `["a" => R_a, "b" => R_b]`, or a `Dict`. `missing` and NaN stand for no
  outcome, as where a judge refuses.
- `labels`: the labels, of the same form and sizes. `missing` and NaN stand for no label.
- `label_range`: the least and the largest possible label. By default 0 and 1 if all labels are, and
  otherwise the least and the largest that occur.

Chance has to choose which trials get a label, among those of one model with one outcome of the judge.
More than 10 different outcomes are cut at their quantiles: into 5 bins if each labelled model has 50
labels, else into 3.

# Formula
The score is Σ W μ. W is the share of the trials with an outcome of the judge, and μ the mean label of
those that have one.

# Throws
- `ArgumentError`: outcomes and labels of different models, questions or trials; an entry that is no
  number, or infinite. When they are scored: no trial has a label; more than 101 different labels, or
  one outside `label_range`.

# Examples
```jldoctest
julia> outcomes = [1 1 0; 0 1 1; 0 0 0; 1 0 1];

julia> labels = [1 missing 0; 0 1 missing; missing 0 0; 0 missing 1];

julia> row = first(score(JudgeCounts(["m" => outcomes], ["m" => labels])));

julia> row.model, row.score
("m", 0.375)
```

# Source
docs/judges.md of the checkout.
"""
struct JudgeCounts
    outcomes::Any
    labels::Any
    ends::Union{Nothing,Vector{Float64}}

    function JudgeCounts(outcomes, labels; label_range = nothing)
        found = new(outcomes, labels, range_of(label_range))
        # What is wrong with them is said here, and not where they are scored.
        field_of(found, nothing)
        return found
    end
end

Base.show(io::IO, counts::JudgeCounts) =
    print(io, "JudgeCounts(", plural(length(field_of(counts, nothing).names), "model"), ")")

range_of(::Nothing) = nothing
function range_of(ends)
    found = numbers("label_range", ends, "the least and the largest label")
    length(found) == 2 && first(found) < last(found) && return collect(Float64, found)
    throw(
        wrong(
            "judge.range", "label_range", ends,
            "is not two numbers, the least label and then the largest",
        ),
    )
end

"""The names of models, the trials of each with their labels, and the ends of labels."""
struct JudgedField
    names::Vector{String}
    trials::Vector{PairedTrials}
    ends::Union{Nothing,Vector{Float64}}
end

field_of(R::JudgeCounts, models) =
    JudgedField(paired_trials(R.outcomes, R.labels, "labels", "judge.shapes", models)..., R.ends)

function scorio_labelled_new(library::Library)
    trials = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(library.labelled_new, Int32, (Ref{Ptr{Cvoid}},), trials)
    return status, trials[]
end

scorio_labelled_free(library::Library, trials) =
    ccall(library.labelled_free, Cvoid, (Ptr{Cvoid},), trials)

scorio_labelled_add(library::Library, trials, rows::ScorioModelRows, own::PairedTrials) = ccall(
    library.labelled_add,
    Int32,
    (
        Ptr{Cvoid}, Ref{ScorioModelRows}, Ptr{Float64}, Ptr{Float64}, Csize_t, Ptr{Csize_t},
        Csize_t,
    ),
    trials, rows, own.outcomes, own.others, length(own.outcomes), own.lengths, length(own.lengths),
)

function scorio_labelled_counts(library::Library, trials, ends)
    counts = Ref{Ptr{Cvoid}}(C_NULL)
    start = ends === nothing ? Ptr{Float64}(C_NULL) : pointer(ends)
    status = GC.@preserve ends ccall(
        library.labelled_counts, Int32, (Ptr{Cvoid}, Ptr{Float64}, Ref{Ptr{Cvoid}}), trials, start,
        counts,
    )
    return status, counts[]
end

"""Give `use(counts)` with the library's counts of all models, which are freed afterwards."""
function with_counts(use, field::JudgedField, questions::Questions, w, drop::Bool)
    counts = labelled_counts(field, questions)
    try
        return use(counts)
    finally
        scorio_counts_free(loaded(), counts)
    end
end

function labelled_counts(field::JudgedField, questions::Questions)
    status, trials = scorio_labelled_new(loaded())
    check(status)
    try
        for (model, own) in zip(field.names, field.trials)
            with_rows(model, questions, length(own.lengths)) do rows
                check(scorio_labelled_add(loaded(), trials, rows, own))
            end
        end
        status, counts = scorio_labelled_counts(loaded(), trials, field.ends)
        check(status)
        return counts
    finally
        scorio_labelled_free(loaded(), trials)
    end
end

with_sums(use, ::JudgedField, questions::Questions, keep::Bool, drop::Bool) = throw(misfit(
    "judge.numeric", "trials with labels are not numeric scores: leave numeric out",
))
