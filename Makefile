# Two commands do everything on a fresh Debian 12 machine: `make run` and `make test`.
# The first run installs packages and builds (several minutes); later ones start at once.
.PHONY: help run test build setup sanitize tsan fuzz check-format tidy tidy-sample format clean

help:
	@echo "make run           install what is missing, build, and see Holdfast at work"
	@echo "make test          install what is missing, build, and run every test"
	@echo "make sanitize      the same tests under the address and undefined-behaviour sanitizers"
	@echo "make tsan          the tests with several threads under the thread sanitizer"
	@echo "make fuzz TIME=60  random bytes for every reader, so many seconds each (needs clang)"
	@echo "make build         only build; the program is build/release/bin/holdfast"
	@echo "make format        clang-format over the sources, and documents wrapped"
	@echo "make check-format  what make format would change, and files that are named but missing"
	@echo "make tidy          clang-tidy over the sources (half an hour; tidy-sample: some of them)"

run: build
	@tools/demo.sh

test: build
	ctest --preset release

build: setup
	@[ -f build/release/build.ninja ] || cmake --preset release
	@cmake --build --preset release

sanitize tsan: setup
	@[ -f build/$@/build.ninja ] || cmake --preset $@
	@cmake --build --preset $@
	ctest --preset $@

fuzz: setup
	@tools/setup.sh packages-fuzz.txt
	@[ -f build/fuzz/build.ninja ] || cmake --preset fuzz
	@cmake --build --preset fuzz
	tools/fuzz.sh $(or $(TIME),60)

setup:
	@tools/setup.sh

format:
	git ls-files '*.h' '*.cc' | xargs clang-format -i
	git ls-files '*.md' | xargs python3 tools/wrap_docs.py

check-format: setup
	git ls-files '*.h' '*.cc' | xargs clang-format --dry-run -Werror
	python3 tools/check_text.py

tidy: build
	tools/tidy.sh

tidy-sample: build
	tools/tidy.sh --sample 12

clean:
	rm -rf build
