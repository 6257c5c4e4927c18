"""Gallant's pocket algorithm: its driver, and the compiled loops for patterns and for kernels."""
