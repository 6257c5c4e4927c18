# The workflow starts here: `snakemake --cores 8 all`. The config (config/default.yaml) says what to make;
# the plan made from it (workflows/plan.py) has the batches of runs, the problems and the figures.
import os
import sys

# Before a data.py or records.py of the user's in the calling folder.
sys.path.insert(0, os.path.dirname(workflow.included_stack[-1].get_path_or_uri(True)))

from snakemake.utils import min_version

from records import plan_file
from records.errors import RecordError
from workflows import plan as planning
from workflows import results_lock
from workflows.configuration import ROOT
from workflows.console import tell_of_jobs, tell_of_refused_variants
from workflows.scheduler import lift_rate_limit
from workflows.start import prepare_runs
from workflows.summary import print_failures, print_summary

min_version("9.0")


# Not workflow.basedir, as another workflow may use this one as its module.
configfile: ROOT / "config/default.yaml"


try:
    PLAN = planning.make_plan(config)
except RecordError as error:
    raise WorkflowError(str(error)) from None

RESULTS = config["results"]
PLAN_FILE = f"{RESULTS}/{plan_file.FILE}"
if workflow.is_main_process:
    tell_of_jobs()
    tell_of_refused_variants()
    results_lock.check_folders(RESULTS)
    prepare_runs(workflow, config)
if workflow.remote_exec:
    results_lock.check(RESULTS)

# The jobs' commands are modules in this folder, wherever snakemake was called from. The SHA-256 of what
# they write is noted below MARGIN_CHECKED. `maxmargin` finds the user's own rules by MARGIN_VARIANTS, which
# a job gets when its rules have passed their check.
os.environ.update(
    MARGIN_CHECKED=os.path.abspath(RESULTS),
    PYTHONPATH=os.pathsep.join([str(ROOT), str(ROOT / "algorithms")]),
    PYTHONSAFEPATH="1",  # no module of the calling folder comes before these
    MARGIN_VARIANTS="",
)
# Their libraries use one thread; Snakemake would let them use all cores of a job.
shell.prefix(
    "set -euo pipefail; "
    "export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1; "
)


localrules:
    all,


rule all:
    input:
        PLAN.files,
        lambda wildcards: IN_BETWEEN,
        # Only for those who wait for the first report.
        lambda wildcards: [
            f"{RESULTS}/so_far/.{stage}"
            for stage, _ in enumerate(STAGES, start=1)
            if not os.path.exists(f"{RESULTS}/report")
        ],


include: "workflows/common.smk"
include: "workflows/data.smk"
include: "workflows/variants.smk"
include: "workflows/runs.smk"
include: "workflows/alma_beside_river.smk"
include: "workflows/theory.smk"
include: "workflows/overview.smk"
include: "workflows/results.smk"
include: "workflows/report.smk"


onstart:
    plan_file.write_plan(config, jobs(), attempts())
    lift_rate_limit(workflow)


onsuccess:
    print_failures(RESULTS, PLAN.batches, OVERVIEW_RECORDS)
    print_summary(RESULTS)


onerror:
    print_failures(RESULTS, PLAN.batches, OVERVIEW_RECORDS)
