"""RCV1, whose files nobody here has: files of the same form lead from the loader to verdicts."""

import json
from copy import deepcopy

import numpy as np
import pytest

import data.register
from data.prepared import prepare
from paper_tables.claims import claims_of, evidence_of
from paper_tables.files import read_runs
from paper_tables.parameters import check_parameters
from paper_tables.tables import read_table
from records.files import text_of
from records.run_files import RUNS
from tests.workflows.collected import NO_LABELS
from workflows.commands.collect import collect
from workflows.commands.execute import execute
from workflows.plan.configuration import read_batches

pytestmark = pytest.mark.long

VECTORS, TOPICS = "lyrl2004_vectors_test_pt0.dat", "rcv1-v2.topics.qrels"
M, N = 300, 47236
BUDGET = {"max_updates": None, "max_epochs": None, "max_seconds": 60}


@pytest.fixture
def mirror(tmp_path, monkeypatch):
    """Return a folder with generated documents, some of them on each topic."""
    rng = np.random.default_rng(7)
    vectors, topics = [], []
    for number in range(2286, 2286 + M):
        c11, ccat = rng.random(2) < (0.2, 0.5)
        words = np.unique(rng.integers(1, N + 1, size=20))
        words = np.unique(
            [*words, *rng.integers(1, 30, size=4 * c11), *rng.integers(30, 60, 3 * ccat)]
        )
        values = rng.random(words.size) + 0.1
        values /= np.linalg.norm(values)
        pairs = " ".join(f"{word}:{value:.12g}" for word, value in zip(words, values, strict=True))
        vectors.append(f"{number}  {pairs}\n")
        topics += [f"{topic} {number} 1\n" for topic, on in (("C11", c11), ("CCAT", ccat)) if on]
        topics.append(f"E11 {number} 1\n")
    (tmp_path / VECTORS).write_text("".join(vectors))
    (tmp_path / TOPICS).write_text("".join(topics))
    changed = deepcopy(data.register._register())
    for name in ("rcv1-c11", "rcv1-ccat"):
        changed["data_sets"][name]["facts"]["m"] = M
    monkeypatch.setattr(data.register, "_register", lambda: changed)
    monkeypatch.setenv("MARGIN_DATA_MIRROR", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", ["rcv1-c11", "rcv1-ccat"])
def test_the_runs_of_table_4_give_numbers_on_files_of_rcv1s_form(mirror, name):
    path = mirror / f"{name}.npz"
    prepare(name, path, store=mirror / "store", mirror=mirror, strict=True)
    batch = deepcopy(read_batches(["margitron/table-4"])[f"margitron-table-4-{name}"])
    batch["timed"] = False
    records = execute(batch, path, BUDGET, seed=1)
    record_file, run_file = mirror / "records.json", mirror / "runs.csv"
    record_file.write_text(json.dumps(records, default=float))
    run_file.write_text(text_of(RUNS, collect([record_file], NO_LABELS)["runs"]))
    runs = read_runs(run_file)
    known = {run for run, row in runs.items() if row["status"] == "converged"}
    assert {run for run in batch["runs"] if "svmlight" not in run} <= known
    table = read_table("margitron/table-4")
    assert not [error for error in check_parameters(table, runs) if name in error]
    claims = {c["column"]: c for c in claims_of(table, runs, {}, {}) if c["row"] == name}
    for column in ("stage-1-margin", "stage-1-bound", "stage-2-estimate"):
        assert claims[column]["verdict"] in ("exact", "close", "differs")
        assert float(claims[column]["measured"]) > 0
    bounds = [e for e in evidence_of(read_table("margitron/estimates"), runs, {}, {})]
    (own,) = [e for e in bounds if e["row"] == f"{name}-stage-1"]
    assert own["outcome"] in ("holds", "does not hold")
