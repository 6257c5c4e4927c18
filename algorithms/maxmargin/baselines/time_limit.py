"""A function call with a time limit: a solver in C++ cannot be stopped, but its process can."""

import multiprocessing
from time import perf_counter

SHORT = 0.3  # seconds of calls after which there is no other; and half of the limit
CALLS = 3


def in_time(max_seconds, function, *args):
    """What function(*args) returns, a tuple whose last member is the seconds that it has measured,
    from a child process that is killed after max_seconds.

    The child is a fork, so the arguments need not be picklable and are not copied; the result has
    to be picklable. None for no limit, and no child. A new process gets its memory page by page,
    which can take longer than the call: short ones are made up to three times, and the seconds are
    those of the last. Raises TimeoutError; an exception in the child is re-raised here.
    """
    if max_seconds is None:
        return function(*args)
    until = perf_counter() + max_seconds
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    again = min(SHORT, max_seconds / 2)
    child = context.Process(target=_send, args=(sender, again, function, args), daemon=True)
    child.start()
    sender.close()
    answers, ended = [], False
    try:
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
    """Sends what the first call gave, and the seconds of others as long as all took less than
    again.
    """
    until = perf_counter() + again
    try:
        sender.send(function(*args))
    except Exception as error:
        return sender.send(error)
    for _ in range(CALLS - 1):
        if perf_counter() < until:
            sender.send(function(*args)[-1:])
