# Trials with two numbers each, such as an outcome and a label, or an outcome and a cost.

"""The trials of one model: their two numbers, of one question after another."""
struct PairedTrials
    outcomes::Vector{Float64}
    others::Vector{Float64}
    lengths::Vector{Csize_t}
end

"""The names of models, and the trials of each. `what` names the second number, and `code` what is wrong with it."""
function paired_trials(outcomes, others, what, code, models)
    judged, second = field_of(outcomes, models), field_of(others, models)
    if Set(judged.names) != Set(second.names)
        names = map(field -> join(field.names, ", "), (judged, second))
        throw(misfit(
            code, "outcomes are of $(names[1]), but $what of $(names[2])",
            "outcomes and $what are of different models",
        ))
    end
    trials = map(zip(judged.names, judged.results)) do (name, results)
        own = second.results[findfirst(==(name), second.names)]
        paired_rows(name, results, own, what, code)
    end
    return judged.names, trials
end

function paired_rows(model, outcomes, others, what, code)
    rows, second = map(((outcomes, "outcomes"), (others, what))) do (array, name)
        array isa Counts && throw(misfit(code, "$name of $model are counts: give its trials one by one"))
        real_rows(trial_rows(array, name), name)
    end
    lengths, own = map(rows -> Csize_t[length(row) for row in rows], (rows, second))
    if lengths != own
        sizes = map(lengths -> "$(plural(length(lengths), "question")) and " *
            plural(Int(sum(lengths)), "trial"), (lengths, own))
        throw(misfit(
            code,
            "outcomes of $model have $(sizes[1]), but $what $(sizes[2]): both need the same shape",
            "outcomes and $what differ in shape",
        ))
    end
    flat = map(rows -> reduce(vcat, rows; init = Float64[]), (rows, second))
    return PairedTrials(flat..., lengths)
end
