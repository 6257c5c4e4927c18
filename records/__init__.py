"""What runs leave behind, defined once: statuses, result files, their columns and keys.

- statuses.py lists the ways in which a run can end.
- entries.py describes the entries of config/runs/ and what a record repeats of an entry.
- problems.py finds the runs that had the same patterns.
- run_files.py and analysis_files.py list the columns of each result file.
- files.py reads result files, and writing.py writes them.
- models.py makes the record of a fitted estimator.

Every package above imports this package. It imports only data.files and data.yaml_files from the
rest of the project.
"""
