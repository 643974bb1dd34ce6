# podimport: `make run` and `make test` do all their own set-up.

SWIFT   ?= swift
PREFIX  ?= /usr/local
DESTDIR ?=
BUILD   := $(SWIFT) build --explicit-target-dependency-import-check error
RELEASE  = $(shell $(SWIFT) build -c release --show-bin-path)/podimport
SERVER   = $(shell $(SWIFT) build -c release --show-bin-path)/fixture-server
# What `make run` imports: a URL, a file, or nothing for the fixture feeds.
FEED    ?=
SECONDS ?= 60
KILLS   ?= 200

.DEFAULT_GOAL := help
.PHONY: help run test soak bench conformance fuzz lint format install uninstall docs clean libraries release

help: ## List the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

libraries: ## Install the system libraries that are missing
	@sh .ci/install-libraries

release: libraries ## Build the program, optimised
	$(BUILD) -c release --product podimport

run: release ## Import the fixture feeds from a local server (or FEED=URL) and show the episodes
	$(BUILD) -c release --product fixture-server
	@sh .ci/run-fixtures "$(RELEASE)" "$(SERVER)" "$(FEED)"

test: libraries ## Build and run every test
	@sh .ci/install-test-servers
	$(BUILD) --build-tests
	$(SWIFT) test --skip-build --parallel

soak: libraries ## Kill readers and writers of the change log KILLS times
	$(BUILD) --build-tests
	PODIMPORT_TEST_KILLS=$(KILLS) $(SWIFT) test --skip-build --filter FollowingAcrossCrashesTests

bench: libraries ## Measure against the floor and the peers (CPU time, ratios of one run)
	$(BUILD) -c release --product podimport
	$(BUILD) -c release --product podimport-bench
	@sh Benchmarks/Peers/install .build-bench-venv
	"$$($(SWIFT) build -c release --show-bin-path)/podimport-bench" --podimport "$(RELEASE)" \
	  --python .build-bench-venv/bin/python

conformance: libraries ## Compare what is read with other readers' expectations (../shared/corpus)
	$(BUILD) --product podimport-conformance
	"$$($(SWIFT) build --show-bin-path)/podimport-conformance"

# lld: gold ends with an internal error on sanitised objects. The backtracer would wait for a terminal.
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
	install -Dm755 "$(RELEASE)" "$(DESTDIR)$(PREFIX)/bin/podimport"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m644 man/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1/"
	install -Dm644 man/podimport.yaml.5 "$(DESTDIR)$(PREFIX)/share/man/man5/podimport.yaml.5"
	"$(RELEASE)" config example > man/podimport.yaml.example
	install -Dm644 man/podimport.yaml.example "$(DESTDIR)$(PREFIX)/share/doc/podimport/podimport.yaml.example"
	install -d "$(DESTDIR)$(PREFIX)/share/bash-completion/completions"
	"$(RELEASE)" --generate-completion-script bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/podimport"
	install -d "$(DESTDIR)$(PREFIX)/share/zsh/site-functions"
	"$(RELEASE)" --generate-completion-script zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_podimport"
	install -d "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	"$(RELEASE)" --generate-completion-script fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/podimport.fish"

uninstall: ## Remove what install put there; the stores stay
	rm -f "$(DESTDIR)$(PREFIX)/bin/podimport" "$(DESTDIR)$(PREFIX)"/share/man/man1/podimport*.1 \
	  "$(DESTDIR)$(PREFIX)/share/man/man5/podimport.yaml.5" \
	  "$(DESTDIR)$(PREFIX)/share/doc/podimport/podimport.yaml.example" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/podimport" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_podimport" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/podimport.fish"

docs: libraries ## Write the manual pages, from the commands' own help, to man/
	@rm -rf man && mkdir man
	$(SWIFT) package --allow-writing-to-package-directory generate-manual --multi-page --output-directory man
	@sh .ci/name-manual-pages man
	$(SWIFT) run -c release podimport config example --manual > man/podimport.yaml.5

clean: ## Remove everything that was built
	rm -rf .build .build-* man
