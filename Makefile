# `make all` and `make test` do everything, the environment included.
PYTHON ?= python3
CORES ?= $(shell getconf _NPROCESSORS_ONLN)
VENV := .venv
READY := $(VENV)/.ready
RUN := PATH="$(CURDIR)/$(VENV)/bin:$$PATH"

.PHONY: all test env
all: env
	$(RUN) snakemake --cores $(CORES) all

test: env
	$(RUN) pytest

env: $(READY)

$(READY): envs/requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv --clear $(VENV)
	$(VENV)/bin/python -m pip install --quiet --require-hashes --requirement $<
	touch $@
