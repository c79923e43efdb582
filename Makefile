# Two commands do everything on a fresh Debian 12 machine: `make run` and `make test`.
# The first run installs packages and builds (several minutes); later ones start at once.
.PHONY: help run test build install deb setup sanitize tsan fuzz faults kills soak check-format tidy tidy-sample
.PHONY: clang api coverage busy sanitize-sample tsan-sample format clean

help:
	@echo "make run           install what is missing, build, and see Holdfast at work"
	@echo "make test          install what is missing, build, and run every test"
	@echo "make sanitize      the same tests under the address and undefined-behaviour sanitizers"
	@echo "make tsan          the tests with several threads under the thread sanitizer"
	@echo "make fuzz TIME=60  random bytes for every reader, so many seconds each (needs clang)"
	@echo "make faults        every write, thread and place that allocates fails once in every command"
	@echo "make kills N=100   kill -9 at random moments, so many for every command that writes"
	@echo "make soak TIME=60  random calls of every command under the sanitizers, so many seconds"
	@echo "make busy N=10     every test so many times, while other work keeps all cores busy"
	@echo "make coverage      how many lines of each module the tests reach"
	@echo "make build         only build; the program is build/release/bin/holdfast"
	@echo "make install       the program into PREFIX (/usr/local), as root where that must be"
	@echo "make deb           a Debian package of it, in build/release"
	@echo "make api           the reference of the headers, build/api/html/index.html (by Doxygen)"
	@echo "make format        clang-format over the sources, and documents wrapped"
	@echo "make check-format  what make format would change, and files that are named but missing"
	@echo "make tidy          clang-tidy over the sources (a quarter of an hour; tidy-sample: some)"
	@echo "make clang         clang's warnings over everything, tests included (ten minutes)"

run: build
	@tools/demo.sh

test: build
	ctest --preset release

build: setup
	@[ -f build/release/build.ninja ] || cmake --preset release
	@cmake --build --preset release

install: build
	cmake --install build/release --prefix $(or $(PREFIX),/usr/local) --strip

deb: build
	@tools/setup.sh packages-deb.txt
	cd build/release && cpack -G DEB

sanitize tsan: setup
	@[ -f build/$@/build.ninja ] || cmake --preset $@
	@cmake --build --preset $@
	ctest --preset $@

# The part of them that CI has the time for.
sanitize-sample tsan-sample: setup
	@[ -f build/$(@:-sample=)/build.ninja ] || cmake --preset $(@:-sample=)
	@cmake --build --preset $@
	ctest --preset $@

fuzz: setup
	@tools/setup.sh packages-fuzz.txt
	@[ -f build/fuzz/build.ninja ] || cmake --preset fuzz
	@cmake --build --preset fuzz
	tools/fuzz.sh $(or $(TIME),60)

faults: build
	tests/faults/run.py build/release/bin/holdfast build/release/libholdfast_fault_shim.so --every-place

kills: build
	tests/kills/run.py build/release/bin/holdfast --kills $(or $(N),100) --seed $(or $(SEED),1)

# A call that takes more memory than this is a fault, and must not take the machine with it.
soak: setup
	@[ -f build/sanitize/build.ninja ] || cmake --preset sanitize
	@cmake --build --preset sanitize --target holdfast
	LSAN_OPTIONS=suppressions=$(CURDIR)/tests/lsan.supp:print_suppressions=0 \
	UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=hard_rss_limit_mb=6000 \
	tests/soak/run.py build/sanitize/bin/holdfast --time $(or $(TIME),60) --seed $(or $(SEED),1)

busy: build
	tools/busy.sh $(or $(N),10)

# A test that fails is told by `make test`; here it only reaches fewer lines.
coverage: setup
	@tools/setup.sh packages-coverage.txt
	@[ -f build/coverage/build.ninja ] || cmake --preset coverage
	@cmake --build --preset coverage
	find build/coverage -name '*.gcda' -delete
	-ctest --preset coverage
	tools/coverage.py

# A reference or a link that leads nowhere is a mistake.
api:
	@tools/setup.sh packages-docs.txt
	@rm -rf build/api
	tools/api_comments.py build/api/headers
	doxygen docs/Doxyfile
	@# It links to lists of private classes, which it leaves out.
	@grep -rL 'name="nested-classes"' build/api/html --include='*.html' \
	  | xargs sed -i '/^<a href="#nested-classes">Classes<.a> &#124;$$/d'
	tools/check_links.py build/api/html

setup:
	@tools/setup.sh

format:
	git ls-files '*.h' '*.cc' | xargs clang-format -i
	git ls-files '*.md' | xargs python3 tools/wrap_docs.py

check-format: setup
	git ls-files '*.h' '*.cc' | xargs clang-format --dry-run -Werror
	python3 tools/check_text.py

tidy: build
	tools/tidy.py

tidy-sample: build
	tools/tidy.py --sample 4

clang: build
	@tools/setup.sh packages-fuzz.txt
	tools/tidy.py --warnings

clean:
	rm -rf build
