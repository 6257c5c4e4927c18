"""The papers' tables as data, and the comparison of printed with measured numbers.

Each paper has a folder. paper.yaml names its authors, each table has a file such as
`micra/table-1.yaml` with every string as printed, and questions.yaml lists what the paper leaves
open. Code that computes results never reads these files. They serve to compare, render and draw.
"""
