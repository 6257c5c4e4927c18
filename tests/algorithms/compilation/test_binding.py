"""Each function gets its own compiled code, even if others compile at the same time."""

import gc
import importlib
import subprocess
import sys
import time
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from time import perf_counter

import numpy as np
import pytest
from numba import njit
from numba.core.dispatcher import _DispatcherBase

from maxmargin import ALMA, MICRA, PDM, PUMMA, Gilbert, KrauthMezard, MaximumMargin, Pocket
from maxmargin.compilation import binding, compiled_clock
from maxmargin.compilation.binding import (
    Entry,
    as_perf_counter,
    bind,
    clock,
    compiling,
    without_collecting,
)
from maxmargin.compilation.code_cache import one_process
from maxmargin.compilation.dependencies import imported_files, used_by
from maxmargin.drivers.sequential import kernel as sequential_kernel
from maxmargin.kernels import Gaussian
from maxmargin.rules import all_rules
from maxmargin.storages import dense
from tests.algorithms import compiled_types
from tests.algorithms.problems import separable

TWICE = """
from maxmargin.compilation.binding import compiled

@compiled()
def twice(x):
    return x + x

@compiled()
def through_another(x):
    return twice(x)
"""
# A process for each value stores its code slowly, so that the other processes read the same index
# meanwhile. They are forked before any compilation, since importing takes longest.
COMPILE = """
import os, sys, time, traceback
from numba.core.caching import IndexDataCacheFile
load = IndexDataCacheFile._load_index

def slowly(self):
    index = load(self)
    time.sleep(0.1)
    return index

IndexDataCacheFile._load_index = slowly
from maxmargin.compilation.binding import Entry
import shared
entry, children = Entry(getattr(shared, sys.argv[1])), []
for value in map(eval, sys.argv[2:]):
    children.append(os.fork())
    if children[-1] == 0:
        right = False
        try:
            right = entry(value) == 2 * value
        except BaseException:
            traceback.print_exc()
        os._exit(0 if right else 1)
print(*(os.waitpid(child, 0)[1] for child in children))
"""
CHECK = """
import sys
from shared import twice
for value in map(eval, sys.argv[1:]):
    assert twice(value) == 2 * value, value
assert not twice.stats.cache_misses, twice.stats
"""
VALUES = ["3", "2.5", "1 + 4j", "True"]


@pytest.mark.long
@pytest.mark.parametrize("name", [pytest.param("twice", marks=pytest.mark.slow), "through_another"])
def test_processes_that_compile_one_function_for_other_arguments(tmp_path, name):
    (tmp_path / "shared.py").write_text(TWICE)
    values = VALUES if name == "twice" else VALUES[:2]  # two processes are enough to meet
    command, how = [sys.executable, "-c"], {"cwd": tmp_path, "check": True, "timeout": 300}
    compiled = subprocess.run([*command, COMPILE, name, *values], capture_output=True, **how)
    assert compiled.stdout.split() == [b"0"] * len(values), compiled.stderr
    subprocess.run([*command, CHECK, *values], **how)


@pytest.mark.long
def test_an_entry_compiles_once_for_one_kind_of_arguments():
    entry = Entry(njit(lambda record, values, pair: values.sum() + pair[0]))
    record = np.zeros(1, dtype=[("a", "f8")])
    for values in (np.ones(3), np.ones(5)):
        entry(record, values, (1.0, ()))
    assert len(entry.function.signatures) == 1
    entry(record, np.ones(3, dtype=np.float32), (1.0, ()))
    read_only = np.ones(3)
    read_only.flags.writeable = False
    entry(record, read_only, (1.0, ()))
    assert len(entry.function.signatures) == 3


def test_parameters_of_one_look_are_told_apart(monkeypatch):
    """Numba itself would confuse the two classes and inspect them again at every call."""
    looks = []
    look = _DispatcherBase.typeof_pyval
    monkeypatch.setattr(
        _DispatcherBase, "typeof_pyval", lambda *given: looks.append(given) or look(*given)
    )
    for _ in range(2):
        parameters = namedtuple("Parameters", "epsilon")(2.0)
        compiled = njit(lambda params, x: params.epsilon * x)
        call = Entry(compiled).compiled_for(parameters, 3.0)
        looks.clear()
        assert [call(parameters, x) for x in (3.0, 4.0)] == [6.0, 8.0]
        assert not looks
        assert compiled(parameters, 3.0) == 6.0  # as numba does it
        assert looks


def test_compiling_is_not_counted():
    entry, began = Entry(njit(lambda x: x + 1)), perf_counter()
    clock_before, seconds_before = clock(), compiling.seconds
    entry.compiled_for(1.0)
    took = compiling.seconds - seconds_before
    counted = clock() - clock_before
    elapsed = perf_counter() - began  # also what passed between the readings
    assert 0 < took <= elapsed
    assert -1e-6 <= counted <= elapsed - took + 1e-6


def test_arguments_that_decide_the_types_are_enough(monkeypatch):
    monkeypatch.setattr(Entry, "compiled_for", compiled_types.compiled_for)  # without its check
    entry = Entry(njit(lambda x, y: x + y))
    code = entry.compiled_for(1.5, np.ones(2), deciding=(np.ones(1),))
    assert entry.compiled_for(None, None, deciding=(np.ones(1),)) is code  # not looked at
    assert entry.compiled_for(1, np.ones(2)) is not code
    np.testing.assert_array_equal(code(1.5, np.ones(2)), [2.5, 2.5])


def test_compiled_code_has_the_same_clock(monkeypatch):
    now = njit(lambda: compiled_clock.seconds_of(compiled_clock.CLOCK))
    before = perf_counter()
    times = [before, now(), perf_counter(), now(), perf_counter()]
    assert times == sorted(times)
    monkeypatch.setattr(compiling, "seconds", 1000.0)
    assert as_perf_counter(clock()) == pytest.approx(perf_counter(), abs=10.0)


def test_one_threads_compiling_does_not_turn_back_anothers_clock(monkeypatch):
    monkeypatch.setattr(binding, "one_process", CompilingTakesLong)
    monkeypatch.setattr(binding, "perf_counter", lambda: CompilingTakesLong.now)
    entry, before = Entry(njit(lambda x: x + 2)), clock()
    with ThreadPoolExecutor(1) as other:
        others = [other.submit(clock).result()]
        other.submit(entry.compiled_for, 1.0).result()
        others.append(other.submit(clock).result())
    assert others[1] == others[0]  # it compiled
    assert clock() - before == 1000.0  # this one did not


def test_a_file_that_a_rule_calls_into_is_part_of_its_name(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "rates_of_step.py").write_text("RATE = 0.25\n")
    (tmp_path / "helper_of_step.py").write_text("def third(x):\n    return x / 3.0\n")
    (tmp_path / "caller_of_both.py").write_text(
        "from helper_of_step import third\nfrom rates_of_step import RATE\n\n\n"
        "def step(x):\n    return RATE * third(x)\n"
    )
    files, values = used_by([importlib.import_module("caller_of_both").step])
    for name in ("rates_of_step", "helper_of_step", "caller_of_both"):
        del sys.modules[name]
    assert [Path(path).name for path in files] == ["caller_of_both.py", "helper_of_step.py"]
    assert values == [("RATE", "0.25")]  # set in a file of its own, and frozen into the code


HELPER = """
from enum import Enum
import numpy as np
from numba import njit
FACTOR = 0.25
TABLE = np.arange(2000) + 1e-12

class Mode(Enum):
    B = 3.0

@njit
def part(x):
    return x / 3.0
"""


@pytest.mark.parametrize(
    ("step", "before", "after"),
    [
        ("import helper\ndef step(x): return helper.part(x)", "3.0", "4.0"),
        ("import helper\ndef step(x): return helper.FACTOR * x", "0.25", "0.5"),
        ("import helper as h\ndef inner(x): return h.FACTOR\ndef step(x): return inner(x)",
         "0.25", "0.5"),
        ("from helper import part\ndef step(x): return sum([part(i) for i in range(3)])",
         "3.0", "4.0"),
        ("from helper import FACTOR\ndef made(f): return lambda x: f * x\nstep = made(FACTOR)",
         "0.25", "0.5"),
        ("from helper import FACTOR\ndef step(x, f=FACTOR): return f * x", "0.25", "0.5"),
        ("from helper import TABLE\ndef step(x): return TABLE[0] * x", "1e-12", "2e-12"),
        ("from helper import Mode\ndef step(x): return Mode.B.value * x", "B = 3.0", "B = 4.0"),
        ("from helper import Mode\nB = Mode.B\ndef step(x): return x if B.value > 3 else 0",
         "B = 3.0", "B = 4.0"),
        ("from helper import TABLE\ndef step(x): return TABLE[9] * x",
         "(2000)", "(2000) * (np.arange(2000) != 999)"),
    ],
)  # fmt: skip
def test_whatever_compiled_code_depends_on_is_in_its_name(
    tmp_path, monkeypatch, step, before, after
):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "caller_of_helper.py").write_text(step + "\n")
    found = []
    for text in (HELPER, HELPER, HELPER.replace(before, after)):
        (tmp_path / "helper.py").write_text(text)
        importlib.invalidate_caches()
        files, values = used_by([importlib.import_module("caller_of_helper").step])
        for name in ("helper", "caller_of_helper"):
            del sys.modules[name]
        assert {Path(file).parent for file in files} == {tmp_path}  # nothing of numpy and numba
        found.append(([Path(file).read_bytes() for file in files], values))
    assert found[0] == found[1] != found[2]


def test_the_files_that_a_kernel_imports_from_are_part_of_its_name():
    files = [Path(path).name for path in imported_files("maxmargin.drivers.worst_first.kernel")]
    used = {
        "code_cache.py",
        "binding.py",
        "contract.py",
        "dependencies.py",
        "norm_power.py",
        "placeholders.py",
    }
    used |= {"power_laws.py", "rule_traits.py", "state.py", "update_core.py", "vectors.py"}
    assert files[0] == "kernel.py" and set(files[1:]) == used


def test_a_combination_is_made_once():
    rule = all_rules()["Perceptron"]
    kernel = bind(sequential_kernel, rule, dense, CACHED=False)
    assert bind(sequential_kernel, rule, dense, CACHED=False) is kernel
    assert bind(sequential_kernel, rule, dense, CACHED=True) is not kernel
    assert kernel.ADDITIVE is True


def test_what_only_compiled_code_calls_is_not_offered_to_python():
    kernel = bind(sequential_kernel, all_rules()["Perceptron"], dense, CACHED=False)
    assert not {"threshold", "violates", "step", "find", "pass_over"} & set(vars(kernel))
    assert {"advance", "shift"} <= set(vars(kernel))


@pytest.mark.parametrize("name", ["threshold", "product"])
def test_a_placeholder_says_what_takes_its_place_and_is_never_called(name):
    from maxmargin.compilation import placeholders

    function = getattr(placeholders, name)
    assert function.__doc__
    with pytest.raises(NotImplementedError):
        function(*[None] * function.__code__.co_argcount)


class CompilingTakesLong:
    """Holds the compilation lock, as other processes compile too; a thousand seconds pass."""

    now = 0.0

    def __init__(self, name):
        self.lock = one_process(name)

    def __enter__(self):
        type(self).now += 1000.0
        return self.lock.__enter__()

    def __exit__(self, *error):
        return self.lock.__exit__(*error)


@pytest.mark.parametrize(
    "model",
    [
        MICRA(),
        MICRA(kernel=Gaussian(2.0)),
        ALMA(p=4),
        PDM(worst_first=True),
        KrauthMezard(kernel=Gaussian(2.0)),
        Pocket(),
        Pocket(kernel=Gaussian(2.0)),
    ],
    ids=repr,
)
def test_no_driver_counts_compiling(model, monkeypatch):
    def binds_long(*combination):
        CompilingTakesLong.now += 1000.0
        return bound(*combination)

    bound = binding._bound
    monkeypatch.setattr(binding, "_bound", binds_long)
    monkeypatch.setattr(binding, "one_process", CompilingTakesLong)
    monkeypatch.setattr(binding, "perf_counter", lambda: CompilingTakesLong.now)
    monkeypatch.setattr(
        compiling, "seconds", 0.0
    )  # whole numbers from here on, which round nothing
    binding._entries.cache_clear()
    before = CompilingTakesLong.now
    model.fit(*separable(1, m=20, n=2, margin=0.5))
    assert CompilingTakesLong.now > before
    curve = [point.seconds for point in getattr(model, "history_", [])]
    assert {*curve, getattr(model, "train_seconds_", 0.0)} == {0.0}


@pytest.mark.parametrize(
    "model",
    [
        MaximumMargin(extend=1.0),
        MaximumMargin(free_threshold=True),  # by Wolfe's steps
        Gilbert(),
        PUMMA(),
    ],
    ids=repr,
)
def test_no_loop_that_reads_a_clock_counts_compiling(model, monkeypatch):
    """Compiled code reads its own clock, so that these seconds have to pass."""

    def binds_long(*combination):
        time.sleep(1.0)
        return bound(*combination)

    bound = binding._bound
    monkeypatch.setattr(binding, "_bound", binds_long)
    binding._entries.cache_clear()
    started = perf_counter()
    model.fit(*separable(1, m=20, n=2, margin=0.5))
    elapsed = perf_counter() - started
    for point in model.history_:
        assert 0.0 < point.seconds < elapsed - 1.0


def test_garbage_is_collected_again_after_compiling():
    for error in (None, ValueError("does not compile")):
        with pytest.raises(ValueError) if error else nullcontext(), without_collecting():
            assert not gc.isenabled()
            if error:
                raise error
        assert gc.isenabled()
