"""Storages: how patterns lie in memory, one file each.

A storage is a module with

`Patterns`
    a NamedTuple of arrays.
`matrix(patterns, n)`
    the same as an (m, n) array or scipy matrix.
`product(weights, patterns, k)`
    the inner product x_k·w; its terms may be added up in any order.
`add(weights, patterns, k, c)`
    adds c·x_k to the weights, in place.

The last two are compiled by numba.
"""
