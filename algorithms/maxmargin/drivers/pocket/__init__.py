"""Gallant's pocket algorithm: the compiled loops for patterns and for kernels."""
