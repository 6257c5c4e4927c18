"""Stops Snakemake's scheduler from taking a growing share of a core away from timed runs.

Snakemake limits the number of jobs that it starts per second (`--max-jobs-per-timespan`, 100/1s by
default). Under this limit, each pass through its loop starts a timer that starts another pass.
These passes never stop, and each finished job adds more of them. No value of the option removes
the limit. A long timespan is no help: the process then waits for its timers before it ends. The
limit protects cluster schedulers and is useless on one machine.
"""


def lift_rate_limit(workflow):
    """Remove the limit on job starts if jobs run on this machine."""
    if workflow.local_exec:
        workflow.scheduler.job_rate_limiter = None
