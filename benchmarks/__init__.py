"""Speed benchmarks. Each result is a ratio to a reference in the same run."""
