"""Converts plain text and docstrings to Markdown."""

import re
from inspect import cleandoc

SPECIAL = re.compile(r"([\\*_\[\]#|])")
ENTRY = re.compile(r"(\w+(?:, \w+)*) : (.*)")  # a parameter in numpydoc
# A term on its own line; the lines below explain it.
TERM = re.compile(r"`[^`]+`(?:, `[^`]+`)*(?: \(optional\))?")
EXAMPLE = ">>> "
SUBSCRIPT = re.compile(r"(\b[^\W\d_]+|‖)_(\w)\b")  # in γ_d and ‖x‖_p, but not in max_norm
SUPERSCRIPT = re.compile(r"\^(?:\{([^{}]*)\}|\(([^()]*)\)|(−?\w+))")


def escaped(text):
    """Return text as Markdown: `code` stays code, γ_d and t^(1−ε) get sub- and superscripts."""
    parts = text.split("`")
    parts[::2] = map(_escaped_words, parts[::2])
    return "`".join(parts)


def _escaped_words(text):
    text = SUBSCRIPT.sub(r"\1<sub>\2</sub>", text.replace("&", "&amp;").replace("<", "&lt;"))
    text = SUPERSCRIPT.sub(lambda m: f"<sup>{m[1] or m[2] or m[3]}</sup>", text)
    return SPECIAL.sub(r"\\\1", text)


def blocks(docstring):
    """Return the paragraphs, list entries, tables and examples of a docstring, each as Markdown.

    A block ends at a blank line or at the next entry, whatever its indentation.
    """
    found = []
    for block in re.split(r"\n\s*\n", cleandoc(docstring).strip()):
        lines = [line.strip() for line in block.splitlines()]
        if lines[0].startswith(EXAMPLE):
            found.append(code("\n".join(lines), "pycon"))
        elif lines[0].startswith("|"):
            found.append("\n".join(lines))
        else:
            found += _entries(lines)
    return found


def _entries(lines):
    found = []
    for line in lines:
        entry = ENTRY.fullmatch(line)
        if entry:
            names = ", ".join(f"`{name}`" for name in entry[1].split(", "))
            found.append(f"- {names}: {escaped(entry[2])}")
        elif TERM.fullmatch(line):
            found.append(f"- {line}:")
        elif line.startswith("- "):
            found.append(f"- {escaped(line[2:])}")
        elif found:
            found[-1] += f" {escaped(line)}"
        else:
            found.append(escaped(line))
    return found


def joined(parts):
    """Join blocks into one text; successive entries form one list."""
    text = ""
    for before, part in zip(["", *parts], parts, strict=False):
        together = before.startswith("- ") and part.startswith("- ")
        text += f"{'' if not before else chr(10) if together else chr(10) * 2}{part}"
    return text


def prose(docstring):
    """Return a docstring as Markdown."""
    return joined(blocks(docstring))


def table(head, rows):
    """Return a Markdown table; its cells are Markdown too."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def code(text, language):
    return f"```{language}\n{text.rstrip()}\n```"


def anchor(heading):
    """Return the fragment of a link to a heading of one word."""
    return f"#{heading.lower()}"
