"""The commands that the workflow's rules call, and what the Snakefile itself needs."""

import sys
from pathlib import Path

# Before a data.py or records.py of the user's in the folder in which a command is typed.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
