# What models are ranked by, as the library takes it.

const CONTEST = "give an array of questions × trials × models, or a vector with Counts of each model"

"""The results of models: an array of outcomes, or one of counts, and the sizes that labels have."""
contest(R) = throw(wrong("argument.matrix", "R", R, "is not an array of outcomes: $CONTEST"))

function contest(R::AbstractArray{T,N}) where {T,N}
    throw(misfit("argument.axes", "R has $(plural(N, "axis", "axes")): $CONTEST"))
end

contest(R::AbstractArray{T,3}) where {T} =
    ((R = trials_first(copied(R, "R")),), size(R, 3), size(R, 1))

function contest(R::AbstractVector)
    all(one -> one isa Counts, R) && !isempty(R) ||
        throw(misfit("argument.axes", "R has 1 axis: $CONTEST"))
    sizes = [size(one.table) for one in R]
    if any(!=(first(sizes)), sizes)
        sentence = "the Counts of R differ in size: they have the same questions and categories"
        throw(misfit("argument.counts", sentence))
    end
    table = cat((one.table for one in R)...; dims = 3)
    return (counts = trials_first(table),), length(R), size(table, 1)
end

# The library has the axis of trials, or of categories, last, and its last axis runs fastest.
trials_first(entries) = permutedims(Array{Float64}(entries), (2, 1, 3))

"""The names of models: their numbers, if there are none."""
names_of(::Nothing, models) = string.(1:models)
names_of(names, models) =
    throw(wrong("argument.label", "models", names, "is not a vector of names"))
function names_of(names::Union{AbstractVector,Tuple}, models)
    same_length("models", names, models, "model")
    return String[label_name(one, "models", (place,)) for (place, one) in enumerate(names)]
end

"""A number for each label of a cluster."""
codes_of(::Nothing, questions) = nothing
codes_of(labels, questions) =
    throw(wrong("argument.label", "cluster", labels, "is not a vector of labels"))
function codes_of(labels::Union{AbstractVector,Tuple}, questions)
    same_length("cluster", labels, questions, "question")
    known = Dict{String,Int64}()
    code((place, one)) = get!(known, label_name(one, "cluster", (place,)), length(known))
    return Int64[code(each) for each in enumerate(labels)]
end

function same_length(name, values, expected, what)
    length(values) == expected && return nothing
    sentence = "$name has length $(length(values)), but R has $(plural(expected, what))"
    throw(misfit("argument.length", sentence))
end
