"""The figures: one module each, with `draw(runs, curves)`, which returns a matplotlib Figure.

runs, curves: pandas tables of results/runs.csv, with the column of results/timings.csv behind its
own, and of results/curves.csv. figures/style.py is what they share. `python -m figures --list`
names them.
"""
