"""One module a data set, each with `load(*paths)`: the papers' (X, y) from the publisher's files.

Where a module serves several data sets, `load(*paths, **options)` takes the options that the
register gives to each.

X is float64, C-contiguous, or CSR with int32 indices where the attributes are binary and many;
y is float64, +1 or -1. Where there are several classes, and patterns to test with, it is (X, y,
X_test, y_test) of the types that `data.problem.SplitProblem` describes. The order of the rows is
the order of presentation, on which every update count depends. A line that is not as it should be
raises DataError, naming file, line and token.
"""
