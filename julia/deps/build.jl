# Builds the library from the checkout of this package, and puts it into this folder, where the
# package looks for it.

import Libdl

const CHECKOUT = normpath(joinpath(@__DIR__, "..", ".."))
const LIBRARY = string(Sys.iswindows() ? "" : "lib", "scorio.", Libdl.dlext)

function build()
    if !isempty(get(ENV, "SCORIO_LIB", ""))
        @info "SCORIO_LIB names a library: none is built"
        return nothing
    end
    if !isfile(joinpath(CHECKOUT, "rust", "scorio-capi", "Cargo.toml"))
        error(
            "there is no rust/scorio-capi in $CHECKOUT: build Scorio in a checkout of scorio, " *
            "or let the environment variable SCORIO_LIB name $LIBRARY",
        )
    end
    if Sys.which("cargo") === nothing
        error(
            "cargo, which builds $LIBRARY, is not on the path: install Rust, or let the " *
            "environment variable SCORIO_LIB name the library",
        )
    end
    # Cargo prints where it puts the library, which depends on its settings.
    cargo = `cargo build --locked --release -p scorio-capi --message-format=json-render-diagnostics`
    built = library_in(read(Cmd(cargo; dir = CHECKOUT), String))
    place = joinpath(@__DIR__, LIBRARY)
    # The file of a library that some Julia has open must not change: the new one replaces it.
    fresh = place * ".new"
    cp(built, fresh; force = true)
    mv(fresh, place; force = true)
    @info "built $place"
    return nothing
end

"""The path of the library in cargo's messages, which are JSON Lines."""
function library_in(messages)
    for line in split(messages, '\n')
        occursin("\"cdylib\"", line) || continue
        path = match(Regex("\"([^\"]+\\.$(Libdl.dlext))\""), line)
        path === nothing || return unescape_string(path.captures[1])
    end
    return error("cargo has built no $LIBRARY")
end

build()
