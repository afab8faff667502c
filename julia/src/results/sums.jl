# Numeric scores of several models, as the library sums them.

function scorio_sums_new(library::Library, keep::Bool)
    sums = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(library.sums_new, Int32, (Bool, Ref{Ptr{Cvoid}}), keep, sums)
    return status, sums[]
end

scorio_sums_free(library::Library, sums) =
    ccall(library.sums_free, Cvoid, (Ptr{Cvoid},), sums)

scorio_sums_add(library::Library, sums, rows::ScorioModelRows, scores, lengths, drop::Bool) = ccall(
    library.sums_add,
    Int32,
    (
        Ptr{Cvoid}, Ref{ScorioModelRows}, Ptr{Float64}, Csize_t, Ptr{Csize_t}, Csize_t, Bool,
    ),
    sums, rows, scores, length(scores), lengths, length(lengths), drop,
)

"""Give `use(sums)` with new sums of the library, which `add(sums)` fills, and which are freed afterwards."""
function with_new_sums(add, use, keep::Bool)
    status, sums = scorio_sums_new(loaded(), keep)
    check(status)
    try
        add(sums)
        return use(sums)
    finally
        scorio_sums_free(loaded(), sums)
    end
end

"""Give `use(sums)` with the library's sums of all models, which are freed afterwards."""
with_sums(use, field::Field, questions::Questions, keep::Bool, drop::Bool) =
    with_new_sums(use, keep) do sums
        for (model, results) in zip(field.names, field.results)
            results isa Counts && throw(misfit(
                "argument.matrix", "$model has counts of categories, which are no numeric scores"
            ))
            rows = real_rows(trial_rows(results, "R"), "R")
            scores, lengths = reduce(vcat, rows; init = Float64[]), Csize_t[length(row) for row in rows]
            with_rows(model, questions, length(rows)) do labels
                check(scorio_sums_add(loaded(), sums, labels, scores, lengths, drop))
            end
        end
        note_sums(sums, questions)
    end

"""Note the fields of questions in sums."""
note_sums(sums, questions::Questions) =
    note_fields((given...) -> scorio_sums_note(loaded(), sums, given...), questions)
