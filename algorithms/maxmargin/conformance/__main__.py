"""The command line: `python -m maxmargin.conformance --help`."""

import argparse
import multiprocessing
import sys

from maxmargin import conformance

TIME_LIMIT = 600  # seconds, for a file


def _reported(path, results):
    results.put(conformance.report(path))


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
        child = multiprocessing.get_context("spawn").Process(target=_reported, args=(path, results))
        child.start()
        child.join(options.seconds)
        if child.is_alive():
            child.kill()
            conforms, lines = False, [f"{path}: it does not end within {options.seconds:g} s."]
        else:
            conforms, lines = results.get(timeout=10)
        all_conform = all_conform and conforms
        print("\n".join(lines))
    return 0 if all_conform else 1


if __name__ == "__main__":
    sys.exit(main())
