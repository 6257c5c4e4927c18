"""Checks a variant's rule before its runs: `python -m workflows.check_variant --help`.

It is the check of `make check-variant`. A rule that does not conform is no error of this command:
its runs are refused, and everything else goes on.
"""

import argparse
import os
import sys
from pathlib import Path

from data.commands import command
from data.files import replacing
from maxmargin.conformance.isolated import check
from records.variant_checks import write_check


@command()
def main(arguments=None):
    """Writes what the check found; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m workflows.check_variant", description=__doc__)
    parser.add_argument("file", metavar="FILE", help="a rule's, such as my_rule.py")
    parser.add_argument("--output", required=True, metavar="JSON", help="what the check found")
    parser.add_argument(
        "--path",
        required=True,
        help="gets the file's path, or nothing if the rule does not conform",
    )
    options = parser.parse_args(arguments)
    conforms, lines = check(options.file)
    print("\n".join(lines))
    # Results name the file without the folders of this machine.
    lines = [line.replace(options.file, Path(options.file).name) for line in lines]
    with replacing(options.path) as unfinished:
        unfinished.write_text(options.file + os.pathsep if conforms else "", encoding="utf-8")
    write_check(options.output, options.file, conforms, lines)


if __name__ == "__main__":
    sys.exit(main())
