"""The figures of runs: one module each, with `draw(tables)`, which returns a matplotlib Figure.

The docstring of a module is the figure's caption, and EXPLAINS names the tables that it belongs to.
tables: a `figures.tables.Tables`. The figures of analyses are in the folders of these. style.py is
what all figures share, distributions.py what those of margin distributions share. `python -m
figures --list` lists the names.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

# Before a data.py or records.py of the user's in the folder in which the command is typed.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
# A notebook's backend may not be installed here, and a user's own settings change no figure:
# style.py sets what differs from matplotlib's defaults.
os.environ["MPLBACKEND"] = "agg"
os.environ["MATPLOTLIBRC"] = str(Path(find_spec("matplotlib").origin).parent / "mpl-data")
