# Results of several models, as the library counts them: which question of which model had which
# outcomes.

"""`ScorioModelRows` of scorio.h."""
struct ScorioModelRows
    model::Ptr{UInt8}
    tasks::Ptr{Ptr{UInt8}}
    questions::Ptr{Ptr{UInt8}}
    clusters::Ptr{Ptr{UInt8}}
    weights::Ptr{Float64}
end

"""The names of models, and the results of each: a matrix, rows that differ in length, or counts."""
struct Field
    names::Vector{String}
    results::Vector{Any}
end

const FIELD =
    "give an array of questions × trials × models, or a vector with the results of each model"

field_of(R, models) = throw(wrong("argument.matrix", "R", R, "is no results of models: $FIELD"))
field_of(R::AbstractDict, models) = field_of(collect(R), models)
field_of(R::Tuple, models) = field_of(collect(Any, R), models)
field_of(R::AbstractArray{T,N}, models) where {T,N} =
    throw(misfit("argument.axes", "R has $(plural(N, "axis", "axes")): $FIELD"))
field_of(R::AbstractArray{T,3}, models) where {T} =
    Field(names_of(models, size(R, 3)), Any[selectdim(R, 3, model) for model in axes(R, 3)])

function field_of(R::AbstractVector, models)
    isempty(R) && throw(misfit("argument.matrix", "R has no model: $FIELD"))
    if all(one -> one isa Pair, R)
        models === nothing || throw(misfit("argument.label", "models has names, and R has, too"))
        return field_of(map(last, R), map(first, R))
    end
    all(one -> one isa Union{Counts,AbstractArray,Tuple}, R) ||
        throw(misfit("argument.axes", "R has 1 axis: $FIELD"))
    return Field(names_of(models, length(R)), collect(Any, R))
end

"""What is known of the questions: labels and weights, or nothing."""
struct Questions
    names::Union{Nothing,Vector{String}}
    tasks::Union{Nothing,Vector{String}}
    clusters::Union{Nothing,Vector{String}}
    weights::Union{Nothing,Vector{Float64}}
    fields::Vector{Pair{String,Vector{String}}}
end

questions_of(names, tasks, cluster, weight, fields = nothing) = Questions(
    labels_of("questions", names), labels_of("tasks", tasks),
    clusters_of(cluster), numbers("weight", weight, "one for each question"), fields_of(fields),
)

labels_of(name, ::Nothing) = nothing
labels_of(name, labels) = throw(wrong("argument.label", name, labels, "is not a vector of labels"))
labels_of(name, labels::Union{AbstractVector,Tuple}) =
    String[label_name(one, name, (place,)) for (place, one) in enumerate(labels)]

# "task" names the tasks, and other clusters have a label for each question.
clusters_of(cluster) = labels_of("cluster", cluster)
clusters_of(cluster::Union{AbstractString,Symbol}) =
    String(cluster) == "task" ? nothing : throw(
        wrong("argument.label", "cluster", cluster, "is not \"task\", or a label for each question")
    )

"""Which clusters there are, as an option of the library."""
cluster_option(::Nothing) = nothing
cluster_option(cluster::Union{AbstractString,Symbol}) = "task"
cluster_option(cluster) = "cluster"

function scorio_counts_new(library::Library, categories)
    counts = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(library.counts_new, Int32, (Csize_t, Ref{Ptr{Cvoid}}), categories, counts)
    return status, counts[]
end

scorio_counts_free(library::Library, counts) =
    ccall(library.counts_free, Cvoid, (Ptr{Cvoid},), counts)

scorio_counts_add_table(library::Library, counts, rows::ScorioModelRows, table::MatrixView) = ccall(
    library.counts_add_table,
    Int32,
    (Ptr{Cvoid}, Ref{ScorioModelRows}, Ref{MatrixView}),
    counts, rows, table,
)

function scorio_counts_add_outcomes(
    library::Library, counts, rows::ScorioModelRows, R::MatrixView, lengths, drop::Bool
)
    start = lengths === nothing ? Ptr{Csize_t}(C_NULL) : pointer(lengths)
    return GC.@preserve lengths ccall(
        library.counts_add_outcomes,
        Int32,
        (Ptr{Cvoid}, Ref{ScorioModelRows}, Ref{MatrixView}, Ptr{Csize_t}, Csize_t, Bool),
        counts, rows, R, start, lengths === nothing ? 0 : length(lengths), drop,
    )
end

"""Give `use(counts)` with the library's counts of all models, which are freed afterwards."""
function with_counts(use, field::Field, questions::Questions, w, drop::Bool)
    status, counts = scorio_counts_new(loaded(), categories_of(field, w))
    check(status)
    try
        for (model, results) in zip(field.names, field.results)
            add(counts, model, results, questions, drop)
        end
        note_fields((given...) -> scorio_counts_note(loaded(), counts, given...), questions)
        return use(counts)
    finally
        scorio_counts_free(loaded(), counts)
    end
end

"""How many categories there are: a weight for each, or a column of counts, or two."""
function categories_of(field::Field, w)
    w === nothing || return length(w)
    counted = findfirst(one -> one isa Counts, field.results)
    return counted === nothing ? 2 : size(field.results[counted].table, 2)
end

function add(counts, model, results::Counts, questions, drop)
    table = results.table
    GC.@preserve table with_rows(model, questions, size(table, 1)) do rows
        check(scorio_counts_add_table(loaded(), counts, rows, matrix(Entries(table))))
    end
end

add(counts, model, results::Tuple, questions, drop) =
    add(counts, model, collect(Any, results), questions, drop)
add(counts, model, results, questions, drop) =
    throw(wrong("argument.matrix", "R", results, "is not a matrix of outcomes"))

function add(counts, model, results::AbstractArray{T,N}, questions, drop) where {T,N}
    N in (1, 2) || throw(misfit("argument.axes", "a model has $(plural(N, "axis", "axes")): $FIELD"))
    if N == 1 && (any(is_row, results) || eltype(results) <: AbstractArray)
        flat, lengths = joined(results, "R")
        entries = stacked_rows(flat, 1, length(flat))
        return add_entries(counts, model, entries, lengths, length(lengths), questions, drop)
    end
    entries = native(results, "R")
    count = N == 1 ? 1 : size(results, 1)
    return add_entries(counts, model, entries, nothing, count, questions, drop)
end

function add_entries(counts, model, entries::Entries, lengths, count, questions, drop)
    owner = entries.owner
    GC.@preserve owner with_rows(model, questions, count) do rows
        check(
            scorio_counts_add_outcomes(loaded(), counts, rows, matrix(entries), lengths, drop)
        )
    end
end

"""Give `use(rows)` with the labels of a model's rows. Questions are named from 1."""
function with_rows(use, model::String, questions::Questions, count)
    names = questions.names === nothing ? string.(1:count) : questions.names
    for (name, list) in (
        ("questions", names), ("tasks", questions.tasks), ("cluster", questions.clusters),
        ("weight", questions.weights), map(one -> (first(one), last(one)), questions.fields)...,
    )
        list === nothing || length(list) == count || throw(misfit(
            "argument.length",
            "$name has length $(length(list)), but $model has $(plural(count, "question"))",
        ))
    end
    lists = map(list -> list === nothing ? nothing : map(pointer, list), (
        questions.tasks, names, questions.clusters,
    ))
    weights = questions.weights
    return GC.@preserve model names questions lists weights begin
        starts = map(list -> list === nothing ? Ptr{Ptr{UInt8}}(C_NULL) : pointer(list), lists)
        worth = weights === nothing ? Ptr{Float64}(C_NULL) : pointer(weights)
        use(ScorioModelRows(pointer(model), starts..., worth))
    end
end
