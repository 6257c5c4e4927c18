# What the rules ask about their inputs and parameters.
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
from records.run_files import FILES
from workflows import order
from workflows.attempts import count_attempts
from workflows.captions import caption
from workflows.sources import all_sources, data_sources, sources, with_imports

# A full disk is reported once, not again for every line that Snakemake cannot log.
logging.raiseExceptions = False

PRIORITIES, PROBLEM_PRIORITIES, DATA_PRIORITIES = order.priorities(
    PLAN.batches, PLAN.problems
)
STAGES = order.stages(PLAN.batches, PRIORITIES)
OWN = config["data"]["own"]
TABLE_FILES = [str(ROOT / f"paper_tables/{table}.yaml") for table in config["tables"]]


@cache
def attempts():
    """The attempt of each job. Only a call that runs jobs asks servers whether they answer."""
    if not workflow.is_main_process:
        return plan_file.read_plan(PLAN_FILE)["attempts"]
    runs_jobs = workflow.executor_plugin is not None and not workflow.dryrun
    return count_attempts(RESULTS, PLAN.batches, config["data"], ask_servers=runs_jobs)


@cache
def jobs():
    """What is passed to each job: if any of it changes, the job is run again."""
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


def files_of(*patterns):
    """The files of the project that match, as inputs of what is made again if they change."""
    paths = (path for pattern in patterns for path in ROOT.glob(pattern))
    return sorted(str(path) for path in paths if path.is_file())


def code_of(*patterns):
    """The files of code that match, and what they import of the project but for the library."""
    return with_imports(files_of(*patterns))


def one_of(names):
    """A constraint of a wildcard: exactly these names."""
    return "|".join(map(re.escape, names)) or "none"


def of_kind(kind):
    """A constraint of the wildcard batch: those of a kind, "plain", "timed" or "online"."""
    batches = PLAN.batches.items()
    return one_of(name for name, batch in batches if planning.kind_of(batch) == kind)


def problem_of(wildcards):
    return f"{RESULTS}/problems/{PLAN.batches[wildcards.batch]['data']}.npz"


def checks_of(wildcards):
    """The checks of the variants, in files of their own, that take part in a batch."""
    runs = PLAN.batches[wildcards.batch]["runs"].values()
    variants = {run["algorithm"] for run in runs} & PLAN.variant_files.keys()
    return [f"{RESULTS}/variants/{variant}.json" for variant in sorted(variants)]


def rule_paths_of(wildcards):
    """Files with the paths of those variants' rules, empty for a rule that does not conform."""
    return [str(Path(check).with_suffix(".txt")) for check in checks_of(wildcards)]


def kernel_rows(wildcards):
    """1 for a job of learners that share the rows of a kernel, else 0: what it takes of `kernel_rows`."""
    return int(order.shares_kernel_rows(PLAN.batches[wildcards.batch]))


def online_threads(wildcards):
    """Half of the cores for rows of kernels, as other jobs run beside; without them learners do too
    little at a time to share it."""
    return max(1, workflow.cores // 2) if kernel_rows(wildcards) else 1


def online_memory(wildcards):
    """In MB: that of the rows of kernels and 2000, or what any other run takes."""
    if not kernel_rows(wildcards):
        return 4000
    return int(1024 * config["online"]["kernel_memory"]) + 2000


def is_large(wildcards, input):
    """1 for a job on data that no core's cache holds, else 0: what it takes of `large`."""
    return int(order.is_large(Path(input.problem).stem))


def job_of(wildcards):
    return json.dumps(jobs()["batches"][wildcards.batch])


def sources_of(wildcards):
    """Those of all algorithms of a batch, and of the exact solver if parameters need the maximum."""
    runs = PLAN.batches[wildcards.batch]["runs"].values()
    names = {run["algorithm"] for run in runs}
    if any(run.get("parameter_grid") for run in runs):
        names.add("MaximumMargin")
    return sources(names, PLAN.variant_files.values())


def makers_of(wildcards):
    """The files that read a data set, check and store it; for the user's own also the data file."""
    if wildcards.data in OWN:
        return [OWN[wildcards.data]["file"], *data_sources({})]
    return data_sources(data_set_entry(wildcards.data))


def entry_of(wildcards):
    """What the config or the register says about a data set, and what is in the user's own file: if
    that changes, it is made again."""
    if wildcards.data in OWN:
        entry = OWN[wildcards.data]
        return json.dumps({**entry, "sha256": sha256_of(entry["file"])})
    return json.dumps(data_set_entry(wildcards.data))


def prepare_options(wildcards):
    options = ["--strict"] if config["data"]["strict"] else []
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
    """The options of `python -m data prepare` for an entry of data.own. Each value is in one word with
    its option, since it may begin with a minus sign."""
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


def overview_data_of(wildcards):
    return f"{RESULTS}/problems/{PLAN.problems[wildcards.name]['data']}.npz"


def overview_job_of(wildcards):
    return json.dumps(jobs()["overview"][wildcards.name])


def variant_path(wildcards):
    """The file with the path of the rule of a variant's own overview job."""
    is_variant = "variant" in wildcards.keys()
    return [f"{RESULTS}/variants/{wildcards.variant}.txt"] if is_variant else []


def learner_options(wildcards):
    """The options of a variant's own overview job."""
    if "variant" not in wildcards.keys():
        return []
    check = f"{RESULTS}/variants/{wildcards.variant}.json"
    return ["--learner", wildcards.variant, "--check", check]


def figure_caption(figure):
    """A caption for Snakemake's own report, in reStructuredText."""
    title, text, *_ = caption(figure)
    return in_rst(f"{title}. {text}")


def in_rst(text):
    return re.sub(r"([\\*_`|])", r"\\\1", plain(text))


# The tables' titles, for Snakemake's own report.
TITLES = {
    f"{table.paper}-{table.name}": in_rst(table.title)
    for table in map(read_table, config["tables"])
}
