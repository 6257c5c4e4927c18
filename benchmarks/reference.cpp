// The plain loop that the drivers are compared with: one epoch after the other over dense patterns
// that are reflected and augmented in memory, one inner product a visit.
//
//   reference RULE PATTERNS M N PARAMETER... : PATTERNS holds M * N doubles, row by row.
//
// Prints updates, visits and the seconds of the loop.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using Vector = std::vector<double>;

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
    double bound(double, long) const { return 1 - delta; }
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

struct MICRA {
    double epsilon, zeta, eta, beta;
    static constexpr bool from_first = true;
    double bound(double n2, long t) const { return std::sqrt(n2) * beta * std::pow(t, -epsilon); }
    bool wrong(double p, double bound) const { return p <= bound; }
    void step(double, double, double n2, long t, double &s, double &d) const {
        s = 1, d = std::sqrt(n2) * eta * std::pow(t, -zeta);
    }
};

static double product(const double *a, const double *y, long n) {
    double total = 0;
    for (long j = 0; j < n; ++j) total += a[j] * y[j];
    return total;
}

template <class Rule> void run(const Rule &rule, const Vector &patterns, long m, long n) {
    Vector q(m), a(n, 0.0);
    for (long k = 0; k < m; ++k) q[k] = product(&patterns[k * n], &patterns[k * n], n);
    double n2 = 0;
    long t = 0, visits = 0;
    if (Rule::from_first) a.assign(patterns.begin(), patterns.begin() + n), n2 = q[0], t = 1;
    const long first_t = t;
    auto started = std::chrono::steady_clock::now();
    double bound = rule.bound(n2, t);
    for (bool updated = true; updated;) {
        updated = false;
        for (long k = 0; k < m; ++k) {
            const double *y = &patterns[k * n];
            double p = product(a.data(), y, n);
            if (!rule.wrong(p, bound)) continue;
            double s, d;
            rule.step(p, q[k], n2, t, s, d);
            if (s == 1)
                for (long j = 0; j < n; ++j) a[j] += d * y[j];
            else
                for (long j = 0; j < n; ++j) a[j] = s * a[j] + d * y[j];
            // For ROMMA with both constraints ‖a‖² is s·n2 + d; the general recurrence drifts there.
            n2 = s == 1 ? n2 + d * (2 * p + d * q[k]) : s == 0 ? d : s * n2 + d;
            ++t;
            updated = true;
            bound = rule.bound(n2, t);
        }
        visits += m;
    }
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started;
    std::printf("%ld %ld %.6f\n", t - first_t, visits, seconds.count());
}

int main(int argc, char **argv) {
    if (argc < 6) {
        std::fprintf(stderr, "usage: reference RULE PATTERNS M N PARAMETER...\n");
        return 2;
    }
    long m = std::atol(argv[3]), n = std::atol(argv[4]);
    Vector patterns(m * n);
    std::FILE *file = std::fopen(argv[2], "rb");
    if (!file || std::fread(patterns.data(), sizeof(double), m * n, file) != size_t(m * n)) {
        std::fprintf(stderr, "reference: %s does not hold %ld numbers\n", argv[2], m * n);
        return 2;
    }
    std::fclose(file);
    double parameters[4] = {};
    for (int i = 5; i < argc && i < 9; ++i) parameters[i - 5] = std::atof(argv[i]);
    if (!std::strcmp(argv[1], "PerceptronWithMargin"))
        run(PerceptronWithMargin{parameters[0]}, patterns, m, n);
    else if (!std::strcmp(argv[1], "AggressiveROMMA"))
        run(AggressiveROMMA{parameters[0]}, patterns, m, n);
    else if (!std::strcmp(argv[1], "MICRA"))
        run(MICRA{parameters[0], parameters[1], parameters[2], parameters[3]}, patterns, m, n);
    else {
        std::fprintf(stderr, "reference: no rule %s\n", argv[1]);
        return 2;
    }
}
