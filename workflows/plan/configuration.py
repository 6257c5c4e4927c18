"""Reads and checks the config and the files of runs."""

import os
import re
import sys
from functools import partial
from keyword import iskeyword
from pathlib import Path
from unicodedata import normalize

import data
from data.archives import sha256_of
from data.errors import DataError
from data.own import READING
from data.sources import MIRROR_VARIABLE, address_of, effective_mirror, is_like_an_address
from data.spelling import hint
from data.store import effective_store
from data.yaml_files import read_yaml
from paper_tables.papers import read_papers, table_names
from paper_tables.tables import read_table
from records import checked_yaml, entries
from records.errors import RecordError
from records.run_files import HYPOTHESES
from workflows.plan.sources import (
    ROOT,
    algorithm_names,
    estimator_names,
    helpers_of,
    rule_names,
)
from workflows.plan.variant_batches import MAXIMUM
from workflows.plan.variant_files import RULE, Variant, declared_in

RUNS = ROOT / "config" / "runs"
# In bytes. File systems allow 255 bytes between slashes. Files of results have longer names and
# paths than the names and the folder in the config.
LONGEST_PATH, LONGEST_PART, LONGEST_NAME = 2000, 255, 100
SHORTEST = 1e-70  # the least norm of a pattern that learners take, as in data/own/checks.py
OF_THE_CALL = (
    "With --config, Snakemake reads nested values, null, true and false as texts: write them into "
    "a file for --configfile."
)


class ConfigurationError(RecordError):
    """An error in a config; its sentence names the file and the key and says what is right."""


def check(content, schema, source):
    """Check content against a schema file. Raises ConfigurationError with source and key."""
    checked_yaml.check(content, schema, source, ConfigurationError)


def check_config(config, source="config"):
    """Check a config and the tables that it names, and normalise its paths in place.

    Raises RecordError. Each path gets its shortest form, and `~` becomes the user's home.
    """
    schema = ROOT / "config" / "schema.json"
    on_texts = OF_THE_CALL if source == "config" else ""
    checked_yaml.check(config, schema, source, ConfigurationError, hint_on_texts=on_texts)
    _check_mirror(config["data"]["mirror"], f"{source}: data.mirror")
    _normalise_paths(config, source)
    _check_store(config["data"]["store"], f"{source}: data.store")
    for name in [*config["tables"], *config["sweeps"]]:
        runs_path(name)
    papers = read_papers()
    for name in config["tables"]:
        if read_table(name).paper not in papers:
            raise ConfigurationError(
                f"{source}: the paper of {name} at tables has no file: describe it in "
                f"paper_tables/{name.split('/')[0]}/paper.yaml."
            )
    named = {
        "data.sets": config["data"]["sets"],
        "separability": config["separability"],
        "online.permutations": config["online"]["permutations"],
    }
    for key, sets in named.items():
        for name in sets or []:
            if name not in data.names():
                raise ConfigurationError(
                    f"{source}: {key} names {name!r}, which is not a data set of the suite; "
                    + hint(name, data.names(), "`python -m data list` lists them")
                )
    groups = read_yaml(ROOT / "config" / "overview.yaml")["problems"].values()
    for name, entry in config["data"]["own"].items():
        if name in data.names():
            raise ConfigurationError(
                f"{source}: data.own.{name} has the name of a data set of the suite; "
                "choose another name."
            )
        if any(name in problems for problems in groups):
            raise ConfigurationError(
                f"{source}: data.own.{name} has the name of a problem of config/overview.yaml; "
                "choose another name."
            )
        if fault := _fault_of_name(name):
            raise ConfigurationError(f"{source}: data.own has the name {name!r}, which {fault}.")
        if not Path(entry["file"]).is_file():
            raise ConfigurationError(
                f"{source}: data.own.{name}.file names {entry['file']}, which does not exist."
            )
        if Path(entry["file"]).resolve().is_relative_to(Path(config["results"]).resolve()):
            raise ConfigurationError(
                f"{source}: data.own.{name}.file names {entry['file']}, which is in the folder of "
                "results and may be replaced there; move it to another folder."
            )
        for key in ("augment", "extend"):
            if 0 < entry.get(key, 0) < SHORTEST:
                raise ConfigurationError(
                    f"{source}: data.own.{name}.{key} is {entry[key]:g}, with which patterns of "
                    f"zeros are too short; set it to 0 or to at least {SHORTEST:g}."
                )


def _normalise_paths(config, source):
    """Normalise each path of the config, since Snakemake compares file names as text."""
    config["results"] = _file_name(config["results"], f"{source}: results")
    for key in ("store", "mirror"):
        path = config["data"][key]
        if path and "://" not in path:
            config["data"][key] = _path(path, f"{source}: data.{key}")
    for name, entry in config["data"]["own"].items():
        entry["file"] = _file_name(entry["file"], f"{source}: data.own.{name}.file")
    config["variants"] = [
        _file_name(entry, f"{source}: variants.{i}") if entry.endswith(".py") else entry
        for i, entry in enumerate(config["variants"])
    ]


def _file_name(path, where):
    """Return a normalised path that Snakemake can use. Raises ConfigurationError."""
    path = _path(path, where)
    if set("{}") & set(path):
        raise ConfigurationError(
            f"{where} is {path!r}, which has braces; choose a path without braces."
        )
    return path


def _path(path, where):
    """Return a normalised path. Raises ConfigurationError if file systems refuse it."""
    if "\0" in path:  # Python before 3.11.5 would cut it off there
        raise ConfigurationError(f"{where} is {path!r}, which has a zero byte; leave it out.")
    path = os.path.normpath(os.path.expanduser(path))
    size = len(path.encode(errors="replace"))
    longest = max(len(part.encode(errors="replace")) for part in path.split(os.sep))
    if size > LONGEST_PATH or longest > LONGEST_PART:
        raise ConfigurationError(
            f"{where} is {path[:20]!r}..., a path of {size} bytes, which is too long; choose a "
            f"path of at most {LONGEST_PATH} bytes, with at most {LONGEST_PART} between slashes."
        )
    # A command would read a path that begins with a minus sign as an option.
    return os.path.abspath(path) if path.startswith("-") else path


def _check_mirror(mirror, where):
    """Raise ConfigurationError for a malformed address, or one in the config with a password."""
    try:
        address = address_of(mirror, where)
        effective_mirror(mirror)
    except DataError as error:
        raise ConfigurationError(f"{error}") from None
    if address not in (None, mirror):
        raise ConfigurationError(
            f"{where} has a user's name or password, but results record the config: name the "
            f"mirror in {MIRROR_VARIABLE} instead."
        )


def _check_store(store, where):
    """Raise ConfigurationError for a store that is a file or an address."""
    try:
        effective_store(store, where)
    except DataError as error:
        raise ConfigurationError(f"{error}") from None


def warn_of_missing_mirror(config):
    """Print a warning if the mirror is a folder that this machine does not have."""
    mirror = effective_mirror(config["data"]["mirror"])
    if mirror and not (is_like_an_address(mirror) or os.path.isdir(mirror)):
        where = MIRROR_VARIABLE if os.environ.get(MIRROR_VARIABLE) else "config: data.mirror"
        print(
            f"warning: {where} names {mirror}, which is not a folder on this machine: jobs here "
            "look for data files at their other sources.",
            file=sys.stderr,
        )


def _fault_of_name(name):
    """Describe why Snakemake cannot use a name in the names of files; return "" if it can."""
    size = len(name.encode())
    if size > LONGEST_NAME:
        return f"is {size} bytes long; choose a name of at most {LONGEST_NAME}"
    if repeated := re.search(r"(.+?)\1{19}$", name):
        return f"ends in 20 times {repeated[1]!r}, which Snakemake refuses; choose another name"
    return ""


def check_own_data(config, source="config"):
    """Read each of the user's own data files that is new, has changed, or has new options.

    Raises ConfigurationError for a file that cannot be read.
    """
    for name, entry in config["data"]["own"].items():
        options = {key: entry.get(key) for key in READING}
        options |= {"seed": config["seed"]} if options["test"] is not None else {}
        allow_zeros = bool(entry.get("augment") or entry.get("extend"))
        prepared = Path(config["results"], "problems", f"{name}.npz")
        if prepared.is_file() and _is_current(prepared, entry["file"], options, allow_zeros):
            continue
        from data.own import read_own  # here, since it imports numba, scipy and numpy

        try:
            read_own(
                name,
                entry["file"],
                **options,
                allow_zeros=allow_zeros,
                tell=partial(_print_hint, name),
            )
        except (data.DataError, OSError) as error:
            raise ConfigurationError(f"{source}: data.own.{name}: {error}") from None


def _is_current(prepared, file, options, allow_zeros):
    """Return whether a prepared data set is intact and comes from this file with these options."""
    from data.prepared import has_short_patterns, read_as  # here, since it imports numpy and scipy

    try:
        record = data.read_record(prepared)
        long_enough = allow_zeros or not has_short_patterns(prepared)
    except (data.DataError, OSError):
        return False
    noted = record["files"].get(Path(file).name, {})
    same_file = noted.get("sha256") == sha256_of(file)
    return same_file and record.get("read_as") == read_as(**options) and long_enough


def _print_hint(name, text):
    print(f"Hint: data.own.{name}: {text}", file=sys.stderr)


def read_variants(entries, source="config"):
    """Return name -> `Variant` for the config's `variants`.

    Raises ConfigurationError for an entry that is neither a rule's name nor a variant's file.
    """
    known, found = rule_names(), {}
    for entry in entries:
        if not entry.endswith(".py"):
            if entry not in known:
                raise ConfigurationError(
                    f"{source}: variants names {entry!r}, which is neither a rule of the library "
                    f"nor a file such as my_rule.py; {hint(entry, known)}"
                )
            found[entry] = Variant(entry, RULE, None)
            continue
        path = Path(entry)
        if not path.is_file():
            raise ConfigurationError(f"{source}: variants names {entry}, which does not exist.")
        if path.resolve().suffix != ".py":
            raise ConfigurationError(
                f"{source}: {entry} at variants stands for {path.resolve()}, whose name has to end "
                "in .py too, such as my_rule.py; rename it."
            )
        variant = _declared_in(path, f"{source}: {entry} at variants")
        if variant is None:
            raise ConfigurationError(
                f'{source}: {entry} at variants has no rule, as no line says NAME = "MyRule", and '
                "not one class with fit or partial_fit: docs/variant.md says what fits where."
            )
        name = variant.name
        if not name.isidentifier() or iskeyword(name) or normalize("NFKC", name) != name:
            raise ConfigurationError(
                f"{source}: {entry} at variants has the NAME {name!r}, which is not a valid class "
                'name in Python; choose one such as "MyRule".'
            )
        if fault := _fault_of_name(name):
            raise ConfigurationError(
                f"{source}: {entry} at variants has the NAME {name!r}, which {fault}."
            )
        if name in estimator_names() or name in found or name == MAXIMUM:
            raise ConfigurationError(
                f"{source}: {entry} at variants has the NAME {name!r}, which is taken; choose "
                "another name."
            )
        found[name] = variant
    _check_helpers([variant.file for variant in found.values() if variant.file], source)
    return found


def _check_helpers(files, source):
    """Raise ConfigurationError if files import different modules of one name from their folders."""
    owners = {}
    for file in files:
        for name, content in sorted(helpers_of(file).items()):
            other, same = owners.setdefault(name, (file, content))
            if content != same:
                raise ConfigurationError(
                    f"{source}: {other} and {file} at variants each import {name} from their own "
                    f"folder, and Python keeps one module of a name: give {name} another name in "
                    "one of the two folders."
                )


def _declared_in(path, where):
    """Return the `Variant` in a file, or None. Raises ConfigurationError."""
    if os.pathsep in str(path.resolve()):
        raise ConfigurationError(
            f"{where} has {os.pathsep!r} in its path, which separates paths; rename the file."
        )
    try:
        return declared_in(path)
    except (SyntaxError, ValueError) as error:
        line, why = "", error
        if isinstance(error, SyntaxError):
            line, why = f", line {error.lineno}", error.msg
        raise ConfigurationError(f"{where} is not valid Python{line}: {why}.") from None


def all_runs():
    """Return the names of all files of runs, such as micra/table-1."""
    return sorted(str(path.relative_to(RUNS).with_suffix("")) for path in RUNS.rglob("*.yaml"))


def runs_path(name):
    """Return the path of a table's or sweep's runs, or None for a table without runs of its own.

    Such a table compares runs of other tables and sweeps. Raises ConfigurationError if there is
    neither runs nor a table.
    """
    # A path such as micra/./table-1 would be a second name of the same file.
    is_name = os.path.normpath(name) == name and not name.startswith(("..", "/"))
    path = RUNS / f"{name}.yaml"
    if is_name and path.is_file():
        return path
    if name in table_names():
        return None
    known = sorted({*table_names(), *all_runs()})
    raise ConfigurationError(
        f"config: {name!r} is not the name of a table or of runs; {hint(name, known)}"
    )


def read_batches(names, data_sets=None):
    """Return name -> batch from the files of runs of these tables and sweeps, in order.

    Parameters
    ----------
    names : list of str
        Tables and sweeps, such as "micra/table-1". A name that is given twice counts once.
    data_sets : list of str, optional
        Return only the batches on these data sets; None means all.

    Returns
    -------
    dict
        A batch has the keys file, data, timed and runs (name -> run), and draws if its runs are
        repeated on several draws of the data. A run has the keys algorithm, augment, extend,
        mini_epochs, series, added_by and parameters, and may have max_epochs, search and
        distribution.

        A batch of online runs has the key online of config/runs/schema.json. Its runs have the
        keys algorithm, parameters, kernel, extend, k_best, from_final_coefficients, series and
        added_by.

    Raises
    ------
    ConfigurationError
        If a file is missing or wrong, or if two batches or runs have the same name.
    """
    batches = {}
    for name in dict.fromkeys(names):
        path = runs_path(name)
        if path is None:
            continue
        content = checked_yaml.read(path, ConfigurationError)
        source = str(path.relative_to(ROOT))
        check(content, RUNS / "schema.json", source)
        for batch_name, batch in content.items():
            if batch_name in batches:
                raise ConfigurationError(
                    f"{source}: two batches are called {batch_name!r}; rename one."
                )
            if batch["data"] not in data.names():
                raise ConfigurationError(
                    f"{source}: {batch_name}.data names {batch['data']!r}, which is not a data "
                    "set of the suite; "
                    + hint(batch["data"], data.names(), "`python -m data list` lists them")
                )
            batch = _with_defaults(batch)
            _check_algorithms(batch, f"{source}: {batch_name}")
            batches[batch_name] = {"file": name, **batch}
    _check_unique(batches)
    wanted = data.names() if data_sets is None else data_sets
    return {name: batch for name, batch in batches.items() if batch["data"] in wanted}


def _check_algorithms(batch, place):
    """Raise ConfigurationError for a run of an algorithm that does not exist."""
    known = algorithm_names()
    for run, entry in batch["runs"].items():
        name = entry.get("algorithm")
        if name is None:
            raise ConfigurationError(f"{place}.runs.{run} has no algorithm: name a learner.")
        if name not in known:
            raise ConfigurationError(
                f"{place}.runs.{run}.algorithm names {name!r}, which is no learner; "
                + hint(name, known, "docs/reference.md has their names")
            )


def _with_defaults(batch):
    each = batch.get("each", {})
    defaults = entries.ONLINE if "online" in batch else entries.PLAIN
    runs = {}
    for name, own in batch["runs"].items():
        run = defaults | each | own
        run["parameters"] = each.get("parameters", {}) | own.get("parameters", {})
        runs[name] = run
    kind = {key: batch[key] for key in ("online", "draws") if key in batch}
    if "online" in kind:
        kind["online"] = {"hypotheses": list(HYPOTHESES)} | kind["online"]
    return {"data": batch["data"], "timed": batch.get("timed", False)} | kind | {"runs": runs}


def _check_unique(batches):
    seen = {}
    for batch_name, batch in batches.items():
        for run in batch["runs"]:
            if run in seen:
                raise ConfigurationError(
                    f"config/runs: the run {run!r} is in two batches, {seen[run]!r} and "
                    f"{batch_name!r}; rename one."
                )
            seen[run] = batch_name
