"""The exact solver: a margin and a bound enclose the maximum at each step, up to rounding."""
