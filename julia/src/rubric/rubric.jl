# Rubrics: trials with many signals become categories, which are then outcomes like any others.

"""
    Rubric(source, name)
    Rubric(source)

A rubric of a rubric file: what a trial is worth, given several signals. [`grade`](@ref) applies it.

# Arguments
- `source`: as for [`rubrics`](@ref).
- `name`: which of its rubrics. The only one of a file needs no name.

# Fields
- `name`: the name of the rubric.
- `categories`: the names of its categories. The first is category 0.
- `weights`: what each category is worth, the `w` of [`bayes`](@ref) and [`avg`](@ref).
- `signals`: the signals of the file, in order.
- `reads`: for each signal, whether the rubric needs its values.
- `thresholds`: the thresholds of the file, in order.
- `text`: the text of the file.

# Throws
- `ArgumentError`: as for [`rubrics`](@ref). There is no such rubric, or none is named of several.

# Examples
```jldoctest
julia> rubric = Rubric("paper", "format-aware")
Rubric(format-aware: invalid, wrong unboxed, wrong boxed, correct unboxed, correct boxed)

julia> rubric.weights
5-element Vector{Float64}:
 0.0
 0.0
 1.0
 2.0
 3.0

julia> rubric.signals[rubric.reads] == ["correct", "boxed", "repeated", "C"]
true
```

# Source
[arXiv:2510.04265](https://arxiv.org/abs/2510.04265), section 3.4 and appendix D.
"""
struct Rubric
    name::String
    categories::Vector{String}
    weights::Vector{Float64}
    signals::Vector{String}
    reads::Vector{Bool}
    thresholds::Vector{String}
    text::String
end

Rubric(source) = Rubric(source, nothing)
function Rubric(source, name)
    found = rubrics(source)
    name === nothing && length(found) == 1 && return first(found)
    place = findfirst(rubric -> rubric.name == name, found)
    place === nothing || return found[place]
    what = name === nothing ? "name one" : "there is no rubric $(shown(name))"
    names = join((rubric.name for rubric in found), ", ")
    throw(misfit("argument.rubric", "$what: $names"))
end

fields(rubric::Rubric) = (rubric.text, rubric.name)
Base.:(==)(one::Rubric, other::Rubric) = fields(one) == fields(other)
Base.hash(rubric::Rubric, seed::UInt) = hash(fields(rubric), hash(:Rubric, seed))

Base.show(io::IO, rubric::Rubric) =
    print(io, "Rubric(", rubric.name, ": ", join(rubric.categories, ", "), ")")

"""
    rubrics(source)

The rubrics of a rubric file, in order.

# Arguments
- `source`: the path of a rubric file, its text (of several lines), or "paper" for the twelve rubrics
  of arXiv:2510.04265. docs/rubrics.md of the checkout has the form of the file.

# Returns
A vector of [`Rubric`](@ref).

# Throws
- `ArgumentError`: no file, and no text of one. The text is no rubric file: the message names the
  line and, in an expression, the character.

# Examples
```jldoctest
julia> length(rubrics("paper"))
12

julia> rubrics("[signals]\\ncorrect = true\\n")
ERROR: ArgumentError: the rubric file has no [[rubric]]
```

# Source
[arXiv:2510.04265](https://arxiv.org/abs/2510.04265), section 3.4 and appendix D.
"""
function rubrics(source)
    text = rubric_text(source)
    categories, signals, thresholds = answer_of("rubrics", (text = text,)) do answer
        map(table -> table_of(answer, table), (0, 1, 2))
    end
    return map(unique(row.rubric for row in categories)) do name
        own(rows) = filter(row -> row.rubric == name, rows)
        Rubric(
            name, String[row.category for row in own(categories)],
            Float64[row.weight for row in own(categories)],
            String[row.signal for row in own(signals)], Bool[row.read for row in own(signals)],
            String[row.threshold for row in thresholds], text,
        )
    end
end

rubric_text(source) =
    throw(wrong("argument.rubric", "source", source, "is not a text: give a path or a rubric file"))
function rubric_text(source::AbstractString)
    if '\0' in source
        throw(misfit("argument.rubric", "source has a NUL: a rubric file is plain text"))
    end
    (source == "paper" || '\n' in source) && return String(source)
    if !isfile(source)
        what = "is not a file, not the text of one, and not \"paper\""
        throw(wrong("argument.rubric", "source", source, what))
    end
    text = read(String(source), String)
    '\0' in text && throw(misfit("argument.rubric", "$source has a NUL: it is not plain text"))
    return text
end

"""
    grade(rubric, signals; task = nothing, model = nothing)

The category of each trial by a rubric: the outcomes of a results matrix.

# Arguments
- `rubric`: a [`Rubric`](@ref).
- `signals`: the signals of the trials, in one of two forms. Named columns are a `NamedTuple`, a
  dictionary or a data frame with an array for each signal that the rubric reads, all of one shape,
  such as M × N. A number is the signal of every trial. Else `signals` is a matrix with a row for each trial
  and a column for each of `rubric.signals`.
- `task`, `model`: what the trials belong to: a name or a number for all of them, or an array. It has
  the shape of the trials, or the length 1 along some axes. Quantiles are of the trials of a task. If
  the rubric says `scope = "model"`, they are of a model in it.

Signals are the numbers that the rules compare. What the file says of `field`, `scale`, `is` and
`matches` is for logs. `missing`, NaN and infinity are missing signals.

# Returns
Categories in 0..C, in the shape of the trials. They are `missing` for trials that the rubric leaves
out (`missing = "drop"` in the file).

# Throws
- `ArgumentError`: signals that do not fit the rubric, or one another. A trial that no rule matches,
  or that lacks a signal that decides, or needs a quantile over no trial. A frozen threshold without a value
  for a task. Trials are counted from 1, in memory order.

# Examples
```jldoctest
julia> rubric = Rubric(\"\"\"
           [signals]
           correct = "score"
           tokens = "usage.output_tokens"
           [thresholds]
           long = { signal = "tokens", quantile = 0.75 }
           [[rubric]]
           name = "short and right"
           category = [
             { name = "wrong", weight = 0, when = "not correct" },
             { name = "long", weight = 0.5, when = "tokens > long" },
             { name = "right", weight = 1, otherwise = true },
           ]
           \"\"\");

julia> correct = [0 1 1 0      # a row a question, a column a trial
                  1 1 0 1];

julia> tokens = [210 340 900 150
                 120 880 300 410];

julia> R = Int.(grade(rubric, (correct = correct, tokens = tokens)))
2×4 Matrix{Int64}:
 0  2  1  0
 2  1  0  2

julia> map(figure -> round(figure, digits = 4), bayes(R, rubric.weights))
(mu = 0.5, sigma = 0.1041)
```

# Source
[arXiv:2510.04265](https://arxiv.org/abs/2510.04265), section 3.4 and appendix D.
"""
function grade(rubric::Rubric, signals; task = nothing, model = nothing)
    trials = SignalTable(rubric, signals)
    codes, _ = graded(rubric, trials, task, model)
    found = Array{Union{Missing,Int}}(undef, trials.shape)
    for (place, code) in enumerate(codes)
        found[place] = code < 0 ? missing : Int(code)
    end
    return found
end

"""
    thresholds(rubric, signals; task = nothing, model = nothing)

The thresholds that [`grade`](@ref) compares each trial with.

# Arguments
As for [`grade`](@ref).

# Returns
A dictionary from the names of the thresholds that the rubric uses to arrays in the shape of the
trials. A quantile over no trial is NaN, where no trial needs it.

# Throws
As for [`grade`](@ref).

# Examples
```jldoctest
julia> rubric = Rubric(\"\"\"
           [signals]
           tokens = "tokens"
           [thresholds]
           long = { signal = "tokens", quantile = 0.5 }
           [[rubric]]
           name = "short"
           category = [
             { name = "long", weight = 0, when = "tokens > long" },
             { name = "short", weight = 1, otherwise = true },
           ]
           \"\"\");

julia> thresholds(rubric, (tokens = [5, 7, 9, 90, 70],), task = [1, 1, 1, 2, 2])["long"]
5-element Vector{Float64}:
  7.0
  7.0
  7.0
 70.0
 70.0
```

# Source
[arXiv:2510.04265](https://arxiv.org/abs/2510.04265), section 3.4 and appendix D.
"""
function thresholds(rubric::Rubric, signals; task = nothing, model = nothing)
    trials = SignalTable(rubric, signals)
    _, values = graded(rubric, trials, task, model)
    found = Dict{String,Array{Float64,length(trials.shape)}}()
    for (place, name) in enumerate(rubric.thresholds)
        own = reshape(values[place, :], trials.shape)
        all(isnan, own) || (found[name] = own)
    end
    return found
end

"""Categories of trials, and a column of thresholds for each."""
function graded(rubric::Rubric, trials::SignalTable, task, model)
    tasks, models = Labels(task, "task", trials.shape), Labels(model, "model", trials.shape)
    given = (
        text = rubric.text, rubric = rubric.name, signals = trials.values, tasks = codes(tasks),
        task_names = names_in(tasks), models = codes(models), model_names = names_in(models),
    )
    return answer_of(answer -> (array_of(answer, 0), array_of(answer, 1)), "grade", given)
end
