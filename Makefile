# Two commands do everything on a fresh Debian 12 machine: `make run` and `make test`.
# The first run installs packages and builds (several minutes); later ones start at once.
.PHONY: help run test build setup sanitize format clean

help:
	@echo "make run       install what is missing, build, and see Holdfast at work"
	@echo "make test      install what is missing, build, and run every test"
	@echo "make sanitize  the same tests under the address and undefined-behaviour sanitizers"
	@echo "make build     only build; the program is build/release/bin/holdfast"
	@echo "make format    clang-format over the sources"

run: build
	@tools/demo.sh

test: build
	ctest --preset release

build: setup
	@[ -f build/release/build.ninja ] || cmake --preset release
	@cmake --build --preset release

sanitize: setup
	@[ -f build/sanitize/build.ninja ] || cmake --preset sanitize
	@cmake --build --preset sanitize
	ctest --preset sanitize

setup:
	@tools/setup.sh

format:
	git ls-files '*.h' '*.cc' | xargs clang-format -i

clean:
	rm -rf build
