# What people type. The build itself is CMake's; this file only names the trees.

JOBS ?= $(shell nproc)
FUZZ_SECONDS ?= 600
# A Python with JAX, for the suites of others.
PEER_PYTHON ?= python3

CONFIGURE = cmake -S . -G Ninja

.PHONY: all setup build check demo format bench fuzz install clean

all: build

setup:
	@scripts/setup.sh

build: setup
	@test -f build/build.ninja || $(CONFIGURE) -B build -DCMAKE_C_COMPILER=gcc -DCMAKE_COMPILE_WARNING_AS_ERROR=ON \
	  -DTERN_SANITIZED_BUILD=$(CURDIR)/build-asan
	@cmake --build build -j $(JOBS)

# The second tree has the sanitizers and the second compiler.
build-asan: setup
	@test -f build-asan/build.ninja || $(CONFIGURE) -B build-asan -DCMAKE_C_COMPILER=clang-22 \
	  -DCMAKE_COMPILE_WARNING_AS_ERROR=ON -DTERN_SANITIZE=ON
	@cmake --build build-asan -j $(JOBS)
.PHONY: build-asan

# Runs everything: unit tests and lit suite in both trees, and the checks of the tree itself.
check: build build-asan
	@ctest --test-dir build -j $(JOBS) --output-on-failure

# StableHLO's programs of dynamic shapes in FOLDER (stablehlo/testdata/dynamic of its repository), on TERN_DEVICE, against its
# interpreter.
check-stablehlo-dynamic: build
	@test -n "$(FOLDER)" || { echo "usage: make check-stablehlo-dynamic FOLDER=stablehlo/testdata/dynamic" >&2; exit 1; }
	@$(PEER_PYTHON) test/suites/stablehlo_dynamic.py $(FOLDER)
.PHONY: check-stablehlo-dynamic

# Triton's own lit tests (test/ of its repository, release 3.6), run with tern-opt: the count of RUN lines that pass, by folder.
check-triton: build
	@test -n "$(TRITON_TESTS)" || { echo "usage: make check-triton TRITON_TESTS=triton/test" >&2; exit 1; }
	@python3 test/suites/triton_lit.py $(TRITON_TESTS)
.PHONY: check-triton

# Kernels in Triton's language of the packages in the folder SITE, as tern and Triton compile them: the count of those whose IR is the same.
# PEER_PYTHON has Triton 3.6. PACKAGES names some of them: PACKAGES="liger_kernel fla".
check-triton-language: build
	@test -n "$(SITE)" || { echo "usage: make check-triton-language SITE=site-packages [PACKAGES=\"liger_kernel\"] PEER_PYTHON=..." >&2; exit 1; }
	@$(PEER_PYTHON) test/suites/triton_language.py --list $(SITE) $(if $(PACKAGES),$(addprefix $(SITE)/,$(PACKAGES)),$(SITE))
.PHONY: check-triton-language

# JAX's own tests (tests/ of its repository, at the tag of the installed jaxlib), unchanged, on the plugin: the count of those that pass,
# by file, and why others fail. FILES names some of them: FILES="lax nn". PEER_PYTHON has JAX, absl and pytest.
check-jax: build
	@test -n "$(JAX_TESTS)" || { echo "usage: make check-jax JAX_TESTS=jax/tests [FILES=\"lax nn\"] PEER_PYTHON=..." >&2; exit 1; }
	@$(PEER_PYTHON) test/suites/jax_tests.py $(JAX_TESTS) $(FILES)
.PHONY: check-jax

# The CUDA programs of HeCBench (its repository, or src/ of it), by their own Makefiles: the count of those that compile, and why others
# do not. FLAGS are of test/suites/hecbench.py: FLAGS="--sample 40".
check-hecbench: build
	@test -n "$(HECBENCH)" || { echo "usage: make check-hecbench HECBENCH=HeCBench [FLAGS=...]" >&2; exit 1; }
	@python3 test/suites/hecbench.py $(HECBENCH) $(FLAGS)
.PHONY: check-hecbench

demo: build
	@examples/demo.sh

bench: build
	@bench/run.sh

format:
	@scripts/check-format.sh --fix

# Fuzzes for FUZZ_SECONDS in all, shared among the targets.
fuzz: setup
	@test -f build-fuzz/build.ninja || $(CONFIGURE) -B build-fuzz -DCMAKE_C_COMPILER=clang-22 -DTERN_FUZZ=ON
	@cmake --build build-fuzz -j $(JOBS) --target fuzz
	@scripts/fuzz.sh build-fuzz $(FUZZ_SECONDS)

# PREFIX is CMake's default, /usr/local, unless given.
install: build
	@cmake --install build $(if $(PREFIX),--prefix $(PREFIX))

# Takes away what the last `make install` put in place, and folders of ours that are empty then.
uninstall:
	@test -f build/install_manifest.txt || { echo "make uninstall: build/install_manifest.txt is not there: nothing was installed" >&2; exit 1; }
	@sed 's|^|$(DESTDIR)|' build/install_manifest.txt | xargs -d '\n' rm -f
	@sed 's|^|$(DESTDIR)|; s|/[^/]*$$||' build/install_manifest.txt | grep '/tern$$' | sort -u | xargs -r -d '\n' rmdir
	@rm build/install_manifest.txt
.PHONY: uninstall

# The Python package, as dist/tern-*.whl: pip takes what builds it from PyPI.
wheel: setup
	@python3 -m pip wheel . --no-deps --wheel-dir dist --config-settings=wheel.tags=py3-none-manylinux_2_35_$(shell uname -m)
	@scripts/check-wheel.py dist/tern-*.whl
.PHONY: wheel

# Debian packages of the committed tree, source and binary, in build-deb/, and what lintian says of them. Needs debhelper and lintian.
deb: setup
	@scripts/make-deb.sh
.PHONY: deb

clean:
	rm -rf build build-asan build-fuzz build-wheel build-deb dist
