"""The sequential driver over `Blocks`: plain epochs in file order, or with the blocks shuffled."""

import hashlib
import json
import os
from pathlib import Path

import numpy as np

from maxmargin.compilation.binding import clock
from maxmargin.compilation.dependencies import stamp_of
from maxmargin.drivers.blocks.weight import BlockWeight
from maxmargin.drivers.shared.progress import NEVER, NO_BUDGET, Point, ProgressMonitor
from maxmargin.drivers.shared.state import ENDED_FAILED, ENDED_STUCK, failure
from maxmargin.input.npz import read_arrays
from maxmargin.statuses import CONVERGED, ENDED_WELL

SAVE_EVERY = 60.0  # seconds between two checkpoints within an epoch


def run(rule, parameters, blocks, *, seed=None, budget=NO_BUDGET, watch=None, checkpoint=None):
    """Run a rule until it converges or the budget ends it, and return a `Run`.

    blocks are `Blocks`. seed decides the order of the blocks, which changes with each epoch. If
    seed is None, blocks come in the file's order. checkpoint is the path of a file. The run
    continues from the file if it exists. The run saves to it every minute and after each epoch.
    Blocks then need a digest.

    Points of the curve cost a pass over the file. They are made after 1, 2, 4, … epochs and at the
    end. Seconds do not include reading. Raises ValueError for a damaged checkpoint, or for the
    checkpoint of another run.
    """
    running = _Running(rule, parameters, blocks, seed, checkpoint)
    monitor = ProgressMonitor(budget, watch, running.point, blocks.separates)
    running.restore(monitor)
    running.end_at_limits(monitor)
    next_check, most = 2 ** int(running.epochs).bit_length(), running.first_t
    most += monitor.limits.max_updates
    while monitor.status is None:
        reason = running.next_block(monitor, min(most, NEVER))
        if reason == ENDED_FAILED:
            monitor.fail(failure(running.state, running.updates))
            break
        converged = False
        if running.place == len(blocks.starts):
            converged = running.end_epoch()
        late = clock() - monitor.started >= monitor.limits.max_seconds
        ended = running.place == 0 and running.epochs >= monitor.limits.max_epochs
        full = running.updates >= monitor.limits.max_updates
        stuck = reason == ENDED_STUCK
        if converged or stuck or late or ended or full or running.epochs >= next_check:
            epochs = running.epochs if running.place == 0 else 0
            monitor.check(running.updates, epochs, converged, stuck)
            next_check = 2 * max(1, running.epochs)
        running.save_now_and_then(monitor)
    memory = running.weight.scaled_rule.memory
    return monitor.record(*running.weight.rescale(), memory=memory)


class _Running:
    """The weight, its state, and the place of the run in the file."""

    def __init__(self, rule, parameters, blocks, seed, checkpoint):
        self.rule, self.blocks, self.seed = rule, blocks, seed
        self.checkpoint = None if checkpoint is None else Path(checkpoint)
        if self.checkpoint and not self.checkpoint.absolute().parent.is_dir():
            raise ValueError(
                f"the folder of the checkpoint {self.checkpoint} does not exist: make it."
            )
        self.weight = BlockWeight(rule, parameters, blocks.squared_radius, blocks.n, blocks.delta)
        self.weight.duals = np.zeros(blocks.m)
        self.state = self.weight.state
        self.epochs = self.place = 0
        self.saved = clock()
        self.weight.start(blocks.space(0), 0)
        self.first_t = self.before = int(self.state["t"])
        self._arrange()

    @property
    def updates(self):
        return self.weight.updates

    def _arrange(self):
        """Set the order of the blocks of this epoch."""
        self.order = np.arange(len(self.blocks.starts))
        if self.seed is not None:
            np.random.default_rng([self.seed, self.epochs]).shuffle(self.order)

    def next_block(self, monitor, most):
        """Present the rest of the next block, up to `most` updates. Return the reason to stop."""
        number = self.order[self.place]
        reason = self.weight.present(
            self.blocks.space(number), self.blocks.starts[number], monitor, self.epochs, most
        )
        if self.state["position"] == 0:
            self.place += 1
        return reason

    def end_epoch(self):
        """Count the epoch. Return whether the run has converged."""
        self.epochs, self.place = self.epochs + 1, 0
        grows = self.weight.scaled_rule.traits.grows_by_visit
        no_update = int(self.state["t"]) == self.before and not grows
        self.before = int(self.state["t"])
        self._arrange()
        return no_update

    def point(self, seconds):
        """Return the current `Point`, after a pass over the file."""
        spaces = map(self.blocks.space, range(len(self.blocks.starts)))
        return self.weight.point(zip(spaces, self.blocks.starts, strict=True), self.epochs, seconds)

    def _described(self):
        """Return a text in which a checkpoint and the run have to agree."""
        blocks, params = self.blocks, [float(value) for value in self.weight.scaled_rule.params]
        code = [
            Path(self.rule.__file__).read_text("utf-8"),
            stamp_of("maxmargin.drivers.sequential.kernel"),
        ]
        about = [self.rule.NAME, *code, params, blocks.digest, blocks.rows]
        scaled = [] if blocks.class_weights is None else blocks.class_weights.tolist()
        return json.dumps([*about, blocks.rho, blocks.delta, self.seed, *scaled])

    def save_now_and_then(self, monitor):
        """Save the run to its checkpoint after an epoch, or if the last save was long ago."""
        due = self.place == 0 or clock() - self.saved > SAVE_EVERY or monitor.status
        if self.checkpoint is None or not due:
            return
        unfinished = self.checkpoint.with_name(f".{self.checkpoint.name}-{os.getpid()}")
        arrays = {
            "described": np.array(self._described()),
            "weights": self.weight.weights,
            "duals": self.weight.duals,
            "run_states": self.weight.run_states,
            "memory": np.array(self.weight.scaled_rule.memory),
            "counts": np.array([self.epochs, self.place, self.before]),
            "seconds": np.array(monitor.seconds),
            "status": np.array(monitor.status if monitor.status in ENDED_WELL else ""),
            "curve": np.array([tuple(point) for point in monitor.curve]).reshape(-1, 8),
        }
        with open(unfinished, "wb") as file:
            np.savez(file, **arrays, check_sum=np.array(_check_sum(arrays)))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(self.checkpoint)
        self.saved = clock()

    def restore(self, monitor):
        """Continue from the checkpoint, if it exists."""
        if self.checkpoint is None or not self.checkpoint.exists():
            return
        try:
            saved = read_arrays(self.checkpoint)
        except (ValueError, OSError):
            saved = {}
        if str(saved.pop("check_sum", "")) != _check_sum(saved):
            raise ValueError(
                f"{self.checkpoint} is damaged or not a checkpoint: remove it, or name another "
                "file."
            )
        if str(saved["described"]) != self._described():
            raise ValueError(
                f"{self.checkpoint} is from a run of another learner, on other patterns or of "
                "another version: remove it, or name another file."
            )
        self.weight.weights[:], self.weight.duals[:] = saved["weights"], saved["duals"]
        self.weight.run_states[:] = saved["run_states"]
        self.weight.scaled_rule.memory = tuple(map(float, saved["memory"]))
        self.epochs, self.place, self.before = map(int, saved["counts"])
        monitor.go_on([_point_of(row) for row in saved["curve"]], float(saved["seconds"]))
        ended = str(saved["status"])
        if ended:  # the run may have ended at a target that has since changed
            reached = monitor.status_at(monitor.curve[-1])
            monitor.status = ended if ended == CONVERGED else reached
        self._arrange()

    def end_at_limits(self, monitor):
        """End a continued run that is already at a limit on its updates or epochs."""
        limits, epochs = monitor.limits, 0 if self.place else self.epochs
        if monitor.status or (self.updates < limits.max_updates and epochs < limits.max_epochs):
            return
        if monitor.curve and monitor.curve[-1].visits == int(self.state["visits"]):
            monitor.curve.pop()  # `check` adds this point again
        monitor.check(self.updates, epochs)


def _point_of(row):
    """Return the `Point` whose numbers a checkpoint has in a row of its curve."""
    updates, epochs, mini_epochs, visits = map(int, row[:4])
    seconds, directional_margin, geometric_margin, upper_bound = map(float, row[4:])
    return Point(
        updates=updates,
        epochs=epochs,
        mini_epochs=mini_epochs,
        visits=visits,
        seconds=seconds,
        directional_margin=directional_margin,
        geometric_margin=geometric_margin,
        upper_bound=upper_bound,
    )


def _check_sum(arrays):
    """Return a check sum of arrays, by name, with their shapes."""
    digest = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        is_record = array.dtype.names  # whose bytes include unused ones
        content = repr(array.tolist()).encode() if is_record else array.tobytes()
        digest.update(f"{name} {array.shape} ".encode() + content)
    return digest.hexdigest()
