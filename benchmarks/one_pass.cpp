// A plain loop for one pass of one-vs-rest ALMA_p, the reference of benchmarks/one_pass.py.
//
//   one_pass FILE M N CLASSES ALPHA B C P [SHIFT FACTOR WIDTH DEGREE]
//
// FILE: M patterns of N numbers (double) and M classes (int32). The last four arguments are a kernel.
// Without a kernel, the patterns in FILE have a P-norm of 1. With a kernel, P = 2, and the program
// scales patterns to length 1 in the kernel's space. It computes a kernel's value once for all classes,
// for the patterns that are in any weight.
//
// Prints updates and the seconds of processor time in the loop.
#include "common.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>

struct Problem {
    long m, n, classes;
    Vector X;
    std::vector<int32_t> y;
};

struct ALMA {
    double alpha, B, C, p;
    double bound(long k) const { return (1 - alpha) * B * std::sqrt((p - 1) / k); }
    double rate(long k) const { return C / std::sqrt((p - 1) * k); }
};

double dot(const double *x, const double *z, long n) {
    double total = 0;
    for (long j = 0; j < n; ++j) total += x[j] * z[j];
    return total;
}

// (SHIFT + FACTOR g)^DEGREE with g = exp(−|x − x'|²/2WIDTH²) if WIDTH > 0, otherwise g = x·x'.
struct Kernel {
    double shift, factor, width;
    int degree;
    double operator()(const double *x, const double *z, long n) const {
        double base = shift + factor * (width > 0 ? gaussian(x, z, n) : dot(x, z, n)), value = base;
        for (int i = 1; i < degree; ++i) value *= base;
        return value;
    }
    double gaussian(const double *x, const double *z, long n) const {
        double total = 0;
        for (long j = 0; j < n; ++j) total += (x[j] - z[j]) * (x[j] - z[j]);
        return std::exp(-total / (2 * width * width));
    }
};

long linear(const ALMA &alma, const Problem &problem) {
    const long n = problem.n, classes = problem.classes;
    Vector theta(classes * n, 0.0), w(classes * n, 0.0);
    std::vector<long> next(classes, 1);
    long updates = 0;
    for (long i = 0; i < problem.m; ++i) {
        const double *x = &problem.X[i * n];
        for (long c = 0; c < classes; ++c) {
            const double y = problem.y[i] == c ? 1 : -1;
            if (y * dot(&w[c * n], x, n) > alma.bound(next[c])) continue;
            double *t = &theta[c * n], *v = &w[c * n], sum = 0;
            const double d = y * alma.rate(next[c]++);
            for (long j = 0; j < n; ++j) t[j] += d * x[j];
            for (long j = 0; j < n; ++j) sum += std::pow(std::abs(t[j]), alma.p);
            const double norm = std::pow(sum, 1 / alma.p);
            if (norm > 1)
                for (long j = 0; j < n; ++j) t[j] /= norm;
            const double length = std::pow(norm > 1 ? 1 : norm, alma.p - 2);
            for (long j = 0; j < n; ++j)
                v[j] = std::copysign(std::pow(std::abs(t[j]), alma.p - 1) / length, t[j]);
            ++updates;
        }
    }
    return updates;
}

long with_kernel(const ALMA &alma, const Kernel &kernel, const Problem &problem) {
    const long n = problem.n, classes = problem.classes;
    std::vector<long> next(classes, 1), members;
    Vector coefficients, scale(classes, 1.0), squared_norm(classes, 0.0), score(classes);
    Vector inverse(problem.m);
    for (long i = 0; i < problem.m; ++i) {
        const double *x = &problem.X[i * n];
        inverse[i] = 1 / std::sqrt(kernel(x, x, n));
    }
    long updates = 0;
    for (long i = 0; i < problem.m; ++i) {
        const double *x = &problem.X[i * n];
        std::fill(score.begin(), score.end(), 0.0);
        for (size_t s = 0; s < members.size(); ++s) {
            const long k = members[s];
            const double value = inverse[i] * inverse[k] * kernel(x, &problem.X[k * n], n);
            for (long c = 0; c < classes; ++c) score[c] += coefficients[s * classes + c] * value;
        }
        bool member = false;
        for (long c = 0; c < classes; ++c) {
            const double y = problem.y[i] == c ? 1 : -1, p = y * scale[c] * score[c];
            if (p > alma.bound(next[c])) continue;
            const double d = alma.rate(next[c]++);
            if (!member) {
                members.push_back(i), member = true;
                coefficients.resize(members.size() * classes, 0.0);
            }
            coefficients[(members.size() - 1) * classes + c] = y * d / scale[c];
            squared_norm[c] += d * (2 * p + d);
            if (squared_norm[c] > 1) scale[c] /= std::sqrt(squared_norm[c]), squared_norm[c] = 1;
            ++updates;
        }
    }
    return updates;
}

int main(int argc, char **argv) {
    std::FILE *file = argc == 9 || argc == 13 ? std::fopen(argv[1], "rb") : nullptr;
    if (!file) {
        std::fprintf(stderr, "usage: one_pass FILE M N CLASSES ALPHA B C P "
                             "[SHIFT FACTOR WIDTH DEGREE]\n");
        return 2;
    }
    double x[13] = {};
    for (int i = 2; i < argc; ++i) x[i] = std::atof(argv[i]);
    Problem problem{long(x[2]), long(x[3]), long(x[4]), {}, {}};
    const ALMA alma{x[5], x[6], x[7], x[8]};
    read(file, problem.X, problem.m * problem.n);
    read(file, problem.y, problem.m);
    std::fclose(file);
    const double started = processor_seconds();
    const long updates = argc == 9 ? linear(alma, problem)
                                   : with_kernel(alma, {x[9], x[10], x[11], int(x[12])}, problem);
    std::printf("%ld %.6f\n", updates, processor_seconds() - started);
}
