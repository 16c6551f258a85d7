# `make demo` and `make test` each do all the set-up on a fresh Debian or Ubuntu machine with Python 3.11 or newer.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: setup demo test lint types unit bench clean

setup: $(STAMP)

$(STAMP): pyproject.toml
	@test -d $(VENV) || $(PYTHON) -m venv $(VENV) || { echo "python venv is missing: apt-get install python3-venv"; exit 3; }
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@

demo: setup
	@bash examples/demo.sh

test: lint types unit

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

unit: setup
	@bash tests/setup.sh
	$(BIN)/pytest -n 2

bench: setup
	@DATA="$(DATA)" bash bench/run.sh

clean:
	rm -rf $(VENV) build dist *.egg-info demo-output
