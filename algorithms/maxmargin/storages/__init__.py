"""Storages: the layouts of patterns in memory, one file per storage.

A storage is a module with

`Patterns`
    a NamedTuple of arrays that hold the entries of the patterns, one pattern after the other. The
    entries of pattern k are from starts[k] to starts[k + 1].
`pack(X)`
    returns the `Patterns` of X, an (m, n) array (dense) or csr matrix (sparse, binary) of float64.
`matrix(patterns, n)`
    returns the patterns as an (m, n) array or csr matrix, the reverse of `pack`.
`empty_like(patterns)`
    returns unfilled `Patterns` of the same sizes, for copies in another order.
`product(weights, patterns, start, end)`
    returns the inner product x·w of the pattern with these entries, a float. Its terms may be added
    in any order.
`add(weights, patterns, start, end, c)`
    adds c·x to the weights, in place.
`add_diagonal(into, patterns, start, end)`
    adds the square of each coordinate, the diagonal of x xᵀ, to an array, (n + 2,), in place.
`take_squares(weights, patterns, start, end)`
    returns the sum of the squares of the weights at the columns of the pattern with these entries,
    and sets these weights to 0.
`copy(patterns, start, end, into, at)`
    copies the entries of a pattern to the `Patterns` into, from its entry `at` on.
`add_squares(matrix, patterns, ids, c)`
    adds c Σ x xᵀ of the patterns with these numbers to the lower triangle of a matrix,
    (n + 2, n + 2), in place. The last row may hold any numbers.

numba compiles the last six, which check nothing. Only `add_squares` makes or returns arrays.
Functions of a single pattern take entries instead of k. A loop over patterns then knows where the
next pattern starts without waiting for `starts`, which saves a tenth of the time of a visit.
`weights` is float64, (n + 2,): one weight for each column, the augmenting weight, and a spare
weight that is always 0. The padding of sparse rows points to the spare weight.
"""
