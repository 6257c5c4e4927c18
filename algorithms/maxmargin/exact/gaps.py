"""Relative gaps between a margin and its upper bound, for the exact solver."""

GAP = 1e-9  # at which a run has converged, unless the user wants another gap
ROUNDING = 1e-12  # the smallest gap that rounding allows
