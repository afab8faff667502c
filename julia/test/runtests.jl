using Libdl
using LinearAlgebra
using Logging
using Random
using Scorio
using Test

include("json.jl")
include("layouts.jl")

const GRADED = [0 1 2 2 1; 1 1 0 2 2]
const W = [0.0, 0.5, 1.0]

# What is said of an outcome that is neither.
const TWO =
    "is not a category: with two categories, outcomes are 0 and 1 " *
    "(for more, give w one weight per category)"

const SUBSET = [pass_at_k, pass_hat_k, maj_at_k, mg_pass_at_k, auc_at_k]
const BLENDS = [geom_at_k, geom_ds_at_k, geo_spectrum_at_k, geo_spectrum_star_at_k]
const POINTS = [SUBSET; BLENDS; max_at_k]
const SUBSET_CI = [pass_at_k_ci, pass_hat_k_ci, maj_at_k_ci, mg_pass_at_k_ci, auc_at_k_ci]
const BLENDS_CI =
    [geom_at_k_ci, geom_ds_at_k_ci, geo_spectrum_at_k_ci, geo_spectrum_star_at_k_ci]
const POSTERIORS = [SUBSET_CI; BLENDS_CI; max_at_k_ci]

"""The kind of error that a call throws, and its sentence."""
function refusal(call)
    try
        return "no error", call()
    catch problem
        return typeof(problem), problem isa TypeError ? problem : problem.msg
    end
end

"""Compares what a call throws with the kind of error and the whole sentence."""
macro refused(kind, sentence, call)
    comparison = :($refusal(() -> $call) == ($kind, $sentence))
    return esc(Expr(:macrocall, Symbol("@test"), __source__, comparison))
end

"""What a call gives, and its warnings."""
function warned(call)
    logger = Test.TestLogger()
    found = with_logger(call, logger)
    @test all(record -> record.level == Logging.Warn, logger.logs)
    return found, [record.message for record in logger.logs]
end

"""The figures of a result, rounded."""
rounded(figures::NamedTuple, digits = 4) = map(figure -> round(figure, digits = digits), figures)

"""A result as numbers, whatever its form."""
figures(found::NamedTuple) = collect(values(found))
figures(found) = [found]

const FILES = [
    "library", "message", "matrix", "counts", "values", "bayes", "passes", "thresholds", "geometric",
    "maximum", "hierarchical", "rubric", "ranking", "models", "ranks", "plans", "answers", "laws",
    "examples", "recipe", "costs", "decisions", "horizons", "judges", "slices",
]

const UNKNOWN = setdiff(ARGS, FILES)
isempty(UNKNOWN) || error("no test file $(join(UNKNOWN, ", ")); there are $(join(FILES, ", "))")

@testset "Scorio" begin
    @testset "$file" for file in (isempty(ARGS) ? FILES : ARGS)
        include("$file.jl")
    end
end
