# `make all` and `make test` do everything, the environment included.
PYTHON ?= python3
CORES ?= $(shell getconf _NPROCESSORS_ONLN)
VENV := .venv
LOCK := envs/requirements.lock
BENCHOPT := .venv-benchopt
BENCHOPT_LOCK := envs/benchopt.lock
# Named after the files' contents, not their dates, which git changes.
contents = $(shell $(PYTHON) -c 'import hashlib; print(hashlib.sha256(b"".join(open(name, "rb").read() for name in ("$(1)", "pyproject.toml"))).hexdigest()[:16])')
READY := $(VENV)/.ready-$(call contents,$(LOCK))
BENCHOPT_READY := $(BENCHOPT)/.ready-$(call contents,$(BENCHOPT_LOCK))
OLDEST := .venv-oldest
IN_OLDEST := uv pip install --quiet --python $(OLDEST)
MUTANTS := .venv-mutants
MUTANTS_LOCK := envs/mutants.lock
MUTANTS_READY := $(MUTANTS)/.ready-$(call contents,$(MUTANTS_LOCK))
# Bytecode is kept even where the machine forbids it: each of some hundred jobs would compile all modules.
RUN := PYTHONDONTWRITEBYTECODE= PATH="$(CURDIR)/$(VENV)/bin:$$PATH"
PYTHON_FILES := algorithms analyses benchmarks benchopt data docs envs figures paper_tables records report tests workflows
WORKFLOW_FILES := Snakefile $(wildcard workflows/*.smk)

# A user's own settings of Python and pip, which would put other packages into the environment or before
# it. Where packages come from is the user's choice: index, proxy and certificates stay as they are.
unexport PYTHONPATH PYTHONHOME PIP_USER PIP_TARGET PIP_PREFIX PIP_ROOT PIP_REQUIRE_VIRTUALENV
PIP := -m pip install --quiet --no-user --target=

UV := --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --custom-compile-command "make lock"

.PHONY: all env test check test-quick test-slow test-faults test-slurm test-benchopt test-bounds test-mutants test-oldest coverage svmlight check-variant docs benchmark format lock clean

all: env  ## all tables, figures and verdicts, in results/
	$(RUN) snakemake --cores $(CORES) all

env: $(READY)  ## the locked environment with the library, in .venv/

# The environment in a folder, from a lock, with the library; and the mark that it is complete.
define environment
	$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed: make PYTHON=/path/to/it")'
	$(PYTHON) -m venv --clear $(1)
	$(1)/bin/python $(PIP) --require-hashes --requirement $(2)
	$(1)/bin/python $(PIP) --no-deps --no-build-isolation --editable .
	touch $@
endef

$(READY):
	$(call environment,$(VENV),$(LOCK))

$(BENCHOPT_READY):
	$(call environment,$(BENCHOPT),$(BENCHOPT_LOCK))

$(MUTANTS_READY):
	$(call environment,$(MUTANTS),$(LOCK) --requirement $(MUTANTS_LOCK))

test: check  ## every check but the slow ones
	$(RUN) pytest -n $(CORES) --dist loadfile --no-loadscope-reorder

check: env
	$(RUN) ruff check $(PYTHON_FILES)
	$(RUN) ruff format --check $(PYTHON_FILES)
	$(RUN) snakefmt --check $(WORKFLOW_FILES)
	$(RUN) snakemake --lint

test-quick: env  ## two fifths of the tests, without what takes seconds
	$(RUN) pytest -n $(CORES) --dist loadfile --no-loadscope-reorder -m "not long and not slow and not slurm and not faults"

test-slow: env  ## the checks that take minutes
	$(RUN) pytest -m slow

test-faults: env  ## kills, damage, full disks, bad networks, bad files: an hour
	$(RUN) pytest -m faults

test-slurm: env  ## the workflow on a one-node cluster on this machine; needs root, slurm-wlm and munge
	$(RUN) pytest -m slurm

test-benchopt: $(BENCHOPT_READY)  ## runs benchopt on benchopt/, in an environment of its own, in .venv-benchopt/
	PATH="$(CURDIR)/$(BENCHOPT)/bin:$$PATH" pytest tests/benchopt

KERNEL_TESTS := $(addprefix tests/algorithms/,baselines batch_methods drivers estimators procedures rules storages)

test-bounds: env  ## the compiled loops' tests, each index checked; code so compiled has its own cache
	$(RUN) NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR="$(CURDIR)/.bounds" pytest -n $(CORES) --dist loadfile $(KERNEL_TESTS)

coverage: env  ## which lines of the library the tests run; as Python, since compiled lines are not seen
	$(RUN) NUMBA_DISABLE_JIT=1 pytest -n $(CORES) --cov --cov-report=term-missing:skip-covered tests/algorithms

test-mutants: $(MUTANTS_READY)  ## counts the changes to the code that the tests notice; hours
	PATH="$(CURDIR)/$(MUTANTS)/bin:$$PATH" python -m tests.mutants $(GROUPS)

test-oldest:  ## the library with the oldest packages that pyproject.toml allows; needs uv
	uv venv --quiet --clear --python $(PYTHON) $(OLDEST)
	$(IN_OLDEST) --resolution lowest-direct .
	uv pip freeze --quiet --python $(OLDEST) | grep --invert-match "^maxmargin" > $(OLDEST)/versions
	$(IN_OLDEST) --constraint $(OLDEST)/versions hypothesis jsonschema pandas pooch psutil pytest pytest-randomly pyyaml tqdm
	NUMBA_CACHE_DIR="$(CURDIR)/$(OLDEST)/cache" $(OLDEST)/bin/python -m pytest --override-ini pythonpath=. -m "not slow and not long" $(KERNEL_TESTS)

svmlight: env  ## builds SVM^light, which is for non-commercial use only; asks whether you accept that
	$(RUN) python -m envs.install_svmlight $(if $(filter yes,$(ACCEPT)),--accept)

check-variant: env  ## checks a rule in a file of your own: make check-variant FILE=my_rule.py
	$(RUN) python -m maxmargin.conformance $(or $(FILE),$(error name the rule: make check-variant FILE=my_rule.py))

docs: env  ## fills the pages in docs/ from the code, and builds the site in results/docs/
	$(RUN) python -m docs.fill
	$(RUN) mkdocs build --strict --quiet

benchmark: env  ## our code beside a plain C++ loop, scikit-learn, river, LIBLINEAR and LIBSVM
	$(RUN) python -m benchmarks.drivers
	$(RUN) python -m benchmarks.online
	$(RUN) python -m benchmarks.one_pass
	$(RUN) python -m benchmarks.worst_first
	$(RUN) python -m benchmarks.exact
	$(RUN) python -m benchmarks.peak_memory

format: env
	$(RUN) ruff check --fix $(PYTHON_FILES)
	$(RUN) ruff format $(PYTHON_FILES)
	$(RUN) snakefmt $(WORKFLOW_FILES)

lock:  ## pins envs/*.in with hashes; needs uv
	uv pip compile $(UV) envs/requirements.in --output-file $(LOCK)
	uv pip compile $(UV) envs/requirements.in envs/benchopt.in --constraint $(LOCK) --output-file $(BENCHOPT_LOCK)
	uv pip compile $(UV) envs/mutants.in --constraint $(LOCK) --output-file $(MUTANTS_LOCK)
	$(PYTHON) envs/make_environment.py

clean:  ## removes what was made, but not the environment or the store of data
	rm -rf results .snakemake
	find . -name __pycache__ -not -path "./$(VENV)/*" -prune -exec rm -rf {} +
