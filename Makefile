# The commands of the project; CMakePresets.json holds the builds behind them.
JOBS ?= $(shell nproc)
PRESET ?= release
BUILD = build/$(PRESET)

.PHONY: help setup build demo test test-clients check check-all fuzz fuzz-c-api bench format
help:
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 12

setup: ## install the packages that the build needs (Debian 12)
	@tools/setup.sh

$(BUILD)/build.ninja: CMakeLists.txt CMakePresets.json | setup
	@cmake --preset $(PRESET) >$(CURDIR)/build/configure-$(PRESET).log 2>&1 \
	  || { cat $(CURDIR)/build/configure-$(PRESET).log; exit 1; }

build: setup ## the release build in build/release (PRESET=debug|asan|tsan for another)
	@mkdir -p build
	@$(MAKE) --no-print-directory $(BUILD)/build.ninja
	@ninja -C $(BUILD) -j$(JOBS) $(TARGETS)

demo: build ## read handwritten digits, or MODEL=x.onnx INPUT=y.png
	@examples/digits/run.sh $(MODEL) $(INPUT)

test: build ## unit tests, conformance cases, public models
	@tests/run.sh $(BUILD)

test-clients: build ## clients in other languages on our libonnxruntime.so.1 (CLIENTS=node to run some)
	@tools/setup.sh --clients
	@tests/clients/run.py --library $(BUILD)/lib/libonnxruntime.so.1 $(CLIENTS)

check: ## format, layers, names, sizes and symbols of what changed
	@tools/check

check-all: ## the same for every file
	@tools/check --all

fuzz: setup ## build the fuzz targets and run each for FUZZ_SECONDS
	@$(MAKE) --no-print-directory build PRESET=fuzz
	@tools/fuzz.sh $(or $(FUZZ_SECONDS),20)

fuzz-c-api: ## CALLS random calls (a million) over the C ABI from SEED under the address sanitizer
	@$(MAKE) --no-print-directory build PRESET=asan TARGETS=fuzz_c_api
	@build/asan/bin/fuzz_c_api $(or $(CALLS),1000000) $(or $(SEED),1) --coverage

bench: build ## micro-benchmarks of the kernel tables
	@ninja -C $(BUILD) -j$(JOBS) sardonyx_bench
	@$(BUILD)/bin/sardonyx_bench $(BENCH_ARGS)

format: setup ## clang-format over every file of ours
	@git ls-files '*.cc' '*.h' '*.hpp' | xargs clang-format-19 -i
