"""One module per data set, with `load(*paths)`: the papers' (X, y) from the publisher's files.

If a module serves several data sets, `load(*paths, **options)` takes the options that the register
has for each.

X is float64, C-contiguous, or CSR with int32 indices if the attributes are binary and many; y is
float64, +1 or -1. If there are several classes, and test patterns, the result is (X, y, X_test,
y_test), of the types that `data.problem.SplitProblem` describes. The order of the rows is the order
of presentation, on which every update count depends. A malformed line raises DataError, naming
file, line and token.
"""
