"""Renders the gallery: the scripts in docs/gallery/, their output and their pictures."""

import ast
import runpy
from contextlib import redirect_stdout
from functools import cache
from io import BytesIO, StringIO
from warnings import catch_warnings

import matplotlib.pyplot as plt
from PIL import Image

import figures.style  # noqa: F401, sets the font
from docs.from_code.files import ROOT
from docs.from_code.markdown import code, escaped, prose
from figures.learner_styles import STYLES

FOLDER = ROOT / "docs" / "gallery"
LINES = [STYLES[name].colour for name in ("Pegasos", "AggressiveROMMA", "MICRA", "ALMA")]
DPI = 200
COLOURS = 32  # in the palette of a picture


def example(path):
    """Return a section for a script: title, explanation, picture, code and output.

    path: the script, relative to the project's folder.
    """
    script = ROOT / path
    text = script.read_text(encoding="utf-8")
    head = ast.parse(text).body[0]
    title, _, explanation = head.value.value.partition("\n\n")
    title = escaped(title.rstrip("."))
    picture = f"![{title}]({FOLDER.name}/{script.stem}.png)"
    program = "".join(text.splitlines(keepends=True)[head.end_lineno :]).strip()
    parts = f"## {title}", prose(explanation), picture, code(program, "python")
    return "\n\n".join([*parts, "It prints:", code(ran(script)[0], "text")])


def pictures():
    """Return path -> PNG bytes for the pictures that all scripts draw now."""
    return {path.with_suffix(".png"): ran(path)[1] for path in sorted(FOLDER.glob("*.py"))}


@cache
def ran(script):
    """Run a script and return (its output, its picture as PNG bytes).

    The script runs in this process, which has already imported most of its modules.
    """
    output, drawn, small = StringIO(), BytesIO(), BytesIO()
    style = plt.rc_context({"axes.prop_cycle": plt.cycler(color=LINES)})
    with style, redirect_stdout(output), catch_warnings():
        runpy.run_path(str(script), run_name="__main__")
        plt.savefig(drawn, format="png", dpi=DPI)
        plt.close()
    Image.open(drawn).convert("RGB").quantize(COLOURS).save(small, format="png", optimize=True)
    return output.getvalue(), small.getvalue()
