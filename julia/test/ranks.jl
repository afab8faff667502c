# Ranks of scores and simulation: forms and what is refused. tests/parity compares the figures.

@test rank_scores((3, 2, 2)).competition == [1, 2, 2]
@test rank_scores([0.5, 0.5 + 1e-13]).dense == [1, 1]
@test isempty(rank_scores(Float64[]).dense)
@test letters([0.5, 0.2], [0, 0]) == ["a", "b"]
@test pairwise([0.5], [0.1]) == fill(0.5, 1, 1)
@test chances([0.5], [0.1]) == (pairs = fill(0.5, 1, 1), best = [1.0])
@test sum(chances([0.52, 0.50, 0.49, 0.51], fill(0.02, 4)).best) ≈ 1
@refused ArgumentError "sigmas has length 1, but scores has length 2" rank_scores([1, 2], [0.1])
@refused ArgumentError "scores = nothing is not a sequence of numbers, one for each model" rank_scores(nothing)
@refused ArgumentError "tie_method = 'x' is not one of 'zscore_adjacent', 'ci_overlap_adjacent'" rank_scores([1, 2], [1, 1], 0.9, "x")
@test refusal(() -> rank_scores([1, 2], [1, 1], 2))[1] == DomainError
@test refusal(() -> agreement([1, 2], [1, 1]))[1] == ArgumentError

# Axes of models come last, and more of them stay.
p = simulate.coins([0.2, 0.7], 5, seed = 1)
@test size(p) == (5, 2)
@test size(simulate.trials(p, 3, seed = 1)) == (5, 3, 2)
@test size(simulate.trials(p[:, 1], 3, seed = 1)) == (5, 3)
@test size(simulate.trials(reshape(p, 5, 1, 2), 3, seed = 1)) == (5, 3, 1, 2)
@test size(simulate.categorical([0.5, 0.5], 4, seed = 1)) == (4, 2)
@test simulate.trials(p, 3, seed = 1) == simulate.trials(transpose(permutedims(p)), 3, seed = 1)
@test refusal(() -> simulate.trials(p, 3, seed = 1.5))[1] == ArgumentError
@test refusal(() -> simulate.trials(p, 3, categorical = 1, seed = 1))[1] == ArgumentError
@test refusal(() -> simulate.coins([2], seed = 1))[1] == DomainError
@test refusal(() -> simulate.coins("a", seed = 1))[1] == ArgumentError
