"""The driver of ALMA for p > 2, and for patterns that are divided by their own p-norms."""
