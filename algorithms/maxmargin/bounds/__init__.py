"""The papers' theorems about their algorithms, as functions of numbers: one file per algorithm."""
