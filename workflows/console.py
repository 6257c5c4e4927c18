"""Logs each finished job when stderr is not a terminal (on one, progress bars do), and says at once
which variants are refused.
"""

import logging
import sys
from datetime import datetime
from pathlib import Path

from snakemake.logging import logger
from snakemake_interface_logger_plugins.common import LogEvent

from records.variant_checks import refusal


def tell_of_jobs():
    """From now on each job that ends is a line on stderr, unless that is a terminal."""
    if not sys.stderr.isatty():
        logger.addHandler(_Lines())


def tell_of_refused_variants():
    """From now on a variant whose check finds a fault is a line on stderr, also on a terminal."""
    logger.addHandler(_Refusals())


class _Refusals(logging.Handler):
    """A line for each check of a variant that ends with a fault."""

    def __init__(self):
        super().__init__()
        self._checks = {}

    def emit(self, record):
        event = getattr(record, "event", None)
        if event == LogEvent.JOB_INFO and record.rule_name == "check_variant":
            self._checks[record.jobid] = record.output[0]
        elif event == LogEvent.JOB_FINISHED and record.job_id in self._checks:
            path = self._checks.pop(record.job_id)
            if reason := refusal(path):
                variant = Path(path).stem
                print(f"{variant} is refused: {reason}", file=sys.stderr, flush=True)


class _Lines(logging.Handler):
    """A line for each job that ends, such as "12:03 run-micra-table-1-micra, 12 of 311"."""

    def __init__(self):
        super().__init__()
        self._names, self._ended = {}, ""

    def emit(self, record):
        event = getattr(record, "event", None)
        if event == LogEvent.JOB_INFO:
            self._names[record.jobid] = Path(record.log[0]).stem if record.log else record.rule_name
        elif event == LogEvent.JOB_FINISHED:
            self._ended = self._names.pop(record.job_id, "")
        elif event == LogEvent.PROGRESS:
            said = f"{datetime.now():%H:%M} {self._ended}, {record.done} of {record.total}"
            print(said, file=sys.stderr, flush=True)
