"""The exact solver: it encloses the maximum margin between two proved ends at every step."""
