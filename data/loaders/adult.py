"""Adult (census income) in Platt's binary coding, from the raw file; above 50K is positive.

A number is one of several intervals, a word one of several values, each with a column of its own;
columns are counted attribute by attribute. The outcome is LIBSVM's a9a, token for token.
"""

from bisect import bisect_right

import numpy as np
from scipy import sparse

from data.loaders.rows import read_rows

# Where the intervals of a number begin, but the lowest; or the words of `adult.names`, in order.
ATTRIBUTES = (
    (26, 33, 41, 50),  # age
    "Private Self-emp-not-inc Self-emp-inc Federal-gov Local-gov State-gov Without-pay"
    " Never-worked",
    (106648, 158662, 196338, 259873),  # fnlwgt
    "Bachelors Some-college 11th HS-grad Prof-school Assoc-acdm Assoc-voc 9th 7th-8th 12th"
    " Masters 1st-4th 10th Doctorate 5th-6th Preschool",
    (9, 10, 11, 13),  # education-num
    "Married-civ-spouse Divorced Never-married Separated Widowed Married-spouse-absent"
    " Married-AF-spouse",
    "Tech-support Craft-repair Other-service Sales Exec-managerial Prof-specialty"
    " Handlers-cleaners Machine-op-inspct Adm-clerical Farming-fishing Transport-moving"
    " Priv-house-serv Protective-serv Armed-Forces",
    "Wife Own-child Husband Not-in-family Other-relative Unmarried",
    "White Asian-Pac-Islander Amer-Indian-Eskimo Other Black",
    "Female Male",
    (114,),  # capital-gain
    (155,),  # capital-loss
    (35, 40, 41, 48),  # hours-per-week
    "United-States Cambodia England Puerto-Rico Canada Germany Outlying-US(Guam-USVI-etc) India"
    " Japan Greece South China Cuba Iran Honduras Philippines Italy Poland Jamaica Vietnam Mexico"
    " Portugal Ireland France Dominican-Republic Laos Ecuador Taiwan Haiti Columbia Hungary"
    " Guatemala Nicaragua Scotland Thailand Yugoslavia El-Salvador Trinadad&Tobago Peru Hong"
    " Holand-Netherlands",
)
CLASSES = {"<=50K": -1, ">50K": 1}


def load(path):
    """(X, y) of `adult.data`, all 32561 rows in file order, X CSR (32561, 123) of ones.

    A missing value (?) gives no column.
    """
    columns, n = [], 0  # for each attribute the column of each word, or that of the lowest interval
    for attribute in ATTRIBUTES:
        if isinstance(attribute, str):
            words = attribute.split()
            columns.append({word: n + k for k, word in enumerate(words)})
            n += len(words)
        else:
            columns.append(n)
            n += len(attribute) + 1
    indices, indptr, y = [], [0], []
    for row in read_rows(path, width=15, separator=", "):
        for k, (attribute, at) in enumerate(zip(ATTRIBUTES, columns, strict=True)):
            if isinstance(attribute, tuple):
                indices.append(at + bisect_right(attribute, row.number(k)))
            elif row.tokens[k] != "?":
                indices.append(row.choice(k, at))
        indptr.append(len(indices))
        y.append(row.choice(14, CLASSES))
    parts = (np.ones(len(indices)), np.array(indices, np.int32), np.array(indptr, np.int32))
    return sparse.csr_matrix(parts, shape=(len(y), n)), np.array(y, dtype=np.float64)
