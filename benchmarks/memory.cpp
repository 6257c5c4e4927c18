// Measures how fast this machine reads memory: `memory BYTES...` prints nanoseconds per byte. For each
// argument, it reads an array of this size repeatedly from end to end.
#include "common.hpp"

double sum(const std::vector<double> &values) {
    double parts[32] = {};
    for (size_t i = 0; i + 32 <= values.size(); i += 32)
        for (int j = 0; j < 32; ++j) parts[j] += values[i + j];
    double total = 0;
    for (double part : parts) total += part;
    return total;
}

int main(int argc, char **argv) {
    volatile double result;  // stops the compiler from removing sums
    for (int i = 1; i < argc; ++i) {
        const double bytes = std::atof(argv[i]);
        std::vector<double> values(32 * (1 + size_t(bytes) / 256), 1.0);
        const long passes = 1 + long(2e8 / (8.0 * values.size()));
        double best = 1e9;
        for (int turn = 0; turn < 5; ++turn) {
            const double started = processor_seconds();
            for (long pass = 0; pass < passes; ++pass) result = sum(values);
            const double seconds = processor_seconds() - started;
            best = seconds < best ? seconds : best;
        }
        std::printf("%.6f\n", 1e9 * best / (8.0 * values.size() * passes));
    }
    (void)result;
}
