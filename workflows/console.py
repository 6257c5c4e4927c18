"""Reports finished jobs and refused variants on stderr.

On a terminal, progress bars report finished jobs instead.
"""

import logging
import sys
from datetime import datetime
from pathlib import Path

from snakemake.logging import logger
from snakemake_interface_logger_plugins.common import LogEvent

from records.variant_checks import refusal


def log_finished_jobs():
    """Print a line to stderr for each job that ends from now on, unless stderr is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        logger.addHandler(_FinishedJobs())


def log_refused_variants():
    """Print a line to stderr for each variant that is refused from now on, also on a terminal."""
    logger.addHandler(_RefusedVariants())


class _RefusedVariants(logging.Handler):
    """Prints a line for each variant that fails its check."""

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


class _FinishedJobs(logging.Handler):
    """Prints a line for each job that ends: "12:03 run-micra-table-1-micra, 12 of 311"."""

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
            line = f"{datetime.now():%H:%M} {self._ended}, {record.done} of {record.total}"
            print(line, file=sys.stderr, flush=True)
