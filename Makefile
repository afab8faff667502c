# make demo    score the sample log
# make test    every test
# make reference  compare with the reference values and real logs of the folder that SCORIO_SHARED names
# make fuzz    look for a failure with new inputs for a long time (FUZZ_SECONDS=600 FUZZ_SEED=1)
# make mutants change the core at 300 random places, and see which tests notice (MUTANTS=300 MUTANT_SEED=1)
# make laws    check on 100,000 random tables that ranges, letters, comparisons, margins and gates agree
# make engines count with PySpark and Dask, in an environment of their own
# make harnesses  run inspect_ai and lm-eval with scorio inside, in an environment of its own
# make check   the house rules, formatters, linters, type checker, stubs, the C header
# make header  write the C header anew
# make rows    write the Python and TypeScript rows of results anew
# make calls   write the functions of declared calls anew, in every language
# make notices write the licences of the linked crates anew
# make parity  compare Python, Julia, the exact values and the earlier packages, which it installs
# make coverage  measure how often intervals contain the truth, for docs/coverage.md
# make looks   measure stopping rules that are looked at repeatedly, for docs/planning.md
# make adaptive-study  measure what adaptive evaluation saves, for docs/adaptive.md
# make reproduce  the simulations of the paper, with all their replicates, for docs/reproduce.md
# make docs    build the documentation as a site, target/docs/index.html
# make js      build the JavaScript package, target/js, and the playground, target/playground/play.html
# make js-test try them in Node and in a browser, as make test does if they are built
# make wheel   build the release wheel, install it in a fresh environment, try it there
# make portable  compare the bits of 5,500 calls on this machine, on ARM, with musl and in WebAssembly
# make bench   write docs/speed.md: this package beside the earlier one, DuckDB, Polars, NumPy and others; the core's benchmarks

PYTHON ?= python3
BIN := .venv/bin
SUFFIX := $(if $(filter Darwin,$(shell uname)),dylib,so)
RUST := Cargo.toml Cargo.lock $(shell find rust -name '*.rs' -o -name 'Cargo.toml')
# The crates with tests. All of cargo's calls select these: with others, it would compile the core again.
CRATES := --locked --profile fast --workspace --exclude scorio-python --exclude scorio-module

.PHONY: demo test set-up reference mutants fuzz laws engines harnesses check header rows calls notices parity coverage adaptive-study looks reproduce docs js js-test wheel portable bench clean

demo: .venv/installed
	$(BIN)/scorio score examples/coins.jsonl

# The C library that Julia and the C example load, and one like it that panics on request.
test reference parity fuzz: export SCORIO_LIB ?= $(CURDIR)/target/fast/libscorio.$(SUFFIX)
test reference: export SCORIO_PANIC_LIB ?= $(CURDIR)/target/fast/examples/libpanicking.$(SUFFIX)

# tests/conftest.py says which tests a process runs.
PYTEST := $(BIN)/python -m pytest -n auto --no-loadscope-reorder

# Whatever a part finds, the next one runs. After the set-up, nothing needs a network. Julia runs beside
# the others, because it compiles on one core most of the time.
test: set-up
	@$(BIN)/python tools/parts.py \
	  "Rust=cargo test --no-fail-fast $(CRATES)" \
	  "Python=$(PYTEST)" \
	  --beside "Julia=if tools/install-julia.sh --check; then tools/test-julia.sh; else echo skipped: no julia; fi"

set-up: .venv/test
	tools/install-julia.sh
	cargo test --no-run $(CRATES)
	cargo build $(CRATES) --lib --example panicking

reference: set-up
	@[ -d "$$SCORIO_SHARED" ] || { echo "SCORIO_SHARED has to name a folder with reference values" >&2; exit 2; }
	$(PYTEST) -m "shared and not network"
	if tools/install-julia.sh --check; then tools/test-julia.sh costs decisions horizons judges slices; else echo skipped: no julia; fi

fuzz: export FUZZ_SECONDS ?= 600
fuzz: export FUZZ_SEED ?= 1
fuzz: set-up
	$(BIN)/python tools/fuzz.py $(CRATES)

mutants: MUTANTS ?= 300
mutants: MUTANT_SEED ?= 1
mutants: .venv/test
	$(BIN)/python tools/mutants/run.py --count $(MUTANTS) --seed $(MUTANT_SEED)

laws:
	cargo test --locked --profile fast -p scorio-core --test suite -- --ignored decisions

engines: .venv/installed target/engines/ready
	PYTHONPATH=python target/engines/bin/python -m pytest tests/engines

harnesses: .venv/installed target/harnesses/ready
	PYTHONPATH=$(CURDIR)/python target/harnesses/bin/python -m pytest -W default -W ignore::ResourceWarning -W ignore::pytest.PytestUnraisableExceptionWarning tests/harnesses

parity: set-up
	PYTHONPATH=tests $(BIN)/python -m parity
	$(BIN)/python -m pytest -m network tests/parity

header:
	WRITE_HEADER=1 cargo test $(CRATES) --test header

rows: .venv/test
	$(BIN)/python tools/rows.py python/scorio/_rows
	$(BIN)/python tools/js_rows.py > target/rows.d.ts
	mv target/rows.d.ts js/rows.d.ts

calls: .venv/test
	$(BIN)/python tools/calls.py

notices: .venv/ready
	$(BIN)/python tools/notices.py

check: .venv/test target/lint/ready
	$(BIN)/python tools/house.py
	$(BIN)/python tools/versions.py
	$(BIN)/python tools/calls.py --check
	$(BIN)/python tools/workflows.py target/lint/bin
	$(BIN)/python tools/notices.py --check
	cargo fmt --check
	cargo clippy --locked --profile fast --workspace --all-targets -- -D warnings
	cargo test --quiet $(CRATES) --test header
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet --locked --profile fast --no-deps -p scorio-core -p scorio-records -p scorio-logs -p scorio-capi
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	MYPYPATH=python $(BIN)/python -m mypy.stubtest scorio._core --ignore-disjoint-bases

reproduce: .venv/installed
	$(BIN)/python examples/reproduce.py

coverage: .venv/test
	$(BIN)/python studies/coverage_study.py > target/coverage.md
	mv target/coverage.md docs/coverage.md

adaptive-study: .venv/installed
	$(BIN)/python studies/adaptive_study.py

looks: .venv/installed
	$(BIN)/python examples/repeated_looks.py

docs: .venv/installed target/docs-env/ready
	target/docs-env/bin/codespell README.md CHANGELOG.md CONTRIBUTING.md docs julia/README.md js python rust
	PYTHONPATH=python target/docs-env/bin/sphinx-build -q -W --keep-going -b html docs target/docs

# The compiler of TypeScript checks the declarations in `make test`, and esbuild makes one file of the
# playground. Without npm both are skipped.
js: target/js-tools/ready
	tools/wasm.sh target/js
	mkdir -p target/playground
	if [ -d target/js-tools/node_modules ]; then node js/playground/build.mjs target/js target/playground/play.html; fi

js-test: .venv/test
	$(PYTEST) tests/test_js.py tests/parity/test_js.py

target/js-tools/ready: js/tools/package.json js/tools/package-lock.json
	mkdir -p target/js-tools
	cp js/tools/package.json js/tools/package-lock.json target/js-tools
	if command -v npm >/dev/null; then cd target/js-tools && npm ci --silent; fi
	touch $@

# With zig as linker the wheel runs on every Linux since 2014. Elsewhere it is a plain wheel. maturin
# finds zig by the python on PATH.
ZIG := $(filter Linux-x86_64 Linux-aarch64,$(shell uname -sm | tr ' ' '-'))
wheel: .venv/wheel
	rm -rf target/wheels
	PATH="$(CURDIR)/$(BIN):$$PATH" maturin build --release --locked --quiet --compression-level 9 --out target/wheels $(if $(ZIG),--compatibility manylinux2014 --zig)
	$(BIN)/abi3audit --strict --summary target/wheels/*.whl
	$(BIN)/python tests/try_pythons.py target/wheels $(if $(ZIG),manylinux_2_17)

# WebAssembly runs the module that `make js` has built.
PLATFORMS := native aarch64 musl wasm
portable: .venv/wheel
	tools/portable.sh $(PLATFORMS)

# The names of functions stay in the libraries, because perf reads them (benches/validation.py). Python is
# compiled before it is measured, as where pip installs the package.
bench: export CARGO_PROFILE_RELEASE_STRIP = debuginfo
bench: .venv/test
	PIP_QUIET=1 $(BIN)/maturin develop --locked --release --quiet
	rm -f .venv/installed
	$(BIN)/python -m compileall -q python/scorio
	cargo build --locked --release -p scorio-capi
	SCORIO_LIB=$(CURDIR)/target/release/libscorio.$(SUFFIX) $(BIN)/python benches/page.py

clean:
	rm -rf .venv target

# The environment, then the package built into it; rebuilt when its Rust sources change.
.venv/ready:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "scorio needs Python 3.11 or later")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	touch $@

.venv/build: .venv/ready pyproject.toml
	$(BIN)/python -m pip install --quiet --group build
	touch $@

.venv/wheel: .venv/build
	$(BIN)/python -m pip install --quiet --group wheel
	touch $@

.venv/installed: .venv/build $(RUST)
	PIP_QUIET=1 $(BIN)/maturin develop --locked --profile fast --quiet
	touch $@

target/docs-env/ready: pyproject.toml
	$(PYTHON) -m venv target/docs-env
	target/docs-env/bin/python -m pip install --quiet --upgrade pip
	target/docs-env/bin/python -m pip install --quiet --group docs
	touch $@

target/lint/ready: pyproject.toml
	$(PYTHON) -m venv target/lint
	target/lint/bin/python -m pip install --quiet --upgrade pip
	target/lint/bin/python -m pip install --quiet --group lint
	touch $@

# PySpark is as large as all else together.
target/engines/ready: pyproject.toml
	$(PYTHON) -m venv target/engines
	target/engines/bin/python -m pip install --quiet --upgrade pip
	target/engines/bin/python -m pip install --quiet --group engines
	touch $@

# inspect_ai and lm-eval bring more than a hundred packages.
target/harnesses/ready: pyproject.toml
	$(PYTHON) -m venv target/harnesses
	target/harnesses/bin/python -m pip install --quiet --upgrade pip
	target/harnesses/bin/python -m pip install --quiet --group harnesses
	touch $@

.venv/test: .venv/installed pyproject.toml
	$(BIN)/python -m pip install --quiet --group test
	touch $@
