"""Adult (census income) in Platt's binary coding, from the raw file; above 50K is positive.

A number falls into one of several intervals, and a word is one of several values. Each interval and
each value has its own feature. Features are numbered from 1, attribute by attribute. The result is
LIBSVM's a9a, byte for byte.
"""

from bisect import bisect_right

from data.loaders.rows import read_rows

# For a number the starts of its intervals, except the lowest; otherwise the words of `adult.names`.
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
CLASSES = {"<=50K": "-1", ">50K": "+1"}


def derive(source, target):
    """Write a9a to the path `target`, row by row, from `adult.data` at `source`.

    A missing value (?) gives no feature. A line that differs from the publisher's format raises
    DataError, which names file, line and token.
    """
    features = _features()
    with open(target, "w", encoding="ascii") as out:
        for row in read_rows(source, width=15, separator=", "):
            present = (_feature(row, k, feature) for k, feature in enumerate(features))
            pairs = "".join(f"{feature}:1 " for feature in present if feature)
            out.write(f"{row.choice(14, CLASSES)} {pairs}\n")


def _features():
    """Return for each attribute a dict from word to feature, or its lowest interval's feature."""
    features, first = [], 1
    for attribute in ATTRIBUTES:
        if isinstance(attribute, str):
            words = attribute.split()
            features.append({word: first + k for k, word in enumerate(words)})
            first += len(words)
        else:
            features.append(first)
            first += len(attribute) + 1
    return features


def _feature(row, k, feature):
    """Return the feature of a row's k-th attribute; None if the value is missing."""
    if isinstance(feature, int):
        return feature + bisect_right(ATTRIBUTES[k], row.number(k))
    return None if row.tokens[k] == "?" else row.choice(k, feature)
