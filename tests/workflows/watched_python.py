"""Runs `python -m MODULE ...` and records the project files that it used: `WATCHED_TO`/PID.json.

A code file counts as used if one of its functions was called after the imports. Any other file
counts as used if it was opened. WATCHED_ROOT is the project's folder.
"""

import atexit
import inspect
import json
import os
import runpy
import sys
import threading

import numba  # noqa: F401  # before calls are watched, which makes importing slow
import sklearn.base  # noqa: F401

ROOT = os.environ["WATCHED_ROOT"] + os.sep
USED = set()


def watch_calls(frame, event, _):
    code = frame.f_code
    if (
        event == "call"
        and code.co_filename.startswith(ROOT)
        and code.co_filename not in USED
        and code.co_flags & inspect.CO_OPTIMIZED
        and not within_an_import(frame.f_back)
    ):
        USED.add(code.co_filename)


def within_an_import(frame):
    while frame:
        if frame.f_code.co_name == "<module>" and frame.f_globals["__name__"] != "__main__":
            return True
        frame = frame.f_back
    return False


def watch_files(event, arguments):
    if event != "open" or not isinstance(arguments[0], str | bytes):
        return
    path, mode = os.path.abspath(os.fsdecode(arguments[0])), arguments[1] or "r"
    if path.startswith(ROOT) and "r" in mode and "__pycache__" not in path:
        if os.path.isfile(path) and not path.endswith(".py"):
            USED.add(path)


def write():
    sys.setprofile(None)
    with open(os.path.join(os.environ["WATCHED_TO"], f"{os.getpid()}.json"), "w") as file:
        json.dump({"call": CALL, "used": sorted(USED)}, file)


_, option, module, *arguments = sys.argv
assert option == "-m"
CALL = [module, *arguments]
sys.argv = [module, *arguments]
if not sys.flags.safe_path:  # else Python did not put this script's folder there
    sys.path[0] = os.getcwd()
atexit.register(write)
sys.addaudithook(watch_files)
threading.setprofile(watch_calls)
sys.setprofile(watch_calls)
runpy.run_module(module, run_name="__main__", alter_sys=True)
