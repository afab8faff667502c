# How many more trials models need, what numbers of trials show of each, and how to split a budget.

"""
    plan.trials_for_half_width(models, half_width, confidence = 0.95; w = nothing)

How many more trials of each question bring each model's interval to a half-width.

# Arguments
- `models`: results, [`Counts`](@ref) or `plan.assumed` probabilities of each model by name: a vector of
  pairs, or a `Dict`. Assumed probabilities have no trials yet.
- `half_width`: half the width that the interval may have at most.
- `confidence`: level of the interval, in (0, 1).
- `w`: C + 1 weights, one per category. The default is (0, 1).

# Returns
A vector of rows, one for each model: `model`, `questions`, `trials` of a question on average,
`half_width` as it is, that of a leaderboard, `more`, the fewest further trials, `at_most`, and `wanted`.
`more` is `missing` where no number up to 1,000,000,000 is enough. `at_most` says that fewer may be enough,
because single trials do not tell how much further ones vary.

# Formula
After n more trials of each of M questions with N trials, σ² = Σ v / (N + n) / M². Here v is the variance
of a trial, by the hierarchical posterior of a leaderboard. The interval is that of a score with this σ.

# Throws
As for [`plan.trials_needed`](@ref). A half-width that is not positive is a `DomainError`.

# Examples
```jldoctest
julia> models = ["new" => repeat([1 1 0 1], 20), "old" => repeat([0 1 0 1], 20)];

julia> [(row.model, round(row.half_width, digits = 3), row.more) for row in plan.trials_for_half_width(models, 0.05)]
2-element Vector{Tuple{String,Float64,Int64}}:
 ("new", 0.099, 12)
 ("old", 0.113, 16)
```

# Source
docs/planning.md of the checkout.
"""
function trials_for_half_width(models, half_width, confidence = 0.95; w = nothing)
    listed, most = weights(w), number("half_width", half_width)
    given = (
        half_width = most, weights = listed, confidence = number("confidence", confidence),
    )
    return map(known(models)) do (name, one)
        row = only_one(planned("trials_for_half_width", (a = one,), given, listed))
        questions, trials = size_of(one)
        merge((model = name, questions = questions, trials = trials), row, (wanted = most,))
    end
end

"""
    plan.trials_to_separate(models, baseline, confidence = 0.95, power = 0.8; difference = nothing,
                            family = nothing, w = nothing)

How many more trials of each question separate each model from a baseline.

# Arguments
- `models`: as for [`plan.trials_for_half_width`](@ref), at least two.
- `baseline`: the name of the model that the others are compared with.
- `confidence`, `power`, `w`: as for [`plan.trials_needed`](@ref).
- `difference`: the true difference of the scores. By default the one that is seen.
- `family`: how many models the table has. By default as many as there are.

# Returns
A vector of rows, one for each other model: `model`, `baseline`, `questions`, `trials`, `difference`, `z`
as it is, `more`, `half` and `at_most`. `more` is the fewest further trials that have the power, and `half`
the same if half the difference is true.

# Throws
As for `plan.trials_needed`. An unknown baseline is an `ArgumentError`.

# Examples
```jldoctest
julia> models = ["new" => repeat([1 1 0 1], 20), "old" => repeat([0 1 1 1; 0 1 0 1], 10)];

julia> row = first(plan.trials_to_separate(models, "old"));

julia> row.model, round(row.difference, digits = 4), row.more, row.half
("new", 0.125, 7, 38)
```

# Source
docs/planning.md of the checkout.
"""
function trials_to_separate(
    models, baseline, confidence = 0.95, power = 0.8; difference = nothing, family = nothing,
    w = nothing,
)
    all, base = known(models), label_name(baseline, "baseline", ())
    place = findfirst(one -> one.first == base, all)
    if place === nothing
        names = join(map(first, all), ", ")
        throw(misfit("compare.no_model", "there is no model '$base': there are $names"))
    end
    length(all) == 1 &&
        throw(misfit("compare.only_baseline", "there is one model, '$base': another is to be told from it"))
    listed = weights(w)
    given = (
        weights = listed, confidence = number("confidence", confidence),
        power = number("power", power), difference = given_number("difference", difference),
        family = family_of(family, all),
    )
    others = filter(one -> one.first != base, all)
    return map(others) do (name, one)
        sides = (a = one, baseline = all[place].second)
        rows = planned("trials_to_separate", sides, given, listed)
        questions, trials = size_of(one)
        about = (model = name, baseline = base, questions = questions, trials = trials)
        merge(about, only_one(rows))
    end
end

"""How many models a table has."""
family_of(::Nothing, models) = max(2, length(models))
family_of(family, models) = whole_between("family", family, 1, typemax(Int64))

"""
    plan.budget(models, trials = (1, 2, 5, 10, 20, 40, 80), confidence = 0.95, power = 0.8;
                family = nothing, w = nothing)

What some numbers of new trials of each question show of each model.

# Arguments
- `models`, `w`: as for [`plan.trials_for_half_width`](@ref).
- `trials`: numbers N of new trials of each question; or one.
- `confidence`: level of the interval, and of the separation.
- `power`: probability of the separation, as for [`plan.smallest_difference`](@ref).
- `family`: how many models the table has. By default as many as there are, and two at least.

# Returns
A vector of rows, one for each model and N: `model`, `trials`, `half_width` that is expected, and
`smallest_difference` that is separated.

# Throws
As for `plan.smallest_difference`.

# Examples
```jldoctest
julia> rows = plan.budget(["m" => plan.assumed(fill(0.5, 100))], [4, 16, 64]);

julia> [(row.trials, round(row.half_width, digits = 3)) for row in rows]
3-element Vector{Tuple{Int64,Float64}}:
 (4, 0.05)
 (16, 0.025)
 (64, 0.012)
```

# Source
docs/planning.md of the checkout.
"""
function budget(
    models, trials = (1, 2, 5, 10, 20, 40, 80), confidence = 0.95, power = 0.8; family = nothing,
    w = nothing,
)
    listed, all = weights(w), known(models)
    given = (
        trials = trials_of("trials", trials), weights = listed,
        confidence = number("confidence", confidence), power = number("power", power),
        family = family_of(family, all),
    )
    each = map(all) do (name, one)
        map(row -> merge((model = name,), row), planned("budget", (a = one,), given, listed))
    end
    return reduce(vcat, each)
end

"""
    plan.questions_or_trials(a, b, budget; question_cost = 0.0, max_questions = nothing,
                             w = nothing)

How to split a budget of trials over more questions or more trials of each.

# Arguments
- `a`, `b`: results of both models on the same questions, row by row, at least 2 × 2; or
  [`Counts`](@ref) of both, or `plan.assumed` success probabilities of both.
- `budget`: what can be spent on each model, in trials.
- `question_cost`: what a question costs beside its trials, in trials.
- `max_questions`: the most questions that can be asked. The default is as many as `a` and `b` have.
- `w`: C + 1 weights, one per category. The default is (0, 1).

# Returns
`(questions, trials, sigma, between, within)`. They are the M and N with M (N + question_cost) ≤ budget
whose σ is smallest, and that σ. Then come the variance between questions, and that of a trial of each
model. Where the pilot shows no variance between questions, M is no smaller than its own.

# Formula
The difference of the averages has the variance (B + W / N) / M.

# Throws
- `ArgumentError`: fewer than two questions, or trials of a pilot; models on different questions, or of
  different kinds.
- `DomainError`: a budget that pays for no question, or a negative cost.

# Examples
```jldoctest
julia> p = simulate.coins([0.5, 0.6], seed = 1);

julia> a, b = plan.assumed(p[:, 1]), plan.assumed(p[:, 2]);

julia> found = plan.questions_or_trials(a, b, 2400, question_cost = 20, max_questions = 1000);

julia> found.questions, found.trials
(80, 10)
```

# Source
docs/planning.md of the checkout.
"""
function questions_or_trials(
    a, b, budget; question_cost = 0.0, max_questions = nothing, w = nothing
)
    listed, spend = weights(w), whole_between("budget", budget, 0, typemax(Int64))
    most = max_questions === nothing ? nothing :
        Float64(whole_between("max_questions", max_questions, 0, MOST_DRAWS))
    given = (
        budget = spend, weights = listed, question_cost = number("question_cost", question_cost),
        max_questions = most,
    )
    return split_of(a, b, given)
end

function split_of(a::Assumed, b::Assumed, given)
    if a.categorical || b.categorical || given.weights !== nothing
        sentence = "assumed probabilities are those of success here, without weights"
        throw(misfit("argument.known", sentence))
    end
    same_rows(a.p, b.p)
    return asked_row("questions_or_trials", merge((a = vec(a.p), b = vec(b.p)), given))
end

function split_of(a, b, given)
    if a isa Assumed || b isa Assumed || (a isa Counts) != (b isa Counts)
        sentence = "a and b differ in kind: give results of both, counts of both, or " *
                   "probabilities of both"
        throw(misfit("argument.known", sentence))
    end
    same_rows(a, b)
    unnamed = questions_of(nothing, nothing, nothing, nothing)
    field = field_of(["a" => a, "b" => b], nothing)
    return with_counts(field, unnamed, given.weights, false) do counts
        asked_row("questions_or_trials_counted", given; counts = counts)
    end
end
