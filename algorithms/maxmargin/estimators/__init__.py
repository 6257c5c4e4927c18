"""Estimators that give rules, batch methods and solvers scikit-learn's interface."""
