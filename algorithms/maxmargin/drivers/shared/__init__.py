"""Code that the drivers share: state, updates, margin checks, the clock and the record of a run."""
