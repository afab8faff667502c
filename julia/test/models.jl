# Leaderboards and comparisons: forms of results, labels, and what is refused. tests/parity compares the
# figures with Python.

const NEW, OLD = [1 1 1; 1 0 1; 0 1 1], [0 1 0; 1 0 0; 0 0 1]
const BOTH = ["new" => NEW, "old" => OLD]

# Every form of the same results.
board = score(BOTH)
@test [row.model for row in board] == ["new", "old"]
@test board isa AbstractVector{<:NamedTuple}
same(one, other) = isequal(one, other)
@test same(score(cat(NEW, OLD, dims = 3), models = ["new", "old"]), board)
@test same(score([NEW, OLD], models = ("new", "old")), board)
@test same(score(Dict(BOTH)), board)
@test same(score((BOTH...,)), board)
tables = [Counts(vec(sum(one, dims = 2)), 3) for one in (NEW, OLD)]
@test same(score(tables, models = [:new, :old]), board)
rows = [[collect(row) for row in eachrow(one)] for one in (NEW, OLD)]
@test same(score(["new" => rows[1], "old" => rows[2]]), board)
@test same(score(["new" => BitMatrix(NEW .== 1), "old" => view(OLD, :, 3:-1:1)]), board)
@test [row.model for row in score(cat(NEW, OLD, dims = 3))] == ["1", "2"]
@test first(compare(NEW, OLD)).difference == first(compare(BOTH, baseline = "old")).difference
@test same(compare(rows...), compare(NEW, OLD))

# What a row does not have is missing.
@test first(board).k === missing && first(board).task === missing
@test first(compare(BOTH, baseline = "old")).margin === missing
@test first(compare(BOTH, baseline = "old", margin = 0.1)).worse === false

# Several metrics and budgets are tables after one another.
several = score(BOTH, ["avg", "pass_at_k"], 1:2)
@test unique([(row.metric, row.k) for row in several]) |> length == 3
@test first(score(BOTH, "g_pass_at_k_tau", 3, tau = 2 // 3)).parameters == "tau=2/3"

# Missing outcomes are counted.
gaps = score(["new" => [1 missing; 0 1], "old" => [1 0; 0 1]], missing = "drop")
@test sort([(row.model, row.missing) for row in gaps]) == [("new", 1), ("old", 0)]

# Questions that only some models have, tasks, clusters and weights.
named = compare(["a" => [1 1; 0 0], "b" => [0 1; 1 0]], baseline = "b", questions = ["x", "y"])
@test first(named).questions == 2
@test Set(row.question for row in compare_questions(NEW, OLD)) == Set(["1", "2", "3"])
@test first(compare_questions(NEW, OLD, questions = [:p, :q, :r])).question in ("p", "q", "r")
@test first(compare(NEW, OLD, cluster = ["c", "c", "d"])).clusters == 2
by_task = score(BOTH, tasks = ["s", "s", "t"])
@test count(row -> row.task === missing, by_task) == 2 && length(by_task) == 6
@test length(score(BOTH, tasks = ["s", "s", "t"], by_task = false)) == 2
@test length(score(BOTH, tasks = ["s", "t", "t"], cluster = "task")) == 2
@test first(compare(NEW, OLD, weight = [1, 0, 0])).difference ≈ 2 / 3
@test first(compare([1 1; 1 0], [0 1; 1 0; 1 1], paired = false)).baseline_questions == 3

# Intervals about new runs: the columns are the runs. Their successes are 6, 4, 1 and 1 of 6.
lucky = [1 1 0 0; 1 1 0 0; 1 0 0 0; 1 1 1 0; 1 0 0 1; 1 1 0 0]
about_runs = only(score(["a" => lucky], runs = true))
@test about_runs.sigma ≈ sqrt((9 + 1 + 4 + 4) / 3 / 36 / 4)
@test about_runs.hi == 1 && about_runs.score ≈ 0.5
@test only(score(["a" => lucky], runs = true, sampled = true)).sigma > about_runs.sigma / 2

# Models that a table lacks are a warning.
found, said = warned(() -> score(BOTH, "pass_at_k", 3; ragged = "drop"))
@test length(found) == 2 && isempty(said)
short = ["long" => [1 1 1; 0 1 0], "short" => [1 0; 0 0]]
found, said = warned(() -> score(short, "pass_at_k", 3; ragged = "drop"))
@test length(found) == 1
@test said == ["short has no score overall: no question has 3 trials."]

# Errors.
begins(call, kind, sentence) = (found = refusal(call); found[1] == kind && startswith(found[2], sentence))
@test begins(() -> score(nothing), ArgumentError, "R = nothing is no results of models: give an array")
@test begins(() -> score([1 0; 1 1]), ArgumentError, "R has 2 axes: give an array")
@test begins(() -> score([]), ArgumentError, "R has no model: give an array")
@test begins(() -> score(["a" => [1 5]]), ArgumentError, "R[1, 2] = 5 is not a category")
@test endswith(refusal(() -> score(["a" => [1 5]]))[2], "(of model a)")
@test endswith(
    refusal(() -> score(["a" => [1 missing]]))[2],
    "(of model a); pass missing=\"drop\" to leave missing outcomes out",
)
@refused ArgumentError "models has length 1, but R has 2 models" score([NEW, OLD], models = ["a"])
@refused ArgumentError "tasks has length 1, but new has 3 questions" score(BOTH, tasks = ["s"])
@refused ArgumentError "cluster = :x is not \"task\", or a label for each question" score(BOTH, cluster = :x)
@refused ArgumentError "by_task = \"model s\" is not true or false" score(BOTH, by_task = "model s")
@refused ArgumentError "prior = 'flat' is not one of 'hierarchical', 'uniform'" compare(NEW, OLD, prior = "flat")
@refused ArgumentError "paired = 1 is not true or false" compare(NEW, OLD, paired = 1)
@refused ArgumentError "metrics is empty: name at least one" score(BOTH, String[])
@test begins(() -> compare(NEW, OLD[1:2, :]), ArgumentError, "a has 3 rows (questions) but b has 2")
@test begins(() -> compare(BOTH, baseline = "x"), ArgumentError, "")
@test begins(() -> compare(NEW, OLD, confidence = 95), DomainError, "confidence = 95 is not between 0 and 1")
@test refusal(() -> score(BOTH, "pass_at_k", 4))[2] isa AbstractString
@test begins(() -> compare_pairs(["a" => NEW]), ArgumentError, "")
