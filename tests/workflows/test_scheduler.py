"""Snakemake's scheduler has the limit that is lifted, and only where jobs run on this machine."""

import inspect
from types import SimpleNamespace

import pytest
from snakemake.scheduling.job_scheduler import JobScheduler

from workflows.scheduler import lift_rate_limit


def test_snakemake_still_calls_it_that():
    """Its process would else use a growing part of a core, and nothing would say so."""
    source = inspect.getsource(JobScheduler)
    assert source.count("if self.job_rate_limiter is not None:") == 1
    assert source.count("if self.job_rate_limiter is None:") == 1


@pytest.mark.parametrize("here", [True, False])
def test_the_limit_is_lifted_on_this_machine_alone(here):
    scheduler = SimpleNamespace(job_rate_limiter="a limit")
    lift_rate_limit(SimpleNamespace(local_exec=here, scheduler=scheduler))
    assert scheduler.job_rate_limiter == (None if here else "a limit")
