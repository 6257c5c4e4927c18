"""The command line: `python -m maxmargin.conformance --help`."""

import argparse
import multiprocessing
import queue
import sys
from time import monotonic

from maxmargin import conformance

TIME_LIMIT = 600  # seconds, for a file


def _answer(path, child, results, seconds):
    """What a child reports: (whether the rule conforms, lines), or that it does not report."""
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


def main(arguments=None):
    """Checks files; returns the exit code, 1 if anything is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m maxmargin.conformance", description=conformance.__doc__
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a rule's, such as my_rule.py")
    parser.add_argument("--seconds", type=float, default=TIME_LIMIT, help="at most, for each file")
    options = parser.parse_args(arguments)
    all_conform = True
    for path in options.files:
        # An endless loop inside the rule can be noticed only from outside.
        results = multiprocessing.get_context("spawn").Queue()
        child = multiprocessing.get_context("spawn").Process(
            target=conformance.send_report, args=(path, results)
        )
        child.start()
        conforms, lines = _answer(path, child, results, options.seconds)
        all_conform = all_conform and conforms
        print("\n".join(lines))
    return 0 if all_conform else 1


if __name__ == "__main__":
    sys.exit(main())
