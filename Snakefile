# The workflow starts here: `snakemake --cores 8 all`. config/default.yaml says what to make.
# workflows/plan/plan.py turns the config into a plan: batches of runs, problems and figures.
import os
import sys

# The project's folder comes first, so that a user's data.py or records.py does not hide our modules.
sys.path.insert(0, os.path.dirname(workflow.included_stack[-1].get_path_or_uri(True)))

from snakemake.utils import min_version

from records import plan_file
from records.checked_yaml import check_clear
from records.errors import RecordError
from workflows.plan import plan as planning
from workflows.guards import results_lock
from workflows.plan.configuration import ROOT
from workflows.console import log_finished_jobs, log_refused_variants
from workflows.scheduler import lift_rate_limit
from workflows.guards.start import prepare_runs
from workflows.summary import print_failures, print_summary, print_unreachable

min_version("9.0")


# ROOT, since workflow.basedir is another folder when another workflow imports this one.
configfile: ROOT / "config/default.yaml"


try:
    if workflow.is_main_process:
        check_clear(workflow.configfiles)
    PLAN = planning.make_plan(config)
except RecordError as error:
    raise WorkflowError(str(error)) from None

RESULTS = config["results"]
PLAN_FILE = f"{RESULTS}/{plan_file.FILE}"
if workflow.is_main_process:
    log_finished_jobs()
    log_refused_variants()
    results_lock.check_folders(RESULTS)
    prepare_runs(workflow, config)
if workflow.remote_exec:
    results_lock.check(RESULTS)

# Jobs run modules of this folder, wherever snakemake was called. They record the SHA-256 of each file
# that they write below MARGIN_CHECKED. `maxmargin` finds the user's own rules by MARGIN_VARIANTS, and
# `peers` the user's classifiers by MARGIN_CLASSIFIERS. A job sets these variables to the files that
# have passed their check.
os.environ.update(
    MARGIN_CHECKED=os.path.abspath(RESULTS),
    PYTHONPATH=os.pathsep.join([str(ROOT), str(ROOT / "algorithms")]),
    PYTHONSAFEPATH="1",  # the calling folder's modules must not hide ours
    MARGIN_VARIANTS="",
    MARGIN_CLASSIFIERS="",
)
# Numerical libraries use one thread; by default Snakemake gives them all cores of a job.
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
        # Partial reports, only while there is no full report yet.
        lambda wildcards: [
            f"{RESULTS}/partial/.{stage}"
            for stage, _ in enumerate(STAGES, start=1)
            if not os.path.exists(f"{RESULTS}/report")
        ],


include: "workflows/rules/common.smk"
include: "workflows/rules/data.smk"
include: "workflows/rules/variants.smk"
include: "workflows/rules/runs.smk"
include: "workflows/rules/alma_beside_river.smk"
include: "workflows/rules/theory.smk"
include: "workflows/rules/separability.smk"
include: "workflows/rules/overview.smk"
include: "workflows/rules/results.smk"
include: "workflows/rules/report.smk"


onstart:
    plan_file.write_plan(config, jobs(), attempts(), LABELS)
    lift_rate_limit(workflow)


onsuccess:
    print_failures(RESULTS, PLAN.batches, OVERVIEW_RECORDS)
    print_unreachable(RESULTS, PLAN.batches)
    print_summary(RESULTS)


onerror:
    print_failures(RESULTS, PLAN.batches, OVERVIEW_RECORDS)
