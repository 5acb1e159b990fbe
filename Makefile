# The same verbs locally and in CI. `make help` explains each.
PYTHON ?= python3
BIN := .venv/bin
SECONDS_OF_FUZZING ?= 60
.DEFAULT_GOAL := help
.PHONY: help setup demo test check docs golden bench audit serve soak fuzz wheels changelog pins

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## .venv for development, and the crate where it builds
	@$(PYTHON) scripts/setup_env.py dev --retry

# What the other verbs need; a crate that did not build is not tried again by each of them.
.PHONY: ready
ready:
	@$(PYTHON) scripts/setup_env.py dev

demo: ## set up what the demo needs, and show every instrument at work
	@$(PYTHON) scripts/setup_env.py demo
	@$(BIN)/netnew demo

test: ready ## all tests, on SQLite and on a real PostgreSQL
	@$(BIN)/pytest -n 2

check: ready ## lint, types, import contracts, and the crate's own checks
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python scripts/check_crate.py

docs: ready ## rewrite the generated pages; run every code block of the docs
	@$(BIN)/python scripts/make_docs.py
	@$(BIN)/pytest README.md docs tests/docs

golden: ready ## rewrite the golden files; read the diff before you commit it
	@$(BIN)/pytest -n 2 --golden

bench: ## measure speed beside the peers; results go to benchmarks/results
	@$(PYTHON) scripts/setup_env.py bench
	@$(BIN)/python -m benchmarks

audit: ready ## measure the quality of the verdicts on labelled data
	@$(BIN)/python -m audits

serve: ready ## the HTTP service on this machine
	@$(BIN)/netnew serve

# A mark on a test sets a limit of its own; the rest may take as long as the fuzzing does.
soak: ready ## the long forms, with an hour of fuzzing in all; report in audits/soak
	@NETNEW_SOAK=1 NETNEW_FUZZ_SECONDS=900 $(BIN)/pytest -m soak --timeout 7200

fuzz: ready ## hostile input for crate and readers, SECONDS_OF_FUZZING each
	@NETNEW_FUZZ_SECONDS=$(SECONDS_OF_FUZZING) $(BIN)/pytest tests/fuzz

wheels: ready ## build both wheels; test them with the crate and without
	@$(BIN)/python scripts/check_wheels.py

changelog: ## gather changes/*.md into CHANGELOG.md under VERSION=x.y.z
	@$(PYTHON) scripts/changelog.py $(VERSION)

pins: ## rewrite requirements/*.txt from the *.in files (needs uv)
	@scripts/pin.sh
