# Trials as the library grades them: a column of signals for each, and what each belongs to.

"""The signals of trials: a column for each trial, in the order of the rubric file."""
struct SignalTable{N}
    values::Matrix{Float64}
    shape::NTuple{N,Int}
end

"""The trials of a matrix: a row for each, a column for each signal."""
function SignalTable(rubric, signals::AbstractMatrix)
    rows, columns = size(signals)
    if columns != length(rubric.signals)
        expected = join(rubric.signals, ", ")
        sentence = "signals has $(plural(columns, "column")): give one for each of $expected"
        throw(misfit("argument.signals", sentence))
    end
    values = Matrix{Float64}(undef, columns, rows)
    for (place, value) in zip(CartesianIndices((rows, columns)), signals)
        values[place[2], place[1]] = signal(value, "signals", Tuple(place))
    end
    return SignalTable(values, (rows,))
end

"""The trials of named columns."""
function SignalTable(rubric, signals)
    rows = findall(rubric.reads)
    columns = Any[column(signals, rubric.signals[row], rubric.name) for row in rows]
    names = rubric.signals[rows]
    shape = shape_of(columns, names)
    values = fill(NaN, length(rubric.signals), prod(shape))
    for (row, name, own) in zip(rows, names, columns)
        if own isa AbstractArray
            for (trial, place, value) in zip(1:prod(shape), CartesianIndices(shape), own)
                values[row, trial] = signal(value, "signals.$name", Tuple(place))
            end
        else
            values[row, :] .= signal(own, "signals.$name", ())
        end
    end
    return SignalTable(values, shape)
end

"""The values of a signal by its name."""
function column(signals::AbstractDict, name, rubric)
    for key in (name, Symbol(name))
        haskey(signals, key) && return signals[key]
    end
    throw(no_column(name, rubric))
end
function column(signals, name, rubric)
    hasproperty(signals, Symbol(name)) && return getproperty(signals, Symbol(name))
    throw(no_column(name, rubric))
end
column(signals::AbstractArray, name, rubric) =
    throw(
        misfit(
            "argument.signals",
            "signals has $(plural(ndims(signals), "axis", "axes")): give a matrix with a row for " *
            "each trial and a column for each signal, or named columns",
        ),
    )

no_column(name, rubric) =
    misfit("argument.signals", "signals has no $name, which the rubric $rubric reads")

"""The shape that all columns have. Those that are no arrays are numbers for all trials."""
function shape_of(columns, names)
    arrays = [(name, size(own)) for (name, own) in zip(names, columns) if own isa AbstractArray]
    if isempty(arrays)
        sentence = "signals has no array: give one for at least one of the signals"
        throw(misfit("argument.signals", sentence))
    end
    first_name, shape = first(arrays)
    for (name, other) in arrays
        other == shape && continue
        sentence = "signals.$name has the size $other but signals.$first_name has $shape"
        throw(misfit("argument.signals", sentence))
    end
    return shape
end

"""A signal of a trial as a number, or NaN if it is missing."""
signal(value::Real, name, place) = Float64(value)
signal(::Missing, name, place) = NaN
function signal(value, name, place)
    isempty(place) && throw(wrong("argument.number", name, value, "is not a number"))
    throw(wrong("argument.number", name, place, shown(value), "is not a number"))
end

"""The task or the model of each trial: the place of its name, from 0."""
struct Labels
    codes::Vector{Int64}
    names::Vector{String}
end

const Label = Union{AbstractString,Symbol,Integer}

codes(::Nothing) = nothing
codes(labels::Labels) = Float64.(labels.codes)
names_in(::Nothing) = nothing
names_in(labels::Labels) = labels.names

Labels(::Nothing, name, shape) = nothing
Labels(label::Label, name, shape) =
    Labels(zeros(Int64, prod(shape)), [label_name(label, name, ())])
Labels(label, name, shape) = throw(wrong("argument.label", name, label, "is not a name"))

function Labels(labels::AbstractArray, name, shape)
    own = size(labels)
    fits = length(own) <= length(shape) &&
           all(axis -> size(labels, axis) in (1, shape[axis]), 1:length(shape))
    if !fits
        sentence = "$name has the size $own, but the trials have $shape"
        throw(misfit("argument.label", sentence))
    end
    flat = Array{Any}(undef, own)
    foreach(((place, label),) -> flat[place] = label, zip(CartesianIndices(own), labels))
    codes, names, known = Int64[], String[], Dict{String,Int64}()
    for trial in CartesianIndices(shape)
        place = ntuple(axis -> own[axis] == 1 ? 1 : trial[axis], length(own))
        text = label_name(flat[place...], name, place)
        push!(codes, get!(known, text) do
            push!(names, text)
            length(names) - 1
        end)
    end
    return Labels(codes, names)
end

function label_name(label::Label, name, place)
    text = string(label)
    '\0' in text || return text
    throw(misfit("argument.label", "$(entry_name_or(name, place)) has a NUL"))
end
label_name(label, name, place) =
    throw(wrong("argument.label", name, place, shown(label), "is not a name"))

entry_name_or(name, place) = isempty(place) ? name : entry_name(name, place)
