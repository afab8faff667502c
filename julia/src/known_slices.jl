# Slices whose differences are known.

"""
    known_slices(differences, sigmas; names = nothing, confidence = 0.95, margin = nothing,
                 each_slice = false)

Ask whether known differences differ between slices, and let each slice lean on the others.

# Arguments
- `differences`, `sigmas`: the difference of each slice, and its standard deviation. Slices share no
  question.
- `names`: names of the slices. By default they are numbered from 1.
- `confidence`: level of the intervals, and of the verdicts, between 0 and 1.
- `margin`: says of each slice whether the model is worse by more than this.
- `each_slice`: whether the model fails if any slice shows it worse by more than the margin.

# Returns
The rows of [`slices`](@ref), without models, questions and scores.

# Throws
- `ArgumentError`: differences without sigmas; fewer than two slices.
- `DomainError`: a sigma below 0; confidence that is not between 0 and 1.

# Examples
```jldoctest
julia> found = known_slices([-0.1, 0, 0.1], [0.05, 0.05, 0.05]);

julia> round(first(found).shrunken, digits = 3), round(found.others[1][1].q, digits = 3)
(-0.058, 8.0)
```

# Source
docs/slices.md of the checkout.
"""
function known_slices(
    differences, sigmas;
    names = nothing, confidence = 0.95, margin = nothing, each_slice = false,
)
    given = (
        differences = numbers("differences", differences, "one per slice"),
        sigmas = numbers("sigmas", sigmas, "one per slice"),
        names = labels_of("names", names), confidence = given_number("confidence", confidence),
        margin = given_number("margin", margin), each_slice = switch("each_slice", each_slice),
    )
    return answer_of("known_slices", given) do answer
        notes = words_of(scorio_answer_notes(loaded(), answer))
        rows, models = table_of(answer, 0), table_of(answer, 1)
        Rows(rows, String[words for (_, words) in notes], Any[models])
    end
end
