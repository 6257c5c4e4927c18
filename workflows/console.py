"""What a call says of its jobs where there is no terminal, whose bars say it otherwise."""

import logging
import sys
from datetime import datetime
from pathlib import Path

from snakemake.logging import logger
from snakemake_interface_logger_plugins.common import LogEvent


def tell_of_jobs():
    """From now on each job that ends is a line on stderr, unless that is a terminal."""
    if not sys.stderr.isatty():
        logger.addHandler(_Lines())


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
