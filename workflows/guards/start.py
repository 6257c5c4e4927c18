"""Locks and checks the results before Snakemake decides which jobs to run.

Snakemake reads the workflow for every call, but calls such as `--dry-run`, `--lint`, `--unlock`,
`--summary` and `--dag` must change nothing. Snakemake's `onstart` comes too late: by then the jobs
are chosen. Snakemake also skips `onstart` if it finds nothing to do, although a file may be
damaged.
"""

from pathlib import Path

from snakemake.exceptions import WorkflowError

from records import plan_file
from records.errors import RecordError
from workflows.guards import origin, results_lock
from workflows.guards.damage import set_aside_damaged
from workflows.plan.configuration import ROOT, check_own_data, warn_of_missing_mirror


def prepare_runs(workflow, config):
    """Make calls that run jobs lock the folder of results and move damaged files aside first.

    A dry run checks the mirror, the user's own data, and whether other calls made the results. All
    other calls do nothing.

    Parameters
    ----------
    workflow : snakemake.workflow.Workflow
        The workflow that Snakemake is reading.
    config : dict
        The workflow's config.
    """
    execute = workflow.execute

    def execute_prepared(executor_plugin, **settings):
        try:
            warn_of_missing_mirror(config)
            check_own_data(config)
            outputs = _outputs(workflow, config["results"])
            origin.check(config["results"], outputs)  # before the lock, which makes a file
            if not executor_plugin.common_settings.dryrun_exec:
                results_lock.hold(config["results"], config["data"]["store"], outputs)
                set_aside_damaged(config["results"])
        except RecordError as error:
            raise WorkflowError(str(error)) from None
        return execute(executor_plugin=executor_plugin, **settings)

    workflow.execute = execute_prepared


def _outputs(workflow, results):
    """Return what this project's rules make: paths, whose names may have wildcards.

    Another workflow that uses this one as a module has rules of its own.
    """
    rules = [rule for rule in workflow.rules if Path(rule.snakefile).is_relative_to(ROOT)]
    made = [str(output) for rule in rules for output in rule.output]
    return [*made, f"{results}/{plan_file.FILE}"]
