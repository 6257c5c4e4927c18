"""Decides whether patterns are linearly separable, with a proof either way.

`separable` answers the question, `separation` tells complete and quasi-complete separation apart,
and `load` reads a saved answer. `python -m maxmargin.separable` answers it for a CSV file.

The package and its function have one name. So the package can be called, too: after
`from maxmargin import separable`, both `separable(X, y)` and `separable.load(file)` work.
"""

import sys
from importlib import import_module
from inspect import signature
from types import ModuleType

from maxmargin.separable.decide import separable
from maxmargin.separable.kinds import Separation, separation
from maxmargin.separable.result import Answer, load

__all__ = ["Answer", "Separation", "load", "separable", "separation"]


class _CallablePackage(ModuleType):
    __call__ = staticmethod(separable)
    __signature__ = signature(separable)

    def __reduce__(self):  # so that other processes can get it, as they get functions
        return import_module, (__name__,)


sys.modules[__name__].__class__ = _CallablePackage
