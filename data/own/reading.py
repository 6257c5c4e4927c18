"""Reads a user's file as a problem.

A table is in UTF-8, a line a pattern, its cells perhaps in quotation marks, where a doubled one
stands for one; spaces and tabs around a cell do not count, nor do empty lines. Attributes are
finite decimal numbers. A libsvm file is as `data.loaders.libsvm_text.find_pairs` describes it,
perhaps with comments, from # to the end of a line. Either may begin with a byte order mark, and end
its lines with CR, LF or both.
"""

from numbers import Integral, Real
from pathlib import Path

from data.errors import DataError
from data.held_out import SCALES, drawn_for_testing, hold_out, standardised
from data.own.checks import check_norms, hints
from data.own.classes import labels_of
from data.own.numbers import DECIMALS
from data.own.pairs import read_pairs
from data.own.separators import NAMES, shown
from data.own.table import is_table, read_table
from data.problem import Problem


def read_own(
    name,
    path,
    label=None,
    positive=None,
    head=None,
    columns=None,
    drop=None,
    separator=None,
    decimal=None,
    scale=None,
    test=None,
    seed=0,
    allow_zeros=True,
    tell=None,
):
    """The Problem `name` in a file: a table if its name ends in .csv or .tsv, otherwise in libsvm's
    format.

    label: the column of a table's classes, the last one by default: its name, if there are names,
    or its place from 1. head: whether the first line has names; None to see whether it has numbers.
    columns, drop: the columns that are attributes, or those that are not, lists as for label.
    separator: between columns: a comma by default, in a .tsv file a tab. decimal: the decimal sign,
    "." by default, or ",". positive: the classes that form the positive class, as they are written
    in the file, numbers compared as numbers, exactly; without it there have to be two, and the
    larger in sort order is positive. test: the part of the patterns, between 0 and 1, that is held
    out, drawn from the seed; the result is then a SplitProblem. scale: "standard" to bring the
    attributes to one scale, by the patterns for training. allow_zeros: whether a pattern for
    training may be all zeros, from which nothing can learn if ρ and Δ are 0. tell: called with each
    hint at what the user may not have meant.

    Raises DataError, naming file, line and token of up to ten faults, also where it cannot be told
    for certain what a file means.
    """
    path = Path(path)
    of_tables = {"label": label, "head": head, "columns": columns, "drop": drop}
    of_tables |= {"separator": separator, "decimal": decimal}
    _check_options(path, of_tables, scale)
    _check_kinds(path, head, columns, drop, test, seed)
    rows = read_table(path, **of_tables) if is_table(path) else read_pairs(path)
    problem = Problem(name, rows.X, labels_of(path, rows.classes, positive, decimal or "."))
    try:
        problem = problem if test is None else hold_out(problem, test, seed)
        problem = problem if scale is None else standardised(problem)
    except DataError as error:
        raise DataError(f"{path}: {error}") from None
    try:
        _check_norms(path, rows.lines, problem, test, seed, allow_zeros)
    except DataError as error:
        raise error if scale is None else DataError(f"{error} This is so after scaling.") from None
    for text in hints(rows, scale is not None) if tell else []:
        tell(text)
    return problem


def _check_options(path, of_tables, scale):
    given = [name for name, value in of_tables.items() if value is not None]
    if given and not is_table(path):
        raise DataError(
            f"{path} is read in libsvm's format, as the names of tables end in .csv or .tsv: leave "
            f"out {' and '.join(given)}, or rename the file if it is a table."
        )
    separator, decimal = of_tables["separator"], of_tables["decimal"]
    _check_choice("separator", "\t" if separator == "tab" else separator, NAMES)
    _check_choice("decimal", decimal, DECIMALS)
    _check_choice("scale", scale, SCALES)
    if decimal == "," and separator is None and path.suffix.lower() == ".csv":
        raise DataError(
            f"{path}: with decimal: ',' say what separates the columns: separator: ';', or ',' if "
            "numbers are in quotation marks."
        )


def _check_kinds(path, head, columns, drop, test, seed):
    """Raises DataError for an option of another type than `read_own` describes."""
    if head is not None and not isinstance(head, bool):
        raise DataError(f"{path}: head: {head!r} is neither true nor false.")
    if test is not None and (isinstance(test, bool) or not isinstance(test, Real)):
        raise DataError(f"{path}: test: {test!r} is not a part between 0 and 1, such as 0.25.")
    if isinstance(seed, bool) or not isinstance(seed, Integral):
        raise DataError(f"{path}: seed: {seed!r} is not a whole number from 0.")
    for option, value in (("columns", columns), ("drop", drop)):
        if isinstance(value, str | Real):
            raise DataError(f"{path}: {option}: {value!r} is not a list, such as [{value!r}].")


def _check_choice(option, value, choices):
    if value is not None and value not in choices:
        known = ", ".join(map(shown, choices))
        raise DataError(f"{option}: {value!r} is not one of {known}.")


def _check_norms(path, lines, problem, test, seed, allow_zeros):
    """Checks the patterns for training and those for testing, which may be zeros."""
    if test is None:
        check_norms(path, lines, problem.X, allow_zeros)
        return
    drawn = drawn_for_testing(len(lines), test, seed)
    for X, wanted, allow in ((problem.X, False, allow_zeros), (problem.X_test, True, True)):
        of_part = [line for line, is_drawn in zip(lines, drawn, strict=True) if is_drawn == wanted]
        check_norms(path, of_part, X, allow)
