"""Lists the source files that results depend on. Snakemake remakes a result when one changes.

Results that take long to make depend on the code in these files and not on their texts: they are
remade when `digest_of_code` changes, so a new docstring or comment repeats no run.

A result depends on every file of the project that its job reads or whose code its job calls, with
two exceptions. First, runs take hours, so they do not depend on code of data/ and records/ that
only carries arrays and rows from job to job. If the carried content changes, then the prepared
data or LAYOUT change, and runs depend on these. Second, no result depends on a schema, which only
decides which files are refused. A data set's entry in the register is a parameter of its job.

tests/workflows/plan/test_used_files.py records the files that jobs really use.
"""

import ast
import hashlib
import io
import os
import sys
import tokenize
from functools import cache
from itertools import accumulate
from pathlib import Path

from workflows.plan.variant_files import CLASSIFIER, declared_in, names_in

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "algorithms"
LIBRARY, PEERS = PACKAGES / "maxmargin", PACKAGES / "peers"
NO_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)  # errors of `ast.parse`


# Folders of the library whose files only the runs of some algorithms depend on.
OF_ALGORITHMS = (
    "batch_methods",
    "rules",
    "exact",
    "procedures",
    "bounds",
    "theorems",
    "conformance",
)


def _files_of_algorithms():
    """Return the files that only the runs of some algorithms depend on.

    They are the files from which the library's `__init__.py` imports an estimator's class, all
    files of the folders in OF_ALGORITHMS, and peers/. Other files count for all algorithms.
    """
    found = []
    for node in ast.parse((LIBRARY / "__init__.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and any(a.name[0].isupper() for a in node.names):
            place = PACKAGES.joinpath(*node.module.split("."))
            found += [] if place.is_dir() else [place.with_suffix(".py")]
    for folder in OF_ALGORITHMS:
        found += (LIBRARY / folder).glob("[a-z]*.py")
    return sorted({*found, *PEERS.rglob("[a-z]*.py")})


ALGORITHMS = _files_of_algorithms()

# The files that determine a run's numbers together with the library.
RUNNERS = [
    ROOT / "workflows" / "commands" / "execute.py",
    ROOT / "workflows" / "commands" / "execute_online.py",
    ROOT / "workflows" / "commands" / "search.py",
    ROOT / "workflows" / "commands" / "proofs.py",
    ROOT / "workflows" / "commands" / "distributions.py",
    PEERS / "fitting.py",
    ROOT / "envs" / "requirements.lock",
]


def all_sources():
    """Return the files of the library and of peers/, as strings."""
    return sorted(str(path) for path in _files())


@cache
def _files():
    """Return the files of both packages. All runs depend on the library's `__init__.py`."""
    return [
        path
        for folder in (LIBRARY, PEERS)
        for path in folder.rglob("*.py" if folder is LIBRARY else "[a-z]*.py")
        if path.parent.name != "__pycache__"
    ]


def sources(names, variants=()):
    """Return the files that runs of these algorithms depend on.

    Every run depends on RUNNERS and on all drivers, storages and base classes of the library. From
    ALGORITHMS it depends on the algorithm's own file and its imports. A variant's file counts with
    its imports, and a classifier's also with those of the module that wraps it.

    Parameters
    ----------
    names : set of str
        The names of algorithms.
    variants : iterable of path
        Variants' files of the user. The files in MARGIN_VARIANTS count too.

    Returns
    -------
    list of str
        Sorted paths.
    """
    own = set()
    for path in [*ALGORITHMS, *map(Path, variants), *_variants()]:
        if set(names_in(path)) & set(names):
            is_users = path not in ALGORITHMS
            path = path.absolute()
            own |= _imports(path, path.parent if is_users else None)
            declared = declared_in(path) if is_users else None
            if declared and declared.kind == CLASSIFIER:
                own |= _imports(PEERS / "own_classifier.py")
    return sorted(map(str, set(_files()) - set(ALGORITHMS) | set(RUNNERS) | own))


def helpers_of(path):
    """Return name -> digest of the modules and packages that a user's file has from its folder.

    Python searches this folder last, so that a module that it finds elsewhere is not among them.
    """
    path = Path(path).absolute()
    files = {}
    for file in sorted(_imports(path, path.parent) - {path}):
        if path.parent in file.parents:
            name = file.relative_to(path.parent).parts[0].removesuffix(".py")
            files.setdefault(name, []).append(file.read_bytes())
    return {
        name: hashlib.sha256(b"\0".join(contents)).hexdigest()
        for name, contents in files.items()
        if not _is_found_elsewhere(name)
    }


def _is_found_elsewhere(name):
    """Return whether Python finds a module outside a user's folder, loaded or not.

    A module of this process that is loaded, but in no place that Python searches, is in no run.
    """
    return any(finder.find_spec(name, None) for finder in sys.meta_path)


def _variants():
    """Return the variants' files in MARGIN_VARIANTS."""
    paths = os.environ.get("MARGIN_VARIANTS", "").split(os.pathsep)
    return [Path(path) for path in paths if path]


def algorithm_names():
    """Return the names that the algorithm of a run can have, and of some other classes."""
    return {name for path in [*ALGORITHMS, *_variants()] for name in names_in(path)}


def estimator_names():
    """Return the names of all rules and classes of the library, which no variant may use."""
    return {name for path in _files() for name in names_in(path)}


def rule_names():
    """Return the names of the rules in algorithms/maxmargin/rules/."""
    rules = (names_in(path)[:1] for path in sorted((LIBRARY / "rules").glob("[a-z]*.py")))
    return [name for names in rules for name in names]


def data_sources(entry):
    """Return the files that read, check and store a data set, as strings.

    entry: the data set's entry in the register, or {} for the user's own data.
    """
    found = [source for source in (entry, entry.get("fallback")) if source and "loader" in source]
    loaders = [ROOT / "data" / "loaders" / f"{source['loader']}.py" for source in found]
    return with_imports([ROOT / "data" / "__main__.py", *loaders])


def digest_of_code(paths):
    """Return the SHA-256 of files, Python files without comments, docstrings and blank lines."""
    whole = hashlib.sha256()
    for path in sorted(map(Path, paths)):
        is_python = path.suffix == ".py"
        code = code_without_texts(_source(path)) if is_python else path.read_text(encoding="utf-8")
        whole.update(hashlib.sha256(code.encode()).digest())
    return whole.hexdigest()


@cache
def code_without_texts(source):
    """Return Python source without comments, docstrings, blank lines and spaces at line ends.

    A user's helper may be no valid Python. It is returned as it is.
    """
    lines = source.split("\n")
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    try:
        texts = _docstrings(source, lines)
    except NO_PYTHON:
        return source
    if "#" in source:
        texts += _comments(source)
    for (first, start), (last, end) in sorted(texts, reverse=True):
        source = source[: starts[first - 1] + start] + source[starts[last - 1] + end :]
    return "\n".join(line.rstrip() for line in source.split("\n") if line.strip())


def _docstrings(source, lines):
    """Return the first and last position of each docstring, as (line, column in characters)."""
    # ast counts columns in bytes.
    return [
        [(n, len(lines[n - 1].encode()[:column].decode())) for n, column in ends]
        for ends in _docstrings_and_imports(source)[0]
    ]


@cache
def _docstrings_and_imports(source):
    """Return the first and last (line, column in bytes) of each docstring, and modules imported.

    The modules are as in the source: with leading dots if relative. Names that are imported from a
    module are among them, since they can be modules.

    A source is parsed once for both, since parsing takes long. Trees are not cached, because many
    objects slow the garbage collector.
    """
    owners = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    docstrings, modules = [], []
    tree = ast.parse(source)
    for node in (tree, *_statements(tree.body)):
        if isinstance(node, owners) and ast.get_docstring(node, clean=False) is not None:
            text = node.body[0]
            ends = (text.lineno, text.col_offset), (text.end_lineno, text.end_col_offset)
            docstrings.append(ends)
        elif isinstance(node, ast.ImportFrom):
            dots, names = "." * node.level, [alias.name for alias in node.names]
            if node.module:
                names = [node.module, *(f"{node.module}.{name}" for name in names)]
            modules += [dots + name for name in names]
        elif isinstance(node, ast.Import):
            modules += [alias.name for alias in node.names]
    return docstrings, modules


def _statements(body):
    """Yield the statements of a body, with those inside them.

    `ast.walk` also visits all expressions, which would take most of the time of a dry run.
    """
    for statement in body:
        yield statement
        for part in ("body", "handlers", "orelse", "finalbody", "cases"):
            yield from _statements(getattr(statement, part, ()))


def _comments(source):
    """Return the first and last position of each comment, as (line, column in characters)."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [[token.start, token.end] for token in tokens if token.type == tokenize.COMMENT]


def with_imports(paths):
    """Return the files and the project's files that they import, sorted.

    `__init__.py` of maxmargin and peers are left out, because they import all learners.
    """
    return sorted(map(str, set().union(*(_imports(Path(path)) for path in paths))))


def _imports(path, users=None):
    """Return a file and all files that it imports directly or indirectly, a set.

    users: the folder of a user's file, from which it can import further modules, or None.
    """
    found, waiting = set(), [path]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imports_of(path, users)
    return found


@cache
def _imports_of(path, users):
    """Return the project's files that a file imports, and those of the user's folder.

    A package counts with its `__init__.py`, except `maxmargin` and `peers`: their `__init__.py`
    import all modules, but a run depends only on its own algorithm. A file that is no valid Python
    imports nothing: the check of a variant names it.
    """
    try:
        modules = _docstrings_and_imports(_source(path))[1]
    except NO_PYTHON:
        return []
    files = []
    for module in modules:
        name = module.lstrip(".")
        parts, level = name.split("."), len(module) - len(name)
        if level:
            folders = path.parents[level - 1 : level]  # none beyond the root
        elif parts[0] in (LIBRARY.name, PEERS.name):
            folders = [PACKAGES]
        else:
            folders = dict.fromkeys(filter(None, [ROOT, users]))
        for folder in folders:
            files += _files_of_module(folder, parts, users)
    return [file for file in files if file.is_file()]


def _files_of_module(folder, parts, users):
    """Return the files that can be a module in a folder. parts: the parts of its name."""
    place = folder.joinpath(*parts)
    files = [place.with_suffix(".py")]
    if folder == PACKAGES:
        return files
    if users is None:
        return [*files, place / "__init__.py"]
    # Python runs the `__init__.py` of each package around the module.
    packages = (folder.joinpath(*parts[:depth]) for depth in range(1, len(parts) + 1))
    files += [package / "__init__.py" for package in packages]
    if parts[-1] == "*":  # the package's `__all__` may name modules and packages
        files += [*place.parent.glob("*.py"), *place.parent.glob("*/__init__.py")]
    return files


def _source(path):
    """Return the text of a Python file, whose encoding a user may have chosen."""
    try:
        with tokenize.open(path) as file:
            return file.read()
    except (SyntaxError, LookupError, UnicodeError):
        return "\n".join(path.read_bytes().decode("latin-1").splitlines())
