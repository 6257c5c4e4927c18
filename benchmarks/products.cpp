// The products of tuned.cpp alone, for benchmarks/cycles.py.
#include "rows.hpp"

template <class Rows> void products(const Rows &rows, const double *a, double *into, long m) {
    for (long k = 0; k < m; ++k) into[k] = rows.product(a, rows.starts[k], rows.starts[k + 1]);
}

template void products(const BinaryRows<uint16_t> &, const double *, double *, long);
template void products(const SparseRows<uint16_t> &, const double *, double *, long);
template void products(const DenseRows &, const double *, double *, long);
