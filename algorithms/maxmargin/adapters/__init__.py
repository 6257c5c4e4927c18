"""Learners of other libraries behind scikit-learn's face, in the same space as ours."""
