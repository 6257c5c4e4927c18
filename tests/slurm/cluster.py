"""A temporary SLURM cluster of one node on this machine, set up in a folder.

To run any command in it, type `python -m tests.slurm.cluster sinfo`. It needs root and Debian's
packages slurm-wlm and munge. It changes nothing outside its folder and listens on its own ports.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

NEEDED = ("munged", "slurmctld", "slurmd", "sbatch", "srun", "squeue", "scontrol")
HELP = "needs root and SLURM, as by `apt-get install slurm-wlm munge`"
CONFIG = """
ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
# No accounting, no control groups; jobs share the node by cores and memory, and are remembered.
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
MinJobAge=86400
SchedulerParameters=batch_sched_delay=0
MailProg=/bin/true
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory={memory} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def missing():
    """Return why there can be no cluster here, as a clause, or None."""
    programs = [name for name in NEEDED if not program(name)]
    if programs or os.geteuid() != 0:
        return f"{HELP}; missing: {', '.join(programs) or 'root'}"
    return None


def program(name):
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")


@contextmanager
def one_node(folder, cpus=None):
    """Start the cluster; return the environment in which SLURM's commands find it."""
    folder = Path(folder)
    for name in ("bin", "state", "spool"):
        (folder / name).mkdir()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    config = CONFIG.format(
        folder=folder,
        host=socket.gethostname(),
        ports=_free_ports(2),
        cpus=cpus or os.cpu_count(),
        memory=memory * 9 // 10,
    )
    (folder / "slurm.conf").write_text(config)
    (folder / "munge.key").write_bytes(os.urandom(128))
    (folder / "munge.key").chmod(0o600)
    environment = {
        **os.environ,
        "SLURM_CONF": str(folder / "slurm.conf"),
        "PATH": f"{folder}/bin:{os.environ['PATH']}",
    }
    # The plugin's job steps forget SLURM_CONF, which no cluster with a file in /etc needs.
    srun = folder / "bin" / "srun"
    srun.write_text(f'#!/bin/sh\nSLURM_CONF={folder}/slurm.conf exec {program("srun")} "$@"\n')
    srun.chmod(0o755)
    names = {"socket": "socket", "key-file": "key", "pid-file": "pid", "log-file": "log"}
    files = [f"--{option}={folder}/munge.{ending}" for option, ending in names.items()]
    calls = [
        ["munged", "--foreground", "--force", f"--seed-file={folder}/munge.seed", *files],
        ["slurmctld", "-D", "-i"],
        ["slurmd", "-D", "-N", socket.gethostname()],
    ]
    daemons = []
    try:
        for name, *options in calls:
            with open(folder / f"{name}.said", "w") as said:
                call = [program(name), *options]
                daemons.append(subprocess.Popen(call, env=environment, stdout=said, stderr=said))
            if name == "munged":
                _wait(lambda: (folder / "munge.socket").exists(), folder, daemons)
        _wait(lambda: _is_idle(environment), folder, daemons)
        yield environment
    finally:
        if all(daemon.poll() is None for daemon in daemons):
            call = ["scancel", "--full", "--user=root"]
            subprocess.run(call, env=environment, capture_output=True)
        for daemon in reversed(daemons):
            daemon.terminate()
            daemon.wait(30)


def jobs_of(environment):
    """Return all jobs of the cluster, as dicts of the output of `scontrol show job`."""
    call = ["scontrol", "show", "job"]
    said = subprocess.run(call, env=environment, capture_output=True, text=True, check=True).stdout
    blocks = [block.split() for block in said.strip().split("\n\n")]
    return [dict(word.split("=", 1) for word in block if "=" in word) for block in blocks]


def _is_idle(environment):
    call = ["sinfo", "--noheader", "--format=%T"]
    return subprocess.run(call, env=environment, capture_output=True).stdout.strip() == b"idle"


def _wait(ready, folder, daemons, seconds=60):
    end = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > end or any(daemon.poll() is not None for daemon in daemons):
            logs = [path.read_text() for path in sorted(folder.glob("*.said"))]
            raise RuntimeError("The cluster did not start.\n" + "\n".join(logs))
        time.sleep(0.2)


def _free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def main(call):
    """Run a command in a cluster and return its exit code."""
    if reason := missing():
        print(f"error: {reason}", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="slurm-") as folder, one_node(folder) as environment:
        return subprocess.run(call, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
