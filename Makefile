# `make demo`, `make install` and `make test` each do all the set-up on a fresh Debian or Ubuntu machine with Python 3.11 or
# newer: system packages (.ci/packages), the virtual environment with no more than the target needs, WordNet for the tests.
# `make help` lists the targets.
# CONSTRAINTS=FILE fixes the versions of libraries (.ci/run does), PYTEST_ARGS="..." goes to pytest.
export PYTHON ?= python3
export CONSTRAINTS ?=
PYTEST_ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.NOTPARALLEL:
.PHONY: help demo install setup test test-all packages packages-all lint types unit heavy docs-outputs docs-screenshots site bench dist constraints clean

help: ## say what there is
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 18

demo: $(VENV)/.installed-base ## sanitize examples/reports, show before and after (installs the program alone)
	@bash examples/demo.sh

install: $(VENV)/.installed-user ## the program with what the tutorials need: texts, documents, tables, the desk
	@echo "next: . $(BIN)/activate, then sanitizer --version"

setup: $(STAMP) ## the program with everything, and what developers need

# pip shows a bar for each file of the network. What holds more holds the rest too.
$(VENV)/.installed-base: pyproject.toml
	@test -e $(STAMP) -o -e $(VENV)/.installed-user || bash .ci/into-venv "the program alone" 440 .
	@touch $@

$(VENV)/.installed-user: pyproject.toml
	@test -e $(STAMP) || bash .ci/into-venv "the program with tables, documents and the desk" 1100 '.[tables,documents,service]'
	@touch $@

$(STAMP): pyproject.toml
	@bash .ci/into-venv "everything, and what developers need" 2700 '.[dev]'
	@touch $@

test: packages lint types unit ## lint, types, and all tests but the heavy ones

test-all: packages-all test heavy site ## the same, the site, and the tests that need a database server (PostgreSQL), a browser (Chromium), LibreOffice, Tesseract or Java

# Before anything else is installed, so that all that is missing is named at once.
packages:
	@bash .ci/packages venv wordnet

packages-all:
	@bash .ci/packages venv wordnet postgresql chromium libreoffice npm java jdbc tesseract dejavu

lint: setup ## ruff
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup ## mypy, strict
	$(BIN)/mypy

unit: packages setup ## the tests but the heavy ones
	@bash tests/setup.sh
	$(BIN)/pytest -n 2 --dist worksteal -m "not heavy" $(PYTEST_ARGS)

heavy: packages-all setup ## the heavy tests alone (PostgreSQL, Chromium, LibreOffice, Tesseract, Spark on Java)
	@bash tests/setup.sh
	@bash tests/axe.sh
	$(BIN)/pytest -m heavy $(PYTEST_ARGS)

docs-outputs: setup ## rewrite all that the pages show of real runs: examples, picture, options, README of the package index
	$(BIN)/python docs/make_cli.py
	$(BIN)/python docs/make_picture.py
	$(BIN)/python docs/run_examples.py --write
	$(BIN)/python docs/make_index_page.py

docs-screenshots: setup ## photograph the pages of reports anew (needs Chromium: .ci/packages chromium)
	$(BIN)/python docs/make_screenshots.py

site: setup ## the documentation as a site, in .site; any warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict

bench: setup ## measurements; DATA=FOLDER holds what they read
	@DATA="$(DATA)" bash bench/run.sh

dist: setup ## wheel and source archive, checked; the wheel tried in an environment of its own
	rm -rf dist
	$(BIN)/python -m build
	$(BIN)/twine check --strict dist/*
	@bash .ci/try-wheel dist/*.whl

constraints: setup ## write .ci/constraints.txt from what is installed
	$(BIN)/python .ci/freeze.py

clean: ## remove what was built
	rm -rf $(VENV) build .site dist *.egg-info demo-output
