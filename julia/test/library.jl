# The library: what is said where it is missing or another one, and what a panic becomes.

"""Run code in a Julia of its own. Give what it prints, and whether it succeeded."""
function in_another_julia(code, library, environment...)
    project = Base.active_project()
    command = `$(Base.julia_cmd()) --project=$project --startup-file=no -e $code`
    output = IOBuffer()
    named = addenv_to(command, "SCORIO_LIB" => library, environment...)
    process = run(pipeline(ignorestatus(named), stdout = output, stderr = output))
    return String(take!(output)), success(process)
end

function addenv_to(command, pairs...)
    environment = copy(ENV)
    foreach(((name, value),) -> environment[name] = value, pairs)
    return setenv(command, environment)
end

const FIRST_CALL = """
    using Scorio
    try
        bayes([0 1])
    catch problem
        print(typeof(problem), ": ", problem.msg)
    end
    """

sentence_with(library) = first(in_another_julia(FIRST_CALL, library))

name = Scorio.library_name()

if !isfile(joinpath(@__DIR__, "..", "deps", name))
    @test sentence_with("") ==
          "ErrorException: the library $name is missing: run Pkg.build(\"Scorio\") in a " *
          "checkout of scorio, or let the environment variable SCORIO_LIB name the library"
else
    @info "deps/ has a library: not tested is what is said where there is none"
end

mktempdir() do folder
    nowhere = joinpath(folder, "nowhere.so")
    for path in (nowhere, folder)
        @test sentence_with(path) ==
              "ErrorException: SCORIO_LIB = $(repr(path)) is not a file: let it name $name"
    end
    text = joinpath(folder, "text.so")
    write(text, "no library")
    @test startswith(
        sentence_with(text),
        "ErrorException: SCORIO_LIB = $(repr(text)) cannot be opened as a library: ",
    )
    other = Libdl.dlpath("libpcre2-8")
    @test sentence_with(other) ==
          "ErrorException: SCORIO_LIB = $(repr(other)) is a library, but not scorio's"
    if Sys.which("cc") === nothing
        @info "no C compiler: libraries of another version are not tested"
    else
        for (version, sentence) in (
            1 => "has ABI version 1, but this package needs 3: build both from one checkout, " *
                 "with Pkg.build(\"Scorio\")",
            3 => "lacks the function scorio_last_text",
        )
            source, path = joinpath(folder, "v$version.c"), joinpath(folder, "v$version.$dlext")
            write(source, "unsigned scorio_abi_version(void) { return $version; }\n")
            run(`cc -shared -fPIC -o $path $source`)
            @test sentence_with(path) == "ErrorException: SCORIO_LIB = $(repr(path)) $sentence"
        end
    end
end

# What was missing is looked for again, by whichever thread comes first, and then no more.
there = Scorio.LIBRARY.path
code = """
    using Scorio
    R = [0 1 1 0 1; 1 1 0 1 1]
    for _ in 1:2
        try
            bayes(R)
        catch problem
            println(problem.msg)
        end
    end
    ENV["SCORIO_LIB"] = $(repr(there))
    found = Vector{Any}(nothing, 64)
    Threads.@threads for i in 1:64
        found[i] = bayes(R)
    end
    println(all(==(found[1]), found))
    ENV["SCORIO_LIB"] = ""
    print(bayes(R))
    """
output, fine = in_another_julia(code, "nowhere", "JULIA_NUM_THREADS" => "4")
missed = "SCORIO_LIB = \"nowhere\" is not a file: let it name $name"
@test fine
@test split(output, '\n') == [missed, missed, "true", string(bayes(BINARY))]
@test (Scorio.loaded(); @allocated Scorio.loaded()) == 0

# So is one that was of another version, where it has been built anew.
Sys.which("cc") === nothing || mktempdir() do folder
    source, path = joinpath(folder, "old.c"), joinpath(folder, name)
    write(source, "unsigned scorio_abi_version(void) { return 0; }\n")
    run(`cc -shared -fPIC -o $path $source`)
    code = """
        using Scorio
        try
            bayes([0 1 1 0 1; 1 1 0 1 1])
        catch problem
            println(problem.msg)
        end
        cp($(repr(there)), $(repr(path * ".new")))
        mv($(repr(path * ".new")), $(repr(path)), force = true)
        print(bayes([0 1 1 0 1; 1 1 0 1 1]))
        """
    output, fine = in_another_julia(code, path)
    old = "SCORIO_LIB = $(repr(path)) has ABI version 0, but this package needs 3: build both " *
          "from one checkout, with Pkg.build(\"Scorio\")"
    @test fine
    @test split(output, '\n') == [old, string(bayes(BINARY))]
end

# Building says what it lacks.
mktempdir() do checkout
    place = joinpath(mkpath(joinpath(checkout, "julia", "deps")), "build.jl")
    cp(joinpath(@__DIR__, "..", "deps", "build.jl"), place)
    build(environment...) = first(in_another_julia("include($(repr(place)))", "", environment...))
    output = build()
    @test occursin("there is no rust/scorio-capi in ", output)
    @test occursin(
        ": build Scorio in a checkout of scorio, or let the environment variable SCORIO_LIB name " *
        name,
        output,
    )
    touch(joinpath(mkpath(joinpath(checkout, "rust", "scorio-capi")), "Cargo.toml"))
    @test occursin(
        "cargo, which builds $name, is not on the path: install Rust, or let the environment " *
        "variable SCORIO_LIB name the library",
        build("PATH" => ""),
    )
    output, fine = in_another_julia("include($(repr(place)))", place)
    @test fine && occursin("SCORIO_LIB names a library: none is built", output)
end

panicking = get(ENV, "SCORIO_PANIC_LIB", "")
if isempty(panicking)
    @info "SCORIO_PANIC_LIB names no library that panics: that an error comes of it is not tested"
else
    code = """
        using Libdl, Scorio
        panic = dlsym(Scorio.loaded().handle, :scorio_panic)
        try
            Scorio.check(ccall(panic, Int32, ()))
        catch problem
            println(typeof(problem), ": ", problem.msg)
        end
        print(bayes([0 1 1 0 1; 1 1 0 1 1]))
        """
    output, fine = in_another_julia(code, panicking)
    @test fine
    lines = split(output, '\n')
    @test any(startswith("ErrorException: internal error in scorio: "), lines)
    @test last(lines) == string(bayes(BINARY))
end

# A sentence is not cut, however little room there is at first.
refusal(() -> bayes([0 5]))
sentence = Scorio.scorio_last_text(Scorio.loaded(), Scorio.PROBLEM, 1)
@test startswith(sentence, "R[1, 2] = 5 is not a category: ")
@test Scorio.scorio_last_text(Scorio.loaded(), Scorio.PROBLEM, 1, 1) == sentence
@test Scorio.scorio_last_text(Scorio.loaded(), Scorio.PROBLEM, 1, ncodeunits(sentence)) == sentence

# Errors are data, and the way out is in words of Julia.
refusal(() -> bayes([0 missing]))
message = Scorio.last_message(Scorio.loaded())
@test message == "R[1, 2] is missing; pass missing=\"drop\" to leave missing outcomes out"
@test (message.kind, message.problem) == ("tally.missing", "R[0, 1] is missing")
@test message.remedy == ("drop_missing", Dict())
refusal(() -> pass_at_k([0 1], 3))
message = Scorio.last_message(Scorio.loaded())
@test endswith(message, "or pass ragged=\"drop\" to leave such questions out")
@test message.kind == "metric.budget_exceeds_trials"
@test message.problem == "k = 3 is more than the 2 trials of row 0 of R"
@test message.remedy == ("drop_short", Dict("most" => 2))
refusal(() -> pass_at_k([0 1], 0))
message = Scorio.last_message(Scorio.loaded())
@test message == message.problem
@test (message.kind, message.remedy) == ("check.budget", nothing)
