# Counts in place of a matrix.

counts = Counts([3, 4], 5)
@test counts.table == [2 3; 1 4]
@test counts == Counts([2 3; 1 4]) == Counts([3, 4], [5, 5]) == Counts(Float64[2 3; 1 4])
@test hash(counts) == hash(Counts([2 3; 1 4]))
@test counts != Counts([2 3; 2 3])
@test counts == Counts([6 // 2, big(4)], 5 // 1)
@test counts == Counts(Shifted([2 3; 1 4])) == Counts(Shifted([3, 4]), Shifted([5, 5]))
@test sprint(show, counts) == "Counts(2 questions, 2 categories, 10 trials)"
@test sprint(show, Counts([1 0])) == "Counts(1 question, 2 categories, 1 trial)"
@test sprint(show, Counts([1234567 0 0])) == "Counts(1 question, 3 categories, 1,234,567 trials)"

# A copy: what becomes of the table afterwards changes nothing.
table = [2 3; 1 4]
mine = Counts(table)
table[1, 1] = 0
@test mine == counts
@test Counts(transpose([2 1; 3 4])) == counts

graded = Counts([1 2 2; 1 2 2])
for call in (bayes, bayes_ci, avg, avg_ci)
    @test call(counts) === call(BINARY)
    @test call(graded, W) === call(GRADED, W)
end
for call in (POINTS..., POSTERIORS..., pass_curve)
    @test call(counts, 3) == call(BINARY, 3)
end
@test pass_at_k(counts, 1:3) == pass_at_k(BINARY, 1:3)
@test max_at_k(graded, 2, W) === max_at_k(GRADED, 2, W)
@test max_at_k_ci(graded, 2, W) === max_at_k_ci(GRADED, 2, W)
@test g_pass_at_k_tau(counts, 3, 2 // 3) === g_pass_at_k_tau(BINARY, 3, 2 // 3)
@test threshold_spectrum_at_k_ci(counts, 2, [0.5, 0.5]) ===
      threshold_spectrum_at_k_ci(BINARY, 2, [0.5, 0.5])

# Merging is counting together.
more = [1 1 0; 0 1 1]
@test bayes(counts + Counts([2, 2], 3)) === bayes([BINARY more])
@test bayes(vcat(counts, Counts([2, 2], 3), Counts([1 0]))) ===
      bayes([[BINARY[i, :] for i in 1:2]; [more[i, :] for i in 1:2]; [[0]]])
@test vcat(counts) == counts

@refused ArgumentError "R0 goes with a matrix, not with counts" bayes(counts, nothing, [0 1; 0 1])
@refused ArgumentError "counts[2, 1] = -1 is not a count: a whole number from 0" Counts([1 1; -1 1])
@refused ArgumentError "counts[1, 2] = 0.5 is not a count: a whole number from 0" Counts([1 0.5])
@refused ArgumentError "counts[1, 2] = 1//2 is not a count: a whole number from 0" Counts([1 1//2])
@refused ArgumentError "counts[1, 2] = NaN is not a count: a whole number from 0" Counts([1 NaN])
@refused(
    ArgumentError,
    "counts[1, 2] = missing is not a count: a whole number from 0",
    Counts([1 missing]),
)
@refused(
    ArgumentError,
    "counts[1, 1] = true is not a count: a whole number from 0",
    Counts([true false]),
)
@refused(
    ArgumentError,
    "counts[1, 1] = \"a\" is not a count: a whole number from 0",
    Counts(["a" "b"]),
)
@refused(
    ArgumentError,
    "counts[1, 2] = 9007199254740993 is too large: a count is at most 2^53",
    Counts([0 2^53 + 1]),
)
@refused(
    ArgumentError,
    "counts has 1 column: give one for each category, at least two",
    Counts(ones(Int, 3, 1)),
)
@refused(
    ArgumentError,
    "counts has 0 columns: give one for each category, at least two",
    Counts(ones(Int, 3, 0)),
)
@refused ArgumentError "counts = [1, 2] is not a matrix, a row for each question" Counts([1, 2])
@refused ArgumentError "counts = 5 is not a matrix, a row for each question" Counts(5)
@refused(
    ArgumentError,
    "successes = [1 2] is not a vector, an entry for each question",
    Counts([1 2], 5),
)
@refused ArgumentError "trials = \"5\" is not a number, or a vector of them" Counts([1, 2], "5")
@refused ArgumentError "successes[2] = 6 is more than trials = 5" Counts([1, 6], 5)
@refused ArgumentError "successes[2] = 9 is more than trials[2] = 4" Counts([1, 9], [5, 4])
@refused ArgumentError "successes[1] = -1 is not a count: a whole number from 0" Counts([-1], 5)
@refused ArgumentError "trials = 2.5 is not a count: a whole number from 0" Counts([1], 2.5)
@refused(
    ArgumentError,
    "trials[2] = 2.5 is not a count: a whole number from 0",
    Counts([1, 1], [2, 2.5]),
)
@refused ArgumentError "successes has length 2 but trials has length 3" Counts([1, 1], [2, 2, 2])
@refused ArgumentError "counts over 2 and over 3 categories cannot be merged" counts + graded
@refused ArgumentError "counts over 2 and over 3 categories cannot be merged" vcat(counts, graded)
@refused(
    ArgumentError,
    "counts of 2 questions and of 1 question do not add up: the questions are the same in the " *
    "same order, or appended with vcat",
    counts + Counts([1 1]),
)
