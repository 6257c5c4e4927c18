"""A fix for Snakemake's scheduler, which would use a growing part of a core beside timed runs.

Snakemake limits how many jobs it starts per second (`--max-jobs-per-timespan`, 100/1s by default).
While there is a limit, each pass through its loop starts a timer that starts another pass, and
these never stop: with every job that ends there are more. No value of the option means "no limit",
and a long timespan keeps the process from ending, as it waits for its timers. On one machine
nothing is submitted anywhere, so the limit is useless there.
"""


def lift_rate_limit(workflow):
    """Removes the limit if jobs run on this machine; called when the workflow starts."""
    if workflow.local_exec:
        workflow.scheduler.job_rate_limiter = None
