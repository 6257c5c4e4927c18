"""What runs leave behind, defined once: statuses, result files, their columns and keys.

- statuses.py lists the ways in which a run can end.
- entries.py describes the entries of config/runs/ and what a record repeats of an entry.
- problems.py finds the runs that had the same patterns.
- run_files.py and analysis_files.py list the columns of each result file, as columns.py defines
  them.
- files.py reads result files, and writing.py writes them.
- models.py makes the record of a fitted estimator, machine.py that of the machine.
- plan_file.py has the jobs of a call, and variant_checks.py the outcomes of checks of variants.
- checked_yaml.py reads a YAML file and checks it against a schema.

Every package above imports this package. It imports only data.files, data.schemas and
data.yaml_files from the rest of the project.
"""
