#!/usr/bin/env bash
# Runs the tests of the Julia package, with or without a network. Pkg fetches a registry unless there
# is one, and the package needs none: a depot below target/ has an empty one.
#
#   tools/test-julia.sh          all of julia/test
#   tools/test-julia.sh NAME...  some of its files, as in: tools/test-julia.sh ranking rubric
set -euo pipefail
cd "$(dirname "$0")/.."

depot=$PWD/target/depot
mkdir -p "$depot/registries/Empty"
cat > "$depot/registries/Empty/Registry.toml" <<END
name = "Empty"
uuid = "3f5d2a4e-54e5-4a0c-8f64-6f1d5d0f6f0b"
repo = ""

[packages]
END
depots=$(julia --startup-file=no -e 'print(join(DEPOT_PATH, ":"))')
JULIA_DEPOT_PATH=$depot:$depots julia --startup-file=no --project=julia -e 'import Pkg; Pkg.test(julia_args = `-O0`, test_args = ARGS)' -- "$@"
