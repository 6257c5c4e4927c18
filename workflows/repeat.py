"""Repeats one printed number, as in `python -m workflows.repeat micra/table-1 --row 2 --column
micra-updates`, or one run, as in `python -m workflows.repeat --run sweep-sonar-micra-1`.

It makes the runs behind the number, and no others, compares, and draws the run's curve. Data,
budget, seed and permutations are those of the config; so are variants and data of your own, whose
runs go through a grid of parameters: all settings are made, and the one asked for is kept.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import yaml

from data.commands import command
from data.errors import DataError
from data.files import replacing
from data.own import READING
from data.prepared import prepare, prepare_own, read_record
from data.register import data_set_entry
from data.yaml_files import read_yaml
from figures.single_run import draw_curve, draw_epochs
from figures.style import save
from maxmargin.conformance.isolated import check
from maxmargin.variants import VARIABLE
from paper_tables.errors import TableError
from paper_tables.files import read_online, read_runs
from paper_tables.grids import our_number
from paper_tables.tables import read_table
from paper_tables.verdicts import judge
from records.errors import RecordError
from records.files import RESULT_FILES
from records.writing import write
from workflows import collect, execute, execute_online
from workflows.configuration import (
    ROOT,
    ConfigurationError,
    all_runs,
    check_config,
    read_batches,
)
from workflows.plan import batch_job, make_plan
from workflows.sources import data_sources


@command(RecordError, ConfigurationError, DataError)
def main(arguments=None):
    """Repeats a cell; returns the exit code, 1 with a sentence for an error."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if bool(options.run) == all((options.table, options.row, options.column)):
        parser.error("give TABLE, --row and --column of a cell, or --run of a run.")
    config = read_config(options.configfile)
    plan = make_plan(config)
    files = variants_of(options.run, plan) if options.run else []
    variants = os.pathsep.join(files)
    if variants and variants != os.environ.get(VARIABLE):  # they are looked for at the start
        for file in files:
            conforms, lines = check(file)
            if not conforms:
                raise ConfigurationError(f"The rule does not conform: {' '.join(lines)}")
        words = sys.argv[1:] if arguments is None else arguments
        again = [sys.executable, "-m", "workflows.repeat", *words]
        found = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
        env = {**os.environ, VARIABLE: variants, "PYTHONPATH": found, "PYTHONSAFEPATH": "1"}
        return subprocess.run(again, env=env).returncode
    batches = read_batches(all_runs()) | plan.batches
    if options.run:
        folder = Path(config["results"], "cells", options.run)
        records = repeat([options.run], batches, config)
        _written(records, folder)
        lines = _of_records(records)
    else:
        cell = find_cell(read_table(options.table), options.row, options.column)
        name = "-".join((options.table.replace("/", "-"), cell.row, cell.column))
        folder = Path(config["results"], "cells", name)
        records = repeat(runs_behind(cell), batches, config, cell.not_run)
        lines = _of_cell(cell, *_written(records, folder)) + _of_records(records)
    print("\n".join([*lines, f"in        {folder}"]))
    return 0


def variants_of(name, plan):
    """The files of the variants, outside the library, that a run with this name is of."""
    names = {name, name.rpartition("-")[0]}  # a setting of a grid is numbered
    runs = {key: run for batch in plan.batches.values() for key, run in batch["runs"].items()}
    learners = {runs[key]["algorithm"] for key in names & runs.keys()}
    return [file for variant, file in plan.variant_files.items() if variant in learners]


def read_config(path):
    """The config of a file over that of config/default.yaml. Raises ConfigurationError."""
    config = read_yaml(ROOT / "config" / "default.yaml")
    if path:
        try:
            own = read_yaml(path) or {}
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise ConfigurationError(
                f"{path}: cannot be read as YAML: {' '.join(str(error).split())}"
            ) from None
        if not isinstance(own, dict):
            raise ConfigurationError(
                f"{path}: must hold keys and values, as config/default.yaml does."
            )
        for key, value in own.items():
            both = isinstance(value, dict) and isinstance(config.get(key), dict)
            config[key] = config[key] | value if both else value
    check_config(config, path or "config/default.yaml")
    return config


def find_cell(table, row, column):
    """The cell of a table, with a printed result or one of ours. Raises TableError that names the
    cells there are.
    """
    claims = [cell for cell in table.cells if cell.is_claim or (cell.ours and cell.run)]
    rows = list(dict.fromkeys(cell.row for cell in claims))
    if row not in rows:
        raise TableError(
            f"{table.paper}/{table.name} has no row {row!r}; there are {', '.join(rows)}."
        )
    columns = [cell.column for cell in claims if cell.row == row]
    if column not in columns:
        raise TableError(
            f"row {row} of {table.paper}/{table.name} has no result in a column {column!r}; there "
            f"are {', '.join(columns)}."
        )
    return next(cell for cell in claims if (cell.row, cell.column) == (row, column))


def runs_behind(cell):
    """The names of the runs behind a cell."""
    names = [cell.run, cell.relative_to, cell.added, *cell.than, *(run for run, _ in cell.above)]
    if cell.quantity:
        names += [cell.quantity.other, *(run for run, _ in cell.quantity.points)]
    return list(dict.fromkeys(name for name in names if name))


def repeat(wanted, batches, config, not_run=""):
    """The records of the runs with the names wanted. batches: name -> batch, all there are;
    not_run: why there is none, if that is known.

    Raises TableError if one is in none of them.
    """
    # A run on a grid of parameters has a record for each setting, numbered after its name.
    of_grids = {name.rpartition("-")[0] for name in wanted}
    records = []
    for batch in batches.values():
        runs = {
            name: run
            for name, run in batch["runs"].items()
            if name in wanted or (name in of_grids and run.get("parameter_grid"))
        }
        if runs:
            found = _executed({**batch, "runs": runs}, config)
            records += [record for record in found if record["run"] in wanted]
            failed = [record for record in found if record["run"] in of_grids]  # and no setting
            not_run = f"{failed[0]['run']}: {failed[0]['reason']}" if failed else not_run
    made = {record["run"] for record in records}
    missing = [name for name in wanted if name not in made]
    if missing:
        raise TableError(
            not_run
            or f"no file of config/runs/ has a run {missing[0]}, nor is it of a variant or of data "
            "of your own that the config names."
        )
    return records


def _executed(batch, config):
    job, problem = batch_job(batch, config), _prepared(batch["data"], config)
    if "online" in batch:
        return execute_online.run_job(job, problem, threads=1)
    return execute.run_job(job, problem)


def _prepared(name, config):
    """The prepared data set, the workflow's if that is usable."""
    seed, own = config["seed"], config["data"]["own"].get(name)
    problem = Path(config["results"], "problems", f"{name}.npz")
    if not own and _is_usable(problem, seed):
        return problem
    problem = Path(config["results"], "cells", "problems", f"{name}.npz")
    if own:
        how = {key: own[key] for key in READING if key in own}
        prepare_own(name, own["file"], problem, strict=True, seed=seed, **how)
    else:
        places = config["data"]["store"], config["data"]["mirror"]
        prepare(name, problem, *places, strict=True, seed=seed)
    return problem


def _is_usable(problem, seed):
    """Whether the workflow's prepared problem is there, was made after the code that reads it last
    changed and, if drawn, from this seed.
    """
    if not problem.exists():
        return False
    code = data_sources(data_set_entry(problem.stem))
    record = read_record(problem)
    return (
        problem.stat().st_mtime >= max(Path(path).stat().st_mtime for path in code)
        and record["status"] == "ok"
        and record.get("seed", seed) == seed
    )


def _written(records, folder):
    """Writes the records as tables to a folder; (runs, online) as the comparison reads them."""
    with replacing(folder / "records.json") as path:
        path.write_text(json.dumps(records, indent=1, default=float) + "\n")
    for name, rows in collect.collect([folder / "records.json"]).items():
        write(folder / f"{name}.csv", RESULT_FILES[name], rows)
    run = records[0]["run"]
    curve, online = (
        table[table["run"] == run]
        for table in (pd.read_csv(folder / f"{name}.csv") for name in ("curves", "online"))
    )
    if len(curve) > 1:
        save(draw_curve(curve, run), folder / "curve")
    elif len(online):
        save(draw_epochs(online, run), folder / "curve")
    return read_runs(folder / "runs.csv"), read_online(folder / "online.csv", folder / "draws.csv")


def _of_cell(cell, runs, online):
    """Lines on what was printed and measured."""
    if cell.ours:
        return [f"measured  {our_number(cell, runs, online) or '-'}, which no paper prints"]
    verdict = judge(cell, runs, online)
    return [
        f"printed   {cell.printed}",
        f"measured  {verdict.measured or '-'}",
        f"verdict   {verdict.verdict}" + (f": {verdict.reason}" if verdict.reason else ""),
    ]


def _of_records(records):
    """Lines on each run."""
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
    parser.add_argument("--row", help="of the table")
    parser.add_argument("--column", help="of the table")
    parser.add_argument("--run", metavar="NAME", help="a run, instead of a cell of a table")
    parser.add_argument(
        "--configfile", metavar="YAML", help="what differs from config/default.yaml"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
