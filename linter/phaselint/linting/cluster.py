"""A sweep on an engine that the user brings: any executor in the sense of `concurrent.futures`.

A chunk is judged once: the first answer wins. One that failed is sent again, one that failed twice
is judged here, so a defect shows as it does in one process. Nothing an engine does can change
the findings, only how many of them there are.
"""

from __future__ import annotations

import os
import pickle
import signal
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from multiprocessing import active_children
from queue import Empty, SimpleQueue
from threading import current_thread, main_thread

from phaselint.linting.cluster_tasks import JUDGED, UNFIT, Answer, Parcel, answer, judged, packed
from phaselint.vocabulary.errors import UsageError, described

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterable, Iterator
    from concurrent.futures import Executor, Future
    from types import ModuleType
    from typing import Any

ATTEMPTS = 2
"""How often a chunk is sent before it is judged here."""

LOSSES = 3
"""Workers that are lost in a row before the sweep ends."""

FEWEST, MOST = 4, 1_000
"""Workers that an engine is taken to have before they have answered, and at most."""

PATIENCE = 300.0
"""Seconds without any answer after which the first chunk counts as dropped. An engine may drop a
task and say nothing, and nothing but time tells that from a long one; to take the one for the other
costs work, and changes no result."""


class Lost:
    """Stands for the result of a chunk that was not judged."""


LOST = Lost()


class Cluster:
    """An engine, and the sweep on it.

    Args:
        name: `module:factory`; the factory gives a context manager that gives the executor.

    Attributes:
        wrong: a line for what the engine has not done.
    """

    def __init__(self, name: str) -> None:
        self.wrong: list[str] = []
        self._name = f"--cluster {name}"
        self._open = _factory(self._name, name)

    def each(
        self,
        function: Callable[[Any], Any],
        things: Iterable[Any],
        folders: Callable[[Any], Collection[str]],
    ) -> Generator[Any, None, None]:
        """What a function, which workers import, gives for each thing, in order; `LOST` where the
        sweep had to end before.

        Args:
            folders: those that a worker has to see for a thing.

        Raises:
            UsageError: there is no such engine.
            Exception: what the function raises here.
        """
        with ExitStack() as after, self._executor() as executor:
            sweep = _Sweep(function, folders, executor)
            try:
                yield from sweep.results(things)
            finally:
                if sweep.let_go():
                    after.callback(_end_processes)
        if sweep.ended:
            self.wrong[:] = [
                f"{self._name}: {sweep.ended}; the report contains the contracts checked so far"
            ]

    @contextmanager
    def _executor(self) -> Iterator[Executor]:
        """Open the engine, and close it; what closing raises is noted, as all else is done. What
        ends the sweep before is raised whatever the engine makes of it."""
        with _terminable():
            stack = ExitStack()
            try:
                with _theirs(lambda error: self._unusable(f"can't be started: {error}")):
                    executor = stack.enter_context(self._open())
                if not callable(getattr(executor, "submit", None)):
                    raise self._unusable("doesn't return an executor: it has no `submit`")
                yield executor
            except BaseException as error:
                with suppress(BaseException):  # it may be the same, or another interruption
                    stack.__exit__(type(error), error, error.__traceback__)
                raise
            try:
                stack.close()
            except KeyboardInterrupt:  # who does not wait for that needs the report
                self.wrong.append(f"{self._name}: can't be stopped: interrupted")
            except BaseException as error:
                self.wrong.append(f"{self._name}: can't be stopped: {described(error)}")

    def _unusable(self, why: str) -> UsageError:
        return UsageError(f"{self._name}: {why}")


def _factory(said: str, name: str) -> Callable[[], Any]:
    """The function of a name. Raises UsageError where there is none."""
    module, colon, attribute = name.partition(":")
    if not (colon and module and attribute):
        raise UsageError(f"{said}: expected MODULE:FACTORY")
    with _theirs(lambda error: UsageError(f"{said}: can't be imported: {error}")):
        found = _imported(said, module)
    factory = getattr(found, attribute, None)
    if not callable(factory):
        raise UsageError(f"{said}: the module has no function `{attribute}`")
    return factory  # type: ignore[no-any-return]  # it is the user's


def _imported(said: str, module: str) -> ModuleType:
    """A module of the user's. Raises UsageError where there is none, or whatever it raises."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        # An installed one may lack another.
        if not (error.name and f"{module}.".startswith(f"{error.name}.")):
            raise
    remedy = "install it, or add its directory to PYTHONPATH"
    raise UsageError(f"{said}: module `{module}` doesn't exist; {remedy}")


@contextmanager
def _theirs(told: Callable[[str], UsageError]) -> Iterator[None]:
    """Tell what is raised by code of the user's, or the engine's, whatever that does: engines have
    exceptions that aren't `Exception`. An interruption is the user's, and what was told is told."""
    try:
        yield
    except (KeyboardInterrupt, UsageError):
        raise
    except BaseException as error:
        raise told(described(error)) from None


_ENDING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""What tells a process to end: somebody, or a terminal that was closed."""


@contextmanager
def _terminable() -> Iterator[None]:
    """Have a process that is told to end be interrupted: so it closes the engine, whose workers
    would go on without it. What it was told to ignore (`nohup`) it ignores."""
    here = os.getpid()

    def interrupt(number: int, _frame: object) -> None:
        if os.getpid() == here:
            raise KeyboardInterrupt
        signal.signal(number, signal.SIG_DFL)  # a worker that is a copy of this process
        os.kill(os.getpid(), number)

    if current_thread() is not main_thread():  # nobody else is told
        yield
        return
    heeded = [each for each in _ENDING if signal.getsignal(each) != signal.SIG_IGN]
    before = {each: signal.signal(each, interrupt) for each in heeded}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler or signal.SIG_DFL)


def _end_processes() -> None:
    """End the processes that an engine has left at work when it was closed: a command ends without
    waiting for them, and they would wait forever."""
    for process in active_children():
        process.terminate()


class _Chunk:
    """A chunk that was sent: how often it failed, and whether there is a result."""

    __slots__ = ("done", "failures", "parcel", "result", "thing")

    def __init__(self, thing: Any, parcel: Parcel) -> None:
        self.thing = thing
        self.parcel = parcel
        self.failures = 0
        self.done = False
        self.result: Any = None

    def finish(self, result: Any) -> None:
        """Take the result; the thing is not needed any longer."""
        self.result = result
        self.done = True


class _Sweep:
    """The chunks that are under way, twice as many as workers have answered.

    Attributes:
        ended: why no more can be judged; empty as long as they can.
    """

    def __init__(
        self,
        function: Callable[[Any], Any],
        folders: Callable[[Any], Collection[str]],
        executor: Executor,
    ) -> None:
        self.ended = ""
        self._function = function
        self._folders = folders
        self._executor = executor
        self._answers: SimpleQueue[tuple[_Chunk, int, Future[Any]]] = SimpleQueue()
        self._sent = 0
        self._futures: set[Future[Any]] = set()
        self._workers: set[str] = set()
        self._losses = 0

    def results(self, things: Iterable[Any]) -> Iterator[Any]:
        """The results in order."""
        waiting = iter(things)
        under_way: list[_Chunk] = []
        while True:
            while len(under_way) < self._window and not self.ended:
                try:
                    thing = next(waiting)
                except StopIteration:
                    break
                chunk = _Chunk(thing, packed(self._function, thing, self._folders(thing)))
                under_way.append(chunk)
                self._send(chunk)
            if not under_way:
                break
            while not (under_way[0].done or self.ended):
                self._await(under_way[0])
            first = under_way.pop(0)
            yield first.result if first.done else LOST
        yield from (LOST for _ in waiting)

    def let_go(self) -> bool:
        """Cancel what nobody waits for any longer, so closing the engine does not either; gives
        whether there was anything. What is wrong with an engine that cannot do so shows when it is
        closed."""
        left: list[Future[Any]] = []
        with suppress(UsageError), _theirs(UsageError):
            left += (future for future in self._futures if not future.done())
            for future in left:
                future.cancel()
            shutdown = getattr(self._executor, "shutdown", None)
            if left and callable(shutdown):
                shutdown(wait=False)
        return bool(left)

    @property
    def _window(self) -> int:
        return 2 * min(max(len(self._workers), FEWEST), MOST)

    def _send(self, chunk: _Chunk) -> None:
        self._sent += 1
        number = self._sent
        try:
            future = self._executor.submit(answer, tuple(chunk.parcel._replace(number=number)))
            future.add_done_callback(lambda done: self._answers.put((chunk, number, done)))
            self._futures.add(future)
        except KeyboardInterrupt:
            raise
        except BrokenExecutor as error:
            self._end(f"died: {_worded(error)}")
        except BaseException as error:
            self._end(f"no longer accepts work: {_worded(error)}")

    def _await(self, first: _Chunk) -> None:
        """Take an answer; where there is none for long, the first chunk was dropped."""
        try:
            answered = self._answers.get(timeout=PATIENCE)
        except Empty:
            self._lose(first, f"no answer for {PATIENCE:.0f} seconds")
        else:
            self._take(*answered)

    def _take(self, chunk: _Chunk, number: int, future: Future[Any]) -> None:
        self._futures.discard(future)
        if chunk.done:
            return
        got = result = None
        try:
            error = CancelledError() if future.cancelled() else future.exception()
            if error is None:
                got, result = _opened(future.result(), number)
        except KeyboardInterrupt:
            raise
        except BaseException as other:  # it isn't our answer
            error = other
        if got is None:
            self._judge_failure(chunk, error)
            return
        self._losses = 0
        self._workers.add(got.worker)
        if got.outcome == JUDGED:
            chunk.finish(result)
        elif got.outcome == UNFIT and all(map(os.path.isdir, chunk.parcel.folders)):
            self._end(f"its workers {got.reason}")
        elif got.outcome == UNFIT:  # a folder is gone, and not only for them
            chunk.finish(judged(self._function, chunk.thing))
        else:
            self._fail(chunk)

    def _judge_failure(self, chunk: _Chunk, error: BaseException | None) -> None:
        """Tell what can be said about the engine when a task has no answer."""
        if isinstance(error, BrokenExecutor):
            self._end(f"died: {_worded(error)}")
        elif lacking := _lacking(error):
            self._end(f"its workers lack phaselint or have another version: {_worded(lacking)}")
        else:
            self._lose(chunk, _worded(error))

    def _lose(self, chunk: _Chunk, why: str) -> None:
        self._losses += 1
        if self._losses < LOSSES:
            self._fail(chunk)
        else:
            self._end(f"{LOSSES} workers in a row were lost, the last by: {why}")

    def _fail(self, chunk: _Chunk) -> None:
        chunk.failures += 1
        if self.ended:
            return
        if chunk.failures < ATTEMPTS:
            self._send(chunk)
        else:
            chunk.finish(judged(self._function, chunk.thing))

    def _end(self, reason: str) -> None:
        """Wait for nothing more; what has come is taken."""
        if self.ended:
            return
        self.ended = reason
        with suppress(Empty):
            while True:
                self._take(*self._answers.get_nowait())


def _opened(answered: Iterable[Any], number: int) -> tuple[Answer, Any]:
    """An answer to the task of a number, and the result in it, if there is one. Raises ValueError
    for an answer to another task, and any exception for other values."""
    got = Answer(*answered)
    if got.outcome == UNFIT:  # of whatever release, which may number nothing
        return got, None
    if got.number != number:
        raise ValueError("the answer belongs to another task")
    return got, pickle.loads(got.data) if got.outcome == JUDGED else None


def _lacking(error: BaseException | None) -> BaseException | None:
    """The exception by which a worker says that it cannot import what it is to call, which
    engines put inside of others."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, (ImportError, AttributeError)) and "phaselint" in str(error):
            return error
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return None


def _worded(error: BaseException | None) -> str:
    text = " ".join(str(error).split())
    return type(error).__name__ + (f": {text}" if text else "")
