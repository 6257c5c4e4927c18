"""Writes the metadata of a folder of results for archives: `python -m workflows.crate`.

The metadata are JSON-LD by the profile Workflow Run RO-Crate 0.5. They name the machine, commit,
config and data of the run, and every file that the run made. With them, Zenodo and WorkflowHub
accept the folder unchanged.
"""

import argparse
import json
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from data.archives import sha256_of
from data.commands import command
from data.files import replacing
from records.analysis_files import FILES as ANALYSIS_FILES
from records.errors import RecordError
from records.run_files import FILES as RUN_FILES
from workflows import reviews
from workflows.plan.configuration import ROOT

NAME = "ro-crate-metadata.json"
WORKFLOW = "Snakefile"
TITLE = "Maximum-margin perceptrons: results"
CONTEXT = [
    "https://w3id.org/ro/crate/1.1/context",
    "https://w3id.org/ro/terms/workflow-run/context",
]
RO_CRATE = "https://w3id.org/ro/crate/1.1"
PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": ("Process Run Crate", "0.5"),
    "https://w3id.org/ro/wfrun/workflow/0.5": ("Workflow Run Crate", "0.5"),
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0": ("Workflow RO-Crate", "1.0"),
}
COMPUTATIONAL_WORKFLOW = "https://bioschemas.org/profiles/ComputationalWorkflow/1.0-RELEASE"
AGENT, AUTHORS = "#agent", "#authors"
LICENSE = "https://spdx.org/licenses/BSD-3-Clause"
SNAKEMAKE = "https://w3id.org/workflowhub/workflow-ro-crate#snakemake"
FOLDERS = {
    "report": "The report, a folder of pages: begin with report/index.html.",
    "figures": "The figures as SVG, PDF and PNG, and their numbers as CSV.",
    "tables": "The tables as Markdown, LaTeX and CSV.",
}
FORMATS = {
    ".csv": "text/csv",
    ".json": "application/json",
    ".jsonld": "application/ld+json",
}


def crate(files, provenance, ended):
    """Return the metadata as a dict for JSON.

    Parameters
    ----------
    files : list of Path
        Files in the folder of results.
    provenance : dict
        The content of provenance.json.
    ended : datetime
        When the results were complete.
    """
    made = [*map(_file, files), *_folders(files[0].parent)]
    inputs = [*_inputs(provenance["data"]), _config(provenance["config"])]
    verdicts = "verdicts on printed numbers, " if provenance["config"]["tables"] else ""
    root = {
        **_entity("./", "Dataset", TITLE),
        "description": f"The results of a run of the suite: {verdicts}runs, figures and a report.",
        "datePublished": ended.isoformat(timespec="seconds"),
        "license": _reference(LICENSE),
        "author": _reference(AGENT),
        "publisher": _reference(AGENT),
        "conformsTo": list(map(_reference, PROFILES)),
        "hasPart": [_reference(entity["@id"]) for entity in [*made, {"@id": WORKFLOW}]],
        "mainEntity": _reference(WORKFLOW),
        "mentions": _reference("#run"),
    }
    run = {
        **_entity("#run", "CreateAction", "The run of the workflow"),
        "description": f"On {_words(provenance['machine'])}; commit {provenance['commit']}; "
        f"{_words(provenance['versions'])}.",
        "endTime": ended.isoformat(timespec="seconds"),
        "actionStatus": "http://schema.org/CompletedActionStatus",
        "agent": _reference(AGENT),
        "instrument": _reference(WORKFLOW),
        "object": [_reference(entity["@id"]) for entity in inputs],
        "result": [_reference(entity["@id"]) for entity in made],
    }
    descriptor = {
        **_entity(NAME, "CreativeWork", "The description of this folder"),
        "about": _reference("./"),
        "conformsTo": [_reference(RO_CRATE), _reference(list(PROFILES)[-1])],
    }
    agent = _entity(AGENT, "Person", provenance.get("who") or "not recorded")
    graph = [descriptor, root, run, agent, *_workflow(provenance), *_profiles(), *inputs, *made]
    return {"@context": CONTEXT, "@graph": graph}


def _workflow(provenance):
    kinds = ["File", "SoftwareSourceCode", "ComputationalWorkflow"]
    language = {
        **_entity(SNAKEMAKE, "ComputerLanguage", "Snakemake"),
        "url": "https://snakemake.github.io",
        "identifier": "https://snakemake.github.io",
        "version": provenance["versions"].get("snakemake", ""),
    }
    workflow = {
        **_entity(WORKFLOW, kinds, "Maximum-margin perceptrons: a reproducible benchmark suite"),
        "programmingLanguage": _reference(SNAKEMAKE),
        "license": _reference(LICENSE),
        "encodingFormat": "text/plain",
        "conformsTo": _reference(COMPUTATIONAL_WORKFLOW),
        "creator": _reference(AUTHORS),
        "version": provenance["commit"],
    }
    license_ = _entity(LICENSE, "CreativeWork", "BSD 3-Clause License")
    authors = _entity(AUTHORS, "Organization", "The maintainers of the suite")
    return workflow, language, license_, authors


def _profiles():
    return [
        {**_entity(uri, "CreativeWork", name), "version": version}
        for uri, (name, version) in PROFILES.items()
    ]


def _file(path):
    about = {f"{file.name}.csv": file.about for file in (*RUN_FILES, *ANALYSIS_FILES)}
    about[reviews.NAME] = reviews.ABOUT
    about["provenance.json"] = "Machine, versions, commit, config and data."
    if path.name not in about:
        raise RecordError(f"{path}: this is no result file.")
    return {
        **_entity(path.name, "File", path.name),
        "description": about[path.name],
        "encodingFormat": FORMATS[path.suffix],
        "contentSize": str(path.stat().st_size),
        "sha256": sha256_of(path),
    }


def _folders(results):
    return [
        {**_entity(f"{name}/", "Dataset", name), "description": about}
        for name, about in FOLDERS.items()
        if (results / name).is_dir()
    ]


def _inputs(records):
    """Return entities for the data files of the runs, which are not in the folder.

    Files of equal name but different content get identifiers with their SHA-256.
    """
    found = {}
    for record in records:
        for name, file in record["files"].items():
            found.setdefault(name, {}).setdefault(file["sha256"], set()).add(file["source"])
    return [
        {
            **_entity(_data_id(name, sha256 if len(of_name) > 1 else ""), "CreativeWork", name),
            "description": f"From {', '.join(sorted(sources))}.",
            "sha256": sha256,
        }
        for name, of_name in sorted(found.items())
        for sha256, sources in sorted(of_name.items())
    ]


def _data_id(name, sha256):
    """Return a valid URI reference for any file name."""
    identifier = f"#data-{quote(name, safe='')}"
    return f"{identifier}-{sha256[:16]}" if sha256 else identifier


def _config(config):
    value = json.dumps(config, ensure_ascii=False)
    return {**_entity("#config", "PropertyValue", "The workflow's config"), "value": value}


def _entity(identifier, kind, name):
    return {"@id": identifier, "@type": kind, "name": name}


def _reference(identifier):
    return {"@id": identifier}


def _words(entries):
    return ", ".join(f"{key} {value}" for key, value in entries.items())


@command(RecordError)
def main(arguments=None):
    """Write the metadata and a copy of the Snakefile; return 0, or 1 after printing an error."""
    parser = argparse.ArgumentParser(prog="python -m workflows.crate", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="result files of one folder")
    parser.add_argument("--provenance", required=True, type=Path, help="results/provenance.json")
    parser.add_argument("--output", required=True, type=Path, help="file to write in that folder")
    options = parser.parse_args(arguments)
    record = json.loads(options.provenance.read_text(encoding="utf-8"))
    files = sorted({*options.files, options.provenance})
    content = crate(files, record, datetime.now(UTC))
    with replacing(options.output.with_name(WORKFLOW)) as unfinished:
        shutil.copyfile(ROOT / WORKFLOW, unfinished)
    with replacing(options.output) as unfinished:
        text = json.dumps(content, indent=1, ensure_ascii=False)
        unfinished.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
