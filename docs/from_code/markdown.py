"""Plain text and docstrings as Markdown."""

import re
from inspect import cleandoc

SPECIAL = re.compile(r"([\\*_\[\]#|])")
ENTRY = re.compile(r"(\w+(?:, \w+)*) : (.*)")  # of a parameter, as numpy's docstrings have it
TERM = re.compile(
    r"`[^`]+`(?:, `[^`]+`)*(?: \(optional\))?"
)  # on a line of its own, explained below it
EXAMPLE = ">>> "
SUBSCRIPT = re.compile(r"(\b[^\W\d_]+|‖)_(\w)\b")  # as in γ_d and ‖x‖_p, not in max_norm
SUPERSCRIPT = re.compile(r"\^(?:\{([^{}]*)\}|\(([^()]*)\)|(−?\w+))")


def escaped(text):
    """Text in which only `code` is Markdown, and γ_d and t^(1−ε) are set as such."""
    parts = text.split("`")
    parts[::2] = map(_escaped_words, parts[::2])
    return "`".join(parts)


def _escaped_words(text):
    text = SUBSCRIPT.sub(r"\1<sub>\2</sub>", text.replace("&", "&amp;").replace("<", "&lt;"))
    text = SUPERSCRIPT.sub(lambda m: f"<sup>{m[1] or m[2] or m[3]}</sup>", text)
    return SPECIAL.sub(r"\\\1", text)


def blocks(docstring):
    """The paragraphs, entries of lists, tables and examples of a docstring: a list of Markdown.
    However they are indented, a blank line or the next entry ends each.
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
        elif found:
            found[-1] += f" {escaped(line)}"
        else:
            found.append(escaped(line))
    return found


def joined(parts):
    """Blocks as one text; entries that follow each other are one list."""
    text = ""
    for before, part in zip(["", *parts], parts, strict=False):
        together = before.startswith("- ") and part.startswith("- ")
        text += f"{'' if not before else chr(10) if together else chr(10) * 2}{part}"
    return text


def prose(docstring):
    """A docstring as Markdown."""
    return joined(blocks(docstring))


def table(head, rows):
    """A table of cells that are Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def code(text, language):
    return f"```{language}\n{text.rstrip()}\n```"


def anchor(heading):
    """What a link to a heading of one word ends with."""
    return f"#{heading.lower()}"
