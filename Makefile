# The same verbs locally and in CI. `make help` explains each.
PYTHON ?= python3
BIN := .venv/bin
.DEFAULT_GOAL := help
.PHONY: help setup demo test

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## .venv with everything for development, and the crate where it builds
	@$(PYTHON) scripts/setup_env.py dev

test: setup ## all tests
	@$(BIN)/pytest
