"""Storages: how patterns lie in memory, one file each.

A storage is a module with

`Patterns`
    a NamedTuple of arrays, in which the entries of patterns lie one after the other: those of
    pattern k from starts[k] to starts[k + 1].
`pack(X)`
    the patterns of X, an (m, n) array (dense) or csr matrix (the others).
`matrix(patterns, n)`
    the same as an (m, n) array or csr matrix.
`empty_like(patterns)`
    patterns of the same sizes, not yet filled, for copies in another order.
`product(weights, patterns, start, end)`
    the inner product x·w of the pattern with these entries; its terms may be added up in any order.
`add(weights, patterns, start, end, c)`
    adds c·x to the weights, in place.
`copy(patterns, start, end, into, at)`
    copies the entries of a pattern to other patterns, from the entry `at` on.

The last three are compiled by numba. They take entries, not k, since a loop over patterns knows
where the next one starts without waiting for `starts`, which saves a tenth of the time of a visit.
`weights` has n + 2 entries: one for each column, the augmenting one and, last, a spare one that is
always 0, to which the entries point with which sparse rows are filled up.
"""
