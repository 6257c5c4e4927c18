# `make all` and `make test` also build the environment.
PYTHON ?= python3
CORES ?= $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
VENV := .venv
LOCK := envs/requirements.lock
BENCHOPT := .venv-benchopt
BENCHOPT_LOCK := envs/benchopt.lock
# A hash of a lock and pyproject.toml. Dates would not do, since git changes them.
contents = $(shell $(PYTHON) -c 'import hashlib; print(hashlib.sha256(b"".join(open(name, "rb").read() for name in ("$(1)", "pyproject.toml"))).hexdigest()[:16])')
READY := $(VENV)/.ready-$(call contents,$(LOCK))
BENCHOPT_READY := $(BENCHOPT)/.ready-$(call contents,$(BENCHOPT_LOCK))
OLDEST := .venv-oldest
# Makes algorithms/peers/ importable in an environment that has the library from a wheel, since some
# tests compare with peers.
with_peers = ln -sfn "$(CURDIR)/algorithms/peers" "$$($(1)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/peers"
# What the library's tests need beside the library.
FOR_TESTS := daqp hypothesis jsonschema liblinear-official libsvm-official pandas pooch psutil pytest pytest-randomly pyyaml tqdm
# The checks of an old scikit-learn break two rules of our strict settings.
OLD_CHECKS := --override-ini strict_parametrization_ids=false -W "ignore:Passing a non-Collection:pytest.PytestRemovedIn10Warning"
IN_OLDEST := uv pip install --quiet --python $(OLDEST)
RELEASE := .venv-release
RELEASE_LOCK := envs/release.lock
RELEASE_READY := $(RELEASE)/.ready-$(call contents,$(RELEASE_LOCK))
MUTANTS := .venv-mutants
MUTANTS_LOCK := envs/mutants.lock
MUTANTS_READY := $(MUTANTS)/.ready-$(call contents,$(MUTANTS_LOCK))
# Bytecode is stored even if the user's settings forbid it: otherwise each of some hundred jobs would
# compile all modules.
RUN := PYTHONDONTWRITEBYTECODE= PATH="$(CURDIR)/$(VENV)/bin:$$PATH"
PYTEST := pytest -n $(CORES) --dist loadfile --no-loadscope-reorder
EACH_COMMIT := not slow and not slurm and not faults
PYTHON_FILES := algorithms analyses benchmarks data docs envs figures paper_tables records tests workflows
WORKFLOW_FILES := Snakefile $(wildcard workflows/rules/*.smk)

# Settings of Python and pip that would bring other packages into the environment, or none. The user's
# index, proxy and certificates stay in force.
unexport PYTHONPATH PYTHONHOME PIP_USER PIP_TARGET PIP_PREFIX PIP_ROOT PIP_REQUIRE_VIRTUALENV PIP_DRY_RUN PIP_PYTHON
PIP := -m pip install --quiet --no-user --target=

UV := --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --custom-compile-command "make lock"

.PHONY: all help env test check check-style check-workflow check-spelling check-types test-long test-slow test-faults test-slurm test-benchopt test-bounds test-mutants test-oldest coverage svmlight check-variant docs paper benchmark benchmark-history format lock release clean

all: env  ## make all tables, figures and verdicts in results/
	$(RUN) snakemake --cores $(CORES) all

help:  ## list the commands
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 20

env: $(READY)  ## build the locked environment with the library in .venv/

# $(call environment,FOLDER,LOCK) builds an environment with the library, then marks it as complete.
# A lock names every package, so pip looks up no others: a release newer than the lock cannot come in.
define environment
	$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed: make PYTHON=/path/to/it")'
	$(PYTHON) -m venv --clear $(1)
	$(1)/bin/python $(PIP) --no-deps --require-hashes --requirement $(2)
	$(1)/bin/python $(PIP) --no-deps --no-build-isolation --editable .
	$(1)/bin/python -m pip check --quiet
	$(1)/bin/python -I -c 'import sys; from importlib.util import find_spec; sys.exit(None if find_spec("maxmargin") else "pip has installed nothing in $(1)/: unset dry-run or another setting that pip config list shows")'
	touch $@
endef

$(READY):
	$(call environment,$(VENV),$(LOCK))

$(BENCHOPT_READY):
	$(call environment,$(BENCHOPT),$(BENCHOPT_LOCK))

$(RELEASE_READY):
	$(PYTHON) -m venv --clear $(RELEASE)
	$(RELEASE)/bin/python $(PIP) --no-deps --require-hashes --requirement $(RELEASE_LOCK)
	touch $@

$(MUTANTS_READY):
	$(call environment,$(MUTANTS),$(LOCK) --requirement $(MUTANTS_LOCK))

test: check  ## run the checks, and all tests but the long and slow ones
	$(RUN) $(PYTEST) -m "not long and $(EACH_COMMIT)"

test-long: env  ## run the tests that compile much, start many processes or open a browser
	$(RUN) $(PYTEST) -m "long and $(EACH_COMMIT)"

check: env  ## check style, spelling, workflow and types
	$(MAKE) --no-print-directory --jobs=4 --keep-going check-types check-workflow check-style check-spelling

check-style: env
	$(RUN) ruff check $(PYTHON_FILES)
	$(RUN) ruff format --check $(PYTHON_FILES)

check-workflow: env
	$(RUN) snakefmt --check $(WORKFLOW_FILES)
	$(RUN) snakemake --lint

check-spelling: env
	$(RUN) codespell

check-types: env
	$(RUN) basedpyright

test-slow: env  ## run the tests that take minutes
	$(RUN) pytest -m slow

test-faults: env  ## test kills, damage, full disks, bad networks and bad files; takes an hour
	$(RUN) pytest -m faults

test-slurm: env  ## test the workflow on a one-node cluster here; needs root, slurm-wlm and munge
	$(RUN) pytest -m slurm

test-benchopt: $(BENCHOPT_READY)  ## run benchopt on benchmarks/benchopt/, in its own environment, .venv-benchopt/
	PATH="$(CURDIR)/$(BENCHOPT)/bin:$$PATH" pytest tests/benchmarks/benchopt

KERNEL_TESTS := $(addprefix tests/algorithms/,batch_methods drivers estimators exact procedures rules storages)

test-bounds: env  ## test the compiled loops with every index checked, in a separate compilation cache
	$(RUN) NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR="$(CURDIR)/.bounds" pytest -n $(CORES) --dist loadfile $(KERNEL_TESTS)

# Coverage cannot see compiled lines, so most tests run uncompiled. Uncompiled numbers warn when they
# overflow. The code that compiles and caches has its own tests.
coverage: env  ## measure which lines of the library the tests run; takes half an hour
	rm -f .coverage
	$(RUN) NUMBA_DISABLE_JIT=1 pytest -n $(CORES) --dist loadfile -W "ignore:overflow:RuntimeWarning" --cov --cov-report= tests/algorithms tests/workflows/commands/test_execute_online.py
	$(RUN) pytest --cov --cov-append --cov-report=term-missing:skip-covered tests/algorithms/compilation/test_binding.py

test-mutants: $(MUTANTS_READY)  ## count the changes to the code that the tests detect; takes hours
	PATH="$(CURDIR)/$(MUTANTS)/bin:$$PATH" python -m tests.mutants $(GROUPS)

test-oldest:  ## test the library with the oldest packages that pyproject.toml allows; needs uv
	uv venv --quiet --clear --python $(PYTHON) $(OLDEST)
	$(IN_OLDEST) --resolution lowest-direct .
	uv pip freeze --quiet --python $(OLDEST) | grep --invert-match "^maxmargin" > $(OLDEST)/versions
	$(IN_OLDEST) --constraint $(OLDEST)/versions $(FOR_TESTS)
	$(call with_peers,$(OLDEST))
	NUMBA_CACHE_DIR="$(CURDIR)/$(OLDEST)/cache" $(OLDEST)/bin/python -m pytest --override-ini pythonpath=. $(OLD_CHECKS) -m "not slow" $(KERNEL_TESTS)

svmlight: env  ## build SVM^light after asking whether you accept its non-commercial licence
	$(RUN) python -m envs.install_svmlight $(if $(filter yes,$(ACCEPT)),--accept)

# Before env, which takes minutes.
FILE_NAMED = $(if $(FILE),,$(error name the file: make check-variant FILE=my_rule.py))

check-variant: $(if $(filter check-variant,$(MAKECMDGOALS)),$(FILE_NAMED)) env  ## check a learner in your own file: make check-variant FILE=my_rule.py
	$(RUN) python -m workflows.commands.check_variant "$(FILE)"

# The library's tests that need neither the suite's data nor other packages of the environment.
WHEEL_TESTS := $(KERNEL_TESTS) tests/algorithms/bounds tests/algorithms/theorems tests/algorithms/test_proof_in_fractions.py

release: $(RELEASE_READY)  ## dry run of a release: build, check, install and test it
	rm -rf dist
	$(RELEASE)/bin/python -m build --no-isolation --quiet
	$(RELEASE)/bin/python -m twine check --strict dist/*
	$(PYTHON) -m docs.release
	$(PYTHON) -m venv --clear $(RELEASE)/installed
	$(RELEASE)/installed/bin/python $(PIP) dist/*.whl $(FOR_TESTS)
	$(call with_peers,$(RELEASE)/installed)
	$(RELEASE)/installed/bin/python -m pytest --override-ini pythonpath=. -m "not slow" $(WHEEL_TESTS)

docs: env  ## write the stub, fill pages and notebooks in docs/ from the code, and build the site in results/docs/
	$(RUN) python -m docs.stub
	$(RUN) python -m docs.fill
	$(RUN) python -m docs.notebooks
	$(RUN) mkdocs build --strict --quiet

RESULTS ?= results

paper: env  ## write the replication article from the results of make all: results/article/article.pdf
	$(RUN) python -m docs.article $(RESULTS)

benchmark: env  ## time our code beside a plain C++ loop, scikit-learn, river, LIBLINEAR, LIBSVM and HiGHS
	$(RUN) python -m benchmarks.drivers
	$(RUN) python -m benchmarks.online
	$(RUN) python -m benchmarks.one_pass
	$(RUN) python -m benchmarks.worst_first
	$(RUN) python -m benchmarks.exact
	$(RUN) python -m benchmarks.growth
	$(RUN) python -m benchmarks.separable
	$(RUN) python -m benchmarks.fits
	$(RUN) python -m benchmarks.peak_memory

benchmark-history: env  ## measure HEAD, or COMMITS="HASH HASH", and add the ratios to docs/history.svg
	$(RUN) python -m benchmarks.history $(if $(filter yes,$(AGAIN)),--again) $(if $(filter yes,$(TESTS)),--tests) $(COMMITS)

format: env  ## format the code
	$(RUN) ruff check --fix $(PYTHON_FILES)
	$(RUN) ruff format $(PYTHON_FILES)
	$(RUN) snakefmt $(WORKFLOW_FILES)

lock:  ## pin envs/*.in with hashes; needs uv
	uv pip compile $(UV) envs/requirements.in --output-file $(LOCK)
	uv pip compile $(UV) envs/requirements.in envs/benchopt.in --constraint $(LOCK) --output-file $(BENCHOPT_LOCK)
	uv pip compile $(UV) envs/release.in --output-file $(RELEASE_LOCK)
	uv pip compile $(UV) envs/mutants.in --constraint $(LOCK) --output-file $(MUTANTS_LOCK)
	$(PYTHON) envs/make_environment.py

clean:  ## remove all results, but neither the environment nor the downloaded data
	rm -rf results .snakemake
	find . -name __pycache__ -not -path "./$(VENV)/*" -prune -exec rm -rf {} +
