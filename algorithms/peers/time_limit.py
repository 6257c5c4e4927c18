"""A function call with a time limit, in a process, because a solver in C++ cannot be stopped."""

import multiprocessing
from time import perf_counter

from threadpoolctl import threadpool_limits

SHORT = 0.3  # seconds within which calls are repeated, but at most half of the limit
CALLS = 3


def in_time(max_seconds, function, *args):
    """Return function(*args) from a child process that is killed max_seconds after its start.

    The result is a tuple whose last member is the measured seconds. The child is a fork, so that
    arguments are neither pickled nor copied. The result has to be picklable. With max_seconds None
    there is no limit and no child. The call has one thread, because the learners use one thread,
    and because a thread pool would not survive the fork.

    The limit holds for the call. It starts when the child calls, since a large process takes longer
    to fork than a solver takes for a small problem. A new process gets its memory page by page,
    which can take longer than the call. So short calls are made up to three times, and the seconds
    are from the last call. Raises TimeoutError after max_seconds, and re-raises an exception of the
    child.
    """
    with threadpool_limits(1):
        return function(*args) if max_seconds is None else _in_child(max_seconds, function, args)


def _in_child(max_seconds, function, args):
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    again = min(SHORT, max_seconds / 2)
    child = context.Process(target=_send, args=(sender, again, function, args), daemon=True)
    child.start()
    sender.close()
    answers, ended = [], False
    try:
        until = receiver.recv() + max_seconds
        while receiver.poll(max(0.0, until - perf_counter())):
            answers.append(receiver.recv())
    except EOFError:
        ended = True
    finally:
        child.kill()
        child.join()
        receiver.close()
    if not answers and not ended:
        raise TimeoutError(f"stopped after {max_seconds:g} s")
    if not answers:
        raise RuntimeError(
            f"the solver's process ended without a result, exit code {child.exitcode}."
        )
    result, *_ = answers
    if isinstance(result, Exception):
        raise result
    return *result[:-1], answers[-1][-1]


def _send(sender, again, function, args):
    """Send the time of the first call, its result, and the seconds of repeated calls.

    Calls are repeated while all calls together took less than `again` seconds.
    """
    started = perf_counter()  # equal in all processes of a machine
    sender.send(started)
    try:
        sender.send(function(*args))
    except Exception as error:
        return sender.send(error)
    for _ in range(CALLS - 1):
        if perf_counter() < started + again:
            sender.send(function(*args)[-1:])
