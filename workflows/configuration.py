"""Reads and checks the config and the files of runs."""

import ast
import os
import sys
from functools import partial
from pathlib import Path

import data
from data.archives import sha256_of
from data.own import READING
from data.yaml_files import read_yaml
from paper_tables.papers import read_papers
from paper_tables.tables import read_table
from records import checked_yaml, entries
from records.errors import RecordError
from records.run_files import HYPOTHESES
from workflows.sources import ROOT, estimator_names, rule_names

RUNS = ROOT / "config" / "runs"


class ConfigurationError(RecordError):
    """One sentence that names the file and the key or value at fault, and what would be right."""


def check(content, schema, source):
    """Checks content against a schema file. Raises ConfigurationError that names source and key."""
    checked_yaml.check(content, schema, source, ConfigurationError)


def check_config(config, source="config"):
    """Checks the config that Snakemake read, and the tables that it names. Raises RecordError.

    Paths are written in their shortest form afterwards, and a `~` as the user's home.
    """
    check(config, ROOT / "config" / "schema.json", source)
    _shorten_paths(config, source)
    for name in [*config["tables"], *config["sweeps"]]:
        runs_path(name)
    papers = read_papers()
    for name in config["tables"]:
        if read_table(name).paper not in papers:
            raise ConfigurationError(
                f"{source}: {name} at tables is of a paper without a file: "
                f"paper_tables/{name.split('/')[0]}/paper.yaml has to say which it is."
            )
    for name in config["data"]["sets"] or []:
        if name not in data.names():
            raise ConfigurationError(
                f"{source}: no data set is called {name!r} at data.sets; `python -m data list` "
                "lists them."
            )
    groups = read_yaml(ROOT / "config" / "overview.yaml")["problems"].values()
    for name, entry in config["data"]["own"].items():
        if name in data.names():
            raise ConfigurationError(
                f"{source}: the data set at data.own.{name} has the name of one of the suite's; "
                "choose another name."
            )
        if any(name in problems for problems in groups):
            raise ConfigurationError(
                f"{source}: the data set at data.own.{name} has the name of a problem of "
                "config/overview.yaml; choose another name."
            )
        if not Path(entry["file"]).is_file():
            raise ConfigurationError(
                f"{source}: there is no file {entry['file']} at data.own.{name}.file."
            )


def _shorten_paths(config, source):
    """Writes each path of the config in one way: Snakemake compares file names letter by letter."""
    config["results"] = _shortened(config["results"])
    if set("{}") & set(config["results"]):
        raise ConfigurationError(
            f"{source}: results is {config['results']!r}; choose a path without braces."
        )
    config["data"]["store"] = _shortened(config["data"]["store"])
    for entry in config["data"]["own"].values():
        entry["file"] = _shortened(entry["file"])
    config["variants"] = [
        _shortened(entry) if entry.endswith(".py") else entry for entry in config["variants"]
    ]


def _shortened(path):
    return os.path.normpath(os.path.expanduser(path))


def check_own_data(config, source="config"):
    """Reads the user's own data that are not prepared yet, or have changed since, or are to be read
    in another way. Raises ConfigurationError for what is wrong with a file.
    """
    for name, entry in config["data"]["own"].items():
        options = {key: entry.get(key) for key in READING}
        options |= {"seed": config["seed"]} if options["test"] is not None else {}
        allow_zeros = bool(entry.get("augment") or entry.get("extend"))
        prepared = Path(config["results"], "problems", f"{name}.npz")
        if prepared.is_file() and _is_of(prepared, entry["file"], options, allow_zeros):
            continue
        from data.own import read_own  # here, as it imports numba, scipy and numpy

        try:
            read_own(
                name, entry["file"], **options, allow_zeros=allow_zeros, tell=partial(_tell, name)
            )
        except (data.DataError, OSError) as error:
            raise ConfigurationError(f"{source}: data.own.{name}: {error}") from None


def _is_of(prepared, file, options, allow_zeros):
    """Whether a prepared data set was read from these bytes in this way; not if it is damaged."""
    from data.prepared import has_zeros, read_as  # here, as it imports numpy and scipy

    try:
        record = data.read_record(prepared)
        without_zeros = allow_zeros or not has_zeros(prepared)
    except (data.DataError, OSError):
        return False
    noted = record["files"].get(Path(file).name, {})
    same_file = noted.get("sha256") == sha256_of(file)
    return same_file and record.get("read_as") == read_as(**options) and without_zeros


def _tell(name, text):
    print(f"Hint: data.own.{name}: {text}", file=sys.stderr)


def read_variants(entries, source="config"):
    """The rules that `variants` of the config names: name -> file, None for the library's own.

    Raises ConfigurationError for an entry that is neither a rule's name nor a file with a rule.
    """
    known, found = rule_names(), {}
    for entry in entries:
        if not entry.endswith(".py"):
            if entry not in known:
                raise ConfigurationError(
                    f"{source}: {entry!r} at variants is neither a rule of the library "
                    f"({', '.join(known)}) nor a file such as my_rule.py."
                )
            found[entry] = None
            continue
        path = Path(entry)
        if not path.is_file():
            raise ConfigurationError(f"{source}: there is no file {entry} at variants.")
        name = _rule_in(path, f"{source}: {entry} at variants")
        if name is None:
            raise ConfigurationError(
                f'{source}: {entry} at variants has no rule: a line such as NAME = "MyRule" is '
                f"missing. `make check-variant FILE={entry}` says what a rule needs."
            )
        if not name.isidentifier():
            raise ConfigurationError(
                f"{source}: {entry} at variants has the NAME {name!r}, which is no name of a class."
            )
        if name in estimator_names() or name in found:
            raise ConfigurationError(
                f"{source}: {entry} at variants has the NAME {name!r}, which is taken."
            )
        found[name] = str(path.resolve())
    return found


def _rule_in(path, where):
    """The NAME in a Python file, None if there is none. Raises ConfigurationError."""
    if os.pathsep in str(path.resolve()):
        raise ConfigurationError(
            f"{where} has {os.pathsep!r} in its path, which separates paths; rename it."
        )
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError) as error:
        line = f", line {error.lineno}" if isinstance(error, SyntaxError) else ""
        raise ConfigurationError(f"{where} is not valid Python{line}: {error}.") from None
    names = [
        node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and [getattr(target, "id", "") for target in node.targets] == ["NAME"]
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]
    return names[0] if names else None


def all_runs():
    """The names of all files of runs, such as micra/table-1."""
    return sorted(str(path.relative_to(RUNS).with_suffix("")) for path in RUNS.rglob("*.yaml"))


def runs_path(name):
    """The file of runs of a table or sweep. Raises ConfigurationError if there is none."""
    path = RUNS / f"{name}.yaml"
    if not path.is_file():
        raise ConfigurationError(
            f"config: there are no runs for {name!r}, as there is no {path.relative_to(ROOT)}; "
            f"choose from {', '.join(all_runs())}."
        )
    return path


def read_batches(names, data_sets=None):
    """The batches of the files of runs of these tables and sweeps, in order: name -> batch.

    A batch is {"file", "data", "timed", "runs": {name: run}}, with "draws" if its runs are made on
    several draws of the data; a run is {"algorithm", "augment", "extend", "mini_epochs", "series",
    "used_by", "parameters", "max_epochs", "search", "distribution"}, complete but for the last
    three. A batch of online runs has "online" instead of "timed", as in the schema, and its runs
    are {"algorithm", "parameters", "kernel", "extend", "k_best", "series", "used_by"}, complete.
    data_sets: the names of those to keep, None for all. Raises ConfigurationError.
    """
    batches = {}
    for name in names:
        path = runs_path(name)
        content = read_yaml(path) or {}
        source = str(path.relative_to(ROOT))
        check(content, RUNS / "schema.json", source)
        for batch_name, batch in content.items():
            if batch_name in batches:
                raise ConfigurationError(f"{source}: the batch {batch_name!r} is there twice.")
            if batch["data"] not in data.names():
                raise ConfigurationError(
                    f"{source}: no data set is called {batch['data']!r} at {batch_name}.data."
                )
            batches[batch_name] = {"file": name, **_completed(batch)}
    _check_unique(batches)
    wanted = data_sets or data.names()
    return {name: batch for name, batch in batches.items() if batch["data"] in wanted}


def _completed(batch):
    each = batch.get("each", {})
    defaults = entries.ONLINE if "online" in batch else entries.PLAIN
    runs = {}
    for name, own in batch["runs"].items():
        run = {**defaults, **each, **own}
        run["parameters"] = {**each.get("parameters", {}), **own.get("parameters", {})}
        runs[name] = run
    kind = {key: batch[key] for key in ("online", "draws") if key in batch}
    if "online" in kind:
        kind["online"] = {"hypotheses": list(HYPOTHESES), **kind["online"]}
    return {"data": batch["data"], "timed": batch.get("timed", False), **kind, "runs": runs}


def _check_unique(batches):
    seen = {}
    for batch_name, batch in batches.items():
        for run in batch["runs"]:
            if run in seen:
                raise ConfigurationError(
                    f"config/runs: the run {run!r} is in two batches, {seen[run]!r} and "
                    f"{batch_name!r}."
                )
            seen[run] = batch_name
