# Slices: figures, errors, and the exact values of the folder that SCORIO_SHARED names.

const SLICED_R = [
    "new" => vcat(repeat([1 1 1 0], 12), repeat([1 0 0 0], 12), repeat([1 1 0 0], 5)),
    "old" => vcat(repeat([1 0 0 0], 12), repeat([1 1 1 0], 12), repeat([1 1 0 0], 5)),
]
const LEVELS = ["level" => vcat(fill("easy", 12), fill("hard", 12), fill(missing, 5)), "length" => 1:29]

sliced = slices(SLICED_R, baseline = "old", slice = "level", fields = LEVELS)
@test [(row.slice, row.difference, row.judged) for row in sliced] ==
      [("easy", 0.5, true), ("(none)", 0.0, false), ("hard", -0.5, true)]
@test sliced.others[1][1].degrees == 1
@test any(occursin("5 questions have no level", note) for note in sliced.notes)

# A slice is the comparison of its questions.
alone = first(compare([model => R[1:12, :] for (model, R) in SLICED_R], baseline = "old"))
for name in (:difference, :sigma, :lo, :hi, :pvalue, :questions, :score)
    @test getproperty(first(sliced), name) == getproperty(alone, name)
end

cut = slices(SLICED_R, baseline = "old", slice = "length:2", fields = LEVELS, margin = 0.02, each_slice = true)
@test [row.slice for row in cut] == ["1 to 15", "16 to 29"]
@test cut.others[1][1].verdict == "fail" && any(row.failing for row in cut)
by_level = score(SLICED_R, slice = "level", fields = (level = last(LEVELS[1]),)).others[3]
@test length(by_level) == 6 && by_level[1].slice == "easy"
numeric = slices(SLICED_R, baseline = "old", slice = "level", fields = LEVELS, numeric = true)
@test [row.difference for row in numeric] == [0.5, 0.0, -0.5]

sliced_refusal(; given...) = refusal(() -> slices(SLICED_R; baseline = "old", given...))[2]
@test occursin("no field kind: name one of task, level, length", sliced_refusal(slice = "kind", fields = LEVELS))
@test occursin("cut it, as length:4", sliced_refusal(slice = "length", fields = LEVELS))
@test occursin("level has length 2", sliced_refusal(slice = "level", fields = "level" => [1, 2]))
@test occursin("is not fields with their values", sliced_refusal(slice = "level", fields = "level"))

const SLICES = joinpath(get(ENV, "SCORIO_SHARED", ""), "reference", "slices.json")

function exact_slices(case)
    exact = case["expected"]
    found = known_slices(Float64.(case["d"]), Float64.(case["s"]), margin = 0.02)
    for (name, theirs, room) in (
        (:pvalue, "p", 1e-9), (:holm, "holm", 1e-9), (:worse_pvalue, "worse_p", 1e-9),
        (:worse_holm, "worse_holm", 1e-9), (:shrunken, "mean", 1e-9), (:shrunken_sigma, "sd", 1e-9),
        (:shrunken_probability, "probability", 1e-9), (:shrunken_lo, "lo", 1e-7), (:shrunken_hi, "hi", 1e-7),
    )
        haskey(exact, theirs) || continue
        @test all(isapprox.([getproperty(row, name) for row in found], exact[theirs], rtol = 0, atol = room))
    end
    model = first(found.others[1])
    for (name, theirs) in (
        (:pooled, "pooled"), (:q, "Q"), (:pvalue, "Q_p"), (:common, "common"),
        (:common_sigma, "common_sd"), (:shrinkage, "tau_median_shrink"),
    )
        haskey(exact, theirs) &&
            @test isapprox(getproperty(model, name), exact[theirs], rtol = 1e-9, atol = 1e-9)
    end
end

if isfile(SLICES)
    foreach(exact_slices, json(read(SLICES, String))["cases"])
else
    @info "The exact values are skipped: SCORIO_SHARED names no folder with reference values and real logs."
end
