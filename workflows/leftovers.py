"""Removes results that say only why there is none, once there can be one, and half a download.

Data that could not be reached and runs that failed are rows with their reason, so that the rest can
go on; but a failure is no result to be kept. It is tried again in the next call of the workflow.
"""

import json
import shutil
from pathlib import Path

import data
from data.store import remove_unfinished


def remove_leftovers(results, data_config):
    """Deletes failed jobs' files below the folder of results, and killed fetches' in the store."""
    remove_unfinished(data_config["store"])
    unreachable = set()
    for path in Path(results, "problems").glob("*.npz"):
        if data.read_record(path)["status"] == "unreachable":
            own = path.stem not in data.names()
            if own or data.is_local(path.stem, data_config["store"], data_config["mirror"]):
                path.unlink()
            else:
                unreachable.add(path.stem)
    for path in Path(results, "runs").glob("*.json"):
        records = json.loads(path.read_text())
        if any(_can_be_tried_again(record, unreachable) for record in records):
            path.unlink()


def _can_be_tried_again(record, unreachable):
    if record["status"] == "failed":
        return True
    if record["status"] != "unavailable" or record["data"] in unreachable:
        return False
    return shutil.which("svm_learn") is not None  # SVM^light is the one optional program
