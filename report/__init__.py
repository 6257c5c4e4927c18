"""The report: a folder of linked pages that needs no network, from the results of a workflow.

pages.py says which table is on which page, cells.py what a page says about each cell, findings.py
what was most interesting; site.py writes the folder. `python -m workflows.report` is the command.
"""
