"""The order in which jobs start, and the batches before each partial report."""

from data.register import names
from workflows.plan import order
from workflows.plan.order import priorities, stages


def batch(data, timed=False, algorithm="MICRA", kernel=None):
    run = {"algorithm": algorithm, "kernel": kernel}
    return {"data": data, "timed": timed, "runs": {"one": run}}


BATCHES = {
    "small": batch("a1a", timed=True),
    "large": batch("covertype"),
    "bundled": batch("sonar"),
    "large and timed": batch("covertype", timed=True),
    "drawn": batch("alma-artificial-s3-e000"),
    "own": batch("a file of the user's"),
    "LIBSVM's": batch("a9a", algorithm="LIBSVM"),
    "of kernel rows": batch("mnist", kernel={"name": "gaussian", "width": 3.5}),
}


def test_what_is_at_hand_comes_first_then_kernels_then_the_largest_data():
    found, problems, data = priorities(BATCHES, {"problem": {"data": "w8a"}})
    ordered = sorted(found, key=found.get, reverse=True)
    assert ordered[:4] == ["bundled", "drawn", "own", "LIBSVM's"]
    assert ordered[4:] == ["of kernel rows", "large and timed", "large", "small"]
    assert found["large"] > problems["problem"] > found["small"]
    assert data["covertype"] == found["large and timed"] and data["w8a"] == problems["problem"]


def test_large_data_are_those_of_more_patterns_than_a_cache_holds():
    large = [name for name in names() if order.is_large(name)]
    assert "covertype" in large and not {"a9a", "w8a", "mnist", "sonar"} & set(large)
    assert not order.is_large("of one's own")


def test_partial_reports_are_of_more_and_more_batches():
    many = BATCHES | {f"{i}": batch("sonar") for i in range(100)}
    found = stages(many, priorities(many, {})[0])
    assert len(found) == 3 and all(set(a) < set(b) for a, b in zip(found, found[1:], strict=False))
    assert "bundled" in found[0] and "large" not in found[-1]


def test_small_plans_and_those_without_downloads_have_no_partial_report():
    assert stages(BATCHES, priorities(BATCHES, {})[0]) == []
    at_hand = {f"{i}": batch("sonar") for i in range(100)}
    assert stages(at_hand, priorities(at_hand, {})[0]) == []
