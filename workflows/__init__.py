"""The workflow around the library.

rules/ has Snakemake's rules. plan/ turns the config into batches of runs. commands/ has the
commands of the jobs. guards/ protects results. report/ writes the pages. The other modules are
commands for people, such as `python -m workflows.repeat`, and the messages of the Snakefile.
"""

import sys
from pathlib import Path

# The project's folder comes first, so that a user's data.py or records.py does not hide ours.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
