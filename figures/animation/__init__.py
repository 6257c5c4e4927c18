"""A page that shows a rule at work on a few patterns of two coordinates, update by update."""
