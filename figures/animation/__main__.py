"""The command line of the animations. `python -m figures.animation --help` describes it.

- `python -m figures.animation MICRA --output micra.html`
- `python -m figures.animation docs/examples/my_rule.py c=3 --data mine.csv --output mine.html`
"""

import argparse
import sys
from pathlib import Path

from data.commands import command
from data.errors import DataError
from data.files import refuse_to_replace
from data.loaders.rows import is_number
from figures.animation.errors import AnimationError
from figures.animation.learners import found_learner, given_parameters
from figures.animation.page import write_page
from figures.animation.patterns import MARGIN, SEED, drawn_patterns, read_patterns
from figures.animation.steps import recorded
from maxmargin.compilation.code_cache import print_log
from maxmargin.variants import VariantError

WIDEST = 0.9  # the largest margin of drawn patterns, which are in a disc of radius 1


@command(AnimationError, DataError, VariantError)
def main(arguments=None):
    """Write the page of a rule at work and return the exit code: 1 with a sentence for an error."""
    options = _parser().parse_intermixed_args(arguments)
    if options.data and options.output:
        refuse_to_replace([options.data], options.output)
    problem = _problem(options)
    print_log()
    cls = found_learner(options.rule)
    parameters = given_parameters(cls, options.parameters)
    recording = recorded(cls, parameters, problem)
    output = options.output or Path(f"{cls.__name__}.html")
    write_page(output, recording, problem)
    print(f"{output}: {recording.steps[-1].updates:,} updates, {recording.model.status_}.")
    return 0


def _problem(options):
    drawn = {name: getattr(options, name) for name in ("seed", "margin")}
    drawn = {name: value for name, value in drawn.items() if value is not None}
    if options.data is None:
        return drawn_patterns(**drawn)
    if drawn:
        raise AnimationError(
            f"--{next(iter(drawn))} is only for drawn patterns: leave out this option or --data."
        )
    return read_patterns(options.data)


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m figures.animation",
        description="Write a page that shows a rule at work on a few patterns, update by update.",
    )
    parser.add_argument("rule", help="a learner's name, such as MICRA, or the file of a rule")
    parser.add_argument(
        "parameters",
        nargs="*",
        metavar="NAME=VALUE",
        help="the learner's parameters; by default augment is 0, so that the line goes through "
        "the origin, and the rule's grid gives the others",
    )
    parser.add_argument("--seed", type=_seed, help=f"the seed of the patterns (default: {SEED})")
    parser.add_argument(
        "--margin", type=_margin, help=f"the maximum margin of the patterns (default: {MARGIN})"
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="CSV",
        help="a file with columns x, y, label, instead of drawn patterns",
    )
    parser.add_argument(
        "--output", type=Path, metavar="HTML", help="the file to write (default: NAME.html)"
    )
    return parser


def _seed(text):
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"the seed {text} is not a whole number, 0 or more.")
    return int(text)


def _margin(text):
    if not (is_number(text) and 0.0 < float(text) <= WIDEST):
        raise argparse.ArgumentTypeError(
            f"the margin {text} is not above 0 and at most {WIDEST}; patterns are in a disc of "
            "radius 1."
        )
    return float(text)


if __name__ == "__main__":
    sys.exit(main())
