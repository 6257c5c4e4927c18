"""The driver of updates with pairs of patterns, for PUMMA."""
