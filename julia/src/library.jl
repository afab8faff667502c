# The library behind every number: where it is found, its functions, and what they report.
# A function that holds a `ccall` has the name of what it calls and returns the status with the
# values; `check` is the one that throws.

const ABI_VERSION = 1

const OK = Int32(0)
const ARGUMENT = Int32(1)
const DOMAIN = Int32(2)

"""The addresses of the library's functions, looked up once."""
mutable struct Library
    path::String
    problem::String
    handle::Ptr{Cvoid}
    last_error::Ptr{Cvoid}
    last_value::Ptr{Cvoid}
    tally::Ptr{Cvoid}
    tally_ragged::Ptr{Cvoid}
    tally_counts::Ptr{Cvoid}
    states_free::Ptr{Cvoid}
    metric_bayes::Ptr{Cvoid}
    metric_avg::Ptr{Cvoid}
    metric_pass_at_k::Ptr{Cvoid}
    metric_pass_hat_k::Ptr{Cvoid}
    metric_g_pass_at_k_rounded::Ptr{Cvoid}
    metric_g_pass_at_k_ratio::Ptr{Cvoid}
    metric_maj_at_k::Ptr{Cvoid}
    metric_mg_pass_at_k::Ptr{Cvoid}
    metric_auc_at_k::Ptr{Cvoid}
    metric_threshold_spectrum_at_k::Ptr{Cvoid}
    metric_geom_at_k::Ptr{Cvoid}
    metric_geom_ds_at_k::Ptr{Cvoid}
    metric_geo_spectrum_at_k::Ptr{Cvoid}
    metric_max_at_k::Ptr{Cvoid}
    metric_free::Ptr{Cvoid}
    point::Ptr{Cvoid}
    estimate::Ptr{Cvoid}
    interval::Ptr{Cvoid}
    pass_curve::Ptr{Cvoid}

    function Library()
        library = new()
        library.path = ""
        library.problem = "Scorio is not initialised"
        library.handle = C_NULL
        return library
    end
end

const LIBRARY = Library()

"""Whether the library is there, with all that is written in `LIBRARY`."""
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
    built = normpath(joinpath(@__DIR__, "..", "deps", library_name()))
    isfile(built) && return built, built, ""
    return "",
    "",
    "the library $(library_name()) is missing: run Pkg.build(\"Scorio\") in a checkout of " *
    "scorio, or let the environment variable SCORIO_LIB name the library"
end

"""Find and open the library; what is wrong with it is kept for whoever calls."""
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
        # What stays open is not read anew once another file has its name.
        Libdl.dlclose(handle)
    end
    return library
end

"""Look up the library's functions, once its version is the right one; give what is wrong."""
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

"""The library, which is looked for until it is there."""
@inline function loaded()
    READY[] || load_or_throw()
    return LIBRARY
end

@noinline function load_or_throw()
    problem = load()
    isempty(problem) || throw(ErrorException(problem))
    return nothing
end

"""Load the library, unless another thread just has; give what is wrong with it."""
function load()
    return lock(LOADING) do
        READY[] || (READY[] = load!(LIBRARY).handle != C_NULL)
        LIBRARY.problem
    end
end

"""Throw what the library reported last, with the matrix of a batch that it is about."""
@inline function check(status::Int32, place = nothing)
    status == OK || throw(failure(loaded(), status, place))
    return nothing
end

@noinline function failure(library::Library, status::Int32, place)
    sentence = within(place, scorio_last_error(library))
    status == ARGUMENT && return ArgumentError(sentence)
    if status == DOMAIN
        value = scorio_last_value(library)
        # Up to here a double is the whole number that was given.
        whole = isinteger(value) && abs(value) <= maxintfloat(Float64)
        return DomainError(whole ? Int(value) : value, sentence)
    end
    return ErrorException(sentence)
end

within(::Nothing, sentence) = sentence
within(place, sentence) = "in $(place_name(place)): $sentence"

"""A matrix of a batch, as it is written."""
place_name(place::CartesianIndex) = "R[:, :, $(join(Tuple(place), ", "))]"

function scorio_last_error(library::Library, capacity = 512)
    while true
        text = Vector{UInt8}(undef, capacity)
        # Julia counts from 1.
        length = ccall(
            library.last_error, Csize_t, (Ptr{UInt8}, Csize_t, Csize_t), text, capacity, 1
        )
        length < capacity && return String(resize!(text, length))
        capacity = length + 1
    end
end

scorio_last_value(library::Library) = ccall(library.last_value, Float64, ())
