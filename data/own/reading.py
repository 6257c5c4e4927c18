"""Reads a user's file as a problem.

A table is in UTF-8 and has one line for each pattern. Cells may be in quotation marks; two
quotation marks in a quoted cell stand for one. Spaces and tabs around a cell and empty lines are
ignored. Attributes are finite decimal numbers. A libsvm file is in the format of
`data.loaders.libsvm_text.find_pairs` and may have comments, from # to the end of a line. Both kinds
of file may begin with a byte order mark. Lines end with CR, LF or both.
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
    """Return the Problem in a user's file, or a SplitProblem if test patterns are held out.

    Parameters
    ----------
    name : str
        The name of the problem.
    path : str or Path
        The file: a table if its name ends in .csv or .tsv, otherwise in libsvm's format.
    label : str or int, optional
        The column of a table's classes: its name, if columns have names, or its place from 1. By
        default it is the last column.
    positive : str, number or list of these, optional
        The positive classes, as written in the file. Numbers are compared exactly, as numbers.
        Without it there must be two classes; the larger in sort order is positive.
    head : bool, optional
        Whether the first line names the columns. By default the cells decide.
    columns, drop : list, optional
        The columns to use as attributes, or the columns to leave out, named as for `label`.
    separator : str, optional
        The separator of columns. By default it is a comma, in a .tsv file a tab.
    decimal : str, optional
        The decimal sign, "." (the default) or ",".
    scale : str, optional
        "standard" brings the attributes to one scale, computed from the training patterns.
    test : float, optional
        The part of the patterns, between 0 and 1, to hold out for testing.
    seed : int
        The seed for drawing the test patterns.
    allow_zeros : bool
        Whether a training pattern may be all zeros. If ρ and Δ are 0, no learner learns from it.
    tell : callable, optional
        Called with a sentence about each likely mistake.

    Raises
    ------
    DataError
        Naming file, line and token of up to ten faults. A file with two possible meanings is a
        fault.
    """
    path = Path(path)
    of_tables = {"label": label, "head": head, "columns": columns, "drop": drop}
    of_tables |= {"separator": separator, "decimal": decimal}
    _check_options(path, of_tables, scale)
    _check_kinds(path, head, columns, drop, test, seed)
    rows = read_table(path, **of_tables) if is_table(path) else read_pairs(path)
    problem = Problem(name, rows.X, labels_of(path, rows.classes, positive, decimal or "."))
    problem = _split_and_scaled(path, problem, test, seed, scale)
    try:
        _check_norms(path, rows.lines, problem, test, seed, allow_zeros)
    except DataError as error:
        raise error if scale is None else DataError(f"{error} This is so after scaling.") from None
    for text in hints(rows, scale is not None) if tell else []:
        tell(text)
    return problem


def _split_and_scaled(path, problem, test, seed, scale):
    try:
        problem = problem if test is None else hold_out(problem, test, seed)
        return problem if scale is None else standardised(problem)
    except DataError as error:
        raise DataError(f"{path}: {error}") from None


def _check_options(path, of_tables, scale):
    given = [name for name, value in of_tables.items() if value is not None]
    if given and not is_table(path):
        raise DataError(
            f"{path} is read in libsvm's format, because its name does not end in .csv or .tsv: "
            f"leave out {' and '.join(given)}, or rename the file if it is a table."
        )
    separator, decimal = of_tables["separator"], of_tables["decimal"]
    _check_choice("separator", "\t" if separator == "tab" else separator, NAMES)
    _check_choice("decimal", decimal, DECIMALS)
    _check_choice("scale", scale, SCALES)
    if decimal == "," and separator is None and path.suffix.lower() == ".csv":
        raise DataError(
            f"{path}: decimal: ',' needs a separator of columns: set separator: ';', or ',' if "
            "numbers are in quotation marks."
        )


def _check_kinds(path, head, columns, drop, test, seed):
    """Raise DataError for an option of another type than `read_own` describes."""
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
    """Check the training patterns, and the test patterns, which may be all zeros."""
    if test is None:
        check_norms(path, lines, problem.X, allow_zeros)
        return
    drawn = drawn_for_testing(len(lines), test, seed)
    for X, wanted, allow in ((problem.X, False, allow_zeros), (problem.X_test, True, True)):
        of_part = [line for line, is_drawn in zip(lines, drawn, strict=True) if is_drawn == wanted]
        check_norms(path, of_part, X, allow)
