# Every example in a docstring and in README.md gives what is written there.

"""Inputs and what is printed after each, of the lines of a block."""
function parse_examples(lines)
    examples = Tuple{String,String}[]
    place = 1
    while place <= length(lines)
        if !startswith(lines[place], "julia> ")
            place += 1
            continue
        end
        input = lines[place][8:end]
        while isincomplete(input) && place < length(lines)
            input *= "\n" * lines[place += 1]
        end
        printed = String[]
        while place < length(lines) && !startswith(lines[place + 1], "julia> ")
            push!(printed, lines[place += 1])
        end
        push!(examples, (input, strip(join(printed, "\n"), '\n')))
        place += 1
    end
    return examples
end

isincomplete(input) = Meta.isexpr(Meta.parse(input, raise = false), :incomplete)

"""What the REPL prints of an input. Names of array types are those of Julia since 1.6."""
function printed_by(room, input)
    value = try
        include_string(room, input)
    catch problem
        while problem isa LoadError
            problem = problem.error
        end
        return "ERROR: " * sprint(showerror, problem)
    end
    code = first(split(last(split(input, '\n')), '#'))
    (value === nothing || endswith(rstrip(code), ';')) && return ""
    context = IOContext(stdout, :limit => true, :displaysize => (24, 80))
    text = repr(MIME("text/plain"), value, context = context)
    text = replace(text, r"Array\{(\w+(?:\{[\w,]+\})?),1\}" => s"Vector{\1}")
    return replace(text, r"Array\{(\w+),2\}" => s"Matrix{\1}")
end

function blocks(text, languages)
    found = Vector{String}[]
    for match in eachmatch(Regex("^```(?:$languages)\\n(.*?)^```", "ms"), text)
        lines = String.(split(match.captures[1], '\n'))
        any(startswith("julia> "), lines) && push!(found, lines)
    end
    return found
end

function check_examples(room, lines)
    examples = parse_examples(lines)
    @test !isempty(examples)
    for (input, expected) in examples
        @test (input, printed_by(room, input)) == (input, expected)
    end
end

fresh() = Core.eval(Main, :(module $(gensym(:Room)); using Scorio; end))

# The modules that have the names of Python's.
modules = (Scorio.plan, Scorio.simulate)

# Each exported name has a docstring, and each of a function an example and its source.
for room in (Scorio, modules...), name in names(room)
    local value = getproperty(room, name)
    home = value isa Module ? value : room
    value isa Array && continue
    binding = Base.Docs.aliasof(Base.Docs.Binding(home, name))
    @test haskey(Base.Docs.meta(home), binding)
    for docstring in values(Base.Docs.meta(home)[binding].docs)
        text = join(docstring.text)
        value isa Module && continue
        @test occursin("# Examples", text)
        @test occursin("# Throws", text)
        name === :Counts || @test occursin("# Source", text)
        for lines in blocks(text, "jldoctest")
            check_examples(fresh(), lines)
        end
    end
end

# The blocks of a page are one session. The checkout has a page of its own above.
for folder in (joinpath(@__DIR__, ".."), joinpath(@__DIR__, "..", ".."))
    page = joinpath(folder, "README.md")
    isfile(page) || continue
    room = fresh()
    for lines in blocks(read(page, String), "julia")
        check_examples(room, lines)
    end
end

# The functions are those of `scorio.eval`. Rubrics have functions of their own, because Python grades
# logs. Other modules of Python have their functions here, too. What Python's results have as methods
# are functions here.
python = joinpath(@__DIR__, "..", "..", "python", "scorio", "eval")
if isdir(python)
    listed(file) = match(r"__all__ = \[(.*?)\]"s, read(joinpath(python, file), String)).captures[1]
    every = listed("__init__.py") * listed(joinpath("_metrics", "__init__.py"))
    theirs = [m.captures[1] for m in eachmatch(r"\"(\w+)\"", every)]
    filter!(name -> islowercase(first(name)), theirs)
    ours = filter(name -> islowercase(first(name)), string.(names(Scorio)))
    setdiff!(ours, ["grade", "rank_fit", "rubrics", "thresholds"])
    setdiff!(ours, ["compare", "compare_pairs", "compare_questions", "score"])
    setdiff!(ours, ["convergence", "convergence_replicate", "convergence_trajectory"])
    setdiff!(ours, ["gate", "kendall", "spearman", "weighted_tau"])
    setdiff!(ours, ["agreement", "chances", "letters", "pairwise", "plan", "rank_scores", "separated"])
    setdiff!(ours, ["simulate"])
    setdiff!(ours, ["judge_quality", "plan_labels"])
    setdiff!(ours, ["cost", "cost_gate", "plan_costs"])
    setdiff!(ours, ["drift", "horizon", "known_slices", "slices"])
    setdiff!(ours, ["ability", "decide_pair", "next_item"])
    setdiff!(ours, ["tailpass_ci", "tailpass_linear", "tailpass_moment"])
    @test sort(theirs) == sort(ours)
else
    @info "no Python package beside this one: its names are not compared"
end
