"""Sonar: 60 band energies; mines are positive. The training half of the aspect-angle experiment.

`sonar.all-data` has the rocks of `sonar.rocks` and then the mines of `sonar.mines`, each in the
order of its file. It lacks the stars that mark the training patterns in these two files. The papers
present the starred mines first and then the starred rocks.
"""

import numpy as np

from data.loaders.rows import as_arrays, read_rows

# The rows of sonar.all-data, counted from 1, that have a star in sonar.rocks or sonar.mines.
STARRED = """
1 2 3 4 5 7 8 9 10 11 13 14 15 16 17 18 20 22 24 25 26 28 29 30 31 33 34 36 37 39 42 43 45 47 48
49 55 58 59 60 66 70 71 76 78 80 81 82 85 87 89 91 93 94 96 98 99 101 103 104 108 110 113 114 117
119 120 122 125 127 128 133 139 140 141 143 145 148 149 150 151 154 159 161 163 165 167 168 169
173 174 176 178 179 180 181 183 188 190 192 196 197 205 207
"""


def load(path):
    """Return (X, y) of the 104 starred rows, 49 mines and 55 rocks, X (104, 60)."""
    rows = list(read_rows(path, width=61))
    X = [[row.number(column) for column in range(60)] for row in rows]
    X, y = as_arrays(X, [row.choice(60, {"M": 1, "R": -1}) for row in rows])
    starred = np.array(STARRED.split(), dtype=int) - 1
    mines_then_rocks = np.concatenate([starred[y[starred] > 0], starred[y[starred] < 0]])
    return X[mines_then_rocks], y[mines_then_rocks]
