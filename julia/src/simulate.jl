"""
Biased coins in place of models: success probabilities, and the outcomes of their trials.

The functions have the names of Python's `scorio.simulate`. Everything is drawn from `seed` alone, with
the digits of Python. `MEANS` are the means of the paper's eleven models, `ORIGINAL_MEANS` those of its
eight original ones. As elsewhere in this package, models are the last axis.
"""
module simulate

import ..Scorio: asked_array, misfit, number, numbers, switch, whole_between, wrong

const MEANS =
    [0.2332, 0.2545, 0.3604, 0.3642, 0.3642, 0.4466, 0.5418, 0.5276, 0.608, 0.6213, 0.7327]
const ORIGINAL_MEANS = [0.3021, 0.3166, 0.4144, 0.4985, 0.5351, 0.5759, 0.6679, 0.7487]

export MEANS, ORIGINAL_MEANS, categorical, coins, originals, trials, updates

seed_of(seed) = string(whole_between("seed", seed, 0, typemax(UInt64)))

"""A size of an array. What is too large for memory is said so where memory is taken."""
size_of(name, value) = Int(whole_between(name, value, 1, typemax(Int64)))

"""
    simulate.coins(means = MEANS, questions = 30; concentration = 4.5, seed)

Success probabilities of models with given means over their questions.

# Arguments
- `means`: the mean of each of L models.
- `questions`: M.
- `concentration`: how alike the questions are. The variance between them is about
  mean (1 - mean) / (concentration + 1).
- `seed`: a whole number of 64 bits.

# Returns
M × L probabilities, whose mean over the questions is the given one to rounding.

# Formula
A model's probabilities are drawn from Beta(c m, c (1 - m)) and then moved to the mean m. With g the mean
that was drawn, p becomes p m / g if g > m, and 1 - (1 - p)(1 - m) / (1 - g) if g < m.

# Throws
- `ArgumentError`: no model or question, or a seed that is no whole number.
- `DomainError`: a mean outside [0, 1], or a concentration outside 1e-6 to 1e9.

# Examples
```jldoctest
julia> p = simulate.coins(seed = 1);

julia> size(p)
(30, 11)

julia> round(sum(p[:, 1]) / 30, digits = 4)
0.2332
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.7.
"""
function coins(means = MEANS, questions = 30; concentration = 4.5, seed)
    listed = numbers("means", means, "the mean of each model")
    count, spread = size_of("questions", questions), number("concentration", concentration)
    return asked_array("simulate_coins", (
        means = listed, questions = count, concentration = spread, seed = seed_of(seed),
    ))
end

"""
    simulate.originals(questions = 30; means = nothing, seed)

Success probabilities of the eight original models: Beta(i + 3, 12 - i), i = 1..8.

# Arguments
- `questions`: M.
- `means`: eight means to which the models are moved, as in [`simulate.coins`](@ref). `nothing` leaves
  them as drawn.
- `seed`: a whole number of 64 bits.

# Returns
M × 8 probabilities.

# Throws
- `ArgumentError`: other than eight means, or no question.
- `DomainError`: a mean outside [0, 1].

# Examples
```jldoctest
julia> p = simulate.originals(means = simulate.ORIGINAL_MEANS, seed = 1);

julia> size(p), round(sum(p[:, 8]) / 30, digits = 4)
((30, 8), 0.7487)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.8.
"""
function originals(questions = 30; means = nothing, seed)
    listed = numbers("means", means, "the mean of each original model")
    count = size_of("questions", questions)
    return asked_array(
        "simulate_originals", (means = listed, questions = count, seed = seed_of(seed))
    )
end

"""
    simulate.updates(replicates, questions = 30; seed)

Success probabilities of stochastic updates of the original models.

# Arguments
- `replicates`: how many sets of eight updated models.
- `questions`: M.
- `seed`: a whole number of 64 bits.

# Returns
M × 8 × replicates probabilities.

# Formula
Model i of a replicate is drawn from Beta(i + 3 + σ, 12 - i + σ′). σ and σ′ are each -1 or 1 with equal
chances.

# Throws
`ArgumentError`: no replicate or question, or more probabilities than fit in memory.

# Examples
```jldoctest
julia> size(simulate.updates(100, seed = 1))
(30, 8, 100)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.8.
"""
function updates(replicates, questions = 30; seed)
    sets, count = size_of("replicates", replicates), size_of("questions", questions)
    return asked_array(
        "simulate_updates", (replicates = sets, questions = count, seed = seed_of(seed))
    )
end

"""
    simulate.categorical(shares, questions = 30; concentration = 4.5, seed)

Category probabilities of models for each question, for outcomes that are graded.

# Arguments
- `shares`: (C + 1) × L: of each model, the shares of the categories 0..C, which add up to 1. A vector
  is one model.
- `questions`: M.
- `concentration`: how alike the questions are, as in [`simulate.coins`](@ref).
- `seed`: a whole number of 64 bits.

# Returns
M × (C + 1) × L probabilities, without the last axis for a vector.

# Formula
Each question's probabilities are drawn from the Dirichlet distribution with α = concentration × shares.

# Throws
- `ArgumentError`: shares that do not add up to 1; fewer than 2 or more than 128 categories; no question.
- `DomainError`: a share outside [0, 1], or a concentration outside 1e-6 to 1e9.

# Examples
```jldoctest
julia> p = simulate.categorical([0.2 0.4; 0.3 0.4; 0.5 0.2], 4, seed = 1);

julia> size(p), round.(sum(p[1, :, 1]), digits = 12)
((4, 3, 2), 1.0)
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.7, for two categories.
"""
function categorical(shares, questions = 30; concentration = 4.5, seed)
    table = array("shares", shares, "the shares of the categories of each model")
    count, spread = size_of("questions", questions), number("concentration", concentration)
    found = asked_array("simulate_categorical", (
        shares = table, questions = count, concentration = spread, seed = seed_of(seed),
    ))
    return permutedims(found, (2, 1, 3:ndims(found)...))
end

"""
    simulate.trials(p, n; categorical = false, seed)

Outcomes of independent trials with given probabilities.

# Arguments
- `p`: M × L success probabilities. With `categorical`, M × (C + 1) × L category probabilities. Without
  the last axis it is one model, and more trailing axes are axes of models.
- `n`: N, the trials of each question.
- `categorical`: whether the second axis of p holds the probabilities of categories.
- `seed`: a whole number of 64 bits.

# Returns
M × N × L outcomes, in the form that the metrics of this package take.

# Formula
A model's trials are drawn one after the other, by numbers that do not depend on p. With the same seed,
more trials begin with the same outcomes. A larger p has successes where a smaller one has.

# Throws
- `ArgumentError`: category probabilities that do not add up to 1; no model, question or trial; more
  outcomes than fit in memory.
- `DomainError`: a probability outside [0, 1].

# Examples
```jldoctest
julia> R = simulate.trials(simulate.coins(seed = 1), 80, seed = 2);

julia> size(R), size(bayes(R).mu)
((30, 80, 11), (11,))

julia> R[:, 1:20, :] == simulate.trials(simulate.coins(seed = 1), 20, seed = 2)
true
```

# Source
Hariri et al. (2026), arXiv:2510.04265, section 2.7.
"""
function trials(p, n; categorical = false, seed)
    graded = switch("categorical", categorical)
    what = graded == 1 ? "category probabilities of each question" : "a success probability for each question"
    table, count = array("p", p, what), size_of("n", n)
    if graded == 1 && ndims(table) < 2
        throw(misfit("argument.axes", "p has 1 axis: give $what"))
    end
    # The library takes the categories of a question one after another.
    rows = graded == 1 ? permutedims(table, (2, 1, 3:ndims(table)...)) : table
    found = asked_array(
        "simulate_trials", (p = rows, trials = count, categorical = graded, seed = seed_of(seed))
    )
    return reinterpret.(Int8, permutedims(found, (2, 1, 3:ndims(found)...)))
end

"""An array of numbers of any axes."""
array(name, values, what) = throw(wrong("argument.numbers", name, values, "is no array: give $what"))
function array(name, values::AbstractArray, what)
    flat = numbers(name, vec(collect(values)), what)
    return reshape(copy(flat), size(values))
end

end
