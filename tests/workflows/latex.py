"""Puts tables into a LaTeX document and compiles it, if a compiler is installed."""

import shutil

import pytest

LATEX = shutil.which("pdflatex")
WITH_LATEX = pytest.mark.skipif(not LATEX, reason="pdflatex is not installed")
DOCUMENT = r"""\documentclass{article}
\usepackage{array,booktabs,graphicx,longtable,pdflscape}
\begin{document}
Tables~%s.
%s
\end{document}
"""
