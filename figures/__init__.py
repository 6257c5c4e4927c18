"""The figures of runs: one module each, with `draw(tables)`, which returns a matplotlib Figure.

The docstring of a module is the figure's caption, and EXPLAINS names the tables that it belongs to.
tables: a `figures.tables.Tables`. Those of the analyses stand with them. figures/style.py is what
all of them share, distributions.py what those of margin distributions do. Their names are listed by
`python -m figures --list`.
"""
