"""Checks a variant's rule before its runs: `python -m workflows.commands.check_variant --help`.

The check is the one of `make check-variant`. If the rule does not conform, this command still
succeeds: the workflow then refuses the rule's runs and makes all others.
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
    """Write the outcome of the check and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m workflows.commands.check_variant", description=__doc__
    )
    parser.add_argument("file", metavar="FILE", help="file of a rule, such as my_rule.py")
    parser.add_argument("--output", required=True, metavar="JSON", help="outcome of the check")
    parser.add_argument(
        "--path",
        required=True,
        help="file to write FILE's path to; it stays empty if the rule does not conform",
    )
    options = parser.parse_args(arguments)
    conforms, lines = check(options.file)
    print("\n".join(lines))
    # Results must not contain the folders of this machine.
    lines = [line.replace(options.file, Path(options.file).name) for line in lines]
    with replacing(options.path) as unfinished:
        unfinished.write_text(options.file + os.pathsep if conforms else "", encoding="utf-8")
    write_check(options.output, options.file, conforms, lines)


if __name__ == "__main__":
    sys.exit(main())
