"""The figures of runs: one module for each, with `draw(tables)`, which returns a matplotlib Figure.

The docstring of a module is the figure's caption, and EXPLAINS names the tables that the figure
belongs to. `tables` is a `figures.tables.Tables`. The figures of analyses are in the folders of the
analyses. All figures share style.py, and figures of margin distributions share distributions.py.
`python -m figures --list` lists the names.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

# The suite's modules come before a data.py or records.py in the user's current folder.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
# A notebook's backend may not be installed here, and a user's own settings must not change a
# figure. style.py sets the deviations from matplotlib's defaults.
os.environ["MPLBACKEND"] = "agg"
os.environ["MATPLOTLIBRC"] = str(Path(find_spec("matplotlib").origin).parent / "mpl-data")
