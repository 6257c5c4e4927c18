"""Checks a rule's file in a process of its own, which alone makes an endless loop noticeable."""

import multiprocessing
import queue
from time import monotonic

from maxmargin import conformance

TIME_LIMIT = 600  # seconds, for a file


def check(path, seconds=TIME_LIMIT):
    """(whether the rule in a file conforms, lines that say so or what is wrong)."""
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    child = context.Process(target=conformance.send_report, args=(path, results))
    child.start()
    end = monotonic() + seconds
    while monotonic() < end:
        alive = child.is_alive()  # asked first, so that an answer just before the end is seen
        try:
            return results.get(timeout=0.2)
        except queue.Empty:
            if not alive:
                return False, [f"{path}: the check broke off, with exit code {child.exitcode}."]
    child.kill()
    return False, [f"{path}: it does not end within {seconds:g} s."]
