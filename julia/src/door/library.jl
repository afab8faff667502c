# The library that computes every number: where it is found, its functions, and its errors.
# A function with a `ccall` has the name of what it calls. It returns the status with the values, and
# `check` throws.

# SCORIO_ABI_VERSION of the scorio.h that this package is written for.
const ABI_VERSION = 3

# SCORIO_IN_JULIA of scorio.h: notes and ways out in words of Julia.
const IN_JULIA = Int32(1)

const OK = Int32(0)
const ARGUMENT = Int32(1)
const DOMAIN = Int32(2)

"""The addresses of the library's functions, looked up once."""
mutable struct Library
    path::String
    problem::String
    handle::Ptr{Cvoid}
    last_text::Ptr{Cvoid}
    last_number::Ptr{Cvoid}
    tally::Ptr{Cvoid}
    tally_ragged::Ptr{Cvoid}
    tally_counts::Ptr{Cvoid}
    states_free::Ptr{Cvoid}
    metric_new::Ptr{Cvoid}
    metric_free::Ptr{Cvoid}
    point::Ptr{Cvoid}
    estimate::Ptr{Cvoid}
    interval::Ptr{Cvoid}
    exact_interval::Ptr{Cvoid}
    hierarchical_interval::Ptr{Cvoid}
    superiority::Ptr{Cvoid}
    pass_curve::Ptr{Cvoid}
    table_size::Ptr{Cvoid}
    table_column::Ptr{Cvoid}
    table_cell::Ptr{Cvoid}
    table_free::Ptr{Cvoid}
    counts_new::Ptr{Cvoid}
    counts_add_outcomes::Ptr{Cvoid}
    counts_add_table::Ptr{Cvoid}
    counts_note::Ptr{Cvoid}
    counts_free::Ptr{Cvoid}
    labelled_new::Ptr{Cvoid}
    labelled_add::Ptr{Cvoid}
    labelled_counts::Ptr{Cvoid}
    labelled_free::Ptr{Cvoid}
    call::Ptr{Cvoid}
    answer_table::Ptr{Cvoid}
    answer_array::Ptr{Cvoid}
    answer_notes::Ptr{Cvoid}
    answer_free::Ptr{Cvoid}
    sums_new::Ptr{Cvoid}
    sums_add::Ptr{Cvoid}
    sums_add_costs::Ptr{Cvoid}
    sums_outcomes::Ptr{Cvoid}
    sums_note::Ptr{Cvoid}
    sums_free::Ptr{Cvoid}

    function Library()
        library = new()
        library.path = ""
        library.problem = "Scorio is not initialised"
        library.handle = C_NULL
        return library
    end
end

const LIBRARY = Library()

"""Whether `LIBRARY` is loaded and complete."""
const READY = Threads.Atomic{Bool}(false)
const LOADING = ReentrantLock()

"""The library's file name on this system."""
library_name() = string(Sys.iswindows() ? "" : "lib", "scorio.", Libdl.dlext)

"""Give the library's path and its name in messages, or a sentence if there is none."""
function find_library()
    named = get(ENV, "SCORIO_LIB", "")
    if !isempty(named)
        isfile(named) && return abspath(named), "SCORIO_LIB = $(repr(named))", ""
        return "", "", "SCORIO_LIB = $(repr(named)) is not a file: let it name $(library_name())"
    end
    built = normpath(joinpath(@__DIR__, "..", "..", "deps", library_name()))
    isfile(built) && return built, built, ""
    return "",
    "",
    "the library $(library_name()) is missing: run Pkg.build(\"Scorio\") in a checkout of " *
    "scorio, or let the environment variable SCORIO_LIB name the library"
end

"""Find and open the library. The next call reports what is wrong with it."""
function load!(library::Library)
    library.handle = C_NULL
    library.path, source, library.problem = find_library()
    isempty(library.problem) || return library
    handle = try
        Libdl.dlopen(library.path)
    catch problem
        reason = replace(sprint(showerror, problem), r"\s*\n\s*" => ": ")
        library.problem = "$source cannot be opened as a library: $reason"
        return library
    end
    library.problem = addresses!(library, handle, source)
    if isempty(library.problem)
        library.handle = handle
    else
        # A library that stays open is not read again when its file is replaced.
        Libdl.dlclose(handle)
    end
    return library
end

"""Check the library's version and look up its functions. Give the problem, or an empty text."""
function addresses!(library::Library, handle::Ptr{Cvoid}, source::String)
    address = Libdl.dlsym(handle, :scorio_abi_version; throw_error = false)
    address === nothing && return "$source is a library, but not scorio's"
    version = ccall(address, UInt32, ())
    if version != ABI_VERSION
        return "$source has ABI version $version, but this package needs $ABI_VERSION: " *
               "build both from one checkout, with Pkg.build(\"Scorio\")"
    end
    for name in fieldnames(Library)
        name in (:path, :problem, :handle) && continue
        address = Libdl.dlsym(handle, Symbol("scorio_", name); throw_error = false)
        address === nothing && return "$source lacks the function scorio_$name"
        setfield!(library, name, address)
    end
    return ""
end

"""The library. Until it is loaded, each call looks for it again."""
@inline function loaded()
    READY[] || load_or_throw()
    return LIBRARY
end

@noinline function load_or_throw()
    problem = load()
    isempty(problem) || throw(ErrorException(problem))
    return nothing
end

"""Load the library, unless another thread just did. Give the problem, or an empty text."""
function load()
    return lock(LOADING) do
        READY[] || (READY[] = load!(LIBRARY).handle != C_NULL)
        LIBRARY.problem
    end
end
