.DEFAULT_GOAL := help

# Homebrew's SQLite is only visible to SwiftPM with the environment that .ci/environment sets.
SWIFT := . .ci/environment && swift
FORMATTED := Sources Tests Package.swift Fixtures/*.swift

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## Install missing dependencies: SQLite, PostgreSQL, ICU, pkg-config and Python
	@.ci/setup

.PHONY: build
build: setup ## Build the library and the command line tool
	$(SWIFT) build

# On Linux the program contains Swift's libraries, so that it runs where no Swift is installed.
PREFIX ?= $(HOME)/.local
STATIC := $(if $(filter Linux,$(shell uname)),--static-swift-stdlib)

.PHONY: install
install: setup ## Build the command line with optimization, and put it and its man page under PREFIX (~/.local)
	$(SWIFT) build -c release $(STATIC) --product sectional
	install -d "$(PREFIX)/bin" "$(PREFIX)/share/man/man1"
	install -s .build/release/sectional "$(PREFIX)/bin/sectional"
	.build/release/sectional help --format man > "$(PREFIX)/share/man/man1/sectional.1"
	@echo "$(PREFIX)/bin/sectional"

.PHONY: man
man: setup ## Build, then write the man page to .build/sectional.1
	$(SWIFT) build --product sectional
	.build/debug/sectional help --format man > .build/sectional.1

.PHONY: picture
picture: setup ## Build, then draw README's picture from what the command line prints
	$(SWIFT) build --product sectional
	.ci/picture .build/debug/sectional Sources/Sectional/Sectional.docc/Resources/lists.svg

.PHONY: demo
demo: setup ## Build, then show the command line tool at work on the regions of the world
	$(SWIFT) build --product sectional
	.build/debug/sectional demo Fixtures/regions.csv

.PHONY: demo-compare
demo-compare: setup ## Build, then compare an SQLite file and a throwaway PostgreSQL server
	$(SWIFT) build --product sectional
	.ci/demo-compare

.PHONY: demo-postgres
demo-postgres: setup ## Build, then follow a throwaway PostgreSQL server, its lost connections and its restart
	$(SWIFT) build --product sectional
	.ci/demo-postgres

.PHONY: build-tests
build-tests: setup ## Build the tests and the code that they run
	export SECTIONAL_OPTIMIZED=1 && $(SWIFT) build --build-tests --scratch-path .build/tests

.PHONY: test
test: build-tests ## Build and run all tests
	.ci/test

# The package for Apple's platforms can't use what the main package has built, so it builds the libraries again.
.PHONY: apple
apple: setup ## Compile and run the recipes against stand-ins of UIKit and SwiftUI
	rm -f .build/apple/debug.yaml # The plan of a build doesn't notice files that were added to the main package.
	export SECTIONAL_STAND_INS=1 && $(SWIFT) test --package-path Tests/ApplePlatforms --scratch-path .build/apple

.PHONY: docs
docs: setup ## Build the documentation and fail on warnings
	.ci/docs

.PHONY: pages
pages: setup ## Check the pages of compare --html in Chromium, which it installs
	.ci/pages

.PHONY: sanitize
sanitize: setup ## Run the stores' tests and some others under the thread sanitizer and the address sanitizer
	.ci/sanitize thread
	.ci/sanitize address

.PHONY: check
check: lint portability docs test apple ## Run everything that a change must pass: lint, portability, docs, test, apple

.PHONY: format
format: ## Format all Swift files in place
	swift format --in-place --recursive --parallel $(FORMATTED)

.PHONY: lint
lint: ## Fail if a Swift file is not formatted or breaks a style rule, or a mutant's patch doesn't fit
	swift format lint --strict --recursive --parallel $(FORMATTED)
	.ci/mutants --fit

.PHONY: portability
portability: ## Fail on code that only compiles here, and on broken house rules
	.ci/portability

PLOTTED := --case open --case change-one --case refetch-and-diff --case window-jump

.PHONY: bench
bench: setup ## Measure lists against loops in C, which takes some minutes, and draw the documentation's plot
	$(SWIFT) build --configuration release --product sectional-bench
	.ci/cluster run .build/release/sectional-bench
	.build/release/sectional-bench --json $(PLOTTED) > .build/plotted.json
	.ci/plot Sources/Sectional/Sectional.docc/Resources/costs.svg < .build/plotted.json

.PHONY: bench-check
bench-check: build-tests ## Fail if lists read or do more than Fixtures/bench-counts.txt allows
	.ci/cluster run .build/tests/debug/sectional-bench --check Fixtures/bench-counts.txt

.PHONY: nightly
nightly: setup ## Run the slow checks: long histories, all faults, fuzzing, a soak, the sanitizers
	.ci/nightly

.PHONY: mutants
mutants: setup ## Break the code on purpose and fail if no test notices
	.ci/mutants

.PHONY: score
score: setup ## Make 100 random changes of the code (SEED), and fail if the tests notice fewer than 90 % of those that matter
	.ci/score $(if $(SEED),--seed $(SEED))

.PHONY: fuzz
fuzz: setup ## Give inputs from libFuzzer to what takes them from strangers, SECONDS (60) for each part
	.ci/fuzz $(if $(SECONDS),--seconds $(SECONDS)) $(if $(SEED),--seed $(SEED))

.PHONY: faults
faults: build-tests ## Let each call to the system and each piece of a connection go wrong, alone and with those after it
	.ci/faults

.PHONY: leaks
leaks: build-tests ## Open, follow and close ten thousand lists on each store
	.ci/leaks

.PHONY: soak
soak: setup ## Watch many lists for MINUTES (10) while everything fails, and check every line; SEED repeats the choices
	$(SWIFT) build --configuration release --product sectional
	.ci/soak $(if $(MINUTES),--minutes $(MINUTES)) $(if $(SEED),--seed $(SEED))

# The file is moved into place when it is complete, so that a failure leaves the old one.
.PHONY: fixtures
fixtures: ## Regenerate Fixtures/regions.csv
	@directory=$$(mktemp -d) && trap 'rm -rf "$$directory"' EXIT && \
	swiftc -o "$$directory/regions" Fixtures/regions.swift && \
	"$$directory/regions" > "$$directory/regions.csv" && \
	mv "$$directory/regions.csv" Fixtures/regions.csv

.PHONY: clean
clean: ## Remove all build products
	rm -rf .build
