"""Text for Markdown, HTML and LaTeX."""

import pytest

from paper_tables.markup import html, latex, markdown, plain


def test_scripts():
    assert html("10^{3} γ′_{d}") == "10<sup>3</sup> γ′<sub>d</sub>"
    assert latex("10^{3} γ′_{d}") == r"10\textsuperscript{3} $\gamma$$'$\textsubscript{d}"
    assert plain("10^{3} γ′_{d}") == "10^3 γ′_d"


@pytest.mark.parametrize(
    ("sign", "written"),
    [
        ("50 %", r"50 \%"),
        ("a_b & c#1", r"a\_\allowbreak{}b \& c\#1"),
        ("{x}$", r"\{x\}\$"),
        ("\\", r"\textbackslash{}"),
        ("SVM^light ~", r"SVM\textasciicircum{}light \textasciitilde{}"),
        ("Δ ≈ 1", r"$\Delta$ $\approx$ 1"),
        ("3.60*", "3.60$*$"),
        ("☃", "[U+2603]"),
    ],
)
def test_signs_that_latex_takes_as_commands_or_does_not_know(sign, written):
    assert latex(sign) == written


def test_html_and_markdown_take_no_text_as_markup():
    assert html('<b> & "x"') == "&lt;b&gt; &amp; &quot;x&quot;"
    assert markdown("a|b* <b>\nc's") == r"a\|b\* &lt;b&gt; c's"


def test_code_has_no_other_markup():
    assert html("`a_{b`} `<c>`") == "<code>a_{b</code>} <code>&lt;c&gt;</code>"
    assert markdown("x_{1} `a*b < c_{d} | e`") == r"x<sub>1</sub> `a*b < c_{d} \| e`"
    assert latex("`a_{b} %`") == r"\texttt{a\_\allowbreak{}\{b\} \%}"
    assert plain("x_{1} `a_{b}` `") == "x_1 a_{b} `"
