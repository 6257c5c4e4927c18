"""What runs leave behind, said once: statuses, files of results, their columns and keys.

statuses.py says how a run can end, entries.py what the files of config/runs/ say of it, problems.py
which runs had the same patterns, run_files.py and analysis_files.py which columns each file of
results has, files.py reads them, writing.py writes them, and models.py takes the record of a fitted
estimator. Everything above imports this package; it imports no more of the project than data.files.
"""
