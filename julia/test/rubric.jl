# Rubrics: what a file says, which trial gets which category, and what is wrong with signals.

const FILE = """
    [signals]
    correct = "score"
    tokens = { field = "usage", scale = 0.5 }
    flagged = 0
    spare = "spare"
    [thresholds]
    long = { signal = "tokens", quantile = 0.5 }
    half = 0.5
    [[rubric]]
    name = "short"
    category = [
      { name = "flagged", weight = -1, when = "flagged" },
      { name = "wrong", weight = 0, when = "correct < half" },
      { name = "long", weight = 0.5, when = "tokens > long" },
      { name = "right", weight = 1, otherwise = true },
    ]
    [[rubric]]
    name = "own"
    scope = "model"
    missing = "drop"
    category = [
      { name = "long", weight = 0, when = "tokens > long" },
      { name = "short", weight = 1, otherwise = true },
    ]
    """

short, own = rubrics(FILE)
@test (short.name, own.name) == ("short", "own")
@test short.categories == ["flagged", "wrong", "long", "right"]
@test short.weights == [-1.0, 0.0, 0.5, 1.0]
@test short.signals == own.signals == ["correct", "tokens", "flagged", "spare"]
# A signal that the file has as a number needs no values.
@test short.reads == [true, true, false, false]
@test own.reads == [false, true, false, false]
@test short.thresholds == ["long", "half"]
@test sprint(show, own) == "Rubric(own: long, short)"
@test short == Rubric(FILE, "short") != own
@test hash(short) == hash(Rubric(FILE, "short"))
mktempdir() do folder
    path = joinpath(folder, "rubric.toml")
    write(path, FILE)
    @test rubrics(path) == [short, own]
    @test rubrics(SubString(path, 1)) == [short, own]
end
paper = rubrics("paper")
@test [length(one.categories) for one in paper] == [3, 5, 6, 5, 3, 4, 4, 8, 3, 5, 7, 6]
@test Rubric("paper", "exact-match") == first(paper)

# Names of any length and of any letters.
name = "ü"^100
long_named = Rubric("""
    [[rubric]]
    name = "$name"
    category = [{ name = "$(name)!", weight = 0, when = "1 > 2" }, { name = "β", weight = 2, otherwise = true }]
    """)
@test long_named.name == name
@test long_named.categories == ["$(name)!", "β"]
@test isempty(long_named.signals) && isempty(long_named.thresholds)
@test grade(long_named, zeros(3, 0)) == [1, 1, 1]

# Named columns of any shape, and a matrix with all columns, are the same trials.
correct = [1 0 1; 1 1 1]
tokens = [3 1 9; 4 5 8]
columns = (correct = correct, tokens = tokens)
R = grade(short, columns)
@test R == [3 1 2; 3 2 2]
@test eltype(R) == Union{Missing,Int}
matrix = [vec(correct) vec(tokens) fill(7, 6) fill(NaN, 6)]
@test grade(short, matrix) == vec(R)
@test grade(short, Any[matrix[:, 1:3] fill(missing, 6)]) == vec(R)
@test grade(short, Dict("correct" => correct, "tokens" => tokens)) == R
@test grade(short, Dict(:correct => correct .== 1, :tokens => tokens .// 1)) == R
@test grade(short, (correct = 1, tokens = tokens)) == [3 3 2; 3 2 2]
@test grade(short, (correct = Shifted(correct), tokens = view(tokens, :, 1:3))) == R
@test grade(short, (correct = reshape(correct, 2, 1, 3), tokens = reshape(tokens, 2, 1, 3))) ==
      reshape(R, 2, 1, 3)
@test bayes(R, short.weights) == bayes(Int.(R), short.weights) == bayes([3 1 2; 3 2 2], short.weights)
@test avg(R, short.weights).mu ≈ (1 + 0 + 0.5 + 1 + 0.5 + 0.5) / 6
@test isempty(grade(short, (correct = Int[], tokens = Int[])))
@test grade(own, (tokens = [1, 2, 3],)) == [1, 1, 0]

# Quantiles are of a task, or of a model in it.
@test thresholds(short, columns) == Dict("long" => fill(4.0, 2, 3), "half" => fill(0.5, 2, 3))
@test thresholds(own, columns) == Dict("long" => fill(4.0, 2, 3))
@test thresholds(short, columns, task = ["a", "b"])["long"] == [3 3 3; 5 5 5]
@test thresholds(short, columns, model = ["a", "b"])["long"] == fill(4.0, 2, 3)
for (model, values) in (
    (["a", "b"], [3 3 3; 5 5 5]), ([:x :y :x], [4 1 4; 4 1 4]), ([1 2 3; 1 2 1], [4 1 9; 4 1 4]),
    ("a", fill(4, 2, 3)), (Shifted([7, 7]), fill(4, 2, 3)), (reshape([1], 1, 1), fill(4, 2, 3)),
)
    @test thresholds(own, columns, model = model)["long"] == values
    @test thresholds(own, columns, model = model, task = "t")["long"] == values
    @test isequal(grade(own, columns, model = model), Int.(tokens .<= values))
end
@test thresholds(own, columns, model = ["a", "b"], task = [1 2 1])["long"] == [3 1 3; 4 5 4]

# Missing signals: an error, left out, and of no matter where they do not decide.
gaps = [3 missing 9; 4 NaN Inf]
@test isequal(grade(own, (tokens = gaps,)), [1 missing 0; 1 missing missing])
@test bayes(grade(own, (tokens = gaps,)), own.weights, missing = "drop") ==
      bayes([[1, 0], [1]], own.weights)
@refused(
    ArgumentError,
    "R[1, 2] is missing; pass missing=\"drop\" to leave missing outcomes out",
    bayes(grade(own, (tokens = gaps,)), own.weights),
)
@test grade(short, (correct = [1, 0], tokens = [5, missing])) == [3, 1]
@refused(
    ArgumentError,
    "trial 2 lacks the signal \"tokens\", which the rubric \"short\" needs: flagged = 0, " *
    "correct = 1, tokens is missing; say missing = \"drop\" in the rubric to leave such trials out, " *
    "or name a category for them",
    grade(short, (correct = [1, 1], tokens = [5, missing])),
)
message = Scorio.last_message(Scorio.loaded())
@test message.kind == "rubric.missing"
@test startswith(message.problem, "trial 1 lacks the signal \"tokens\"")
@refused(
    ArgumentError,
    "no trial has the signal \"tokens\"; give it a column with values, or a number in the rubric file",
    grade(short, (correct = [1, 1], tokens = [NaN, missing])),
)
# A quantile over no trial matters where a trial needs it.
@test isequal(grade(own, (tokens = [3, missing],), model = [8, 9]), [1, missing])
@test isequal(thresholds(own, (tokens = [3, missing],), model = [8, 9])["long"], [3, NaN])
of_right = Rubric(replace(FILE, "quantile = 0.5" => "quantile = 0.5, where = \"correct\""), "own")
@refused(
    ArgumentError,
    "trial 2 needs the threshold \"long\", which is a quantile over no trial of model 9 in task b; " *
    "freeze the thresholds on a log that has it",
    grade(of_right, (correct = [1, 0], tokens = [3, 4]), task = ["a", "b"], model = 9),
)
open_end = Rubric("""
    [signals]
    x = "x"
    [[rubric]]
    name = "open"
    category = [
      { name = "a", weight = 0, when = "x < 1" },
      { name = "b", weight = 1, when = "x > 2" },
    ]
    """)
@refused(
    ArgumentError,
    "the rubric \"open\" has no category for trial 3: x = 1.5; end the rubric with a category that " *
    "has otherwise = true",
    grade(open_end, (x = [0, 3, 1.5],)),
)

# Frozen thresholds are found by the names of tasks.
frozen = Rubric(replace(FILE, "quantile = 0.5 }" => "quantile = 0.5, frozen = [" *
    "{ task = \"a\", quantile = \"observed\", value = 2 }, " *
    "{ task = \"7\", quantile = \"observed\", value = 8 }] }"), "short")
@test thresholds(frozen, columns, task = ["a", "7"])["long"] == [2 2 2; 8 8 8]
@test grade(frozen, columns, task = ["a", 7]) == [2 1 2; 3 3 3]
@refused(
    ArgumentError,
    "the threshold \"long\" is frozen, but not for task b; freeze the thresholds on a log that has it",
    grade(frozen, columns, task = "b"),
)

# What does not fit.
@refused ArgumentError "name one: short, own" Rubric(FILE)
@refused ArgumentError "there is no rubric \"long\": short, own" Rubric(FILE, "long")
@refused ArgumentError "there is no rubric 1: short, own" Rubric(FILE, 1)
@refused(
    ArgumentError,
    "source = 5 is not a text: give a path or a rubric file",
    rubrics(5),
)
@refused(
    ArgumentError,
    "source = \"no.toml\" is not a file, not the text of one, and not \"paper\"",
    rubrics("no.toml"),
)
@refused ArgumentError "source has a NUL: a rubric file is plain text" rubrics("a\0\n")
@refused(
    ArgumentError,
    "line 5 of the rubric file: when of the category \"a\" (category 1 of the rubric \"r\") = " *
    "\"x > y\": no signal or threshold is called \"y\"; there are: x (character 5)",
    rubrics("[signals]\nx = \"x\"\n[[rubric]]\n" *
        "name = \"r\"\ncategory = [{ name = \"a\", weight = 0, when = \"x > y\" }]\n"),
)
@refused(
    ArgumentError,
    "signals has 2 columns: give one for each of correct, tokens, flagged, spare",
    grade(short, [1 2; 3 4]),
)
@refused(
    ArgumentError,
    "signals has 1 axis: give a matrix with a row for each trial and a column for each signal, or " *
    "named columns",
    grade(short, [1, 2]),
)
@refused(
    ArgumentError,
    "signals has no tokens, which the rubric short reads",
    grade(short, (correct = [1],)),
)
@refused ArgumentError "signals has no tokens, which the rubric own reads" grade(own, Dict())
@refused ArgumentError "signals has no tokens, which the rubric own reads" grade(own, 5)
@refused(
    ArgumentError,
    "signals has no array: give one for at least one of the signals",
    grade(short, (correct = 1, tokens = 2)),
)
@refused(
    ArgumentError,
    "signals.tokens has the size (3,) but signals.correct has (2,)",
    grade(short, (correct = [1, 0], tokens = [1, 2, 3])),
)
@refused(
    ArgumentError,
    "signals.tokens[1, 2] = \"9\" is not a number",
    grade(short, (correct = correct, tokens = Any[1 "9" 3; 1 2 3])),
)
@refused(
    ArgumentError,
    "signals.correct = nothing is not a number",
    grade(short, (correct = nothing, tokens = tokens)),
)
@refused(
    ArgumentError,
    "signals[2, 1] = nothing is not a number",
    grade(short, Any[1 2 3 4; nothing 2 3 4]),
)
@refused(
    ArgumentError,
    "task has the size (3,), but the trials have (2, 3)",
    grade(short, columns, task = [1, 2, 3]),
)
@refused(
    ArgumentError,
    "task has the size (2, 1, 2), but the trials have (2, 3)",
    grade(short, columns, task = ones(Int, 2, 1, 2)),
)
@refused ArgumentError "task = 1.5 is not a name" grade(short, columns, task = 1.5)
@refused(
    ArgumentError,
    "model[2] = missing is not a name",
    grade(short, columns, model = ["a", missing]),
)
@refused ArgumentError "model[1] has a NUL" grade(short, columns, model = ["a\0", "b"])

# Threads share a rubric.
found = Vector{Any}(undef, 40)
Threads.@threads for i in 1:40
    found[i] = grade(short, columns, task = i)
end
@test all(==(R), found)
