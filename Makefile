# podimport: `make run` and `make test` do all their own set-up.

SWIFT   ?= swift
PREFIX  ?= /usr/local
DESTDIR ?=
# Swift's own libraries are linked in if the toolchain has static ones, so that the program runs where Swift is not installed.
# Other flags would mean building everything again, so all optimised products are built with the same ones.
STATIC  ?= $(if $(wildcard $(STDLIB)),--static-swift-stdlib)
STDLIB   = $(shell $(SWIFT) -print-target-info -static-stdlib | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
BUILD   := $(SWIFT) build --explicit-target-dependency-import-check error
OPTIMIZED = $(BUILD) -c release $(STATIC) --product
BUILT    = $(shell $(SWIFT) build -c release --show-bin-path)
RELEASE  = $(BUILT)/podimport
SERVER   = $(BUILT)/fixture-server
UNITS    = podimport.service podimport.socket podimport-import.service podimport-import.timer
# What `make run` imports: a URL, a file, or nothing for the fixture feeds.
FEED    ?=
SECONDS ?= 60
KILLS   ?= 200
# If all tests began at once, each step of one would wait for those of thousands, and take minutes instead of a moment.
TESTS_AT_ONCE ?= 16

.DEFAULT_GOAL := help
.PHONY: help deb checkdeb install-units run test soak bench conformance fuzz lint format install uninstall docs clean libraries release

help: ## List the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-11s %s\n", $$1, $$2}'

run: release ## Import the fixture feeds from a local server (or FEED=URL) and show the episodes
	$(OPTIMIZED) fixture-server
	@sh .ci/run-fixtures "$(RELEASE)" "$(SERVER)" "$(FEED)"

test: libraries ## Build and run every test
	@sh .ci/install-test-servers
	$(BUILD) --build-tests
	@SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(TESTS_AT_ONCE) sh .ci/run-tests $(SWIFT) test --skip-build --parallel

libraries: ## Install the system libraries that are missing
	@sh .ci/install-libraries

release: libraries ## Build the program, optimised
	$(OPTIMIZED) podimport

soak: libraries ## Kill readers and writers of the change log KILLS times
	$(BUILD) --build-tests
	PODIMPORT_TEST_KILLS=$(KILLS) $(SWIFT) test --skip-build --filter FollowingAcrossCrashesTests

bench: release ## Measure against the floor and the peers (CPU time, ratios of one run)
	$(OPTIMIZED) podimport-bench
	@sh Benchmarks/Peers/install .build-bench-venv
	"$(BUILT)/podimport-bench" --podimport "$(RELEASE)" --python .build-bench-venv/bin/python

conformance: libraries ## Compare what is read with other readers' expectations (../shared/corpus)
	$(BUILD) --product podimport-conformance
	"$$($(SWIFT) build --show-bin-path)/podimport-conformance"

# lld, because gold ends with an internal error on sanitised objects. No backtraces, because the backtracer would wait for a terminal.
fuzz: libraries ## Feed the parser damaged feeds for SECONDS, with the address sanitizer
	PODIMPORT_FUZZING=1 $(SWIFT) build --scratch-path .build-fuzz -c release --product podimport-fuzz \
	  -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld
	mkdir -p .build-fuzz/corpus
	SWIFT_BACKTRACE=enable=no .build-fuzz/release/podimport-fuzz -max_total_time=$(SECONDS) -timeout=10 \
	  -rss_limit_mb=2048 -artifact_prefix=.build-fuzz/ -dict=Tests/Fuzzing/feeds.dict \
	  .build-fuzz/corpus Fixtures/Feeds Fixtures/Podcasts

lint: ## Check the format of the sources
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests Benchmarks

format: ## Format the sources
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests Benchmarks

install: release docs ## Install the program, its manual and its completions under PREFIX
	install -Dm755 -s "$(RELEASE)" "$(DESTDIR)$(PREFIX)/bin/podimport"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m644 man/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1/"
	install -Dm644 man/podimport.yaml.5 "$(DESTDIR)$(PREFIX)/share/man/man5/podimport.yaml.5"
	"$(RELEASE)" config example > man/podimport.yaml.example
	install -Dm644 man/podimport.yaml.example "$(DESTDIR)$(PREFIX)/share/doc/podimport/podimport.yaml.example"
	install -d "$(DESTDIR)$(PREFIX)/share/bash-completion/completions"
	"$(RELEASE)" --generate-completion-script bash | sed '1{/^#!/d}' > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/podimport"
	install -d "$(DESTDIR)$(PREFIX)/share/zsh/site-functions"
	"$(RELEASE)" --generate-completion-script zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_podimport"
	install -d "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	"$(RELEASE)" --generate-completion-script fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/podimport.fish"
	chmod 644 "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/podimport" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_podimport" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/podimport.fish"
	$(MAKE) install-units PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)"

# Neither enabled nor started: docs/Operating.md says how to do that.
install-units:
	install -d "$(DESTDIR)$(PREFIX)/lib/systemd/system"
	for unit in $(UNITS); do \
	  sed 's|/usr/bin/podimport|$(PREFIX)/bin/podimport|' "systemd/$$unit" \
	    > "$(DESTDIR)$(PREFIX)/lib/systemd/system/$$unit" || exit 1; \
	  chmod 644 "$(DESTDIR)$(PREFIX)/lib/systemd/system/$$unit"; \
	done
	install -Dm644 systemd/podimport.sysusers "$(DESTDIR)$(PREFIX)/lib/sysusers.d/podimport.conf"
	install -Dm644 systemd/podimport.tmpfiles "$(DESTDIR)$(PREFIX)/lib/tmpfiles.d/podimport.conf"
	install -Dm644 systemd/environment.example "$(DESTDIR)$(PREFIX)/share/doc/podimport/examples/environment"
	sed 's|/usr/bin/podimport|$(PREFIX)/bin/podimport|' systemd/drop-in.conf.example \
	  > "$(DESTDIR)$(PREFIX)/share/doc/podimport/examples/drop-in.conf"
	chmod 644 "$(DESTDIR)$(PREFIX)/share/doc/podimport/examples/drop-in.conf"

deb: ## Build a Debian package of the program with its units, in .build
	@sh .ci/install-libraries dpkg-dev
	rm -rf .build/deb .build/podimport_*.deb
	$(MAKE) install PREFIX=/usr DESTDIR="$(CURDIR)/.build/deb"
	sh .ci/make-deb .build/deb .build/deb/usr/bin/podimport .build/checkouts .build

checkdeb: deb ## Install, run, upgrade, remove and purge the package on a throw-away copy of this system (root)
	sh .ci/try-deb .build/podimport_*.deb

uninstall: ## Remove what install put there; the stores stay
	rm -f "$(DESTDIR)$(PREFIX)/bin/podimport" "$(DESTDIR)$(PREFIX)"/share/man/man1/podimport*.1 \
	  "$(DESTDIR)$(PREFIX)/share/man/man5/podimport.yaml.5" \
	  "$(DESTDIR)$(PREFIX)/share/doc/podimport/podimport.yaml.example" \
	  $(addprefix "$(DESTDIR)$(PREFIX)"/lib/systemd/system/,$(UNITS)) \
	  "$(DESTDIR)$(PREFIX)"/lib/sysusers.d/podimport.conf "$(DESTDIR)$(PREFIX)"/lib/tmpfiles.d/podimport.conf \
	  "$(DESTDIR)$(PREFIX)"/share/doc/podimport/examples/environment \
	  "$(DESTDIR)$(PREFIX)"/share/doc/podimport/examples/drop-in.conf \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/podimport" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_podimport" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/podimport.fish"
	@for folder in doc/podimport/examples doc/podimport; do \
	  rmdir "$(DESTDIR)$(PREFIX)/share/$$folder" 2>/dev/null || true; \
	done

# The pages are made by the very program that is installed. ArgumentParser's own plugin would build every target again.
docs: release ## Write the manual pages, from the commands' own help, to man/
	$(OPTIMIZED) generate-manual
	@rm -rf man && mkdir man
	"$(BUILT)/generate-manual" "$(RELEASE)" --multi-page --output-directory man
	@sh .ci/name-manual-pages man
	"$(RELEASE)" config example --manual > man/podimport.yaml.5
	@# `sudo make install` comes here as root: the pages stay the owner's, or he could not write them anew.
	@[ "$$(id -u)" -ne 0 ] || chown -R --reference=Makefile man || true

clean: ## Remove everything that was built
	rm -rf .build .build-* man
