"""The figures: one module each, with `draw(tables)`, which returns a matplotlib Figure.

The docstring of a module is the figure's caption, and EXPLAINS names the tables that it belongs to.
tables: a `figures.tables.Tables`. figures/style.py is what all of them share, distributions.py what
those of margin distributions do. `python -m figures --list` names them.
"""
