"""The plan of a config: the batches of runs, the problems, the figures, the files to make.

`make_plan` reads the files that the config names and changes none, so that a workflow can be
inspected (`--dry-run`, `--lint`, `--summary`) without leaving a trace. The workflow writes the jobs
of its plan to results/plan.json when it starts; a job is given that file and its own name.
"""

from typing import NamedTuple

from analyses.overview.problems import DEFAULTS, read_overview
from data.register import data_set_entry, names
from paper_tables.tables import read_table
from records.entries import without_labels
from records.run_files import LAYOUT
from workflows.plan.configuration import check_config, read_batches, read_variants
from workflows.plan.sources import rule_names
from workflows.plan.variant_batches import PROCEDURES, own_batches, space_of, variant_batches
from workflows.plan.variant_files import CLASSIFIER


class Plan(NamedTuple):
    """What is to be made.

    variant_files: name -> file, for variants outside the library. classifiers: the names of those
    that are classifiers and not rules. batches: name -> batch, as returned by `read_batches`; it
    includes the batches of variants and of the user's own data. problems: name -> problem of the
    overview. data_sets: the data sets that any run uses. figures: the names of the figures. files:
    the files that the workflow makes by default. separability: data set -> the questions about its
    classes.
    """

    variant_files: dict
    classifiers: list
    batches: dict
    problems: dict
    data_sets: list
    figures: list
    files: list
    separability: dict


def make_plan(config):
    """Return the `Plan` of a config, a dict as Snakemake reads it. Raises RecordError."""
    check_config(config)
    variants = read_variants(config["variants"])
    variant_files = {variant.name: variant.file for variant in variants.values() if variant.file}
    batches = _batches(config, variants)
    problems = _problems(config)
    figures = [*config["figures"]]
    if variants or config["data"]["own"]:
        figures.append("variants")
    used = {entry["data"] for entry in (*batches.values(), *problems.values())}
    separability = _separability(config, used)
    return Plan(
        variant_files=variant_files,
        classifiers=[v.name for v in variants.values() if v.kind == CLASSIFIER],
        batches=batches,
        problems=problems,
        data_sets=sorted(used | separability.keys()),
        figures=figures,
        files=_files(config["results"], batches, figures),
        separability=separability,
    )


def _batches(config, variants):
    of_others = [file for table in config["tables"] for file in read_table(table).runs_in]
    files = [*config["tables"], *config["sweeps"], *of_others]
    batches = read_batches(files, config["data"]["sets"])
    # What the papers print about draws comes from a sweep.
    of_tables = {
        name: batch
        for name, batch in batches.items()
        if batch["file"] in {*config["tables"], *of_others} or "draws" in batch
    }
    learners = [*rule_names(), *PROCEDURES]
    return {
        **batches,
        **variant_batches(variants.values(), of_tables, learners),
        **own_batches(
            config["data"]["own"], learners, [v.name for v in variants.values() if v.file]
        ),
    }


def _problems(config):
    if not config["overview"]["seconds"]:
        return {}
    groups = read_overview(config["data"]["sets"])["problems"]
    taking_part = [groups[group] for group in config["overview"]["problems"]]
    own = config["data"]["own"].items()
    return {
        **{name: problem for group in taking_part for name, problem in group.items()},
        **{name: {**DEFAULTS, "data": name, **space_of(entry)} for name, entry in own},
    }


def _separability(config, used):
    """Return data set -> the questions about its classes; sets of two classes have no list."""
    if config["separability"] is None:
        return {}
    chosen = config["data"]["sets"]
    named = {
        name: questions
        for name, questions in config["separability"].items()
        if chosen is None or name in chosen
    }
    of_two = {name: [] for name in sorted(used) if name not in named and _has_two_classes(name)}
    return {**of_two, **named}


def _has_two_classes(name):
    """Return whether a data set may have two classes. The user's own sets count until read."""
    facts = data_set_entry(name)["facts"] if name in names() else {}
    return facts.get("classes", 2) == 2


def _files(results, batches, figures):
    return [
        # The runs themselves, so that those that failed are made again.
        *(f"{results}/runs/{name}.json" for name in batches),
        f"{results}/tables",
        f"{results}/claims.csv",
        f"{results}/report",
        f"{results}/ro-crate-metadata.json",
        *(f"{results}/figures/{name}.svg" for name in figures),
    ]


def batch_job(batch, config, attempt=1):
    """Everything passed to the job of a batch: if any of it changes, the batch is run again.

    attempt: the number of the attempt, counting runs that failed; see `workflows.guards.attempts`.
    """
    job = {
        "batch": without_labels(batch),
        "seed": config["seed"],
        "attempt": attempt,
        "layout": LAYOUT,
    }
    if "draws" in batch:
        job["draws"] = min(batch["draws"], config["draws"] or batch["draws"])
    if "online" not in batch:
        return {**job, "budget": config["budget"]}
    permutations = batch["online"]["permutations"]
    most = (config["online"]["permutations"] or {}).get(batch["data"], permutations)
    job["permutations"] = min(permutations, most)
    return {**job, "kernel_memory": config["online"]["kernel_memory"]}


def overview_job(problem, config):
    """Everything passed to the job of a problem of the overview."""
    from peers import OPTIONAL_BASELINES  # here, as this takes seconds
    from peers.optional import is_installed, version_of

    solvers = {
        name: version_of(cls.NEEDS)
        for name, cls in OPTIONAL_BASELINES.items()
        if is_installed(cls.NEEDS)
    }
    seconds = config["overview"]["seconds"]
    return {**problem, "seconds": seconds, "seed": config["seed"], "solvers": solvers}


def kind_of(batch):
    """Return how a batch is run: "plain", "timed" or "online"."""
    if "online" in batch:
        return "online"
    return "timed" if batch["timed"] else "plain"
