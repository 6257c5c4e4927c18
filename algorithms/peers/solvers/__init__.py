"""Other people's solvers on the identical hard-margin problem, one file per solver."""
