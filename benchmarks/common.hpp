// What the C++ loops of this folder share.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using Vector = std::vector<double>;

inline double processor_seconds() {
    timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

// The next size numbers of a file; ends the program if there are fewer.
template <class T> void read(std::FILE *file, std::vector<T> &into, long size) {
    into.resize(size);
    if (std::fread(into.data(), sizeof(T), size, file) != size_t(size)) {
        std::fprintf(stderr, "the file of patterns ends early\n");
        std::exit(2);
    }
}
