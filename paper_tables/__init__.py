"""The papers' tables as data, and the comparison with what was measured.

A paper is a folder, a table a file in it (`micra/table-1.yaml`), with every string as printed.
Nothing that computes a result reads them: they are for comparing, rendering and drawing.
"""
