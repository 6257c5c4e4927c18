"""What the papers prove about their algorithms, as functions of numbers: one file per algorithm."""
