# A recipe for BinaryBuilder, which builds the library for every platform and packs it as
# scorio_jll under the name `libscorio`:
#
#     julia --project=@builder -e 'using Pkg; Pkg.add("BinaryBuilder")'
#     julia --project=@builder julia/build_tarballs.jl --verbose x86_64-linux-gnu
#
# It builds the commit that is checked out here. SCORIO_REPOSITORY and SCORIO_COMMIT name another
# repository and commit. For Yggdrasil, write them into `sources` as text.

using BinaryBuilder, Pkg

name = "scorio"
version = v"0.5.0"

checkout = normpath(joinpath(@__DIR__, ".."))
repository = get(ENV, "SCORIO_REPOSITORY", checkout)
commit = get(ENV, "SCORIO_COMMIT") do
    readchomp(`git -C $checkout rev-parse HEAD`)
end

sources = [GitSource(repository, commit; unpack_target = "source")]

script = raw"""
cd ${WORKSPACE}/srcdir/source/*/
if [[ "${target}" == *-musl* ]]; then
    # Rust links musl statically by default, and then makes no shared library.
    export RUSTFLAGS="-C target-feature=-crt-static"
fi
cargo build --locked --release -p scorio-capi
install_license LICENSE
cd target/${rust_target}/release
install -Dvm 0755 *scorio*.${dlext} "${libdir}/libscorio.${dlext}"
"""

platforms = supported_platforms()
# BinaryBuilder has no Rust for these platforms.
filter!(platforms) do platform
    !(Sys.iswindows(platform) && arch(platform) == "i686") &&
        !(Sys.isfreebsd(platform) && arch(platform) == "aarch64") &&
        arch(platform) != "riscv64"
end

products = [LibraryProduct(["libscorio", "scorio"], :libscorio)]

dependencies = Dependency[]

build_tarballs(
    ARGS, name, version, sources, script, platforms, products, dependencies;
    compilers = [:c, :rust], julia_compat = "1.6", lock_microarchitecture = false,
)
