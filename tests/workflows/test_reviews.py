"""The verdicts for machines say what claims.csv and statements.csv say."""

import json

from paper_tables.statements import judged
from paper_tables.verdicts import VERDICTS
from records.analysis_files import CLAIMS, EVIDENCE, READINGS, STATEMENTS
from records.files import text_of
from workflows.reviews import main, reviews

CLAIM = dict.fromkeys(CLAIMS.header, "") | {
    "paper": "micra",
    "table": "table-1",
    "row": "1",
    "column": "micra-updates",
    "printed": "327,468",
    "kind": "independent",
    "measured": "327468",
    "verdict": "exact",
    "run": "micra-table-1-micra-1",
}
MISSING = CLAIM | {
    "column": "romma-updates",
    "measured": "",
    "verdict": "not measured",
    "reason": "the config leaves this run out",
    "run": "",
}


def evidence(row, outcome):
    own = {"paper": "micra", "table": "comparisons", "row": row, "column": "updates"}
    empty = dict.fromkeys(EVIDENCE.header, "")
    return empty | own | {"statement": "faster-than-cramma", "outcome": outcome}


STATEMENT = judged("micra", [evidence("a", "holds"), evidence("b", "does not hold")])


READING = {key: CLAIM[key] for key in READINGS.header if key in CLAIM} | {
    "reading": "another",
    "verdict": "differs",
    "measured": "327469",
}


def test_each_verdict_is_a_review_of_a_claim_in_a_paper():
    document = reviews([CLAIM, MISSING], STATEMENT, [READING])
    author, paper, number, missing, reading, statement = document["@graph"]
    assert document["@context"] == "https://schema.org"
    assert paper["@type"] == "ScholarlyArticle" and paper["author"].startswith("P. Tsampouka")
    assert number["@id"] == "#micra/table-1/1/micra-updates"
    assert number["claimReviewed"].endswith("column micra-updates: 327,468")
    assert number["reviewRating"]["alternateName"] == "exact"
    assert number["reviewAspect"] == "independent evidence"
    assert number["reviewBody"] == "Measured: 327468. Run: micra-table-1-micra-1."
    assert missing["reviewBody"] == "Reason: the config leaves this run out."
    assert reading["reviewAspect"] == "under the reading another"
    assert reading["reviewRating"]["alternateName"] == "differs"
    assert statement["reviewRating"]["alternateName"] == "holds in 1 of 2"
    assert "“much faster”" in statement["claimReviewed"]
    assert statement["reviewBody"].startswith("Of 2 comparisons 1 hold, 1 do not, 0 are undecided")
    for review in (number, missing, reading, statement):
        assert review["itemReviewed"]["appearance"] == {"@id": paper["@id"]}
        assert review["author"] == {"@id": author["@id"]}
    identifiers = [entity["@id"] for entity in document["@graph"]]
    assert len(set(identifiers)) == len(identifiers)


def test_the_command_writes_json(tmp_path):
    given = ((CLAIMS, [CLAIM, MISSING]), (STATEMENTS, STATEMENT), (READINGS, [READING]))
    for file, rows in given:
        (tmp_path / f"{file.name}.csv").write_text(text_of(file, rows))
    options = [f"--{file.name}={tmp_path / file.name}.csv" for file, _ in given]
    output = tmp_path / "verdicts.jsonld"
    assert main([*options, f"--output={output}"]) == 0
    ratings = [
        entity["reviewRating"]["alternateName"]
        for entity in json.loads(output.read_text())["@graph"][2:]
    ]
    assert set(ratings[:3]) <= set(VERDICTS) and len(ratings) == 4
