"""Snakemake's scheduler has the limit, and it is lifted only if jobs run on this machine."""

import inspect
from types import SimpleNamespace

import pytest
from snakemake.scheduling.job_scheduler import JobScheduler

from workflows.scheduler import lift_rate_limit


def test_snakemake_still_calls_it_that():
    """If the name changed, the process would silently take a growing share of a core."""
    source = inspect.getsource(JobScheduler)
    assert source.count("if self.job_rate_limiter is not None:") == 1
    assert source.count("if self.job_rate_limiter is None:") == 1


@pytest.mark.parametrize("here", [True, False])
def test_the_limit_is_lifted_on_this_machine_alone(here):
    scheduler = SimpleNamespace(job_rate_limiter="a limit")
    lift_rate_limit(SimpleNamespace(local_exec=here, scheduler=scheduler))
    assert scheduler.job_rate_limiter == (None if here else "a limit")
