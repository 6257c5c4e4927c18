"""Text with _{subscripts} and ^{superscripts}, for Markdown, HTML and LaTeX."""

import re
import unicodedata
from html import escape

SCRIPT = re.compile(r"([_^])\{([^{}]*)\}")
LATEX = {
    **{sign: f"\\{sign}" for sign in "&%$#{}"},
    "_": r"\_\allowbreak{}",
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": "$<$",
    ">": "$>$",
    "|": "$|$",
    "*": "$*$",
    "′": "$'$",
    "−": "$-$",
    "–": "--",
    "→": r"$\to$",
    "∞": r"$\infty$",
    "é": r"\'e",
    "×": r"$\times$",
    "±": r"$\pm$",
    "ö": r"\"{o}",
    "·": r"$\cdot$",
    "√": r"$\surd$",
    "‖": r"$\|$",
    "≈": r"$\approx$",
    "≠": r"$\neq$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "²": r"\textsuperscript{2}",
    "³": r"\textsuperscript{3}",
    "₂": r"\textsubscript{2}",
    "★": r"$\star$",
    "…": r"\dots{}",
    "½": r"$\frac{1}{2}$",
    "ñ": r"\~{n}",
    "[": "{[}",  # which would be an option where a row begins
    "λ": r"$\lambda$",  # Unicode's name is LAMDA
}


def html(text):
    """Escaped, with <sub> and <sup>.

    >>> html("t < (R/γ_{d})^{2}")
    't &lt; (R/γ<sub>d</sub>)<sup>2</sup>'
    """
    return SCRIPT.sub(_html_script, escape(text))


def markdown(text):
    """As `html`, and safe in the cell of a table."""
    text = SCRIPT.sub(_html_script, escape(text, quote=False))
    return text.replace("|", r"\|").replace("*", r"\*").replace("\n", " ")


def latex(text):
    r"""Every character that LaTeX would take as a command, or does not know, written as a command.

    >>> print(latex("99 % of γ_{d}"))
    99 \% of $\gamma$\textsubscript{d}
    """
    parts, end = [], 0
    for match in SCRIPT.finditer(text):
        command = r"\textsubscript" if match[1] == "_" else r"\textsuperscript"
        parts += [_latex_signs(text[end : match.start()]), f"{command}{{{_latex_signs(match[2])}}}"]
        end = match.end()
    return "".join([*parts, _latex_signs(text[end:])])


def plain(text):
    """Without the braces."""
    return SCRIPT.sub(r"\1\2", text)


def _html_script(match):
    tag = "sub" if match[1] == "_" else "sup"
    return f"<{tag}>{match[2]}</{tag}>"


def _latex_signs(text):
    return "".join(map(_latex_sign, text))


def _latex_sign(sign):
    if sign in LATEX or sign.isascii():
        return LATEX.get(sign, sign)
    words = unicodedata.name(sign, "").split()  # such as GREEK SMALL LETTER GAMMA
    if words[:1] == ["GREEK"]:
        return f"$\\{words[-1].capitalize() if 'CAPITAL' in words else words[-1].lower()}$"
    return f"[U+{ord(sign):04X}]"
