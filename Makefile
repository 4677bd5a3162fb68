# `make help` lists what there is. Two commands set everything up: make demo, make test.

SWIFT ?= swift
PREFIX ?= /usr/local
FIXTURE = Fixtures/sandbox-subscription.b64

RELEASE = SWIFT="$(SWIFT)" scripts/release.sh

.DEFAULT_GOAL := help
.PHONY: help setup demo demo-ci build online test-online ask-online fuzz-online load-online test quick test-core bench instructions cost cost-sample cost-guards fuzz \
  sanitizers proof mutants coverage \
  differential setup-spark test-spark test-engines docs examples fixtures pictures lint format manual manual-online install \
  uninstall dist dist-online test-packages wheel test-wheel clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install the system packages that are missing: OpenSSL, libyaml, pkg-config
	@scripts/setup.sh

demo: build ## Install what is missing, build, decode and check a real receipt
	@echo
	.build/release/receipt decode $(FIXTURE)
	@echo
	.build/release/receipt check $(FIXTURE)
	@echo
	@echo "The program is .build/release/receipt. To run it as receipt, from any folder:"
	@echo "  make install PREFIX=\$$HOME/.local"

# The second file names a file that cannot be read, so its exit code is 2.
demo-ci: build ## Check the folder of receipts in examples/ci, as a pipeline does
	@echo
	.build/release/receipt check --expect examples/ci/receipts.yml
	@echo
	@echo "The next run must fail: examples/ci/failing.yml expects what is not so."
	@echo
	.build/release/receipt check --expect examples/ci/failing.yml; test $$? -eq 2
	@echo
	@echo "It failed, as it must: all is well."

# With RECEIPT_BUILT, what was built is taken as it is.
build: setup ## Build the release binary, .build/release/receipt
	$(if $(RECEIPT_BUILT),,$(RELEASE) build --product receipt $(SWIFT_BUILD_FLAGS))

online: setup ## Build .build/release/receipt-online: a page for support, answers over HTTP, and what asks Apple
	$(if $(RECEIPT_BUILT),,RECEIPT_PART=online $(RELEASE) build --product receipt-online $(SWIFT_BUILD_FLAGS))

test-online: ask-online ## Ask it what users, attackers and Apple's library ask
	RECEIPT_PART=stand-in SWIFT="$(SWIFT)" scripts/test.sh $(TEST_FLAGS) --filter ReceiptStandInTests

# Without the tests in Swift.
ask-online: build online
	@scripts/setup-program.sh python3 python3
	@scripts/setup-python.sh
	python3 -B -W error Tests/Python/test_online.py .build/release/receipt-online .build/release/receipt
	.build/python-venv/bin/python -B Tests/Python/test_desk.py .build/release/receipt-online .build/release/receipt
	.build/python-venv/bin/python -B Tests/Python/test_stand_in.py .build/release/receipt-online
	.build/python-venv/bin/python -B Tests/Python/test_library_requests.py .build/release/receipt-online
	.build/python-venv/bin/python -B Tests/Python/test_ask.py .build/release/receipt-online .build/release/receipt
	examples/online/desk.sh
	python3 -B examples/online/two_addresses.py
	.build/python-venv/bin/python -B examples/online/month.py
	.build/python-venv/bin/python -B Tests/Python/test_openapi.py .build/release/receipt-online
	.build/python-venv/bin/python -B Tests/Python/fuzz_online.py .build/release/receipt-online 3000

fuzz-online: setup ## Send it REQUESTS=100000 broken requests under the sanitizers for addresses and for threads
	@scripts/setup-program.sh python3 python3
	@scripts/setup-python.sh
	@SWIFT="$(SWIFT)" scripts/fuzz-online.sh $(or $(REQUESTS),100000)

load-online: build online ## Measure it with wrk beside the command line, and with 5,000 connections
	@scripts/setup-program.sh wrk wrk
	@scripts/setup-program.sh curl curl
	python3 scripts/load_online.py .build/release/receipt-online .build/release/receipt

test: setup ## Run all tests
	@SWIFT="$(SWIFT)" scripts/test.sh $(TEST_FLAGS)

# The library, and of the command line the suites that show most edits: outputs, words, options, schemas, exit codes.
QUICK = ReceiptCoreTests|GoldenTests|ExitCodeTests|SchemaTests|GlossaryTests|OptionContractTests|StoreKitFactsTests|CheckTests|DiagnoseTests|JSONContractTests|ReportFormatTests|OptionTests|UsageErrorTests|ReplyWordingTests|StoreKitPageTests|WholePayloadTests|ExplainTests|ExpectationFileTests|UnsignedBesideSignedTests

quick: setup ## Run what a change most likely broke: 40 seconds after the build
	@RECEIPT_QUICK=1 RECEIPT_MUTANTS=500 SWIFT="$(SWIFT)" scripts/test.sh $(TEST_FLAGS) --filter '$(QUICK)'

# Without the command line, the tests that take many seconds, and all but a few mutants; of a suite that is
# named everything is run.
test-core: ## Run the quick tests of the library, or all of one suite (FILTER=TrustTests)
	@RECEIPT_PART=core SWIFT="$(SWIFT)" $(if $(FILTER),,RECEIPT_QUICK=1 RECEIPT_MUTANTS=500) \
		scripts/test.sh --scratch-path .build/core --filter "$(or $(FILTER),ReceiptCoreTests)"

bench: build ## Measure against OpenSSL in one run, as ratios; fails where a limit is missed
	for program in ReceiptBenchmarks EmptyProgram EmptyCommand; do \
	  RECEIPT_PART=benchmarks $(RELEASE) build --scratch-path .build/benchmarks --product $$program || exit 1; done
	scripts/bench.sh .build/benchmarks/release/ReceiptBenchmarks "$(CURDIR)/.build/release/receipt"

instructions: build ## Count the instructions of seven hot paths; fails where one grew (RECORD=1 records)
	@scripts/setup-program.sh valgrind valgrind
	scripts/instructions.sh .build/release/receipt

cost: build ## Hold every command to the law of cost on hostile inputs of SIZES=1,4 MiB; takes hours
	@scripts/setup-program.sh valgrind valgrind
	scripts/cost.py --sizes "$(or $(SIZES),1,4)" $(if $(ONLY),--only "$(ONLY)") .build/release/receipt

cost-sample: build ## The same for the dearest pairs, and for each guard against quadratic cost
	@scripts/setup-program.sh valgrind valgrind
	scripts/cost.py --sample .build/release/receipt

cost-guards: setup ## Take out each guard against quadratic cost; a hostile input must notice
	@SWIFT="$(SWIFT)" scripts/cost_guards.py

setup-spark: ## Install PySpark, and Java if it is missing, for examples/spark
	@scripts/setup-spark.sh

test-spark: wheel setup-spark ## Run examples/spark on a cluster of its own (ROWS=300000)
	.build/spark-venv/bin/python -m pip install --quiet --no-index --no-deps --force-reinstall dist/*.whl
	.build/spark-venv/bin/python examples/spark/test_spark.py .build/release/receipt $(or $(ROWS),300000)

test-engines: wheel setup-spark ## Put ROWS=3000 through PostgreSQL, DuckDB and Spark, and compare the three tables
	@scripts/setup-program.sh psql postgresql
	.build/spark-venv/bin/python -m pip install --quiet --no-index --no-deps --force-reinstall dist/*.whl
	.build/spark-venv/bin/python -B Tests/Python/three_engines.py .build/release/receipt $(or $(ROWS),3000)

fuzz: setup ## Fuzz everything that reads, or TARGET=json, for TIME=60 seconds each
	@SWIFT="$(SWIFT)" TIME="$(or $(TIME),60)" scripts/fuzz.sh $(TARGET)

sanitizers: setup ## Run the tests under the sanitizers for addresses and for threads; takes half an hour
	@SWIFT="$(SWIFT)" scripts/sanitize.sh

differential: setup ## Compare verdicts on MUTANTS=20000 of each form with other verifiers
	scripts/setup-python.sh
	RECEIPT_REQUIRE_PYTHON=1 RECEIPT_DIFFERENTIAL="$(or $(MUTANTS),20000)" \
		RECEIPT_MUTANTS="$(or $(MUTANTS),20000)" SWIFT="$(SWIFT)" \
		scripts/test.sh --filter 'OtherVerdictTests|DifferentialTests|AccessOracleTests'

docs: build ## Build the documentation of the library, .build/docs
	@SWIFT="$(SWIFT)" scripts/docs.sh

examples: setup ## Build and try the programs in examples/library, as another package
	@SWIFT="$(SWIFT)" scripts/library-examples.sh

pictures: build ## Make the pictures of the README anew
	scripts/terminal-picture.sh .build/release/receipt light >docs/images/diagnose-light.svg
	scripts/terminal-picture.sh .build/release/receipt dark >docs/images/diagnose-dark.svg
	scripts/page-picture.sh .build/release/receipt docs/images/page.png

proof: ## Run the long proofs one after the other; takes days
	$(MAKE) coverage sanitizers differential cost cost-guards mutants
	$(MAKE) mutants MODULE=ReceiptCommandLine
	$(MAKE) fuzz TIME=7200

mutants: setup ## Change the source of MODULE=ReceiptCore in MUTANTS=200 small ways (SEED=1); a test must notice each
	SWIFT="$(SWIFT)" scripts/mutants.py --module "$(or $(MODULE),ReceiptCore)" --count "$(or $(MUTANTS),200)" \
		--seed "$(or $(SEED),1)" $(if $(FOLDERS),--folders "$(FOLDERS)")

coverage: setup ## Measure which lines the tests run; fails below COVERAGE=95 per cent
	COVERAGE="$(COVERAGE)" SWIFT="$(SWIFT)" scripts/coverage.sh

fixtures: build ## Make the receipts in Fixtures anew, all but the genuine one
	scripts/make-fixtures.sh .build/release/receipt

# What reads only text comes first: it takes seconds, and needs no build.
lint: ## Check the format of Swift files, that no test passes without asking, and pages for contributors
	@scripts/setup-program.sh python3 python3
	python3 scripts/test_paths.py
	python3 scripts/proof.py
	python3 scripts/places.py
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks/Sources Fuzz/Sources

format: ## Format all Swift files
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Benchmarks/Sources Fuzz/Sources

install: ## Put what was built under PREFIX (PREFIX=/usr/local); builds nothing
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" scripts/install.sh install

uninstall: ## Remove what make install put under PREFIX
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" scripts/install.sh uninstall

dist: build manual ## Pack archive, .deb, container image, formula and list of parts into dist/
	@scripts/setup-program.sh python3 python3
	@SWIFT="$(SWIFT)" scripts/dist.sh

dist-online: dist manual-online ## The same, and .deb, container image and list of parts of receipt-online
	@SWIFT="$(SWIFT)" scripts/dist.sh online

wheel: build ## Pack the program and its module for Python alone into dist/
	@scripts/setup-program.sh python3 python3
	@SWIFT="$(SWIFT)" scripts/dist.sh wheel

test-wheel: wheel ## Pack again and compare; install the wheel with each Python of this machine, and use it
	@cp dist/*.whl .build/first.whl && $(MAKE) wheel >/dev/null && cmp dist/*.whl .build/first.whl
	@scripts/test-wheel.sh

# A binary that is linked anew gives the same packages.
test-packages: dist ## Pack again and compare; install, use and remove the packages on a bare Debian
	@cp dist/SHA256SUMS .build/first.sums && rm .build/release/receipt
	@$(MAKE) dist >/dev/null && cmp dist/SHA256SUMS .build/first.sums
	@scripts/try-packages.sh

manual: build ## Write manual pages and completions to .build/manual and .build/completions
	$(RELEASE) build --product ReceiptManual $(SWIFT_BUILD_FLAGS)
	scripts/manual.sh receipt

manual-online: manual online ## The same for receipt-online, to .build/manual-online and .build/completions-online
	scripts/manual.sh receipt-online

clean: ## Remove everything that was built
	rm -rf .build .build-asan .build-cost .build-coverage .build-examples .build-fuzz .build-mutants .build-tsan dist
