# Names, priors and numbers that scores, comparisons and plans are given.

const PRIORS = ("hierarchical", "uniform")

given_number(name, ::Nothing) = nothing
given_number(name, value) = number(name, value)

metric_names(one::Union{AbstractString,Symbol}) = [method_name(one)]
metric_names(several) =
    throw(wrong("argument.text", "metrics", several, "is not a name, or several"))
function metric_names(several::Union{AbstractVector,Tuple})
    isempty(several) && throw(misfit("argument.text", "metrics is empty: name at least one"))
    return String[method_name(one) for one in several]
end
