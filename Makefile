.DEFAULT_GOAL := help

# Homebrew's SQLite is only visible to SwiftPM with the environment that .ci/environment sets.
SWIFT := . .ci/environment && swift
FORMATTED := Sources Tests Package.swift Fixtures/*.swift

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: setup
setup: ## Install what is missing: SQLite, PostgreSQL, pkg-config and Python
	@.ci/setup

.PHONY: build
build: setup ## Build the library and the command line tool
	$(SWIFT) build

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

.PHONY: test
test: setup ## Build and run all tests
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

.PHONY: docs
docs: setup ## Build the documentation and fail on a warning
	.ci/docs

.PHONY: sanitize
sanitize: setup ## Run all tests under the thread sanitizer
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build/sanitized
	SECTIONAL_PATIENCE=600 swift test --skip-build --sanitize=thread --scratch-path .build/sanitized

.PHONY: check
check: lint portability docs test ## Everything a change must pass: lint, portability, docs, test

.PHONY: format
format: ## Format all Swift files in place
	swift format --in-place --recursive --parallel $(FORMATTED)

.PHONY: lint
lint: ## Fail where a Swift file is not formatted or breaks a style rule
	swift format lint --strict --recursive --parallel $(FORMATTED)

.PHONY: portability
portability: ## Fail on what only compiles here, and on broken house rules
	.ci/portability

.PHONY: bench
bench: setup ## Measure lists against loops in C, some minutes long
	$(SWIFT) build --configuration release --product sectional-bench
	.ci/cluster run .build/release/sectional-bench

.PHONY: bench-check
bench-check: setup ## Fail where lists read or do more than Fixtures/bench-counts.txt says
	$(SWIFT) build --configuration release --product sectional-bench
	.ci/cluster run .build/release/sectional-bench --check Fixtures/bench-counts.txt

.PHONY: nightly
nightly: setup ## Run 100,000 random transactions on small trees, 20,000 of another program's, 10,000 openings from caches
	$(SWIFT) build --build-tests
	SECTIONAL_TRANSACTIONS=100000 swift test --skip-build --filter TreeModelTests
	SECTIONAL_FOREIGN_STEPS=1000 swift test --skip-build --filter ForeignHistoryTests
	SECTIONAL_CACHE_OPENINGS=140 swift test --skip-build --filter CacheLawTests

.PHONY: mutants
mutants: setup ## Break the code on purpose and fail where no test notices
	.ci/mutants

# The table is moved into place when it is complete, so that a failure leaves the old one.
.PHONY: fixtures
fixtures: ## Regenerate Fixtures/regions.csv
	@directory=$$(mktemp -d) && trap 'rm -rf "$$directory"' EXIT && \
	swiftc -o "$$directory/regions" Fixtures/regions.swift && \
	"$$directory/regions" > "$$directory/regions.csv" && \
	mv "$$directory/regions.csv" Fixtures/regions.csv

.PHONY: clean
clean: ## Remove everything that was built
	rm -rf .build
