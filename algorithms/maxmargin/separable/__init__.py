"""Decides whether patterns are linearly separable, with a proof either way.

`separable` answers the question, `separation` tells complete and quasi-complete separation apart,
and `load` reads a saved answer. `python -m maxmargin.separable` answers it for a CSV file.
"""

from maxmargin.separable.decide import separable
from maxmargin.separable.kinds import Separation, separation
from maxmargin.separable.result import Answer, load

# `import maxmargin` gives `maxmargin.separable` the function, which hides this package.
vars(separable).update(Answer=Answer, Separation=Separation, load=load, separation=separation)

__all__ = ["Answer", "Separation", "load", "separable", "separation"]
