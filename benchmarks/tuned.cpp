// The loop of reference.cpp, written for speed: benchmarks/drivers.py compares it too.
//
// - Patterns of ones store no values, and columns take 2 bytes if n allows it.
// - Rows are padded to whole groups, so that loops have a fixed length and several accumulators.
// - The patterns of the mini-epochs are copied, so that they lie one after the other.
// - Powers of t come from a table.
#include "loops.hpp"

#include <algorithm>

using Start = uint32_t;

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
        const Column *c = columns.data();
        double first = 0, second = 0, third = 0, fourth = 0;
        for (Start i = start; i < end; i += group)
            for (Start j = i; j < i + group; j += 4)
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
        for (Start i = start; i < end; i += group) {
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
        typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));
        const double *x = &values[start];
        Four first{}, second{};
        for (Start j = 0; j < end - start; j += 8) {
            first += *(const Four *)(a + j) * *(const Four *)(x + j);
            second += *(const Four *)(a + j + 4) * *(const Four *)(x + j + 4);
        }
        first += second;
        return (first[0] + first[1]) + (first[2] + first[3]);
    }
    void add(double *a, Start start, Start end, double d, long) const {
        const double *x = &values[start];
        for (Start j = 0; j < end - start; ++j) a[j] += d * x[j];
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

// Patterns in the order of presentation, and all that a visit reads of them.
template <class Rows> struct Order {
    Rows rows;
    Vector labels, q, alpha;
    std::vector<int32_t> ids;
    long size;
};

template <class Rule, class Rows>
void run(Rule rule, const Rows &rows, const Input &input, long mini_epochs) {
    const long m = input.labels.size(), n = input.n;
    const double rho = input.rho, delta2 = input.delta * input.delta;
    Order<Rows> all{rows, input.labels, Vector(m), Vector(m, 0.0), std::vector<int32_t>(m), m};
    Order<Rows> active{rows.empty(), Vector(m), Vector(m), Vector(m), std::vector<int32_t>(m), 0};
    for (long k = 0; k < m; ++k)
        all.q[k] = rows.squared_norm(k, n) + rho * rho + delta2, all.ids[k] = k;
    Vector weight((n + 9) / 8 * 8 + 8, 0.0);
    double *a = weight.data(), threshold = 0, n2 = 0;  // threshold: ρ a[n]
    long t = 0, visits = 0;
    auto add = [&](Order<Rows> &order, long place, double d) {
        double signed_d = d * order.labels[place];
        order.rows.add(a, order.rows.starts[place], order.rows.starts[place + 1], signed_d, n);
        threshold += signed_d * rho * rho;
        order.alpha[place] += d;
    };
    if (Rule::from_first) add(all, 0, 1.0), n2 = all.q[0], t = 1;
    const long first_t = t;
    const double started = processor_seconds();
    double bound = rule.bound(n2, t);
    // Visits the patterns of an order, and calls `updated` with the places that cause an update.
    auto visit = [&](Order<Rows> &order, auto updated) {
        const Start *starts = order.rows.starts.data();
        const double *labels = order.labels.data();
        double *alpha = order.alpha.data();
        Start start = starts[0];
        for (long place = 0; place < order.size; ++place) {
            const Start end = starts[place + 1];
            const double plain = order.rows.product(a, start, end) + threshold;
            const double p = labels[place] * plain + delta2 * alpha[place];
            start = end;
            if (__builtin_expect(!rule.wrong(p, bound), 1)) continue;
            double s, d;
            rule.step(p, order.q[place], n2, t, s, d);
            if (s != 1) {
                for (double &x : weight) x *= s;
                for (double &x : all.alpha) x *= s;
                if (&order != &all)
                    for (long i = 0; i < order.size; ++i) alpha[i] *= s;
                threshold *= s;
            }
            add(order, place, d);
            if (s == 1)
                n2 = d == 1 ? n2 + 2 * p + order.q[place] : n2 + d * (2 * p + d * order.q[place]);
            else
                n2 = s == 0 ? d : s * n2 + d;
            ++t;
            bound = rule.bound(n2, t);
            updated(place);
        }
        visits += order.size;
    };
    for (;;) {
        active.size = 0;
        visit(all, [&](long place) { active.ids[active.size++] = place; });
        if (!active.size) break;
        if (!mini_epochs) continue;
        for (long i = 0; i < active.size; ++i) {
            const long k = active.ids[i];
            all.rows.copy(k, active.rows, i);
            active.labels[i] = all.labels[k], active.q[i] = all.q[k], active.alpha[i] = all.alpha[k];
        }
        for (long e = 0; e < mini_epochs; ++e) {
            bool any = false;
            visit(active, [&](long) { any = true; });
            if (!any) break;
        }
        for (long i = 0; i < active.size; ++i) all.alpha[active.ids[i]] = active.alpha[i];
    }
    std::printf("%ld %ld %.6f\n", t - first_t, visits, processor_seconds() - started);
}

template <class Rows> void run_on(const char *name, const double *x, const Input &input, long minis) {
    run_rule<TableOfPowers>(name, x, [&](auto rule) { run(rule, Rows(input), input, minis); });
}

int main(int argc, char **argv) {
    return read_and_run(argc, argv, [](const char *layout, const char *name, const double *x,
                                       const Input &input, long minis) {
        const bool is_narrow = input.n + 1 < 65536;
        if (!std::strcmp(layout, "dense"))
            run_on<DenseRows>(name, x, input, minis);
        else if (!std::strcmp(layout, "sparse") && is_narrow)
            run_on<SparseRows<uint16_t>>(name, x, input, minis);
        else if (!std::strcmp(layout, "sparse"))
            run_on<SparseRows<uint32_t>>(name, x, input, minis);
        else if (is_narrow)
            run_on<BinaryRows<uint16_t>>(name, x, input, minis);
        else
            run_on<BinaryRows<uint32_t>>(name, x, input, minis);
    });
}
