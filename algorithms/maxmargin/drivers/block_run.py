"""The sequential driver over `Blocks`: plain epochs in file order, or with the blocks shuffled."""

import json
import os
from math import inf, sqrt
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from maxmargin.compilation import bind, clock
from maxmargin.dependencies import stamp_of
from maxmargin.drivers.pattern_order import GramProducts, PatternOrder, squared_norm_of
from maxmargin.drivers.power_laws import BLOCK
from maxmargin.drivers.progress import (
    NEVER,
    NO_BUDGET,
    Point,
    ProgressMonitor,
    Run,
    bound_of,
    margin_of,
)
from maxmargin.drivers.scaled_rule import ScaledRule
from maxmargin.drivers.state import FAILED, RUN_STATE, STUCK, failure
from maxmargin.statuses import CONVERGED, ENDED_WELL

SAVE_EVERY = 60.0  # seconds


def run(rule, parameters, blocks, *, seed=None, budget=NO_BUDGET, watch=None, checkpoint=None):
    """Runs a rule until it converges or the budget ends it, and returns a `Run`.

    blocks: `Blocks`. seed: of the order of the blocks, drawn again for each epoch; None for that of
    the file. checkpoint: path of a file that the run is continued from if it is there, and saved to
    every minute and after each epoch; blocks then need a digest. Points of the curve cost a pass
    over the file; they are made after 1, 2, 4, … epochs and at the end. Seconds do not include
    reading. Raises ValueError for a checkpoint of another run, or one that is damaged.
    """
    running = _Running(rule, parameters, blocks, seed, checkpoint)
    monitor = ProgressMonitor(budget, watch, running.point, blocks.separates)
    running.restore(monitor)
    next_look, most = 2 ** int(running.epochs).bit_length(), running.first_t
    most += monitor.limits.max_updates
    while monitor.status is None:
        reason = running.next_block(monitor, min(most, NEVER))
        if reason == FAILED:
            monitor.fail(failure(running.state, running.updates))
            break
        converged = False
        if running.place == len(blocks.starts):
            converged = running.end_epoch()
        late = clock() - monitor.started >= monitor.limits.max_seconds
        ended = running.place == 0 and running.epochs >= monitor.limits.max_epochs
        full = running.updates >= monitor.limits.max_updates
        stuck = reason == STUCK
        if converged or stuck or late or ended or full or running.epochs >= next_look:
            epochs = running.epochs if running.place == 0 else 0
            monitor.check(running.updates, epochs, converged, stuck)
            next_look = 2 * max(1, running.epochs)
        running.save_now_and_then(monitor)
    return Run(monitor.status, *running.unscaled(), monitor.curve, monitor.failure)


class _Running:
    """The weight, its state, and where in the file the run is."""

    def __init__(self, rule, parameters, blocks, seed, checkpoint):
        self.rule, self.blocks, self.seed = rule, blocks, seed
        self.checkpoint = None if checkpoint is None else Path(checkpoint)
        if self.checkpoint and not self.checkpoint.absolute().parent.is_dir():
            raise ValueError(
                f"the checkpoint {self.checkpoint} is in a folder that is not there: make it."
            )
        self.scaled_rule = ScaledRule(rule, parameters, blocks.squared_radius)
        first, _ = blocks.order(0, np.zeros(blocks.m))
        self.storage = first.storage
        self.kernel = bind("sequential_kernel", rule, self.storage, KEEP=False)
        self.measuring = bind("storage_kernel", storage=self.storage)
        self.weights, self.duals = np.zeros(blocks.n + 2), np.zeros(blocks.m)
        self.run_states = np.zeros(1, dtype=RUN_STATE)
        self.state = self.run_states[0]
        self.state["scale"] = 1.0
        self.powers = np.ones((2, BLOCK))
        self.epochs = self.place = self.before = 0
        self.saved = clock()
        if rule.STARTS_FROM_FIRST_PATTERN:
            _, order = blocks.order(0, self.duals)
            self.measuring.shift(order, blocks.rho, self.weights, 0, 1.0)
            self.duals[0], self.state["t"] = 1.0, 1
            self.state["squared_norm"] = order.squared_norms[0]
        self.first_t = self.before = int(self.state["t"])
        self._arrange()

    @property
    def updates(self):
        return int(self.state["t"]) - self.first_t

    def _arrange(self):
        """The order of the blocks of this epoch."""
        self.order = np.arange(len(self.blocks.starts))
        if self.seed is not None:
            np.random.default_rng([self.seed, self.epochs]).shuffle(self.order)

    def next_block(self, monitor, most):
        """Presents the next block, or what is left of it, up to `most` updates; returns the reason
        to stop.
        """
        space, order = self.blocks.order(self.order[self.place], self.duals)
        nobody = space.storage.empty_like(space.patterns)
        every = PatternOrder(order.ids, nobody, order.labels, order.squared_norms, self.duals)
        kept = GramProducts(np.zeros((0, 0)), np.zeros(0))
        arguments = (
            *(every, order, every, True, 0, space.rho, space.delta),
            *(sqrt(self.blocks.squared_radius), self.scaled_rule.params, self.weights, kept),
            *(self.powers, self.run_states, self.scaled_rule.memory, most, NEVER, NEVER),
        )
        advance = self.kernel.advance.ready(*arguments)
        with monitor.learning():
            reason, self.scaled_rule.memory = advance(*arguments)
        self.kernel.settle(every, order, every, True, self.state)
        if self.state["position"] == 0:
            self.place += 1
        return reason

    def end_epoch(self):
        """Counts the epoch; returns whether the run has converged."""
        self.epochs, self.place = self.epochs + 1, 0
        still = int(self.state["t"]) == self.before and not self.scaled_rule.endless
        self.before = int(self.state["t"])
        self._arrange()
        return still

    def unscaled(self):
        """The coordinates of a, (n + 1,), and its duals α, (m,), which may take much memory: they
        are not copied.
        """
        self.weights *= self.state["scale"]
        self.duals *= self.state["scale"]
        self.state["scale"] = 1.0
        return self.weights[:-1], self.duals

    def point(self, seconds):
        """The current `Point`, after a pass over the file."""
        smallest = inf
        for number in range(len(self.blocks.starts)):
            space, order = self.blocks.order(number, self.duals)
            found, *_ = self.measuring.measure(order, space.rho, space.delta, self.weights)
            smallest = min(smallest, found)
        plain = squared_norm_of(self.weights[:-2], self.duals, self.blocks.delta**2)
        norm = sqrt(plain + self.weights[-2] ** 2)
        return Point(
            *(self.updates, self.epochs, 0, int(self.state["visits"]), seconds),
            *(margin_of(smallest, norm), margin_of(smallest, sqrt(plain))),
            bound_of(norm, self.duals),
        )

    def _described(self):
        """What a checkpoint has to agree in."""
        blocks, params = self.blocks, [float(value) for value in self.scaled_rule.params]
        code = [
            Path(self.rule.__file__).read_text("utf-8"),
            stamp_of("maxmargin.drivers.sequential_kernel"),
        ]
        about = [self.rule.NAME, *code, params, blocks.digest, blocks.rows]
        return json.dumps([*about, blocks.rho, blocks.delta, self.seed])

    def save_now_and_then(self, monitor):
        """Saves the run to its checkpoint, after an epoch or if that was long ago."""
        due = self.place == 0 or clock() - self.saved > SAVE_EVERY or monitor.status
        if self.checkpoint is None or not due:
            return
        unfinished = self.checkpoint.with_name(f".{self.checkpoint.name}-{os.getpid()}")
        with open(unfinished, "wb") as file:
            np.savez(
                file,
                described=self._described(),
                weights=self.weights,
                duals=self.duals,
                run_states=self.run_states,
                memory=np.array(self.scaled_rule.memory),
                counts=np.array([self.epochs, self.place, self.before]),
                seconds=monitor.seconds,
                status=monitor.status if monitor.status in ENDED_WELL else "",
                curve=np.array([tuple(point) for point in monitor.curve]).reshape(-1, 8),
            )
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(self.checkpoint)
        self.saved = clock()

    def restore(self, monitor):
        """Continues from the checkpoint, if there is one."""
        if self.checkpoint is None or not self.checkpoint.exists():
            return
        try:
            # Opened here, as numpy leaves a damaged file open.
            with open(self.checkpoint, "rb") as file, np.load(file) as arrays:
                saved = dict(arrays)
        except (ValueError, OSError, EOFError, BadZipFile) as error:
            raise ValueError(
                f"{self.checkpoint} is no checkpoint, or damaged: remove it, or name another one."
            ) from error
        if "described" not in saved or str(saved["described"]) != self._described():
            raise ValueError(
                f"{self.checkpoint} is of a run of another learner, on other patterns or of "
                "another version: remove it, or name another checkpoint."
            )
        self.weights[:], self.duals[:] = saved["weights"], saved["duals"]
        self.run_states[:] = saved["run_states"]
        self.scaled_rule.memory = tuple(map(float, saved["memory"]))
        self.epochs, self.place, self.before = map(int, saved["counts"])
        points = [Point(*map(int, row[:4]), *map(float, row[4:])) for row in saved["curve"]]
        monitor.go_on(points, float(saved["seconds"]))
        ended = str(saved["status"])
        if ended:  # at a target, it may be, which is another one by now
            reached = monitor.target_reached(monitor.curve[-1])
            monitor.status = ended if ended == CONVERGED else reached
        self._arrange()
