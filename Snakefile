# The front door: `snakemake --cores 8 all`. The config says what is made (config/default.yaml).
import json
import logging
import os
import re
from pathlib import Path

from snakemake.utils import min_version

from data.register import data_set_entry
from paper_tables.markup import plain
from paper_tables.tables import read_table
from workflows import results_lock
from workflows.captions import caption
from workflows.configuration import (
    WHOLE,
    ConfigurationError,
    check_config,
    read_batches,
    read_overview,
    read_variants,
)
from workflows.variant_batches import own_batches, space_of, variant_batches
from workflows.leftovers import remove_leftovers
from workflows.sources import all_sources, loader_sources, rule_names, sources

min_version("9.0")

# A full disk is said once, not again with every line that Snakemake's own log has no room for.
logging.raiseExceptions = False


configfile: f"{workflow.basedir}/config/default.yaml"


# The jobs' commands are modules of this folder, wherever snakemake was called from. Their libraries
# take one thread, where Snakemake would have them take all cores of a job.
os.environ.update(
    PYTHONPATH=os.pathsep.join([workflow.basedir, f"{workflow.basedir}/algorithms"])
)
shell.prefix(
    "set -euo pipefail; "
    "export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1; "
)

try:
    check_config(config)
    VARIANTS = read_variants(config["variants"])
    BATCHES = read_batches(
        [*config["tables"], *config["sweeps"]], config["data"]["sets"]
    )
    OVERVIEW = {}
    if config["overview"]["seconds"]:
        OVERVIEW = read_overview(config["data"]["sets"])["problems"]
except ConfigurationError as error:
    raise WorkflowError(str(error)) from None

RESULTS = config["results"]
OWN = config["data"]["own"]
# Rules in files of their own; every job's `maxmargin` finds them by the variable.
VARIANT_FILES = {name: path for name, path in VARIANTS.items() if path}
os.environ.update(MARGIN_VARIANTS=os.pathsep.join(VARIANT_FILES.values()))
LEARNERS = [*rule_names(), "TwoStageMargitron", "ContinuedMICRA"]
# The papers' numbers of draws come from a sweep.
OF_TABLES = {
    name: batch
    for name, batch in BATCHES.items()
    if batch["file"] in config["tables"] or "draws" in batch
}
BATCHES |= variant_batches(VARIANTS, OF_TABLES, LEARNERS)
BATCHES |= own_batches(OWN, [*LEARNERS, *VARIANT_FILES])
if config["overview"]["seconds"]:
    OVERVIEW |= {
        name: {**WHOLE, "data": name, **space_of(entry)} for name, entry in OWN.items()
    }
FIGURES = [*config["figures"], *(["variants"] if VARIANTS or OWN else [])]
APPENDIX = [f"{RESULTS}/alma_beside_river.csv"] if config["alma_beside_river"] else []
if workflow.is_main_process:
    results_lock.check_folders(RESULTS)
    with results_lock.undisturbed(RESULTS) as free:
        if free:
            remove_leftovers(RESULTS, config["data"])
elif workflow.remote_exec:
    results_lock.check(RESULTS)


onstart:
    results_lock.hold(RESULTS)


wildcard_constraints:
    batch="|".join(map(re.escape, BATCHES)) or "none",


localrules:
    all,


rule all:
    input:
        # The runs themselves, so that those that failed and were removed are made again.
        expand(f"{RESULTS}/runs/{{batch}}.json", batch=BATCHES),
        f"{RESULTS}/tables",
        f"{RESULTS}/claims.csv",
        f"{RESULTS}/report",
        expand(f"{RESULTS}/figures/{{figure}}.svg", figure=FIGURES),


include: "workflows/common.smk"
include: "workflows/data.smk"
include: "workflows/runs.smk"
include: "workflows/alma_beside_river.smk"
include: "workflows/theory.smk"
include: "workflows/overview.smk"
include: "workflows/results.smk"
include: "workflows/report.smk"
