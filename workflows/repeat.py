"""Repeats one printed number of a table, or one run.

For example, `python -m workflows.repeat micra/table-1 --row 2 --column micra-updates` or
`python -m workflows.repeat --run sweep-sonar-micra-1`.

The command makes only the runs behind the number, compares them with the print, and draws the
run's curve. The config gives data, budget, seed and permutations, and names your own variants and
data. A run of these is one setting of a grid of parameters: the command runs the whole grid and
returns the setting that was asked for.
"""

import argparse
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pandas as pd
from snakemake.utils import update_config

from data.commands import command
from data.errors import DataError
from data.files import replacing
from data.own import READING
from data.prepared import prepare, prepare_own, read_record
from data.register import data_set_entry
from data.yaml_files import read_yaml
from figures.single_run import draw_curve, draw_epochs
from figures.style import save
from maxmargin.compilation.code_cache import print_log
from maxmargin.variants import VARIABLE
from paper_tables.claims import claims_of, evidence_of
from paper_tables.errors import TableError
from paper_tables.files import read_online, read_runs
from paper_tables.grids import our_number
from paper_tables.tables import read_table
from peers import own_classifier
from records import checked_yaml
from records.entries import labels_of
from records.errors import RecordError
from records.files import RESULT_FILES
from records.writing import write
from workflows.commands import collect, execute, execute_online
from workflows.commands.check_variant import checked
from workflows.plan.configuration import (
    ROOT,
    ConfigurationError,
    all_runs,
    check_config,
    read_batches,
)
from workflows.plan.plan import batch_job, make_plan
from workflows.plan.sources import data_sources


@command(RecordError, ConfigurationError, DataError)
def main(arguments=None):
    """Repeat a cell or a run and return the exit code: 0, or 1 after printing an error."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.table:
        read_table(options.table)  # names what there is, if the table does not exist
    if bool(options.run) == all((options.table, options.row, options.column)):
        parser.error(
            "give either TABLE, --row and --column for a cell, or --run for a run. To repeat a "
            "whole table, see docs/tutorial.md."
        )
    print_log()
    config = read_config(options.configfile)
    plan = make_plan(config)
    rules, classifiers = variants_of(options.run, plan) if options.run else ([], [])
    variants = {
        VARIABLE: os.pathsep.join(rules),
        own_classifier.VARIABLE: os.pathsep.join(classifiers),
    }
    # Variants are found only when modules are imported, so the command starts itself again.
    if any(text and text != os.environ.get(name) for name, text in variants.items()):
        for file in [*rules, *classifiers]:
            conforms, lines = checked(file)
            if not conforms:
                raise ConfigurationError(f"{file} does not conform: {' '.join(lines)}")
        words = sys.argv[1:] if arguments is None else arguments
        again = [sys.executable, "-m", "workflows.repeat", *words]
        found = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        env = {**os.environ, **variants, "PYTHONPATH": found, "PYTHONSAFEPATH": "1"}
        return subprocess.run(again, env=env).returncode
    batches = read_batches(all_runs()) | plan.batches
    if options.run:
        folder = Path(config["results"], "cells", options.run)
        records = repeat([options.run], batches, config)
        _write_tables(records, folder, labels_of(batches))
        lines = _record_lines(records)
    else:
        table = read_table(options.table)
        cell = find_cell(table, options.row, options.column)
        if cell.not_run:
            raise TableError(f"This cell is not measured: {cell.not_run}.")
        name = "-".join((options.table.replace("/", "-"), cell.row, cell.column))
        folder = Path(config["results"], "cells", name)
        records = repeat(runs_behind(table, cell), batches, config)
        tables = _write_tables(records, folder, labels_of(batches))
        seconds = {r["run"]: str(r["seconds"]) for r in records if r.get("seconds")}
        lines = _cell_lines(table, cell, *tables, seconds) + _record_lines(records)
    print("\n".join([*lines, f"in        {folder}"]))
    return 0


def variants_of(name, plan):
    """Return the files of the user's rules and of classifiers that the run with this name needs."""
    names = {name, name.rpartition("-")[0]}  # a setting of a grid has a number after its name
    runs = {key: run for batch in plan.batches.values() for key, run in batch["runs"].items()}
    learners = {runs[key]["algorithm"] for key in names & runs.keys()}
    rules, classifiers = [], []
    for variant in learners & plan.variant_files.keys():
        kind = classifiers if variant in plan.classifiers else rules
        kind.append(plan.variant_files[variant])
    return rules, classifiers


def read_config(path):
    """Return config/default.yaml, updated by the config file at path. Raises ConfigurationError."""
    config = read_yaml(ROOT / "config" / "default.yaml")
    if path:
        own = checked_yaml.read(path, ConfigurationError) or {}
        if not isinstance(own, dict):
            raise ConfigurationError(
                f"{path} must consist of keys and values, like config/default.yaml."
            )
        update_config(config, own)  # as Snakemake does
    check_config(config, path or "config/default.yaml")
    return config


def find_cell(table, row, column):
    """Return the cell of a table that has a printed result, a comparison or a result of ours.

    Raises TableError, with the names of the existing rows or columns, if there is no cell.
    """
    claims = [c for c in table.cells if c.is_claim or c.statement or (c.ours and c.run)]
    rows = list(dict.fromkeys(cell.row for cell in claims))
    if row not in rows:
        raise TableError(
            f"{table.paper}/{table.name} has no row {row!r}; its rows are {', '.join(rows)}."
        )
    columns = [cell.column for cell in claims if cell.row == row]
    if column not in columns:
        raise TableError(
            f"Row {row} of {table.paper}/{table.name} has no result in column {column!r}; its "
            f"columns with results are {', '.join(columns)}."
        )
    return next(cell for cell in claims if (cell.row, cell.column) == (row, column))


def runs_behind(table, cell):
    """Return the names of the runs that a cell is computed from."""
    names = [cell.run, cell.relative_to, cell.added, *cell.than, *(run for run, _ in cell.above)]
    if cell.quantity:
        names += cell.quantity.runs_beside
    if cell.seconds and (unit := table.seconds_unit(cell)):
        names.append(unit.run)
    return list(dict.fromkeys(name for name in names if name))


def repeat(wanted, batches, config):
    """Make the wanted runs and return their records.

    Parameters
    ----------
    wanted : list of str
        The names of the runs.
    batches : dict
        Name -> batch, for all existing batches.
    config : dict
        The workflow's config.

    Raises
    ------
    TableError
        If no batch has one of the runs, or if one is a whole grid of settings.
    """
    for batch in batches.values():
        for name in set(wanted) & batch["runs"].keys():
            if batch["runs"][name].get("parameter_grid"):
                raise TableError(f"{name} is a grid of settings: name one, such as {name}-1.")
    # A run on a grid has a record for each setting; a number follows the run's name.
    of_grids = {name.rpartition("-")[0] for name in wanted}
    records, not_run = [], ""
    for batch in batches.values():
        runs = {
            name: run
            for name, run in batch["runs"].items()
            if name in wanted or (name in of_grids and run.get("parameter_grid"))
        }
        if runs:
            found = _execute({**batch, "runs": runs}, config)
            records += [record for record in found if record["run"] in wanted]
            failed = [record for record in found if record["run"] in of_grids]  # the whole grid
            not_run = f"{failed[0]['run']}: {failed[0]['reason']}" if failed else not_run
    made = {record["run"] for record in records}
    missing = [name for name in wanted if name not in made]
    if missing:
        raise TableError(
            not_run
            or f"There is no run {missing[0]}: neither a file of config/runs/ has it, nor is it a "
            "run of a variant or of your own data that the config names."
        )
    return records


def _execute(batch, config):
    job, problem = batch_job(batch, config), _prepare(batch["data"], config)
    if "online" in batch:
        return execute_online.run_job(job, problem, threads=1)
    return execute.run_job(job, problem)


def _prepare(name, config):
    """Return the path of the prepared data set: the workflow's if usable, or a new one."""
    seed, own = config["seed"], config["data"]["own"].get(name)
    problem = Path(config["results"], "problems", f"{name}.npz")
    if not own and _is_usable(problem, seed):
        return problem
    problem = Path(config["results"], "cells", "problems", f"{name}.npz")
    if own:
        how = {key: own[key] for key in READING if key in own}
        prepare_own(name, own["file"], problem, strict=True, seed=seed, **how)
    else:
        store, mirror = config["data"]["store"], config["data"]["mirror"]
        prepare(name, problem, store, mirror, strict=True, seed=seed)
    return problem


def _is_usable(problem, seed):
    """Return whether a prepared problem exists, is newer than the code, and has this seed."""
    if not problem.exists():
        return False
    code = data_sources(data_set_entry(problem.stem))
    record = read_record(problem)
    return (
        problem.stat().st_mtime >= max(Path(path).stat().st_mtime for path in code)
        and record["status"] == "ok"
        and record.get("seed", seed) == seed
    )


def _write_tables(records, folder, labels):
    """Write the records as tables to a folder and return the tables (runs, online)."""
    with replacing(folder / "records.json") as path:
        path.write_text(json.dumps(records, indent=1, default=float) + "\n")
    for name, rows in collect.collect([folder / "records.json"], labels).items():
        write(folder / f"{name}.csv", RESULT_FILES[name], rows)
    run = records[0]["run"]
    curve, online = (
        table[table["run"] == run]
        for table in (pd.read_csv(folder / f"{name}.csv") for name in ("curves", "online"))
    )
    if (curve["updates"] > 0).sum() > 1:
        save(draw_curve(curve, run), folder / "curve")
    elif len(online):
        save(draw_epochs(online, run), folder / "curve")
    return read_runs(folder / "runs.csv"), read_online(folder / "online.csv", folder / "draws.csv")


def _cell_lines(table, cell, runs, online, seconds):
    """Return lines with the printed and the measured value of a cell.

    seconds: run -> seconds of training, as text.
    """
    if cell.ours:
        return [f"measured  {our_number(cell, runs, online) or '-'}, which no paper prints"]
    alone = replace(table, rows={cell.row: table.rows[cell.row]})
    if cell.statement:
        found, first, verdict = evidence_of(alone, runs, online, seconds), "statement", "outcome"
    else:
        found, first, verdict = claims_of(alone, runs, online, seconds), "printed", "verdict"
    row = next(row for row in found if row["column"] == cell.column)
    reason = f": {row['reason']}" if row["reason"] else ""
    return [
        f"{first:10}{cell.printed or cell.statement}",
        f"measured  {row['measured'] or '-'}",
        f"verdict   {row[verdict]}{reason}",
    ]


def _record_lines(records):
    """Return lines that describe each run."""
    lines = []
    for record in records:
        given = ", ".join(f"{key}={value}" for key, value in record["parameters"].items())
        lines.append(
            f"run       {record['run']}: {record['algorithm']}({given}), {record['status']}"
        )
        if record.get("seconds"):
            lines.append(f"          {record['seconds']:.3g} s")
    return lines


def _parser():
    parser = argparse.ArgumentParser(prog="python -m workflows.repeat", description=__doc__)
    parser.add_argument("table", nargs="?", metavar="TABLE", help="such as micra/table-1")
    parser.add_argument("--row", help="row of the table")
    parser.add_argument("--column", help="column of the table")
    parser.add_argument("--run", metavar="NAME", help="a run, instead of a cell of a table")
    parser.add_argument(
        "--configfile", metavar="YAML", help="settings that differ from config/default.yaml"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
