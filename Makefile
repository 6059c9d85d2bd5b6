# The two commands a newcomer types are `make demo` and `make test`; see `make help`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
CODE := loaders scorers qasper_eval tests benchmarks

.PHONY: help demo test check lint types layers bench clean

help:
	@echo "make demo   install, run the bundled sample with the offline agent, print its table"
	@echo "make test   the tests"
	@echo "make check  ruff, mypy, pyright, import-linter and the tests"
	@echo "make bench  the timings of docs/benchmarks.md"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "qasper-eval needs Python 3.11 or newer; name one: make demo PYTHON=python3.12"; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/.run

demo: $(VENV)/.run
	$(BIN)/qasper-eval run configs/quickstart.yaml

test: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n 2 --dist loadfile

lint: $(VENV)/.dev
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

types: $(VENV)/.dev
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python

layers: $(VENV)/.dev
	$(BIN)/lint-imports

check: lint types layers test

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/run_all.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
