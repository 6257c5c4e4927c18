"""The papers' tables as data, and the comparison with what was measured.

A paper is a folder with paper.yaml, which says who wrote it, a file for each table
(`micra/table-1.yaml`), with every string as printed, and questions.yaml, with what it leaves open.
Nothing that computes a result reads them: they are for comparing, rendering and drawing.
"""
