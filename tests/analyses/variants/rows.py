"""Made-up runs of variants and other learners on a problem, for tests of tables."""

from tests.paper_tables.examples import run

OWN = {"data": "mine", "added_by": "own_data"}
SPACE = {"data": "sonar", "augment": "1", "extend": "0"}


def made(name, algorithm, margin, bound="0.0085", updates="10", **more):
    own = {"algorithm": algorithm, "directional_margin": margin, "upper_bound": bound}
    own |= {"added_by": "variants"} if name.startswith("variant-") else {}
    return run(
        name, more.pop("parameters", None), updates=updates, visits="20", **SPACE, **own, **more
    )


def runs_of(*rows):
    return {row["run"]: row for row in rows}


PAPERS = made("micra-table-1-micra-1", "MICRA", "0.008", bound="0.0090", parameters={"eta": 50})
EXACT = made("variant-Mine-sonar-1-maximum", "MaximumMargin", "0.0084", "0.0084", updates="")
MINE = made("variant-Mine-sonar-1-1", "Mine", "0.0082", updates="1234")
ELSEWHERE = made("variant-Mine-wbc-1-1", "Mine", "0.1") | {"data": "wbc"}


def shown(grid):
    names = [name for name, _ in grid.columns]
    return [dict(zip(names, [cell.printed for cell in row], strict=True)) for row in grid.rows]
