# Trials that a judge graded, where some have labels: figures, errors, and the exact values of the folder that
# SCORIO_SHARED names.

const GRADED_BY = [1 1 0 0; 1 0 1 1; 0 0 0 1; 1 1 1 1]
const KNOWN = [1 missing 0 0; 1 0 missing 0; 0 missing 0 1; missing 1 1 missing]

labelled = JudgeCounts(GRADED_BY[:, :, :], KNOWN[:, :, :])
row = first(score(labelled))
@test row.model == "1" && row.trials == 16 && row.questions == 4
@test row.lo < row.score < row.hi
judged = score(labelled).others[2]
@test (judged[1].labels, judged[1].judge) == (11, 0.625)

# Every form of the same trials gives the same figures.
rows_of(R) = [R[i, :] for i in 1:size(R, 1)]
as_nan = replace(KNOWN, missing => NaN)
for (outcomes, labels) in (
    ([GRADED_BY], [KNOWN]),
    (["1" => GRADED_BY], ["1" => as_nan]),
    (Dict("1" => Float64.(GRADED_BY)), Dict("1" => KNOWN)),
    ([rows_of(GRADED_BY)], [rows_of(KNOWN)]),
)
    @test first(score(JudgeCounts(outcomes, labels))) === row
end
@test first(score(labelled, models = ["m"])).model == "m"
@test first(score(labelled, questions = ["a", "b", "c", "d"], cluster = ["x", "x", "y", "z"])).score == row.score

# Ends of labels only scale the figures.
wide = JudgeCounts([1 .+ 4 .* GRADED_BY], [1 .+ 4 .* KNOWN], label_range = (1, 5))
scaled = first(score(wide))
@test isapprox([scaled.score, scaled.lo, scaled.hi], 1 .+ 4 .* [row.score, row.lo, row.hi])

# Rows of different lengths, a judge that refuses, and several models.
several = JudgeCounts(
    ["a" => [[1, 0], [1, missing, 1], [0]], "b" => [[1, 1], [0, 1], [0]]],
    ["b" => [[1, 0], [missing, 1], [0]], "a" => [[1, missing], [missing, 0, 1], [0]]],
)
@test [one.model for one in score(several)] == ["b", "a"] || [one.model for one in score(several)] == ["a", "b"]
@test length(compare_pairs(several)) == 1
@test first(compare(several, baseline = "b")).model == "a"
@test length(gate(several, 0.5)) == 2
@test [one.labels for one in judge_quality(several)] == [4, 4]
@test sum(one.add for one in plan_labels(several, budget = 1)) == 1
@test sprint(show, several) == "JudgeCounts(2 models)"

shape = "outcomes of 1 have 4 questions and 16 trials, but labels 4 questions and 12 trials: both need the same shape"
@refused ArgumentError shape JudgeCounts([GRADED_BY], [KNOWN[:, 1:3]])
@refused ArgumentError "outcomes are of a, but labels of b" JudgeCounts(["a" => GRADED_BY], ["b" => KNOWN])
@refused ArgumentError "outcomes of 1 are counts: give its trials one by one" JudgeCounts([Counts([1], [2])], [KNOWN])
@test refusal(() -> JudgeCounts(GRADED_BY, KNOWN))[1] == ArgumentError
@test refusal(() -> JudgeCounts([GRADED_BY], [["x"]]))[1] == ArgumentError
@test refusal(() -> JudgeCounts([GRADED_BY], [KNOWN], label_range = (1, 0)))[1] == ArgumentError
@test refusal(() -> JudgeCounts([GRADED_BY], [KNOWN], label_range = 5))[1] == ArgumentError
@refused ArgumentError "no trial has a label" score(JudgeCounts([GRADED_BY], [fill(NaN, 4, 4)]))
infinite = JudgeCounts([GRADED_BY], [fill(Inf, 4, 4)])
@test occursin("labels[1, 1]", refusal(() -> score(infinite))[2])
beyond = JudgeCounts([GRADED_BY], [KNOWN], label_range = (0, 0.5))
@test occursin("outside 0 to 0.5", refusal(() -> score(beyond))[2])
@test refusal(() -> score(labelled, numeric = true))[1] == ArgumentError
@test occursin("not with the metric", refusal(() -> score(labelled, "pass_at_k", 2))[2])
@test refusal(() -> judge_quality(["a" => [1 0; 0 1]])) == (ArgumentError, "no trial has a label")
@test occursin("half-width or a budget", refusal(() -> plan_labels(labelled))[2])
@test occursin("questions has length 2", refusal(() -> score(labelled, questions = ["a", "b"]))[2])

const JUDGES = joinpath(get(ENV, "SCORIO_SHARED", ""), "reference", "judges.json")

"""Trials of a question as "1:1 0": outcomes, and labels after a colon."""
function read_trials(question)
    pairs = split.(split(question), ':')
    label(one) = length(one) == 1 ? NaN : parse(Float64, one[2])
    return [parse(Float64, one[1]) for one in pairs], [label(one) for one in pairs]
end

function exact_judged(case)
    models = [[read_trials(one) for one in model] for model in case["questions"]]
    names = ["m$(place - 1)" for place in eachindex(models)]
    sides = map((first, last)) do side
        [name => [side(one) for one in model] for (name, model) in zip(names, models)]
    end
    return JudgeCounts(sides...)
end

function exact_target(case)
    about = get(case, "target", "") == "like" ? (sampled = true,) : NamedTuple()
    if haskey(case, "clusters")
        about = (cluster = string.(Int.(case["clusters"])),)
    end
    return merge(about, (confidence = get(case, "confidence", 0.95),))
end

near_judge(found, exact; rtol = 1e-8) = all(isapprox.(found, exact, rtol = rtol, atol = 1e-12))
ends_of(row, name) = [getproperty(row, Symbol(name, tail)) for tail in ("", "_lo", "_hi")]

"""Whether every trial has a label. Such a model is scored by its labels, as outcomes are."""
is_labelled(case) = all(occursin(":", trial) for one in case["questions"][1] for trial in split(one))

function exact_score(case)
    counts, about, exact = exact_judged(case), exact_target(case), case["expected"]
    if exact["labels"] == 0
        @test refusal(() -> score(counts; about...)) == (ArgumentError, "no trial has a label")
        return nothing
    end
    board = first(warned(() -> score(counts; about...)))
    row, judged = board[1], board.others[2][1]
    @test near_judge(row.score, exact["score"], rtol = 1e-9)
    if is_labelled(case)
        trials = [last(read_trials(one)) for one in case["questions"][1]]
        own = first(score(["m0" => [Int.(one) for one in trials]]; about...))
        @test near_judge([row.sigma, row.lo, row.hi], [own.sigma, own.lo, own.hi])
        @test judged.worth == exact["labels"]
    else
        @test near_judge(row.sigma, exact["sigma"], rtol = 1e-9)
        @test near_judge([row.lo, row.hi], [exact["lo"], exact["hi"]])
        @test near_judge([judged.worth, judged.design_effect], [exact["worth"], exact["deff"]], rtol = 1e-9)
    end
    haskey(exact, "quality") || return nothing
    quality = first(judge_quality(counts; about...))
    for name in ("agreement", "sensitivity", "specificity", "bias")
        @test near_judge(ends_of(quality, name), exact["quality"][name])
    end
    @test near_judge(quality.kappa, exact["quality"]["kappa"])
end

function exact_comparison(case)
    row = first(compare(exact_judged(case); baseline = "m1", exact_target(case)...))
    exact = case["expected"]
    @test near_judge([row.difference, row.sigma], [exact["difference"], exact["sigma"]], rtol = 1e-9)
    @test near_judge([row.lo, row.hi, row.probability], [exact["lo"], exact["hi"], exact["probability"]])
end

function exact_favour(case)
    for (row, exact) in zip(judge_quality(exact_judged(case)), case["expected"]["models"])
        @test near_judge([row.favours, row.favours_sigma], [exact["favour"], exact["sigma"]], rtol = 1e-9)
        @test near_judge([row.favours_pvalue, row.favours_holm], [exact["p"], exact["holm"]])
    end
end

exact_unlike(case) =
    @test near_judge(first(judge_quality(exact_judged(case))).unlike, case["expected"]["z"])

function exact_labels(case)
    names = filter(name -> haskey(case, name), ["half_width", "budget"])
    aim = [Symbol(name) => name == "budget" ? Int(case[name]) : case[name] for name in names]
    rows, exact = plan_labels(exact_judged(case); aim...), case["expected"]
    @test [row.add for row in rows] == exact["add"]
    @test near_judge([rows[1].half_width, rows[1].floor], [exact["half_width"], exact["floor"]])
    @test rows[1].reached == exact["reached"]
end

const EXACT_KINDS = Dict(
    "score" => exact_score, "compare" => exact_comparison, "favour" => exact_favour,
    "unlike" => exact_unlike, "plan" => exact_labels,
)

if isfile(JUDGES)
    for case in json(read(JUDGES, String))["vectors"]
        # The order of the file of trials to label is that of the command line.
        case["kind"] == "order" || EXACT_KINDS[case["kind"]](case)
    end
else
    @info "The exact values are skipped: SCORIO_SHARED names no folder with reference values and real logs."
end
