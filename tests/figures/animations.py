"""Animations of learners, as files."""

import json
import re

from figures.animation.__main__ import main

STEPS = re.compile(r'<script type="application/json" id="run">(.*?)</script>', re.DOTALL)


def animation(folder, *arguments):
    """Call the command; return (text of the page, its steps)."""
    path = folder / "page.html"
    assert main([*arguments, "--output", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    return text, json.loads(STEPS.search(text)[1])
