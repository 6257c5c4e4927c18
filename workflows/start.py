"""What a call of the workflow does before Snakemake decides which jobs to run.

Snakemake reads the workflow for every call. Most calls only ask: `--dry-run`, `--lint`, `--unlock`,
`--summary`, `--dag` and others must change nothing. Snakemake's `onstart` comes too late for the
rest: by then Snakemake has chosen the jobs, and it skips `onstart` where it finds nothing to do,
though a file may be damaged.
"""

from snakemake.exceptions import WorkflowError

from records.errors import RecordError
from workflows import results_lock
from workflows.configuration import check_own_data
from workflows.damage import set_aside_damaged


def prepare_runs(workflow, config):
    """Makes a call that runs jobs lock the folder of results and move damaged files aside first.

    A dry run only checks the user's own data; a call that asks for something else does nothing.
    workflow: Snakemake's, while it is read. config: the workflow's, a dict.
    """
    execute = workflow.execute

    def execute_prepared(executor_plugin, **settings):
        try:
            check_own_data(config)
            if not executor_plugin.common_settings.dryrun_exec:
                results_lock.hold(config["results"], config["data"]["store"])
                set_aside_damaged(config["results"])
        except RecordError as error:
            raise WorkflowError(str(error)) from None
        return execute(executor_plugin=executor_plugin, **settings)

    workflow.execute = execute_prepared
