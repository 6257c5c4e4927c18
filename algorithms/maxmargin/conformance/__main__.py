"""The command: whether the rules in these files conform."""

import argparse
import multiprocessing
import queue
import sys
from time import monotonic

from maxmargin import conformance

TIME_LIMIT = 600  # seconds, for all of a file


def _answer(path, child, results, seconds):
    """What a child reports: (whether all is well, lines), or that it does not."""
    end = monotonic() + seconds
    while monotonic() < end:
        alive = child.is_alive()  # asked first, so that an answer just before the end is seen
        try:
            return results.get(timeout=0.2)
        except queue.Empty:
            if not alive:
                return False, [f"{path}: the check broke off, with exit code {child.exitcode}."]
    child.kill()
    return False, [f"{path}: it never ends: no answer in {seconds:g} s."]


def main(arguments=None):
    """Checks files; the exit code is 1 where anything is wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m maxmargin.conformance", description=conformance.__doc__
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="of a rule, such as my_rule.py")
    parser.add_argument("--seconds", type=float, default=TIME_LIMIT, help="for each file at most")
    options = parser.parse_args(arguments)
    well = True
    for path in options.files:
        # A loop without an end inside the rule is noticed from outside alone.
        results = multiprocessing.get_context("spawn").Queue()
        child = multiprocessing.get_context("spawn").Process(
            target=conformance.send_report, args=(path, results)
        )
        child.start()
        fine, lines = _answer(path, child, results, options.seconds)
        well = well and fine
        print("\n".join(lines))
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
