"""The data sets of the five papers: where they come from, how they are verified and read."""

from data.errors import DataError, Unreachable
from data.loading import load
from data.prepared import read_problem, read_record
from data.problem import Problem, SplitProblem
from data.register import names
from data.sources import answers
from data.store import is_local

__all__ = [
    "DataError",
    "Problem",
    "SplitProblem",
    "Unreachable",
    "answers",
    "is_local",
    "load",
    "names",
    "read_problem",
    "read_record",
]
