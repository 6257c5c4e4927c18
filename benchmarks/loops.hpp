// What the loops of reference.cpp and tuned.cpp share: the rules, the input and the command line.
//
//   PROGRAM RULE LAYOUT FILE M N ENTRIES RHO DELTA MINI_EPOCHS PARAMETER...
//
// LAYOUT: dense, sparse or binary. FILE: M labels (double), then M + 1 starts (int64) and ENTRIES
// columns (int32) for sparse and binary, then ENTRIES values (double) for dense and sparse.
//
// A program prints updates, visits and the seconds of processor time in the loop.
#pragma once
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

// t^e, for t that grows by 1
struct Power {
    double e;
    double operator()(long t) const { return std::pow(t, e); }
};

// The same, of which many are computed at once.
struct TableOfPowers {
    static constexpr long size = 4096;
    double e;
    long first = -size;
    Vector powers = Vector(size);
    double operator()(long t) {
        if (t >= first + size || t < first) {
            first = t / size * size;
            for (long i = 0; i < size; ++i) powers[i] = std::pow(double(first + i), e);
        }
        return powers[t - first];
    }
};

template <class Power> struct MICRA {
    Power of_bound, of_step;
    double eta, beta;
    static constexpr bool from_first = true;
    double bound(double n2, long t) { return std::sqrt(n2) * beta * of_bound(t); }
    bool wrong(double p, double bound) const { return p <= bound; }
    void step(double, double, double n2, long t, double &s, double &d) {
        s = 1, d = std::sqrt(n2) * eta * of_step(t);
    }
};

struct Input {
    Vector labels, values;
    std::vector<int64_t> starts;
    std::vector<int32_t> columns;
    long n;
    double rho, delta;
};

// Calls run with the rule of this name.
template <class Power, class Run> void run_rule(const char *name, const double *x, Run run) {
    if (!std::strcmp(name, "PerceptronWithMargin"))
        run(PerceptronWithMargin{x[0]});
    else if (!std::strcmp(name, "AggressiveROMMA"))
        run(AggressiveROMMA{x[0]});
    else if (!std::strcmp(name, "Margitron"))
        run(Margitron{x[0], x[1]});
    else if (!std::strcmp(name, "MICRA"))
        run(MICRA<Power>{{-x[0]}, {-x[1]}, x[2], x[3]});
    else {
        std::fprintf(stderr, "no rule %s\n", name);
        std::exit(2);
    }
}

// Reads the command line and the file, and calls run(layout, rule, parameters, input, mini_epochs).
template <class Run> int read_and_run(int argc, char **argv, Run run) {
    std::FILE *file = argc > 10 ? std::fopen(argv[3], "rb") : nullptr;
    if (!file) {
        std::fprintf(stderr, "usage: %s RULE LAYOUT FILE M N ENTRIES RHO DELTA MINI_EPOCHS "
                             "PARAMETER...\n", argv[0]);
        return 2;
    }
    const char *layout = argv[2];
    const bool is_dense = !std::strcmp(layout, "dense"), is_binary = !std::strcmp(layout, "binary");
    long m = std::atol(argv[4]), entries = std::atol(argv[6]);
    Input input;
    input.n = std::atol(argv[5]), input.rho = std::atof(argv[7]), input.delta = std::atof(argv[8]);
    double parameters[4] = {};
    for (int i = 10; i < argc && i < 14; ++i) parameters[i - 10] = std::atof(argv[i]);
    read(file, input.labels, m);
    if (!is_dense) read(file, input.starts, m + 1), read(file, input.columns, entries);
    if (!is_binary) read(file, input.values, entries);
    std::fclose(file);
    run(layout, argv[1], parameters, input, std::atol(argv[9]));
    return 0;
}
