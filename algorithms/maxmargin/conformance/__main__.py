"""The command line: `python -m maxmargin.conformance --help`."""

import argparse
import sys

from maxmargin import conformance
from maxmargin.conformance.isolated import TIME_LIMIT, check


def main(arguments=None):
    """Check files. Return the exit code, which is 1 if a file does not conform."""
    parser = argparse.ArgumentParser(
        prog="python -m maxmargin.conformance", description=conformance.__doc__
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a rule's file, like my_rule.py")
    parser.add_argument("--seconds", type=float, default=TIME_LIMIT, help="limit for each file")
    options = parser.parse_args(arguments)
    if not options.seconds > 0:
        parser.error(f"--seconds is {options.seconds:g}, but has to be above 0.")
    all_conform = True
    for path in options.files:
        conforms, lines = check(path, options.seconds)
        all_conform = all_conform and conforms
        print("\n".join(lines))
    return 0 if all_conform else 1


if __name__ == "__main__":
    sys.exit(main())
