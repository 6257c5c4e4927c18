"""The answer to whether patterns are separable: what was proved, checked again from the data."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from maxmargin.separable.certificate import check_inseparability, check_separation
from maxmargin.separable.exact import left_null_space
from maxmargin.separable.patterns import Patterns, checked

FORMAT = "maxmargin.separable 1"


@dataclass(frozen=True, eq=False)
class Answer:
    shape: tuple
    separable: bool | None
    weight: Any = None
    threshold: Any = None
    margin: float | None = None
    patterns: Any = None
    integers: Any = None
    equal_rows: bool = False
    errors: int | None = None
    combination: float | None = None
