"""Adult (census income) in Platt's binary coding, from the raw file; above 50K is positive.

A number falls into one of several intervals, a word is one of several values, and each of these has
its own feature; features are counted attribute by attribute, from 1. The result is LIBSVM's a9a,
byte for byte.
"""

from bisect import bisect_right

from data.loaders.rows import read_rows

# Where the intervals of a number begin, except the lowest; or the words of `adult.names`, in order.
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
    """Writes a9a to the path `target`, from `adult.data` at `source`, row by row in file order.

    A missing value (?) gives no feature. Raises DataError, naming file, line and token, for a line
    unlike the publisher's.
    """
    features = _features()
    with open(target, "w", encoding="ascii") as out:
        for row in read_rows(source, width=15, separator=", "):
            present = (_feature(row, k, feature) for k, feature in enumerate(features))
            pairs = "".join(f"{feature}:1 " for feature in present if feature)
            out.write(f"{row.choice(14, CLASSES)} {pairs}\n")


def _features():
    """For each attribute a dict from word to feature, or the feature of its lowest interval."""
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
    """The feature of the k-th attribute of a row; None if its value is missing."""
    if isinstance(feature, int):
        return feature + bisect_right(ATTRIBUTES[k], row.number(k))
    return None if row.tokens[k] == "?" else row.choice(k, feature)
