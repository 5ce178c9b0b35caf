# The two commands a newcomer needs are `make run` and `make test`; `make` alone lists them all.

SHELL := /bin/bash
VENV := .venv
PY := $(VENV)/bin/python
PORT ?= 8000
ARGS ?=
# Covered to every branch, and measured by their own tests: to trace the others takes half as long again.
MEASURED := tests/rules tests/scoring

.DEFAULT_GOAL := help
.PHONY: help run lan password test check bench format messages demo screenshots clean
# Recipes share one virtual environment; two at once would install into it twice.
.NOTPARALLEL:

help: ## list these commands
	@echo "make COMMAND, one of:"
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' Makefile

run: $(VENV)/app.stamp ## the application on this machine: http://127.0.0.1:8000 (PORT=… for another port)
	@exec $(PY) manage.py serve --port $(PORT) $(ARGS)

lan: $(VENV)/app.stamp ## the same for the whole hall: prints the address and a QR code (ADDRESS=… to choose it)
	@exec $(PY) manage.py serve --lan --port $(PORT) $(if $(ADDRESS),--address $(ADDRESS)) $(ARGS)

password: $(VENV)/app.stamp ## a new password for the director's account
	@exec $(PY) manage.py new_password $(ARGS)

test: $(VENV)/tests.stamp ## every test that can run here (ARGS="tests/rules -x" for some of them)
ifeq ($(strip $(ARGS)),)
	$(PY) -m pytest -n auto $(MEASURED) --cov --cov-fail-under=100
	$(PY) -m pytest -n auto $(addprefix --ignore ,$(MEASURED))
else
	$(PY) -m pytest $(ARGS)
endif

check: $(VENV)/tests.stamp ## lint, format, types, import contracts, migrations, settings, translations
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(VENV)/bin/lint-imports
	$(PY) manage.py makemigrations --check --dry-run
	HTTPS=1 $(PY) manage.py check --deploy --fail-level WARNING
	$(PY) -m pytest tests/test_project.py

bench: $(VENV)/tests.stamp ## print our figures (ARGS="seating" for one of them)
	@$(PY) -m tests.bench $(ARGS)

format: $(VENV)/tests.stamp ## format the code
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

messages: $(VENV)/app.stamp ## collect the texts of the interface and compile the translations (needs gettext)
	$(PY) manage.py makemessages -l de --no-location --no-obsolete --ignore=.venv --ignore=var --ignore=tests
	$(PY) manage.py compilemessages -l de -v0

demo: $(VENV)/app.stamp ## play the demo tournament anew into fixtures/ (the same every time)
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && export DATA_DIR="$$folder" \
	&& $(PY) manage.py migrate -v0 && $(PY) manage.py make_demo

screenshots: $(VENV)/tests.stamp ## take the screenshots of README.md anew (needs Chromium)
	@$(PY) docs/images/take.py

clean: ## remove the virtual environment and caches; the data in var/ stays
	rm -rf $(VENV) .pytest_cache .ruff_cache .mypy_cache .import_linter_cache .hypothesis .coverage htmlcov

# Python 3.11 or newer; python3 if it is, otherwise the newest there is.
$(PY):
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
	  "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  echo "Creating $(VENV) with $$("$$python" --version) …"; \
	  "$$python" -m venv --clear $(VENV) && exit 0; \
	  rm -rf $(VENV); \
	  echo "$$python cannot create a virtual environment. On Debian and Ubuntu: sudo apt install python3-venv"; \
	  exit 1; \
	done; \
	echo "This needs Python 3.11 or newer; found: $$(python3 --version 2>/dev/null || echo none)."; \
	echo "Install it (https://www.python.org/downloads/, on macOS: brew install python) and try again,"; \
	echo "or say where it is: make run PYTHON=/path/to/python3.12"; \
	exit 1

$(VENV)/app.stamp: requirements.txt | $(PY)
	@echo "Installing what the application needs …"
	@$(PY) -m pip install -q --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/tests.stamp: tests/requirements.txt $(VENV)/app.stamp | $(PY)
	@echo "Installing what the tests need …"
	@$(PY) -m pip install -q --disable-pip-version-check -r tests/requirements.txt
	@touch $@
