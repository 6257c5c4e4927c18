"""A cure for Snakemake's scheduler, which would take a growing part of a core beside timed runs.

Snakemake limits how many jobs it starts a second (`--max-jobs-per-timespan`, 100/1s by default).
While there is a limit, each pass through its loop starts a timer that starts another pass, and they
never die out: with every job that ends there are more. No value of the option means "no limit", and
a long timespan keeps the process from ending, as it waits for its timers. On one machine nothing is
submitted anywhere, so there the limit is of no use.
"""


def lift_rate_limit(workflow):
    """Takes the limit away where jobs run on this machine; called when the workflow starts."""
    if workflow.local_exec:
        workflow.scheduler.job_rate_limiter = None
