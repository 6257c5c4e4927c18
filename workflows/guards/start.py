"""Locks and checks the results before Snakemake decides which jobs to run.

Snakemake reads the workflow for every call, but calls such as `--dry-run`, `--lint`, `--unlock`,
`--summary` and `--dag` must change nothing. Snakemake's `onstart` comes too late: by then the jobs
are chosen. Snakemake also skips `onstart` if it finds nothing to do, although a file may be
damaged.
"""

from snakemake.exceptions import WorkflowError

from records import plan_file
from records.errors import RecordError
from workflows.guards import results_lock
from workflows.guards.damage import set_aside_damaged
from workflows.plan.configuration import check_own_data


def prepare_runs(workflow, config):
    """Make calls that run jobs lock the folder of results and move damaged files aside first.

    A dry run only checks the user's own data. All other calls do nothing.

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
            check_own_data(config)
            if not executor_plugin.common_settings.dryrun_exec:
                outputs = [str(made) for rule in workflow.rules for made in rule.output]
                outputs.append(f"{config['results']}/{plan_file.FILE}")
                results_lock.hold(config["results"], config["data"]["store"], outputs)
                set_aside_damaged(config["results"])
        except RecordError as error:
            raise WorkflowError(str(error)) from None
        return execute(executor_plugin=executor_plugin, **settings)

    workflow.execute = execute_prepared
