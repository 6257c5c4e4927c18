"""The scikit-learn classifiers made from rules, and what all estimators share."""
