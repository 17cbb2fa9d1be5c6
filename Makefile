# Lance Ledger. The two commands people need: make run, make test.
HOST ?= 127.0.0.1
PORT ?= 8000
LEDGER_DATA ?= $(CURDIR)/var
export HOST PORT LEDGER_DATA

PY := .venv/bin/python
RUN_PACKAGES := libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0
TEST_PACKAGES := $(RUN_PACKAGES) poppler-utils chromium redis-server postgresql

.DEFAULT_GOAL := help
.PHONY: help run dev test check bench lock venv venv-dev

help:
	@echo "make run     start Lance Ledger on http://$(HOST):$(PORT)/ (HOST=0.0.0.0 for the tablets at the table)"
	@echo "make test    all checks and all tests"
	@echo "make check   linters, types and migrations only"
	@echo "make bench   benchmarks"
	@echo "make dev     like run, with tracebacks and reloading, for developers"
	@echo "make lock    write the requirements' lock files anew"

venv:
	@scripts/environment.sh run

venv-dev:
	@scripts/environment.sh dev

run: venv
	@scripts/system_packages.sh run $(RUN_PACKAGES)
	@exec $(PY) manage.py quickstart

dev: venv-dev
	@scripts/system_packages.sh run $(RUN_PACKAGES)
	@DEBUG=on exec $(PY) manage.py quickstart

check: venv-dev
	.venv/bin/ruff check .
	.venv/bin/mypy
	.venv/bin/djlint --quiet --lint templates
	$(PY) manage.py makemigrations --check --dry-run --settings tests.settings
	$(PY) manage.py check --settings tests.settings --fail-level WARNING

test: venv-dev
	@scripts/system_packages.sh test $(TEST_PACKAGES)
	@$(MAKE) --no-print-directory check
	.venv/bin/pytest

bench: venv-dev
	.venv/bin/pytest tests/benchmarks --benchmark-enable -q -s

# The lock files name versions, extras and hashes, and no registry.
LOCK_STYLE := --generate-hashes --no-strip-extras --no-annotate --no-header
lock: venv-dev
	.venv/bin/uv pip compile --quiet --upgrade --python-version 3.11 $(LOCK_STYLE) requirements.in -o requirements.txt
	.venv/bin/uv pip compile --quiet --upgrade --python-version 3.11 $(LOCK_STYLE) requirements-dev.in -o requirements-dev.txt
