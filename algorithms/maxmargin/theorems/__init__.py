"""Theorems about learners, which runs are checked against. Their bounds are in bounds/."""
