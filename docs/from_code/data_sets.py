"""Describes the data sets of the register: sizes, files, sources, loaders and runs."""

import importlib
import inspect
import re
from functools import cache
from itertools import groupby

from data import names
from data.loading import GENERATORS
from data.register import data_set_entry, file_entry, recipes
from docs.from_code.markdown import anchor, blocks, escaped, joined, table
from workflows.plan.configuration import all_runs, read_batches

FACTS = {"m": "patterns", "m_test": "test patterns", "n": "attributes", "classes": "classes"}
SECTION = re.compile(r"^\w+\n-+$", re.MULTILINE)  # the heading of a section in numpydoc


def data_sets():
    """Return a table of all data sets and a section for each.

    Data sets that differ only in their options share a section.
    """
    groups = _groups()
    rows = [
        [
            f"[{_heading(group)}]({_anchor(group)})",
            escaped(_title(group[0])),
            *(_fact(group[0], fact) for fact in FACTS),
            ", ".join(data_set_entry(group[0])["papers"]),
        ]
        for group in groups
    ]
    sections = [_section(group) for group in groups]
    return "\n\n".join(
        [table(["data set", "what it is", *FACTS.values(), "papers"], rows), *sections]
    )


def _groups():
    return [list(group) for _, group in groupby(names(), _title)]


def _title(name):
    return data_set_entry(name)["title"]


def _heading(group):
    return group[0] if len(group) == 1 else f"{group[0]} to {group[-1]}"


def _anchor(group):
    return anchor(_heading(group).replace(" ", "-"))


def _fact(name, fact):
    value = data_set_entry(name)["facts"].get(fact, "")
    return f"{value:,}" if value else ""


def _section(group):
    entry = data_set_entry(group[0])
    parts = [f"## {_heading(group)}", f"{escaped(_title(group[0]))}."]
    if "generator" in entry:
        function = GENERATORS[entry["generator"]]
        parts += [joined(blocks(explanation(inspect.getdoc(function))))]
        parts += [table(["data set", "options"], [[n, _options(data_set_entry(n))] for n in group])]
    for recipe in recipes(group[0]) if "loader" in entry else ():
        parts += _loader_section(recipe, entry)
    parts += [table(["fact", "stated"], _facts(entry)), f"<!-- when built: spaces: {group[0]} -->"]
    parts.append(f"Licence: {escaped(entry['licence'])}. Cite {_address(entry['citation'])}.")
    return "\n\n".join(filter(None, parts))


def explanation(docstring):
    r"""Return a docstring without its first line and its numpydoc sections.

    >>> explanation("Draw points.\n\nThey are uniform.\n\nReturns\n-------\nProblem")
    'They are uniform.'
    """
    return SECTION.split(docstring)[0].partition("\n\n")[2].strip()


def _loader_section(recipe, entry):
    """Return Markdown blocks on how a loader makes a data set from files."""
    loader = importlib.import_module(f"data.loaders.{recipe['loader']}")
    head = "Read by" if recipe is entry else "If these are not available, read by"
    options = f" with {_options(recipe)}" if recipe.get("options") else ""
    lines = []
    for name in [*recipe["files"], *_originals(recipe["files"])]:
        file = file_entry(name)
        size = f"{file['bytes']:,} bytes" if file["bytes"] else "of unknown size"
        digest = f"`{file['sha256']}`" if file["sha256"] else "unknown"
        if "served_sha256" in file:
            digest += f", of the .gz `{file['served_sha256']}`"
        lines.append(f"- `{name}`, {size}, SHA-256 {digest}")
        lines += [f"    - {_source(source)}" for source in file["sources"]]
    return [
        f"{head} `data/loaders/{recipe['loader']}.py`{options}:",
        "\n".join(f"> {line}".rstrip() for line in joined(blocks(loader.__doc__)).splitlines()),
        "From, in this order:",
        "\n".join(lines),
    ]


def _originals(files):
    """Return the files that derived files are made from, unless they are data sets themselves."""
    sources = [source for name in files for source in file_entry(name)["sources"]]
    originals = [source["from"] for source in sources if source["kind"] == "derived"]
    return [name for name in originals if name not in names()]


def _options(entry):
    return ", ".join(f"{name} = {value}" for name, value in entry["options"].items())


def _source(source):
    if source["kind"] == "bundled":
        return "in `data/bundled/`"
    if source["kind"] == "installed":
        return f"`{source['path']}` of the installed package {source['package']}"
    if source["kind"] == "mirror":
        return "the user's mirror"
    if source["kind"] == "derived":
        drawn = f" with fraction = {source['fraction']:g}" if "fraction" in source else ""
        return f"made from `{source['from']}` by `data/derivations/{source['by']}.py`{drawn}"
    if source["kind"] == "url":
        member = f", its file `{source['member']}`" if "member" in source else ""
        return f"<{source['url']}>{member}"
    package = f"{source['package']} {source['version']}"
    return f"the package {escaped(package)}, its file `{source['member']}`"


def _facts(entry):
    """Return the facts that the papers state, which are checked each time the data are read."""
    rows = []
    for name, value in entry["facts"].items():
        if name == "radii":
            for radius in value:
                stated = radius.get("printed") or f"√{radius['squared']}"
                rows.append([f"R with ρ = {radius['rho']:g}, Δ = {radius['delta']:g}", stated])
        else:
            rows.append([f"`{name}`", f"{value:,}" if isinstance(value, int) else value])
    return rows


def spaces(first):
    """Return a table of the spaces of runs on a section's data sets, with the files of the runs.

    The section is given by its first data set. The text is empty if there are no runs.
    """
    (group,) = (group for group in _groups() if group[0] == first)
    found = {}
    for batch in _batches():
        if batch["data"] in group:
            for run in batch["runs"].values():
                found.setdefault(_space(run), {})[batch["file"]] = None
    rows = [[space, ", ".join(f"`{file}`" for file in files)] for space, files in found.items()]
    return table(["space", "runs"], sorted(rows)) if rows else ""


def _space(run):
    if "augment" in run:
        plain = f"ρ = {run['augment']:g}, Δ = {run['extend']:g}"
        return f"{plain}, N = {run['mini_epochs']}" if run["mini_epochs"] else plain
    kernel = dict(run["kernel"] or {"name": "p-norm"})
    name = kernel.pop("name")
    parameters = ", ".join(f"{key} = {value}" for key, value in kernel.items())
    extended = f", Δ = {run['extend']:g}" if run["extend"] else ""
    return f"{name}{f' ({parameters})' if parameters else ''}{extended}"


@cache
def _batches():
    return list(read_batches(all_runs()).values())


def _address(citation):
    return f"<{citation}>" if citation.startswith("http") else escaped(citation)
