"""The commands that the workflow's rules call, and what the Snakefile itself needs."""
