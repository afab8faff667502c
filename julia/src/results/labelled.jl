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

"""The trials of one model: outcomes and labels of one question after another."""
struct JudgedTrials
    outcomes::Vector{Float64}
    labels::Vector{Float64}
    lengths::Vector{Csize_t}
end

"""The names of models, and the trials of each."""
struct JudgedField
    names::Vector{String}
    trials::Vector{JudgedTrials}
    ends::Union{Nothing,Vector{Float64}}
end

function field_of(R::JudgeCounts, models)
    judged, labelled = field_of(R.outcomes, models), field_of(R.labels, models)
    if Set(judged.names) != Set(labelled.names)
        names = map(field -> join(field.names, ", "), (judged, labelled))
        throw(misfit(
            "judge.shapes", "outcomes are of $(names[1]), but labels of $(names[2])",
            "outcomes and labels are of different models",
        ))
    end
    trials = map(zip(judged.names, judged.results)) do (name, results)
        own = labelled.results[findfirst(==(name), labelled.names)]
        judged_trials(name, results, own)
    end
    return JudgedField(judged.names, trials, R.ends)
end

function judged_trials(model, outcomes, labels)
    rows, labelled = map(((outcomes, "outcomes"), (labels, "labels"))) do (array, name)
        array isa Counts && throw(misfit(
            "judge.shapes", "$name of $model are counts: give its trials one by one",
        ))
        real_rows(trial_rows(array, name), name)
    end
    lengths, others = map(rows -> Csize_t[length(row) for row in rows], (rows, labelled))
    if lengths != others
        sizes = map(lengths -> "$(plural(length(lengths), "question")) and " *
            plural(Int(sum(lengths)), "trial"), (lengths, others))
        throw(misfit(
            "judge.shapes",
            "outcomes of $model have $(sizes[1]), but labels $(sizes[2]): both need the same shape",
            "outcomes and labels differ in shape",
        ))
    end
    flat = map(rows -> reduce(vcat, rows; init = Float64[]), (rows, labelled))
    return JudgedTrials(flat..., lengths)
end

function scorio_labelled_new(library::Library)
    trials = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(library.labelled_new, Int32, (Ref{Ptr{Cvoid}},), trials)
    return status, trials[]
end

scorio_labelled_free(library::Library, trials) =
    ccall(library.labelled_free, Cvoid, (Ptr{Cvoid},), trials)

scorio_labelled_add(library::Library, trials, rows::ScorioModelRows, own::JudgedTrials) = ccall(
    library.labelled_add,
    Int32,
    (
        Ptr{Cvoid}, Ref{ScorioModelRows}, Ptr{Float64}, Ptr{Float64}, Csize_t, Ptr{Csize_t},
        Csize_t,
    ),
    trials, rows, own.outcomes, own.labels, length(own.outcomes), own.lengths, length(own.lengths),
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
