# Adaptive evaluation: the ability of a model, its next item, and pairs of models.

"""
    ItemBank(a, b; s = nothing, phi = nothing, items = nothing, strata = nothing)

Calibrated items. An outcome y from 0 to 1 of an item has the mean μ = 1 / (1 + exp(-a (θ - b))) and the
variance φ μ (1 - μ), for a model of ability θ.

# Arguments
- `a`: slopes, positive: one for each item, or one for all.
- `b`: difficulties, one for each item.
- `s`: standard deviations of the difficulties, from 0: one for each item, or one for all. The default
  is 0.
- `phi`: dispersions, positive: one for each item, or one for all. The default is 1, that of successes
  and failures.
- `items`: names for messages. The default is 1 to the number of items.
- `strata`: labels, one for each item. Strata keep their shares when items are chosen.

# Throws
- `ArgumentError`: no items, one twice, or arrays that differ in length.
- `DomainError`: a number of an item that is out of its range.

# Examples
```jldoctest
julia> ItemBank(1, [-1.5, -0.5, 0, 0.7, 1.8], phi = 0.0625)
ItemBank(5 items)
```

# Source
docs/adaptive.md of the checkout.
"""
struct ItemBank
    size::Int
    columns::NamedTuple

    function ItemBank(a, b; s = nothing, phi = nothing, items = nothing, strata = nothing)
        difficulties = numbers("b", b, "a difficulty for each item")
        size = length(difficulties)
        columns = (
            a = of_items("a", a, size), b = difficulties, s = of_items("s", s, size),
            phi = of_items("phi", phi, size), items = item_names(items, size),
            strata = strata === nothing ? nothing : item_names(strata, size),
        )
        # The library refuses what is no bank.
        asked_rows("next_item", merge(columns, (trials = zeros(size), sums = zeros(size))))
        return new(size, columns)
    end
end

Base.length(bank::ItemBank) = bank.size
Base.show(io::IO, bank::ItemBank) = print(io, "ItemBank(", plural(bank.size, "item"), ")")

"""
    ability(bank, scores; prior = (0, 25), confidence = 0.95)

The ability of a model from its scores on some items.

# Arguments
- `bank`: an [`ItemBank`](@ref).
- `scores`: a vector with an entry for each item, or a `Dict` by the places of items. An entry is an
  outcome from 0 to 1, the number of trials and the sum of their outcomes as a tuple, or `missing`.
- `prior`: mean and variance of the normal prior. 0 is the mean ability of the models of a calibration.
- `confidence`: level of the interval, in (0, 1).

# Formula
The posterior has the log density -(θ - m)² / 2v + Σ [s x - n log(1 + exp(x))] / φ, with x = a(θ - b).

# Returns
`(mode, se, mean, sd, lo, hi)`: the most probable ability and its standard error, then mean, standard
deviation and central interval of the posterior. `se` may rise with a further item.

# Throws
- `ArgumentError`: an item that the bank does not have, or an entry that is no score.
- `DomainError`: an outcome outside [0, 1], a variance that is not positive, or a confidence outside
  (0, 1).

# Examples
```jldoctest
julia> bank = ItemBank(1, [-1.5, -0.5, 0, 0.7, 1.8], phi = 0.0625);

julia> found = ability(bank, [0.95, 0.8, 0.62, 0.4, 0.15]);

julia> map(figure -> round(figure, digits = 4), found)
(mode = 0.5211, se = 0.2561, mean = 0.525, sd = 0.2572, lo = 0.0243, hi = 1.033)
```

# Source
docs/adaptive.md of the checkout.
"""
function ability(bank::ItemBank, scores; prior = (0, 25), confidence = 0.95)
    given = merge(answered(bank, scores, prior), (confidence = number("confidence", confidence),))
    return asked_row("ability", given)
end

"""
    next_item(bank, scores; pending = (), select = "information", prior = (0, 25), seed = 0, drawn = 0)

The item that tells most about the ability of a model.

# Arguments
- `bank`, `scores`, `prior`: as for [`ability`](@ref). Items with scores are not chosen again.
- `pending`: the places of items that are asked and not answered.
- `select`: "information" for the most information at the mode of the ability, "expected" for the most
  on average over its posterior, or "top:5" for one of the five best at random.
- `seed`, `drawn`: for "top", the seed, and how many numbers were drawn before.

# Formula
One trial of an item has the information a² μ (1 - μ) / φ. Doubt about b makes a smaller and φ larger.

# Returns
The place of the item, or `nothing` if none is left. Of equal items it is the first.

# Throws
- `ArgumentError`: as for [`ability`](@ref), or an unknown way to select.

# Examples
```jldoctest
julia> bank = ItemBank(1, [-1.5, -0.5, 0, 0.7, 1.8]);

julia> next_item(bank, Dict(3 => 1))
5
```

# Source
docs/adaptive.md of the checkout.
"""
function next_item(
    bank::ItemBank, scores; pending = (), select = "information", prior = (0, 25), seed = 0,
    drawn = 0,
)
    waiting = Float64[item_place(bank, item, "pending") - 1 for item in pending]
    given = (
        pending = isempty(waiting) ? nothing : waiting, select = text_of("select", select),
        seed = string(whole_between("seed", seed, 0, typemax(UInt64))),
        drawn = string(whole_between("drawn", drawn, 0, typemax(UInt64))),
    )
    found = asked_rows("next_item", merge(answered(bank, scores, prior), given))
    return isempty(found) ? nothing : only_one(found).item + 1
end

"""
    decide_pair(one, other; boundary = "auto", confidence = 0.95, pairs = 1, rho = 2.5,
                resolution = nothing, horizon = nothing)

Whether the order of two models is decided.

# Arguments
- `one`, `other`: what [`ability`](@ref) gives of each model, or a tuple of θ and its standard error.
- `boundary`: "spending" is valid at every look up to the last one, "anytime" at every look.
  "two-sided" and "one-sided" hold at one look. "auto" is "spending" with a horizon, otherwise "anytime".
- `confidence`: of the decision, in (0, 1).
- `pairs`: how many pairs share the error: L(L - 1)/2 for all of L models.
- `rho`: shapes the anytime boundary. `resolution` replaces it: the standard error of a difference that
  the boundary is best for.
- `horizon`: for the spending boundary, T = 1/(SE² + SE²) at the last look.

# Formula
With t = 1/(SE² + SE²) and α = (1 - confidence)/pairs, the anytime boundary is
|z| >= √((1 + ρ/t) ln((t + ρ)/(ρ α²))). The spending boundary is |z| >= h √(T/t) before the last look,
where 8 Φ(-h) = α. At the last look, t >= T, it is |z| >= b, where 2 Φ(-b) + 2 Φ(b - 2h) = α.

# Returns
`(decided, z, boundary, p)`: z is the difference in standard errors, `boundary` the size of z that
decides, and p is valid at every look, up to the last one if it is known.

# Throws
- `ArgumentError`: an unknown boundary, spending without a horizon, or models without abilities.
- `DomainError`: a confidence outside (0, 1), or a number that is not positive.

# Examples
```jldoctest
julia> decide_pair((1.4, 0.2), (0.1, 0.2)).decided
true
```

# Source
Robbins (1970) for the anytime boundary, Lan and DeMets (1983) for spending.
"""
function decide_pair(
    one, other;
    boundary = "auto", confidence = 0.95, pairs = 1, rho = 2.5, resolution = nothing, horizon = nothing,
)
    (first, first_error), (second, second_error) = located("one", one), located("other", other)
    return asked_row("decide_pair", (
        abilities = [first, second], errors = [first_error, second_error],
        boundary = text_of("boundary", boundary), confidence = number("confidence", confidence),
        pairs = whole_between("pairs", pairs, 1, typemax(Int64)), rho = number("rho", rho),
        resolution = resolution === nothing ? nothing : number("resolution", resolution),
        horizon = horizon === nothing ? nothing : number("horizon", horizon),
    ))
end

"""A number for each item, or one for all."""
of_items(name, ::Nothing, size) = nothing
of_items(name, value::Real, size) = fill(number(name, value), size)
function of_items(name, values, size)
    found = numbers(name, values, "one for each item, or one for all")
    length(found) == size && return found
    sentence = "$name has length $(length(found)), but b has length $size"
    throw(misfit("argument.length", sentence))
end

item_names(::Nothing, size) = string.(1:size)
item_names(names, size) =
    throw(wrong("argument.label", "items", names, "is not a vector of names"))
function item_names(names::Union{AbstractVector,Tuple}, size)
    length(names) == size && return String[
        label_name(one, "items", (place,)) for (place, one) in enumerate(names)
    ]
    sentence = "items has length $(length(names)), but b has length $size"
    throw(misfit("argument.length", sentence))
end

"""The bank, what a model answered, and the prior."""
function answered(bank, scores, prior)
    trials, sums = outcomes_of(bank, scores)
    middle, variance = prior_numbers(prior)
    own = (trials = trials, sums = sums, prior_mean = middle, prior_variance = variance)
    return merge(bank.columns, own)
end

"""Number of trials and sum of outcomes of each item."""
outcomes_of(bank, scores) =
    throw(wrong("argument.scores", "scores", scores, "is not a vector or a Dict of scores"))
function outcomes_of(bank, scores::Union{AbstractVector,Tuple})
    if length(scores) != bank.size
        sentence = "scores has length $(length(scores)), but the bank has $(plural(bank.size, "item"))"
        throw(misfit("argument.length", sentence))
    end
    return outcomes_of(bank, Dict{Int,Any}(enumerate(scores)))
end
function outcomes_of(bank, scores::AbstractDict)
    trials, sums = zeros(bank.size), zeros(bank.size)
    for (item, score) in scores
        place = item_place(bank, item, "scores")
        trials[place], sums[place] = score_pair(score, "scores[$place]")
    end
    return trials, sums
end

score_pair(::Union{Missing,Nothing}, name) = (0.0, 0.0)
score_pair(score, name) = (1.0, number(name, score))
score_pair((trials, sum)::Tuple{Any,Any}, name) = (number(name, trials), number(name, sum))

item_place(bank, item, name) =
    throw(wrong("argument.whole_number", "an item of $name", item, "is not a whole number"))
item_place(bank, item::Bool, name) =
    throw(wrong("argument.boolean", "an item of $name", item, "is a boolean"))
function item_place(bank, item::Integer, name)
    1 <= item <= bank.size && return Int(item)
    throw(wrong("argument.item", "an item of $name", item, "is not from 1 to $(bank.size)"))
end

prior_numbers(prior) =
    throw(wrong("argument.prior", "prior", prior, "is not a pair of mean and variance"))
prior_numbers((middle, variance)::Tuple{Any,Any}) =
    (middle === nothing ? 0.0 : number("prior", middle), number("prior", variance))

located(name, model) = throw(
    wrong("argument.ability", name, model, "is not an ability: give what ability gives, or (θ, SE)")
)
located(name, (θ, error)::Tuple{Any,Any}) = (number(name, θ), number(name, error))
located(name, model::NamedTuple) =
    haskey(model, :mode) && haskey(model, :se) ? located(name, (model.mode, model.se)) :
    throw(wrong("argument.ability", name, model, "has no mode and se"))
