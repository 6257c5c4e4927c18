"""The scikit-learn classifiers that rules become, and what all estimators share."""
