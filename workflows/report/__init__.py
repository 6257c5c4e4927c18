"""Writes the report from the results, as a folder of linked pages that needs no network.

pages.py assigns tables and figures to pages. cells.py describes each cell. findings.py writes the
most interesting findings. site.py writes the folder. The command is
`python -m workflows.commands.report`.
"""
