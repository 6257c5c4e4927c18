"""Checks a variant's file: `python -m workflows.commands.check_variant --help`.

`make check-variant` calls this command, and so does the workflow before a variant's runs. The
workflow gives --output and --path. The command then succeeds also if the file does not conform: the
workflow refuses the variant's runs and makes all others.
"""

import argparse
import os
import sys
from contextlib import suppress
from pathlib import Path

from data.commands import command
from data.files import replacing
from maxmargin import conformance
from maxmargin.conformance.isolated import check
from peers import own_classifier_check
from records.variant_checks import write_check
from workflows.plan.sources import estimator_names
from workflows.plan.variant_files import CLASSIFIER, declared_in, names_in


@command()
def main(arguments=None):
    """Print the outcome of the check, write it for the workflow, and return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m workflows.commands.check_variant", description=__doc__
    )
    parser.add_argument("file", metavar="FILE", help="file of a variant, such as my_rule.py")
    parser.add_argument("--output", metavar="JSON", help="outcome of the check")
    parser.add_argument(
        "--path", help="file to write FILE's path to; it stays empty if FILE does not conform"
    )
    options = parser.parse_args(arguments)
    conforms, lines = checked(options.file)
    print("\n".join(lines))
    if options.output is None:
        return 0 if conforms else 1
    # Results must not contain the folders of this machine.
    lines = [line.replace(options.file, Path(options.file).name) for line in lines]
    with replacing(options.path) as unfinished:
        unfinished.write_text(options.file + os.pathsep if conforms else "", encoding="utf-8")
    write_check(options.output, options.file, conforms, lines)
    return 0


def checked(path):
    """Return whether the rule or classifier in a file conforms, and lines that report faults."""
    report = conformance.report  # which also reports unreadable files
    with suppress(OSError, SyntaxError, ValueError):
        variant = declared_in(path)
        if variant and variant.kind == CLASSIFIER:
            report = own_classifier_check.report
            if variant.name in estimator_names():
                return False, [f"{path}: the name {variant.name} is taken; choose another name."]
        if variant is None and names_in(path):
            return False, [
                f'{path}: it has no line NAME = "MyRule" for a rule, and not exactly one public '
                "class with fit or partial_fit for a classifier: see docs/variant.md."
            ]
    return check(path, report=report)


if __name__ == "__main__":
    sys.exit(main())
