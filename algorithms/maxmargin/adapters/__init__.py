"""Learners of other libraries as scikit-learn classifiers, in the same space as ours."""
