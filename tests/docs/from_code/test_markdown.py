"""Docstrings become Markdown, and their characters are never misread as markup."""

from docs.from_code.markdown import blocks, escaped, prose, table


def test_signs_are_escaped_but_in_code():
    assert escaped("a*b <= coef_ [1] `x_*`") == r"a\*b &lt;= coef\_ \[1\] `x_*`"


def test_scripts_are_set():
    assert escaped("γ_d t^(1−ε) MICRA^{ε,ζ} β t^−ε ‖x‖_p") == (
        "γ<sub>d</sub> t<sup>1−ε</sup> MICRA<sup>ε,ζ</sup> β t<sup>−ε</sup> ‖x‖<sub>p</sub>"
    )
    assert escaped("n_updates_, k_best") == r"n\_updates\_, k\_best"


def test_entries_are_a_list_whose_lines_are_joined():
    docstring = """What it is.

    alpha, beta : the first
        and the second.
    gamma : none.

    After it.
    """
    assert prose(docstring) == (
        "What it is.\n\n- `alpha`, `beta`: the first and the second.\n- `gamma`: none.\n\nAfter it."
    )


def test_terms_are_a_list_too():
    assert blocks("`NAME`\n    the name.\n`other(x)` (optional)\n    more.") == [
        "- `NAME`: the name.",
        "- `other(x)` (optional): more.",
    ]


def test_examples_and_tables_keep_their_lines():
    assert blocks(">>> f(1)\n2\n\n| a |\n|---|\n| 1_2 |") == [
        "```pycon\n>>> f(1)\n2\n```",
        "| a |\n|---|\n| 1_2 |",
    ]


def test_a_table():
    assert table(["a", "b"], [[1, "x"]]) == "| a | b |\n| --- | --- |\n| 1 | x |"


def test_a_list_keeps_its_entries():
    text = "It is\n\n- exact if a_b\n  is 1;\n- close if not.\n\nThe end."
    assert prose(text) == "It is\n\n- exact if a<sub>b</sub> is 1;\n- close if not.\n\nThe end."
