# The rubric file as the library holds it.

"""Give `use(handle)` with the rubrics of a text, which are freed afterwards."""
function with_rubrics(use, text::String)
    status, handle = scorio_rubrics_read(loaded(), text)
    check(status)
    try
        return use(handle)
    finally
        scorio_rubrics_free(loaded(), handle)
    end
end

function scorio_rubrics_read(library::Library, text)
    handle = Ref{Ptr{Cvoid}}(C_NULL)
    status = ccall(library.rubrics_read, Int32, (Cstring, Ref{Ptr{Cvoid}}), text, handle)
    return status, handle[]
end

scorio_rubrics_free(library::Library, handle) =
    ccall(library.rubrics_free, Cvoid, (Ptr{Cvoid},), handle)

function scorio_rubrics_sizes(library::Library, handle)
    count, signals, thresholds = Ref(Csize_t(0)), Ref(Csize_t(0)), Ref(Csize_t(0))
    status = ccall(
        library.rubrics_sizes,
        Int32,
        (Ptr{Cvoid}, Ref{Csize_t}, Ref{Csize_t}, Ref{Csize_t}),
        handle, count, signals, thresholds,
    )
    return status, Int(count[]), Int(signals[]), Int(thresholds[])
end

function scorio_rubrics_categories(library::Library, handle, rubric)
    count = Ref(Csize_t(0))
    status = ccall(
        library.rubrics_categories,
        Int32,
        (Ptr{Cvoid}, Csize_t, Ref{Csize_t}),
        handle, rubric, count,
    )
    return status, Int(count[])
end

"""The name that a function of the library writes for a place in the file."""
function name_at(write, handle, place)
    return text_from(64) do text, room
        length = Ref(Csize_t(0))
        status = ccall(
            write,
            Int32,
            (Ptr{Cvoid}, Csize_t, Ptr{UInt8}, Csize_t, Ref{Csize_t}),
            handle, place, text, room, length,
        )
        check(status)
        Int(length[])
    end
end

scorio_rubrics_name(library::Library, handle, rubric) =
    name_at(library.rubrics_name, handle, rubric)
scorio_rubrics_signal(library::Library, handle, signal) =
    name_at(library.rubrics_signal, handle, signal)
scorio_rubrics_threshold(library::Library, handle, threshold) =
    name_at(library.rubrics_threshold, handle, threshold)

function scorio_rubrics_category(library::Library, handle, rubric, category)
    return text_from(64) do text, room
        length = Ref(Csize_t(0))
        status = ccall(
            library.rubrics_category,
            Int32,
            (Ptr{Cvoid}, Csize_t, Csize_t, Ptr{UInt8}, Csize_t, Ref{Csize_t}),
            handle, rubric, category, text, room, length,
        )
        check(status)
        Int(length[])
    end
end

scorio_rubrics_weights(library::Library, handle, rubric, weights) = ccall(
    library.rubrics_weights, Int32, (Ptr{Cvoid}, Csize_t, Ptr{Float64}), handle, rubric, weights
)

scorio_rubrics_reads(library::Library, handle, rubric, reads) = ccall(
    library.rubrics_reads, Int32, (Ptr{Cvoid}, Csize_t, Ptr{Bool}), handle, rubric, reads
)

function scorio_rubrics_grade(
    library::Library, handle, rubric, signals, tasks, models, codes, thresholds
)
    return with_labels(tasks) do task
        with_labels(models) do model
            ccall(
                library.rubrics_grade,
                Int32,
                (
                    Ptr{Cvoid}, Csize_t, Ptr{Float64}, Csize_t, Csize_t, Ptr{ScorioLabels},
                    Ptr{ScorioLabels}, Ptr{Int32}, Ptr{Float64},
                ),
                handle, rubric, signals, size(signals, 2), size(signals, 1), task, model, codes,
                thresholds,
            )
        end
    end
end

"""Give `use` with labels as the library takes them, or with NULL."""
with_labels(use, ::Nothing) = use(C_NULL)
function with_labels(use, labels::Labels)
    codes, names = labels.codes, labels.names
    return GC.@preserve codes names begin
        texts = map(pointer, names)
        GC.@preserve texts begin
            use(Ref(ScorioLabels(pointer(codes), pointer(texts), length(texts))))
        end
    end
end
