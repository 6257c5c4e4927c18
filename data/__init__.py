"""The data sets of the five papers: where they come from, how they are verified and read."""

from data.errors import DataError, Unreachable
from data.register import names

__all__ = [
    "DataError",
    "Problem",
    "SplitProblem",
    "Unreachable",
    "answers",
    "is_local",
    "load",
    "names",
    "of_two_classes",
    "read_problem",
    "read_record",
]


def __getattr__(name):
    """What reads data, imported when it is first used: most commands of a workflow do without, and
    numpy and scipy take half a second.
    """
    if name not in __all__:
        raise AttributeError(f"module 'data' has no attribute {name!r}")
    from data.loading import load
    from data.prepared import read_problem, read_record
    from data.problem import Problem, SplitProblem, of_two_classes
    from data.sources import answers
    from data.store import is_local

    reading = Problem, SplitProblem, answers, is_local, load, of_two_classes
    for what in (*reading, read_problem, read_record):
        globals()[what.__name__] = what
    return globals()[name]
