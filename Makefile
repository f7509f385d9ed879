# Everything is built in build/. Each .c file says in its first line how it is built; the rules
# below run that very command (tools/dev/build.sh), with $(CC) as the compiler.

ifeq ($(origin CC),default)
CC := $(shell command -v gcc >/dev/null 2>&1 && echo gcc || echo cc)
endif
export CC

JOBS := $(shell nproc 2>/dev/null || echo 2)
HEADERS := $(wildcard *.h tests/*/*.h tools/*.h tools/cli/*.h) \
	$(addprefix tests/oracle/,reference.c substitution.c prove.c)
EXAMPLES := $(sort $(wildcard examples/*.lv))
DEMO := $(firstword $(wildcard examples/raymarch.lv) $(EXAMPLES))
# The programs of all folders are in build/ itself, but for those of tests/wgsl.
FOLDERS := compiler vulkan spirv cli oracle fuzz repository
vpath %.c tests $(FOLDERS:%=tests/%) tools tools/dev
TEST_C := $(wildcard tests/*/*_test.c tests/vulkan/vk_*.c)
TEST_PROGRAMS := $(sort $(patsubst %.c,build/%,$(notdir $(TEST_C))))
TEST_SCRIPTS := $(sort $(wildcard tests/*/*_test.sh)) tools/dev/lint.py
FUZZERS := $(sort $(patsubst %.c,build/%,$(notdir $(wildcard tests/fuzz/fuzz_*.c))))
FUZZ_SECONDS := 60
CAMPAIGN_PROGRAMS := 20000
PROVE_SECONDS := 600
CAMPAIGN_GRAPHS := 400000
MUTANTS := 300

.PHONY: FORCE all help deps demo test test-programs campaign prove coverage mutate inject lint \
	fuzz fuzz-afl fuzz-programs bench bench-all bench-cpu bench-peers check-cost docs matrix \
	exhaustive golden-update gallery graphicsfuzz cpu-corpus wgsl clean
.DELETE_ON_ERROR:

all: ## builds the command line, build/lambdav
	@command -v $(firstword $(CC)) >/dev/null || { \
		echo "make: no C compiler; on Debian, tools/setup-debian.sh demo installs one" >&2; exit 3; }
	@$(MAKE) --no-print-directory build/lambdav

help: ## lists these
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1	\2/p' Makefile | \
		while IFS='	' read -r name text; do printf 'make %-14s %s\n' "$$name" "$$text"; done

deps: ## installs what `make test` needs, on Debian; elsewhere it names it
	@tools/setup-debian.sh test

# Renders an example to PNG, on the CPU where there is no Vulkan device, and says on which.
demo: all ## draws an example into build/demo.png
	@build/lambdav render $(DEMO) -o build/demo.png --size 640x480 --time 1 --time-it 2>&1
	@echo "the picture is $(CURDIR)/build/demo.png"

# The last line is "N passed, N failed".
test: ## runs all tests; installs what they need, on Debian
	@tools/setup-debian.sh test
	@$(MAKE) --no-print-directory build/libraries
	@$(MAKE) --no-print-directory -j$(JOBS) LIBRARIES=known test-programs
	@tests/run_all.sh $(TEST_SCRIPTS) $(TEST_PROGRAMS)

# The first two take longest.
test-programs: build/lambdav build/check_test build/words build/wgsl/record \
		build/wgsl/random_flow build/wgsl/fit build/wgsl/uniform $(TEST_PROGRAMS)

# The long modes of the tests: every arena size, the large bombs, many random programs. Hours.
campaign: ## the long modes of the tests: hours
campaign: build/arena_all_test build/arena_test build/bounds_test build/emit_test \
	build/golden_test build/lambdav build/none_test build/random_test build/run_test \
	build/schedule_test
	build/golden_test --check
	build/run_test tests/data/run/*.lv
	build/bounds_test long
	build/none_test 3001
	build/schedule_test $(CAMPAIGN_GRAPHS)
	build/emit_test $(CAMPAIGN_PROGRAMS)
	build/random_test --programs $(CAMPAIGN_PROGRAMS) --jobs $(JOBS)
	build/arena_all_test long
	build/arena_test long

# The lines and branches of lambdav.h that the tests reach; tests/data/coverage.txt explains the
# others.
coverage: ## lines and branches of lambdav.h that no test reaches
	@tools/setup-debian.sh coverage
	@$(MAKE) --no-print-directory build/lambdav
	@tools/dev/coverage.py --jobs $(JOBS)

# Does a test see a small change of lambdav.h? MUTANTS=0 for all there are: a day of one processor.
mutate: ## which small changes of lambdav.h no test sees
	@tools/setup-debian.sh mutate
	@tools/dev/mutate.py --jobs $(JOBS) --count $(MUTANTS)

# Random programs against the reference evaluator, tests/oracle/prove.c says how: for PROVE_SECONDS
# seconds, or PROGRAMS=N of them; SEED=N for the same ones again, DEVICE=N draws every N-th on
# Vulkan, EXHAUSTIVE=N takes all programs up to that size.
prove: ## random programs against the reference evaluator, for ten minutes
	@tools/setup-debian.sh test
	@$(MAKE) --no-print-directory build/prove
	build/prove $(if $(EXHAUSTIVE),--exhaustive $(EXHAUSTIVE),$(if $(PROGRAMS),--programs \
		$(PROGRAMS),--seconds $(PROVE_SECONDS))) $(if $(SEED),--seed $(SEED)) \
		$(if $(DEVICE),--device $(DEVICE)) --jobs $(JOBS)

# Bugs put into lambdav.h on purpose: does prove find them? A minute each.
inject: ## which bugs put in on purpose prove does not find
	@tools/setup-debian.sh test
	@tools/dev/inject.py --jobs $(JOBS)

lint: ## what can be said of the text: sizes, symbols, names, generated parts
	@tools/setup-debian.sh test
	@tools/dev/lint.py --all

# make fuzz FUZZ_SECONDS=3600 for a long run; the finds are in build/fuzz/.
fuzz: ## hostile texts and words under sanitizers, FUZZ_SECONDS for each fuzzer
	@tools/setup-debian.sh fuzz
	@$(MAKE) --no-print-directory CC=clang -j$(JOBS) fuzz-programs
	@tools/dev/fuzz.sh $(FUZZ_SECONDS) $(FUZZERS)

# The same programs and seeds under AFL++.
fuzz-afl: ## the same with AFL++
	@tools/setup-debian.sh fuzz
	@$(MAKE) --no-print-directory -j$(JOBS) build/words $(FUZZERS:build/%=build/afl/%)
	@tools/dev/fuzz.sh --afl $(FUZZ_SECONDS) $(FUZZERS:build/%=build/afl/%)

fuzz-programs: build/words $(FUZZERS)

bench: build/bench build/bench_scaling ## how long compiling takes, and how that grows
	@build/bench $(EXAMPLES) $(wildcard tests/data/bench/*.lv)
	@build/bench_scaling

# Each example on the Vulkan device and on the CPU.
bench-cpu: build/lambdav ## how long the CPU runner takes, beside the Vulkan device
	@tools/dev/bench_cpu.sh $(EXAMPLES)

check-cost: build/lambdav ## what --check costs in each example, in tools/doc/check.md
	@tools/dev/check_cost.py --update

# The same pictures in GLSL by glslang and shaderc, side by side.
bench-peers: ## how long glslang and shaderc take
	@tools/setup-debian.sh peers
	@$(MAKE) --no-print-directory build/bench_peers
	@build/bench_peers $(basename $(sort $(wildcard tests/data/bench/*.frag)))

# Where glslang, spirv-opt and a Vulkan device are.
bench-all: ## all tables of speed and size: peers, growth, words, frames, the CPU runner
	@tools/setup-debian.sh peers
	@$(MAKE) --no-print-directory build/lambdav build/bench build/bench_scaling \
		build/bench_peers build/bench_gpu
	@tools/dev/bench_all.sh

# Makes the generated regions of the pages anew.
docs: build/gen_reference ## makes the generated parts of the pages anew
	@for page in README.md tools/doc/*.md; do \
		build/gen_reference $$page >build/page.md && cp build/page.md $$page || exit 1; done

matrix: ## the same words from all compilers, levels, word sizes and byte orders
	@tools/setup-debian.sh matrix
	@tools/dev/matrix.sh

# make graphicsfuzz CORPUS=DIR: shaders with expected pixels on the CPU runner; make cpu-corpus
# CORPUS=DIR: loads and runs all assembly in a folder.
graphicsfuzz: ## shaders with expected pixels on the CPU runner, CORPUS=DIR
cpu-corpus: ## loads and runs all assembly in CORPUS=DIR
graphicsfuzz cpu-corpus:
	@[ -d "$(CORPUS)" ] || { echo "usage: make $@ CORPUS=DIR" >&2; exit 2; }
	@tools/setup-debian.sh corpus
	@$(MAKE) --no-print-directory build/$(subst -,_,$@)
	$(CORPUS_$@)

CORPUS_graphicsfuzz = build/graphicsfuzz "$(CORPUS)"
CORPUS_cpu-corpus = find "$(CORPUS)" -name '*.spvasm' -exec build/cpu_corpus {} +

# WGSL on Dawn: the examples, random programs, and the corpus in the folder CORPUS if that is given.
wgsl: ## WGSL on Dawn: examples, random programs, CORPUS=DIR
	@tools/setup-debian.sh wgsl
	@$(MAKE) --no-print-directory build/lambdav build/golden_test \
		build/prove build/wgsl/record build/wgsl/random_flow build/wgsl/fit build/wgsl/uniform
	@tests/wgsl/all.sh $(CORPUS)

# All finite binary32 values and the midpoints between them: hours.
exhaustive: build/exhaustive ## all binary32 values: hours
	build/exhaustive --jobs $(JOBS)

# Shows how the pictures and words differ from the stored ones, asks, then stores.
golden-update: ## stores pictures and words anew, after a look at each
	@tools/setup-debian.sh test
	@$(MAKE) --no-print-directory build/golden_test build/words
	@build/golden_test --update
	@tests/compiler/words_test.sh --update

# Draws the pictures of README anew; with pngquant they are small.
gallery: build/lambdav build/golden_test ## draws README's pictures anew
	@build/golden_test --gallery

# What the command line uses where it is there; the file changes when that does. `make test` looks
# once: what waits for a command is built last, and build/lambdav takes long.
build/libraries: $(if $(LIBRARIES),,FORCE)
	@mkdir -p build
	@for header in vulkan/vulkan_core.h stb/stb_image.h; do \
		echo "#include <$$header>" | $(CC) -E -xc - >/dev/null 2>&1; echo $$?; done >$@.new
	@cmp -s $@.new $@ || mv $@.new $@
FORCE:

build/lambdav: build/libraries

build/%: %.c $(HEADERS) tools/dev/build.sh
	@tools/dev/build.sh $< $@

build/afl/%: %.c $(HEADERS) tools/dev/build.sh
	@AFL_QUIET=1 CC=afl-clang-fast tools/dev/build.sh $< $@

clean: ## removes build/
	rm -rf build
