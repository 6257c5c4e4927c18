"""Loaders: one module for each data set, which reads the papers' (X, y) from the publisher's files.

Each module has `load(*paths)`. If a module serves several data sets, it has `load(*paths,
**options)`; the register has the options of each data set.

X is float64 and C-contiguous, or CSR with int32 indices if there are many binary attributes. y is
float64, +1 or -1, or int64 codes of several classes. If there are also test patterns, the result
is (X, y, X_test, y_test), with the types of `data.problem.SplitProblem`. The order of the rows is
the order of presentation; every update count depends on it. A malformed line raises DataError,
which names file, line and token.
"""
