"""Storages: how patterns are laid out in memory, one file per storage.

A storage is a module with

`Patterns`
    a NamedTuple of arrays that hold the entries of the patterns one pattern after the other, those
    of pattern k from starts[k] to starts[k + 1].
`pack(X)`
    the `Patterns` of X, an (m, n) array (dense) or csr matrix (sparse, binary) of float64.
`matrix(patterns, n)`
    the reverse: an (m, n) array or csr matrix.
`squares(patterns, n)`
    the sum over all patterns of the square of each coordinate: (n,).
`empty_like(patterns)`
    `Patterns` of the same sizes, not yet filled, for copies in another order.
`product(weights, patterns, start, end)`
    the inner product x·w of the pattern with these entries, a float; its terms may be added in any
    order.
`add(weights, patterns, start, end, c)`
    adds c·x to the weights, in place.
`take_squares(weights, patterns, start, end)`
    the sum of the squares of the weights at the columns of the pattern with these entries; sets
    these weights to 0.
`copy(patterns, start, end, into, at)`
    copies the entries of a pattern to the `Patterns` into, beginning at its entry `at`.
`add_squares(matrix, patterns, ids, c)`
    adds c Σ x xᵀ of the patterns of these numbers to the lower triangle of a matrix,
    (n + 2, n + 2), in place; what is in its last row does not matter.

The last five are compiled by numba, and check nothing; none but `add_squares` makes or returns an
array. Those of a single pattern take entries, not k, since a loop over patterns knows where the
next one starts without waiting for `starts`, which saves a tenth of the time of a visit. `weights`
is float64, (n + 2,): one for each column, the augmenting one and, last, a spare one that is always
0, to which the padding of sparse rows points.
"""
