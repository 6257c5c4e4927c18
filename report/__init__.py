"""The report: a folder of linked pages that needs no network, from the results of one workflow.

pages.py says which table stands on which page, cells.py what the page says of each cell,
findings.py what was most interesting; site.py writes the folder.
`python -m workflows.report` is the command.
"""
