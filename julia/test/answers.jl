# Answers that are selected, TailPass, and adaptive evaluation: forms of input, and what is refused.

const CHOSEN = [1 0 1 0; 0 1 0 0]
const VERIFIED = [0.9 0.5 0.5 0.1; 0.2 0.8 0.9 0.1]
const GIVEN_ANSWERS = ["4" "4" "5" "6"; "7" "8" "8" "7"]

@testset "forms of trials" begin
    found = best_of_at_k(CHOSEN, VERIFIED, 2)
    rows(A) = [A[i, :] for i in axes(A, 1)]
    @test best_of_at_k(rows(CHOSEN), rows(VERIFIED), 2) == found
    @test best_of_at_k(CHOSEN .== 1, Rational{Int}[9 5 5 1; 2 8 9 1], 2) == found
    @test best_of_at_k([1, 0], [0.1, 0.2], 2) == 0
    gaps = Union{Missing,Int}[1 0 1 missing; 0 1 0 0]
    value, said = warned() do
        best_of_at_k(gaps, VERIFIED, 4, missing = "drop", ragged = "drop")
    end
    @test value == 0
    @test said == ["1 question has fewer than k = 4 trials: left out of the score"]
    votes = vote_at_k(GIVEN_ANSWERS, ["4", "7"], [1, 3])
    @test votes == vote_at_k(rows(GIVEN_ANSWERS), ("4", "7"), 1:2:3)
    @test votes == vote_at_k([4 4 5.0 6; 7 8 8 7], Any[4.0, 7], [1, 3])
    @test vote_at_k([0.0 -0.0], [0], 2) == 1
    @test vote_at_k(["a" missing], ["a"], 2, missing = "abstain") == 1
    @test vote_at_k(["a" missing], ["a"], 1, missing = "drop") == 1
    clustered = vote_at_k_ci(GIVEN_ANSWERS, ["4", "7"], 2, cluster = ["x", "y"], replicates = 50)
    @test clustered == vote_at_k_ci(GIVEN_ANSWERS, ["4", "7"], 2, replicates = 50)
end

@testset "answers that are refused" begin
    @refused(
        ArgumentError, "R and S differ in shape: R has 1 row of 2 and S has 1 row of 1",
        best_of_at_k([1, 0], [1.0], 1)
    )
    @refused(ArgumentError, "R[1, 2] = 2 is not a category from 0 to 1", best_of_at_k([1 2], [1 2], 1))
    @refused(ArgumentError, "S[1, 1] is missing", best_of_at_k([1 0], [NaN 2], 1))
    @refused(
        ArgumentError, "clusters are of questions that are a sample: give target=\"like\"",
        best_of_at_k_ci(CHOSEN, VERIFIED, 1, cluster = [1, 2])
    )
    @refused(
        ArgumentError, "answers has 2 questions but correct has 1",
        vote_at_k(GIVEN_ANSWERS, ["4"], 1)
    )
    @refused(
        ArgumentError, "answers[1, 2] is missing: drop it, or let it abstain",
        vote_at_k(["a" nothing], ["a"], 1)
    )
    @refused(ArgumentError, "correct[1] is missing", vote_at_k(["a" "b"], [missing], 1))
    @refused(
        ArgumentError, "missing = 'skip' is not one of 'error', 'drop', 'abstain'",
        vote_at_k(["a" "b"], ["a"], 1, missing = "skip")
    )
    @test first(refusal(() -> vote_at_k(["a" "b"], ["a"], 3))) == DomainError
    @test first(refusal(() -> vote_at_k_ci(["a" "b"], ["a"], 1))) == ArgumentError
end

@testset "profiles" begin
    profile = tailpass(GRADED, 3, [0, 0.5, 1], thresholds = (0.3, 0.9))
    @test profile.thresholds == [0.3, 0.9]
    @test profile.std == tailpass_ci(profile).sigma
    @test size(profile.covariance) == (2, 2)
    @test size(profile.question_mean) == (2, 2)
    @test sum(profile.question_mean, dims = 1)[:] / 2 ≈ profile.mean
    @test profile.mean == tailpass(GRADED, 3, [0, 0.5, 1], thresholds = [0.3, 0.9], prior = ones(2, 3)).mean
    @test tailpass([0, 1, 1], 2).mean == tailpass([0 1 1], 2).mean
    @test tailpass([0, 1, NaN, 1], 2, missing = "drop").mean == tailpass([0 1 1], 2).mean
    @test tailpass(BINARY, 2).mean != tailpass(BINARY, 2, nothing, BINARY).mean
    @test tailpass(BINARY, 2).mean == tailpass(BINARY, 2, nothing, BINARY, eta = 0).mean
    @refused(ArgumentError, "prior has a wrong shape: give one number, 2, or 2 × 2", tailpass(BINARY, 2, prior = [1, 1, 1]))
    @refused(
        ArgumentError, "weights has 1 entries but thresholds has 2",
        tailpass_linear(tailpass(BINARY, 2), [1])
    )
    @refused(
        ArgumentError, "family = 'best' is not one of 'moment', 'beta', 'maxent'",
        tailpass_weights("best", 2, 1)
    )
    @refused(ArgumentError, "beta needs the concentration b", tailpass_weights("beta", 2, 0.5))
    @test first(refusal(() -> tailpass(BINARY, 0))) == DomainError
    @test first(refusal(() -> tailpass([0 missing], 1))) == ArgumentError
end

@testset "adaptive evaluation" begin
    bank = ItemBank([1, 1, 1], [-1, 0, 1])
    @test length(bank) == 3
    found = ability(bank, [1, missing, (2, 0.5)])
    @test found == ability(bank, Dict(1 => 1, 3 => (2, 0.5)))
    @test ability(bank, Dict()).sd ≈ 5
    @test next_item(bank, Dict()) == 2
    @test next_item(bank, Dict(), pending = [2]) == 1
    @test next_item(bank, [1, 0, 0.5]) === nothing
    @test decide_pair(found, found).p == 1
    @test decide_pair((3, 0.1), (0, 0.1), boundary = "two-sided").decided
    @test decide_pair((0.4, 0.1), (0, 0.1), horizon = 50).boundary ≈ 1.9826051179940933
    @test decide_pair((0.4, 0.1), (0, 0.1), horizon = 200).boundary ≈ 4.995410948824746
    @test first(refusal(() -> decide_pair((1, 1), (2, 1), boundary = "spending"))) == ArgumentError
    @refused(
        ArgumentError, "an item of scores = 4 is not from 1 to 3", ability(bank, Dict(4 => 1))
    )
    @refused(
        ArgumentError, "scores has length 1, but the bank has 3 items", ability(bank, [1])
    )
    @refused(
        ArgumentError, "a has length 2, but b has length 1", ItemBank([1, 1], [0])
    )
    @test first(refusal(() -> ability(bank, [2, 1, 1]))) == DomainError
    @test first(refusal(() -> ItemBank(-1, [0.0]))) == DomainError
    @test first(refusal(() -> next_item(bank, Dict(), select = "best"))) == ArgumentError
    @test first(refusal(() -> decide_pair(1, 2))) == ArgumentError
end
