"""Metadata with which archives take a folder of results as it is: `python -m workflows.crate`.

It is JSON-LD after the profile Workflow Run RO-Crate 0.5: what ran, on which machine, from which
commit, config and data, and what it made. Nothing has to be added before a folder of results goes
to Zenodo or WorkflowHub.
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
from records.run_files import FILES as RUN_FILES
from workflows.configuration import ROOT

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
FORMATS = {".csv": "text/csv", ".json": "application/json"}


def crate(files, provenance, ended):
    """The metadata, a dict for JSON.

    files: paths of files, all in the folder of results. provenance: the content of provenance.json.
    ended: when the results were complete, a datetime.
    """
    made = [*map(_file, files), *_folders(files[0].parent)]
    inputs = [*_inputs(provenance["data"]), _config(provenance["config"])]
    verdicts = "verdicts on printed numbers, " if provenance["config"]["tables"] else ""
    root = {
        **_entity("./", "Dataset", TITLE),
        "description": f"What a run of the suite made: {verdicts}runs, figures and a report.",
        "datePublished": ended.isoformat(timespec="seconds"),
        "license": _to(LICENSE),
        "author": _to(AGENT),
        "publisher": _to(AGENT),
        "conformsTo": list(map(_to, PROFILES)),
        "hasPart": [_to(entity["@id"]) for entity in [*made, {"@id": WORKFLOW}]],
        "mainEntity": _to(WORKFLOW),
        "mentions": _to("#run"),
    }
    run = {
        **_entity("#run", "CreateAction", "The run of the workflow"),
        "description": f"On {_words(provenance['machine'])}; commit {provenance['commit']}; "
        f"{_words(provenance['versions'])}.",
        "endTime": ended.isoformat(timespec="seconds"),
        "actionStatus": "http://schema.org/CompletedActionStatus",
        "agent": _to(AGENT),
        "instrument": _to(WORKFLOW),
        "object": [_to(entity["@id"]) for entity in inputs],
        "result": [_to(entity["@id"]) for entity in made],
    }
    descriptor = {
        **_entity(NAME, "CreativeWork", "The description of this folder"),
        "about": _to("./"),
        "conformsTo": [_to(RO_CRATE), _to(list(PROFILES)[-1])],
    }
    agent = _entity(AGENT, "Person", provenance.get("who") or "not told")
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
        "programmingLanguage": _to(SNAKEMAKE),
        "license": _to(LICENSE),
        "encodingFormat": "text/plain",
        "conformsTo": _to(COMPUTATIONAL_WORKFLOW),
        "creator": _to(AUTHORS),
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
    return {
        **_entity(path.name, "File", path.name),
        "description": about.get(path.name, "Machine, versions, commit, config and data."),
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
    """The data files that were used: they are not in the folder.

    Files of one name that have other bytes are told apart by the beginning of their SHA-256.
    """
    found = {}
    for record in records:
        for name, file in record["files"].items():
            found.setdefault(name, {}).setdefault(file["sha256"], set()).add(file["source"])
    return [
        {
            **_entity(_data_id(name, sha256 if len(of_name) > 1 else ""), "CreativeWork", name),
            "description": f"As it came: {', '.join(sorted(sources))}.",
            "sha256": sha256,
        }
        for name, of_name in sorted(found.items())
        for sha256, sources in sorted(of_name.items())
    ]


def _data_id(name, sha256):
    """A valid URI reference, whatever the file is called."""
    identifier = f"#data-{quote(name, safe='')}"
    return f"{identifier}-{sha256[:16]}" if sha256 else identifier


def _config(config):
    value = json.dumps(config, ensure_ascii=False)
    return {**_entity("#config", "PropertyValue", "The workflow's config"), "value": value}


def _entity(identifier, kind, name):
    return {"@id": identifier, "@type": kind, "name": name}


def _to(identifier):
    return {"@id": identifier}


def _words(entries):
    return ", ".join(f"{key} {value}" for key, value in entries.items())


@command()
def main(arguments=None):
    """Writes the metadata, and a copy of the workflow beside it; returns the exit code, 1 with a
    sentence for an error.
    """
    parser = argparse.ArgumentParser(prog="python -m workflows.crate", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, help="files of results, of one folder")
    parser.add_argument("--provenance", required=True, type=Path, help="results/provenance.json")
    parser.add_argument("--output", required=True, type=Path, help="to be written, in that folder")
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
