"""The data sets, of the five papers and others: where they come from, how they are read."""

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
    "may_come_from_mirror",
    "mirror_has",
    "mirror_url",
    "names",
    "of_two_classes",
    "read_problem",
    "read_record",
]


def __getattr__(name):
    """Import a reading function or class when it is first used.

    Most commands of the workflow read no data. They save the half second that numpy and scipy take.
    """
    if name not in __all__:
        raise AttributeError(f"module 'data' has no attribute {name!r}")
    from data.loading import load
    from data.prepared import read_problem, read_record
    from data.problem import Problem, SplitProblem, of_two_classes
    from data.sources import answers, mirror_has, mirror_url
    from data.store import is_local, may_come_from_mirror

    for item in (
        Problem,
        SplitProblem,
        answers,
        is_local,
        load,
        may_come_from_mirror,
        mirror_has,
        mirror_url,
        of_two_classes,
        read_problem,
        read_record,
    ):
        globals()[item.__name__] = item
    return globals()[name]
