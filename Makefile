# make research [Q="a question"] [DOCS=path]   answer a question over documents and say where the report lies
# make test                                   every test that needs no key and is not slow
# make help                                   the rest
#
# Each target does its own set-up: Python 3.11 or later, git and make are all that it takes.

Q ?= How high is Mount Everest, and why have different surveys given different figures?
DOCS ?= examples/documents

# The question and the path reach the shell as they were typed: not expanded by make, and never part of a command line.
export RUN_QUESTION = $(value Q)
export RUN_DOCUMENTS = $(value DOCS)
unexport Q DOCS

find_python = for name in python3 python3.13 python3.12 python3.11 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done
PYTHON ?= $(shell $(find_python))
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input --quiet
UV ?= uv
LOCK := $(UV) pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-annotate --custom-compile-command "make lock"
PYTEST := $(BIN)/python -m pytest

.PHONY: help research setup setup-dev test test-slow test-all check format wheel lock clean

help:
	@echo "make research [Q=\"a question\"] [DOCS=path]  answer a question over documents (default: $(DOCS))"
	@echo "make test        tests that need no key, about five minutes"
	@echo "make test-slow   the slow ones: the wheel in an empty environment, long runs"
	@echo "make test-all    both"
	@echo "make check       ruff, formatting and mypy"
	@echo "make format      let ruff put the code in form"
	@echo "make wheel       build dist/*.whl"
	@echo "make lock        write the requirements anew (needs uv)"
	@echo "make clean       remove .venv, dist and caches; runs stay"

research: .venv/base.stamp
	@$(BIN)/research ask "$$RUN_QUESTION" $${RUN_DOCUMENTS:+--documents "$$RUN_DOCUMENTS"}

setup: .venv/base.stamp

setup-dev: .venv/dev.stamp

test: .venv/dev.stamp
	$(PYTEST) -m "not slow and not model"

test-slow: .venv/dev.stamp
	$(PYTEST) -m "slow and not model"

test-all: .venv/dev.stamp
	$(PYTEST) -m "not model"

check: .venv/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

wheel: .venv/dev.stamp
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .

lock:
	$(LOCK) --output-file requirements.txt
	$(LOCK) --group dev --constraint requirements.txt --output-file requirements-dev.txt
	$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-emit-find-links --no-annotate --custom-compile-command "make lock" \
		--group build --constraint requirements-dev.txt --output-file requirements-build.txt

clean:
	rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis

# ---------------------------------------------------------------- set-up, once

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "No Python 3.11 or later was found. Name one: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
	@echo "Setting up .venv (once, a minute or two) ..." >&2
	@$(PYTHON) -m venv .venv

.venv/base.stamp: .venv/bin/python requirements.txt requirements-build.txt pyproject.toml
	@echo "Installing what research needs ..." >&2
	@$(PIP) install --require-hashes -r requirements.txt -r requirements-build.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/dev.stamp: .venv/base.stamp requirements-dev.txt
	@echo "Installing the development tools ..." >&2
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@touch $@
