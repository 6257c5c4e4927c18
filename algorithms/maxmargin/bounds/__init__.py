"""What the papers prove of their algorithms, as functions of numbers: one file an algorithm."""
