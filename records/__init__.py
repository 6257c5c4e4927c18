"""What runs leave behind, defined once: statuses, files of results, their columns and keys.

statuses.py says how a run can end, entries.py what the files of config/runs/ say about it,
problems.py which runs had the same patterns, run_files.py and analysis_files.py which columns each
file of results has; files.py reads these files, writing.py writes them, and models.py makes the
record of a fitted estimator. Everything above imports this package, which itself imports nothing of
the project but data.files.
"""
