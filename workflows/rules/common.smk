# Helpers that give the rules their inputs and parameters.
import hashlib
import json
import logging
import re
from functools import cache
from pathlib import Path

from data.archives import sha256_of
from data.own import READING
from data.register import data_set_entry
from paper_tables.markup import plain
from paper_tables.tables import read_table
from records.entries import labels_of
from records.run_files import FILES
from workflows.plan import order
from workflows.guards.attempts import count_attempts
from workflows.plan.captions import caption
from workflows.plan.sources import (
    all_sources,
    data_sources,
    digest_of_code,
    sources,
    with_imports,
)

# Report a full disk once. Snakemake would report it for every line that it cannot log.
logging.raiseExceptions = False

PRIORITIES, PROBLEM_PRIORITIES, DATA_PRIORITIES = order.priorities(
    PLAN.batches, PLAN.problems
)
STAGES = order.stages(PLAN.batches, PRIORITIES)
LABELS = labels_of(PLAN.batches)
OWN = config["data"]["own"]
RULE_FILES = PLAN.variant_files.keys() - PLAN.classifiers
TABLE_FILES = [
    str(ROOT / f"paper_tables/{table}.yaml") for table in config["tables"]
] + sorted(
    {
        str(path)
        for table in config["tables"]
        for path in (ROOT / f"paper_tables/{table}.yaml").parent.glob("statements.yaml")
    }
)


@cache
def attempts():
    """Return the attempt number of each job. Only a call that runs jobs queries servers."""
    if not workflow.is_main_process:
        return plan_file.read_plan(PLAN_FILE)["attempts"]
    runs_jobs = workflow.executor_plugin is not None and not workflow.dryrun
    return count_attempts(RESULTS, PLAN.batches, config["data"], ask_servers=runs_jobs)


@cache
def jobs():
    """Return the parameters of each job. Snakemake reruns a job whose parameters change."""
    numbers = attempts()["runs"]
    return {
        "batches": {
            name: planning.batch_job(batch, config, numbers.get(name, 1))
            for name, batch in PLAN.batches.items()
        },
        "overview": {
            name: planning.overview_job(problem, config)
            for name, problem in PLAN.problems.items()
        },
    }


def digest_of(value):
    """The SHA-256 of a value that JSON can hold."""
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()


def files_of(*patterns):
    """Return the project's files that match the patterns, as inputs of a rule."""
    paths = (path for pattern in patterns for path in ROOT.glob(pattern))
    return sorted(str(path) for path in paths if path.is_file())


def code_of(*patterns):
    """Return matching code files and the project's files that they import."""
    return with_imports(files_of(*patterns))


def code_digest(code):
    """Return a parameter: the digest of a job's code without comments and docstrings.

    It is for jobs that take long, whose code is an `ancient` input: Snakemake reruns them when the
    code changes, and not when only a text in it changes. The parameter must depend on wildcards
    alone, since Snakemake does not compare parameters that it computes from inputs. `code` has the
    files, or is a function of the wildcards that returns them.
    """
    return lambda wildcards: digest_of_code(code(wildcards) if callable(code) else code)


def one_of(names):
    """Return a wildcard constraint that matches exactly these names."""
    return "|".join(map(re.escape, names)) or "none"


def of_kind(kind):
    """Return a constraint that matches the batches of a kind: "plain", "timed" or "online"."""
    batches = PLAN.batches.items()
    return one_of(name for name, batch in batches if planning.kind_of(batch) == kind)


def problem_of(wildcards):
    return f"{RESULTS}/problems/{PLAN.batches[wildcards.batch]['data']}.npz"


def checks_of(wildcards):
    """Return the check files of the user's variants that a batch runs."""
    runs = PLAN.batches[wildcards.batch]["runs"].values()
    variants = {run["algorithm"] for run in runs} & PLAN.variant_files.keys()
    return [f"{RESULTS}/variants/{variant}.json" for variant in sorted(variants)]


def rule_paths_of(wildcards):
    """Return files with the paths of a batch's rule files; a refused rule's file is empty."""
    return [path for path in _paths_of(wildcards) if Path(path).stem in RULE_FILES]


def classifier_paths_of(wildcards):
    """Return files with the paths of a batch's classifiers; a refused one's file is empty."""
    return [path for path in _paths_of(wildcards) if Path(path).stem not in RULE_FILES]


def _paths_of(wildcards):
    if "batch" not in wildcards.keys():
        # A job of the overview, which may have a variant.
        variants = [wildcards.variant] if "variant" in wildcards.keys() else []
        return [f"{RESULTS}/variants/{variant}.txt" for variant in variants]
    return [str(Path(check).with_suffix(".txt")) for check in checks_of(wildcards)]


def kernel_rows(wildcards):
    """Return the job's use of the resource `kernel_rows`: 1 if its learners share kernel rows, else 0."""
    return int(order.shares_kernel_rows(PLAN.batches[wildcards.batch]))


def online_threads(wildcards):
    """Return the job's threads: half of the cores if it computes kernel rows, otherwise 1.

    The other half is left to other jobs. Without kernel rows, a step is too short to share.
    """
    return max(1, workflow.cores // 2) if kernel_rows(wildcards) else 1


def online_memory(wildcards):
    """Return the job's memory in MB: 2000 plus the kernel rows, or 4000 without kernel rows."""
    if not kernel_rows(wildcards):
        return 4000
    return int(1024 * config["online"]["kernel_memory"]) + 2000


def is_large(wildcards, input):
    """Return the job's use of the resource `large`: 1 if its data exceed a core's cache, else 0."""
    return int(order.is_large(Path(input.problem).stem))


def job_of(wildcards):
    return json.dumps(jobs()["batches"][wildcards.batch])


def sources_of(wildcards):
    """Return the sources of a batch's algorithms, with the exact solver's for parameter grids."""
    runs = PLAN.batches[wildcards.batch]["runs"].values()
    names = {run["algorithm"] for run in runs}
    if any(run.get("parameter_grid") for run in runs):
        names.add("MaximumMargin")
    return sources(names, PLAN.variant_files.values())


def own_file_of(wildcards):
    """Return the file of a data set of the user, and no file for other data sets."""
    return [OWN[wildcards.data]["file"]] if wildcards.data in OWN else []


def makers_of(wildcards):
    """Return the code that reads, checks and stores a data set."""
    return data_sources({} if wildcards.data in OWN else data_set_entry(wildcards.data))


def entry_of(wildcards):
    """Return a data set's entry as JSON, with the SHA-256 of the user's own data file.

    Snakemake prepares the data set again when this text changes.
    """
    if wildcards.data in OWN:
        entry = OWN[wildcards.data]
        return json.dumps({**entry, "sha256": sha256_of(entry["file"])})
    return json.dumps(data_set_entry(wildcards.data))


def prepare_options(wildcards):
    options = [] if config["data"]["strict"] else ["--record-failure"]
    if wildcards.data in attempts()["problems"]:
        options += ["--attempt", str(attempts()["problems"][wildcards.data])]
    if wildcards.data in OWN:
        return options + own_options(OWN[wildcards.data])
    options += ["--store", config["data"]["store"]]
    if config["data"]["mirror"]:
        options += ["--mirror", config["data"]["mirror"]]
    if "generator" in data_set_entry(wildcards.data):
        options += ["--seed", str(config["seed"])]
    return options


def own_options(entry):
    """Return the options of `python -m data prepare` for an entry of data.own.

    Option and value are one word, since a value may begin with a minus sign.
    """
    options = [f"--file={entry['file']}"]
    for key in READING:
        if key == "head" and key in entry:
            options.append("--head" if entry["head"] else "--no-head")
        elif key in entry:
            values = entry[key] if isinstance(entry[key], list) else [entry[key]]
            options += [f"--{key}={value}" for value in values]
    if "test" in entry:
        options.append(f"--seed={config['seed']}")
    return options


def checkers_of(wildcards):
    """Return the code that checks a variant, and the variant's own."""
    own = sources({wildcards.variant}, PLAN.variant_files.values())
    conformance = files_of("algorithms/maxmargin/conformance/*.py")
    return code_of("workflows/commands/check_variant.py") + conformance + own


def overview_data_of(wildcards):
    return f"{RESULTS}/problems/{PLAN.problems[wildcards.name]['data']}.npz"


def overview_code_of(wildcards):
    """Return the code of an overview: that of all learners, or that of a variant."""
    own = all_sources()
    if "variant" in wildcards.keys():
        own = sources({wildcards.variant}, PLAN.variant_files.values())
    return code_of("analyses/overview/compute.py") + own


def overview_job_of(wildcards):
    return json.dumps(jobs()["overview"][wildcards.name])


def learner_options(wildcards):
    """Return the command's options for the overview job of a variant."""
    if "variant" not in wildcards.keys():
        return []
    check = f"{RESULTS}/variants/{wildcards.variant}.json"
    return ["--learner", wildcards.variant, "--check", check]


def figure_caption(figure):
    """Return a figure's caption in reStructuredText, for the report that Snakemake makes."""
    title, text, *_ = caption(figure)
    return in_rst(f"{title}. {text}")


def in_rst(text):
    return re.sub(r"([\\*_`|])", r"\\\1", plain(text))


# The tables' titles, for the report that Snakemake makes.
TITLES = {
    f"{table.paper}-{table.name}": in_rst(table.title)
    for table in map(read_table, config["tables"])
}
