"""We measure the baselines' margins ourselves, and call SVM^light as in the paper."""

import os
import stat
import sys
import time
from textwrap import dedent

import numpy as np
import pytest

import data
from maxmargin import MaximumMargin
from peers import LIBLINEAR, LIBSVM, SVMlight, time_limit
from peers.optional import NotInstalled, optional
from peers.solvers import libsvm
from peers.solvers.margins import margin
from peers.time_limit import in_time
from tests.algorithms.problems import separable

X, Y = separable(1, m=40)


def test_margin_of_a_known_hyperplane():
    rows, labels = np.array([[2.0, 0.0], [-1.0, 0.0]]), np.array([1.0, -1.0])
    assert margin(rows, labels, np.array([3.0, 0.0]), 0.0, np.zeros(2), 0.0) == pytest.approx(1.0)
    # The threshold 1.5 puts the hyperplane half-way; it is left out of the norm.
    assert margin(rows, labels, np.array([3.0, 0.0]), -1.5, np.zeros(2), 0.0) == pytest.approx(1.5)
    # In the space extended by 2 the slacks count in the product and in the norm.
    slacks = np.array([0.0, 2.0])
    expected = 6.0 / np.sqrt(9 + 4)
    assert margin(rows, labels, np.array([3.0, 0.0]), 0.0, slacks, 2.0) == pytest.approx(expected)


@pytest.mark.parametrize("extend", [0.0, 0.5])
def test_baselines_agree_on_the_maximum_margin(extend):
    svm = LIBSVM(tol=1e-6, extend=extend).fit(X, Y)
    linear = LIBLINEAR(tol=1e-9, extend=extend).fit(X, Y)
    assert svm.margin_upper_bound_ == pytest.approx(svm.geometric_margin_, rel=1e-4)
    assert linear.geometric_margin_ == pytest.approx(svm.geometric_margin_, rel=1e-3)
    assert linear.geometric_margin_ <= svm.margin_upper_bound_ * (1 + 1e-9)
    # A directional margin is at most the geometric one, and close to it for a large ρ.
    exact = MaximumMargin(augment=30.0, extend=extend).fit(X, Y)
    assert exact.directional_margin_ <= svm.margin_upper_bound_
    assert exact.geometric_margin_ == pytest.approx(svm.geometric_margin_, rel=1e-2)


def test_libsvm_gives_the_printed_margin():
    """The MICRA paper's Table 5 prints 0.8451 for sonar at ε = 0.001."""
    model = LIBSVM(tol=1e-3).fit(*data.load("sonar")[1:])
    assert f"{100 * model.geometric_margin_:.4f}" == "0.8451"


def test_libsvm_gets_the_memory_for_kernel_values(monkeypatch):
    train, given = libsvm._train, []

    def noted(problem, options):
        given.append(options.cache_size)
        return train(problem, options)

    monkeypatch.setattr(libsvm, "_train", noted)
    for model in (LIBSVM(), LIBSVM(cache_size=50.0)):
        model.fit(X, Y)
    assert given == [400.0, 50.0]


def test_svmlight_that_is_not_installed(monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NotInstalled, match="svm_learn on the PATH"):
        SVMlight().fit(X, Y)


def test_a_package_that_lacks_another_package_is_not_called_missing(tmp_path, monkeypatch):
    (tmp_path / "incomplete.py").write_text("import no_such_module")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="no_such_module") as raised:
        optional("incomplete", "incomplete")
    assert not isinstance(raised.value, NotInstalled)
    with pytest.raises(NotInstalled, match="missing is not installed") as raised:
        optional("no_such_package.part", "missing")
    assert raised.value.name == "no_such_package"


@pytest.mark.parametrize("baseline", [LIBSVM, LIBLINEAR])
def test_a_time_limit_changes_no_result(baseline):
    plain = baseline(tol=1e-6, extend=0.5).fit(X, Y)
    limited = baseline(tol=1e-6, extend=0.5, max_seconds=60).fit(X, Y)
    np.testing.assert_array_equal(limited.coef_, plain.coef_)
    np.testing.assert_array_equal(limited.slack_coef_, plain.slack_coef_)


def test_libsvm_is_stopped_in_time():
    """Random labels without extension are not separable, and C = 10⁵ would run for ever."""
    random = np.random.default_rng(1)
    rows, labels = random.normal(size=(2000, 20)), random.choice([-1.0, 1.0], 2000)
    started = time.perf_counter()
    with pytest.raises(TimeoutError, match=r"LIBSVM with tol=1e-05 .* after 0.2 s on 2000 patt"):
        LIBSVM(tol=1e-5, max_seconds=0.2).fit(rows, labels)
    assert time.perf_counter() - started < 10


def test_a_call_in_time():
    assert in_time(60, divmod, 7, 2) == in_time(None, divmod, 7, 2) == (3, 1)
    (child, _), (here, _) = (in_time(limit, lambda: (os.getpid(), 0.0)) for limit in (60, None))
    assert child != os.getpid() == here
    with pytest.raises(TimeoutError):
        in_time(0.1, time.sleep, 60)
    with pytest.raises(ZeroDivisionError):
        in_time(60, divmod, 1, 0)
    with pytest.raises(RuntimeError, match="without a result, exit code 3"):
        in_time(60, os._exit, 3)


def test_the_start_of_a_process_is_not_part_of_its_time(monkeypatch):
    """A limit shorter than the start of the process still stops a call that takes too long."""

    def sending(*args):
        time.sleep(0.5)
        send(*args)

    send = time_limit._send
    monkeypatch.setattr(time_limit, "_send", sending)
    assert in_time(0.3, divmod, 7, 2) == (3, 1)
    started = time.perf_counter()
    with pytest.raises(TimeoutError, match="stopped after 0.1 s"):
        in_time(0.1, time.sleep, 60)
    assert time.perf_counter() - started < 30


def test_short_calls_in_time_are_made_again_for_their_seconds(tmp_path):
    """The result comes from the first call, the seconds from the last."""

    def call(waits):
        with open(tmp_path / "calls", "a+") as calls:
            calls.write(".")
            number = calls.tell()
        time.sleep(waits[number - 1])
        return f"result {number}", float(number)

    def seconds_and_calls(limit, *waits):
        (tmp_path / "calls").unlink(missing_ok=True)
        result, seconds = in_time(limit, call, waits)
        assert result == "result 1"
        return seconds, len((tmp_path / "calls").read_text())

    assert seconds_and_calls(60, 0.0, 0.0, 0.0) == (3.0, 3)
    assert seconds_and_calls(60, 0.0, 1.1) == (2.0, 2)
    assert seconds_and_calls(2.0, 1.1) == (1.0, 1)
    assert seconds_and_calls(1.0, 0.0, 60) == (1.0, 2)  # the second one is cut off


def test_svmlight_is_stopped_in_time(tmp_path, monkeypatch):
    program = tmp_path / "svm_learn"
    program.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(60)\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}")
    with pytest.raises(TimeoutError, match="SVMlight with tol=0.001 .* 0.2 s on 40 patterns"):
        SVMlight(max_seconds=0.2).fit(X, Y)


def test_svmlight_is_called_and_read(tmp_path, monkeypatch):
    """A stand-in program writes LIBSVM's solution in SVM^light's format."""
    solved = LIBSVM(tol=1e-6, extend=0.5).fit(X, Y)
    np.savetxt(tmp_path / "alphas", Y * solved.dual_coef_, fmt="%.17g")
    threshold = float(-solved.intercept_[0])
    program = tmp_path / "svm_learn"
    program.write_text(
        dedent(f"""\
        #!{sys.executable}
        import shutil, sys
        *options, patterns, model = sys.argv[1:]
        open({str(tmp_path / "said")!r}, "w").write(" ".join(options[:-1]))
        shutil.copy(patterns, {str(tmp_path / "patterns")!r})
        shutil.copy({str(tmp_path / "alphas")!r}, options[-1])
        open(model, "w").write("SVM-light Version V6.02\\n{threshold!r} # threshold b, each ...\\n")
        print("Runtime in cpu-seconds: 0.25")
        """)
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}")
    model = SVMlight(tol=0.015, extend=0.5).fit(X, Y)
    assert (tmp_path / "said").read_text() == "-c 1e5 -q 10 -m 400 -e 0.015 -a"
    first = (tmp_path / "patterns").read_text().split("\n")[0].split()
    assert float(first[0]) == Y[0] and first[-1] == "5:0.5"  # 4 columns, and its own one, Δ
    assert model.train_seconds_ == 0.25
    assert model.geometric_margin_ == pytest.approx(solved.geometric_margin_, rel=1e-9)
    np.testing.assert_allclose(model.coef_, solved.coef_, rtol=1e-9)
