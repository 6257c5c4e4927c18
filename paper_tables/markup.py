"""Converts text with _{subscripts}, ^{superscripts} and `code` to Markdown, HTML and LaTeX."""

import re
import unicodedata
from html import escape

SCRIPT = re.compile(r"([_^])\{([^{}]*)\}")
CODE = re.compile(r"`([^`]+)`")
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
    "✓": r"$\surd$",
    "✗": r"$\times$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "²": r"\textsuperscript{2}",
    "³": r"\textsuperscript{3}",
    "₂": r"\textsubscript{2}",
    "★": r"$\star$",
    "…": r"\dots{}",
    "½": r"$\frac{1}{2}$",
    "ñ": r"\~{n}",
    "[": "{[}",  # at the start of a row, a plain bracket would begin an option
    "λ": r"$\lambda$",  # Unicode's name is LAMDA
}


def html(text):
    """Return escaped text with <sub>, <sup> and <code>.

    >>> html("t < (R/γ_{d})^{2}, by `make`")
    't &lt; (R/γ<sub>d</sub>)<sup>2</sup>, by <code>make</code>'
    """
    return _with_code(text, _html_scripts, lambda code: f"<code>{escape(code)}</code>")


def markdown(text):
    """Return text as `html` does, with the characters escaped that would break a Markdown table.

    >>> print(markdown("a* | `b* | c`"))
    a\\* \\| `b* \\| c`
    """

    def outside(text):
        return SCRIPT.sub(_html_script, escape(text, quote=False)).replace("*", r"\*")

    marked = _with_code(text, outside, lambda code: f"`{code}`")
    return marked.replace("|", r"\|").replace("\n", " ")


def latex(text):
    r"""Return text for LaTeX, with special and unknown characters written as commands.

    >>> print(latex("99 % of γ_{d}, by `make`"))
    99 \% of $\gamma$\textsubscript{d}, by \texttt{make}
    """
    return _with_code(text, _latex_scripts, lambda code: rf"\texttt{{{_latex_signs(code)}}}")


def _latex_scripts(text):
    parts, end = [], 0
    for match in SCRIPT.finditer(text):
        command = r"\textsubscript" if match[1] == "_" else r"\textsuperscript"
        parts += [_latex_signs(text[end : match.start()]), f"{command}{{{_latex_signs(match[2])}}}"]
        end = match.end()
    return "".join([*parts, _latex_signs(text[end:])])


def plain(text):
    """Return text without the braces and backticks."""
    return _with_code(text, lambda outside: SCRIPT.sub(r"\1\2", outside), lambda code: code)


def _with_code(text, outside, inside):
    """Return text whose parts outside and inside of backticks two functions convert."""
    parts = CODE.split(text)  # outside and inside in turns
    parts[::2], parts[1::2] = map(outside, parts[::2]), map(inside, parts[1::2])
    return "".join(parts)


def _html_scripts(text):
    return SCRIPT.sub(_html_script, escape(text))


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
