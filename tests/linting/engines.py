"""Executors that do what engines do to tasks, for `--executor linting.engines:NAME`."""

from __future__ import annotations

import os
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

threads = ThreadPoolExecutor


def processes() -> Executor:
    """Two processes that have imported nothing yet."""
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


def copies() -> Executor:
    """Two processes that are copies of this one, where there is such a thing."""
    return ProcessPoolExecutor(2, mp_context=get_context("fork"))


class Fake(Executor):
    """Does a task at once, unless `happens` makes something else of it.

    Attributes:
        calls: how many tasks there were.
        closed: whether it was left.
    """

    def __init__(self) -> None:
        self.calls = 0
        self.closed = False

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_more: Any) -> Future[Any]:
        """Do it, or let something happen."""
        future: Future[Any] = Future()
        self.calls += 1
        if not self.happens(self.calls, future):
            future.set_result(fn(*args))
        return future

    def happens(self, _call: int, _future: Future[Any]) -> bool:
        """What becomes of a task in place of its result; False for nothing."""
        return False

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Note it."""
        self.closed = wait or cancel_futures or True


class Failing(Fake):
    """Every third task is lost with an exception."""

    def happens(self, call: int, future: Future[Any]) -> bool:
        if call % 3 == 0:
            future.set_exception(RuntimeError("worker 7 was\nlost"))
        return call % 3 == 0


class Cancelling(Fake):
    """Every third task is cancelled."""

    def happens(self, call: int, future: Future[Any]) -> bool:
        return call % 3 == 0 and future.cancel()


class Dropping(Fake):
    """Every seventh task is never heard of again."""

    def happens(self, call: int, _future: Future[Any]) -> bool:
        return call % 7 == 0


class Losing(Fake):
    """After four tasks all are lost."""

    def happens(self, call: int, future: Future[Any]) -> bool:
        if call > 4:
            future.set_exception(RuntimeError(f"worker {call} was lost"))
        return call > 4


class Silent(Fake):
    """After four tasks nothing is heard any more."""

    def happens(self, call: int, _future: Future[Any]) -> bool:
        return call > 4


class Closing(Fake):
    """After four tasks no more are taken."""

    def happens(self, call: int, _future: Future[Any]) -> bool:
        if call > 4:
            raise RuntimeError("cannot schedule new futures after shutdown")
        return False


class Empty(Fake):
    """Its workers have no phaselint."""

    def happens(self, _call: int, future: Future[Any]) -> bool:
        missing = ModuleNotFoundError("No module named 'phaselint'")
        outer = RuntimeError("the task could not be read")
        outer.__cause__ = missing
        future.set_exception(outer)
        return True


class Other(Fake):
    """Its workers have another release than the one that asks."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        """Let the one that asks be another, which is the same."""
        ((_, *parcel),) = args
        return super().submit(fn, ("9.9.9", *parcel), **more)


class Elsewhere(Fake):
    """Its workers see other files."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        """Let them look for a folder that they do not have."""
        ((version, _, *parcel),) = args
        return super().submit(fn, (version, ("/nowhere",), *parcel), **more)


class Odd(Fake):
    """Gives what nobody has asked for."""

    def happens(self, _call: int, future: Future[Any]) -> bool:
        future.set_result(None)
        return True


class Mixing(Fake):
    """Gives the answer to the task before, once there is one."""

    before: Any = None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        """Do it, and give another."""
        future = super().submit(fn, *args, **more)
        before, self.before = self.before or future, future
        return before


class Unreadable(Fake):
    """Gives answers in which nobody can read the result."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_more: Any) -> Future[Any]:
        """Do it, and break it."""
        version, worker, outcome, _, *rest = fn(*args)
        future: Future[Any] = Future()
        future.set_result((version, worker, outcome, b"no pickle", *rest))
        return future


class Promising(Fake):
    """Gives no futures."""

    def submit(self, *_: Any, **__: Any) -> Any:
        """Give a number."""
        return 7


class Leaving(Fake):
    """Ends the process rather than take a task."""

    def submit(self, *_: Any, **__: Any) -> Any:
        """Take none."""
        raise SystemExit(5)


class Gone(BaseException):
    """What an engine raises that has exceptions of its own kind."""


class Vanishing(Fake):
    """After four tasks it is gone."""

    def happens(self, call: int, _future: Future[Any]) -> bool:
        if call > 4:
            raise Gone("the room is closed")
        return False


class Lacking(Fake):
    """Each task is lost with an exception of its own kind."""

    def happens(self, _call: int, future: Future[Any]) -> bool:
        future.set_exception(Gone("the worker has left"))
        return True


class Shrugging(Fake):
    """Keeps to itself what ends the sweep."""

    def __exit__(self, *_: object) -> bool:
        self.shutdown()
        return True


class Turning(Fake):
    """Raises something else when the sweep is ended."""

    def __exit__(self, *_: object) -> None:
        raise Gone("the engine")


class Endless(Fake):
    """Does not end before the user loses patience."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stand for the key."""
        raise KeyboardInterrupt(wait, cancel_futures)


class Stubborn(Fake):
    """Cannot be ended."""

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        raise OSError(5, "the connection is closed", wait, cancel_futures)


def refused() -> Executor:
    """Cannot be started."""
    raise ConnectionError("no scheduler at tcp://10.0.0.1:8786")


def gone() -> Executor:
    """Cannot be started, in its own words."""
    raise Gone("nobody is here")


def ended() -> Executor:
    """Ends the process in place of starting."""
    raise SystemExit(3)


def nothing() -> None:
    """Gives no context manager."""


nobody = 7


class Worse(ValueError):
    """What a chunk raises."""


def square(number: int) -> int:
    """A chunk."""
    return number * number


def awaited(number: int) -> int:
    """A chunk that takes for ever, but for the first."""
    if number:
        time.sleep(100_000)
    return number


def square_elsewhere(home: int) -> int:
    """A chunk that fails in all processes but one, to which it gives a number."""
    if os.getpid() != home:
        raise Worse("not here")
    return 49


def died(number: int) -> int:
    """A chunk that ends a process, if it is the third."""
    if number == 3:
        os._exit(1)
    return number
