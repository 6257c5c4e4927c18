"""Checks a variant's file in a separate process, so that an endless loop can be stopped."""

import multiprocessing
import queue
from time import monotonic

from maxmargin import conformance
from maxmargin.compilation.code_cache import print_log

TIME_LIMIT = 600  # seconds, for a file


def check(path, seconds=TIME_LIMIT, report=conformance.report):
    """Return what `report` returns of a path: whether the file conforms, and lines on its faults.

    `report` is a function of a module, which the separate process can import.
    """
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    child = context.Process(target=_send, args=(report, path, results))
    child.start()
    end = monotonic() + seconds
    while monotonic() < end:
        alive = child.is_alive()  # before the queue is read, so that a last answer is not missed
        try:
            return results.get(timeout=0.2)
        except queue.Empty:
            if not alive:
                return False, [f"{path}: the check broke off, with exit code {child.exitcode}."]
    child.kill()
    return False, [f"{path}: the check did not end within {seconds:g} s."]


def _send(report, path, results):
    """Put the report into a queue."""
    print_log()
    results.put(report(path))
