"""The gallery's scripts are short and on the page, and their pictures are current."""

import warnings
from io import BytesIO

import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image

from docs.fill import HERE
from docs.from_code import gallery
from tests.chosen import slow_unless

SCRIPTS = sorted(gallery.FOLDER.glob("*.py"))


def pixels(file):
    return np.asarray(Image.open(file).convert("RGB"), dtype=float)


# Another test runs soft_margin anyway, and its picture is cached.
@pytest.mark.parametrize(
    "script",
    [
        pytest.param(path, id=path.stem, marks=slow_unless(path.stem == "soft_margin"))
        for path in SCRIPTS
    ],
)
def test_a_picture_is_what_is_drawn_now(script):
    """If this fails: `python -m docs.fill`, and commit the pictures."""
    kept, drawn = script.with_suffix(".png"), gallery.ran(script)[1]
    assert pixels(kept).shape == pixels(BytesIO(drawn)).shape
    assert np.abs(pixels(kept) - pixels(BytesIO(drawn))).mean() < 0.5  # of 255: rounding's
    assert kept.stat().st_size < 60_000


def test_every_script_is_short_and_on_the_page_and_no_picture_is_left_over():
    page = (HERE / "gallery.md").read_text(encoding="utf-8")
    for script in SCRIPTS:
        assert f"<!-- from the code: example docs/gallery/{script.name} -->" in page
        assert script.read_text(encoding="utf-8").count("\n") <= 70
    assert {path.stem for path in gallery.FOLDER.glob("*.png")} == {path.stem for path in SCRIPTS}


def test_an_example_has_title_text_picture_code_and_output():
    text = gallery.example("docs/gallery/soft_margin.py")
    assert text.startswith("## A soft margin by Δ\n\nVersicolor and virginica")
    picture, code = text.index("](gallery/soft_margin.png)"), text.index("```python\nimport matpl")
    assert picture < code < text.index("It prints:\n\n```text\nΔ = 0.2: 19 of 100")
    assert '"""' not in text


@pytest.mark.long
def test_a_script_changes_neither_looks_nor_warnings():
    before = warnings.filters[:], plt.rcParams["axes.prop_cycle"]
    gallery.ran.__wrapped__(gallery.FOLDER / "stream.py")
    assert (warnings.filters, plt.rcParams["axes.prop_cycle"]) == before
    assert not plt.get_fignums()
