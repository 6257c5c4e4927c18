# The front door: `snakemake --cores 8 all`. The config says what is made (config/default.yaml).
import json
import os
import re
from pathlib import Path

from snakemake.utils import min_version

from data.register import data_set_entry
from workflows.configuration import (
    ConfigurationError,
    check_config,
    read_batches,
    read_overview,
)
from workflows.leftovers import remove_leftovers
from workflows.sources import all_sources, loader_sources, sources

min_version("9.0")


configfile: f"{workflow.basedir}/config/default.yaml"


# The jobs' commands are modules of this folder, wherever snakemake was called from. One thread each:
# the libraries would otherwise take all cores for every job.
os.environ.update(
    PYTHONPATH=str(workflow.basedir),
    OMP_NUM_THREADS="1",
    OPENBLAS_NUM_THREADS="1",
    MKL_NUM_THREADS="1",
)

try:
    check_config(config)
    BATCHES = read_batches(
        [*config["tables"], *config["sweeps"]], config["data"]["sets"]
    )
    OVERVIEW = {}
    if config["overview"]["seconds"]:
        OVERVIEW = read_overview(config["data"]["sets"])["problems"]
except ConfigurationError as error:
    raise WorkflowError(str(error)) from None

RESULTS = config["results"]
APPENDIX = [f"{RESULTS}/appendix_alma.csv"] if config["appendix"] else []
if workflow.is_main_process:
    remove_leftovers(RESULTS, config["data"])


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
        expand(f"{RESULTS}/figures/{{figure}}.svg", figure=config["figures"]),


include: "workflows/common.smk"
include: "workflows/data.smk"
include: "workflows/runs.smk"
include: "workflows/appendix.smk"
include: "workflows/theory.smk"
include: "workflows/overview.smk"
include: "workflows/results.smk"
