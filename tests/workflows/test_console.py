"""Each finished job is a line on stderr unless stderr is a terminal."""

import logging

from snakemake.logging import logger
from snakemake_interface_logger_plugins.common import LogEvent

from records.variant_checks import write_check
from workflows import console


def test_a_line_for_each_job(capsys, monkeypatch):
    monkeypatch.setattr(logger, "handlers", [])
    monkeypatch.setattr(logger, "propagate", False)
    logger.setLevel(logging.INFO)
    console.log_finished_jobs()
    about = {"event": LogEvent.JOB_INFO, "rule_name": "run"}
    logger.info("", extra={**about, "jobid": 7, "log": ["results/logs/run-a.log"]})
    logger.info("", extra={**about, "jobid": 8, "log": [], "rule_name": "all"})
    for job, done in ((7, 1), (8, 2)):
        logger.info("", extra={"event": LogEvent.JOB_FINISHED, "job_id": job})
        logger.info(None, extra={"event": LogEvent.PROGRESS, "done": done, "total": 2})
    lines = [line.partition(" ")[2] for line in capsys.readouterr().err.splitlines()]
    assert lines == ["run-a, 1 of 2", "all, 2 of 2"]


def test_a_terminal_has_its_bars(monkeypatch):
    monkeypatch.setattr(logger, "handlers", [])
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    console.log_finished_jobs()
    assert logger.handlers == []


def test_a_refused_variant_is_said_at_once_also_on_a_terminal(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(logger, "handlers", [])
    monkeypatch.setattr(logger, "propagate", False)
    logger.setLevel(logging.INFO)
    console.log_refused_variants()
    write_check(tmp_path / "Mine.json", "mine.py", False, ["mine.py: step gives NaN."])
    write_check(tmp_path / "Good.json", "good.py", True, ["good.py: Good conforms."])
    for job, name in enumerate(("Mine", "Good")):
        about = {"event": LogEvent.JOB_INFO, "rule_name": "check_variant", "jobid": job}
        logger.info("", extra={**about, "output": [tmp_path / f"{name}.json"]})
        logger.info("", extra={"event": LogEvent.JOB_FINISHED, "job_id": job})
    said = capsys.readouterr().err
    assert said == "Mine is refused: The variant does not conform: mine.py: step gives NaN.\n"
