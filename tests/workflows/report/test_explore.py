"""The data of the page Explore are right."""

from itertools import combinations

from figures.learner_styles import APART, STYLES, _distance
from paper_tables.results import Results
from records.analysis_files import OVERVIEW, OVERVIEW_TIMINGS
from records.files import text_of
from records.run_files import CURVES, RUNS, TIMINGS
from tests.analyses.overview.rows import NUMBERS, overview_rows
from workflows.report.explore import POINT, explored

SPACE = {
    "data": "sonar",
    "augment": "1",
    "extend": "0",
    "parameters": '{"epsilon": 0.05}',
    "added_by": "",
}
COUNTS = {"updates": "1000", "visits": "5000", "epochs": "10", "status": "converged"}
RUN = {**SPACE, **COUNTS, "run": "one", "algorithm": "MICRA", "directional_margin": "0.4"}
EXACT = {**SPACE, "run": "maximum", "algorithm": "MaximumMargin", "parameters": "{}"}
EXACT |= {"directional_margin": "0.5", "upper_bound": "0.5", "status": "converged"}
OTHERS = [
    {**RUN, "run": "wide", "extend": "2", "upper_bound": "inf"},
    {**RUN, "run": "kept-1", "algorithm": "PocketMICRA", "seed": "1"},
    {**RUN, "run": "kept-2", "algorithm": "PocketMICRA", "seed": "2"},
    {**RUN, "run": "online", "directional_margin": ""},
]


def made(folder, with_overview=True, runs=()):
    """Return the data of the page, from files with these runs."""
    curve = [
        {"run": "one", "updates": t, "visits": 5 * t, "epochs": 0, "directional_margin": t / 2500}
        for t in range(1, 1001)
    ]
    overview, clock = overview_rows(NUMBERS)
    files = {
        RUNS: [RUN, EXACT, *OTHERS, *runs],
        CURVES: curve,
        TIMINGS: [{"run": "one", "seconds": "0.123456789"}],
        OVERVIEW: overview if with_overview else [],
        OVERVIEW_TIMINGS: clock if with_overview else [],
    }
    for file, rows in files.items():
        (folder / f"{file.name}.csv").write_text(text_of(file, rows), encoding="utf-8")
    return explored(Results([], sorted(folder.glob("*.csv"))), "results/config.json")


def test_every_run_with_a_margin_is_there_with_its_problem(tmp_path):
    found = made(tmp_path)
    runs = {run["run"]: run for run in found["runs"]}
    assert set(runs) == {"one", "maximum", "wide", "kept-1", "kept-2"}
    names = {name: found["problems"][run["problem"]] for name, run in runs.items()}
    assert names["one"] == names["maximum"] == {"name": "sonar, ρ = 1", "maximum": 0.5}
    assert names["wide"] == {"name": "sonar, ρ = 1, Δ = 2", "maximum": None}
    assert names["kept-1"]["name"] == "sonar, ρ = 1, selected by the pocket algorithm (1)"
    assert names["kept-2"]["name"] == "sonar, ρ = 1, selected by the pocket algorithm (2)"
    assert runs["one"]["seconds"] == 0.123457 and runs["wide"]["upper_bound"] is None
    assert runs["one"]["command"] == "python -m workflows.repeat --run one"


def test_curves_are_thinned_to_a_factor_and_keep_their_end(tmp_path):
    (one,) = (run for run in made(tmp_path)["runs"] if run["run"] == "one")
    updates = [dict(zip(POINT, point, strict=True))["updates"] for point in one["curve"]]
    assert updates[:3] == [1, 2, 3] and updates[-1] == 1000 and len(updates) < 32
    inner = zip(updates, updates[1:-1], strict=False)
    assert all(later >= 1.25 * earlier for earlier, later in inner)


def test_the_overview_has_what_each_learner_needs_at_best(tmp_path):
    overview = made(tmp_path)["overview"]
    assert [one["name"] for one in overview["problems"]] == ["sonar", "wbc"]
    assert overview["problems"][0] == {"name": "sonar", "entries": 6240, "hardness": 4.0}
    (folder := tmp_path / "none").mkdir()
    assert made(folder, with_overview=False)["overview"] is None
    least = {}
    for (problem, learner, _), seconds in NUMBERS.items():
        if seconds:
            least[problem, learner] = min(seconds[0], least.get((problem, learner), seconds[0]))
    best = overview["best"]["seconds 0.9"]
    assert {(problem, learner): value for problem, learner, value in best} == least


def test_every_learner_has_a_look_of_its_own(tmp_path):
    found = made(tmp_path)
    shown = {run["algorithm"] for run in found["runs"]} | set(found["overview"]["learners"])
    assert set(found["styles"]) == shown
    assert len({tuple(style.values()) for style in found["styles"].values()}) == len(shown)


def test_no_variant_looks_like_a_learner_beside_it(tmp_path):
    names = ("Mine", "Other", "Third", "Fourth")
    own = [{**RUN, "run": name, "algorithm": name, "added_by": "variants"} for name in names]
    known = [{**RUN, "run": name, "algorithm": name} for name in ("ALMA", "AggressiveROMMA")]
    found = made(tmp_path, runs=[*own, *known])
    colours = [found["styles"][name]["colour"] for name in found["first"]]
    assert len(colours) == 7
    assert min(_distance(*pair) for pair in combinations(colours, 2)) >= APART
    assert found["styles"]["MICRA"]["colour"] == STYLES["MICRA"].colour


def test_a_variant_is_shown_first_and_repeated_by_its_config(tmp_path):
    own = {**RUN, "run": "variant-Mine-sonar-1-2", "algorithm": "Mine", "added_by": "variants"}
    found = made(tmp_path, runs=[own])
    assert found["first"] == ["Mine", "MICRA"]
    commands = {run["run"]: (run["command"], run["own"]) for run in found["runs"]}
    repeats = "python -m workflows.repeat --run variant-Mine-sonar-1-2"
    assert commands[own["run"]] == (f"{repeats} --configfile results/config.json", True)
    assert not commands["one"][1]
