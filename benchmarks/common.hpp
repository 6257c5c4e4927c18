// Shared code of the C++ loops in this folder.
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

// Reads the next `size` numbers of a file. Ends the program if the file has fewer.
template <class T> void read(std::FILE *file, std::vector<T> &into, long size) {
    into.resize(size);
    if (std::fread(into.data(), sizeof(T), size, file) != size_t(size)) {
        std::fprintf(stderr, "the file of patterns ends early\n");
        std::exit(2);
    }
}
