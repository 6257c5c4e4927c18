// A plain loop over patterns and epochs, the reference of benchmarks/drivers.py. Mini-epochs visit only
// the patterns that caused an update. Each visit computes one inner product.
//
//   reference RULE LAYOUT FILE M N ENTRIES RHO DELTA MINI_EPOCHS PARAMETER...
//
// LAYOUT: dense, sparse or binary. FILE: M labels (double), then M + 1 starts (int64) and ENTRIES
// columns (int32) for sparse and binary, then ENTRIES values (double) for dense and sparse.
//
// Prints updates, visits and the seconds of processor time in the loop.
#include "common.hpp"

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstring>

struct PerceptronWithMargin {
    double b;
    static constexpr bool from_first = false;
    double bound(double, long) const { return b; }
    bool wrong(double p, double bound) const { return p <= bound; }
    void step(double, double, double, long, double &s, double &d) const { s = 1, d = 1; }
};

struct AggressiveROMMA {
    double delta;
    static constexpr bool from_first = false;
    double bound(double, long t) const { return t ? 1 - delta : DBL_MAX; }
    bool wrong(double p, double bound) const { return p < bound; }
    void step(double p, double q, double n2, long, double &s, double &d) const {
        if (p >= q * n2) {
            s = 0, d = 1 / q;
            return;
        }
        double determinant = q * n2 - p * p;
        s = (q * n2 - p) / determinant, d = n2 * (1 - p) / determinant;
    }
};

struct Margitron {  // the w-margitron: its threshold grows with the length of the weight
    double epsilon, b;
    static constexpr bool from_first = false;
    double bound(double n2, long t) const { return t ? b * std::pow(std::sqrt(n2), 1 - epsilon) : 0; }
    bool wrong(double p, double bound) const { return p <= bound; }
    void step(double, double, double, long, double &s, double &d) const { s = 1, d = 1; }
};

struct MICRA {
    double epsilon, zeta, eta, beta;
    static constexpr bool from_first = true;
    double bound(double n2, long t) const { return std::sqrt(n2) * beta * std::pow(t, -epsilon); }
    bool wrong(double p, double bound) const { return p <= bound; }
    void step(double, double, double n2, long t, double &s, double &d) const {
        s = 1, d = std::sqrt(n2) * eta * std::pow(t, -zeta);
    }
};

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

struct Space {
    Vector labels;
    long n;
    double rho, delta;
};

template <class Rule, class Rows>
void run(const Rule &rule, const Rows &rows, const Space &space, long mini_epochs) {
    const long m = space.labels.size(), n = space.n;
    const double rho = space.rho, delta2 = space.delta * space.delta;
    const Vector &labels = space.labels;
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
void run_rule(const char *name, const double *x, const Rows &rows, const Space &space, long minis) {
    if (!std::strcmp(name, "PerceptronWithMargin"))
        run(PerceptronWithMargin{x[0]}, rows, space, minis);
    else if (!std::strcmp(name, "AggressiveROMMA"))
        run(AggressiveROMMA{x[0]}, rows, space, minis);
    else if (!std::strcmp(name, "Margitron"))
        run(Margitron{x[0], x[1]}, rows, space, minis);
    else if (!std::strcmp(name, "MICRA"))
        run(MICRA{x[0], x[1], x[2], x[3]}, rows, space, minis);
    else {
        std::fprintf(stderr, "reference: no rule %s\n", name);
        std::exit(2);
    }
}

int main(int argc, char **argv) {
    std::FILE *file = argc > 10 ? std::fopen(argv[3], "rb") : nullptr;
    if (!file) {
        std::fprintf(stderr, "usage: reference RULE LAYOUT FILE M N ENTRIES RHO DELTA "
                             "MINI_EPOCHS PARAMETER...\n");
        return 2;
    }
    long m = std::atol(argv[4]), entries = std::atol(argv[6]), minis = std::atol(argv[9]);
    Space space{{}, std::atol(argv[5]), std::atof(argv[7]), std::atof(argv[8])};
    double parameters[4] = {};
    for (int i = 10; i < argc && i < 14; ++i) parameters[i - 10] = std::atof(argv[i]);
    read(file, space.labels, m);
    if (!std::strcmp(argv[2], "dense")) {
        Dense rows{space.n, {}};
        read(file, rows.values, entries);
        run_rule(argv[1], parameters, rows, space, minis);
    } else if (!std::strcmp(argv[2], "sparse")) {
        Sparse rows;
        read(file, rows.starts, m + 1);
        read(file, rows.columns, entries);
        read(file, rows.values, entries);
        run_rule(argv[1], parameters, rows, space, minis);
    } else {
        Binary rows;
        read(file, rows.starts, m + 1);
        read(file, rows.columns, entries);
        run_rule(argv[1], parameters, rows, space, minis);
    }
    std::fclose(file);
}
