// Patterns as tuned.cpp stores them: padded rows, for which a product has a fixed length and several
// accumulators.
//
// The compiler must not make vectors out of these loops: collecting entries of the weight in vectors
// takes longer than adding them one by one. Dense rows name their vectors.
#pragma once
#pragma GCC optimize("no-tree-slp-vectorize", "no-tree-loop-vectorize")
#include "loops.hpp"

#include <algorithm>

using Start = uint32_t;
typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));

inline void scale(double *x, long size, double s) {
    long j = 0;
    for (; j + 4 <= size; j += 4) *(Four *)(x + j) *= s;
    for (; j < size; ++j) x[j] *= s;
}

template <class Column> struct BinaryRows {
    static constexpr long group = 16;
    std::vector<Start> starts{0};
    std::vector<Column> columns;

    BinaryRows() = default;
    explicit BinaryRows(const Input &input) {
        for (size_t k = 0; k + 1 < input.starts.size(); ++k) {
            for (long i = input.starts[k]; i < input.starts[k + 1]; ++i)
                columns.push_back(input.columns[i]);
            while (columns.size() % group) columns.push_back(input.n + 1);
            starts.push_back(columns.size());
        }
    }
    BinaryRows empty() const {
        BinaryRows rows;
        rows.starts.resize(starts.size()), rows.columns.resize(columns.size());
        return rows;
    }
    double product(const double *a, Start start, Start end) const {
        double first = 0, second = 0, third = 0, fourth = 0;
        for (const Column *c = &columns[start], *last = &columns[end]; c != last; c += group)
#pragma GCC unroll 16
            for (long j = 0; j < group; j += 4)
                first += a[c[j]], second += a[c[j + 1]], third += a[c[j + 2]], fourth += a[c[j + 3]];
        return (first + second) + (third + fourth);
    }
    void add(double *a, Start start, Start end, double d, long n) const {
        for (Start i = start; i < end; ++i) a[columns[i]] += d;
        a[n + 1] = 0;
    }
    void copy(long k, BinaryRows &into, long at) const {
        std::copy(columns.begin() + starts[k], columns.begin() + starts[k + 1],
                  into.columns.begin() + into.starts[at]);
        into.starts[at + 1] = into.starts[at] + starts[k + 1] - starts[k];
    }
    double squared_norm(long k, long n) const {
        double total = 0;
        for (Start i = starts[k]; i < starts[k + 1]; ++i) total += columns[i] != n + 1;
        return total;
    }
};

template <class Column> struct SparseRows {
    static constexpr long group = 4;
    std::vector<Start> starts{0};
    std::vector<Column> columns;
    Vector values;

    SparseRows() = default;
    explicit SparseRows(const Input &input) {
        for (size_t k = 0; k + 1 < input.starts.size(); ++k) {
            for (long i = input.starts[k]; i < input.starts[k + 1]; ++i)
                columns.push_back(input.columns[i]), values.push_back(input.values[i]);
            while (columns.size() % group) columns.push_back(input.n + 1), values.push_back(0);
            starts.push_back(columns.size());
        }
    }
    SparseRows empty() const {
        SparseRows rows;
        rows.starts.resize(starts.size()), rows.columns.resize(columns.size());
        rows.values.resize(values.size());
        return rows;
    }
    double product(const double *a, Start start, Start end) const {
        const Column *c = columns.data();
        const double *x = values.data();
        double first = 0, second = 0, third = 0, fourth = 0;
        for (size_t i = start, last = end; i != last; i += group) {
            first += x[i] * a[c[i]], second += x[i + 1] * a[c[i + 1]];
            third += x[i + 2] * a[c[i + 2]], fourth += x[i + 3] * a[c[i + 3]];
        }
        return (first + second) + (third + fourth);
    }
    void add(double *a, Start start, Start end, double d, long) const {
        for (Start i = start; i < end; ++i) a[columns[i]] += d * values[i];
    }
    void copy(long k, SparseRows &into, long at) const {
        std::copy(columns.begin() + starts[k], columns.begin() + starts[k + 1],
                  into.columns.begin() + into.starts[at]);
        std::copy(values.begin() + starts[k], values.begin() + starts[k + 1],
                  into.values.begin() + into.starts[at]);
        into.starts[at + 1] = into.starts[at] + starts[k + 1] - starts[k];
    }
    double squared_norm(long k, long) const {
        double total = 0;
        for (Start i = starts[k]; i < starts[k + 1]; ++i) total += values[i] * values[i];
        return total;
    }
};

// A row has n values, padded to whole groups.
struct DenseRows {
    static constexpr long group = 8;
    std::vector<Start> starts{0};
    Vector values;

    DenseRows() = default;
    explicit DenseRows(const Input &input) {
        for (size_t k = 0; k < input.labels.size(); ++k) {
            for (long j = 0; j < input.n; ++j) values.push_back(input.values[k * input.n + j]);
            while (values.size() % group) values.push_back(0);
            starts.push_back(values.size());
        }
    }
    DenseRows empty() const {
        DenseRows rows;
        rows.starts.resize(starts.size()), rows.values.resize(values.size());
        return rows;
    }
    double product(const double *a, Start start, Start end) const {
        const double *x = &values[start];
        Four first{}, second{};
        for (size_t j = 0, n = end - start; j != n; j += group) {
            first += *(const Four *)(a + j) * *(const Four *)(x + j);
            second += *(const Four *)(a + j + 4) * *(const Four *)(x + j + 4);
        }
        first += second;
        return (first[0] + first[1]) + (first[2] + first[3]);
    }
    void add(double *a, Start start, Start end, double d, long) const {
        const double *x = &values[start];
        for (size_t j = 0, n = end - start; j != n; j += 4)
            *(Four *)(a + j) += d * *(const Four *)(x + j);
    }
    void copy(long k, DenseRows &into, long at) const {
        std::copy(values.begin() + starts[k], values.begin() + starts[k + 1],
                  into.values.begin() + into.starts[at]);
        into.starts[at + 1] = into.starts[at] + starts[k + 1] - starts[k];
    }
    double squared_norm(long k, long) const {
        double total = 0;
        for (Start i = starts[k]; i < starts[k + 1]; ++i) total += values[i] * values[i];
        return total;
    }
};
