"""Checks a variant's file in a separate process, so that an endless loop can be stopped."""

import multiprocessing
import queue
from time import monotonic

from maxmargin import conformance

TIME_LIMIT = 600  # seconds, for a file


def check(path, seconds=TIME_LIMIT, send_report=conformance.send_report):
    """Return whether a file conforms, and lines that report its faults.

    send_report: a function of the path and a queue, into which it puts both.
    """
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    child = context.Process(target=send_report, args=(path, results))
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
