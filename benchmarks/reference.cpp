// A plain loop over patterns and epochs, which benchmarks/drivers.py compares with the sequential driver.
// Mini-epochs visit only the patterns that caused an update. Each visit computes one inner product.
// loops.hpp describes the command line.
#include "loops.hpp"

struct Dense {
    long n;
    Vector values;
    double product(const Vector &a, long k) const {
        const double *x = &values[k * n];
        double total = 0;
        for (long j = 0; j < n; ++j) total += a[j] * x[j];
        return total;
    }
    void add(Vector &a, long k, double c) const {
        const double *x = &values[k * n];
        for (long j = 0; j < n; ++j) a[j] += c * x[j];
    }
    double squared_norm(long k) const {
        double total = 0;
        for (long j = k * n; j < (k + 1) * n; ++j) total += values[j] * values[j];
        return total;
    }
};

struct Sparse {
    std::vector<int64_t> starts;
    std::vector<int32_t> columns;
    Vector values;
    double product(const Vector &a, long k) const {
        double total = 0;
        for (long i = starts[k]; i < starts[k + 1]; ++i) total += values[i] * a[columns[i]];
        return total;
    }
    void add(Vector &a, long k, double c) const {
        for (long i = starts[k]; i < starts[k + 1]; ++i) a[columns[i]] += c * values[i];
    }
    double squared_norm(long k) const {
        double total = 0;
        for (long i = starts[k]; i < starts[k + 1]; ++i) total += values[i] * values[i];
        return total;
    }
};

struct Binary {
    std::vector<int64_t> starts;
    std::vector<int32_t> columns;
    double product(const Vector &a, long k) const {
        double total = 0;
        for (long i = starts[k]; i < starts[k + 1]; ++i) total += a[columns[i]];
        return total;
    }
    void add(Vector &a, long k, double c) const {
        for (long i = starts[k]; i < starts[k + 1]; ++i) a[columns[i]] += c;
    }
    double squared_norm(long k) const { return starts[k + 1] - starts[k]; }
};

template <class Rule, class Rows>
void run(Rule rule, const Rows &rows, const Input &input, long mini_epochs) {
    const long m = input.labels.size(), n = input.n;
    const double rho = input.rho, delta2 = input.delta * input.delta;
    const Vector &labels = input.labels;
    Vector q(m), a(n + 1, 0.0), alpha(m, 0.0);  // a[n]: the augmenting coordinate
    for (long k = 0; k < m; ++k) q[k] = rows.squared_norm(k) + rho * rho + delta2;
    auto add = [&](long k, double d) {
        rows.add(a, k, d * labels[k]);
        a[n] += d * labels[k] * rho;
        alpha[k] += d;
    };
    double n2 = 0;
    long t = 0, visits = 0;
    if (Rule::from_first) add(0, 1.0), n2 = q[0], t = 1;
    const long first_t = t;
    const double started = processor_seconds();
    double bound = rule.bound(n2, t);
    auto visit = [&](long k) {
        double p = labels[k] * (rows.product(a, k) + rho * a[n]) + delta2 * alpha[k];
        if (!rule.wrong(p, bound)) return false;
        double s, d;
        rule.step(p, q[k], n2, t, s, d);
        if (s != 1) {
            for (double &x : a) x *= s;
            for (double &x : alpha) x *= s;
        }
        add(k, d);
        // For ROMMA with both constraints, ‖a‖² is s·n2 + d. The general recurrence would drift.
        if (s == 1)
            n2 = d == 1 ? n2 + 2 * p + q[k] : n2 + d * (2 * p + d * q[k]);
        else
            n2 = s == 0 ? d : s * n2 + d;
        ++t;
        bound = rule.bound(n2, t);
        return true;
    };
    std::vector<long> active;
    for (;;) {
        active.clear();
        for (long k = 0; k < m; ++k)
            if (visit(k)) active.push_back(k);
        visits += m;
        if (active.empty()) break;
        for (long e = 0; e < mini_epochs; ++e) {
            bool updated = false;
            for (long k : active) updated |= visit(k);
            visits += active.size();
            if (!updated) break;
        }
    }
    std::printf("%ld %ld %.6f\n", t - first_t, visits, processor_seconds() - started);
}

template <class Rows>
void run_on(const char *name, const double *x, const Rows &rows, const Input &input, long minis) {
    run_rule<Power>(name, x, [&](auto rule) { run(rule, rows, input, minis); });
}

int main(int argc, char **argv) {
    return read_and_run(argc, argv, [](const char *layout, const char *name, const double *x,
                                       const Input &input, long minis) {
        if (!std::strcmp(layout, "dense"))
            run_on(name, x, Dense{input.n, input.values}, input, minis);
        else if (!std::strcmp(layout, "sparse"))
            run_on(name, x, Sparse{input.starts, input.columns, input.values}, input, minis);
        else
            run_on(name, x, Binary{input.starts, input.columns}, input, minis);
    });
}
