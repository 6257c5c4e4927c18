"""Makes a page that shows a rule at work on a few two-dimensional patterns, update by update."""
